/** The data of a page that is streamed, which comes with the markup that shows it. */
import { Page } from "./support/page.ts";
import { assert, assertEquals } from "@std/assert";
import { type ReactNode, Suspense, useEffect } from "react";
import { Controller, createReducer } from "../../controller/mod.ts";
import { mergeState } from "../../controller/merge_stored.ts";
import {
  All,
  deserialize,
  initialState,
  NetworkManager,
  Query,
  State,
} from "../../mod.ts";
import {
  DataProvider,
  useCache,
  useController,
  useDLE,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import { ExternalDataProvider, prepareStore } from "../../react/redux/mod.ts";
import {
  awaitInitialData,
  createPersistedStore,
  createServerDataComponent,
  getInitialData,
} from "../../react/ssr/mod.ts";
import { PageScripts, PageStates } from "../../react/ssr/page_states.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { settle } from "./support/render.tsx";
import { isPreact } from "./support/renderer.ts";
import {
  onServer,
  pipe,
  scriptsIn,
  type ServerErrors,
  stateIn,
  stream,
} from "./support/server.ts";

/** Answers everything, each request a while after the one before. */
class Server extends Harbour {
  protected override ask(name: string): Promise<unknown> {
    const asked = super.ask(name);
    const { last: { answer } } = this;
    const [, id] = name.split(" ");
    const value = { id, name: `Vessel ${id}` };
    setTimeout(answer, 3 * this.requests.length, value);
    return asked;
  }
}

/** Shows a vessel, and below it those whose request begins only then. */
function Ship({ harbour, id, depth = 0 }: {
  readonly harbour: Harbour;
  readonly id: string;
  readonly depth?: number;
}) {
  const { name } = useSuspense(harbour.getVessel, { id });
  return (
    <div>
      <p>{name}</p>
      {depth > 0 &&
        ["a", "b"].map((next) => (
          <Suspense key={next} fallback="waiting">
            <Ship harbour={harbour} id={id + next} depth={depth - 1} />
          </Suspense>
        ))}
    </div>
  );
}

function Fleet({ harbour }: { readonly harbour: Harbour }) {
  return (
    <>
      <Suspense fallback="waiting">
        <Ship harbour={harbour} id="1" depth={2} />
      </Suspense>
      <Suspense fallback="waiting">
        <Ship harbour={harbour} id="2" depth={1} />
      </Suspense>
    </>
  );
}

const vessels = ["1", "1a", "1aa", "1ab", "1b", "1ba", "1bb", "2", "2a", "2b"];

/** A document whose data comes before or after the application. */
function documentOf(isDataFirst: boolean, nonce?: string): ReactNode {
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  const data = nonce === undefined ? <Data /> : <Data nonce={nonce} />;
  return (
    <html>
      <body>
        {isDataFirst && data}
        <div id="root">
          <Provider>
            <Fleet harbour={new Server()} />
          </Provider>
        </div>
        {isDataFirst || data}
      </body>
    </html>
  );
}

const streams: Record<string, (content: ReactNode) => Promise<string[]>> = {
  renderToReadableStream: (content) => Array.fromAsync(stream(content)),
  renderToPipeableStream: pipe,
};

for (const [name, render] of Object.entries(streams)) {
  for (const isDataFirst of [true, false]) {
    Deno.test(`with ${name} all data comes before the markup that shows it, and once, where data is ${isDataFirst ? "first" : "last"} [react/NEW-60]`, async () => {
      const pieces = await render(documentOf(isDataFirst, "r4nd0m"));
      const html = pieces.join("");
      assert(pieces.length >= 4, "a stream");
      for (const id of vessels) {
        const shown = html.indexOf(`<p>Vessel ${id}</p>`);
        const carried = html.indexOf(`"name":"Vessel ${id}"`);
        assert(carried >= 0 && carried < shown, `${id} in ${html}`);
        assertEquals(html.split(`"name":"Vessel ${id}"`).length, 2, id);
      }
      const scripts = scriptsIn(html);
      // each level asks when the one before is shown
      assert(scripts.length >= 4, "one for the shell, and one for each level");
      const elements = html.match(/<script[^>]*application\/json[^>]*>/g)!;
      assertEquals(elements.length, scripts.length);
      assert(elements.every((tag) => tag.includes('nonce="r4nd0m"')), html);
      const state = stateIn(html);
      assertEquals(
        vessels.map((id) => state.getEntity("Vessel", id)),
        vessels.map((id) => ({ id, name: `Vessel ${id}` })),
      );
    });
  }
}

Deno.test("the first script comes with the shell, with what has been requested before [react/NEW-60] [react/SSR-6]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady, controller] = createPersistedStore();
  const Data = createServerDataComponent(useReady, "quay");
  const request = controller.fetch(harbour.getVessel, { id: "0" });
  harbour.last.answer({ id: "0", name: "Root" });
  await request;
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Ship harbour={harbour} id="0" />
          <Suspense fallback="waiting">
            <Ship harbour={harbour} id="1" />
          </Suspense>
        </Provider>
        <Data />
      </div>,
    )
  ) {
    html += piece;
    // nothing else comes before that is answered
    if (html.includes('{"id":"0","name":"Root"}')) {
      harbour.last.answer({ id: "1", name: "Fram" });
    }
  }
  const [first, second, ...more] = scriptsIn(html, "quay");
  assert(first!.includes("Root") && !first!.includes("Fram"));
  assert(second!.includes("Fram") && !second!.includes("Root"));
  assertEquals(more, []);
});

