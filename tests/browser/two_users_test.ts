import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { withLivePage } from "./support/live_page.ts";

/** Notes of whoever a cookie names, which can be written without a network. */
const module = (hasTabSync: boolean) => `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Entity, getDefaultManagers, resource } from "@tessera/client";
  import { OfflineManager } from "@tessera/client/offline";
  import { AsyncBoundary, DataProvider, useController, useSuspense } from "@tessera/client/react";
  import { indexedDBStorage, PersistManager } from "@tessera/client/persist";
  import { TabSyncManager } from "@tessera/client/tabs";

  class Note extends Entity {
    static key = "Note";
    id = "";
    text = "";
  }
  const Notes = resource({ path: "/api/notes/:id", schema: Note, optimistic: true });
  const storage = indexedDBStorage("notes");
  const persist = new PersistManager({ storage });
  const offline = new OfflineManager({
    storage,
    endpoints: { add: Notes.getList.push },
    retryDelay: 50,
  });
  globalThis.settled = async () => {
    await persist.ready;
    await offline.flush();
  };
  function List() {
    const controller = useController();
    const notes = useSuspense(Notes.getList);
    globalThis.write = async (text) => {
      controller.fetch(Notes.getList.push, { text }).catch(() => {});
      await offline.flush();
      await persist.flush();
    };
    globalThis.logIn = async (user) => {
      await controller.resetEntireStore();
      document.cookie = "user=" + user;
      await controller.resetEntireStore();
    };
    return createElement("p", null, "Notes: " + notes.map(({ text }) => text).join());
  }
  const managers = [
    persist,
    ${hasTabSync ? "new TabSyncManager()," : ""}
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

/** What was sent in whose name. */
class Notes {
  readonly sent: string[] = [];

  readonly answer = (request: Request, path: string) =>
    path === "/api/notes" ? this.#answer(request) : undefined;

  async #answer(request: Request): Promise<Response> {
    const user = /user=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1] ??
      "ann";
    if (request.method === "GET") {
      return Response.json([{ id: user, text: `for ${user}` }]);
    }
    // what she wrote stays in her queue: the server takes it from nobody but the next
    if (user === "ann") return new Response(null, { status: 503 });
    const { text } = await request.json();
    this.sent.push(`${user}: ${text}`);
    return Response.json({ id: text, text });
  }
}

const shows = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).waitFor();

for (const hasTabSync of [true, false]) {
  const tabs = hasTabSync
    ? "tabs in touch"
    : "tabs that do not hear each other";
  Deno.test(`a draft of a closed tab is not sent in the name of who logs in next, or shown to them: ${tabs} [controller/NEW-50] [controller/NEW-52] [controller/NEW-53] [controller/NEW-65]`, async () => {
    const notes = new Notes();
    await withLivePage(
      { module: module(hasTabSync), answer: notes.answer },
      async ({ page: first, context, open }) => {
        await open();
        await shows(first, "Notes: for ann");
        const second = await context.newPage();
        await second.goto(first.url());
        await shows(second, "Notes: for ann");

        // the network is there again with the next user
        await context.setOffline(true);
        await first.evaluate("write('draft of ann')");
        await shows(first, "Notes: for ann,draft of ann");
        await second.evaluate("write('another one of ann')");
        await first.close();
        const third = await context.newPage();
        await context.setOffline(false);
        await third.goto(second.url());
        await third.evaluate("settled()");

        // nobody waits for what follows a logout
        await second.evaluate("logIn('bob')");
        await shows(second, "Notes: for bob");
        await second.reload();
        await shows(second, "Notes: for bob");
        await second.evaluate("settled()");
        await third.bringToFront();
        await third.evaluate(
          "document.dispatchEvent(new Event('visibilitychange'))",
        );
        await shows(third, "Notes: for bob");
        await third.evaluate("settled()");
        await third.evaluate("write('draft of bob')");
        await shows(third, "Notes: for bob,draft of bob");
        await third.evaluate("settled()");
        assertEquals(notes.sent, ["bob: draft of bob"]);
      },
    );
  });
}

Deno.test("a browser that dies when a logout has ended keeps nothing of before it [controller/NEW-52] [controller/NEW-53] [controller/NEW-65]", async () => {
  const notes = new Notes();
  await withLivePage(
    { module: module(false), answer: notes.answer },
    async ({ page, context, open }) => {
      await open();
      await shows(page, "Notes: for ann");
      let attempts = 0;
      await context.route("**/api/notes", (route) => {
        if (route.request().method() === "GET") return route.continue();
        attempts++;
        return route.abort();
      });
      await page.evaluate("write('draft of ann')");
      const address = page.url();
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent("crash");
      await page.evaluate("logIn('bob')");
      session.send("Page.crash").catch(() => {});
      await crashed;
      attempts = 0;
      const other = await context.newPage();
      await other.goto(address);
      await shows(other, "Notes: for bob");
      const kept = await other.evaluate(`new Promise((resolve) => {
        indexedDB.open("notes").onsuccess = ({ target }) => {
          const items = target.result.transaction("items").objectStore("items");
          items.getAll().onsuccess = ({ target }) =>
            resolve(JSON.stringify(target.result));
        };
      })`) as string;
      assertEquals(kept.includes("ann"), false, kept);
      await other.evaluate("settled()");
      assertEquals(attempts, 0);
    },
  );
});
