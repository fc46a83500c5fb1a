import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  actions,
  Controller,
  createDataStore,
  ImmortalGCPolicy,
  initialState,
  type Manager,
  NetworkManager,
  PollingSubscription,
  State,
  SubscriptionManager,
  UnboundDispatchError,
} from "../../controller/mod.ts";
import {
  answering,
  harbour,
  reading,
  recordingConsole,
  Vessel,
} from "./harbour.ts";

const getVessel = reading("getVessel", answering({ id: "1", name: "Orca" }), {
  schema: Vessel,
});

Deno.test("a bare controller has the defaults [controller/CTL-1]", () => {
  const controller = new Controller();
  assertStrictEquals(controller.getState(), initialState);
  assert(controller.gcPolicy instanceof ImmortalGCPolicy);
  assertThrows(
    () => controller.dispatch(actions.createReset()),
    UnboundDispatchError,
  );
});

Deno.test("dispatch goes through every manager before the state changes, at once [controller/CTL-2] [controller/CTL-51]", async () => {
  const seen: string[] = [];
  const manager = (name: string): Manager => ({
    middleware: () => (next) => (action) => {
      seen.push(name);
      return next(action);
    },
    cleanup() {},
  });
  const { controller } = createDataStore({
    managers: [manager("first"), new NetworkManager(), manager("last")],
  });
  const before = controller.getState();
  const action = actions.createSet(Vessel, {
    args: [{ id: "1" }],
    value: { id: "1", name: "Orca" },
  });
  const promise = controller.dispatch(action);
  assertEquals(seen, ["first", "last"]);
  const after = controller.getState();
  assertNotStrictEquals(after, before);
  assertEquals(controller.get(Vessel, { id: "1" }, after)?.name, "Orca");
  assertEquals(await promise, undefined);
  assertEquals(
    await controller.expireAll({ testKey: () => true }),
    undefined,
    "an action without effect resolves, too",
  );
  assertStrictEquals(controller.getState(), after);
});

Deno.test("dispatching while middleware is constructed throws [controller/CTL-3]", () => {
  let thrown: unknown;
  createDataStore({
    managers: [new NetworkManager(), {
      middleware: (controller) => {
        try {
          controller.resetEntireStore();
        } catch (error) {
          thrown = error;
        }
        assertThrows(
          () => controller.fetch(getVessel, { id: "1" }),
          UnboundDispatchError,
        );
        return (next) => {
          // managers that come first have not been given theirs yet
          assertThrows(
            () => controller.fetch(getVessel, { id: "1" }),
            UnboundDispatchError,
          );
          return next;
        };
      },
      cleanup() {},
    }],
  });
  assert(thrown instanceof Error);
  assert(thrown.message.includes("constructing"));
  assert(thrown.message.includes("not allowed"));
  assert(thrown.message.includes("Other middleware would not be applied"));
});

Deno.test("all methods keep their identity and work detached [controller/CTL-4]", async () => {
  const { controller } = harbour();
  const names = [
    "fetch",
    "fetchIfStale",
    "prefetch",
    "expireAll",
    "invalidate",
    "invalidateAll",
    "resetEntireStore",
    "set",
    "setResponse",
    "setError",
    "resolve",
    "subscribe",
    "unsubscribe",
    "abort",
    "get",
    "getQueryMeta",
    "getResponse",
    "getResponseMeta",
    "getError",
    "getState",
    "getVisibleState",
    "snapshot",
    "readers",
    "addReader",
    "dispatch",
  ] as const;
  const before = names.map((name) => controller[name]);
  const {
    fetch,
    fetchIfStale,
    set,
    get,
    getState,
    getResponse,
    getError,
    setError,
    invalidate,
    expireAll,
    snapshot,
  } = controller;
  const vessel = await fetch(getVessel, { id: "1" });
  assertEquals(vessel.name, "Orca");
  await set(Vessel, { id: "1" }, { id: "1", name: "Beluga" });
  assertEquals(get(Vessel, { id: "1" }, getState())?.name, "Beluga");
  assertEquals(
    getResponse(getVessel, { id: "1" }, getState()).data?.name,
    "Beluga",
  );
  assertEquals(snapshot(getState()).get(Vessel, { id: "1" })?.name, "Beluga");
  assertEquals((await fetchIfStale(getVessel, { id: "1" })).name, "Beluga");
  const error = new Error("down");
  await setError(getVessel, { id: "1" }, error);
  assertStrictEquals(getError(getVessel, { id: "1" }, getState()), error);
  await invalidate(getVessel, { id: "1" });
  await expireAll(getVessel);
  names.forEach((name, index) =>
    assertStrictEquals(controller[name], before[index])
  );
});

