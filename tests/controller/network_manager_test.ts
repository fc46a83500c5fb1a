import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import {
  actions,
  type ActionTypes,
  Controller,
  createDataStore,
  type FetchAction,
  IdlingNetworkManager,
  ImmortalGCPolicy,
  initialState,
  type Manager,
  NetworkManager,
  ResetError,
  type SetResponseAction,
  type State,
} from "../../controller/mod.ts";
import { createState, partsOf } from "../../controller/state/state.ts";
import {
  answering,
  harbour,
  inProduction,
  microtasks,
  mutating,
  reading,
  recorder,
  recordingConsole,
  server,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };

/** A store whose managers start and stop by hand. */
function quay(managers: readonly Manager[], state?: State) {
  return createDataStore({
    managers,
    gcPolicy: new ImmortalGCPolicy(),
    ...(state ? { initialState: state } : {}),
  });
}

/** What became of a promise so far. */
async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  let outcome = "pending";
  promise.then(
    (value) => outcome = `resolved ${JSON.stringify(value)}`,
    (error) => outcome = `rejected ${error?.name ?? error}`,
  );
  await microtasks();
  return outcome;
}

// ---- running fetches

Deno.test("only a FETCH calls an endpoint function; reading never does [controller/NET-1]", async () => {
  const network = answering({ id: "1" });
  const load = reading("load", network, { schema: Vessel });
  using client = harbour();
  client.read(load, id);
  client.get(Vessel, id);
  client.controller.getError(load, id, client.getState());
  client.controller.snapshot(client.getState()).getResponse(load, id);
  await client.setResponse(load, id, { id: "1" });
  await client.expireAll(load);
  await client.invalidate(load, id);
  assertEquals(network.calls.length, 0);
  await client.controller.dispatch(actions.createFetch(load, { args: [id] }));
  assertEquals(network.calls.length, 1);
});

Deno.test("the lengths of the manager are readable and apply where endpoints have none [controller/NET-2] [controller/TIM-4] [controller/LIM-42]", async () => {
  assertEquals(new NetworkManager().dataExpiryLength, 60_000);
  assertEquals(new NetworkManager().errorExpiryLength, 1_000);
  const network = new NetworkManager({
    dataExpiryLength: 42,
    errorExpiryLength: 7,
  });
  assertEquals([network.dataExpiryLength, network.errorExpiryLength], [42, 7]);
  using client = harbour({ managers: [network] });
  const load = reading("load", answering(1));
  const own = reading("own", answering(1), { dataExpiryLength: 500 });
  const fail = reading("fail", () => Promise.reject(new Error("down")));
  await client.fetch(load, id);
  await client.fetch(own, id);
  await client.fetch(fail).catch(() => {});
  const lengthOf = (key: string) => {
    const { date, expiresAt } = client.getState().getMeta(key)!;
    return expiresAt - date;
  };
  assertEquals(lengthOf(load.key(id)), 42);
  assertEquals(lengthOf(own.key(id)), 500);
  assertEquals(lengthOf(fail.key()), 7);
});

Deno.test("reads of one key share one request, even of another endpoint object [controller/NET-3]", async () => {
  const network = server();
  const stranger = answering("never asked");
  const load = reading("load", network, { schema: Vessel });
  const other = reading("load", stranger, { schema: Vessel });
  using client = harbour();
  const results = [
    client.fetch(load, id),
    client.fetch(other, id),
    client.fetch(load, { ...id }),
  ];
  client.fetch(load, { id: "2" });
  assertEquals(network.calls.map(({ args }) => args[0].id), ["1", "2"]);
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  const [first, ...rest] = await Promise.all(results);
  for (const result of rest) assertStrictEquals(result, first);
  assertEquals(stranger.calls.length, 0);
  client.fetch(load, id);
  assertEquals(network.calls.length, 3, "the request was over");
});

Deno.test("a failed request fails all who share it [controller/NET-3]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  const promises = [client.fetch(load, id), client.fetch(load, id)];
  const error = new Error("down");
  network.calls[0]!.reject(error);
  for (const promise of promises) {
    assertStrictEquals(await promise.catch((reason) => reason), error);
  }
});

Deno.test("mutations never share [controller/NET-3]", () => {
  const network = server();
  const save = mutating("save", network);
  using client = harbour();
  for (let call = 0; call < 3; call++) client.fetch(save, id).catch(() => {});
  assertEquals(network.calls.length, 3);
});

