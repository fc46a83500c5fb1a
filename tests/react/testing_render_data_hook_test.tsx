import "./support/dom.ts";
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  Component,
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { Endpoint, type Manager } from "../../mod.ts";
import {
  DataProvider,
  useCache,
  useController,
  useLive,
  useSuspense,
} from "../../react/mod.ts";
import { DataProvider as ExternalDataProvider } from "../../react/redux/mod.ts";
import {
  makeRenderDataClient,
  makeRenderDataHook,
  renderDataHook,
  type TestedProviderProps,
} from "../../react/testing/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { hasStrictEffects } from "./support/renderer.ts";

/** Not everybody who tests tells React so. */
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
environment.IS_REACT_ACT_ENVIRONMENT = false;

const id = { id: "1" };
const fram = { id: "1", name: "Fram" };

/** A read that only fixtures can answer. */
const getVessel = new Endpoint(
  ({ id }: { id: string }): Promise<unknown> =>
    Promise.reject(new Error(`no server for ${id}`)),
  { schema: Vessel, name: "getVessel" },
);
const renameVessel = new Endpoint(
  ({ id }: { id: string }, _: { name: string }): Promise<unknown> =>
    Promise.reject(new Error(`no server for ${id}`)),
  { schema: Vessel, name: "renameVessel", sideEffect: true },
);
const vesselFixture = {
  endpoint: getVessel,
  args: [id],
  response: fram,
} as const;

function useName({ id }: { id: string }): string {
  return useSuspense(getVessel, { id }).name;
}

/** Runs with every warning of React counted as a failure. */
async function withoutWarnings(run: () => Promise<void>): Promise<void> {
  assertEquals(await withoutConsole("error", run), []);
}

for (const isTold of [false, true]) {
  const environmentName = isTold ? "inside" : "outside";
  Deno.test(`awaiting a fetch shows its result, without warnings ${environmentName} an act environment [react/TST-28]`, async () => {
    environment.IS_REACT_ACT_ENVIRONMENT = isTold;
    await withoutWarnings(async () => {
      using hook = renderDataHook(useName, {
        initialProps: id,
        resolverFixtures: [
          vesselFixture,
          {
            endpoint: renameVessel,
            response: ({ id }, { name }) => ({ id, name }),
          },
        ],
      });
      assert(hook.result.suspended);
      await hook.controller.fetch(getVessel, id);
      assertEquals(hook.result.current, "Fram");
      await hook.controller.fetch(renameVessel, id, { name: "Maud" });
      assertEquals(hook.result.current, "Maud");
      const optimistic = renameVessel.extend({
        getOptimisticResponse: (_snapshot, { id }, { name }) => ({
          id,
          name: `probably ${name}`,
        }),
      });
      const renamed = hook.controller.fetch(optimistic, id, { name: "Gjoa" });
      if (isTold) assertEquals(hook.result.current, "probably Gjoa");
      await renamed;
      assertEquals(hook.result.current, "Gjoa");
    });
    assertEquals(environment.IS_REACT_ACT_ENVIRONMENT, isTold);
    environment.IS_REACT_ACT_ENVIRONMENT = false;
  });
}

Deno.test("a write of an effect is rendered, too [react/TST-28]", async () => {
  let show!: (name: string) => void;
  using hook = renderDataHook(() => {
    const controller = useController();
    const [name, setName] = useState("");
    show = setName;
    useEffect(() => {
      if (name === "") return;
      controller.setResponse(getVessel, id, { id: "1", name });
    }, [name]);
    return useCache(getVessel, id)?.name;
  });
  show("Maud");
  await hook.waitFor(() => assertEquals(hook.result.current, "Maud"));
});

