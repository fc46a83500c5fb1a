import {
  assert,
  assertEquals,
  assertFalse,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import {
  type ActionTypes,
  type Controller,
  createDataStore,
  type DevToolsConfig,
  DevToolsManager,
  type DevToolsMessage,
  ImmortalGCPolicy,
  NetworkManager,
  type State,
} from "../../controller/mod.ts";
import {
  answering,
  microtasks,
  mutating,
  reading,
  recordingConsole,
  server,
  Vessel,
} from "./harbour.ts";
import { OfflineManager } from "../../controller/live/offline.ts";
import { Chest } from "./live/offline_world.ts";
import { inProduction } from "../support/production.ts";

const id = { id: "1" };

interface Globals {
  __REDUX_DEVTOOLS_EXTENSION__?: unknown;
  __DC_CONTROLLERS__?: Map<string, Controller>;
  document?: unknown;
}
const globals = globalThis as Globals;

/** The extension, as far as a page sees it. */
class Extension implements Disposable {
  readonly configs: DevToolsConfig[] = [];
  readonly sent: { action: { type: string }; state: State }[] = [];
  readonly inits: State[] = [];
  readonly listeners: ((message: DevToolsMessage) => void)[] = [];
  /** What is thrown instead of listening to the page. */
  failure: Error | undefined;
  canUnsubscribe = true;

  constructor() {
    globals.__REDUX_DEVTOOLS_EXTENSION__ = {
      connect: (config: DevToolsConfig) => {
        this.configs.push(config);
        return this.#connection;
      },
    };
  }

  readonly #connection = {
    send: (action: { type: string }, state: State) => {
      if (this.failure) throw this.failure;
      this.sent.push({ action, state });
    },
    init: (state: State) => {
      if (this.failure) throw this.failure;
      this.inits.push(state);
    },
    subscribe: (listener: (message: DevToolsMessage) => void) => {
      if (this.failure) throw this.failure;
      this.listeners.push(listener);
      if (!this.canUnsubscribe) return undefined;
      return () => {
        this.listeners.splice(this.listeners.indexOf(listener), 1);
      };
    },
  };

  tell(message: DevToolsMessage): void {
    for (const listener of [...this.listeners]) listener(message);
  }

  dispatch(payload: DevToolsMessage["payload"]): void {
    this.tell({ type: "DISPATCH", payload });
  }

  /** Types of the actions sent so far. */
  get types(): string[] {
    return this.sent.map(({ action }) => action.type);
  }

  [Symbol.dispose](): void {
    delete globals.__REDUX_DEVTOOLS_EXTENSION__;
  }
}

/** A store with devtools; started. */
function watched(
  config?: DevToolsConfig,
  skipLogging?: (action: ActionTypes) => boolean,
) {
  const network = new NetworkManager();
  const manager = new DevToolsManager(
    config,
    skipLogging ?? ((action) => network.skipLogging(action)),
  );
  const data = createDataStore({
    managers: [manager, network],
    gcPolicy: new ImmortalGCPolicy(),
  });
  data.start();
  const { controller } = data;
  const name = (state: State) => controller.get(Vessel, id, state)?.name;
  const rename = (name: string) =>
    controller.set(Vessel, id, { id: "1", name });
  return { ...data, manager, name, rename, [Symbol.dispose]: data.dispose };
}

Deno.test("the manager connects to the extension, with the user's options on top [controller/DEV-1] [controller/DEV-2] [react/DVT-9]", () => {
  using extension = new Extension();
  const predicate = () => true;
  const actionSanitizer = (action: unknown) => action;
  new DevToolsManager({
    name: "Harbour",
    latency: 5,
    maxAge: 7,
    trace: true,
    predicate,
    actionSanitizer,
  });
  const [config] = extension.configs;
  assertEquals(config!.name, "Harbour");
  assertEquals([config!.latency, config!.maxAge, config!.trace], [5, 7, true]);
  assertStrictEquals(config!.predicate, predicate);
  assertStrictEquals(config!.actionSanitizer, actionSanitizer);
  assertEquals(config!.autoPause, true);
});

