import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type ContextType,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from "react";
import {
  type ActionTypes,
  type Controller,
  DevToolsManager,
  type Dispatch,
  getDefaultManagers,
  type Manager,
  type Middleware,
  NetworkManager,
  type SnapshotInterface,
  SubscriptionManager,
} from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  StoreContext,
  useCache,
  useCacheState,
  useController,
  useLive,
  useQuery,
  useSubscription,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, renderHook, settle } from "./support/render.tsx";

Deno.test("a provider with nothing but children fetches and polls [react/PRV-1]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  function Name() {
    return useLive(getVessel, { id: "1" }).name;
  }
  await using screen = await render(
    <DataProvider>
      <AsyncBoundary fallback="waiting">
        <Name />
      </AsyncBoundary>
    </DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await time.tickAsync(1000);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals([screen.text(), harbour.asked.length], ["Maud", 2]);
});

Deno.test("default managers are new each time, in order, and can be replaced [react/PRV-2] [react/PRV-3] [react/PRV-4]", () => {
  const managers = getDefaultManagers();
  assertEquals(managers.map((manager) => manager.constructor), [
    DevToolsManager,
    NetworkManager,
    SubscriptionManager,
  ]);
  for (const [index, manager] of getDefaultManagers().entries()) {
    assertNotStrictEquals(manager, managers[index]);
  }
  class Mine extends NetworkManager {}
  const mine = new Mine();
  const [first, ...rest] = getDefaultManagers({
    devToolsManager: null,
    networkManager: mine,
    subscriptionManager: null,
  });
  assertEquals([first === mine, rest], [true, []]);
  const [configured] = getDefaultManagers({
    devToolsManager: null,
    networkManager: { dataExpiryLength: 5 },
  });
  assertInstanceOf(configured, NetworkManager);
  assertEquals(configured.dataExpiryLength, 5);
});

Deno.test("there is always a NetworkManager, or a message [react/PRV-5] [react/PRV-6]", async () => {
  const errors = await withoutConsole("error", () => {
    // @ts-expect-error: nothing else makes requests
    const managers = getDefaultManagers({ networkManager: null });
    assert(managers.some((manager) => manager instanceof NetworkManager));
    return Promise.resolve();
  });
  assertEquals(errors.length, 1);
  const warnings = await withoutConsole("warn", async () => {
    await using _ = await render(<DataProvider managers={[]}>a</DataProvider>);
  });
  assertEquals(warnings.length, 1);
  assert(String(warnings[0]).includes("NetworkManager"));
});

Deno.test("a first render that is given up starts no manager; what is shown has the managers of its own [react/PRV-10a]", async () => {
  const made: Counted[] = [];
  class Counted implements Manager {
    middlewares = 0;
    isStarted = false;
    constructor() {
      made.push(this);
    }
    readonly middleware: Middleware = () => {
      this.middlewares++;
      return (next: Dispatch) => next;
    };
    init() {
      this.isStarted = true;
    }
    cleanup() {}
  }
  let isReady = false;
  let ready!: () => void;
  const waiting = new Promise<void>((resolve) => ready = resolve);
  function Waits(): ReactNode {
    if (!isReady) throw waiting;
    return "shown";
  }
  await using screen = await render(
    <Suspense fallback="waiting">
      <DataProviderOfEachRender />
      <Waits />
    </Suspense>,
  );
  function DataProviderOfEachRender(): ReactNode {
    return (
      <DataProvider managers={[new Counted(), new NetworkManager()]}>
        {null}
      </DataProvider>
    );
  }
  assertEquals(screen.text(), "waiting");
  assertEquals(made.filter(({ isStarted }) => isStarted), []);
  await settle(() => {
    isReady = true;
    ready();
  });
  assertEquals(screen.text(), "shown");
  const started = made.filter(({ isStarted }) => isStarted);
  assertEquals(started.map(({ middlewares }) => middlewares), [1]);
});

