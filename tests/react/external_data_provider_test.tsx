import "./support/dom.ts";
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  type ReactNode,
  startTransition,
  StrictMode,
  useContext,
  useEffect,
} from "react";
import {
  applyMiddleware,
  combineReducers as combineReduxReducers,
  createStore,
} from "redux";
import { Controller, Endpoint, initManager, type State } from "../../mod.ts";
import {
  AsyncBoundary,
  getDefaultManagers,
  NetworkManager,
  StoreContext,
  useCache,
  useCacheState,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import {
  applyManager,
  createReducer,
  DataProvider as ReduxDataProvider,
  ExternalDataProvider,
  initialState,
  mapMiddleware,
  prepareStore,
  PromiseifyMiddleware,
  type StoreMiddleware,
  type SubscribableStore,
} from "../../react/redux/mod.ts";
import { Anchorage, needyReaders } from "./support/anchorage.tsx";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, settle, start } from "./support/render.tsx";
import { hasTransitions } from "./support/renderer.ts";

const id = { id: "1" };
const fram = { id: "1", name: "Fram" };
const rename = new Endpoint(
  (_: { id: string }, { name }: { name: string }): Promise<unknown> =>
    pending(name),
  {
    schema: Vessel,
    name: "rename",
    sideEffect: true,
    getOptimisticResponse: (_snapshot, { id }, { name }) => ({ id, name }),
  },
);
let pending: (name: string) => Promise<unknown> = (name) =>
  Promise.resolve({ ...fram, name });

/** A store with the library in it, and the means to use it. */
interface Wired {
  readonly store: SubscribableStore<{ dataclient: State }> & {
    dispatch(action: { type: string }): unknown;
  };
  readonly selector: (state: { dataclient: State }) => State;
  readonly controller: Controller;
  /** Starts the managers. */
  start(): () => void;
}

/** Renders a component below a store, and a text while it waits. */
function renderBelow(props: Omit<Wired, "start">, Reader: () => ReactNode) {
  return render(
    <ExternalDataProvider {...props}>
      <AsyncBoundary fallback="waiting">
        <Reader />
      </AsyncBoundary>
    </ExternalDataProvider>,
  );
}

/** The store of the library's own integration. */
function prepared(): Wired {
  const managers = [new NetworkManager()];
  const parts = prepareStore(initialState, managers, Controller);
  return {
    ...parts,
    start: initManager(managers, parts.controller, initialState),
  };
}

/** A store of Redux itself, with another slice. */
function redux(): Wired {
  const managers = [new NetworkManager()];
  const controller = new Controller();
  const selector = (state: { dataclient: State }) => state.dataclient;
  const reduce = createReducer(controller);
  const middlewares = [
    ...mapMiddleware(selector)(
      ...applyManager(managers, controller) as StoreMiddleware<State>[],
    ),
    PromiseifyMiddleware,
  ];
  const store = createStore(
    combineReduxReducers({
      // as developer tools of Redux do
      dataclient: (state: State | undefined, action: { type: string }) =>
        action.type === "jump" ? initialState : reduce(state, action),
      tide: (tide = 0, { type }: { type: string }) =>
        type === "rise" ? tide + 1 : tide,
    } as never),
    { dataclient: initialState } as never,
    applyMiddleware(...middlewares as never[]),
  ) as unknown as Wired["store"];
  return {
    store,
    selector,
    controller,
    start: initManager(managers, controller, initialState),
  };
}

/** Counts who listens to a store. */
function counted(
  store: Wired["store"],
): Wired["store"] & { listeners: number } {
  const counting = {
    ...store,
    listeners: 0,
    subscribe(listener: () => void) {
      counting.listeners++;
      const stop = store.subscribe(listener);
      return () => {
        counting.listeners--;
        stop();
      };
    },
  };
  return counting;
}