Deno.test("the default name has the title of the document, if there is one [controller/DEV-2] [react/DVT-8]", () => {
  using extension = new Extension();
  new DevToolsManager();
  assertEquals(extension.configs[0]!.name, "Data Client: ");
  globals.document = { title: "Harbour" };
  try {
    new DevToolsManager();
    assertEquals(extension.configs[1]!.name, "Data Client: Harbour");
  } finally {
    delete globals.document;
  }
});

Deno.test("only features that work are offered [controller/DEV-2] [controller/DEV-9]", () => {
  using extension = new Extension();
  new DevToolsManager();
  assertEquals(extension.configs[0]!.features, {
    pause: true,
    jump: true,
    export: true,
    lock: false,
    skip: false,
    reorder: false,
    import: false,
    persist: false,
    dispatch: false,
    test: false,
  });
});

Deno.test("without the extension everything passes, and the controller is registered [controller/DEV-1] [controller/DEV-12]", async () => {
  using page = watched({ name: "bare" });
  await page.rename("Orca");
  assertEquals(page.name(page.controller.getState()), "Orca");
  const [record] = page.manager.records();
  assertEquals(page.manager.records().length, 1);
  assertEquals([...record!.changes.entities.keys()], ["Vessel"]);
  assertStrictEquals(globals.__DC_CONTROLLERS__!.get("bare"), page.controller);
});

Deno.test("in production nothing connects and the middleware is a pass-through [controller/DEV-3]", async () => {
  using extension = new Extension();
  await inProduction(async () => {
    using page = watched({ name: "production" });
    const next = () => Promise.resolve();
    assertStrictEquals(page.manager.middleware(page.controller)(next), next);
    await page.rename("Orca");
    extension.tell({ type: "START" });
    assertEquals(extension.configs, []);
    assertEquals(extension.inits, []);
    assertFalse(globals.__DC_CONTROLLERS__?.has("production") ?? false);
  });
});

Deno.test("init begins a history and subscribes once, whatever happens in between [controller/DEV-4]", () => {
  for (const canUnsubscribe of [true, false]) {
    using extension = new Extension();
    extension.canUnsubscribe = canUnsubscribe;
    using page = watched();
    assertEquals(extension.inits.length, 1);
    assertStrictEquals(extension.inits[0], page.controller.getState());
    assertEquals(extension.listeners.length, 1);
    page.stop();
    page.start();
    page.stop();
    page.start();
    assertEquals(extension.listeners.length, 1);
    extension.tell({ type: "START" });
    page.rename("Orca");
  }
});

Deno.test("each action is sent with the state after it alone, in order, after its commit [controller/DEV-5] [react/DVT-8]", async () => {
  using extension = new Extension();
  using page = watched();
  extension.tell({ type: "START" });
  page.rename("Orca");
  page.rename("Beluga");
  page.rename("Narwhal");
  assertEquals(extension.sent, [], "not before the commit");
  await microtasks();
  assertEquals(extension.types, ["rdc/set", "rdc/set", "rdc/set"]);
  assertEquals(extension.sent.map(({ state }) => page.name(state)), [
    "Orca",
    "Beluga",
    "Narwhal",
  ]);
});

Deno.test("the states sent are the visible ones [controller/DEV-5]", async () => {
  using extension = new Extension();
  using page = watched();
  extension.tell({ type: "START" });
  const network = server();
  const save = mutating("save", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "optimistic" }),
  });
  const done = page.controller.fetch(save, id);
  await microtasks();
  network.calls[0]!.resolve({ id: "1", name: "confirmed" });
  await done;
  await microtasks();
  assertEquals(
    extension.sent.map(({ action, state }) => [action.type, page.name(state)]),
    [["rdc/fetch", "optimistic"], ["rdc/setresponse", "confirmed"]],
  );
});

Deno.test("steps wait for START, and again after STOP [controller/DEV-6] [react/DVT-8]", async () => {
  using extension = new Extension();
  using page = watched();
  await page.rename("Orca");
  await page.rename("Beluga");
  await microtasks();
  assertEquals(extension.sent, []);
  extension.tell({ type: "START" });
  assertEquals(extension.sent.map(({ state }) => page.name(state)), [
    "Orca",
    "Beluga",
  ]);
  extension.tell({ type: "STOP" });
  await page.rename("Narwhal");
  await microtasks();
  assertEquals(extension.sent.length, 2);
  extension.tell({ type: "START" });
  assertEquals(extension.sent.length, 3, "each once");
});

