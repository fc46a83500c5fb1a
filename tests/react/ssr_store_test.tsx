import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type ActionTypes,
  type Dispatch,
  Endpoint,
  type Manager,
  type Middleware,
  NetworkManager,
} from "../../mod.ts";
import { DataProvider, useController, useSuspense } from "../../react/mod.ts";
import { createPersistedStore } from "../../react/ssr/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { isPreact } from "./support/renderer.ts";
import { renderToText, stream, textIn } from "./support/server.ts";
import { vesselPage } from "./support/vessel_page.tsx";

/** A value that arrives after some time. */
function delayed<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

Deno.test("a persisted store has a provider, a hook, a controller and a store, and needs a NetworkManager [react/SSR-1] [controller/SSR-1]", async () => {
  const [Provider, useReady, controller, store] = createPersistedStore();
  assertEquals(store.getState().lastReset, 0);
  let found: unknown;
  function Child() {
    found = useController();
    return null;
  }
  await renderToText(
    <Provider>
      <Child />
    </Provider>,
  );
  assert(found === controller);
  assertEquals(typeof useReady, "function");
  const error = assertThrows(() => createPersistedStore([]), Error);
  assert(error.message.includes("NetworkManager"));
  createPersistedStore([new NetworkManager()], false);
});

Deno.test("managers of a persisted store are initialized, see its actions, and are cleaned up on demand [react/SSR-1] [controller/SSR-1]", async () => {
  const seen: string[] = [];
  class Watcher implements Manager {
    readonly middleware: Middleware =
      () => (next: Dispatch) => (action: ActionTypes) => {
        seen.push(action.type);
        return next(action);
      };
    init() {
      seen.push("init");
    }
    cleanup() {
      seen.push("cleanup");
    }
  }
  const [, , controller, store] = createPersistedStore([
    new Watcher(),
    new NetworkManager(),
  ]);
  const getTide = new Endpoint(() => Promise.resolve(1), { name: "getTide" });
  assertEquals(await controller.fetch(getTide), 1);
  assertEquals(seen, ["init", "rdc/fetch", "rdc/setresponse"]);
  store.dispose();
  assertEquals(seen.at(-1), "cleanup");
  assertEquals(store.getState().getEndpoint(getTide.key()), 1);
  const error = assertThrows(() => createPersistedStore([]), Error);
  assert(error.message.includes("NetworkManager"));
});

Deno.test("each request has data of its own, also at the same time [react/SSR-2] [controller/SSR-2]", async () => {
  const harbours = [new Harbour(), new Harbour()];
  const pages = harbours.map((harbour) => renderToText(vesselPage(harbour)));
  await delayed(5, null);
  assertEquals(harbours.map(({ asked }) => asked), [["vessel 1"], [
    "vessel 1",
  ]]);
  harbours[0]!.last.answer({ id: "1", name: "Ada's" });
  harbours[1]!.last.answer({ id: "1", name: "Bob's" });
  const [first, second] = await Promise.all(pages);
  const apostrophe = isPreact ? "'" : "&#x27;";
  assert(textIn(first!).includes(`<p>Ada${apostrophe}s</p>`));
  assert(!first!.includes("Bob"));
  assert(textIn(second!).includes(`<p>Bob${apostrophe}s</p>`));
  assert(!second!.includes("Ada"));
});

Deno.test("requests may start before rendering, and are shared with components [react/SSR-6] [controller/SSR-3]", async () => {
  const harbour = new Harbour();
  const store = createPersistedStore();
  const early = store[2].fetch(harbour.getVessel, { id: "1" });
  let html = "";
  for await (
    const piece of stream(
      vesselPage(harbour, store),
    )
  ) {
    html += piece;
    harbour.last.answer({ id: "1", name: "Fram" });
  }
  assertEquals((await early).name, "Fram");
  assert(html.includes("<p>Fram</p>"));
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("the plain provider says once on a server that it does not belong there, and renders its data [react/PRV-23]", async () => {
  const harbour = new Harbour();
  const initialState = {
    entities: { Vessel: { "1": { id: "1", name: "Fram", tons: 402 } } },
    entitiesMeta: {
      Vessel: { "1": { fetchedAt: 0, date: 0, expiresAt: Infinity } },
    },
  };
  function Name() {
    return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
  }
  let html = "";
  const warnings = await withoutConsole("warn", async () => {
    for (let count = 0; count < 2; count++) {
      html = await renderToText(
        <DataProvider initialState={initialState}>
          <Name />
        </DataProvider>,
      );
    }
  });
  assert(html.includes("<p>Fram</p>"));
  assertEquals(warnings.length, 1);
  assert(String(warnings[0]).includes("react/ssr"));
});

Deno.test("no timer keeps the store of a request that has been answered [react/SSR-2]", async () => {
  const harbour = new Harbour();
  const { setTimeout: original } = globalThis;
  const delays: number[] = [];
  globalThis.setTimeout = ((callback: () => void, delay = 0) => {
    delays.push(delay);
    return original(callback, delay);
  }) as typeof setTimeout;
  try {
    for await (
      const _ of stream(
        vesselPage(harbour),
      )
    ) harbour.last.answer({ id: "1", name: "Fram" });
  } finally {
    globalThis.setTimeout = original;
  }
  assert(delays.length > 0);
  assertEquals(delays.filter((delay) => delay > 0), []);
});

Deno.test("a visitor who leaves early leaves no unhandled failure [react/SSR-3] [react/RD-11]", async () => {
  const harbour = new Harbour();
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener("unhandledrejection", note);
  try {
    for await (
      const _ of stream(
        vesselPage(harbour),
      )
    ) break;
    harbour.last.fail(new Error("storm"));
    await delayed(20, null);
  } finally {
    removeEventListener("unhandledrejection", note);
  }
  // the streams of Preact have failures of their own
  assertEquals(unhandled.filter((reason) => `${reason}`.includes("storm")), []);
});