Deno.test("a FETCH is consumed unless it has a layer [controller/NET-4]", async () => {
  const before = recorder();
  const behind = recorder();
  using client = harbour({
    managers: [before, new NetworkManager(), behind],
  });
  const { controller } = client;
  const state = client.getState();
  const load = reading("load", server(), {
    // a read has no layers
    getOptimisticResponse: () => ({ id: "1" }),
    schema: Vessel,
  });
  const save = mutating("save", server());
  const rename = mutating("rename", server(), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "Orca" }),
  });
  const consumed = [
    controller.dispatch(actions.createFetch(load, { args: [id] })),
    controller.dispatch(actions.createFetch(save, { args: [id] })),
  ];
  assertEquals(await Promise.all(consumed), [undefined, undefined]);
  assertEquals(behind.types, []);
  assertStrictEquals(client.getState(), state);
  controller.dispatch(actions.createFetch(rename, { args: [id] }));
  assertEquals(behind.types, ["rdc/fetch"]);
  assertEquals(before.types, ["rdc/fetch", "rdc/fetch", "rdc/fetch"]);
  assertEquals(client.get(Vessel, id)?.name, "Orca");
});

Deno.test("a read settles after SET_RESPONSE is committed: with the response, or the error stored by it [controller/NET-5] [controller/NET-11]", async () => {
  const network = server();
  const load = reading("load", network, { schema: Vessel });
  using client = harbour();
  const seen: unknown[] = [];
  const note = () => seen.push(client.getState().getMeta(load.key(id))?.error);
  const found = client.fetch(load, id).then(() =>
    seen.push(client.get(Vessel, id)?.name)
  );
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  await found;
  assertEquals(seen, ["Orca"]);
  const error = new Error("down");
  const failed = client.fetch(load, id).catch(note);
  network.calls[1]!.reject(error);
  await failed;
  assertStrictEquals(seen[1], error);
  const malformed = client.fetch(load, id);
  network.calls[2]!.resolve("no object");
  await recordingConsole(async () => {
    const reason = await malformed.catch((reason) => reason);
    assertStrictEquals(
      reason,
      client.getState().getMeta(load.key(id))!.error,
    );
    assertEquals((reason as { status?: number }).status, 400);
  });
});

Deno.test("the endpoint is called synchronously, with the arguments of the fetch [controller/NET-6]", () => {
  const load = reading("load", server<unknown[]>());
  const calls: unknown[][] = [];
  const direct = Object.assign(
    (...args: unknown[]) => {
      calls.push(args);
      return Promise.resolve(1);
    },
    { key: () => "direct", testKey: (key: string) => key === "direct" },
  );
  using client = harbour();
  client.fetch(direct, 1, "two", id);
  assertEquals(calls, [[1, "two", id]]);
  client.fetch(load, 1);
});

Deno.test("idleCallback wraps the start of reads, never of mutations [controller/NET-6]", async () => {
  const waiting: (() => void)[] = [];
  const options: unknown[] = [];
  class Patient extends NetworkManager {
    protected override idleCallback(
      callback: () => void,
      given?: { readonly timeout: number },
    ): void {
      waiting.push(callback);
      options.push(given);
    }
  }
  const network = answering({ id: "1" });
  const load = reading("load", network);
  const save = mutating("save", network);
  using client = harbour({ managers: [new Patient()] });
  const loaded = client.fetch(load, id);
  const shared = client.fetch(load, id);
  assertEquals(network.calls.length, 0);
  await client.fetch(save, id);
  assertEquals(network.calls.length, 1);
  assertEquals(options, [{ timeout: 500 }]);
  waiting[0]!();
  assertStrictEquals(await loaded, await shared);
  assertEquals(network.calls.length, 2);
});

Deno.test("IdlingNetworkManager waits for the machine, where it can tell [controller/NET-6]", async () => {
  const network = answering(1);
  const load = reading("load", network);
  const idle: (() => void)[] = [];
  const globals = globalThis as {
    requestIdleCallback?: (callback: () => void) => void;
  };
  using client = harbour({ managers: [new IdlingNetworkManager()] });
  await client.fetch(load, { id: "at once" });
  assertEquals(network.calls.length, 1);
  globals.requestIdleCallback = (callback) => idle.push(callback);
  try {
    const later = client.fetch(load, { id: "later" });
    assertEquals(network.calls.length, 1);
    idle[0]!();
    await later;
    assertEquals(network.calls.length, 2);
  } finally {
    delete globals.requestIdleCallback;
  }
  const interactions: (() => void)[] = [];
  using native = harbour({
    managers: [
      new IdlingNetworkManager({
        interactions: {
          runAfterInteractions: (callback) => interactions.push(callback),
        },
      }),
    ],
  });
  native.fetch(load, { id: "native" });
  assertEquals(network.calls.length, 2);
  interactions[0]!();
  assertEquals(network.calls.length, 3);
});

