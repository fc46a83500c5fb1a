import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  createClient,
  deserialize,
  DisposedError,
  GCPolicy,
  type Manager,
  NetworkManager,
  PollingSubscription,
  serialize,
  type State,
  SubscriptionManager,
  type Touched,
} from "../../controller/mod.ts";
import { Collection } from "../../schema/mod.ts";
import {
  answering,
  harbour,
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
const vessel = { id: "1", name: "Orca" };
const getVessel = reading("getVessel", answering(vessel), { schema: Vessel });

Deno.test("a client is started, with network, polling and collection, and without devtools [controller/NEW-10]", async () => {
  using time = new FakeTime(0);
  const network = answering(2);
  const tide = reading("tide", network, { pollFrequency: 1000 });
  const connected: unknown[] = [];
  const page = globalThis as { __REDUX_DEVTOOLS_EXTENSION__?: unknown };
  page.__REDUX_DEVTOOLS_EXTENSION__ = { connect: () => connected.push(1) };
  try {
    using client = createClient();
    assertInstanceOf(client.controller.gcPolicy, GCPolicy);
    assertEquals(await client.fetch(tide, id), 2);
    client.controller.subscribe(tide, id);
    for (let second = 0; second < 3; second++) await time.tickAsync(1000);
    assert(network.calls.length >= 3, "polled");
    await client.set(Vessel, id, vessel);
    await time.tickAsync(700_000);
    assertEquals(client.get(Vessel, id), undefined, "collected");
    assertEquals(connected, []);
  } finally {
    delete page.__REDUX_DEVTOOLS_EXTENSION__;
  }
});

Deno.test("a client takes its time from the clock it is given [controller/TIM-3] [controller/NEW-4]", async () => {
  let now = 5000;
  const timers: { callback: () => void; delay: number }[] = [];
  const clock = {
    now: () => now,
    setTimeout: (callback: () => void, delay: number) =>
      timers.push({ callback, delay }),
    clearTimeout() {},
  };
  const network = answering(2);
  const tide = reading("tide", network);
  using client = harbour({ clock });
  await client.fetch(tide, id);
  assertEquals(client.read(tide, id).expiresAt, 65_000);
  now = 65_000;
  assertEquals(client.fetchIfStale(tide, id), 2);
  now = 65_001;
  await client.fetchIfStale(tide, id);
  assertEquals(network.calls.length, 2);
  timers.length = 0;
  client.controller.addReader(tide, id)();
  assertEquals(timers.map(({ delay }) => delay), [0]);
});

Deno.test("clients are independent of each other [controller/NEW-10] [controller/NEW-132]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using first = harbour();
  using second = harbour();
  const fetches = [first.fetch(getVessel, id), second.fetch(getVessel, id)];
  assertEquals(network.calls.length, 2, "no shared request");
  network.calls[0]!.resolve({ id: "1", name: "first" });
  network.calls[1]!.resolve({ id: "1", name: "second" });
  await Promise.all(fetches);
  assertEquals(first.get(Vessel, id)?.name, "first");
  assertEquals(second.get(Vessel, id)?.name, "second");
  await first.resetEntireStore();
  assertEquals(second.get(Vessel, id)?.name, "second");
});

Deno.test("ready is resolved without storage [controller/NEW-11]", async () => {
  using client = harbour();
  assertEquals(await client.ready, undefined);
});

Deno.test("allSettled waits for everything, results stored [controller/NEW-11]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  const save = mutating("save", network, { schema: Vessel });
  using client = harbour();
  assertEquals(await client.allSettled(), undefined);
  client.fetch(getVessel, id);
  client.fetch(save, { id: "2" });
  client.fetch(getVessel, { id: "3" });
  const settled = client.allSettled();
  network.calls[0]!.resolve(vessel);
  network.calls[1]!.resolve({ id: "2", name: "Beluga" });
  network.calls[2]!.reject(new Error("down"));
  assertEquals(await settled, undefined);
  assertEquals(client.get(Vessel, id)?.name, "Orca");
  assertEquals(client.get(Vessel, { id: "2" })?.name, "Beluga");
});