Deno.test("middlewares see actions in the order of the managers, with the controller bound [react/PRV-10] [react/PRV-11]", async () => {
  const log: string[] = [];
  class Watcher implements Manager {
    constructor(readonly name: string) {}
    readonly middleware: Middleware = (controller) => {
      assertEquals(controller.getState().lastReset, 0);
      assertThrows(
        () => void controller.set(Vessel, { id: "0" }, { id: "0" }),
        Error,
      );
      return (next: Dispatch) => (action: ActionTypes) => {
        log.push(`${this.name} ${action.type}`);
        return next(action);
      };
    };
    cleanup() {}
  }
  await using hook = await renderHook(() => useController(), {
    props: null,
    provider: {
      managers: [
        new Watcher("first"),
        new Watcher("second"),
        new NetworkManager(),
      ],
    },
  });
  await settle(() => hook.current.set(Vessel, { id: "1" }, { id: "1" }));
  assertEquals(log, ["first rdc/set", "second rdc/set"]);
});

Deno.test("what is in flight at unmounting is stored, and nothing is unhandled [react/PRV-16]", async () => {
  const harbour = new Harbour();
  const hook = await renderHook(() => useController(), { props: null });
  const { controller } = hook;
  void controller.fetch(harbour.getVessel, { id: "1" });
  void controller.fetch(harbour.getVessel, { id: "2" });
  await hook.screen.unmount();
  const [first, second] = harbour.requests;
  await withoutConsole("info", async () => {
    first!.answer({ id: "1", name: "Fram" });
    second!.fail(new Error("sunk"));
    await settle();
  });
  const state = controller.getState();
  assertEquals(state.getEntity("Vessel", "1"), { id: "1", name: "Fram" });
  const key = harbour.getVessel.key({ id: "2" });
  assertEquals((state.getMeta(key)?.error as Error).message, "sunk");
});

Deno.test("optimistic changes are applied over whatever is confirmed [react/PRV-21] [react/QRY-10]", async () => {
  const harbour = new Harbour();
  const vote = harbour.getVessel.extend({
    sideEffect: true,
    getOptimisticResponse: (
      snap: SnapshotInterface,
      { id }: { id: string },
    ) => ({ id, tons: (snap.get(Vessel, { id })?.tons ?? 0) + 1 }),
  });
  await using hook = await renderHook(
    () => {
      const vessel = useQuery(Vessel, { id: "1" });
      return `${vessel?.name} ${vessel?.tons}`;
    },
    { props: null },
  );
  const { controller } = hook;
  await settle(() => controller.set(Vessel, { id: "1" }, { id: "1", tons: 5 }));
  const failing = controller.fetch(vote, { id: "1" });
  await settle();
  assertEquals(hook.current, " 6");
  await settle(() =>
    controller.set(Vessel, { id: "1" }, { id: "1", name: "Fram" })
  );
  assertEquals(hook.current, "Fram 6");
  harbour.last.fail(new Error("refused"));
  await settle(() => failing.catch(() => {}));
  assertEquals(hook.current, "Fram 5");
});

Deno.test("the state is never older than what is on screen [react/PRV-25] [react/NEW-14]", async () => {
  const ages: boolean[] = [];
  await using hook = await renderHook(
    () => {
      const controller = useController();
      const state = useCacheState();
      ages.push(controller.getState() === state);
    },
    { props: null },
  );
  const { controller } = hook;
  for (let tons = 0; tons < 3; tons++) {
    await settle(() => controller.set(Vessel, { id: "1" }, { id: "1", tons }));
  }
  assertEquals([ages.length >= 4, ages.includes(false)], [true, false]);
});

Deno.test("subscribing without frequency is reported once and changes nothing else [react/SUB-6]", async () => {
  const harbour = new Harbour();
  const errors = await withoutConsole("error", async () => {
    await using hook = await renderHook(
      () => {
        useSubscription(harbour.getVessel, { id: "1" });
        return "rendered";
      },
      { props: null },
    );
    assertEquals(hook.current, "rendered");
  });
  assertEquals(errors.length, 1);
});

