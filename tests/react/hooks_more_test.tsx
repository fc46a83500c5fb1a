import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { render, renderHook, settle } from "./support/render.tsx";
import { type ContextType, Suspense, useContext, useState } from "react";
import {
  All,
  Collection,
  type Controller,
  Entity,
  GCPolicy,
  initialState,
  Query,
  Union,
} from "../../mod.ts";
import * as react from "../../react/mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  StoreContext,
  UniversalSuspense,
  useCache,
  useCacheState,
  useController,
  useDebounce,
  useDLE,
  useError,
  useFetch,
  useQuery,
  useSubscription,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { Activity, isPreact10 } from "./support/renderer.ts";

class Tug extends Entity {
  id = "";
  type = "tug" as const;
}
class Ferry extends Entity {
  id = "";
  type = "ferry" as const;
}

Deno.test("a query over queries composes, and gives undefined for what is missing [react/QRY-7]", async () => {
  const heavy = new Query(
    new All(Vessel),
    (vessels: Vessel[], { min }: { min: number }) =>
      vessels.filter(({ tons }) => tons > min),
  );
  const names = new Query(
    heavy,
    (vessels, _: { min: number }) => vessels.map(({ name }) => name).join(),
  );
  const pair = new Query(
    { vessel: Vessel, tug: Tug },
    ({ vessel, tug }, _: { id: string }) => `${vessel?.name} and ${tug?.type}`,
  );
  await using hook = await renderHook(
    (min: number) =>
      [useQuery(names, { min }), useQuery(pair, { id: "1" })] as const,
    { props: 5 },
  );
  assertEquals(hook.current[0], undefined);
  await settle(
    () =>
      hook.controller.set(Vessel, { id: "1" }, {
        id: "1",
        name: "Fram",
        tons: 9,
      }),
    () =>
      hook.controller.set(Vessel, { id: "2" }, {
        id: "2",
        name: "Maud",
        tons: 3,
      }),
  );
  assertEquals(hook.current, ["Fram", "Fram and undefined"]);
  await settle(() => hook.controller.set(Tug, { id: "1" }, { id: "1" }));
  assertEquals(hook.current, ["Fram", "Fram and tug"]);
  await hook.rerender(2);
  assertEquals(hook.current[0], "Fram,Maud");
});

Deno.test("an array is not queryable: an error of types, and undefined [react/QRY-8]", async () => {
  await using hook = await renderHook(
    // @ts-expect-error -- an array schema
    () => useQuery([Vessel], { id: "1" }),
    { props: null },
  );
  await settle(() => hook.controller.set(Vessel, { id: "1" }, { id: "1" }));
  assertEquals(hook.current, undefined);
});

Deno.test("a union is looked up by its discriminator, and else among its members [react/QRY-9]", async () => {
  const craft = new Union({ tug: Tug, ferry: Ferry }, "type");
  await using hook = await renderHook(
    () =>
      [
        useQuery(craft, { id: "1", type: "tug" }),
        useQuery(craft, { id: "1", type: "ferry" }),
        useQuery(craft, { id: "2" }),
        // @ts-expect-error -- there is no such kind
        useQuery(craft, { id: "1", type: "raft" }),
      ] as const,
    { props: null },
  );
  await settle(
    () => hook.controller.set(Tug, { id: "1" }, { id: "1" }),
    () => hook.controller.set(Ferry, { id: "2" }, { id: "2" }),
  );
  const [tug, ferry, found] = hook.current;
  assert(tug instanceof Tug);
  assert(found instanceof Ferry);
  assertEquals(ferry, undefined);
});