Deno.test("neither hidden pages nor being offline prevent a fetch [controller/NET-7]", async () => {
  const offline = {
    isOnline: () => false,
    addOnlineListener() {},
    removeOnlineListener() {},
    addOfflineListener() {},
    removeOfflineListener() {},
  };
  const hidden = {
    isVisible: () => false,
    addListener() {},
    removeListener() {},
  };
  using client = harbour({
    managers: [new NetworkManager({ connection: offline, visibility: hidden })],
  });
  assertEquals(await client.fetch(reading("load", answering(1)), id), 1);
});

Deno.test("outcomes go through controller.resolve with the stamp of the fetch [controller/NET-8]", async () => {
  const outcomes: unknown[] = [];
  class Watched extends Controller {
    override resolve(...args: Parameters<Controller["resolve"]>) {
      outcomes.push(args[1]);
      return super.resolve(...args);
    }
  }
  using client = harbour({ Controller: Watched });
  const load = reading("load", answering(1));
  const fail = mutating("fail", () => Promise.reject("down"));
  const action = actions.createFetch(load, { args: [id] });
  client.controller.dispatch(action);
  await action.meta.promise;
  const { fetchedAt } = action.meta;
  assertEquals(outcomes, [
    { args: [id], response: 1, fetchedAt, error: false },
  ]);
  const failing = actions.createFetch(fail, { args: [] });
  client.controller.dispatch(failing);
  await failing.meta.promise.catch(() => {});
  assertEquals(outcomes[1], {
    args: [],
    response: "down",
    fetchedAt: failing.meta.fetchedAt,
    error: true,
  });
});

Deno.test("fetch ignores freshness, fetchIfStale does not [controller/NET-9]", async () => {
  const network = answering(1);
  const load = reading("load", network);
  using client = harbour();
  await client.fetch(load, id);
  await client.fetch(load, id);
  assertEquals(network.calls.length, 2);
  await client.fetchIfStale(load, id);
  assertEquals(network.calls.length, 2);
});

Deno.test("a pushed value ends the read in flight; its own answer is then the older one [controller/NET-10] [controller/CTL-34] [controller/ACT-6]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  const waiting = client.fetch(load, id);
  client.setResponse(load, id, "pushed");
  assertEquals(await waiting, "pushed");
  const again = client.fetch(load, id);
  assertEquals(network.calls.length, 2, "a new request");
  network.calls[0]!.resolve("old");
  await microtasks();
  assertEquals(client.read(load, id).data, "pushed");
  network.calls[1]!.resolve("new");
  assertEquals(await again, "new");
  assertEquals(client.read(load, id).data, "new");
});

Deno.test("setError rejects the read in flight, and leaves mutations alone [controller/CTL-35] [controller/CTL-34]", async () => {
  const load = reading("load", server());
  const save = mutating("save", server());
  using client = harbour();
  const error = new Error("pushed");
  const waiting = client.fetch(load, id);
  client.setError(load, id, error);
  assertStrictEquals(await waiting.catch((reason) => reason), error);
  const saving = client.fetch(save, id);
  saving.catch(() => {});
  client.setResponse(save, id, "pushed");
  client.setError(save, id, error);
  assertEquals(await outcomeOf(saving), "pending");
});

for (const how of ["invalidate", "invalidateAll", "expireAll"] as const) {
  Deno.test(`a fetch after ${how} does not share an older request [controller/NET-10a] [controller/LIM-66]`, async () => {
    const network = server();
    const load = reading("load", network, { schema: Vessel });
    const key = load.key(id);
    using client = harbour();
    const first = client.fetch(load, id);
    network.calls[0]!.resolve({ id: "1", name: "Orca" });
    await first;
    const old = client.fetch(load, id);
    if (how === "invalidate") client.invalidate(load, id);
    else client[how](load);
    const outdatedBy = client.getState().getMeta(key)!;
    const fresh = client.fetch(load, id);
    assertEquals(network.calls.length, 3);
    network.calls[1]!.resolve({ id: "1", name: "Beluga" });
    assertEquals((await old).name, "Beluga", "its own callers get it");
    assertEquals(client.get(Vessel, id)?.name, "Beluga", "entities merge");
    const meta = client.getState().getMeta(key)!;
    if (how === "expireAll") assertEquals(meta.expiresAt, 1);
    else assertStrictEquals(meta, outdatedBy);
    network.calls[2]!.resolve({ id: "1", name: "Narwhal" });
    assertEquals((await fresh).name, "Narwhal");
    const { invalidated, expiresAt } = client.getState().getMeta(key)!;
    assertFalse(invalidated);
    assert(expiresAt > 1);
  });
}