Deno.test("subclasses override methods and dispatch, and add methods [controller/CTL-5]", async () => {
  const log: string[] = [];
  class Harbourmaster extends Controller {
    override get dispatch(): Controller["dispatch"] {
      return (action) => {
        log.push(action.type);
        return super.dispatch(action);
      };
    }
    override resetEntireStore(): Promise<void> {
      log.push("reset wanted");
      return super.resetEntireStore();
    }
    rename(id: string, name: string): Promise<void> {
      return this.set(Vessel, { id }, { id, name });
    }
  }
  using client = harbour({ Controller: Harbourmaster });
  const controller = client.controller as Harbourmaster;
  const { resetEntireStore } = controller;
  await controller.rename("1", "Orca");
  assertEquals(client.get(Vessel, { id: "1" })?.name, "Orca");
  await resetEntireStore();
  assertEquals(log, ["rdc/set", "reset wanted", "rdc/reset"]);
  assertEquals(client.get(Vessel, { id: "1" }), undefined);
});

Deno.test("after the store is torn down dispatches are ignored, with one line in development [controller/CTL-6]", async () => {
  const dataStore = createDataStore({ managers: [new NetworkManager()] });
  dataStore.start();
  const { controller } = dataStore;
  await controller.set(Vessel, { id: "1" }, { id: "1", name: "Orca" });
  dataStore.stop();
  const state = controller.getState();
  const records = await recordingConsole(async () => {
    assertEquals(await controller.resetEntireStore(), undefined);
  });
  assertStrictEquals(controller.getState(), state);
  assertEquals(records.length, 1);
  assertEquals(records[0]!.method, "info");
  assert(String(records[0]!.args[0]).includes("rdc/reset"));
  dataStore.start();
  await controller.resetEntireStore();
  assertNotStrictEquals(controller.getState(), state);
  dataStore.stop();
});

Deno.test("subscriptions that end with the store have ended when it is started later [controller/MGR-7]", async () => {
  using time = new FakeTime(1000);
  const network = answering(2);
  const tide = reading("tide", network, { pollFrequency: 1000 });
  const { controller, start, stop } = createDataStore({
    managers: [
      new NetworkManager(),
      new SubscriptionManager(PollingSubscription),
    ],
  });
  const id = { id: "1" };
  start();
  controller.subscribe(tide, id);
  // the provider stops before its components end
  stop();
  const records = await recordingConsole(() => {
    const ended = controller.unsubscribe(tide, id);
    return ended;
  });
  assertEquals(records, [], "nothing to report");
  await time.tickAsync(10_000);
  const before = network.calls.length;
  start();
  await time.tickAsync(10_000);
  assertEquals(network.calls.length, before);
  stop();
});

Deno.test("one controller serves several states [controller/CTL-7]", () => {
  const state = (name: string) =>
    State.from({ entities: { Vessel: { "1": { id: "1", name } } } });
  const [orca, beluga] = [state("Orca"), state("Beluga")];
  const first = new Controller();
  const vessel = first.get(Vessel, { id: "1" }, orca);
  assertEquals(first.get(Vessel, { id: "1" }, beluga)?.name, "Beluga");
  assertStrictEquals(first.get(Vessel, { id: "1" }, orca), vessel);
  assertEquals(vessel?.name, "Orca");
});
