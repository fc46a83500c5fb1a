import { Page } from "./support/page.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { renderToStaticMarkup } from "react-dom/server";
import {
  Collection,
  deserialize,
  Endpoint,
  Entity,
  initialState,
} from "../../mod.ts";
import type { StateJSON } from "../../controller/mod.ts";
import {
  awaitInitialData,
  createPersistedStore,
  createServerDataComponent,
  getInitialData,
  ServerData,
} from "../../react/ssr/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Vessel } from "./support/harbour.ts";
import { dataIn, renderToText } from "./support/server.ts";

/** Characters that mean something in HTML, or end a line of script. */
const hostile =
  "</script><script>alert(1)</script><!--<script>&amp;\u2028\u2029]]>";

Deno.test("no text can leave the script element, and all of it arrives [react/SSR-9]", async () => {
  const [, , controller, store] = createPersistedStore();
  const getText = new Endpoint(
    (argument: string) => Promise.resolve({ [hostile]: argument }),
    { name: "getText" },
  );
  await controller.fetch(getText, hostile);
  await controller.set(Vessel, { id: hostile }, { id: hostile, name: hostile });
  const html = renderToStaticMarkup(
    <ServerData data={store.getState()} nonce="r4nd0m" />,
  );
  const text = dataIn(html)!;
  assertEquals(text.match(/[<>&\u2028\u2029]/g), null);
  assert(html.startsWith('<script id="data-client-data" '));
  assert(html.includes('nonce="r4nd0m"'));
  await using page = await Page.load(`<body>${html}<i>rest</i></body>`);
  assertEquals(page.document.querySelectorAll("script").length, 1);
  assertEquals(page.document.querySelector("i")?.textContent, "rest");
  const state = getInitialData();
  assertEquals(
    (state.getEntity("Vessel", hostile) as { name: string }).name,
    hostile,
  );
  assertEquals(state.getEndpoint(getText.key(hostile)), { [hostile]: hostile });
  assertEquals(page.complaints, []);
});

Deno.test("what cannot be serialized logs an error and renders nothing [react/SSR-9] [controller/SSR-7]", async () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const broken = {
    get entities(): never {
      throw new Error("no");
    },
  };
  let html = "";
  const errors = await withoutConsole("error", () => {
    html = renderToStaticMarkup(
      <p>
        <ServerData data={cycle as Partial<StateJSON>} id="first" />
        <ServerData data={broken} id="second" />
        <ServerData data={undefined as never} id="third" />
        rest
      </p>,
    );
    return Promise.resolve();
  });
  assertEquals(html, "<p>rest</p>");
  assertEquals(
    errors.map((error) => /"(\w+)"/.exec(String(error))?.[1]),
    ["first", "second", "third"],
  );
});

Deno.test("values that JSON lacks arrive, and what text cannot carry is requested again [react/SSR-10]", async () => {
  const [, , controller, store] = createPersistedStore();
  const endpoints = {
    forever: new Endpoint(() => Promise.resolve(1), {
      name: "forever",
      dataExpiryLength: Infinity,
    }),
    nothing: new Endpoint(() => Promise.resolve({ gone: undefined }), {
      name: "nothing",
    }),
    file: new Endpoint(() => Promise.resolve(new ArrayBuffer(2)), {
      name: "file",
    }),
    failing: new Endpoint(
      (): Promise<number> =>
        Promise.reject(Object.assign(new TypeError("storm"), { status: 503 })),
      { name: "failing" },
    ),
  };
  await Promise.allSettled(
    Object.values(endpoints).map((endpoint) =>
      controller.fetch(endpoint as Endpoint<() => Promise<unknown>>)
    ),
  );
  const html = renderToStaticMarkup(<ServerData data={store.getState()} />);
  const state = deserialize(dataIn(html)!);
  assertEquals(state.getMeta(endpoints.forever.key())?.expiresAt, Infinity);
  assertEquals(
    Object.entries(state.getEndpoint(endpoints.nothing.key()) as object),
    [["gone", undefined]],
  );
  const error = state.getMeta(endpoints.failing.key())?.error as Error & {
    status: number;
  };
  assert(error instanceof Error);
  assertEquals(
    [error.name, error.message, error.status],
    ["TypeError", "storm", 503],
  );
  assertEquals(
    [
      state.hasEndpoint(endpoints.file.key()),
      state.getMeta(endpoints.file.key()),
    ],
    [false, undefined],
  );
  assertEquals(state.optimistic, []);
});

Deno.test("pending optimistic changes stay on the server [react/SSR-10]", async () => {
  const [, , controller, store] = createPersistedStore();
  await controller.set(Vessel, { id: "1" }, { id: "1", name: "Fram" });
  const rename = new Endpoint(
    (_: { id: string }): Promise<unknown> => new Promise(() => {}),
    {
      name: "rename",
      sideEffect: true,
      schema: Vessel,
      getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({
        id,
        name: "Maud",
      }),
    },
  );
  void controller.fetch(rename, { id: "1" });
  assertEquals(store.getState().optimistic.length, 1);
  const html = renderToStaticMarkup(<ServerData data={store.getState()} />);
  const state = deserialize(dataIn(html)!);
  assertEquals(
    [state.optimistic, (state.getEntity("Vessel", "1") as Vessel).name],
    [[], "Fram"],
  );
});

