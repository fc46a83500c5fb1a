/**
 * Carries out what a user of the back office and others do, and compares the
 * screen with the server.
 *
 * @module
 */
import { act } from "../../react/support/act.ts";
import { render, type Screen } from "../../react/support/render.tsx";
import { nextTask } from "../../support/next_task.ts";
import { assert, assertEquals } from "@std/assert";
import { useController } from "@tessera/client/react";
import { App, makeManagers, type Page } from "./app/app.tsx";
import { expectedScreen, missing } from "./expected_screen.ts";
import { type Shop, type ShopRequest, statuses, warehouses } from "./shop.ts";
import { type Outcome, SlowShop, until } from "./slow_shop.ts";

/** What happens. */
export type Step =
  /** The user goes to a page. */
  | { readonly do: "show"; readonly page: number }
  /** The user presses one of the buttons of the page, or sends one of its forms. */
  | { readonly do: "press"; readonly which: number; readonly outcome: Outcome }
  /** Somebody else changes something; nobody is told of it if it is silent. */
  | { readonly do: "other"; readonly which: number; readonly isSilent: boolean }
  | { readonly do: "handle"; readonly which: number }
  | { readonly do: "answer"; readonly which: number }
  | { readonly do: "deliver" }
  /** Everything is asked for again, as by coming back to the page. */
  | { readonly do: "refresh" }
  /** Everything is handled, answered and delivered; then the screen is compared. */
  | { readonly do: "compare" };

/** The pages that there may be. */
export const pages: readonly Page[] = [
  { name: "dashboard" },
  ...warehouses.map((warehouse) => ({ name: "products", warehouse } as const)),
  ...[undefined, ...statuses].flatMap((status) =>
    [undefined, "customer" as const].map((sort) => ({
      name: "orders",
      filter: { ...status && { status }, ...sort && { sort } },
    } as const))
  ),
  ...["1", "2"].map((id) => ({ name: "product", id } as const)),
  ...["3", "6", "7"].map((id) => ({ name: "order", id } as const)),
];

/** What the shop has at first. */
const beginning: readonly ShopRequest[] = [
  { method: "POST", path: "/products", body: { name: "Anchor", price: 20 } },
  { method: "POST", path: "/products", body: { name: "Buoy", price: 4.5 } },
  { method: "PUT", path: "/stock/north/1", body: { stock: 5 } },
  { method: "PUT", path: "/stock/south/2", body: { stock: 30 } },
  { method: "POST", path: "/orders", body: { customer: "Nansen" } },
  {
    method: "POST",
    path: "/orders/3/lines",
    body: { product: "1", quantity: 2 },
  },
  {
    method: "POST",
    path: "/orders/3/lines",
    body: { product: "2", quantity: 1 },
  },
  { method: "POST", path: "/orders", body: { customer: "Amundsen" } },
  { method: "PATCH", path: "/orders/3", body: { note: "Ring twice" } },
  { method: "PATCH", path: "/orders/6", body: { status: "paid" } },
];

/** What somebody else may do now. */
function changes(shop: Shop, text: string): ShopRequest[] {
  return [
    { method: "POST", path: "/orders", body: { customer: text } },
    { method: "POST", path: "/products", body: { name: text, price: 2 } },
    ...[...shop.orders.values()].flatMap(({ id, lines }) => [
      ...statuses.map((status) => ({
        method: "PATCH",
        path: `/orders/${id}`,
        body: { status },
      })),
      { method: "PATCH", path: `/orders/${id}`, body: { customer: text } },
      { method: "PATCH", path: `/orders/${id}`, body: { note: text } },
      { method: "DELETE", path: `/orders/${id}` },
      ...[...shop.products.keys()].map((product) => ({
        method: "POST",
        path: `/orders/${id}/lines`,
        body: { product, quantity: 2 },
      })),
      ...lines.flatMap((line) => [
        {
          method: "PATCH",
          path: `/orders/${id}/lines/${line.id}`,
          body: { quantity: line.quantity + 5 },
        },
        { method: "DELETE", path: `/orders/${id}/lines/${line.id}` },
      ]),
    ]),
    ...[...shop.products.values()].flatMap(({ id, price, stock }) => [
      { method: "PATCH", path: `/products/${id}`, body: { name: text } },
      { method: "PATCH", path: `/products/${id}`, body: { price: price + 1 } },
      { method: "DELETE", path: `/products/${id}` },
      ...warehouses.map((warehouse) => ({
        method: "PUT",
        path: `/stock/${warehouse}/${id}`,
        body: { stock: stock[warehouse] + 3 },
      })),
    ]),
  ];
}