Deno.test("initial fixtures are there at the first render, resolver fixtures answer requests and polls [react/TST-29] [react/TST-20]", async () => {
  using time = new FakeTime();
  let isFirst = true;
  let wasSuspended = false;
  const polled = getVessel.extend({ pollFrequency: 1000 });
  using hook = renderDataHook(({ id }: { id: string }) => {
    const { name } = useLive(polled, { id });
    if (isFirst) wasSuspended = name !== "Fram";
    isFirst = false;
    return name;
  }, {
    initialProps: id,
    initialFixtures: [{ endpoint: polled, args: [id], response: fram }],
    resolverFixtures: [{
      endpoint: polled,
      response(this: { polls: number }, { id }) {
        return { id, name: `Fram ${++this.polls}` };
      },
    }],
    getInitialInterceptorData: () => ({ polls: 0 }),
  });
  assertEquals([hook.result.current, wasSuspended], ["Fram", false]);
  await time.tickAsync(1000);
  await hook.allSettled();
  assertEquals(hook.result.current, "Fram 1");
  await time.tickAsync(1000);
  await hook.allSettled();
  assertEquals(hook.result.current, "Fram 2");
});

Deno.test("the factory takes any provider and has two names [react/TST-20]", async () => {
  assertStrictEquals(makeRenderDataClient, makeRenderDataHook);
  for (const Provider of [DataProvider, ExternalDataProvider]) {
    using hook = makeRenderDataHook(Provider)(useName, {
      initialProps: id,
      resolverFixtures: [vesselFixture],
    });
    await hook.waitFor(() => assertEquals(hook.result.current, "Fram"));
  }
});

Deno.test("options of the renderer are passed on [react/TST-20]", () => {
  const container = document.createElement("main");
  document.body.append(container);
  let effects = 0;
  using _hook = renderDataHook(() => {
    useEffect(() => {
      effects++;
    }, []);
    return null;
  }, {
    container,
    reactStrictMode: true,
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement("section", null, children),
  });
  assertEquals(container.innerHTML, "<section></section>");
  assertEquals(effects, hasStrictEffects ? 2 : 1);
  container.remove();
});

Deno.test("each call has managers, a controller and a state of its own, and no developer tools [react/TST-21]", async () => {
  const seen: TestedProviderProps[] = [];
  const renderSeen = makeRenderDataHook((props) => {
    seen.push(props);
    return createElement(DataProvider, props);
  });
  using a = renderSeen(() => useCache(getVessel, id)?.name, {
    initialFixtures: [vesselFixture],
  });
  using b = renderSeen(() => useCache(getVessel, id)?.name);
  assertEquals([a.result.current, b.result.current], ["Fram", undefined]);
  assertNotStrictEquals(a.controller, b.controller);
  assertNotStrictEquals(a.controller.gcPolicy, b.controller.gcPolicy);
  const [first, second] = seen;
  const names = ({ managers }: TestedProviderProps) =>
    managers.map(({ constructor }) => constructor.name)
      .filter((name) => name.endsWith("Manager"));
  assertEquals(names(first!), ["NetworkManager", "SubscriptionManager"]);
  const shared = (first!.managers as Manager[]).filter((manager) =>
    second!.managers.includes(manager)
  );
  assertEquals([shared, first!.devButton], [[], null]);
  await a.controller.set(Vessel, id, { id: "1", name: "Maud" });
  assertEquals(b.controller.getState().getEntity("Vessel", "1"), undefined);
});

Deno.test("current is undefined until the first commit, and suspension shows every time [react/TST-22] [react/TST-25]", async () => {
  const harbour = new Harbour();
  using hook = renderDataHook(
    ({ id }: { id: string }) => useSuspense(harbour.getVessel, { id }).name,
    { initialProps: id },
  );
  const { result } = hook;
  assertEquals([result.current as unknown, result.suspended], [
    undefined,
    true,
  ]);
  harbour.last.answer(fram);
  await hook.waitFor(() => assertEquals(result.current, "Fram"));
  assertEquals(result.suspended, false);
  hook.rerender({ id: "2" });
  assertEquals([result.current, result.suspended], ["Fram", true]);
  harbour.last.answer({ id: "2", name: "Maud" });
  await hook.waitFor(() => assertEquals(result.current, "Maud"));
  assertEquals(result.suspended, false);
});

Deno.test("null is null [react/TST-25]", () => {
  using hook = renderDataHook(() => null);
  assertStrictEquals(hook.result.current, null);
});