Deno.test("keys that do not match stay shared [controller/NET-10a]", () => {
  const network = server();
  const load = reading("load", network);
  const other = reading("other", network);
  using client = harbour();
  client.fetch(load, id);
  client.invalidate(other, id);
  client.expireAll(other);
  client.fetch(load, id);
  assertEquals(network.calls.length, 1);
});

Deno.test("the first request of a key that expires on the way is stored, and stale [controller/NET-10a]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  const first = client.fetch(load, id);
  client.expireAll(load);
  network.calls[0]!.resolve("old");
  await first;
  assertEquals(client.read(load, id).data, "old");
  assertEquals(client.read(load, id).expiresAt, 1);
});

Deno.test("an outdated response that cannot be stored rejects its callers [controller/NET-10a] [controller/ERR-12]", async () => {
  const network = server();
  const load = reading("load", network, { schema: Vessel });
  using client = harbour();
  const first = client.fetch(load, id);
  client.invalidate(load, id);
  network.calls[0]!.resolve("no object");
  await recordingConsole(async () => {
    assertEquals((await first.catch((reason) => reason)).status, 400);
  });
});

// ---- promises

const outcomes = {
  success: ["resolve", { id: "1", name: "Orca" }],
  rejection: ["reject", new Error("down")],
  "processing error": ["resolve", "no object"],
  abort: ["reject", new DOMException("", "AbortError")],
} as const;

for (const [event, [method, answer]] of Object.entries(outcomes)) {
  for (const make of [reading, mutating]) {
    Deno.test(`${event} of a ${make.name}: promise, layer and store [controller/NET-14]`, async () => {
      const network = server();
      const endpoint = make("endpoint", network, {
        schema: Vessel,
        getOptimisticResponse: () => ({ id: "1", name: "pending" }),
      });
      using client = harbour();
      const key = endpoint.key(id);
      const before = client.getState();
      await recordingConsole(async () => {
        const promise = client.fetch(endpoint, id);
        let isCommitted: boolean | undefined;
        const settled = promise.then(() => {}, () => {}).then(() => {
          isCommitted = client.getState().getMeta(key) !== undefined;
        });
        network.calls[0]![method](answer as never);
        await settled;
        if (event !== "abort") assertEquals(isCommitted, make === reading);
        const result = await promise.catch((error) => error);
        if (event === "success") assertEquals(result.name, "Orca");
        else if (event === "processing error") assertEquals(result.status, 400);
        else assertStrictEquals(result, answer);
        await microtasks();
        assertEquals(client.getState().optimistic, []);
        const meta = client.getState().getMeta(key);
        if (event === "abort") {
          assertEquals(meta, undefined);
          assertEquals(client.getState().toJSON(), before.toJSON());
        } else if (event === "success") assertEquals(meta!.error, undefined);
        else assertStrictEquals(meta!.error, result);
      });
    });
  }
}

Deno.test("a processing error of a mutation rejects its promise, and is logged once [controller/ERR-12] [controller/ERR-11] [controller/LIM-46]", async () => {
  const save = mutating("save", answering("no object"), { schema: Vessel });
  using client = harbour();
  const records = await recordingConsole(async () => {
    const error = await assertRejects(() => client.fetch(save, id), Error);
    await microtasks();
    assertStrictEquals(
      client.getState().getMeta(save.key(id))!.error,
      error,
    );
  });
  assertEquals(records.length, 1);
});

Deno.test("reset: reads reject after it is committed, mutations report their own outcome, results are discarded [controller/NET-14] [controller/NET-15] [controller/CTL-28] [controller/CTL-29]", async () => {
  const network = server();
  const load = reading("load", network);
  const save = mutating("save", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  const fail = mutating("fail", network);
  using client = harbour();
  let stateAtRejection: State | undefined;
  const waiting = client.fetch(load, id).catch((error) => {
    stateAtRejection = client.getState();
    return error;
  });
  const saving = client.fetch(save, id);
  const failing = client.fetch(fail, id);
  assertEquals(client.getState().optimistic.length, 1);
  await client.resetEntireStore();
  const error = await waiting;
  assertInstanceOf(error, ResetError);
  assertEquals(error.name, "ResetError");
  assertInstanceOf(error, Error);
  assert(/reset/i.test(error.message));
  const reset = client.getState();
  assertStrictEquals(stateAtRejection, reset);
  assertEquals(reset.optimistic, []);
  network.calls[0]!.resolve("old");
  network.calls[1]!.resolve({ id: "1", name: "Orca" });
  const reason = new Error("down");
  network.calls[2]!.reject(reason);
  assertEquals((await saving).name, "Orca");
  assertStrictEquals(await failing.catch((reason) => reason), reason);
  await microtasks();
  assertStrictEquals(client.getState(), reset);
});

Deno.test("requests started in the same millisecond as a reset are told apart [controller/NET-15] [controller/LIM-33]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  client.fetch(load, { id: "before" });
  client.resetEntireStore();
  client.fetch(load, { id: "after" });
  for (const { resolve } of network.calls) resolve("answer");
  await microtasks();
  assertEquals(client.read(load, { id: "before" }).data, undefined);
  assertEquals(client.read(load, { id: "after" }).data, "answer");
});