Deno.test("without script element, or with an empty one, the client starts without data [react/SSR-11]", async () => {
  {
    await using page = await Page.load("<body></body>");
    assert(getInitialData() === initialState);
    assertEquals(page.complaints, []);
  }
  await using page = await Page.load(
    '<body><script type="application/json" id="data-client-data"></script></body>',
  );
  assert(getInitialData() === initialState);
  assertEquals(page.complaints.length, 1);
  assert(/content-security-policy/i.test(page.complaints[0]!));
});

Deno.test("broken text gives the empty state, with a message [react/SSR-11] [controller/SSR-8]", async () => {
  const complaints: [string, number][] = [];
  for (
    const text of ['{"format":1,', "null", '{"format":1,"meta":{"a":null}}', ""]
  ) {
    await using page = await Page.load(
      `<body><script type="application/json" id="data-client-data">${text}</script></body>`,
    );
    assertEquals([...getInitialData().endpointKeys()], []);
    assert(getInitialData("another") === initialState);
    complaints.push([text, page.complaints.length]);
  }
  assertEquals(complaints, [
    ['{"format":1,', 1],
    ["null", 1],
    ['{"format":1,"meta":{"a":null}}', 0],
    ["", 1],
  ]);
});

Deno.test("the state is there as soon as its element is complete, at the latest at the end of the page [react/SSR-12] [controller/SSR-9]", async () => {
  const html = renderToStaticMarkup(
    <ServerData
      data={{ endpoints: { tide: 2 }, meta: {} }}
    />,
  );
  {
    await using page = await Page.begin();
    page.write(`<body>${html}<p>and more to come`);
    assertEquals(page.document.readyState, "loading");
    assertEquals((await awaitInitialData()).getEndpoint("tide"), 2);
  }
  {
    await using page = await Page.begin();
    let state: unknown;
    const waiting = awaitInitialData().then((found) => state = found);
    await Promise.resolve();
    assertEquals(state, undefined);
    page.write(`<body>${html}`);
    // a parser may have added a part of the text only
    const script = page.document.querySelector("script")!;
    const text = script.textContent!;
    script.textContent = text.slice(0, -9);
    const alsoWaiting = awaitInitialData();
    script.textContent = text;
    await page.end();
    await waiting;
    assertEquals((await alsoWaiting).getEndpoint("tide"), 2);
  }
  {
    await using page = await Page.begin();
    const waiting = awaitInitialData();
    page.write("<body>nothing</body>");
    const outcome = assertRejects(() => waiting, Error, "data-client-data");
    await page.end();
    await outcome;
    await assertRejects(() => awaitInitialData(), Error);
  }
});

Deno.test("two stores on one page keep apart by their ids [react/SSR-21]", async () => {
  const stores = ["north", "south"].map((id) => {
    const [, useReady, controller] = createPersistedStore();
    return { id, Data: createServerDataComponent(useReady, id), controller };
  });
  for (const { id, controller } of stores) {
    await controller.set(Vessel, { id: "1" }, { id: "1", name: id });
  }
  const html = await renderToText(
    <html>
      <body>
        {stores.map(({ id, Data }) => <Data key={id} />)}
      </body>
    </html>,
  );
  await using _ = await Page.load(html);
  for (const { id } of stores) {
    const state = await awaitInitialData(id);
    assertEquals((state.getEntity("Vessel", "1") as Vessel).name, id);
  }
  assert(getInitialData() === initialState);
});

Deno.test("a class without a key of its own is reported before its data leaves [react/SSR-16] [controller/SSR-12]", async () => {
  class Harbourmaster extends Entity {
    id = "";
  }
  class Port extends Entity {
    id = "";
    master = Harbourmaster.fromJS();
    static override schema = { master: Harbourmaster };
    static override key = "Port";
  }
  class Derived extends Port {}
  const getPorts = new Endpoint(
    () => Promise.resolve([{ id: "1", master: { id: "2" } }]),
    { name: "getPorts", schema: new Collection([Port]) },
  );
  const getDerived = new Endpoint(() => Promise.resolve({ id: "7" }), {
    name: "getDerived",
    schema: Derived,
  });
  const render = async () => {
    const [, useReady, controller, store] = createPersistedStore();
    await controller.fetch(getPorts);
    await controller.fetch(getDerived);
    const Data = createServerDataComponent(useReady);
    renderToStaticMarkup(<ServerData data={store.getState()} />);
    await renderToText(
      <div>
        <Data />
      </div>,
    );
  };
  const warnings = await withoutConsole("warn", async () => {
    await render();
    await render();
  });
  assertEquals(warnings.length, 1, "once for each class");
  assert(String(warnings[0]).includes('static override key = "Harbourmaster"'));
  assert(!String(warnings[0]).includes("Port"));
});