Deno.test("useFetch on its own is a prefetch that renders once for the data [react/FET-9]", async () => {
  const harbour = new Harbour();
  await using hook = await renderHook(
    () => void useFetch(harbour.getVessel, { id: "1" }),
    { props: null },
  );
  assertEquals([hook.commits, harbour.asked], [1, ["vessel 1"]]);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  const afterData = hook.commits;
  assert(afterData <= 2);
  await settle(
    () => hook.controller.set(Vessel, { id: "2" }, { id: "2" }),
    () => harbour.bring(hook.controller, "1", "Fram"),
  );
  assertEquals([hook.commits, harbour.asked.length], [afterData, 1]);
});

Deno.test("the documentation of useLoading names the option of the lint rule [react/LOD-9]", async () => {
  const source = await Deno.readTextFile(
    new URL("../../react/use_loading.ts", import.meta.url),
  );
  const [documentation] = source.match(
    /\/\*\*(?:(?!\*\/)[^])*\*\/\s*export function useLoading/,
  )!;
  assert(documentation!.includes("additionalHooks"));
  assert(documentation!.includes("exhaustive-deps"));
});

Deno.test("useDebounce tells values apart as Object.is does [react/DEB-6]", async () => {
  using time = new FakeTime();
  await using hook = await renderHook(
    (value: unknown) => useDebounce(value, 100)[0],
    { props: NaN as unknown },
  );
  const commits = hook.commits;
  await hook.rerender(NaN);
  await settle(() => time.tickAsync(100));
  // One commit for the new properties, none for the value that is the same.
  assertEquals(hook.commits, commits + 1);
  await hook.rerender(0);
  await settle(() => time.tickAsync(100));
  await hook.rerender(-0);
  await settle(() => time.tickAsync(100));
  // Preact 10 compares what effects depend on with ===.
  assert(Object.is(hook.current, isPreact10 ? 0 : -0));
});

Deno.test("UniversalSuspense is Suspense [react/BND-16]", () => {
  assertStrictEquals(UniversalSuspense, Suspense);
});