for (const maxAge of [undefined, 5]) {
  const limit = maxAge === undefined ? 100 : maxAge * 2;
  Deno.test(`of more than ${limit} waiting steps the older half is dropped [controller/DEV-6] [react/DVT-8]`, async () => {
    using extension = new Extension();
    using page = watched(maxAge === undefined ? {} : { maxAge });
    for (let step = 0; step <= limit; step++) {
      await page.rename(`name ${step}`);
      await microtasks();
    }
    extension.tell({ type: "START" });
    const names = extension.sent.map(({ state }) => page.name(state));
    assertEquals(names.at(-1), `name ${limit}`);
    assertEquals(names.length, limit + 1 - Math.floor((limit + 1) / 2));
  });
}

Deno.test("what is not worth showing is asked before it is passed on, and neither sent nor kept [controller/DEV-7] [react/DVT-9]", async () => {
  using extension = new Extension();
  using page = watched();
  const load = reading("load", server());
  page.controller.fetch(load, id);
  page.controller.fetch(load, id);
  await microtasks();
  extension.tell({ type: "START" });
  page.controller.fetch(load, id);
  await microtasks();
  assertEquals(extension.types, ["rdc/fetch"]);
});

Deno.test("endpoints appear as what is worth seeing of them [controller/DEV-8] [react/DVT-9]", async () => {
  using extension = new Extension();
  using page = watched();
  extension.tell({ type: "START" });
  const errorPolicy = () => "soft" as const;
  const load = reading("load", answering({ id: "1" }), {
    schema: Vessel,
    dataExpiryLength: 5000,
    pollFrequency: 1000,
    errorPolicy,
    extra: "not shown",
  });
  await page.controller.fetch(load, id);
  await microtasks();
  const endpoint = (extension.sent[0]!.action as unknown as {
    endpoint: Record<string, unknown>;
  }).endpoint;
  assertEquals(endpoint.name, "load");
  assertEquals(endpoint.sideEffect, undefined);
  assertEquals(endpoint.dataExpiryLength, 5000);
  assertEquals(endpoint.pollFrequency, 1000);
  assertStrictEquals(endpoint.errorPolicy, errorPolicy);
  assertFalse("extra" in endpoint);
  assertFalse("invalidIfStale" in endpoint);
  assertFalse("getOptimisticResponse" in endpoint);
  const { toJSON } = Vessel as unknown as { toJSON?: () => unknown };
  assertEquals(endpoint.schema, toJSON ? toJSON.call(Vessel) : Vessel);
});

Deno.test("times are shown as local time with milliseconds, Infinity stays [controller/DEV-8] [react/DVT-9]", () => {
  using extension = new Extension();
  new DevToolsManager();
  const { replacer } = extension.configs[0]!.serialize as {
    replacer: (key: string, value: unknown) => unknown;
  };
  const time = new Date(2026, 0, 2, 13, 4, 5, 678).getTime();
  const shown = JSON.parse(JSON.stringify({
    date: time,
    fetchedAt: time,
    expiresAt: time + 1 / 1024,
    price: time,
    at: "text",
  }, replacer));
  for (const name of ["date", "fetchedAt", "expiresAt"]) {
    assert(/04:05\D678/.test(shown[name]), shown[name]);
  }
  assertEquals([shown.price, shown.at], [time, "text"]);
  assertEquals(replacer("expiresAt", Infinity), Infinity);
});

Deno.test("RESET empties the store [controller/DEV-9] [react/DVT-10]", async () => {
  using extension = new Extension();
  using page = watched();
  await page.rename("Orca");
  extension.dispatch({ type: "RESET" });
  assertEquals(page.name(page.controller.getState()), undefined);
});

