/**
 * Two to four real tabs change rows at random, with and without a network, with
 * clocks up to a day apart, some of them frozen or closed. In the end all of
 * them show what the server has. `TAB_ROUNDS=200` plays as many rounds.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { BrowserContext, Page } from "playwright-core";
import { withRandomNumbers } from "../support/property.ts";
import { withLivePage } from "./support/live_page.ts";

const module = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Entity, getDefaultManagers, resource } from "@tessera/client";
  import { OfflineManager } from "@tessera/client/offline";
  import { AsyncBoundary, DataProvider, useController, useSuspense } from "@tessera/client/react";
  import { indexedDBStorage } from "@tessera/client/persist";
  import { TabSyncManager } from "@tessera/client/tabs";

  class Row extends Entity {
    static key = "Row";
    id = "";
    title = "";
    status = "";
  }
  const round = new URL(location.href).searchParams.get("round");
  const Rows = resource({
    path: "/api/" + round + "/rows/:id",
    searchParams: {},
    schema: Row,
    optimistic: true,
    idempotencyHeader: "Idempotency-Key",
  });
  const offline = new OfflineManager({
    storage: indexedDBStorage("rows " + round),
    endpoints: { add: Rows.getList.push, edit: Rows.partialUpdate, remove: Rows.delete },
    retryDelay: 20,
  });
  const statuses = ["open", "closed"];
  function List() {
    const controller = useController();
    const all = useSuspense(Rows.getList);
    const lists = statuses.map((status) => useSuspense(Rows.getList, { status }));
    const ignore = (promise) => void promise.catch(() => {});
    globalThis.edit = (id, change) => ignore(controller.fetch(Rows.partialUpdate, { id }, change));
    globalThis.add = (row) => ignore(controller.fetch(Rows.getList.push, row));
    globalThis.remove = (id) => ignore(controller.fetch(Rows.delete, { id }));
    globalThis.ids = () => all.map(({ id }) => id);
    globalThis.shown = () =>
      offline.entries().length > 0 ? "something waits" : [all, ...lists].map((rows) =>
        rows.map(({ id, title, status }) => [id, title, status].join()).sort()
      );
    globalThis.settled = () => offline.flush();
    return createElement("p", null, "shown");
  }
  const managers = [
    new TabSyncManager({ channel: round }),
    offline,
    ...getDefaultManagers(),
  ];
  createRoot(document.getElementById("root")).render(
    createElement(
      DataProvider,
      { managers, devButton: null },
      createElement(AsyncBoundary, { fallback: "waiting" }, createElement(List)),
    ),
  );
`;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

const statuses = ["open", "closed"];
const day = 86_400_000;

/** Rows of each round, by its number. */
class Server {
  rows = new Map<string, Row>();
  #answers = new Map<string, [unknown, number]>();
  #count = 0;

  begin(): void {
    this.#count = 0;
    this.#answers.clear();
    this.rows = new Map();
    for (const status of [...statuses, ...statuses]) this.#add({ status });
  }

  readonly answer = (request: Request, path: string) =>
    path.startsWith("/api/") ? this.#answer(request, path) : undefined;

  async #answer(request: Request, path: string): Promise<Response> {
    const { method, headers, url } = request;
    if (method === "GET") {
      const status = new URL(url).searchParams.get("status");
      return Response.json(
        [...this.rows.values()].filter((row) =>
          status === null || row.status === status
        ),
      );
    }
    const key = headers.get("idempotency-key")!;
    const body = method === "DELETE" ? {} : await request.json();
    if (!this.#answers.has(key)) {
      this.#answers.set(key, this.#change(method, path.split("/")[4], body));
    }
    const [answer, status] = this.#answers.get(key)!;
    return Response.json(answer, { status });
  }

  #change(
    method: string,
    id: string | undefined,
    body: Partial<Row>,
  ): [unknown, number] {
    if (id === undefined) return [this.#add(body), 201];
    const row = this.rows.get(id);
    if (!row) return [{ message: "There is none." }, 404];
    if (method === "DELETE") this.rows.delete(id);
    else this.rows.set(id, { ...row, ...body });
    return [this.rows.get(id) ?? { id }, 200];
  }

  #add(given: Partial<Row>): Row {
    const id = `${++this.#count}`;
    const row = { title: `row ${id}`, status: "open", ...given, id };
    this.rows.set(id, row);
    return row;
  }

  /** What all tabs are to show in the end. */
  get expected(): string[][] {
    const rows = [...this.rows.values()];
    const lists = [
      rows,
      ...statuses.map((status) => rows.filter((row) => row.status === status)),
    ];
    return lists.map((list) =>
      list.map(({ id, title, status }) => [id, title, status].join()).sort()
    );
  }
}