Deno.test("after a reset a running key is fetched anew [controller/NET-16]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  client.fetch(load, id);
  client.resetEntireStore();
  const again = client.fetch(load, id);
  assertEquals(network.calls.length, 2);
  network.calls[0]!.resolve("old");
  assertEquals(await outcomeOf(again), "pending");
  network.calls[1]!.resolve("new");
  assertEquals(await again, "new");
});

Deno.test("a mutation whose caller resets the store at once is not stored [controller/NET-15]", async () => {
  const save = mutating("save", answering({ id: "1", name: "Orca" }), {
    schema: Vessel,
  });
  using client = harbour();
  await client.fetch(save, id);
  client.resetEntireStore();
  await microtasks();
  assertEquals(client.get(Vessel, id), undefined);
});

Deno.test("nothing the library does makes a rejection unhandled, and every promise settles [controller/NET-17]", async () => {
  const settled: string[] = [];
  const note = (name: string) => () => void settled.push(name);
  const error = new Error("down");
  assertEquals(
    await unhandledDuring(async () => {
      using client = harbour({ managers: [new NetworkManager()] });
      const { controller } = client;
      const failing = reading("failing", () => Promise.reject(error));
      const malformed = reading("malformed", answering("x"), {
        schema: Vessel,
      });
      await recordingConsole(async () => {
        for (const endpoint of [failing, malformed]) {
          const action = actions.createFetch(endpoint, { args: [id] });
          controller.dispatch(action);
          action.meta.promise.catch(note(endpoint.key(id)));
          controller.dispatch(actions.createFetch(endpoint, { args: [id] }));
        }
        await microtasks();
        const hanging = reading("hanging", server());
        controller.fetch(hanging, id).catch(note("reset"));
        client.resetEntireStore();
        const save = mutating("save", () => Promise.reject(error));
        controller.fetch(save).catch(note("mutation"));
        const aborted = reading("aborted", server());
        controller.fetch(aborted, id).catch(note("aborted"));
        controller.abort(aborted, id);
        await microtasks();
      });
    }),
    [],
  );
  assertEquals(settled.length, 5);
  assertEquals(settled.slice(2).sort(), ["aborted", "mutation", "reset"]);
});

// ---- life cycle

Deno.test("while cleaned up nothing is written; the key is released [controller/NET-18] [controller/NET-14] [controller/LIM-38]", async () => {
  const network = server();
  const load = reading("load", network);
  const save = mutating("save", network);
  const { controller, start, stop } = quay([new NetworkManager()]);
  start();
  const waiting = controller.fetch(load, id);
  const saving = controller.fetch(save, id);
  stop();
  const state = controller.getState();
  network.calls[0]!.resolve("late");
  network.calls[1]!.resolve("saved");
  assertEquals(await outcomeOf(waiting), "pending");
  assertEquals(await saving, "saved");
  assertStrictEquals(controller.getState(), state);
  start();
  const again = controller.fetch(load, id);
  assertEquals(network.calls.length, 3);
  network.calls[2]!.resolve("fresh");
  assertEquals(await again, "fresh");
  stop();
});