Deno.test("scripts in any order, and twice, give the same state [react/NEW-60]", async () => {
  const html = (await streams.renderToReadableStream!(documentOf(false)))
    .join("");
  const patches = scriptsIn(html).map((text) => deserialize(text));
  const reduce = createReducer(new Controller());
  const merge = (all: State[]) =>
    all.reduce((state, patch) =>
      reduce(state, {
        type: "rdc/merge",
        apply: (stored) => mergeState(stored, patch, true),
      }), initialState).toJSON();
  const state = merge(patches);
  assertEquals(Object.keys(state.entities.Vessel!).length, vessels.length);
  assertEquals(merge([...patches].reverse()), state);
  assertEquals(merge([...patches, ...patches]), state);
});

/** Shows a list, whose answer comes last. */
function Cargo({ harbour }: { readonly harbour: Harbour }) {
  const vessels = useSuspense(harbour.getVessels, { route: "north" });
  return <p>{vessels.map(({ tons }) => `${tons} tons`)}</p>;
}

Deno.test("a row arrives with what an earlier request has added to it later [react/NEW-60]", async () => {
  const harbour = new Harbour();
  const html = await onServer(async () => {
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    let html = "";
    for await (
      const piece of stream(
        <html>
          <body>
            <div id="root">
              <Provider>
                <Suspense fallback="waiting">
                  <Cargo harbour={harbour} />
                </Suspense>
                <Suspense fallback="waiting">
                  <Ship harbour={harbour} id="1" />
                </Suspense>
              </Provider>
            </div>
            <Data />
          </body>
        </html>,
      )
    ) {
      const [list, ship] = harbour.requests;
      if (html === "") ship!.answer({ id: "1", name: "Maud" });
      html += piece;
      if (html.includes("Maud")) {
        list!.answer([{ id: "1", name: "Maud", tons: 402 }]);
      }
    }
    return html;
  });
  assertEquals(harbour.asked, ["vessels north", "vessel 1"]);
  assert(html.includes("<p>402 tons</p>"));
  await using _page = await Page.load(html);
  const { entities } = (await awaitInitialData()).toJSON();
  assertEquals(entities.Vessel, { "1": { id: "1", name: "Maud", tons: 402 } });
});

/** Throws as soon as there are vessels. */
const vesselCount = new Query(new All(Vessel), (all): number => {
  throw new Error(`cannot count ${all.length} vessels`);
});