for (const [name, wire] of Object.entries({ prepared, redux })) {
  Deno.test(`hooks read from a ${name} store, its controller writes to it [react/PRV-30] [controller/RDX-5]`, async () => {
    const { controller, start: run, ...props } = wire();
    const stop = run();
    const harbour = new Harbour();
    const controllers = new Set<Controller>();
    function Name(): ReactNode {
      controllers.add(useController());
      return useSuspense(harbour.getVessel, id).name;
    }
    await using screen = await renderBelow({ ...props, controller }, Name);
    assertEquals(screen.text(), "waiting");
    await settle(() => harbour.last.answer(fram));
    assertEquals(screen.text(), "Fram");
    await settle(() =>
      controller.setResponse(harbour.getVessel, id, { id: "1", name: "Maud" })
    );
    assertEquals([screen.text(), harbour.asked.length], ["Maud", 1]);
    assertEquals([...controllers], [controller]);
    assertEquals(
      props.selector(props.store.getState()).getEntity("Vessel", "1"),
      controller.getState().getEntity("Vessel", "1"),
    );
    stop();
  });

  Deno.test(`what a mutation without a response leaves in doubt is requested once below a ${name} store [react/PRV-30] [controller/OPT-12e]`, async () => {
    const { controller, start: run, ...props } = wire();
    const stop = run();
    const harbour = new Harbour();
    const Name = () => useSuspense(harbour.getVessel, id).name;
    await using screen = await renderBelow({ ...props, controller }, Name);
    await settle(() => harbour.last.answer(fram));
    let lose!: (error: Error) => void;
    pending = () => new Promise((_, reject) => lose = reject);
    await settle(() => {
      controller.fetch(rename, id, { name: "Maud" }).catch(() => {});
    });
    assertEquals(screen.text(), "Maud");
    await settle(() => lose(new TypeError("the connection was lost")));
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 2]);
    await settle(() => harbour.last.answer({ ...id, name: "Maud" }));
    assertEquals([screen.text(), harbour.asked.length], ["Maud", 2]);
    stop();
  });

  const transitionTest = hasTransitions ? Deno.test : Deno.test.ignore;

  transitionTest(
    `what was invalidated in a transition follows urgent writes to a ${name} store until it is there again [react/NEW-82]`,
    async () => {
      const { controller, start: run, ...props } = wire();
      const stop = run();
      const harbour = new Harbour();
      const Name = () => useSuspense(harbour.getVessel, id).name;
      await using screen = await renderBelow({ ...props, controller }, Name);
      await settle(() => harbour.last.answer(fram));
      await settle(() =>
        startTransition(() => void controller.invalidate(harbour.getVessel, id))
      );
      for (const name of ["Maud", "Gjoa"]) {
        await settle(() => controller.set(Vessel, id, { ...id, name }));
        // another slice changes, and one that was asked for nothing
        await settle(() => props.store.dispatch({ type: "rise" }));
        assertEquals(screen.text(), name);
      }
      await settle(() => harbour.last.answer({ ...fram, berth: "north" }));
      assertEquals([screen.text(), harbour.asked.length], ["Gjoa", 2]);
      // what the store is put back to is shown, whatever was asked of it
      if (name === "redux") {
        await settle(() => props.store.dispatch({ type: "jump" }));
        assertEquals(screen.text(), "waiting");
      }
      stop();
    },
  );

  Deno.test(`optimistic changes are shown on top of a ${name} store and taken back [react/PRV-31] [react/PRV-21] [controller/RDX-5]`, async () => {
    const { controller, start: run, ...props } = wire();
    const stop = run();
    const harbour = new Harbour();
    function Name(): ReactNode {
      return useCache(harbour.getVessel, id)?.name ?? "nothing";
    }
    await using screen = await render(
      <ExternalDataProvider {...props} controller={controller}>
        <Name />
      </ExternalDataProvider>,
    );
    await settle(() => controller.setResponse(harbour.getVessel, id, fram));
    let fail!: (error: Error) => void;
    pending = () => new Promise((_, reject) => fail = reject);
    const inBase = () =>
      (props.selector(props.store.getState()).getEntity("Vessel", "1") as {
        name: string;
      }).name;
    const { result: failed } = await start(() =>
      controller.fetch(rename, id, { name: "Maud" })
        .catch(({ message }) => message)
    );
    assertEquals([screen.text(), inBase()], ["Maud", "Fram"]);
    // a change below the layer does not hide it
    await settle(() => controller.set(Vessel, id, { id: "1", tons: 7 }));
    assertEquals([screen.text(), inBase()], ["Maud", "Fram"]);
    await settle(() => fail(new Error("sunk")));
    assertEquals([screen.text(), await failed], ["Fram", "sunk"]);
    pending = (name) => Promise.resolve({ ...fram, name });
    await settle(() => controller.fetch(rename, id, { name: "Gjoa" }));
    assertEquals([screen.text(), inBase()], ["Gjoa", "Gjoa"]);
    stop();
  });
}

Deno.test("other slices of the store cause no render [react/PRV-30]", async () => {
  const { controller, store, selector } = redux();
  let commits = 0;
  function Reader(): ReactNode {
    useCacheState();
    useEffect(() => {
      commits++;
    });
    return null;
  }
  await using _screen = await render(
    <ExternalDataProvider
      store={store}
      selector={selector}
      controller={controller}
    >
      <Reader />
    </ExternalDataProvider>,
  );
  const before = commits;
  await settle(() => store.dispatch({ type: "rise" }));
  assertEquals(commits, before);
  await settle(() => controller.set(Vessel, id, fram));
  assert(commits > before);
});

