import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  actions,
  type ActionTypes,
  actionTypes,
  applyManager,
  Controller,
  createDataStore,
  type Dispatch,
  type GCInterface,
  ImmortalGCPolicy,
  initialState,
  initManager,
  type Manager,
  type ManagerRole,
  type Middleware,
  NetworkManager,
  type State,
  SubscriptionManager,
} from "../../controller/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  recorder,
  recordingConsole,
  Vessel,
} from "./harbour.ts";
import { inProduction } from "../support/production.ts";

const id = { id: "1" };
const foreign = (type: string) => ({ type }) as unknown as ActionTypes;

/** A manager made of a middleware. */
function manager(middleware: Middleware, more: Partial<Manager> = {}): Manager {
  return { middleware, cleanup() {}, ...more };
}

Deno.test("an action meets the managers in array order, and the promise of next resolves after the commit [controller/MGR-1] [controller/MGR-2]", async () => {
  const log: string[] = [];
  const named = (name: string) =>
    manager((controller) => (next) => async (action) => {
      log.push(`${name} before`);
      await next(action);
      log.push(
        `${name} after ${
          controller.get(Vessel, id, controller.getState())?.name
        }`,
      );
    });
  using client = harbour({
    managers: [named("first"), named("second"), new NetworkManager()],
  });
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  assertEquals(log, [
    "first before",
    "second before",
    "second after Orca",
    "first after Orca",
  ]);
});

Deno.test("built-in managers may be built for a store that is discarded [controller/MGR-3]", () => {
  using time = new FakeTime();
  createDataStore({ managers: [new NetworkManager()] });
  assertEquals(time.next(), false, "nothing runs");
});

Deno.test("a manager with getMiddleware only is used through it, called once [controller/MGR-4]", async () => {
  let calls = 0;
  const types: string[] = [];
  const legacy: Manager = {
    getMiddleware() {
      calls++;
      assertStrictEquals(this, legacy);
      return () => (next) => (action) => {
        types.push(action.type);
        return next(action);
      };
    },
    cleanup() {},
  };
  const neither: Manager = { cleanup() {} };
  using client = harbour({ managers: [neither, legacy, new NetworkManager()] });
  await client.set(Vessel, id, { id: "1" });
  await client.set(Vessel, id, { id: "1" });
  assertEquals(calls, 1);
  assertEquals(types, ["rdc/set", "rdc/set"]);
});