/** Names that sort before and behind those that are there. */
const names = ["Bering", "Zeno", "Cook", "Munk", "Hudson", "Ross"];

/**
 * Carries out steps, compares the screen at the end, and then every page.
 *
 * @returns What is wrong, for people; `undefined` if nothing is.
 */
export async function wrongScreen(
  first: number,
  steps: readonly Step[],
): Promise<string | undefined> {
  // React tells of each page that does not exist
  const { error } = console;
  console.error = () => {};
  try {
    return await carryOut(first, steps);
  } finally {
    console.error = error;
  }
}

async function carryOut(
  first: number,
  steps: readonly Step[],
): Promise<string | undefined> {
  await using slow = new SlowShop();
  for (const request of beginning) slow.shop.handle(request);
  slow.messages.length = 0;
  const run = new Run(slow, pages[first % pages.length]!);
  try {
    await run.open();
    for (const step of steps) await run.take(step);
    await run.compare();
    for (const page of run.allPages()) {
      await run.show(page);
      await run.compare();
    }
  } catch (error) {
    return `${(error as Error).message}\n\n${slow.story.join("\n")}`;
  } finally {
    await run.close();
  }
}

class Run {
  readonly #slow: SlowShop;
  readonly #managers: ReturnType<typeof makeManagers>;
  #screen!: Screen;
  #page: Page;
  #controller!: ReturnType<typeof useController>;
  #names = 0;
  /** Whether something has changed that nobody was told of: each page may show what it found in messages and responses of before, until it asks. */
  #isStale = false;

  constructor(slow: SlowShop, first: Page) {
    this.#slow = slow;
    this.#page = first;
    slow.story.push(`the user begins at ${JSON.stringify(first)}`);
    this.#managers = makeManagers(slow.url);
  }

