import { assert, assertEquals, assertThrows } from "@std/assert";
import { Suspense } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { Writable } from "node:stream";
import {
  actions,
  type ActionTypes,
  deserialize,
  type Dispatch,
  Endpoint,
  type Manager,
  type Middleware,
  NetworkManager,
  type State,
} from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  Prefetch,
  useController,
  useDLE,
  useFetch,
  useLive,
  useSuspense,
} from "../../react/mod.ts";
import {
  createPersistedStore,
  createServerDataComponent,
} from "../../react/ssr/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { isPreact, use } from "./support/renderer.ts";
import { dataIn, renderToText, stream, textIn } from "./support/server.ts";

/** The state that markup carries. */
function stateIn(html: string): State {
  return deserialize(dataIn(html)!);
}

/** A value that arrives after some time. */
function delayed<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

Deno.test("a persisted store has a provider, a hook, a controller and a store, and needs a NetworkManager [react/SSR-1]", async () => {
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

Deno.test("managers of a persisted store are initialized and see its actions [react/SSR-1]", async () => {
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
    cleanup() {}
  }
  const [, , controller] = createPersistedStore([
    new Watcher(),
    new NetworkManager(),
  ]);
  const getTide = new Endpoint(() => Promise.resolve(1), { name: "getTide" });
  assertEquals(await controller.fetch(getTide), 1);
  assertEquals(seen, ["init", "rdc/fetch", "rdc/setresponse"]);
});

Deno.test("each request has data of its own, also at the same time [react/SSR-2]", async () => {
  const harbours = [new Harbour(), new Harbour()];
  const pages = harbours.map((harbour) => {
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    function Name() {
      return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
    }
    return renderToText(
      <div>
        <Provider>
          <Suspense fallback="waiting">
            <Name />
          </Suspense>
        </Provider>
        <Data />
      </div>,
    );
  });
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

Deno.test("a boundary streams when its data arrives, and the state follows [react/SSR-3] [react/SSR-7] [react/SSR-20]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady, "harbour");
  function Name({ id }: { id: string }) {
    return <p>{useSuspense(harbour.getVessel, { id }).name}</p>;
  }
  const pieces: string[] = [];
  const warnings = await withoutConsole("warn", async () => {
    for await (
      const piece of stream(
        <div>
          <Data nonce="r4nd0m" />
          <Provider>
            <Name id="0" />
            <Suspense fallback="waiting">
              <Name id="1" />
            </Suspense>
            <Suspense fallback="waiting too">
              <Name id="2" />
            </Suspense>
          </Provider>
        </div>,
      )
    ) {
      pieces.push(piece);
      const [root, first, second] = harbour.requests;
      if (pieces.length === 1) root!.answer({ id: "0", name: "Root" });
      if (piece.includes("Root")) first!.answer({ id: "1", name: "Fram" });
      if (piece.includes("Fram</p>")) second!.answer({ id: "2", name: "Maud" });
    }
  });
  assertEquals(warnings, []);
  const position = (text: string) =>
    pieces.findIndex((piece) => piece.includes(text));
  assert(position("Fram</p>") > position("waiting"));
  assert(position("Fram</p>") > position("Root</p>"));
  assert(position("Maud</p>") > position("Fram</p>"));
  assert(!pieces[0]!.includes("boundary"), "no text of BackupLoading");
  const html = pieces.join("");
  assert(position('id="harbour"') >= position("Maud</p>"));
  assert(
    html.includes(
      '<script id="harbour" type="application/json" nonce="r4nd0m">',
    ),
  );
  const state = deserialize(dataIn(html, "harbour")!);
  assertEquals(
    ["0", "1", "2"].map((id) =>
      (state.getEntity("Vessel", id) as { name: string }).name
    ),
    ["Root", "Fram", "Maud"],
  );
});

Deno.test("renders into a stream of Node.js, too [react/SSR-3]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Name() {
    return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
  }
  const pieces: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        pieces.push(String(chunk));
        done();
      },
      final(done) {
        done();
        resolve();
      },
    });
    const { pipe } = renderToPipeableStream(
      <div>
        <Provider>
          <Suspense fallback="waiting">
            <Name />
          </Suspense>
        </Provider>
        <Data />
      </div>,
      {
        onShellReady() {
          pipe(sink);
          harbour.last.answer({ id: "1", name: "Fram" });
        },
        onError: reject,
      },
    );
  });
  const html = pieces.join("");
  assert(html.indexOf("waiting") < html.indexOf("<p>Fram</p>"));
  assert(stateIn(html).getEntity("Vessel", "1") !== undefined);
});

