import { Page } from "./support/page.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type ReactNode, Suspense } from "react";
import {
  type Controller,
  createClient,
  deserialize,
  Endpoint,
} from "../../mod.ts";
import * as everywhere from "../../react/mod.ts";
import {
  DataProvider,
  HydrateData,
  prefetchState,
  useCache,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import * as server from "../../react/server.ts";
import {
  awaitInitialData,
  createPersistedStore,
  ServerData,
} from "../../react/ssr/mod.ts";

import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";
import { onServer, renderToText } from "./support/server.ts";

const vessel = { id: "1" };

/** What a server or a loader has requested. */
async function stateOf(name: string, id = "1"): Promise<string> {
  const harbour = new Harbour();
  const state = prefetchState([[harbour.getVessel, { id }]]);
  harbour.last.answer({ id, name });
  return await state;
}

let controller: Controller;

function Name({ harbour, id = "1" }: { harbour: Harbour; id?: string }) {
  controller = useController();
  return <b>{useSuspense(harbour.getVessel, { id }).name}</b>;
}

/** What the console is told meanwhile. */
async function complaintsOf(run: () => Promise<unknown>): Promise<string[]> {
  const complaints: string[] = [];
  const { error, warn } = console;
  console.error = console.warn = (...parts: unknown[]) =>
    complaints.push(parts.join(" "));
  try {
    await run();
  } finally {
    Object.assign(console, { error, warn });
  }
  return complaints;
}

Deno.test("components below show the given state, and request nothing of it [react/NEW-61]", async () => {
  const harbour = new Harbour();
  await using screen = await render(
    <DataProvider>
      <HydrateData state={await stateOf("Fram")}>
        <Name harbour={harbour} />
        <HydrateData state={deserialize(await stateOf("Maud", "2"))}>
          <Name harbour={harbour} id="2" />
        </HydrateData>
      </HydrateData>
    </DataProvider>,
  );
  assertEquals(screen.text(), "FramMaud");
  assertEquals(harbour.asked, []);
});

Deno.test("a state that comes later changes what others show, and what is newer stays [react/NEW-61]", async () => {
  const harbour = new Harbour();
  const old = await stateOf("Fram");
  await new Promise((resolve) => setTimeout(resolve, 2));
  const newer = await stateOf("Gjoa");
  const page = (state: string, content?: ReactNode) => (
    <DataProvider>
      <Suspense>
        <HydrateData state={state}>
          <Name harbour={harbour} />
        </HydrateData>
        {content}
      </Suspense>
    </DataProvider>
  );
  await using screen = await render(page(old));
  const complaints = await complaintsOf(async () => {
    await screen.render(
      page(old, <HydrateData state={newer}>{null}</HydrateData>),
    );
    await settle();
  });
  assertEquals([screen.text(), complaints], ["Gjoa", []]);
  await settle(() =>
    controller.set(Vessel, vessel, { ...vessel, name: "Maud" })
  );
  await screen.render(page(newer));
  await screen.render(page(old));
  await settle();
  assertEquals(screen.text(), "Maud");
  assertEquals(harbour.asked, []);
});

Deno.test("a state of before a reset shows nothing, also where it is mounted again or comes later [react/NEW-61]", async () => {
  const harbour = new Harbour();
  const state = await stateOf("Fram");
  const later = Promise.withResolvers<string>();
  const page = (content: ReactNode) => (
    <DataProvider>
      <Suspense fallback="waiting">{content}</Suspense>
    </DataProvider>
  );
  const named = (
    <HydrateData state={state}>
      <Name harbour={harbour} />
    </HydrateData>
  );
  await using screen = await render(page(named));
  assertEquals(screen.text(), "Fram");
  await screen.render(page(null));
  await settle(() => controller.resetEntireStore());
  await screen.render(page(named));
  await settle();
  assertEquals(screen.text(), "waiting");
  await screen.render(page([
    <HydrateData key="later" promise={later.promise}>{null}</HydrateData>,
    <Name key="name" harbour={harbour} />,
  ]));
  later.resolve(state);
  await settle();
  assertEquals(screen.text(), "waiting");
  await settle(() => harbour.last.answer({ id: "1", name: "Gjoa" }));
  assertEquals(screen.text(), "Gjoa");
});

Deno.test("components below a promise of a state wait for it, and request nothing [react/NEW-62]", async () => {
  const harbour = new Harbour();
  let arrive!: (state: string) => void;
  const promise = new Promise<string>((resolve) => arrive = resolve);
  await using screen = await render(
    <DataProvider>
      <Suspense fallback="waiting">
        <HydrateData promise={promise}>
          <Name harbour={harbour} />
        </HydrateData>
      </Suspense>
    </DataProvider>,
  );
  assertEquals(screen.text(), "waiting");
  const state = await stateOf("Fram");
  await settle(() => arrive(state));
  assertEquals([screen.text(), harbour.asked], ["Fram", []]);
});

Deno.test("a promise that rejects leaves the request to components [react/NEW-62]", async () => {
  const harbour = new Harbour();
  await using screen = await render(
    <DataProvider>
      <Suspense fallback="waiting">
        <HydrateData promise={Promise.reject(new Error("no server"))}>
          <Name harbour={harbour} />
        </HydrateData>
      </Suspense>
    </DataProvider>,
  );
  await settle();
  assertEquals([screen.text(), harbour.asked], ["waiting", ["vessel 1"]]);
  await settle(() => harbour.last.answer({ ...vessel, name: "Fram" }));
  assertEquals(screen.text(), "Fram");
});

Deno.test("what was rendered by a server from given data is taken over as it is [react/NEW-61] [react/SSR-13]", async () => {
  const state = await stateOf("Fram");
  const Cached = ({ harbour }: { harbour: Harbour }) => (
    <p>{useCache(harbour.getVessel, vessel)?.name}</p>
  );
  const application = (harbour: Harbour) => (
    <HydrateData state={state}>
      <Cached harbour={harbour} />
      <Name harbour={harbour} />
    </HydrateData>
  );
  for (const hasPayload of [true, false]) {
    const html = await onServer(async () => {
      const [Provider, , , store] = createPersistedStore();
      const html = await renderToText(
        <Provider>{application(new Harbour())}</Provider>,
      );
      const data = await renderToText(<ServerData data={store.getState()} />);
      return `<div id="root">${html}</div>${hasPayload ? data : ""}`;
    });
    await using page = await Page.load(`<html><body>${html}</body></html>`);
    assertEquals(document.querySelector("p")!.textContent, "Fram");
    const harbour = new Harbour();
    const initialState = hasPayload ? await awaitInitialData() : undefined;
    await page.hydrate(
      <DataProvider initialState={initialState} devButton={null}>
        {application(harbour)}
      </DataProvider>,
    );
    assertEquals(document.querySelector("p")!.textContent, "Fram");
    assertEquals([page.complaints, harbour.asked], [[], []]);
  }
});

Deno.test("each call of prefetchState has a store of its own, and gives text [react/NEW-62]", async () => {
  const harbour = new Harbour();
  const calls = ["Fram", "Maud"].map(() =>
    prefetchState([[harbour.getVessel, vessel], null])
  );
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
  harbour.requests.forEach(({ answer }, index) =>
    answer({ ...vessel, name: ["Fram", "Maud"][index] })
  );
  const states = await Promise.all(calls);
  assertEquals(
    states.map((state) => deserialize(state).getEntity("Vessel", "1")),
    [{ id: "1", name: "Fram" }, { id: "1", name: "Maud" }],
  );
});

Deno.test("what has failed is requested by the client, unless a function lets the failure through [react/NEW-62]", async () => {
  const harbour = new Harbour();
  const failure = prefetchState([[harbour.getVessel, vessel]]);
  harbour.last.fail(new Error("no vessel"));
  const state = await failure;
  await using _screen = await render(
    <DataProvider>
      <HydrateData state={state}>
        <Suspense>
          <Name harbour={harbour} />
        </Suspense>
      </HydrateData>
    </DataProvider>,
  );
  assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
  await assertRejects(
    () => {
      const state = prefetchState((controller) =>
        controller.fetch(harbour.getVessel, vessel)
      );
      harbour.last.fail(new Error("no vessel"));
      return state;
    },
    Error,
    "no vessel",
  );
});

Deno.test("in server components hooks say that they are hooks, and all else is there [react/NEW-63]", () => {
  const missing = Object.entries(everywhere).filter(([name, value]) =>
    typeof value === "function" && !name.endsWith("Context") &&
    !(name in server)
  );
  assertEquals(missing.map(([name]) => name), []);
  for (const [name, value] of Object.entries(server)) {
    if (!name.startsWith("use")) {
      const { [name]: other } = everywhere as Record<string, unknown>;
      assert(value === other, name);
      continue;
    }
    const message = assertThrows(() => (value as () => void)(), Error).message;
    assert(message.includes(name) && message.includes('"use client"'));
  }
});

Deno.test("reading by a Server Action is warned of, once [react/NEW-68]", async () => {
  const action = Object.assign(
    () => Promise.resolve("Fram"),
    { $$FORM_ACTION: () => {} },
  );
  const getName = new Endpoint(action, { name: "getName" });
  const complaints = await complaintsOf(async () => {
    for (let count = 0; count < 2; count++) {
      await using _ = await renderHook(() => useSuspense(getName), {
        props: null,
      });
      await settle();
    }
  });
  const warnings = complaints.filter((text) => text.includes("Server Action"));
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes("getName"));
  await using client = createClient();
  const rename = new Endpoint(action, { name: "rename", sideEffect: true });
  assertEquals(await client.fetch(rename), "Fram");
});