Deno.test("what an event handler or a promise throws reaches no boundary [react/BND-12]", async () => {
  const thrown: unknown[] = [];
  const listener = (event: Event) => {
    event.preventDefault();
    thrown.push((event as ErrorEvent | PromiseRejectionEvent).type);
  };
  function Throwing() {
    const [count, setCount] = useState(0);
    return (
      <button
        type="button"
        onClick={() => {
          setCount(count + 1);
          Promise.reject(new Error("later"));
          throw new Error("at once");
        }}
      >
        {`pressed ${count}`}
      </button>
    );
  }
  await using screen = await render(
    <DataProvider devButton={null}>
      <AsyncBoundary errorComponent={() => "failed"}>
        <Throwing />
      </AsyncBoundary>
    </DataProvider>,
  );
  const page = (globalThis as unknown as { window: Window }).window;
  page.addEventListener("error", listener);
  globalThis.addEventListener("error", listener);
  globalThis.addEventListener("unhandledrejection", listener);
  try {
    await withoutConsole("error", async () => {
      await settle(() => screen.container.querySelector("button")!.click());
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
  } finally {
    page.removeEventListener("error", listener);
    globalThis.removeEventListener("error", listener);
    globalThis.removeEventListener("unhandledrejection", listener);
  }
  assertEquals(screen.text(), "pressed 1");
  assert(thrown.includes("error"));
  assert(thrown.includes("unhandledrejection"));
});

Deno.test("a state without a time of reset is reported at the first response, which is stored [react/PRV-18]", async () => {
  const harbour = new Harbour();
  const broken = {
    ...initialState.toJSON(),
    lastReset: "yesterday" as unknown as number,
  };
  const reports = await withoutConsole("error", async () => {
    await using hook = await renderHook(
      () => useSuspense(harbour.getVessel, { id: "1" }).name,
      { props: null, provider: { initialState: broken } },
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(hook.current, "Fram");
  });
  assertEquals(reports.length, 1);
  assert(String(reports[0]).includes("lastReset"));
});

Deno.test("the first poll is due when the last answer is as old as the frequency, offline pauses [react/SUB-5]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  const answer = () =>
    settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await using hook = await renderHook(
    (isOn: boolean) => useSubscription(getVessel, isOn ? { id: "1" } : null),
    { props: false },
  );
  await settle(() => {
    void hook.controller.fetch(getVessel, { id: "1" });
  });
  await answer();
  await time.tickAsync(400);
  await hook.rerender(true);
  await time.tickAsync(599);
  assertEquals(harbour.asked.length, 1);
  await time.tickAsync(1);
  assertEquals(harbour.asked.length, 2);
  await answer();
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 3);
  await answer();
  const connect = (onLine: boolean) =>
    settle(() => {
      Object.defineProperty(navigator, "onLine", {
        value: onLine,
        configurable: true,
      });
      globalThis.dispatchEvent(new Event(onLine ? "online" : "offline"));
    });
  await connect(false);
  await time.tickAsync(5000);
  assertEquals(harbour.asked.length, 3);
  await connect(true);
  await time.tickAsync(0);
  assertEquals(harbour.asked.length, 4);
  // of the platform again
  delete (navigator as { onLine?: boolean }).onLine;
});

const activityTest = Activity === undefined ? Deno.test.ignore : Deno.test;

activityTest(
  "null pauses polling, and hiding does, until it is shown again [react/SUB-9]",
  async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
    function Tide({ isOn }: { isOn: boolean }) {
      useSubscription(getVessel, isOn ? { id: "1" } : null);
      return null;
    }
    const Hiding = Activity!;
    const page = (isOn: boolean, mode: "visible" | "hidden") => (
      <DataProvider devButton={null}>
        <Hiding mode={mode}>
          <Tide isOn={isOn} />
        </Hiding>
      </DataProvider>
    );
    await using screen = await render(page(true, "visible"));
    const polls = async (milliseconds: number) => {
      const before = harbour.asked.length;
      for (let waited = 0; waited < milliseconds; waited += 1000) {
        await time.tickAsync(1000);
        await settle(() => harbour.last?.answer({ id: "1" }));
      }
      return harbour.asked.length - before;
    };
    assert(await polls(3000) >= 3);
    await screen.render(page(true, "hidden"));
    assertEquals(await polls(3000), 0);
    await screen.render(page(true, "visible"));
    assert(await polls(3000) >= 3);
    await screen.render(page(false, "visible"));
    assertEquals(await polls(3000), 0);
    await screen.render(page(true, "visible"));
    assert(await polls(3000) >= 3);
  },
);

Deno.test("the store gives its state and tells of changes; its context never changes [react/NEW-1]", async () => {
  const stores = new Set<ContextType<typeof StoreContext>>();
  let controller!: Controller;
  function Capture() {
    stores.add(useContext(StoreContext));
    controller = useController();
    return useCacheState().getEntity("Vessel", "1") === undefined
      ? "none"
      : "one";
  }
  await using screen = await render(
    <DataProvider>
      <Capture />
    </DataProvider>,
  );
  const [store] = stores;
  const first = store!.getState();
  let changes = 0;
  const stop = store!.subscribe(() => changes++);
  await settle(() => controller.set(Vessel, { id: "1" }, { id: "1" }));
  assertEquals([screen.text(), changes, stores.size], ["one", 1, 1]);
  assertNotStrictEquals(store!.getState(), first);
  assertEquals(first.getEntity("Vessel", "1"), undefined);
  // there is no markup of a server that was rendered from the first
  assertStrictEquals(store!.getHydrationState(), store!.getState());
  stop();
  await settle(() => controller.set(Vessel, { id: "2" }, { id: "2" }));
  assertEquals([changes, stores.size], [1, 1]);
});

