import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type ActionTypes,
  type Client,
  Controller,
  createClient,
  createDataStore,
  ExpiryStatus,
  type GCAction,
  type GCInterface,
  GCPolicy,
  ImmortalGCPolicy,
  type Manager,
  NetworkManager,
  type Snapshot,
  State,
} from "../../controller/mod.ts";
import { Invalidate } from "../../schema/mod.ts";
import { collectGarbage } from "../support/collect_garbage.ts";
import {
  answering,
  Captain,
  harbour,
  mutating,
  reading,
  server,
  Vessel,
} from "./harbour.ts";

const start = 1_000_000;
const interval = 300_000;
const id = { id: "1" };
const getVessel = reading(
  "getVessel",
  ({ id }: { id: string }) => Promise.resolve({ id }),
  { schema: Vessel },
);

/** Writes down removals on their way to the store. */
class RemovalLog implements Manager {
  readonly removals: GCAction[] = [];
  hold: ((action: GCAction) => void) | undefined;

  readonly middleware: NonNullable<Manager["middleware"]> =
    () => (next) => (action: ActionTypes) => {
      if (action.type !== "rdc/gc") return next(action);
      this.removals.push(action);
      this.hold?.(action);
      return next(action);
    };

  cleanup(): void {}
}

function collecting(
  options: ConstructorParameters<typeof GCPolicy>[0] = {},
): { client: Client; log: RemovalLog; policy: GCPolicy } {
  const log = new RemovalLog();
  const policy = new GCPolicy(options);
  const client = createClient({
    managers: [log, new NetworkManager()],
    gcPolicy: policy,
  });
  return { client, log, policy };
}

const has = (client: Client, pk: string) =>
  client.getState().getEntity("Vessel", pk) !== undefined;

Deno.test("both policies implement the interface, and the immortal one keeps everything [controller/GC-1]", async () => {
  using time = new FakeTime(start);
  const policies: GCInterface[] = [new GCPolicy(), new ImmortalGCPolicy()];
  for (const policy of policies) {
    const release = policy.createCountRef({ key: "k", paths: [] })();
    release();
    policy.init(new Controller());
    policy.cleanup();
  }
  const { intervalMS, expiryMultiplier } = new GCPolicy();
  assertEquals([intervalMS, expiryMultiplier], [300_000, 2]);
  using client = harbour();
  await client.fetch(getVessel, id);
  await time.tickAsync(interval * 100);
  assert(has(client, "1"));
});

Deno.test("clients collect by default, a bare controller keeps everything [controller/GC-2]", async () => {
  using time = new FakeTime(start);
  using client = createClient({ managers: [new NetworkManager()] });
  assertInstanceOf(client.controller.gcPolicy, GCPolicy);
  assertInstanceOf(new Controller().gcPolicy, ImmortalGCPolicy);
  assertInstanceOf(
    createDataStore({ managers: [new NetworkManager()] }).controller.gcPolicy,
    GCPolicy,
  );
  await client.fetch(getVessel, id);
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "1"), false);
  assertEquals(client.getState().getMeta(getVessel.key(id)), undefined);
});

Deno.test("observers and subscriptions hold what they use [controller/GC-3] [controller/GC-7]", async () => {
  using time = new FakeTime(start);
  const { client, log } = collecting();
  using _client = client;
  const keep = { dataExpiryLength: 1, fetch: false };
  const observed = getVessel;
  await client.fetch(observed, id);
  const stop = client.subscribe(observed, [id], () => {}, keep);
  await client.invalidate(observed, id);
  await client.fetch(observed, { id: "2" });
  await time.tickAsync(interval * 3);
  assert(has(client, "1"), "held although stale, invalidated and old");
  assertEquals(has(client, "2"), false);

  stop();
  await time.tickAsync(interval * 8);
  assertEquals(has(client, "1"), false);
  assert(log.removals.length > 0);
});

Deno.test("pending layers hold what they build on [controller/GC-3]", async () => {
  using time = new FakeTime(start);
  const network = server();
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "layer" }),
  });
  const { client } = collecting();
  using _client = client;
  await client.set(Vessel, id, { id: "1", berth: "A4" });
  const done = client.fetch(rename, id);
  await time.tickAsync(interval * 5);
  assertEquals(client.get(Vessel, id)?.label, "layer at A4");
  network.calls[0]!.resolve({ id: "1", name: "done" });
  await done;
  await client.allSettled();
  assertEquals(client.get(Vessel, id)?.label, "done at A4");
  await time.tickAsync(interval * 20);
  assertEquals(has(client, "1"), false);
});