Deno.test("components read what the store has by then; effects never run [react/SSR-4]", async () => {
  const harbour = new Harbour();
  const seen: string[] = [];
  class Watcher implements Manager {
    readonly middleware: Middleware =
      () => (next: Dispatch) => (action: ActionTypes) => {
        seen.push(action.type);
        return next(action);
      };
    cleanup() {}
  }
  const [Provider, , controller, store] = createPersistedStore([
    new Watcher(),
    new NetworkManager(),
  ]);
  let references = 0;
  const { createCountRef } = controller.gcPolicy;
  controller.gcPolicy.createCountRef = (target) => {
    const take = createCountRef.call(controller.gcPolicy, target);
    return () => {
      if (target.paths !== undefined) references++;
      return take();
    };
  };
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  function Name() {
    return <p>{useLive(getVessel, { id: "1" }).name}</p>;
  }
  const later = Promise.withResolvers<void>();
  const getPort = new Endpoint(() => later.promise.then(() => "Aden"), {
    name: "getPort",
  });
  function Port() {
    const port = useSuspense(getPort);
    return (
      <i>
        {port} <Name />
      </i>
    );
  }
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Suspense fallback="waiting">
            <Name />
          </Suspense>
          <Suspense fallback="waiting too">
            <Port />
          </Suspense>
        </Provider>
      </div>,
    )
  ) {
    html += piece;
    if (harbour.requests.length === 1 && !html.includes("Fram</p>")) {
      harbour.last.answer({ id: "1", name: "Fram" });
    }
    if (html.includes("Fram</p>") && !html.includes("Aden")) {
      store.dispatch(
        actions.createSet(harbour.getVessel.schema, {
          args: [{ id: "1" }],
          value: { id: "1", name: "Maud" },
        }),
      );
      later.resolve();
    }
  }
  assert(textIn(html).includes("<p>Fram</p>"));
  assert(
    textIn(html).includes("<p>Maud</p>"),
    "the later one shows the change",
  );
  assertEquals(harbour.asked, ["vessel 1"]);
  assert(!seen.includes("rdc/subscribe"), seen.join());
  assertEquals(references, 0);
});

Deno.test("useDLE and useFetch show that they load, and hold nothing back [react/SSR-5]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Title() {
    const { loading } = useDLE(harbour.getVessel, { id: "1" });
    const weather = useFetch(harbour.getWeather, { port: "aden" });
    return <p>{`${loading} ${weather.resolved}`}</p>;
  }
  // nothing is ever answered
  const html = await renderToText(
    <div>
      <Provider>
        <Title />
      </Provider>
      <Data />
    </div>,
  );
  assert(html.includes("<p>true false</p>"));
  assertEquals([...stateIn(html).endpointKeys()], []);
});

Deno.test("what useFetch requested is sent along if it arrives in time, and waited for if it is used [react/SSR-5] [react/SSR-8]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Weather({ port }: { port: string }) {
    useFetch(harbour.getWeather, { port });
    return null;
  }
  function UsedWeather() {
    const aden = useFetch(harbour.getWeather, { port: "aden" });
    const oslo = useFetch(harbour.getWeather, { port: "oslo" });
    return <p>{use(aden).wind + use(oslo).wind}</p>;
  }
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Weather port="rome" />
          <Weather port="kiel" />
          <Suspense fallback="waiting">
            <UsedWeather />
          </Suspense>
        </Provider>
        <Data />
      </div>,
    )
  ) {
    html += piece;
    assertEquals(harbour.asked.slice(0, 4), [
      "weather rome",
      "weather kiel",
      "weather aden",
      "weather oslo",
    ]);
    const [rome, , aden, oslo] = harbour.requests;
    rome!.answer({ port: "rome", wind: 1 });
    aden!.answer({ port: "aden", wind: 2 });
    setTimeout(() => oslo!.answer({ port: "oslo", wind: 40 }), 20);
  }
  assert(html.includes("<p>42</p>"));
  assertEquals(
    [...stateIn(html).endpointKeys()].map((key) =>
      /aden|oslo|rome|kiel/.exec(key)![0]
    )
      .sort(),
    ["aden", "oslo", "rome"],
  );
});