Deno.test("listeners get the visible state and what was touched, once per dispatch, at once [controller/NEW-12] [controller/NEW-15]", async () => {
  const rename = mutating("rename", answering(vessel), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  using client = harbour();
  const rounds: [State, Touched][] = [];
  client.subscribe((state, touched) => void rounds.push([state, touched]));
  assertEquals(rounds, [], "not for subscribing itself");
  const written = client.set(Vessel, id, vessel);
  assertEquals(rounds.length, 1);
  assertStrictEquals(rounds[0]![0], client.controller.getVisibleState());
  assertEquals([...rounds[0]![1].entities.get("Vessel")!], ["1"]);
  let isResolved = false;
  written.then(() => isResolved = true);
  await undefined;
  await undefined;
  assert(isResolved, "in a microtask");

  await client.set(Vessel, { id: "9" }, (vessel: Vessel) => vessel);
  await client.expireAll({ testKey: () => false });
  assertEquals(rounds.length, 1, "not for actions without effect");

  await client.setResponse(getVessel, id, { ...vessel, name: "Beluga" });
  const [, touched] = rounds[1]!;
  assertEquals([...touched.endpoints], [getVessel.key(id)]);
  await client.controller.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Vessel", pk: "9" }, { key: "Vessel", pk: "1" }],
    endpoints: [],
  });
  assertEquals(rounds.length, 2, "not for collection");
  const saving = client.fetch(rename, id);
  assertEquals(rounds.length, 3, "a layer is a change of the visible state");
  await saving;
  await client.allSettled();
  for (const [state] of rounds) assertInstanceOf(state.toJSON(), Object);
});

Deno.test("an observed response is fetched, told once at first and then for each change only [controller/NEW-13]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const told: unknown[] = [];
  const stop = client.subscribe(
    getVessel,
    [id],
    ({ data, error, loading, stale }) =>
      void told.push([data?.name, error, loading, stale]),
  );
  assertEquals(network.calls.length, 1);
  assertEquals(told, [], "not synchronously");
  await undefined;
  assertEquals(told, [[undefined, undefined, true, true]]);
  network.calls[0]!.resolve(vessel);
  await client.allSettled();
  assertEquals(told[1], ["Orca", undefined, false, false]);

  await client.set(Vessel, { id: "2" }, { id: "2" });
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  assertEquals(told.length, 2, "neither other data nor an equal value");
  await client.set(Vessel, id, { id: "1", name: "Beluga" });
  assertEquals(told.length, 3);
  const error = new Error("down");
  await client.setError(getVessel, id, error);
  assertEquals(told[3], ["Beluga", error, false, false]);
  assertEquals(network.calls.length, 1);
  stop();
  await client.set(Vessel, id, { id: "1", name: "Narwhal" });
  assertEquals(told.length, 4);
});

Deno.test("what changes before the first telling is told with it [controller/NEW-13]", async () => {
  using client = harbour();
  const told: unknown[] = [];
  client.subscribe(
    getVessel,
    [id],
    ({ data }) => void told.push(data?.name),
    { fetch: false },
  );
  client.set(Vessel, id, { ...vessel, berth: "B1" });
  assertEquals(told, []);
  await undefined;
  assertEquals(told, ["Orca"]);
});

Deno.test("an answer that leaves nothing to show is no reason to ask again [controller/NEW-13]", async () => {
  const { Invalidate } = await import("../../schema/mod.ts");
  const network = answering(vessel);
  const removed = reading("removed", network, {
    schema: new Invalidate(Vessel),
  });
  using client = harbour();
  client.subscribe(removed, [id], () => {});
  await client.allSettled();
  assertEquals(network.calls.length, 1);
  await client.setResponse(removed, id, vessel);
  assertEquals(network.calls.length, 1);
});

Deno.test("fetch: false only looks [controller/NEW-13]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const told: unknown[] = [];
  client.subscribe(
    getVessel,
    [id],
    ({ data, loading }) => void told.push([data?.name, loading]),
    { fetch: false },
  );
  await client.invalidate(getVessel, id);
  await client.setResponse(getVessel, id, vessel);
  await client.expireAll(getVessel);
  assertEquals(network.calls.length, 0);
  assertEquals(told.at(-1), ["Orca", false]);
});