function Count() {
  return <i>{useQuery(vesselCount) ?? "none"}</i>;
}

/** Shows the number of vessels once the last one has been requested. */
function LateCount({ harbour }: { readonly harbour: Harbour }) {
  useSuspense(harbour.getVessel, { id: "2b" });
  return <Count />;
}

for (const isLate of [false, true]) {
  Deno.test(`a query that throws ${isLate ? "while it renders" : "after it has rendered"} costs no script [react/NEW-60] [react/SSR-9]`, async () => {
    const [Provider, useReady] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    const harbour = new Server();
    const errors: ServerErrors = [];
    const pieces = await Array.fromAsync(stream(
      <div>
        <Provider>
          {isLate || <Count />}
          <Fleet harbour={harbour} />
          {isLate && (
            <Suspense fallback="waiting">
              <LateCount harbour={harbour} />
            </Suspense>
          )}
        </Provider>
        <Data />
      </div>,
      errors,
    ));
    // Preact tells nobody of a part that throws while it streams
    assertEquals(errors.length, isLate && !isPreact ? 1 : 0);
    const rows = stateIn(pieces.join("")).toJSON().entities.Vessel!;
    assertEquals(Object.keys(rows).toSorted(), vessels);
  });
}

interface Subject {
  readonly harbour: Harbour;
  /** Told of each component that has come to life. */
  readonly alive?: string[];
}

let controller: Controller;

function Name({ harbour, alive, id }: Subject & { readonly id: string }) {
  const { name } = useSuspense(harbour.getVessel, { id });
  useEffect(() => void alive?.push(name), []);
  return <p id={`vessel${id}`}>{name}</p>;
}

/** Shows what the second component below waits for, and what nobody sends. */
function Summary({ harbour }: Subject) {
  controller = useController();
  const { data, loading } = useDLE(harbour.getVessel, { id: "2" });
  const second = useCache(harbour.getVessel, { id: "2" });
  const weather = useDLE(harbour.getWeather, { port: "aden" });
  const wind = weather.loading ? "calm?" : weather.data?.wind;
  return (
    <b title={second?.name ?? "unknown"}>
      {loading ? "nothing" : data?.name} {wind}
    </b>
  );
}

function Application(subject: Subject) {
  return (
    <>
      <Summary {...subject} />
      {["1", "2"].map((id) => (
        <Suspense key={id} fallback={<i>waiting</i>}>
          <Name {...subject} id={id} />
        </Suspense>
      ))}
    </>
  );
}