Deno.test("a hook renders at most once for each change, one that only has the controller never [react/REN-1]", async () => {
  const { controller, store, selector } = redux();
  const harbour = new Harbour();
  const commits = { reader: 0, other: 0, user: 0 };
  function Counted({ name, hook }: {
    name: keyof typeof commits;
    hook: () => unknown;
  }): ReactNode {
    hook();
    useEffect(() => {
      commits[name]++;
    });
    return null;
  }
  const useReader = () => useCache(harbour.getVessel, id);
  const useOther = () => useCache(harbour.getVessel, { id: "2" });
  await using _screen = await render(
    <ExternalDataProvider
      store={store}
      selector={selector}
      controller={controller}
    >
      <Counted name="reader" hook={useReader} />
      <Counted name="other" hook={useOther} />
      <Counted name="user" hook={useController} />
    </ExternalDataProvider>,
  );
  const before = { ...commits };
  await settle(() => controller.setResponse(harbour.getVessel, id, fram));
  assertEquals(commits.reader, before.reader + 1);
  await settle(
    () => controller.set(Vessel, id, { id: "1", name: "Maud" }),
    () => controller.set(Vessel, id, { id: "1", name: "Gjoa" }),
    () => controller.set(Vessel, id, { id: "1", tons: 7 }),
  );
  assertEquals(commits.reader, before.reader + 2);
  assert(commits.other <= before.other + 2);
  assertEquals(commits.user, before.user);
});

Deno.test("a read between a change and its announcement hides it from nobody [react/PRV-30]", async () => {
  const { controller, store, selector } = prepared();
  let read = () => {};
  // stands before the provider among the listeners
  store.subscribe(() => read());
  function Name(): ReactNode {
    const source = useContext(StoreContext);
    read = () => void source.getState();
    return useCacheState().getEntity("Vessel", "1") === undefined
      ? "nothing"
      : "something";
  }
  await using screen = await render(
    <ExternalDataProvider
      store={store}
      selector={selector}
      controller={controller}
    >
      <Name />
    </ExternalDataProvider>,
  );
  await settle(() => controller.set(Vessel, id, fram));
  assertEquals(screen.text(), "something");
});

for (const isStrict of [false, true]) {
  Deno.test(`the store is left on unmount, and nothing is rendered afterwards${isStrict ? ", in StrictMode too" : ""} [react/PRV-31]`, async () => {
    const { controller, store, selector } = prepared();
    const counting = counted(store);
    const harbour = new Harbour();
    function Name(): ReactNode {
      return useCache(harbour.getVessel, id)?.name ?? "nothing";
    }
    const application = (
      <ExternalDataProvider
        store={counting}
        selector={selector}
        controller={controller}
      >
        <Name />
      </ExternalDataProvider>
    );
    const screen = await render(
      isStrict ? <StrictMode>{application}</StrictMode> : application,
    );
    assertEquals(counting.listeners, 1);
    await settle(() => controller.setResponse(harbour.getVessel, id, fram));
    assertEquals(screen.text(), "Fram");
    await screen.unmount();
    assertEquals(counting.listeners, 0);
    const errors = await withoutConsole("error", async () => {
      await controller.set(Vessel, id, { id: "1", name: "Maud" });
    });
    assertEquals(errors, []);
  });
}

Deno.test("another store is read instead, and the old one left [react/PRV-31]", async () => {
  const harbour = new Harbour();
  const first = prepared();
  const second = prepared();
  await first.controller.setResponse(harbour.getVessel, id, fram);
  await second.controller.setResponse(harbour.getVessel, id, {
    id: "1",
    name: "Maud",
  });
  const stores = [first, second].map(({ store }) => counted(store));
  function Name(): ReactNode {
    return useCache(harbour.getVessel, id)?.name ?? "nothing";
  }
  const application = (index: 0 | 1) => {
    const { selector, controller } = [first, second][index]!;
    return (
      <ExternalDataProvider
        store={stores[index]!}
        selector={selector}
        controller={controller}
      >
        <Name />
      </ExternalDataProvider>
    );
  };
  await using screen = await render(application(0));
  assertEquals(screen.text(), "Fram");
  await screen.render(application(1));
  assertEquals(screen.text(), "Maud");
  assertEquals(stores.map(({ listeners }) => listeners), [0, 1]);
  await settle(() =>
    second.controller.set(Vessel, id, { id: "1", name: "Gjoa" })
  );
  assertEquals(screen.text(), "Gjoa");
});

