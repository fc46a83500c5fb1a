import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  applyMiddleware,
  combineReducers as combineReduxReducers,
  createStore,
} from "redux";
import {
  Controller,
  type GCInterface,
  GCPolicy,
  ImmortalGCPolicy,
  initialState as clientInitialState,
  initManager,
  NetworkManager,
  PollingSubscription,
  State,
  SubscriptionManager,
} from "../../../controller/mod.ts";
import {
  applyManager,
  createReducer,
  initialState,
  mapMiddleware,
  prepareStore,
  PromiseifyMiddleware,
  type StoreMiddleware,
} from "../../../controller/redux/mod.ts";
import {
  answering,
  microtasks,
  mutating,
  reading,
  recorder,
  recordingConsole,
  server,
  Vessel,
} from "../harbour.ts";

const id = { id: "1" };

Deno.test("PromiseifyMiddleware passes the action on and returns a promise of nothing [controller/RDX-1]", async () => {
  const passed: unknown[] = [];
  const dispatch = PromiseifyMiddleware()((action) => {
    passed.push(action);
    return action;
  });
  const action = { type: "moored" };
  assertEquals(await dispatch(action), undefined);
  assertStrictEquals(passed[0], action);
});

Deno.test("prepareStore keeps the state under dataclient, beside other slices [controller/RDX-2]", async () => {
  const state = State.from({ entities: { Vessel: { "1": { id: "1" } } } });
  const order: string[] = [];
  const log = recorder(() => (next) => (action) => {
    order.push("manager");
    return next(action);
  });
  const plain: StoreMiddleware<unknown> = () => (next) => (action) => {
    order.push("user");
    return next(action);
  };
  const managers = [log, new NetworkManager()];
  const { store, selector, controller } = prepareStore(
    state,
    managers,
    Controller,
    {
      berths: (count: number = 3, action: { type: string }) =>
        action.type === "moored" ? count - 1 : count,
    },
    [plain],
  );
  const start = initManager(managers, controller, selector(store.getState()));
  const stop = start();
  assertEquals(Object.keys(store.getState()).sort(), ["berths", "dataclient"]);
  assertStrictEquals(selector(store.getState()), state);
  assertStrictEquals(controller.getState(), state);
  assertEquals(store.getState().berths, 3);
  const told: number[] = [];
  const unsubscribe = store.subscribe(() => {
    told.push(store.getState().berths);
  });
  assertEquals(await store.dispatch({ type: "moored" }), undefined);
  assertEquals(told, [2]);
  assertEquals(order, ["manager", "user"]);
  unsubscribe();
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  assertEquals((await controller.fetch(load, id)).name, "Orca");
  assertEquals(
    selector(store.getState()).getEntity("Vessel", "1"),
    { id: "1", name: "Orca" },
  );
  assertEquals(told, [2], "no longer told");
  stop();
});

Deno.test("the default policy collects; another one may be given [controller/RDX-2]", () => {
  const prepare = (gcPolicy?: GCInterface) =>
    prepareStore(
      initialState,
      [new NetworkManager()],
      Controller,
      {},
      [],
      gcPolicy,
    ).controller.gcPolicy;
  assert(prepare() instanceof GCPolicy);
  const own = new ImmortalGCPolicy();
  assertStrictEquals(prepare(own), own);
});

Deno.test("layers, rollbacks and processing errors work there as well [controller/RDX-2]", async () => {
  const managers = [new NetworkManager()];
  const { store, selector, controller } = prepareStore(
    initialState,
    managers,
    Controller,
  );
  const stop = initManager(managers, controller, initialState)();
  const network = server();
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "optimistic" }),
  });
  const nameIn = (state: State) => controller.get(Vessel, id, state)?.name;
  await controller.set(Vessel, id, { id: "1", name: "Orca" });
  const done = controller.fetch(rename, id);
  assertEquals(nameIn(controller.getVisibleState()), "optimistic");
  assertStrictEquals(
    controller.getVisibleState(),
    controller.getVisibleState(),
  );
  assertEquals(nameIn(selector(store.getState())), "Orca");
  network.calls[0]!.resolve({ id: "1", name: "confirmed" });
  await done;
  await microtasks();
  assertEquals(nameIn(controller.getVisibleState()), "confirmed");
  const load = reading("load", answering("no object"), { schema: Vessel });
  await recordingConsole(async () => {
    const error = await controller.fetch(load, id).catch((reason) => reason);
    assertEquals((error as { status: number }).status, 400);
  });
  stop();
});

Deno.test("a listener removed by another one is not called any more [controller/RDX-2]", async () => {
  const { store } = prepareStore(
    initialState,
    [new NetworkManager()],
    Controller,
  );
  const log: string[] = [];
  store.subscribe(() => {
    log.push("first");
    stopSecond();
  });
  const stopSecond = store.subscribe(() => log.push("second"));
  await store.dispatch({ type: "moored" });
  assertEquals(log, ["first"]);
});