Deno.test("pending layers hold the entities and responses they read [controller/GC-3] [controller/GC-7]", async () => {
  using time = new FakeTime(start);
  const network = server();
  const getBerths = reading("getBerths", answering(["A1", "A2"]));
  const park = mutating("park", network, {
    schema: Vessel,
    getOptimisticResponse: (snap: Snapshot, { id }: { id: string }) => {
      const other = snap.get(Vessel, { id: "2" });
      const berths = snap.getResponse(getBerths, { id: "1" }).data;
      if (!other || !berths) throw snap.abort;
      return { id, name: other.name, berth: berths[0] };
    },
  });
  const { client } = collecting();
  using _client = client;
  await client.set(Vessel, { id: "2" }, { id: "2", name: "Orca" });
  await client.set(Vessel, { id: "3" }, { id: "3" });
  await client.fetch(getBerths, id);
  const done = client.fetch(park, id);
  await time.tickAsync(interval * 5);
  assertEquals(client.get(Vessel, id)?.label, "Orca at A1");
  assertEquals(has(client, "3"), false);
  network.calls[0]!.resolve({ id: "1", name: "done" });
  await done;
  await client.allSettled();
  await time.tickAsync(interval * 2);
  assertEquals(has(client, "2"), false);
  assertEquals(client.getState().hasEndpoint(getBerths.key(id)), false);
});

Deno.test("a pending mutation holds its key, a waiting reader the key it waits for [controller/GC-3] [controller/NEW-2]", async () => {
  using time = new FakeTime(start);
  const network = server();
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "2", name: "layer" }),
  });
  const { client } = collecting();
  using _client = client;
  const first = client.fetch(rename, id);
  network.calls[0]!.resolve({ id: "1" });
  await first;
  await client.allSettled();
  const second = client.fetch(rename, id);
  await client.fetch(getVessel, { id: "3" });
  const request = Promise.withResolvers<void>();
  client.controller.registry.add(
    getVessel.key({ id: "3" }),
    getVessel,
    [{ id: "3" }],
    request.promise,
  );
  await time.tickAsync(interval * 5);
  const holds = (key: string) => client.getState().hasEndpoint(key);
  assert(holds(rename.key(id)));
  assert(holds(getVessel.key({ id: "3" })));
  network.calls[1]!.resolve({ id: "1" });
  await second;
  request.resolve();
  await client.allSettled();
  await time.tickAsync(0);
  await time.tickAsync(6000);
  await time.tickAsync(interval * 20);
  assertEquals(holds(rename.key(id)), false);
  assertEquals(holds(getVessel.key({ id: "3" })), false);
});

Deno.test("a sweep waits until twice the lifetime, 120 seconds at least [controller/GC-5]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting({ intervalMS: 1000 });
  using _client = client;
  const brief = reading("brief", answering("b"), { dataExpiryLength: 10 });
  const lasting = reading("lasting", answering("l"), {
    dataExpiryLength: 100_000,
  });
  await client.fetch(brief, id);
  await client.fetch(lasting, id);
  const holds = (endpoint: typeof brief) =>
    client.getState().hasEndpoint(endpoint.key(id));
  await time.tickAsync(120_000);
  assert(holds(brief));
  await time.tickAsync(2000);
  assertEquals(holds(brief), false);
  await time.tickAsync(77_000);
  assert(holds(lasting), "not yet 200 000 ms old");
  await time.tickAsync(2000);
  assertEquals(holds(lasting), false);
});

Deno.test("a candidate in use again is dropped, and is one again when released [controller/GC-4] [controller/GC-5]", async () => {
  using time = new FakeTime(start);
  const { client, log, policy } = collecting();
  using _client = client;
  await client.fetch(getVessel, id);
  const target = {
    key: getVessel.key(id),
    paths: [{ key: "Vessel", pk: "1" }],
  };
  const take = policy.createCountRef(target);
  // a candidate several times over
  for (let count = 0; count < 5; count++) take()();
  const release = take();
  await time.tickAsync(interval + 1);
  assert(has(client, "1"));
  assertEquals(log.removals, []);
  release();
  await time.tickAsync(interval + 1);
  assertEquals(log.removals, [{
    type: "rdc/gc",
    entities: [{ key: "Vessel", pk: "1" }],
    endpoints: [getVessel.key(id)],
  }], "once each");
});