Deno.test("cleanup and init while requests are in flight change nothing [controller/NET-14] [controller/NET-18] [controller/MGR-7]", async () => {
  const network = server();
  const load = reading("load", network);
  const save = mutating("save", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  const { controller, start, stop } = quay([new NetworkManager()]);
  start();
  const waiting = controller.fetch(load, id);
  const saving = controller.fetch(save, id);
  stop();
  start();
  assertEquals(controller.getState().optimistic.length, 1);
  controller.fetch(load, id);
  assertEquals(network.calls.length, 2, "still shared");
  network.calls[0]!.resolve("answer");
  network.calls[1]!.resolve({ id: "1", name: "Orca" });
  assertEquals(await waiting, "answer");
  assertEquals((await saving).name, "Orca");
  await microtasks();
  assertEquals(controller.get(Vessel, id, controller.getState())?.name, "Orca");
  assertEquals(controller.getState().optimistic, []);
  stop();
});

Deno.test("before it is bound a manager sees the initial state [controller/NET-19]", () => {
  class Open extends NetworkManager {
    get state() {
      return this.getState();
    }
    get lastReset() {
      return this.getLastReset();
    }
  }
  const manager = new Open();
  assertStrictEquals(manager.state, initialState);
  assertEquals(manager.lastReset, 0);
  assertEquals(manager.allSettled(), undefined);
});

Deno.test("whatever goes wrong at the start, the key is free again and the promise rejects [controller/NET-20] [controller/TIM-5] [controller/LIM-30]", async () => {
  const error = new Error("thrown");
  let mayAnswer = false;
  const throwing = reading("throwing", () => {
    if (mayAnswer) return Promise.resolve("fine");
    throw error;
  });
  const badLength = reading("badLength", answering("answer"), {
    dataExpiryLength: -1,
  });
  const badLayer = mutating("badLayer", answering({ id: "1" }), {
    dataExpiryLength: -1,
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1" }),
  });
  using client = harbour();
  await recordingConsole(async () => {
    assertStrictEquals(
      await client.fetch(throwing).catch((reason) => reason),
      error,
    );
    mayAnswer = true;
    assertEquals(await client.fetch(throwing), "fine");
    const negative = await assertRejects(() => client.fetch(badLength, id));
    assert(/negative/i.test(String(negative)));
    assertStrictEquals(client.read(badLength, id).error, negative);
    await inProduction(async () => {
      assertEquals(await client.fetch(badLength, id), "answer");
    });
    await assertRejects(() => client.fetch(badLayer, id));
    await microtasks();
    assertEquals(client.getState().optimistic, []);
  });
});

Deno.test("a throwing throttle rejects the fetch [controller/NET-20] [controller/NET-24]", async () => {
  const error = new Error("thrown");
  class Broken extends NetworkManager {
    protected override throttle(): Promise<unknown> {
      throw error;
    }
  }
  using client = harbour({ managers: [new Broken()] });
  const load = reading("load", answering(1));
  assertStrictEquals(
    await client.fetch(load, id).catch((reason) => reason),
    error,
  );
});

Deno.test("allSettled waits for reads and mutations, and is undefined when nothing is in flight [controller/NET-21] [controller/LIM-57]", async () => {
  const manager = new NetworkManager();
  const network = server();
  using client = harbour({ managers: [manager] });
  assertEquals(manager.allSettled(), undefined);
  client.fetch(reading("load", network), id);
  client.fetch(reading("load", network), id);
  client.fetch(mutating("save", network), id).catch(() => {});
  const settled = manager.allSettled()!;
  const error = new Error("down");
  network.calls[0]!.resolve("answer");
  await microtasks();
  network.calls[1]!.reject(error);
  assertEquals(await settled, [
    { status: "fulfilled", value: "answer" },
    { status: "rejected", reason: error },
  ]);
  await microtasks();
  assertEquals(manager.allSettled(), undefined);
});

Deno.test("allSettled needs no iterator helpers [controller/NET-21] [controller/LIM-57]", async () => {
  const prototype = Object.getPrototypeOf(
    Object.getPrototypeOf(new Map().values()),
  );
  const { map } = prototype;
  delete prototype.map;
  try {
    const manager = new NetworkManager();
    using client = harbour({ managers: [manager] });
    client.fetch(reading("load", answering(1)), id);
    assertEquals(await manager.allSettled(), [
      { status: "fulfilled", value: 1 },
    ]);
  } finally {
    if (map) prototype.map = map;
  }
});

Deno.test("skipLogging knows fetches that start nothing [controller/NET-22]", () => {
  const manager = new NetworkManager();
  using client = harbour({ managers: [manager] });
  const load = reading("load", server());
  const save = mutating("save", server());
  const fetchOf = (endpoint: typeof load | typeof save) =>
    actions.createFetch(endpoint, { args: [id] });
  assertFalse(manager.skipLogging(fetchOf(load)));
  client.fetch(load, id);
  client.fetch(save, id).catch(() => {});
  assert(manager.skipLogging(fetchOf(load)));
  assertFalse(manager.skipLogging(fetchOf(save)));
  assertFalse(manager.skipLogging(actions.createReset()));
  client.invalidate(load, id);
  assertFalse(manager.skipLogging(fetchOf(load)));
});

Deno.test("the middleware is one function per instance [controller/NET-23]", () => {
  const manager = new NetworkManager();
  assertStrictEquals(manager.middleware, manager.middleware);
  assertNotStrictEquals(manager.middleware, new NetworkManager().middleware);
});

Deno.test("subclasses may override each step [controller/NET-24]", async () => {
  const steps: string[] = [];
  class Watching extends NetworkManager {
    protected override handleFetch(action: FetchAction): void {
      steps.push("handleFetch");
      super.handleFetch(action);
    }
    protected override handleSet(action: SetResponseAction): void {
      steps.push("handleSet");
      super.handleSet(action);
    }
    protected override throttle(
      key: string,
      fetch: () => Promise<unknown>,
      fetchedAt: number,
    ): Promise<unknown> {
      steps.push(`throttle ${key}`);
      return super.throttle(key, fetch, fetchedAt);
    }
    protected override getLastReset(): number {
      steps.push("getLastReset");
      return super.getLastReset();
    }
    protected override clear(key: string): void {
      steps.push(`clear ${key}`);
      super.clear(key);
    }
    protected override clearAll(): void {
      steps.push("clearAll");
      super.clearAll();
    }
    get keys() {
      return [...this.fetching.keys()];
    }
    inFlight(key: string) {
      return this.fetching.get(key);
    }
  }
  const manager = new Watching();
  const network = server();
  const load = reading("load", network);
  const key = load.key(id);
  using client = harbour({ managers: [manager] });
  const waiting = client.fetch(load, id);
  assertEquals(manager.keys, [key]);
  const { promise, resolve, reject, fetchedAt } = manager.inFlight(key)!;
  assertInstanceOf(promise, Promise);
  assertEquals([typeof resolve, typeof reject, typeof fetchedAt], [
    "function",
    "function",
    "number",
  ]);
  network.calls[0]!.resolve(1);
  await waiting;
  assertEquals(manager.keys, []);
  client.fetch(load, id);
  client.resetEntireStore();
  for (
    const step of [
      "handleFetch",
      `throttle ${key}`,
      "getLastReset",
      "handleSet",
      `clear ${key}`,
      "clearAll",
    ]
  ) assert(steps.includes(step), step);
});

Deno.test("a subclass may limit how many reads run at once [controller/NET-24]", async () => {
  let last: Promise<unknown> = Promise.resolve();
  class OneByOne extends NetworkManager {
    protected override throttle(
      key: string,
      fetch: () => Promise<unknown>,
      fetchedAt: number,
    ): Promise<unknown> {
      const before = last;
      return last = super.throttle(
        key,
        () => before.then(fetch, fetch),
        fetchedAt,
      );
    }
  }
  const network = server();
  const load = reading("load", network);
  using client = harbour({ managers: [new OneByOne()] });
  const promises = ["1", "2"].map((id) => client.fetch(load, { id }));
  await microtasks();
  assertEquals(network.calls.length, 1);
  network.calls[0]!.resolve("first");
  await promises[0];
  await microtasks();
  assertEquals(network.calls.length, 2);
  network.calls[1]!.resolve("second");
  assertEquals(await Promise.all(promises), ["first", "second"]);
});

Deno.test("foreign actions pass unchanged [controller/NET-25]", async () => {
  const passed: unknown[] = [];
  const behind: Manager = {
    middleware: () => (next) => (action) => {
      passed.push(action);
      return next(action);
    },
    cleanup() {},
  };
  using client = harbour({ managers: [new NetworkManager(), behind] });
  const foreign = { type: "moored", berth: "A4" } as unknown as ActionTypes;
  await client.controller.dispatch(foreign);
  assertStrictEquals(passed[0], foreign);
  const own = actions.createReset();
  await client.controller.dispatch(own);
  assertStrictEquals(passed[1], own);
});

Deno.test("a lastReset that is no number counts as 0, and is reported once [controller/STA-10]", async () => {
  for (const lastReset of [NaN, "Monday"]) {
    const broken = createState({
      ...partsOf(initialState),
      lastReset: lastReset as unknown as number,
    });
    const load = reading("load", answering("answer"));
    const records = await recordingConsole(async () => {
      const { controller, start, stop } = quay([new NetworkManager()], broken);
      start();
      assertEquals(await controller.fetch(load, id), "answer");
      assertEquals(await controller.fetch(load, { id: "2" }), "answer");
      assertEquals(controller.getState().getEndpoint(load.key(id)), "answer");
      stop();
    });
    assertEquals(records.length, 1);
    assertEquals(records[0]!.method, "error");
    assert(String(records[0]!.args[0]).includes("state.lastReset"));
  }
});

Deno.test("a manager that throws on the way of a response reaches its fetch only, and leaves no layer [controller/MGR-9] [controller/NET-17]", async () => {
  const thrown = new Error("manager");
  const troublemaker = (type: string): Manager => ({
    middleware: () => (next) => (action) => {
      if (action.type === type) throw thrown;
      return next(action);
    },
    cleanup() {},
  });
  const load = reading("load", answering("answer"));
  const rename = mutating("rename", answering({ id: "1" }), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  for (const isBefore of [true, false]) {
    const network = new NetworkManager();
    const other = troublemaker("rdc/setresponse");
    using client = harbour({
      managers: isBefore ? [other, network] : [network, other],
    });
    await recordingConsole(async () => {
      assertStrictEquals(
        await client.fetch(load, id).catch((reason) => reason),
        thrown,
      );
      await client.fetch(rename, id).catch(() => {});
      await microtasks();
    });
    assertEquals(network.allSettled(), undefined);
    if (isBefore) assertEquals(client.getState().optimistic, []);
  }
});

Deno.test("requests nobody waits for any more do not keep allSettled waiting [controller/NET-21]", async () => {
  const manager = new NetworkManager();
  const load = reading("load", server());
  using client = harbour({ managers: [manager] });
  client.fetch(load, id);
  await client.resetEntireStore();
  assertEquals(manager.allSettled(), undefined);
  client.fetch(load, id);
  await client.setResponse(load, id, "pushed");
  assertEquals(manager.allSettled(), undefined);
  await client.allSettled();
});

/** A manager whose reads start when the test says so. */
class Patient extends NetworkManager {
  readonly waiting: (() => void)[] = [];
  protected override idleCallback(callback: () => void): void {
    this.waiting.push(callback);
  }
}

Deno.test("a read that has not started yet is settled by reset, abort, disposal and a pushed value, and never starts [controller/NET-6] [controller/NET-17] [controller/NET-14]", async () => {
  const network = answering(1);
  const load = reading("load", network);
  const enders: Record<
    string,
    (client: ReturnType<typeof harbour>) => unknown
  > = {
    ResetError: (client) => client.resetEntireStore(),
    AbortError: (client) => client.controller.abort(load, id),
    DisposedError: (client) => client.dispose(),
    pushed: (client) => client.setResponse(load, id, "pushed" as never),
  };
  for (const [expected, end] of Object.entries(enders)) {
    const manager = new Patient();
    using client = harbour({ managers: [manager] });
    const outcome = client.fetch(load, id).then(
      (value) => value as unknown,
      (error) => error.name,
    );
    await end(client);
    assertEquals(await outcome, expected);
    for (const start of manager.waiting) start();
    assertEquals(network.calls.length, 0);
    assertEquals(manager.allSettled(), undefined);
  }
});

Deno.test("a key that expires after it was invalidated stays invalid [controller/NET-10a]", async () => {
  const network = server();
  const load = reading("load", network);
  using client = harbour();
  const first = client.fetch(load, id);
  client.invalidate(load, id);
  client.expireAll(load);
  network.calls[0]!.resolve("old");
  assertEquals(await first, "old");
  assertEquals(client.read(load, id).data, undefined);
  assertEquals(client.getState().getMeta(load.key(id))!.invalidated, true);
});

Deno.test("mutations do not become outdated [controller/NET-10a]", async () => {
  const network = server();
  const save = mutating("save", network);
  using client = harbour();
  const first = client.fetch(save, id);
  network.calls[0]!.resolve("first");
  await first;
  await microtasks();
  const second = client.fetch(save, id);
  client.invalidateAll({ testKey: () => true });
  network.calls[1]!.resolve("second");
  await second;
  await microtasks();
  assertEquals(client.read(save, id).data, "second");
  assertFalse(client.getState().getMeta(save.key(id))!.invalidated);
});

Deno.test("a manager that fails over an error is reported; the caller gets the error [controller/MGR-9]", async () => {
  const error = new Error("down");
  const thrown = new Error("manager");
  const failing: Manager = {
    middleware: () => (next) => async (action) => {
      await next(action);
      if (action.type === "rdc/setresponse") throw thrown;
    },
    cleanup() {},
  };
  const load = reading("load", () => Promise.reject(error));
  for (const isBefore of [true, false]) {
    const network = new NetworkManager();
    using client = harbour({
      managers: isBefore ? [failing, network] : [network, failing],
    });
    const records = await recordingConsole(async () => {
      assertStrictEquals(
        await client.fetch(load).catch((reason) => reason),
        error,
      );
      await microtasks();
    });
    assertEquals(records.map(({ args }) => args[0]), [thrown]);
    assertStrictEquals(client.read(load).error, error);
  }
});