Deno.test("null args tell once that there is nothing [controller/NEW-13]", async () => {
  const network = server();
  const page = reading("page", network, {
    schema: { vessel: Vessel, cursor: "" },
  });
  using client = harbour();
  const told: unknown[] = [];
  client.subscribe(
    page,
    [null],
    ({ data, loading }) => void told.push([data, loading]),
  );
  await client.resetEntireStore();
  assertEquals(network.calls.length, 0);
  assertEquals(told, [[undefined, false]]);
});

Deno.test("an observed response is refetched when it expires, is invalidated, deleted, or the store is reset [controller/NEW-13]", async () => {
  const { Invalidate } = await import("../../schema/mod.ts");
  const network = answering(vessel);
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const told: unknown[] = [];
  client.subscribe(
    getVessel,
    [id],
    ({ data, loading }) => void told.push(loading ? "loading" : data?.name),
  );
  await client.allSettled();
  const steps = [
    () => client.expireAll(getVessel),
    () => client.invalidate(getVessel, id),
    () => client.controller.set(new Invalidate(Vessel), id, id),
    () => client.resetEntireStore(),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    await client.allSettled();
    assertEquals(network.calls.length, index + 2, `step ${index}`);
  }
  assertEquals(told.at(-1), "Orca");
});

Deno.test("whoever waits for an aborted request asks again [controller/ERR-14]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const told: unknown[] = [];
  client.subscribe(getVessel, [id], ({ data }) => void told.push(data?.name));
  network.calls[0]!.reject(new DOMException("aborted", "AbortError"));
  while (network.calls.length < 2) await new Promise((r) => setTimeout(r, 0));
  network.calls[1]!.resolve(vessel);
  await client.allSettled();
  assertEquals(told, [undefined, "Orca"]);
});

Deno.test("endpoints with pollFrequency, or live: true, are subscribed [controller/NEW-13]", async () => {
  const log = recorder(() => (next) => (action) =>
    action.type === "rdc/subscribe" || action.type === "rdc/unsubscribe"
      ? Promise.resolve()
      : next(action)
  );
  using client = harbour({ managers: [log, new NetworkManager()] });
  const polled = reading("polled", answering(1), { pollFrequency: 1000 });
  const plain = reading("plain", answering(1));
  const counted = () =>
    log.types.filter((type) => type.includes("subscribe")).length;
  client.subscribe(polled, [id], () => {})();
  assertEquals(counted(), 2);
  client.subscribe(plain, [id], () => {})();
  assertEquals(counted(), 2);
  client.subscribe(plain, [id], () => {}, { live: true })();
  assertEquals(counted(), 4);
  client.subscribe(polled, [id], () => {}, { live: false })();
  assertEquals(counted(), 4);
  await client.allSettled();
});

Deno.test("listener discipline [controller/NEW-14]", async () => {
  using client = harbour();
  const log: string[] = [];
  const stops: (() => void)[] = [];
  let round = 0;
  client.subscribe(() => {
    log.push(`first ${++round}`);
    stops[0]?.();
    if (round === 1) {
      client.subscribe(() => void log.push("added"));
      client.set(Vessel, { id: "2" }, { id: "2" });
      assertEquals(client.get(Vessel, { id: "2" })?.id, "2", "dispatched");
      log.push("after dispatch");
    }
  });
  stops.push(client.subscribe(() => void log.push("removed")));
  client.subscribe(() => {
    throw new Error("broken listener");
  });
  client.subscribe(() => void log.push("last"));
  const records = await recordingConsole(async () => {
    await client.set(Vessel, id, vessel);
  });
  assertEquals(log, [
    "first 1",
    "after dispatch",
    "last",
    "first 2",
    "last",
    "added",
  ]);
  assertEquals(records.length, 2);
  assert(String(records[0]!.args[0]).includes("broken listener"));
});

Deno.test("a throwing listener of a response affects nobody else [controller/NEW-14]", async () => {
  using client = harbour();
  const told: unknown[] = [];
  const records = await recordingConsole(async () => {
    client.subscribe(getVessel, [id], () => {
      throw new Error("broken listener");
    });
    client.subscribe(getVessel, [id], ({ data }) => void told.push(data?.name));
    await client.allSettled();
  });
  assertEquals(told.at(-1), "Orca");
  assertEquals(records.length, 2);
});