Deno.test("missing metas count as zeros [controller/GC-5]", async () => {
  using time = new FakeTime(start);
  using client = createClient({
    managers: [new NetworkManager()],
    initialState: State.from({
      entities: { Vessel: { "1": { id: "1" } } },
      endpoints: { raw: "value" },
    }),
  });
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "1"), false);
  assertEquals(client.getState().hasEndpoint("raw"), false);
});

Deno.test("a custom expiresAt replaces the formula, with the policy as this [controller/GC-6]", async () => {
  using time = new FakeTime(start);
  const owners: unknown[] = [];
  const { client, policy } = collecting({
    intervalMS: 1000,
    expiresAt(this: unknown, { fetchedAt }) {
      owners.push(this);
      return fetchedAt + 5000;
    },
  });
  using _client = client;
  await client.fetch(getVessel, id);
  await time.tickAsync(4500);
  assert(has(client, "1"));
  await time.tickAsync(1600);
  assertEquals(has(client, "1"), false);
  assert(owners.length > 0 && owners.every((owner) => owner === policy));
});

Deno.test("what never expires is not collected by the formula [controller/GC-6]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting();
  using _client = client;
  const forever = reading("forever", answering("f"), {
    dataExpiryLength: Infinity,
  });
  await client.fetch(forever, id);
  await time.tickAsync(interval * 1000);
  assert(client.getState().hasEndpoint(forever.key(id)));
});

Deno.test("a sweep works in bounded slices and actions, and dispatches nothing for nothing [controller/GC-8]", async () => {
  using time = new FakeTime(start);
  const { client, log } = collecting();
  using _client = client;
  const fleet = reading("fleet", server(), { schema: [Vessel] });
  await client.setResponse(
    fleet,
    id,
    Array.from({ length: 5000 }, (_, pk) => ({ id: `${pk}` })),
  );
  const young = Array.from({ length: 100 }, (_, pk) => ({ id: `y${pk}` }));
  await time.tickAsync(interval - 1);
  await client.setResponse(fleet, { id: "2" }, young);
  await time.tickAsync(2);
  await time.tickAsync(100);
  const removed = log.removals.flatMap(({ entities }) => entities);
  assertEquals(removed.length, 5000);
  assertEquals(new Set(removed.map(({ pk }) => pk)).size, 5000);
  for (const { entities, endpoints } of log.removals) {
    assert(entities.length + endpoints.length > 0);
    assert(entities.length + endpoints.length <= 1000);
  }
  assert(log.removals.length >= 5);
  assert(has(client, "y1"));
});

Deno.test("no slice looks at all that is held, before and after readers came and went [controller/GC-8] [controller/GC-7]", async () => {
  using time = new FakeTime(start);
  const slices: (() => void)[] = [];
  class Patient extends GCPolicy {
    protected override idleCallback(callback: () => void): void {
      slices.push(callback);
    }
  }
  const policy = new Patient();
  using client = createClient({
    managers: [new NetworkManager()],
    gcPolicy: policy,
  });
  const fleet = reading("fleet", server(), { schema: [Vessel] });
  await client.setResponse(fleet, id, [{ id: "held" }, { id: "lone" }]);
  let looks = 0;
  const held = Array.from({ length: 100_000 }, (_, index) => ({
    get key() {
      looks++;
      return "Vessel";
    },
    pk: index === 99_999 ? "held" : `${index}`,
  }));
  policy.createCountRef({ paths: held })();
  assertEquals(looks, 0);

  await time.tickAsync(interval + 1);
  const looksOfSlices: number[] = [];
  for (let slice = slices.shift(); slice; slice = slices.shift()) {
    const before = looks;
    slice();
    looksOfSlices.push(looks - before);
    // somebody comes or goes before every slice
    policy.createCountRef({ paths: [{ key: "Vessel", pk: "other" }] })();
  }
  assert(Math.max(...looksOfSlices) < 20_000, `${looksOfSlices}`);
  assertEquals(looks, 100_000, "each once");
  assert(has(client, "held"));
  assertEquals(has(client, "lone"), false);

  // the next sweep marks them again, in slices as well
  await time.tickAsync(interval);
  for (let slice = slices.shift(); slice; slice = slices.shift()) {
    const before = looks;
    slice();
    assert(looks - before < 20_000);
  }
  assertEquals(looks, 200_000);
  assert(has(client, "held"));
});