Deno.test("hooks observe what they return, and no times [react/NEW-2]", async () => {
  const harbour = new Harbour();
  const { getVessel } = harbour;
  const args = { id: "1" };
  const hooks: Record<string, () => unknown> = {
    useSuspense: () => useSuspense(getVessel, args),
    useDLE: () => useDLE(getVessel, args),
    useCache: () => useCache(getVessel, args),
    useQuery: () => useQuery(Vessel, args),
    useFetch: () => useFetch(getVessel, args),
    useError: () => useError(getVessel, args),
    useCacheState: () => useCacheState(),
    useController: () => useController(),
    useSubscription: () => useSubscription(getVessel, null),
  };
  /** Commits caused by an equal response, by other data, and by an error. */
  const expected: Record<string, [number, number, number]> = {
    useSuspense: [0, 1, 1],
    useDLE: [0, 1, 1],
    useCache: [0, 1, 0],
    useQuery: [0, 1, 0],
    useFetch: [0, 1, 1],
    useError: [0, 0, 1],
    useCacheState: [1, 1, 1],
    useController: [0, 0, 0],
    useSubscription: [0, 0, 0],
  };
  const vessel = { id: "1", name: "Fram" };
  using time = new FakeTime();
  for (const [name, read] of Object.entries(hooks)) {
    await using hook = await renderHook(
      () => {
        try {
          return { value: read() };
        } catch (thrown) {
          if (!(thrown instanceof Error)) throw thrown;
          return { thrown };
        }
      },
      { props: null },
    );
    const respond = (value: object) =>
      hook.controller.setResponse(getVessel, args, value);
    await settle(() => respond(vessel));
    const counts: number[] = [];
    for (
      const change of [
        () => respond({ ...vessel }),
        () => respond({ ...vessel, name: "Maud" }),
        () => hook.controller.setError(getVessel, args, new Error("sunk")),
      ]
    ) {
      const before = hook.commits;
      await time.tickAsync(10);
      await settle(change);
      counts.push(hook.commits - before);
    }
    assertEquals([name, counts], [name, expected[name]!]);
  }
});

Deno.test("a narrowed read renders only when its result differs [react/NEW-15]", async () => {
  const fleetNames = new Query(
    new Collection([Vessel]),
    (vessels: Vessel[], _: { route: string }) =>
      vessels.map(({ name }) => name).join(),
  );
  const harbour = new Harbour();
  await using hook = await renderHook(
    () => useQuery(fleetNames, { route: "north" }),
    { props: null },
  );
  await settle(() =>
    hook.controller.setResponse(harbour.getVessels, { route: "north" }, [
      { id: "1", name: "Fram", tons: 1 },
    ])
  );
  assertEquals(hook.current, "Fram");
  const before = hook.commits;
  await settle(() =>
    hook.controller.set(Vessel, { id: "1" }, { id: "1", tons: 2 })
  );
  assertEquals(hook.commits, before);
  await settle(() =>
    hook.controller.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
  );
  assertEquals([hook.current, hook.commits], ["Maud", before + 1]);
});

Deno.test("what was prefetched and never shown stays as long as what was just released [react/NEW-36]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const gcPolicy = new GCPolicy({ intervalMS: 1000 });
  await using hook = await renderHook(() => useController(), {
    props: null,
    provider: { gcPolicy },
  });
  await settle(() => {
    void hook.controller.prefetch(harbour.getVessel, { id: "1" });
  });
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  const isStored = () =>
    hook.controller.getState().getEntity("Vessel", "1") !== undefined;
  // Twice its life of a minute.
  await settle(() => time.tickAsync(119_000));
  assert(isStored());
  await settle(() => time.tickAsync(5_000));
  assertEquals(isStored(), false);
});

Deno.test("the entry offers what providers and managers need [react/PUB-6]", () => {
  for (
    const name of [
      "ImmortalGCPolicy",
      "GCPolicy",
      "useCacheState",
      "StateContext",
      "ControllerContext",
      "StoreContext",
      "DataProvider",
      "CacheProvider",
      "NetworkErrorBoundary",
      "BackupLoading",
      "LogoutManager",
      "DevToolsManager",
      "actionTypes",
    ]
  ) assert(name in react, name);
});