Deno.test("mapMiddleware narrows getState [controller/RDX-3]", () => {
  const seen: unknown[] = [];
  const watching: StoreMiddleware<number> = ({ getState, dispatch }) => {
    assertEquals(typeof dispatch, "function");
    return (next) => (action) => {
      seen.push(getState());
      return next(action);
    };
  };
  const middlewares = mapMiddleware((state: { tide: number }) => state.tide)(
    watching,
    watching,
  );
  assertEquals(middlewares.length, 2);
  const dispatch = middlewares.map((middleware) =>
    middleware({ dispatch: () => {}, getState: () => ({ tide: 2 }) })
  ).reduceRight((next, wrap) => wrap(next), (action: unknown) => action);
  assertEquals(dispatch({ type: "moored" }), { type: "moored" });
  assertEquals(seen, [2, 2]);
});

Deno.test("the parts fit a real Redux store, which the library does not need [controller/RDX-6] [controller/MGR-10]", async () => {
  assertStrictEquals(initialState, clientInitialState);
  const controller = new Controller();
  const managers = [new NetworkManager()];
  const store = createStore(
    createReducer(controller),
    initialState,
    applyMiddleware(
      ...applyManager(managers, controller),
      PromiseifyMiddleware,
    ),
  );
  const stop = initManager(managers, controller, initialState)();
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  const vessel = await controller.fetch(load, id);
  assertEquals(vessel.name, "Orca");
  assertStrictEquals(controller.get(Vessel, id, store.getState()), vessel);
  stop();
  const command = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "controller/redux/mod.ts"],
  });
  const { stdout } = await command.output();
  const text = new TextDecoder().decode(stdout);
  assert(!text.includes("npm:"), "no package at all");
});

Deno.test("the parts fit a real Redux store with other slices, in whose types nothing needs a cast [controller/RDX-3] [controller/RDX-6]", async () => {
  const controller = new Controller();
  const managers = [
    new NetworkManager(),
    new SubscriptionManager(PollingSubscription),
  ];
  const selector = ({ harbour }: { harbour: State }) => harbour;
  const store = createStore(
    combineReduxReducers({
      harbour: createReducer(controller),
      moored: (count: number = 0, { type }: { type: string }) =>
        type === "moor" ? count + 1 : count,
    }),
    applyMiddleware(
      ...mapMiddleware(selector)(...applyManager(managers, controller)),
      PromiseifyMiddleware,
    ),
  );
  for (const manager of managers) manager.init(selector(store.getState()));
  const load = reading("load", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  await controller.fetch(load, id);
  store.dispatch({ type: "moor" });
  const state = store.getState();
  assertEquals(state.moored, 1);
  assertEquals(controller.get(Vessel, id, selector(state))?.name, "Orca");
  for (const manager of managers) manager.cleanup();
});

Deno.test("a manager that throws over the answer of a mutation leaves no layer, and its caller gets the error [controller/MGR-9] [controller/OPT-7]", async () => {
  const thrown = new Error("manager");
  const failing = recorder(() => (next) => (action) => {
    if (action.type === "rdc/setresponse") throw thrown;
    return next(action);
  });
  const managers = [new NetworkManager(), failing];
  const { store, selector, controller } = prepareStore(
    initialState,
    managers,
    Controller,
  );
  const stop = initManager(managers, controller, selector(store.getState()))();
  const rename = mutating("rename", answering({ id: "1", name: "Beluga" }), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  const outcome = controller.fetch(rename, id).catch((reason) => reason);
  assertEquals(controller.getState().optimistic.length, 1);
  assertStrictEquals(await outcome, thrown);
  assertEquals(controller.getState().optimistic, []);
  stop();
});

/** The store that prepareStore makes, and one that exists already. */
const stores = {
  "prepareStore": (managers: readonly NetworkManager[]) =>
    prepareStore(initialState, managers, Controller),
  "a store of Redux": (managers: readonly NetworkManager[]) => {
    const controller = new Controller();
    const selector = ({ dataclient }: { dataclient: State }) => dataclient;
    const store = createStore(
      combineReduxReducers({ dataclient: createReducer(controller) }),
      applyMiddleware(
        ...mapMiddleware(selector)(...applyManager(managers, controller)),
        PromiseifyMiddleware,
        // deno-lint-ignore no-explicit-any -- types of Redux for its own
      ) as any,
    );
    return { store, selector, controller };
  },
};

for (const [name, makeStore] of Object.entries(stores)) {
  Deno.test(`when the caller of a mutation goes on, ${name} shows what it wrote [controller/NET-12]`, async () => {
    const managers = [new NetworkManager()];
    const { store, selector, controller } = makeStore(managers);
    const stop = initManager(
      managers,
      controller,
      selector(store.getState()),
    )();
    const rename = mutating("rename", answering({ id: "1", name: "Beluga" }), {
      schema: Vessel,
    });
    await controller.fetch(rename, id);
    assertEquals(
      controller.get(Vessel, id, controller.getState())?.name,
      "Beluga",
    );
    const broken = mutating("broken", answering("no object"), {
      schema: Vessel,
    });
    let reason: unknown;
    await recordingConsole(async () => {
      reason = await controller.fetch(broken, id).catch((reason) => reason);
      await microtasks();
    });
    assertEquals((reason as { status: number }).status, 400);
    assertStrictEquals(
      controller.getError(broken, id, controller.getState()),
      reason,
    );
    stop();
  });
}