Deno.test("what the hook throws is kept until it succeeds after a reset [react/TST-22] [react/TST-23]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new Harbour();
    using hook = renderDataHook(
      ({ id }: { id: string }) => useSuspense(harbour.getVessel, { id }).name,
      { initialProps: id },
    );
    const { result } = hook;
    const error = new Error("sunk");
    harbour.last.fail(error);
    await hook.waitFor(() => assertStrictEquals(result.error, error));
    assertEquals([result.current as unknown, result.suspended], [
      undefined,
      false,
    ]);
    hook.rerender({ id: "2" });
    assertEquals([harbour.last.name, result.suspended], ["vessel 2", true]);
    harbour.last.answer({ id: "2", name: "Maud" });
    await hook.waitFor(() => assertEquals(result.current, "Maud"));
    assertEquals(result.error, undefined);
  });
});

Deno.test("an error on display is requested again by rerender with the same properties [react/TST-23]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new Harbour();
    using hook = renderDataHook(() => useSuspense(harbour.getVessel, id).name);
    harbour.last.fail(new Error("sunk"));
    await hook.waitFor(() => assert(hook.result.error));
    hook.rerender();
    assertEquals(harbour.asked.length, 2);
    harbour.last.answer(fram);
    await hook.waitFor(() => assertEquals(hook.result.current, "Fram"));
    assertEquals(hook.result.error, undefined);
  });
});

Deno.test("properties reach the callback and the wrapper, which is inside the provider [react/TST-23]", async () => {
  const Language = createContext("none");
  function Wrapper(
    { language, children }: { language: string; children?: ReactNode },
  ) {
    useController().setResponse(getVessel, id, fram);
    return <Language.Provider value={language}>{children}</Language.Provider>;
  }
  using hook = renderDataHook(
    ({ language }: { language: string }) => [language, useContext(Language)],
    { initialProps: { language: "no" }, wrapper: Wrapper },
  );
  assertEquals(hook.result.current, ["no", "no"]);
  const state = hook.controller.getState();
  assertEquals(state.getEntity("Vessel", "1") !== undefined, true);
  hook.rerender({ language: "is" });
  assertEquals(hook.result.current, ["is", "is"]);
  await hook.allSettled();
});

Deno.test("a wrapper may suspend [react/TST-23]", async () => {
  using hook = renderDataHook(({ id }: { id: string }) => id, {
    initialProps: id,
    resolverFixtures: [vesselFixture],
    wrapper: function Wrapper(
      { id, children }: { id: string; children?: ReactNode },
    ) {
      return <b title={useName({ id })}>{children}</b>;
    },
  });
  assert(hook.result.suspended);
  await hook.waitFor(() => assertEquals(hook.result.current, "1"));
});

Deno.test("unmount removes everything, also from the document [react/TST-24]", () => {
  const before = document.body.innerHTML;
  let isMounted = false;
  const hook = renderDataHook(() =>
    useLayoutEffect(() => {
      isMounted = true;
      return () => {
        isMounted = false;
      };
    }, [])
  );
  assertEquals(isMounted, true);
  hook.unmount();
  hook.unmount();
  assertEquals([isMounted, document.body.innerHTML], [false, before]);
});

Deno.test("waitFor returns what its callback does, and fails with its last error [react/TST-24]", async () => {
  using hook = renderDataHook(useName, {
    initialProps: id,
    resolverFixtures: [vesselFixture],
  });
  const { waitFor, result } = hook;
  assertEquals(await waitFor(() => result.current && 7), undefined as never);
  assertEquals(
    await waitFor(() => {
      assertEquals(result.current, "Fram");
      return 7;
    }),
    7,
  );
  assertEquals(await waitFor(() => Promise.resolve("later")), "later");
  const timeout = 20;
  const error = new Error("never");
  const thrown = await assertRejects(() =>
    waitFor(() => {
      throw error;
    }, { timeout })
  );
  assertStrictEquals(thrown, error);
  await assertRejects(() => waitFor(() => false, { timeout }), Error, "20 ms");
  await assertRejects(
    () => waitFor(() => new Promise(() => {}), { timeout }),
    Error,
    "not finished",
  );
  await assertRejects(
    () =>
      waitFor(() => false, {
        timeout,
        onTimeout: ({ message }) => new TypeError(message),
      }),
    TypeError,
    "20 ms",
  );
});