Deno.test("requests may start before rendering, and are shared with components [react/SSR-6]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady, controller] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  const early = controller.fetch(harbour.getVessel, { id: "1" });
  function Name() {
    return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
  }
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Suspense fallback="waiting">
            <Name />
          </Suspense>
        </Provider>
        <Data />
      </div>,
    )
  ) {
    html += piece;
    harbour.last.answer({ id: "1", name: "Fram" });
  }
  assertEquals((await early).name, "Fram");
  assert(html.includes("<p>Fram</p>"));
  assertEquals(harbour.asked, ["vessel 1"]);
});

Deno.test("whatever is in the markup is in the state, however deep it is nested and slow [react/SSR-8] [react/LIM-2]", async () => {
  const depth = 6;
  const getLevel = new Endpoint(
    ({ level }: { level: number }) => delayed(level * 8, { level }),
    { name: "getLevel" },
  );
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Level({ level }: { level: number }) {
    const found = useSuspense(getLevel, { level });
    return (
      <div>
        level {found.level}
        {level < depth && (
          <Suspense fallback="waiting">
            <Level level={level + 1} />
          </Suspense>
        )}
      </div>
    );
  }
  const html = await renderToText(
    <div>
      <Data />
      <Provider>
        <Suspense fallback="waiting">
          <Level level={0} />
        </Suspense>
      </Provider>
    </div>,
  );
  const levels = [...textIn(html).matchAll(/level (\d)/g)];
  assertEquals(levels.length, depth + 1);
  assertEquals([...stateIn(html).endpointKeys()].length, depth + 1);
});

Deno.test("prefetched data is waited for and sent along [react/SSR-8] [react/NEW-37]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Prefetch endpoint={harbour.getVessel} args={[{ id: "1" }]}>
            text
          </Prefetch>
        </Provider>
        <Data />
      </div>,
    )
  ) {
    html += piece;
    setTimeout(() => harbour.last.answer({ id: "1", name: "Fram" }), 10);
  }
  assert(textIn(html).includes("text"));
  assert(stateIn(html).getEntity("Vessel", "1") !== undefined);
});

Deno.test("a failed request streams the fallback and leaves the rest of the page alone [react/SSR-15]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Name() {
    return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
  }
  const errors: unknown[] = [];
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <AsyncBoundary fallback="waiting">
            <Name />
          </AsyncBoundary>
          <b>rest</b>
        </Provider>
        <Data />
      </div>,
      errors,
    )
  ) {
    html += piece;
    harbour.last.fail(Object.assign(new Error("storm"), { status: 503 }));
  }
  // The streams of Preact do not tell.
  assertEquals(errors.map(String), isPreact ? [] : ["Error: storm"]);
  assertEquals(harbour.asked, ["vessel 1"]);
  assert(textIn(html).includes("waiting"));
  assert(textIn(html).includes("<b>rest</b>"));
  assert(dataIn(html) !== undefined);
});

Deno.test("the plain provider says once on a server that it does not belong there, and renders its data [react/PRV-23] [react/LIM-7]", async () => {
  const harbour = new Harbour();
  const initialState = {
    entities: { Vessel: { "1": { id: "1", name: "Fram" } } },
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
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    function Name() {
      return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
    }
    for await (
      const _ of stream(
        <div>
          <Provider>
            <Suspense fallback="waiting">
              <Name />
            </Suspense>
          </Provider>
          <Data />
        </div>,
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
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    function Name() {
      return <p>{useSuspense(harbour.getVessel, { id: "1" }).name}</p>;
    }
    for await (
      const _ of stream(
        <div>
          <Provider>
            <Suspense fallback="waiting">
              <Name />
            </Suspense>
          </Provider>
          <Data />
        </div>,
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