Deno.test("disposing ends everything at once [controller/NEW-16]", async () => {
  const signals: AbortSignal[] = [];
  const slow = reading("slow", function (this: { signal: AbortSignal }) {
    signals.push(this.signal);
    return new Promise(() => {});
  });
  const network = server();
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  const log: string[] = [];
  const client = createClient({
    managers: [
      { cleanup: () => void log.push("cleanup") },
      new NetworkManager(),
    ],
  });
  await client.set(Vessel, id, vessel);
  const reasons = await unhandledDuring(async () => {
    let notified = 0;
    client.subscribe(() => notified++);
    client.subscribe(slow, [], () => notified++);
    const pending = client.fetch(slow).catch((error) => error);
    const ignored = client.fetch(rename, id);
    assertEquals(client.get(Vessel, id)?.name, "pending");
    notified = 0;
    const disposed = client.dispose();
    assertEquals(log, ["cleanup"]);
    assert(signals[0]!.aborted);
    const state = client.getState();
    const records = await recordingConsole(() =>
      client.controller.resetEntireStore()
    );
    assertEquals(records.length, 1);
    assertStrictEquals(client.getState(), state);
    const error = await pending;
    assertInstanceOf(error, DisposedError);
    assertEquals(error.name, "DisposedError");
    await disposed;
    assertEquals(notified, 0);
    network.calls[0]!.resolve({ id: "1", name: "late" });
    void ignored;
  });
  assertEquals(reasons, []);
});

Deno.test("requests of a manager in place of NetworkManager reject on disposal, which returns a promise [controller/NEW-16]", async () => {
  // takes every request and never answers
  const silent: Manager = {
    middleware: () => (next) => (action) =>
      action.type === "rdc/fetch" ? Promise.resolve() : next(action),
    cleanup() {},
  };
  const client = createClient({ managers: [silent] });
  const rename = mutating("rename", server());
  const requests = [client.fetch(getVessel, id), client.fetch(rename, id)];
  const rejected = requests.map((request) =>
    assertRejects(() => request, DisposedError)
  );
  const disposed = client.dispose();
  assertInstanceOf(disposed, Promise);
  assertEquals(await disposed, undefined);
  await Promise.all(rejected);
  await client.allSettled();
});

Deno.test("disposing twice is one disposal; afterwards fetches reject and reads work [controller/NEW-16]", async () => {
  const client = harbour();
  await client.fetch(getVessel, id);
  await client.dispose();
  await client.dispose();
  client[Symbol.dispose]();
  await client[Symbol.asyncDispose]();
  await assertRejects(() => client.fetch(getVessel, id), DisposedError);
  assertEquals(client.read(getVessel, id).data?.name, "Orca");
  assertEquals(client.get(Vessel, id)?.name, "Orca");
  client.subscribe(() => {})();
});

Deno.test("a client nobody disposes does not keep the process alive; nor does a disposed one that polled [controller/NEW-17]", async () => {
  const script = `
    import { createClient } from "${new URL(
    "../../controller/mod.ts",
    import.meta.url,
  )}";
    const idle = createClient();
    await idle.fetch(Object.assign(async () => 1, { key: () => "k", testKey: () => false }));
    idle.controller.addReader(Object.assign(async () => 1, { key: () => "r", testKey: () => false }))();
    const polling = createClient();
    const tide = Object.assign(async () => 1, { key: () => "t", testKey: () => false, pollFrequency: 10 });
    polling.subscribe(tide, [], () => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    await polling.dispose();
    console.log("end of script");
  `;
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
      `data:application/typescript,${encodeURIComponent(script)}`,
    ],
    signal: AbortSignal.timeout(20_000),
  });
  const { code, stdout, stderr } = await command.output();
  assertEquals(new TextDecoder().decode(stderr).includes("error"), false);
  assertEquals(new TextDecoder().decode(stdout).trim(), "end of script");
  assertEquals(code, 0);
});