Deno.test("waiting goes on while the clock of the test stands still [react/TST-24] [react/TST-26]", async () => {
  using time = new FakeTime();
  using hook = renderDataHook(useName, {
    initialProps: id,
    resolverFixtures: [{ ...vesselFixture, delay: 5000 }],
  });
  const next = hook.waitForNextUpdate();
  let isSettled = false;
  const settled = hook.allSettled().then(() => {
    isSettled = true;
  });
  await time.tickAsync(4999);
  assertEquals(isSettled, false);
  await assertRejects(
    () => hook.waitForNextUpdate({ timeout: 20 }),
    Error,
    "20 ms",
  );
  await assertRejects(() =>
    hook.waitFor(() => assert(hook.result.current), { timeout: 20 })
  );
  await time.tickAsync(1);
  await settled;
  await next;
  assertEquals(hook.result.current, "Fram");
});

Deno.test("nothing in flight is settled at once, several requests when all are [react/TST-26]", async () => {
  const harbour = new Harbour();
  using hook = renderDataHook(() => useController());
  await hook.allSettled();
  const outcomes = [
    hook.controller.fetch(harbour.getVessel, { id: "1" }),
    hook.controller.fetch(harbour.getVessel, { id: "2" }),
  ];
  let isSettled = false;
  const settled = hook.allSettled().then(() => {
    isSettled = true;
  });
  harbour.requests[0]!.answer(fram);
  await outcomes[0];
  assertEquals(isSettled, false);
  harbour.requests[1]!.fail(new Error("sunk"));
  await settled;
  await assertRejects(() => outcomes[1]!);
});

Deno.test("engines without iterator helpers are enough [react/TST-26] [react/PUB-5]", async () => {
  const helpers = ["map", "filter", "toArray", "forEach", "some", "every"];
  const prototype = Object.getPrototypeOf(
    Object.getPrototypeOf([][Symbol.iterator]()),
  );
  const originals = helpers.map((name) =>
    Object.getOwnPropertyDescriptor(prototype, name)
  );
  for (const name of helpers) delete prototype[name];
  try {
    using hook = renderDataHook(useName, {
      initialProps: id,
      resolverFixtures: [vesselFixture],
    });
    await hook.allSettled();
    assertEquals(hook.result.current, "Fram");
  } finally {
    helpers.forEach((name, index) => {
      const descriptor = originals[index];
      if (descriptor) Object.defineProperty(prototype, name, descriptor);
    });
  }
});

Deno.test("cleanup stops polling and drops requests, however often it is called [react/TST-27]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const polled = harbour.getVessel.extend({ pollFrequency: 1000 });
  using hook = renderDataHook(() => useLive(polled, id).name);
  harbour.last.answer(fram);
  await hook.allSettled();
  await time.tickAsync(1000);
  assertEquals(harbour.asked.length, 2);
  hook.cleanup();
  hook.cleanup();
  harbour.last.answer({ id: "1", name: "Maud" });
  await time.tickAsync(10_000);
  await hook.allSettled();
  assertEquals([hook.result.current, harbour.asked.length], ["Fram", 2]);
});

Deno.test("the functions of renderDataHook mean the most recent render [react/TST-27]", async () => {
  const harbour = new Harbour();
  using _first = renderDataHook(() => null);
  using hook = renderDataHook(() => useSuspense(harbour.getVessel, id).name);
  const settled = renderDataHook.allSettled();
  harbour.last.answer(fram);
  await settled;
  assertEquals(hook.result.current, "Fram");
  renderDataHook.cleanup();
  const next = hook.controller.fetch(harbour.getVessel, { id: "2" });
  harbour.last.answer({ id: "2", name: "Maud" });
  await Promise.race([next, renderDataHook.allSettled()]);
  assertEquals(hook.controller.getState().getEntity("Vessel", "2"), undefined);
});

Deno.test("an error of the wrapper is kept, too [react/TST-22]", async () => {
  await withoutConsole("error", () => {
    class Sinking extends Component {
      override render(): ReactNode {
        throw new Error("sunk");
      }
    }
    using hook = renderDataHook(() => null, { wrapper: Sinking });
    assertInstanceOf(hook.result.error, Error);
    return Promise.resolve();
  });
});
