import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { type LivePage, withLivePage } from "./support/live_page.ts";

/** A port that can be renamed without a network. */
const module = `
  import { createElement, useSyncExternalStore } from "react";
  import { createRoot } from "react-dom/client";
  import { Entity, getDefaultManagers, RestEndpoint } from "@tessera/client";
  import { OfflineManager } from "@tessera/client/offline";
  import { AsyncBoundary, DataProvider, useController, useSuspense } from "@tessera/client/react";
  import { indexedDBStorage, PersistManager } from "@tessera/client/persist";

  class Port extends Entity {
    static key = "Port";
    id = "";
    name = "";
  }
  const getPort = new RestEndpoint({
    path: "/api/port",
    schema: Port,
    dataExpiryLength: 3_600_000,
  });
  const renamePort = new RestEndpoint({
    path: "/api/port",
    method: "POST",
    schema: Port,
    idempotencyHeader: "Idempotency-Key",
    getOptimisticResponse: (snap, { name }) => ({ id: "rtm", name }),
  });
  const storage = indexedDBStorage("harbour");
  const persist = new PersistManager({ storage });
  const offline = globalThis.offline = new OfflineManager({
    storage,
    endpoints: { renamePort },
    retryDelay: 50,
  });
  function Harbour() {
    const controller = useController();
    const { name } = useSuspense(getPort);
    const entries = useSyncExternalStore(offline.subscribe, offline.entries);
    globalThis.rename = (name) => {
      controller.fetch(renamePort, { name }).catch(() => {});
    };
    globalThis.keep = () => persist.flush();
    globalThis.reset = () => controller.resetEntireStore();
    return createElement("p", null, name + ", " + entries.length + " wait");
  }
  const listen = (retry) =>
    (addEventListener("online", retry), () => removeEventListener("online", retry));
  createRoot(document.getElementById("root")).render(
    createElement(
      DataProvider,
      { managers: [persist, offline, ...getDefaultManagers()], devButton: null },
      createElement(AsyncBoundary, { fallback: "waiting", listen }, createElement(Harbour)),
    ),
  );
`;

/** A server that takes each idempotency key once. */
class Port {
  readonly names: string[] = [];
  readonly #keys = new Set<string | null>();

  readonly answer = (request: Request, path: string) =>
    path === "/api/port" ? this.#answer(request) : undefined;

  async #answer(request: Request): Promise<Response> {
    if (request.method === "POST") {
      const { name } = await request.json();
      const key = request.headers.get("idempotency-key");
      if (!this.#keys.has(key)) this.names.push(name);
      this.#keys.add(key);
    }
    return Response.json({ id: "rtm", name: this.names.at(-1) ?? "Rotterdam" });
  }
}

const shows = (page: Page, text: string) => page.getByText(text).waitFor();

/** Until the queue is in IndexedDB, whatever became of what waits. */
const kept = (page: Page) => page.evaluate("offline.flush()");

async function withPort(
  use: (live: LivePage, port: Port) => Promise<void>,
): Promise<void> {
  const port = new Port();
  await withLivePage(
    { module, answer: port.answer },
    (live) => use(live, port),
  );
}

Deno.test("a page goes on without a network and after a reload, sends each change once in order, and shows data again that was reset without a network [controller/NEW-41] [controller/NEW-42] [controller/NEW-43] [controller/NEW-44]", () =>
  withPort(async ({ page, context, open }, port) => {
    await open();
    await shows(page, "Rotterdam, 0 wait");
    await context.setOffline(true);
    await page.evaluate("rename('first'); rename('second')");
    await shows(page, "second, 2 wait");
    await kept(page);
    await page.evaluate("keep()");

    // the page is there again, its server is not
    await context.route("**/api/**", (route) => route.abort());
    await context.setOffline(false);
    await page.reload();
    await shows(page, "second, 2 wait");
    await page.evaluate("rename('third')");
    await shows(page, "third, 3 wait");
    assertEquals(port.names, []);

    await context.unroute("**/api/**");
    await shows(page, "third, 0 wait");
    assertEquals(port.names, ["first", "second", "third"]);
    await page.reload();
    await shows(page, "third, 0 wait");
    assertEquals(port.names.length, 3);
    await context.setOffline(true);
    await page.evaluate("reset()");
    await shows(page, "Failed to fetch");
    await context.setOffline(false);
    await shows(page, "third, 0 wait");
  }));

Deno.test("tabs send in one order, and one sends what a closed tab has left [controller/NEW-50]", () =>
  withPort(async ({ page, context, open }, port) => {
    await open();
    await shows(page, "Rotterdam, 0 wait");
    const other = await context.newPage();
    await other.goto(page.url());
    await shows(other, "Rotterdam, 0 wait");

    await context.setOffline(true);
    const tabs = [page, other, other, page, other];
    for (const [number, tab] of tabs.entries()) {
      await tab.evaluate(`rename("change ${number}")`);
      await kept(tab);
    }
    await shows(page, "change 3, 2 wait");
    await shows(other, "change 4, 3 wait");
    await context.setOffline(false);
    for (const tab of [page, other]) await shows(tab, "0 wait");
    assertEquals(port.names, tabs.map((_, number) => `change ${number}`));

    await context.setOffline(true);
    await page.evaluate("rename('left behind'); rename('left behind, too')");
    await kept(page);
    await page.close();
    await other.evaluate("rename('last')");
    await shows(other, "last, 3 wait");
    await context.setOffline(false);
    while (port.names.length < 8) {
      await other.evaluate("new Promise(requestAnimationFrame)");
    }
    await shows(other, "0 wait");
    const left = port.names.filter((name) => name.startsWith("left"));
    assertEquals(left, ["left behind", "left behind, too"]);
    assertEquals(port.names.length, 8);
  }));