Deno.test("jumping shows a recorded state, read-only, until the newest is selected [controller/DEV-9]", async () => {
  for (const type of ["JUMP_TO_STATE", "JUMP_TO_ACTION"]) {
    using extension = new Extension();
    using page = watched();
    const { controller, name, rename } = page;
    const shown: (string | undefined)[] = [];
    page.store.subscribe((state) => shown.push(name(state)));
    extension.tell({ type: "START" });
    for (const next of ["Orca", "Beluga", "Narwhal"]) {
      await rename(next);
      await microtasks();
    }
    const jump = (number: number) =>
      extension.dispatch({ type, actionId: number, index: number });
    jump(1);
    assertEquals(name(controller.getVisibleState()), "Orca");
    assertEquals(name(controller.getState()), "Narwhal", "managers run on");
    jump(0);
    assertEquals(name(controller.getVisibleState()), undefined);
    await rename("Humpback");
    await microtasks();
    assertEquals(extension.sent.length, 4, "recorded");
    assertEquals(name(extension.sent[3]!.state), "Humpback");
    assertEquals(name(controller.getVisibleState()), undefined, "not shown");
    jump(4);
    assertEquals(name(controller.getVisibleState()), "Humpback");
    assertEquals(shown, [
      "Orca",
      "Beluga",
      "Narwhal",
      "Orca",
      undefined,
      "Humpback",
    ]);
    jump(2);
    page.stop();
    assertEquals(name(controller.getVisibleState()), "Humpback");
  }
});

Deno.test("states that are forgotten cannot be shown [controller/DEV-9]", async () => {
  using extension = new Extension();
  using page = watched({ maxAge: 2 });
  extension.tell({ type: "START" });
  for (let step = 1; step <= 10; step++) {
    await page.rename(`name ${step}`);
    await microtasks();
  }
  extension.dispatch({ type: "JUMP_TO_STATE", actionId: 1, index: 1 });
  assertEquals(page.name(page.controller.getVisibleState()), "name 10");
  extension.dispatch({ type: "JUMP_TO_STATE", actionId: 8, index: 2 });
  assertEquals(page.name(page.controller.getVisibleState()), "name 8");
});

Deno.test("COMMIT begins anew, ROLLBACK shows the last commit [controller/DEV-9]", async () => {
  using extension = new Extension();
  using page = watched();
  extension.tell({ type: "START" });
  await page.rename("Orca");
  await microtasks();
  extension.dispatch({ type: "COMMIT" });
  assertEquals(extension.inits.length, 2);
  assertEquals(page.name(extension.inits[1]!), "Orca");
  await page.rename("Beluga");
  await microtasks();
  extension.dispatch({ type: "ROLLBACK" });
  assertEquals(page.name(extension.inits[2]!), "Orca");
  assertEquals(page.name(page.controller.getVisibleState()), "Orca");
  assertEquals(page.name(page.controller.getState()), "Beluga");
  extension.dispatch({ type: "JUMP_TO_STATE", actionId: 0, index: 0 });
  assertEquals(page.name(page.controller.getVisibleState()), "Beluga");
});

Deno.test("PAUSE_RECORDING stops sending [controller/DEV-9]", async () => {
  using extension = new Extension();
  using page = watched();
  extension.tell({ type: "START" });
  extension.dispatch({ type: "PAUSE_RECORDING", status: true });
  await page.rename("Orca");
  await microtasks();
  assertEquals(extension.sent, []);
  extension.dispatch({ type: "PAUSE_RECORDING", status: false });
  await page.rename("Beluga");
  await microtasks();
  assertEquals(extension.sent.length, 1);
});

Deno.test("unknown messages are ignored [controller/DEV-9]", async () => {
  using extension = new Extension();
  using page = watched();
  await page.rename("Orca");
  extension.tell({ type: "OTHER" });
  extension.tell({ type: "DISPATCH" });
  extension.dispatch({ type: "TOGGLE_ACTION" });
  assertEquals(page.name(page.controller.getVisibleState()), "Orca");
});