Deno.test("an unsubscribe carries what its subscribe carried [react/SUB-3]", async () => {
  const harbour = new Harbour();
  const seen: [string, string, unknown][] = [];
  class Recorder implements Manager {
    readonly middleware: Middleware = () => (next) => (action) => {
      if (
        action.type === "rdc/subscribe" || action.type === "rdc/unsubscribe"
      ) {
        seen.push([action.type, action.key, action.endpoint]);
      }
      return next(action);
    };
    cleanup() {}
  }
  using _time = new FakeTime();
  const endpoints = [1, 2].map((extra) =>
    harbour.getVessel.extend({ pollFrequency: 60_000, extra })
  );
  await using hook = await renderHook(
    ({ endpoint, id }: {
      endpoint: typeof harbour.getVessel;
      id: string | null;
    }) => useSubscription(endpoint, id ? { id } : null),
    {
      props: { endpoint: endpoints[0]!, id: "1" as string | null },
      provider: { managers: [new Recorder(), ...getDefaultManagers()] },
    },
  );
  await hook.rerender({ endpoint: endpoints[1]!, id: "1" });
  await hook.rerender({ endpoint: endpoints[1]!, id: null });
  assertEquals(seen.map(([type]) => type), [
    "rdc/subscribe",
    "rdc/unsubscribe",
  ]);
  assertEquals(seen[0]!.slice(1), seen[1]!.slice(1));
});

Deno.test("a discarded render leaves nothing behind [react/CON-2] [react/NEW-12]", async () => {
  const harbour = new Harbour();
  let show!: (isShown: boolean) => void;
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  function Page() {
    const [isShown, setShown] = useState(true);
    show = setShown;
    return isShown
      ? (
        <Suspense fallback="waiting">
          <Name />
        </Suspense>
      )
      : "gone";
  }
  let controller!: Controller;
  function Grab() {
    controller = useController();
    return null;
  }
  await using screen = await render(
    <DataProvider>
      <Grab />
      <Page />
    </DataProvider>,
  );
  assertEquals(screen.text(), "waiting");
  await settle(() => show(false));
  assertEquals([...controller.readers()].length, 0);
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals([screen.text(), harbour.asked.length], ["gone", 1]);
});

Deno.test("rapid rerenders while waiting keep one promise and one request [react/CON-5]", async () => {
  const harbour = new Harbour();
  const errors = await withoutConsole("error", async () => {
    await using hook = await renderHook(
      (_: number) => useSuspense(harbour.getVessel, { id: "1" }).name,
      { props: 0 },
    );
    for (let count = 1; count < 5; count++) await hook.rerender(count);
    assertEquals(harbour.asked, ["vessel 1"]);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(hook.current, "Fram");
  });
  assertEquals(errors, []);
});

Deno.test("a thousand rows: one write renders one row [react/NEW-3] [react/NEW-5]", async () => {
  const harbour = new Harbour();
  let renders = 0;
  function Row({ id }: { id: string }) {
    renders++;
    return <i>{useCache(harbour.getVessel, { id })?.name}</i>;
  }
  let controller!: Controller;
  let store!: ContextType<typeof StoreContext>;
  function Grab() {
    controller = useController();
    store = useContext(StoreContext);
    return null;
  }
  const ids = Array.from({ length: 1000 }, (_, index) => String(index));
  await using screen = await render(
    <DataProvider>
      <Grab />
      {ids.map((id) => <Row key={id} id={id} />)}
    </DataProvider>,
  );
  renders = 0;
  const before = store.stats();
  await settle(() =>
    controller.set(Vessel, { id: "500" }, {
      id: "500",
      name: "Fram",
      tons: 402,
    })
  );
  assertEquals([renders, screen.text()], [1, "Fram"]);
  const after = store.stats();
  assertEquals(after.checks - before.checks, 1);
  assertEquals(after.denormalizations - before.denormalizations, 1);
});