Deno.test("another selector counts, without a request or another subscription to spare [react/PRV-31]", async () => {
  const { controller, store, selector, start: run } = prepared();
  const stop = run();
  const counting = counted(store);
  const harbour = new Harbour();
  const stale = harbour.getVessel.extend({ dataExpiryLength: 1 });
  const empty = initialState;
  let commits = 0;
  function Name(): ReactNode {
    useEffect(() => {
      commits++;
    });
    return useCache(stale, id)?.name ?? "nothing";
  }
  const name = <Name />;
  const application = (select: typeof selector) => (
    <ExternalDataProvider
      store={counting}
      selector={select}
      controller={controller}
    >
      {name}
    </ExternalDataProvider>
  );
  await controller.setResponse(stale, id, fram);
  await using screen = await render(application((state) => selector(state)));
  const before = commits;
  // the same in another function, as inline selectors are
  await screen.render(application((state) => selector(state)));
  assertEquals([screen.text(), commits - before], ["Fram", 0]);
  await screen.render(application(() => empty));
  assertEquals([screen.text(), counting.listeners], ["nothing", 1]);
  await screen.render(application(selector));
  assertEquals([screen.text(), counting.listeners], ["Fram", 1]);
  await settle(() => controller.set(Vessel, id, { id: "1", name: "Maud" }));
  assertEquals([screen.text(), harbour.asked], ["Maud", []]);
  stop();
});

Deno.test("managers are the caller's to start and stop; their middlewares come first [react/PRV-32] [controller/RDX-5]", async () => {
  const log: string[] = [];
  const manager = {
    middleware:
      () =>
      (next: (action: never) => Promise<void>) =>
      (action: { type: string }) => {
        log.push(`manager ${action.type}`);
        const done = next(action as never);
        log.push(`promise ${done instanceof Promise}`);
        return done;
      },
    init: () => void log.push("init"),
    cleanup: () => void log.push("cleanup"),
  };
  const own: StoreMiddleware<unknown> = () => (next) => (action) => {
    log.push(`own ${action.type}`);
    return next(action);
  };
  const managers = [manager as never, new NetworkManager()];
  const { store, selector, controller } = prepareStore(
    initialState,
    managers,
    Controller,
    { tide: (tide: number = 3) => tide },
    [own],
  );
  const screen = await render(
    <ExternalDataProvider<ReturnType<typeof store.getState>>
      store={store}
      selector={selector}
      controller={controller}
    >
      content
    </ExternalDataProvider>,
  );
  await screen.unmount();
  assertEquals(log, []);
  await controller.resetEntireStore();
  assertEquals(log, ["manager rdc/reset", "own rdc/reset", "promise true"]);
  assertEquals(store.getState().tide, 3);
});

Deno.test("the provider for tests starts and stops its managers [react/PRV-33]", async () => {
  const log: string[] = [];
  const recorder = {
    init: () => void log.push("init"),
    cleanup: () => void log.push("cleanup"),
  };
  const managers = [recorder, ...getDefaultManagers()];
  const harbour = new Harbour();
  class Harbourmaster extends Controller {}
  let controller!: Controller;
  function Name(): ReactNode {
    controller = useController();
    return useSuspense(harbour.getVessel, id).name;
  }
  const screen = await render(
    <ReduxDataProvider
      managers={managers}
      Controller={Harbourmaster}
      devButton={null}
    >
      <AsyncBoundary fallback="waiting">
        <Name />
      </AsyncBoundary>
    </ReduxDataProvider>,
  );
  assertEquals(log, ["init"]);
  await settle(() => harbour.last.answer(fram));
  assertEquals(screen.text(), "Fram");
  assertStrictEquals(controller.constructor, Harbourmaster);
  await screen.unmount();
  assertEquals(log, ["init", "cleanup"]);
});

for (const [name, { read, answer, missing }] of Object.entries(needyReaders)) {
  Deno.test(`${name}: data that is not there after a jump of a redux store is requested again [react/NEW-79] [react/PRV-30]`, async () => {
    const { start: run, ...props } = redux();
    const stop = run();
    const anchorage = new Anchorage();
    const Reader = (): ReactNode => read(anchorage);
    await using screen = await render(
      <ExternalDataProvider {...props}>
        <AsyncBoundary fallback="waiting">
          <Reader />
        </AsyncBoundary>
      </ExternalDataProvider>,
    );
    await settle(() => anchorage.last.answer(answer));
    const shown = screen.text();
    assertEquals(anchorage.asked.length, 1);
    await settle(() => props.store.dispatch({ type: "jump" }));
    assertEquals([screen.text(), anchorage.asked.length], [missing, 2]);
    await settle(() => anchorage.last.answer(answer));
    assertEquals([screen.text(), anchorage.asked.length], [shown, 2]);
    assertEquals(shown, name.endsWith("without schema") ? "3" : "Fram");
    stop();
  });
}