Deno.test("taking and releasing a reference looks at nothing that it names [controller/GC-8]", () => {
  const policy = new GCPolicy();
  const target = {
    get paths(): never {
      throw new Error("looked at");
    },
  };
  const hold = policy.createCountRef(target);
  for (let count = 0; count < 3; count++) hold()();
});

Deno.test("responses are collected whatever their key function returned [controller/GC-5] [controller/GC-7]", async () => {
  for (const key of [7, null, undefined]) {
    using time = new FakeTime(start);
    const { client } = collecting();
    using _client = client;
    const load = reading("load", answering(1), { key: () => key as never });
    await client.fetch(load, id);
    const stop = client.subscribe(load, [id], () => {});
    await time.tickAsync(interval + 1);
    assertEquals(client.read(load, id).data, 1, `held: ${key}`);
    stop();
    await time.tickAsync(interval);
    assertEquals([...client.getState().endpointKeys()], [], `${key}`);
  }
});

Deno.test("holders of one long list release it with the last of them [controller/GC-3] [controller/GC-14]", async () => {
  using time = new FakeTime(start);
  const { client, policy } = collecting();
  using _client = client;
  const fleet = reading("fleet", server(), { schema: [Vessel] });
  const vessels = Array.from({ length: 40 }, (_, pk) => ({ id: `${pk}` }));
  await client.setResponse(fleet, id, vessels);
  const paths = vessels.map(({ id: pk }) => ({ key: "Vessel", pk }));
  const hold = policy.createCountRef({ paths });
  const [first, second] = [hold(), hold()];
  const other = policy.createCountRef({
    paths: [{ key: "Vessel", pk: "7" }],
  })();
  first();
  first();
  await time.tickAsync(interval * 2);
  assert(has(client, "1"), "the second holder counts");
  second();
  await time.tickAsync(interval * 2);
  assertEquals([has(client, "1"), has(client, "7")], [false, true]);
  other();
  await time.tickAsync(interval * 2);
  assertEquals(has(client, "7"), false);
});

Deno.test("what a sweep removes is not kept by what was read before [controller/GC-10]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting();
  using _client = client;
  await client.fetch(getVessel, id);
  const shown = client.get(Vessel, id);
  await time.tickAsync(interval - 1);
  const stillShown = client.get(Vessel, id);
  assertStrictEquals(stillShown, shown);
  await time.tickAsync(2);
  assertEquals(has(client, "1"), false);
  assertEquals(client.get(Vessel, id), undefined);
});

Deno.test("sweeps wait for idle time where the platform tells of it [controller/GC-8] [react/GCR-9]", async () => {
  using time = new FakeTime(start);
  const platform = globalThis as unknown as {
    requestIdleCallback?: unknown;
    cancelIdleCallback?: unknown;
  };
  const waiting: { callback: () => void; timeout: number }[] = [];
  const cancelled: number[] = [];
  platform.requestIdleCallback = (
    callback: () => void,
    { timeout }: { timeout: number },
  ) => waiting.push({ callback, timeout });
  platform.cancelIdleCallback = (handle: number) => cancelled.push(handle);
  try {
    const { client } = collecting();
    using _client = client;
    await client.fetch(getVessel, id);
    await time.tickAsync(interval);
    assert(has(client, "1"));
    assertEquals(waiting.map(({ timeout }) => timeout), [1000]);
    waiting[0]!.callback();
    assertEquals(has(client, "1"), false);
    await time.tickAsync(interval);
    assertEquals(waiting.length, 2);
    await client.dispose();
    assert(cancelled.includes(2));
  } finally {
    delete platform.requestIdleCallback;
    delete platform.cancelIdleCallback;
  }
});

Deno.test("eligibility is checked again when the removal is applied [controller/GC-9]", async () => {
  using time = new FakeTime(start);
  const { client, log, policy } = collecting();
  using _client = client;
  await client.fetch(getVessel, { id: "1" });
  await client.fetch(getVessel, { id: "2" });
  let release: (() => void) | undefined;
  log.hold = () => {
    // a reader appears between the decision and its execution
    release ??= policy.createCountRef({
      key: getVessel.key(id),
      paths: [{ key: "Vessel", pk: "1" }],
    })();
  };
  await time.tickAsync(interval + 1);
  assertEquals(log.removals[0]!.entities.length, 2);
  assert(has(client, "1"));
  assert(client.getState().hasEndpoint(getVessel.key(id)));
  assertEquals(has(client, "2"), false);
  release!();
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "1"), false);
});