Deno.test("an extension that throws never breaks a dispatch [controller/DEV-10]", async () => {
  using extension = new Extension();
  extension.failure = new Error("extension");
  await recordingConsole(async () => {
    using page = watched();
    await page.rename("Orca");
    assertEquals(page.name(page.controller.getState()), "Orca");
  });
  extension.failure = undefined;
  using page = watched({}, () => {
    throw new Error("skipLogging");
  });
  extension.tell({ type: "START" });
  extension.failure = new Error("extension");
  await recordingConsole(async () => {
    await page.rename("Orca");
    await microtasks();
  });
  assertEquals(page.name(page.controller.getState()), "Orca");
  globals.__REDUX_DEVTOOLS_EXTENSION__ = {
    connect() {
      throw new Error("extension");
    },
  };
  await recordingConsole(async () => {
    using other = watched();
    await other.rename("Beluga");
    assertEquals(other.name(other.controller.getState()), "Beluga");
  });
});

Deno.test("panels see actions, durations, changes and what is in flight [controller/DEV-11]", async () => {
  using _extension = new Extension();
  using page = watched();
  const network = server();
  const load = reading("load", network, { schema: Vessel });
  const fetched = page.controller.fetch(load, id);
  await microtasks();
  assertEquals(page.manager.inFlight().map(({ key }) => key), [load.key(id)]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  await fetched;
  await microtasks();
  assertEquals(page.manager.inFlight(), []);
  const [fetch, response] = page.manager.records();
  assertEquals(fetch!.action.type, "rdc/fetch");
  assertEquals(fetch!.duration, undefined);
  assertEquals(fetch!.changes.entities.size, 0);
  assertEquals(response!.action.type, "rdc/setresponse");
  assert(response!.duration! >= 4 && response!.duration! < 5000);
  assert(Math.abs(Date.now() - response!.date) < 5000);
  assertEquals([...response!.changes.entities.get("Vessel")!], ["1"]);
  assertEquals([...response!.changes.endpoints], [load.key(id)]);
  assertStrictEquals(response!.changes, response!.changes);
});

Deno.test("panels see the optimistic change of a queue in front, and the request that it makes [controller/DEV-11]", async () => {
  using _extension = new Extension();
  const devTools = new DevToolsManager();
  const network = server();
  const save = mutating("save", network, {
    schema: Vessel,
    key: ({ id }: { id: string }) => `save ${id}`,
    getOptimisticResponse: () => ({ id: "1", name: "Orca" }),
  });
  const data = createDataStore({
    managers: [
      new OfflineManager({ endpoints: { save }, storage: new Chest() }),
      devTools,
      new NetworkManager(),
    ],
    gcPolicy: new ImmortalGCPolicy(),
  });
  data.start();
  const { controller } = data;
  const layers = () =>
    devTools.records().map(({ action: { type }, commit }) => [
      type,
      commit?.before.optimistic.length,
      commit?.state.optimistic.length,
    ]);
  let told = 0;
  devTools.onRecord(() => told++);
  const saved = controller.fetch(save, id);
  assertEquals(layers()[0], ["rdc/fetch", 0, 1]);
  assertEquals(told, 1);
  while (network.calls.length === 0) await microtasks();
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  await saved;
  assertEquals(layers(), [
    ["rdc/fetch", 0, 1],
    ["rdc/fetch", undefined, undefined],
    ["rdc/setresponse", 1, 0],
  ]);
  data.dispose();
});

Deno.test("controllers are registered by name, equal names get a number [controller/DEV-12] [react/DVT-11]", () => {
  const first = watched({ name: "same" });
  const second = watched({ name: "same" });
  const registry = globals.__DC_CONTROLLERS__!;
  assertStrictEquals(registry.get("same"), first.controller);
  const [other] = [...registry.keys()].filter((name) =>
    registry.get(name) === second.controller
  );
  assert(/^same.*2$/.test(other!), other);
  assertNotStrictEquals(other, "same");
  second.stop();
  assertFalse(registry.has(other!));
  assertStrictEquals(registry.get("same"), first.controller);
  const stranger = {} as Controller;
  registry.set("same", stranger);
  first.stop();
  assertStrictEquals(registry.get("same"), stranger, "not its own any more");
  registry.delete("same");
  second.start();
  assertStrictEquals(registry.get("same"), second.controller);
  second.dispose();
  first.dispose();
});
