import { assert, assertEquals } from "@std/assert";
import { Suspense } from "react";
import {
  type ActionTypes,
  type Dispatch,
  Endpoint,
  type Manager,
  type Middleware,
  NetworkManager,
} from "../../mod.ts";
import { actions } from "../../controller/mod.ts";
import { AsyncBoundary, useLive, useSuspense } from "../../react/mod.ts";
import {
  createPersistedStore,
  createServerDataComponent,
} from "../../react/ssr/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { isPreact } from "./support/renderer.ts";
import {
  dataIn,
  pipe,
  renderToText,
  stateIn,
  stream,
  textIn,
} from "./support/server.ts";
import { vesselPage } from "./support/vessel_page.tsx";

Deno.test("a boundary streams when its data arrives, and so does the state [react/SSR-3] [react/SSR-7] [react/SSR-20] [controller/SSR-5]", async () => {
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
  assertEquals(position('id="harbour"'), 0);
  assert(
    html.includes(
      '<script id="harbour" type="application/json" nonce="r4nd0m">',
    ),
  );
  const withoutNonce = await renderToText(
    <div>
      <Data />
    </div>,
  );
  assert(
    withoutNonce.includes('<script id="harbour" type="application/json">'),
  );
  const state = stateIn(html, "harbour");
  assertEquals(
    ["0", "1", "2"].map((id) =>
      (state.getEntity("Vessel", id) as { name: string }).name
    ),
    ["Root", "Fram", "Maud"],
  );
});

Deno.test("renders into a stream of Node.js, too [react/SSR-3]", async () => {
  const harbour = new Harbour();
  const pieces = await pipe(
    vesselPage(harbour),
    () => harbour.last.answer({ id: "1", name: "Fram" }),
  );
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

Deno.test("a failed request streams the fallback and leaves the rest of the page alone [react/SSR-15] [controller/SSR-4]", async () => {
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