Deno.test("removing does not affect reads of other data; later readers of removed data refetch [controller/GC-10]", async () => {
  using time = new FakeTime(start);
  const network = answering({ id: "1", name: "Orca" });
  const getOne = reading("getOne", network, { schema: Vessel });
  const { client } = collecting();
  using _client = client;
  let notifications = 0;
  await client.set(Captain, { id: "c" }, { id: "c", email: "a" });
  const stop = client.controller.gcPolicy.createCountRef({
    paths: [{ key: "Captain", pk: "c" }],
  })();
  const captain = client.get(Captain, { id: "c" });
  await client.fetch(getOne, id);
  const before = client.getState();
  client.subscribe(() => notifications++);
  await time.tickAsync(interval + 1);
  assertEquals(notifications, 0);
  assertStrictEquals(client.get(Captain, { id: "c" }), captain);
  assertStrictEquals(
    before.getEntity("Vessel", "1") !== undefined,
    true,
    "earlier states stay as they were",
  );
  const reading_ = client.read(getOne, id);
  assertEquals(reading_.data, undefined);
  assertEquals(reading_.expiresAt, 1);
  await client.fetchIfStale(getOne, id);
  assertEquals(network.calls.length, 2);
  stop();
});

Deno.test("cleanup stops sweeping, init starts again [controller/GC-11] [react/GCR-9]", async () => {
  using time = new FakeTime(start);
  const policy = new GCPolicy();
  const { controller, start: run, stop } = createDataStore({
    managers: [new NetworkManager()],
    gcPolicy: policy,
  });
  run();
  await controller.fetch(getVessel, id);
  await time.tickAsync(interval - 1);
  stop();
  await time.tickAsync(interval * 5);
  assert(controller.getState().getEntity("Vessel", "1") !== undefined);
  run();
  await time.tickAsync(interval + 1);
  assertEquals(controller.getState().getEntity("Vessel", "1"), undefined);
  stop();
});

Deno.test("waiting for the next sweep does not keep a process alive [react/GCR-9]", () => {
  const timers: { isCleared: boolean; isKept: boolean }[] = [];
  const setTimer = () => {
    const timer = {
      isCleared: false,
      isKept: true,
      unref() {
        timer.isKept = false;
      },
    };
    timers.push(timer);
    return timer;
  };
  const clearTimer = (timer: unknown) => {
    if (timer) (timer as { isCleared: boolean }).isCleared = true;
  };
  const policy = new GCPolicy({
    clock: { now: () => start, setTimeout: setTimer, clearTimeout: clearTimer },
  });
  policy.init(new Controller());
  assertEquals(
    timers.map(({ isCleared, isKept }) => ({ isCleared, isKept })),
    [{ isCleared: false, isKept: false }],
  );
  policy.cleanup();
  assertEquals(timers.map(({ isCleared }) => isCleared), [true]);
});

Deno.test("a thousand cycles of init and cleanup leave one interval [controller/GC-11] [controller/NEW-131]", async () => {
  using time = new FakeTime(start);
  const { client, log, policy } = collecting();
  using _client = client;
  for (let cycle = 0; cycle < 1000; cycle++) {
    policy.cleanup();
    policy.init(client.controller);
  }
  await client.fetch(getVessel, id);
  await time.tickAsync(interval + 1);
  assertEquals(log.removals.length, 1);
});

Deno.test("values nobody ever read are collected [controller/GC-12]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting();
  using _client = client;
  await client.fetch(getVessel, id);
  await client.set(Vessel, { id: "2" }, { id: "2" });
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "1"), false);
  assertEquals(has(client, "2"), false);
  assertEquals([...client.getState().endpointKeys()], []);
  // and so in every later sweep
  await client.set(Vessel, { id: "3" }, { id: "3" });
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "3"), false);
});

Deno.test("an invalidation of what was never fetched stays until it is read [controller/ACT-12] [controller/GC-7]", async () => {
  using time = new FakeTime();
  const load = reading("load", answering({ id: "1" }), { schema: Vessel });
  using client = createClient();
  await client.set(Vessel, id, { id: "1", name: "of a list" });
  await client.invalidate(load, id);
  await time.tickAsync(1000);
  assertEquals(client.getState().getMeta(load.key(id))?.invalidated, true);
  assertEquals(client.read(load, id).expiryStatus, ExpiryStatus.Invalid);
});