Deno.test("disposing leaves no timer [controller/NEW-17]", async () => {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const running = new Set<unknown>();
  const replaced = globalThis as unknown as Record<string, unknown>;
  replaced.setTimeout = (callback: () => void, delay: number) => {
    const handle = real.setTimeout(() => {
      running.delete(handle);
      callback();
    }, delay);
    running.add(handle);
    return handle;
  };
  replaced.setInterval = (callback: () => void, delay: number) => {
    const handle = real.setInterval(callback, delay);
    running.add(handle);
    return handle;
  };
  for (const name of ["clearTimeout", "clearInterval"] as const) {
    replaced[name] = (handle: number) => {
      running.delete(handle);
      real[name](handle);
    };
  }
  try {
    const client = createClient({
      managers: [
        new NetworkManager({ timeout: 60_000, retry: true }),
        new SubscriptionManager(PollingSubscription),
      ],
    });
    const slow = reading("slow", () => new Promise(() => {}), {
      pollFrequency: 60_000,
    });
    client.subscribe(slow, [], () => {});
    client.controller.addReader(slow)();
    client.controller.registry.add(slow.key(), slow, [], Promise.resolve());
    await undefined;
    assert(running.size > 0);
    await client.dispose();
    assertEquals(running.size, 0);
  } finally {
    Object.assign(replaced, real);
  }
});

Deno.test("using and await using dispose [controller/NEW-18]", async () => {
  const log: string[] = [];
  const managers = () => [
    { cleanup: () => void log.push("cleanup") },
    new NetworkManager(),
  ];
  {
    using client = createClient({ managers: managers() });
    assertNotStrictEquals(client, undefined);
  }
  assertEquals(log.length, 1);
  {
    await using client = createClient({ managers: managers() });
    assertNotStrictEquals(client, undefined);
  }
  assertEquals(log.length, 2);
});

Deno.test("initialState takes what deserialize makes of a text [controller/NEW-18]", async () => {
  using first = harbour();
  await first.fetch(getVessel, id);
  const text = serialize(first.getState());
  using second = harbour({ initialState: deserialize(text) });
  assertEquals(second.get(Vessel, id)?.name, "Orca");
  assertInstanceOf(second.get(Vessel, id), Vessel);
  assertEquals(
    second.read(getVessel, id).expiresAt,
    first.read(getVessel, id).expiresAt,
  );
});

Deno.test("an initialState that is neither a state nor its plain objects is refused, and the message says what reads it [controller/NEW-18]", () => {
  const text = serialize(harbour().getState());
  for (const bad of ["no json", text, JSON.parse(text), 5]) {
    const error = assertThrows(
      () => harbour({ initialState: bad as never }),
      TypeError,
    );
    assertStringIncludes(error.message, "deserialize()");
  }
});

Deno.test("read gives all that useSuspense gives, or nothing while something is missing [controller/NEW-11]", async () => {
  const getPage = reading("getPage", answering({ vessel, next: "b" }), {
    schema: { vessel: Vessel, next: "" },
  });
  await using client = createClient();
  const before = client.read(getPage, id);
  assertEquals(before.data, undefined);
  await client.fetch(getPage, id);
  const { data } = client.read(getPage, id);
  // only the whole may be absent: no question mark after `vessel`
  assertEquals([data?.vessel.name, data?.next], ["Orca", "b"]);
  assertEquals(client.read(getPage, null).data, {
    vessel: undefined,
    next: "",
  });
});

Deno.test("what is no list of arguments, and no listener, is told how an endpoint is observed [controller/NEW-13]", () => {
  using client = harbour();
  const getVessel = reading("getVessel", server(), { schema: Vessel });
  const subscribe = client.subscribe as (...args: unknown[]) => unknown;
  for (const args of [[id, () => {}], [() => {}], [], [[id]]]) {
    assertThrows(
      () => subscribe(getVessel, ...args),
      TypeError,
      "its arguments as a list",
    );
  }
});

Deno.test("before the first response every reader says undefined of a list with a total beside it [controller/NEW-13] [controller/EXP-12]", async () => {
  const network = server();
  const getList = reading("getList", network, {
    schema: { items: new Collection([Vessel]), total: 0 },
  });
  using client = harbour();
  const told: unknown[] = [];
  client.subscribe(
    getList,
    [id],
    ({ data, loading }) =>
      void told.push([data && [data.items.length, data.total], loading]),
  );
  await microtasks();
  assertEquals(client.read(getList, id).data, undefined);
  network.calls[0]!.resolve({ items: [{ id: "1" }], total: 5 });
  await microtasks();
  assertEquals(told, [[undefined, true], [[1, 5], false]]);
});