  async open(): Promise<void> {
    this.#screen = await render(this.#content());
    await until(() => this.#slow.isConnected);
    await this.#drain();
  }

  async close(): Promise<void> {
    await this.#screen.unmount();
  }

  /** All pages, also of what has been made meanwhile. */
  allPages(): Page[] {
    const { products, orders } = this.#slow.shop;
    return [
      ...pages.filter(({ name }) => name !== "product" && name !== "order"),
      ...[...products.keys()].map((id) => ({ name: "product", id } as const)),
      ...[...orders.keys()].map((id) => ({ name: "order", id } as const)),
    ];
  }

  async take(step: Step): Promise<void> {
    const slow = this.#slow;
    switch (step.do) {
      case "show":
        return await this.show(pages[step.page % pages.length]!);
      case "press":
        return await this.#press(step.which, step.outcome);
      case "other": {
        const all = changes(slow.shop, this.#newName());
        const request = all[step.which % all.length]!;
        slow.isSilent = step.isSilent;
        const { status } = slow.shop.handle(request);
        slow.isSilent = false;
        const { method, path, body } = request;
        slow.story.push(
          `somebody else: ${method} ${path} ${
            JSON.stringify(body ?? "")
          }: ${status}${step.isSilent ? ", silently" : ""}`,
        );
        this.#isStale ||= step.isSilent;
        return;
      }
      case "handle":
        return await this.#settle(() => slow.handle(step.which));
      case "answer":
        return await this.#settle(() => slow.answer(step.which));
      case "deliver":
        return await this.#settle(() => slow.deliver());
      case "refresh":
        return await this.#refresh();
      case "compare":
        return await this.compare();
    }
  }

  async show(page: Page): Promise<void> {
    this.#page = page;
    this.#slow.story.push(`the user goes to ${JSON.stringify(page)}`);
    await this.#settle(() => this.#screen.root.render(this.#content()));
  }

  /** Compares what is on the screen with what the server has. */
  async compare(): Promise<void> {
    await this.#drain();
    if (this.#isStale) {
      await this.#refresh();
      await this.#drain();
    }
    await this.#openAgain();
    assertEquals(
      this.#lines(),
      expectedScreen(this.#slow.shop, this.#page),
      `${JSON.stringify(this.#page)} is wrong`,
    );
  }

  /**
   * Opens a page once more where that may show something else: an error stays
   * until the user tries again, also where somebody has created the row since,
   * and what the user has deleted stays on its own page for five seconds.
   */
  async #openAgain(): Promise<void> {
    const page = this.#page;
    if (!("id" in page)) return;
    const path = `/${page.name}s/${page.id}`;
    const { notFound, deleted } = this.#slow;
    if (this.#lines().join() !== missing) {
      if (!deleted.has(path)) return;
      await this.show({ name: "dashboard" });
      await this.show(page);
    } else if (notFound.has(path)) {
      const button = this.#screen.container.querySelector("button")!;
      await this.#settle(() => button.click());
    }
    await this.#drain();
  }

  #content() {
    return (
      <App page={this.#page} managers={this.#managers}>
        <Capture onController={(controller) => this.#controller = controller} />
      </App>
    );
  }

  /** What is to be seen, without what can be pressed. */
  #lines(): string[] {
    const { container } = this.#screen;
    const lines = [...container.querySelectorAll("h2, p, tr")];
    return lines.filter((line) => !isHidden(line)).map((line) =>
      line.tagName === "TR"
        ? [...line.children].filter((cell) => !cell.querySelector("button"))
          .map((cell) => cell.textContent).join(" | ")
        : line.textContent!
    );
  }

  async #press(which: number, outcome: Outcome): Promise<void> {
    const { container } = this.#screen;
    const all = [
      ...container.querySelectorAll("form, button:not([type=submit])"),
    ].filter((element) => !isHidden(element));
    const pressed = all[which % all.length];
    if (!pressed) return;
    this.#slow.nextOutcome = outcome;
    this.#slow.story.push(`the user presses ${pressed.textContent}`);
    await this.#settle(() => {
      const input = pressed.querySelector("input");
      if (!input) return (pressed as HTMLElement).click();
      input.value = this.#newName();
      (pressed as HTMLFormElement).requestSubmit();
    });
    this.#slow.nextOutcome = "accepted";
  }

  async #refresh(): Promise<void> {
    this.#slow.story.push("everything is asked for again");
    await this.#settle(() =>
      this.#controller.expireAll({ testKey: () => true })
    );
  }

  /** Handles and answers everything, until nothing is asked for any more. */
  async #drain(): Promise<void> {
    const { messages, waiting, handled } = this.#slow;
    for (let rounds = 0;; rounds++) {
      while (messages.length + waiting.length + handled.length > 0) {
        await this.#settle(() => {
          while (waiting.length > 0) this.#slow.handle(0);
          while (messages.length > 0) this.#slow.deliver();
          while (handled.length > 0) this.#slow.answer(0);
        });
        assert(rounds++ < 20, "requests without end");
      }
      // what follows from answers may be asked for in a later task
      const { requests } = this.#slow;
      await this.#settle(() => {});
      if (this.#slow.requests === requests) return;
    }
  }

  /** Does something, and waits until the page has done what follows from it. */
  async #settle(run: () => void): Promise<void> {
    const slow = this.#slow;
    await act(async () => {
      run();
      await nextTask();
      await until(() => slow.isQuiet);
    });
    while (!slow.isQuiet) await act(() => until(() => slow.isQuiet));
  }

  #newName(): string {
    return names[this.#names++ % names.length]! + this.#names;
  }
}

/** Whether React hides an element because something beside it waits for data. */
function isHidden(element: Element): boolean {
  return element.closest("[style*='display: none']") !== null;
}

function Capture({ onController }: {
  readonly onController: (controller: ReturnType<typeof useController>) => void;
}) {
  onController(useController());
  return null;
}