Deno.test("whoever dispatches, the whole chain sees it [controller/MGR-5]", async () => {
  const log = recorder();
  let inner: Controller | undefined;
  const busy = manager(
    (controller) => {
      inner = controller;
      return (next) => (action) => {
        if (action.type === actionTypes.SET) {
          controller.dispatch(foreign("from middleware"));
        }
        return next(action);
      };
    },
    {
      init: () => void inner!.dispatch(foreign("from init")),
      cleanup: () => void inner!.dispatch(foreign("from cleanup")),
    },
  );
  const { controller, start, stop } = createDataStore({
    managers: [log, busy, new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
  start();
  await controller.set(Vessel, id, { id: "1" });
  setTimeout(() => controller.dispatch(foreign("from a timer")));
  await new Promise((resolve) => setTimeout(resolve, 5));
  stop();
  assertEquals(log.types, [
    "from init",
    "rdc/set",
    "from middleware",
    "from a timer",
    "from cleanup",
  ]);
});

Deno.test("init gets the initial state; both run in array order, the policy last [controller/MGR-6]", () => {
  const log: string[] = [];
  const states: State[] = [];
  const named = (name: string): Manager => ({
    init(state) {
      states.push(state);
      log.push(`init ${name}`);
    },
    cleanup: () => void log.push(`cleanup ${name}`),
  });
  const gcPolicy: GCInterface = {
    createCountRef: () => () => () => {},
    init: (controller) => {
      assert(controller instanceof Controller);
      log.push("init policy");
    },
    cleanup: () => void log.push("cleanup policy"),
  };
  const { start, stop } = createDataStore({
    managers: [named("a"), new NetworkManager(), named("b")],
    gcPolicy,
  });
  assertEquals(log, []);
  start();
  stop();
  assertEquals(log, [
    "init a",
    "init b",
    "init policy",
    "cleanup a",
    "cleanup b",
    "cleanup policy",
  ]);
  assertEquals([...states[0]!.tableKeys()], []);
});

Deno.test("a throwing init or cleanup stops nobody else, and is reported [controller/MGR-8]", async () => {
  const log: string[] = [];
  const failing = (name: string): Manager => ({
    init() {
      throw new Error(`init of ${name}`);
    },
    cleanup() {
      throw new Error(`cleanup of ${name}`);
    },
  });
  const fine: Manager = {
    init: () => void log.push("init"),
    cleanup: () => void log.push("cleanup"),
  };
  const { start, stop } = createDataStore({
    managers: [failing("a"), fine, failing("b"), new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
  const records = await recordingConsole(() => {
    start();
    stop();
  });
  assertEquals(log, ["init", "cleanup"]);
  assertEquals(
    records.map(({ args }) => (args[1] as Error).message),
    ["init of a", "init of b", "cleanup of a", "cleanup of b"],
  );
});

Deno.test("applyManager gives middlewares in Redux's form; the first binds the controller [controller/MGR-10]", async () => {
  const controller = new Controller();
  const seen: string[] = [];
  const middlewares = applyManager([
    manager(() => (next) => (action) => {
      seen.push(action.type);
      return next(action);
    }),
    new NetworkManager(),
  ], controller);
  const written: ActionTypes[] = [];
  const dispatch: Dispatch = (action) => chain(action);
  const api = { dispatch, getState: () => initialState };
  const chain = middlewares.map((middleware) => middleware(api))
    .reduceRight<Dispatch>((next, wrap) => wrap(next), (action) => {
      written.push(action);
      return Promise.resolve();
    });
  await controller.resetEntireStore();
  assertEquals(seen, ["rdc/reset"]);
  assertEquals(written.map(({ type }) => type), ["rdc/reset"]);
  assertStrictEquals(controller.getState(), initialState);
});

Deno.test("without managers the controller is bound as well [controller/MGR-10]", async () => {
  const controller = new Controller();
  await recordingConsole(() => {
    const [bind] = applyManager([], controller);
    bind!({ dispatch: () => Promise.resolve(), getState: () => initialState });
  });
  assertEquals(await controller.resetEntireStore(), undefined);
});

Deno.test("a missing NetworkManager is reported, in development [controller/MGR-10]", async () => {
  const records = await recordingConsole(async () => {
    applyManager([new NetworkManager()], new Controller());
    applyManager([recorder()], new Controller());
    await inProduction(() => applyManager([], new Controller()));
  });
  assertEquals(records.map(({ method }) => method), ["warn"]);
  assert(String(records[0]!.args[0]).includes("NetworkManager is required"));
});

Deno.test("initManager starts, and returns the cleanup [controller/MGR-11]", () => {
  const log: string[] = [];
  const start = initManager(
    [{
      init: (state) => {
        assertStrictEquals(state, initialState);
        log.push("init");
      },
      cleanup: () => void log.push("cleanup"),
    }],
    new Controller(),
    initialState,
  );
  assertEquals(log, []);
  const stop = start();
  assertEquals(log, ["init"]);
  stop();
  assertEquals(log, ["init", "cleanup"]);
});

Deno.test("orders that lose a guarantee are reported, others are not [controller/NEW-130]", async () => {
  const playing = (role: ManagerRole): Manager & { role: ManagerRole } => ({
    role,
    cleanup() {},
  });
  const network = new NetworkManager();
  const subscription = new SubscriptionManager(
    class {
      add() {}
      remove() {
        return true;
      }
      cleanup() {}
    },
  );
  const warnings = (managers: Manager[]) =>
    recordingConsole(() => applyManager(managers, new Controller()));
  const offline = playing("offline");
  const push = playing("push");
  const persist = playing("persist");
  const tabs = playing("tabs");
  assertEquals(
    await warnings([push, tabs, persist, offline, network, subscription]),
    [],
  );
  const [unkept] = await warnings([network, persist]);
  assert(String(unkept!.args[0]).includes("The persist manager"));
  const [alone] = await warnings([network, subscription, tabs]);
  assert(String(alone!.args[0]).includes("The tabs manager"));
  const [late] = await warnings([network, offline]);
  assert(String(late!.args[0]).includes("The offline manager"));
  const [hidden] = await warnings([network, subscription, push]);
  assert(String(hidden!.args[0]).includes("The push manager"));
  await inProduction(async () => {
    assertEquals(await warnings([network, offline]), []);
  });
});

Deno.test("a push manager may write from init to cleanup; each call is an ordinary write [controller/MGR-13]", async () => {
  let push!: (name: string) => void;
  let controller!: Controller;
  const news = reading("news", answering("fetched"));
  const pushing = manager((given) => {
    controller = given;
    return (next) => next;
  }, {
    init() {
      push = (name) => {
        controller.set(Vessel, id, { id: "1", name });
        controller.setResponse(news, id, name);
        controller.expireAll(news);
      };
    },
  });
  using client = harbour({ managers: [pushing, new NetworkManager()] });
  push("Orca");
  const first = client.getState().getEntityMeta("Vessel", "1")!.fetchedAt;
  push("Beluga");
  assertEquals(client.get(Vessel, id)?.name, "Beluga");
  assertEquals(client.read(news, id).data, "Beluga");
  assertEquals(client.read(news, id).expiresAt, 1);
  assert(client.getState().getEntityMeta("Vessel", "1")!.fetchedAt > first);
  await client.dispose();
});

// ---- recipes a user writes

Deno.test("recipe: logging before and after [controller/MGR-14]", async () => {
  const log: unknown[] = [];
  class LoggingManager implements Manager {
    middleware: Middleware = (controller) => (next) => async (action) => {
      const name = () =>
        controller.get(Vessel, id, controller.getState())?.name;
      log.push(["before", action.type, name()]);
      await next(action);
      log.push(["after", action.type, name()]);
    };
    cleanup() {}
  }
  using client = harbour({
    managers: [new LoggingManager(), new NetworkManager()],
  });
  await client.set(Vessel, id, { id: "1", name: "Fram" });
  assertEquals(log, [
    ["before", "rdc/set", undefined],
    ["after", "rdc/set", "Fram"],
  ]);
});

Deno.test("recipe: error reporting on SET_RESPONSE [controller/MGR-14]", async () => {
  const reported: unknown[] = [];
  const reporting = manager(() => (next) => (action) => {
    if (action.type === actionTypes.SET_RESPONSE && action.error) {
      reported.push([action.key, action.response]);
    }
    return next(action);
  });
  using client = harbour({ managers: [reporting, new NetworkManager()] });
  const error = new Error("down");
  const failing = reading("failing", () => Promise.reject(error));
  await client.fetch(failing).catch(() => {});
  await client.fetch(reading("fine", answering(1)), id);
  assertEquals(reported, [[failing.key(), error]]);
});

Deno.test("recipe: timing of requests and a toast on mutations [controller/MGR-14]", async () => {
  using time = new FakeTime();
  const toasts: string[] = [];
  const toasting = manager(() => (next) => (action) => {
    if (action.type === actionTypes.FETCH && action.endpoint.sideEffect) {
      const start = Date.now();
      const ended = () => `after ${Date.now() - start} ms`;
      action.meta.promise.then(
        (value) => toasts.push(`saved ${value} ${ended()}`),
        (error) => toasts.push(`failed: ${error.message} ${ended()}`),
      );
    }
    return next(action);
  });
  using client = harbour({ managers: [toasting, new NetworkManager()] });
  const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
  const saved = client.fetch(mutating("save", () => after(30).then(() => 7)));
  const failed = client.fetch(
    mutating(
      "fail",
      () => after(50).then(() => Promise.reject(new Error("down"))),
    ),
  ).catch(() => {});
  await client.fetch(reading("fine", answering(1)), id);
  await time.tickAsync(30);
  await saved;
  await time.tickAsync(20);
  await failed;
  assertEquals(toasts, ["saved 7 after 30 ms", "failed: down after 50 ms"]);
});

Deno.test("recipe: a stream that consumes SUBSCRIBE for one schema [controller/MGR-14]", () => {
  const open = new Set<string>();
  const passed = recorder();
  const stream = manager(() => (next) => (action) => {
    const isMine = (action.type === actionTypes.SUBSCRIBE ||
      action.type === actionTypes.UNSUBSCRIBE) &&
      action.endpoint.schema === Vessel;
    if (!isMine) return next(action);
    if (action.type === actionTypes.SUBSCRIBE) open.add(action.key);
    else open.delete(action.key);
    return Promise.resolve();
  });
  using client = harbour({ managers: [stream, passed, new NetworkManager()] });
  const { controller } = client;
  const mine = reading("mine", answering({ id: "1" }), { schema: Vessel });
  const other = reading("other", answering(1));
  controller.subscribe(mine, id);
  controller.subscribe(other, id);
  assertEquals([...open], [mine.key(id)]);
  assertEquals(passed.types, ["rdc/subscribe"]);
  controller.unsubscribe(mine, id);
  assertEquals(open.size, 0);
});

Deno.test("recipe: a clock that sets a value at intervals [controller/MGR-14]", () => {
  using time = new FakeTime();
  class TimeManager implements Manager {
    #controller: Controller | undefined;
    #timer: ReturnType<typeof setInterval> | undefined;
    middleware: Middleware = (controller) => {
      this.#controller = controller;
      return (next) => next;
    };
    init() {
      this.#timer = setInterval(() => {
        this.#controller!.set(Vessel, id, { id: "1", name: `${Date.now()}` });
      }, 1000);
    }
    cleanup() {
      clearInterval(this.#timer);
    }
  }
  using client = harbour({
    managers: [new TimeManager(), new NetworkManager()],
  });
  time.tick(1000);
  assertEquals(client.get(Vessel, id)?.name, `${time.now}`);
  time.tick(1000);
  assertEquals(client.get(Vessel, id)?.name, `${time.now}`);
});

Deno.test("recipe: an action of one's own, with a Controller of one's own [controller/MGR-14] [controller/CTL-5]", async () => {
  class HarbourController extends Controller {
    sound(horn: string): Promise<void> {
      return this.dispatch(
        { type: "harbour/sound", horn } as unknown as ActionTypes,
      );
    }
  }
  const heard: string[] = [];
  const listening = manager(() => (next) => (action) => {
    const { type, horn } = action as unknown as { type: string; horn: string };
    if (type !== "harbour/sound") return next(action);
    heard.push(horn);
    return Promise.resolve();
  });
  using client = harbour({
    managers: [listening, new NetworkManager()],
    Controller: HarbourController,
  });
  await (client.controller as HarbourController).sound("long");
  assertEquals(heard, ["long"]);
});

Deno.test("fetching inside FETCH handling does not recurse [controller/MGR-15]", async () => {
  let depth = 0;
  const network = answering("answer");
  const load = reading("load", network);
  const eager = manager((controller) => (next) => (action) => {
    const result = next(action);
    if (action.type === actionTypes.FETCH && depth++ < 10) {
      controller.fetch(load, id);
    }
    return result;
  });
  using client = harbour({ managers: [eager, new NetworkManager()] });
  assertEquals(await client.fetch(load, id), "answer");
  assertEquals(network.calls.length, 1);
});

Deno.test("built-in managers survive a thousand cycles of init and cleanup [controller/NEW-131] [controller/MGR-7]", async () => {
  const network = answering("answer");
  const load = reading("load", network, { pollFrequency: 1000 });
  using time = new FakeTime();
  const { PollingSubscription, LogoutManager, DevToolsManager } = await import(
    "../../controller/mod.ts"
  );
  const managers = [
    new DevToolsManager(),
    new LogoutManager(),
    new NetworkManager({ timeout: 10_000, retry: true }),
    new SubscriptionManager(PollingSubscription),
  ];
  const { controller, start, stop } = createDataStore({
    managers,
    gcPolicy: new ImmortalGCPolicy(),
  });
  start();
  controller.subscribe(load, id);
  for (let cycle = 0; cycle < 1000; cycle++) {
    stop();
    start();
  }
  time.tick(0);
  await microtasks();
  assertEquals(network.calls.length, 1);
  assertEquals(controller.getState().getEndpoint(load.key(id)), "answer");
  await controller.dispatch(actions.createReset());
  controller.unsubscribe(load, id);
  stop();
  time.tick(20_000);
  assertEquals(network.calls.length, 1);
});
