import {
  assert,
  assertEquals,
  assertFalse,
  assertStrictEquals,
} from "@std/assert";
import {
  actions,
  Controller,
  IdlingNetworkManager,
  NetworkManager,
} from "../../controller/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  recorder,
  recordingConsole,
  server,
  Vessel,
} from "./harbour.ts";
import { outcomeOf } from "./outcome_of.ts";

const id = { id: "1" };

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

Deno.test("the lengths of the manager are readable and apply where endpoints have none [controller/NET-2] [controller/TIM-4]", async () => {
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
  using client = harbour({ managers: [before, new NetworkManager(), behind] });
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
    assertStrictEquals(reason, client.getState().getMeta(load.key(id))!.error);
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
    { key: load.key(id), args: [id], response: 1, fetchedAt, error: false },
  ]);
  const failing = actions.createFetch(fail, { args: [] });
  client.controller.dispatch(failing);
  await failing.meta.promise.catch(() => {});
  assertEquals(outcomes[1], {
    key: fail.key(),
    args: [],
    response: "down",
    fetchedAt: failing.meta.fetchedAt,
    error: true,
  });
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
  Deno.test(`a fetch after ${how} does not share an older request [controller/NET-10a]`, async () => {
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

Deno.test("a fetch after a mutation was confirmed does not share an older request [controller/NET-10b]", async () => {
  const network = server();
  const list = reading("list", network, { schema: [Vessel] });
  const save = mutating("save", network, { schema: Vessel });
  using client = harbour();
  const { controller } = client;
  const old = controller.fetch(list, id);
  const saving = controller.fetch(save, id);
  controller.fetch(list, id);
  assertEquals(network.calls.length, 2, "shared until it is confirmed");
  network.calls[1]!.resolve({ id: "1", name: "Fram" });
  await saving;
  controller.fetchForReader(list, id);
  assertEquals(network.calls.length, 2, "readers follow the store");
  const fresh = controller.fetch(list, id);
  const fresher = controller.fetch(list, id);
  controller.fetchForReader(list, id);
  assertEquals(network.calls.length, 3);
  network.calls[2]!.resolve([{ id: "1", name: "Fram" }]);
  for (const request of [fresh, fresher, old]) {
    assertEquals((await request).map(({ name }: Vessel) => name), ["Fram"]);
  }
  network.calls[0]!.resolve([]);
  await microtasks();
  assertEquals(
    controller.getResponse(list, id, controller.getState()).data?.length,
    1,
  );
});

Deno.test("a mutation that failed supersedes no read [controller/NET-10b]", async () => {
  const network = server();
  const list = reading("list", network, { schema: [Vessel] });
  const save = mutating("save", network, { schema: Vessel });
  using client = harbour();
  client.fetch(list, id);
  const saving = client.fetch(save, id);
  network.calls[1]!.reject(new Error("down"));
  await saving.catch(() => {});
  client.fetch(list, id);
  assertEquals(network.calls.length, 2);
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