Deno.test("after a reset counts of vanished items are harmless [controller/GC-13]", async () => {
  using time = new FakeTime(start);
  const { client, policy } = collecting();
  using _client = client;
  const target = {
    key: getVessel.key(id),
    paths: [{ key: "Vessel", pk: "1" }],
  };
  await client.fetch(getVessel, id);
  const releaseOld = policy.createCountRef(target)();
  await client.resetEntireStore();
  await client.fetch(getVessel, id);
  const releaseNew = policy.createCountRef(target)();
  releaseOld();
  await time.tickAsync(interval + 1);
  assert(has(client, "1"), "the new holder still holds it");
  releaseNew();
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "1"), false);
});

Deno.test("releasing one holder twice does not release another [controller/GC-14] [controller/CTL-50]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting();
  using _client = client;
  await client.fetch(getVessel, id);
  const { countRef } = client.controller.getResponse(
    getVessel,
    id,
    client.getState(),
  );
  const [first, second] = [countRef(), countRef()];
  first();
  first();
  await time.tickAsync(interval * 2);
  assert(has(client, "1"));
  second();
  await time.tickAsync(interval + 1);
  assertEquals(has(client, "1"), false);
});

Deno.test("idleCallback is overridable [controller/GC-15]", async () => {
  using time = new FakeTime(start);
  const slices: (() => void)[] = [];
  class Patient extends GCPolicy {
    protected override idleCallback(callback: () => void): void {
      slices.push(callback);
    }
  }
  using client = createClient({
    managers: [new NetworkManager()],
    gcPolicy: new Patient(),
  });
  await client.fetch(getVessel, id);
  await time.tickAsync(interval + 1000);
  assertEquals(slices.length, 1);
  assert(has(client, "1"));
  slices[0]!();
  assertEquals(has(client, "1"), false);
});

Deno.test("tombstones are collected like records [controller/GC-16]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting({ intervalMS: 1000 });
  using _client = client;
  const remove = mutating("remove", answering({ id: "1" }), {
    schema: new Invalidate(Vessel),
    dataExpiryLength: 10,
  });
  await client.fetch(remove, id);
  await client.allSettled();
  assert(has(client, "1"), "the tombstone");
  await time.tickAsync(119_000);
  assert(has(client, "1"));
  await time.tickAsync(3000);
  assertEquals(has(client, "1"), false);
});

Deno.test("index values of collected entities go with them [controller/STA-8]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting();
  using _client = client;
  await client.set(Captain, { id: "c" }, { id: "c", email: "ada@sea.test" });
  assertEquals(
    client.getState().getIndex("Captain", "email", "ada@sea.test"),
    "c",
  );
  await time.tickAsync(interval + 1);
  assertEquals(
    client.getState().getIndex("Captain", "email", "ada@sea.test"),
    undefined,
  );
});

Deno.test("collecting leaves earlier states as they were [controller/STA-2]", async () => {
  using time = new FakeTime(start);
  const { client } = collecting();
  using _client = client;
  await client.fetch(getVessel, id);
  const before = client.getState();
  const text = JSON.stringify(before);
  await time.tickAsync(interval + 1);
  assert(client.getState() !== before);
  assertEquals(JSON.stringify(before), text);
});

Deno.test("what was looked for in vain takes no memory after a sweep, and who waits for it is told [controller/GC-17]", async () => {
  const timers: (() => void)[] = [];
  const setTimer = (callback: () => void) => timers.push(callback);
  const clock = {
    now: () => Date.now(),
    setTimeout: setTimer,
    clearTimeout() {},
  };
  using client = createClient({
    managers: [new NetworkManager()],
    gcPolicy: new GCPolicy({ clock }),
  });
  await client.set(Vessel, id, { id: "1" });
  const waiting = { id: "waiting" };
  const told: unknown[] = [];
  client.subscribe(
    getVessel,
    [waiting],
    ({ data }) => told.push(data?.id),
    { fetch: false },
  );
  const lookAndSweep = async (round: number) => {
    for (let index = 0; index < 30_000; index++) {
      client.get(Vessel, { id: `${round} ${index} ${"x".repeat(100)}` });
    }
    for (let slice = 0; slice < 200; slice++) timers.shift()?.();
    await collectGarbage();
    return Deno.memoryUsage().heapUsed;
  };
  await lookAndSweep(0);
  const before = await lookAndSweep(1);
  const growth = await lookAndSweep(2) - before;
  assert(growth < 2_000_000, `${growth} bytes are left of 30,000 looks`);
  await client.set(Vessel, waiting, { ...waiting, name: "", berth: "" });
  assertEquals(told, [undefined, "waiting"]);
});
