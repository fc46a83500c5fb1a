/**
 * Tabs of a plain `http:` origin share one queue: no secure context, so there
 * are no Web Locks. Tried with both storages of a page, with tabs that queue at
 * one moment, that are closed, that crash, and that are frozen, also in the
 * middle of a request. The server knows no idempotency keys.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { BrowserContext, Page } from "playwright-core";
import { freeze } from "./support/frozen_page.ts";
import { withLivePage } from "./support/live_page.ts";

/** No browser takes this host for a secure one. */
const origin = "http://harbour.test";

const module = `
  import { createClient, Endpoint, getDefaultManagers } from "@tessera/client";
  import { OfflineManager } from "@tessera/client/offline";
  import { indexedDBStorage } from "@tessera/client/persist";

  const name = new URL(location.href).searchParams.get("storage");
  const write = new Endpoint(async (text) => {
    const response = await fetch("/api/notes", { method: "POST", body: text });
    return await response.json();
  }, { name: "write", sideEffect: true });
  const offline = globalThis.offline = new OfflineManager({
    storage: name === "localStorage" ? localStorage : indexedDBStorage(name),
    endpoints: { write },
    retryDelay: 20,
  });
  const client = createClient({ managers: [offline, ...getDefaultManagers()] });
  globalThis.write = (...texts) => {
    for (const text of texts) client.fetch(write, text).catch(() => {});
    return offline.flush();
  };
  offline.ready.then(() => document.body.append("ready"));
`;

/** What is written comes in here. */
class Notes {
  readonly received: string[] = [];
  isReachable = true;
  /** Answers what is held back; nothing where answers go out at once. */
  held: (() => void)[] | undefined;

  readonly answer = (request: Request, path: string) =>
    path === "/api/notes" ? this.#answer(request) : undefined;

  async #answer(request: Request): Promise<Response> {
    this.received.push(await request.text());
    await new Promise<void>((go) => this.held ? this.held.push(go) : go());
    return Response.json({});
  }

  /** Waits for texts, and asserts that each came once. */
  async assertReceived(texts: string[], ...pages: Page[]): Promise<void> {
    await this.until(texts.length, ...pages);
    assertEquals(this.received.toSorted(), texts);
  }

  /** Until so many were received, and nothing waits in some pages; no longer than that takes. */
  async until(count: number, ...pages: Page[]): Promise<void> {
    const waiting = () =>
      Promise.all(pages.map((page) => page.evaluate("offline.entries()[0]")));
    for (let look = 0; look < 600; look++) {
      if (this.received.length >= count && !(await waiting()).some(Boolean)) {
        return;
      }
      await pages[0]!.evaluate("new Promise(requestAnimationFrame)");
    }
  }
}

interface Browser {
  readonly notes: Notes;
  readonly context: BrowserContext;
  readonly open: () => Promise<Page>;
}

/** A browser in which the origin is served by the server of the test. */
async function withInsecurePages(
  storage: string,
  use: (browser: Browser) => Promise<void>,
): Promise<void> {
  const notes = new Notes();
  await withLivePage({ module, answer: notes.answer }, async (live) => {
    const { context, complaints } = live;
    await live.open();
    const address = new URL(live.page.url()).origin;
    await live.page.close();
    await context.route(`${origin}/**`, async (route) => {
      const url = route.request().url();
      if (url.includes("/api/") && !notes.isReachable) return route.abort();
      const response = await route.fetch({ url: url.replace(origin, address) })
        .catch(() => undefined);
      await (response ? route.fulfill({ response }) : route.abort())
        // the page may be gone
        .catch(() => {});
    });
    const open = async () => {
      const page = await context.newPage();
      await page.goto(`${origin}/?storage=${storage}`);
      await page.getByText("ready").waitFor();
      assertEquals(
        await page.evaluate("[isSecureContext, typeof navigator.locks]"),
        [false, "undefined"],
      );
      return page;
    };
    await use({ notes, context, open });
    assertEquals(complaints, []);
  });
}

const write = (page: Page, ...texts: string[]) =>
  page.evaluate(`write(...${JSON.stringify(texts)})`);

const texts = (author: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${author} ${number}`);

for (const storage of ["indexedDB", "localStorage"]) {
  const inStorage = (name: string, rules: string) =>
    `without a secure context ${name}, in ${storage} ${rules}`;

  Deno.test(
    inStorage(
      "tabs that queue at one moment lose nothing, and what they leave is sent once",
      "[controller/NEW-50]",
    ),
    () =>
      withInsecurePages(storage, async ({ notes, open }) => {
        notes.isReachable = false;
        const tabs = await Promise.all([open(), open(), open()]);
        const written = await Promise.all(
          tabs.map(async (tab, number) => {
            const all = texts(`tab ${number}`, 12);
            for (const text of all) await write(tab, text);
            return all;
          }),
        );
        for (const tab of tabs) await tab.close();
        notes.isReachable = true;
        const others = await Promise.all([open(), open(), open()]);
        await notes.until(36, ...others);
        assertEquals(
          tabs.map((_, number) =>
            notes.received.filter((text) => text.startsWith(`tab ${number}`))
          ),
          written,
        );
      }),
  );

  Deno.test(
    inStorage(
      "nobody sends what a frozen tab has queued, and it does so itself",
      "[controller/NEW-50]",
    ),
    () =>
      withInsecurePages(storage, async ({ notes, open }) => {
        notes.isReachable = false;
        const first = await open();
        await write(first, "first 0", "first 1");
        const thaw = await freeze(first);
        const second = await open();
        await write(second, "second");
        notes.isReachable = true;
        const third = await open();
        await write(second);
        await write(third);
        assertEquals(notes.received, []);
        await thaw();
        await notes.assertReceived(
          ["first 0", "first 1", "second"],
          first,
          second,
          third,
        );
      }),
  );

  Deno.test(
    inStorage(
      "nobody repeats the request in the middle of which a tab was frozen",
      "[controller/NEW-50]",
    ),
    () =>
      withInsecurePages(storage, async ({ notes, open }) => {
        notes.held = [];
        const first = await open();
        void write(first, "first 0", "first 1").catch(() => {});
        while (notes.held.length < 1) {
          await first.evaluate("new Promise(requestAnimationFrame)");
        }
        const thaw = await freeze(first);
        const second = await open();
        await write(second, "second");
        const third = await open();
        await write(third);
        notes.held.splice(0).forEach((answer) => answer());
        notes.held = undefined;
        await write(second);
        await thaw();
        await notes.assertReceived(
          ["first 0", "first 1", "second"],
          first,
          second,
          third,
        );
      }),
  );

  Deno.test(
    inStorage(
      "what a crashed tab has queued another one sends, which was there before",
      "[controller/NEW-50]",
    ),
    () =>
      withInsecurePages(storage, async ({ notes, context, open }) => {
        notes.isReachable = false;
        const first = await open();
        await write(first, "first 0", "first 1");
        const second = await open();
        const third = await open();
        await write(third, "third");
        const session = await context.newCDPSession(first);
        const crashed = first.waitForEvent("crash");
        session.send("Page.crash").catch(() => {});
        await crashed;
        notes.isReachable = true;
        await notes.assertReceived(
          ["first 0", "first 1", "third"],
          second,
          third,
        );
        // nothing of the locks is left for who comes later
        await second.close();
        await third.close();
        const last = await open();
        await last.evaluate(`(async () => {
          while ((await indexedDB.databases())
            .some(({ name }) => name.startsWith("offline:"))
          ) await new Promise(requestAnimationFrame);
        })()`);
      }),
  );
}