/** One round, and what was done in it. */
class Round {
  readonly steps: string[] = [];
  readonly #frozen = new Set<Page>();
  #tabs: Page[] = [];
  #isOnline = true;
  #marks = 0;

  constructor(
    readonly context: BrowserContext,
    readonly address: string,
    readonly random: (below: number) => number,
  ) {}

  async open(): Promise<void> {
    const behind = [0, 0, 3_600_000, -3_600_000, day, -day][this.random(6)]!;
    const tab = await this.context.newPage();
    await tab.addInitScript(`{
      const { now } = Date;
      Date.now = () => now() - ${behind};
    }`);
    await tab.goto(this.address);
    await tab.getByText("shown").waitFor();
    this.#tabs.push(tab);
    this.steps.push(`open, ${behind} ms behind`);
  }

  async connect(isOnline: boolean): Promise<void> {
    this.#isOnline = isOnline;
    this.steps.push(isOnline ? "online" : "offline");
    await this.context.setOffline(!isOnline);
  }

  async take(): Promise<void> {
    const { random } = this;
    const awake = this.#tabs.filter((tab) => !this.#frozen.has(tab));
    const tab = awake[random(awake.length)]!;
    const kind = random(16);
    if (kind === 0) return await this.connect(!this.#isOnline);
    if (kind === 1 && this.#isOnline && this.#tabs.length < 4) {
      return await this.open();
    }
    if (kind === 2 && awake.length > 1) {
      await tab.evaluate("settled()");
      this.steps.push(`close ${this.#tabs.indexOf(tab)}`);
      this.#tabs = this.#tabs.filter((other) => other !== tab);
      return await tab.close();
    }
    if (kind === 3 && awake.length > 1) return await this.#freeze(tab, true);
    if (kind === 4) {
      const [frozen] = this.#frozen;
      if (frozen) return await this.#freeze(frozen, false);
    }
    await this.#change(tab);
  }

  async #change(tab: Page): Promise<void> {
    const { random } = this;
    const ids = await tab.evaluate("ids()") as string[];
    const id = JSON.stringify(ids[random(ids.length || 1)] ?? "1");
    const title = `title ${++this.#marks}`;
    const status = statuses[random(2)];
    const change = [
      `edit(${id}, { title: "${title}" })`,
      `edit(${id}, { status: "${status}" })`,
      `add({ title: "${title}", status: "${status}" })`,
      `remove(${id})`,
    ][random(4)]!;
    this.steps.push(`${this.#tabs.indexOf(tab)}: ${change}`);
    await tab.evaluate(change);
  }

  async #freeze(tab: Page, isFrozen: boolean): Promise<void> {
    const state = isFrozen ? "frozen" : "active";
    this.steps.push(`${this.#tabs.indexOf(tab)}: ${state}`);
    const session = await this.context.newCDPSession(tab);
    await session.send("Page.setWebLifecycleState", { state });
    if (isFrozen) this.#frozen.add(tab);
    else this.#frozen.delete(tab);
  }

  /** Lets everything come to rest. */
  async end(server: Server): Promise<void> {
    for (const tab of [...this.#frozen]) await this.#freeze(tab, false);
    await this.connect(true);
    for (const tab of this.#tabs) {
      await tab.bringToFront();
      await tab.evaluate("settled()");
    }
    const seen = async () =>
      JSON.stringify(
        await Promise.all(this.#tabs.map((tab) => tab.evaluate("shown()"))),
      );
    const expected = () =>
      JSON.stringify(this.#tabs.map(() => server.expected));
    for (let look = 0; look < 100 && await seen() !== expected(); look++) {
      await this.#tabs[0]!.evaluate("new Promise((go) => setTimeout(go, 50))");
    }
    assertEquals(
      JSON.parse(await seen()),
      JSON.parse(expected()),
      this.steps.join("\n"),
    );
    for (const tab of this.#tabs) await tab.close();
  }
}

Deno.test("whatever tabs change, they end equal to each other and to the server [controller/NEW-44] [controller/NEW-50] [controller/NEW-82] [controller/TIM-2]", () =>
  withRandomNumbers(async (random) => {
    const server = new Server();
    const rounds = Number(Deno.env.get("TAB_ROUNDS") ?? 6);
    await withLivePage({ module, answer: server.answer }, async (live) => {
      await live.open();
      for (let number = 0; number < rounds; number++) {
        server.begin();
        const address = `${new URL(`/?round=${number}`, live.page.url())}`;
        const round = new Round(live.context, address, random);
        await round.open();
        await round.open();
        for (let step = 0; step < 12; step++) await round.take();
        await round.end(server);
      }
    });
  }));