/** A page, cut before each part that is sent later. */
function serve(isWeatherLost = false): Promise<string[]> {
  return onServer(async () => {
    const harbour = new Harbour();
    const [Provider, useReady, controller] = createPersistedStore();
    const Data = createServerDataComponent(useReady);
    if (isWeatherLost) {
      controller.fetch(harbour.getWeather, { port: "aden" }).catch(() => {});
    }
    const pieces = stream(
      <html>
        <body>
          <div id="root">
            <Provider>
              <Application harbour={harbour} />
            </Provider>
          </div>
          <Data />
        </body>
      </html>,
    );
    let html = "";
    for await (const piece of pieces) {
      html += piece;
      for (const { name, answer, fail } of harbour.requests) {
        const [kind, id] = name.split(" ");
        if (kind !== "vessel") fail(new Error("storm"));
        if (id === "1" || html.includes("Vessel 1</p>")) {
          answer({ id, name: `Vessel ${id}` });
        }
      }
    }
    return html.split(/(?=<div hidden id="S:)/);
  });
}

/** Of the parts of a page, those that end before the markup of the second vessel and its data, and those that follow. */
function halves(parts: readonly string[]): [string, string, string] {
  const second = parts.findIndex((part) => part.includes("Vessel 2"));
  return [
    parts[0]!,
    parts.slice(1, second).join(""),
    parts.slice(second).join(""),
  ];
}

/** Scripts of the page put in its place what has arrived, which then hydrates. */
async function until(hasHappened: () => boolean): Promise<void> {
  while (!hasHappened()) {
    await settle(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
}

/** Hydrates what has arrived of a page. */
async function takeOver(
  page: Page,
  initialState: State,
): Promise<{ readonly harbour: Harbour; readonly alive: string[] }> {
  const harbour = new Harbour();
  const alive: string[] = [];
  await page.hydrate(
    <DataProvider initialState={initialState} devButton={null}>
      <Application harbour={harbour} alive={alive} />
    </DataProvider>,
  );
  return { harbour, alive };
}

// Preact takes over what is complete.
const streamedTest = isPreact ? Deno.test.ignore : Deno.test;

streamedTest(
  "a component hydrates while the page is streamed, and requests nothing [react/NEW-60] [react/SSR-13]",
  async () => {
    const [shell, first, second] = halves(await serve());
    await using page = await Page.begin();
    const arrival = awaitInitialData();
    page.write(shell);
    const { harbour, alive } = await takeOver(page, await arrival);
    const summary = () => document.querySelector("#root b")!.textContent;
    assertEquals([alive, summary()], [[], "nothing calm?"]);

    page.write(first);
    await until(() => alive.length > 0);
    assertEquals(alive, ["Vessel 1"]);
    assertEquals(document.querySelector("#vessel2"), null);
    assertEquals(page.document.readyState, "loading");
    assertEquals(summary(), "nothing calm?");

    page.write(second);
    await until(() => alive.length > 1);
    assertEquals(alive, ["Vessel 1", "Vessel 2"]);
    assertEquals([summary(), harbour.asked], ["Vessel 2 calm?", []]);

    // what the page has ended without
    await settle(() => page.end());
    assertEquals(harbour.asked, ["weather aden"]);
    await settle(() => harbour.last.answer({ port: "aden", wind: 3 }));
    assertEquals(summary(), "Vessel 2 3");
    assertEquals(page.complaints, []);
  },
);

streamedTest(
  "a page goes on in a store of the application, too [react/NEW-60] [react/PRV-33]",
  async () => {
    const [shell, ...parts] = await serve();
    await using page = await Page.begin();
    page.write(shell!);
    const harbour = new Harbour();
    const alive: string[] = [];
    const managers = [new NetworkManager()];
    const store = prepareStore(await awaitInitialData(), managers, Controller);
    await page.hydrate(
      <ExternalDataProvider {...store}>
        <Application harbour={harbour} alive={alive} />
      </ExternalDataProvider>,
    );
    page.write(parts.join(""));
    await until(() => alive.length > 1);
    assertEquals(alive, ["Vessel 1", "Vessel 2"]);
    assertEquals(
      document.querySelector("#root b")!.textContent,
      "Vessel 2 calm?",
    );
    assertEquals([page.complaints, harbour.asked], [[], []]);
  },
);

streamedTest(
  "what is newer on the client stays, and follows after hydration [react/NEW-60] [react/NEW-11]",
  async () => {
    const [shell, first, second] = halves(await serve());
    await using page = await Page.begin();
    page.write(shell);
    const { harbour, alive } = await takeOver(page, await awaitInitialData());
    await settle(() =>
      controller.set(Vessel, { id: "2" }, { id: "2", name: "Maud" })
    );
    page.write(first);
    page.write(second);
    await until(() => alive.length > 1);
    await settle();
    assertEquals([page.complaints, alive], [[], ["Vessel 1", "Vessel 2"]]);
    assertEquals(document.querySelector("#vessel2")!.textContent, "Maud");
    assertEquals([page.complaints, harbour.asked], [[], []]);
  },
);

streamedTest(
  "a request that has failed on the server is made again [react/NEW-60] [react/SSR-15]",
  async () => {
    const [shell, ...parts] = await serve(true);
    assert(parts.join("").includes("storm"));
    await using page = await Page.begin();
    page.write(shell!);
    const { harbour, alive } = await takeOver(page, await awaitInitialData());
    page.write(parts.join(""));
    await until(() => alive.length > 1);
    await settle(() => page.end());
    assertEquals(harbour.asked, ["weather aden"]);
    await settle(() => harbour.last.answer({ port: "aden", wind: 3 }));
    assertEquals(document.querySelector("#root b")!.textContent, "Vessel 2 3");
    assertEquals(page.complaints, []);
  },
);

streamedTest(
  "nothing of the page comes back after a reset [react/NEW-60] [react/NEW-84]",
  async () => {
    const [shell, first, second] = halves(await serve());
    await using page = await Page.begin();
    page.write(shell);
    const { alive } = await takeOver(page, await awaitInitialData());
    page.write(first);
    await until(() => alive.length > 0);
    await settle(() => controller.resetEntireStore());
    page.write(second);
    await settle();
    const state = controller.getState();
    assertEquals([...state.endpointKeys()], []);
  },
);

Deno.test("a page that has arrived is one state, and hydrates without a request [react/NEW-60] [react/SSR-22]", async () => {
  await using page = await Page.load((await serve()).join(""));
  for (const state of [getInitialData(), await awaitInitialData()]) {
    assertEquals(
      ["1", "2"].map((id) => state.getEntity("Vessel", id)),
      ["1", "2"].map((id) => ({ id, name: `Vessel ${id}` })),
    );
  }
  const { harbour, alive } = await takeOver(page, getInitialData());
  await until(() => alive.length > 1);
  assertEquals(
    document.querySelector("#root b")!.textContent,
    "Vessel 2 calm?",
  );
  assertEquals([page.complaints, harbour.asked], [[], ["weather aden"]]);
});

Deno.test("a script looks at what was written since the one before, not at all that is stored [react/NEW-60]", () => {
  const [, , controller, store] = createPersistedStore();
  const harbour = new Harbour();
  for (let number = 0; number < 1000; number++) {
    const id = `${number}`;
    controller.setResponse(harbour.getVessel, { id }, { id, name: "Fram" });
  }
  const scripts = new PageScripts(new PageStates(controller, new WeakSet()));
  const first = JSON.parse(scripts.write(store.getState()));
  assertEquals(Object.keys(first.entities.Vessel).length, 1000);
  harbour.bring(controller, "7", "Gjoa");
  const { getRecord, getEndpointRecord } = State.prototype;
  let lookups = 0;
  State.prototype.getRecord = function (...names) {
    lookups++;
    return getRecord.apply(this, names);
  };
  State.prototype.getEndpointRecord = function (...names) {
    lookups++;
    return getEndpointRecord.apply(this, names);
  };
  try {
    const second = JSON.parse(scripts.write(store.getState()));
    assertEquals(second.entities, { Vessel: { 7: { id: "7", name: "Gjoa" } } });
    assertEquals(Object.keys(second.endpoints), [
      harbour.getVessel.key({ id: "7" }),
    ]);
  } finally {
    Object.assign(State.prototype, { getRecord, getEndpointRecord });
    store.dispose();
  }
  assert(lookups < 10, `${lookups} lookups`);
});

Deno.test("a script after a reset has all that was stored since [react/NEW-60]", () => {
  const [, , controller, store] = createPersistedStore();
  const harbour = new Harbour();
  const scripts = new PageScripts(new PageStates(controller, new WeakSet()));
  for (const id of ["1", "2"]) {
    controller.setResponse(harbour.getVessel, { id }, { id, name: "Fram" });
  }
  scripts.write(store.getState());
  controller.resetEntireStore();
  harbour.bring(controller, "2", "Gjoa");
  const { entities } = JSON.parse(scripts.write(store.getState()));
  assertEquals(entities, { Vessel: { 2: { id: "2", name: "Gjoa" } } });
  store.dispose();
});
