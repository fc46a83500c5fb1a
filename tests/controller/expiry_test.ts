import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Client,
  ExpiryStatus,
  mustWait,
  needsFetch,
  NetworkManager,
} from "../../controller/mod.ts";
import { Collection, Invalidate } from "../../schema/mod.ts";
import { answering, harbour, reading, server, Vessel } from "./harbour.ts";

const id = { id: "1" };
const vessel = { id: "1", name: "Orca", berth: "" };
const now = 1_000_000;
const dataLength = 60_000;
const errorLength = 1000;
const { Invalid, InvalidIfStale, Valid } = ExpiryStatus;
const error = new Error("down");

// deno-lint-ignore no-explicit-any -- endpoints of all schemas in one table
type AnyEndpoint = any;

interface Situation {
  readonly name: string;
  readonly endpoint: AnyEndpoint;
  /** Makes the situation; ten milliseconds pass after each step. */
  readonly steps: ((client: Client) => unknown)[];
  readonly args?: unknown[];
  readonly expected: readonly [
    status: ExpiryStatus,
    expiresAt: number,
    data: unknown,
    error: unknown,
  ];
}

const getVessel = reading("getVessel", server(), { schema: Vessel });
const softVessel = reading("softVessel", server(), {
  schema: Vessel,
  errorPolicy: () => "soft",
});
const strictVessel = reading("strictVessel", server(), {
  schema: Vessel,
  invalidIfStale: true,
});
const getRaw = reading("getRaw", server());
const getList = reading("getList", server(), { schema: [Vessel] });
const respond =
  (endpoint: AnyEndpoint, value: unknown = vessel) => (client: Client) =>
    client.setResponse(endpoint, id, value);
const fail = (endpoint: AnyEndpoint) => (client: Client) =>
  client.setError(endpoint, id, error);
const invalidate = (endpoint: AnyEndpoint) => (client: Client) =>
  client.invalidate(endpoint, id);
const setVessel = (client: Client) => client.set(Vessel, id, vessel);
const removeVessel = (client: Client) =>
  client.set(new Invalidate(Vessel), id, id);

/** Time of the n-th step. */
const at = (step: number) => now + step * 10;

const situations: Situation[] = [
  {
    name: "schema, nothing known",
    endpoint: getVessel,
    steps: [],
    expected: [InvalidIfStale, 1, undefined, undefined],
  },
  {
    name: "no schema, nothing known",
    endpoint: getRaw,
    steps: [],
    expected: [Invalid, 0, undefined, undefined],
  },
  {
    name: "entity known through another way, no entry",
    endpoint: getVessel,
    steps: [setVessel],
    expected: [Valid, at(0) + dataLength, "Orca", undefined],
  },
  {
    name: "fetched",
    endpoint: getVessel,
    steps: [respond(getVessel)],
    expected: [Valid, at(0) + dataLength, "Orca", undefined],
  },
  {
    name: "fetched, invalidIfStale",
    endpoint: strictVessel,
    steps: [respond(strictVessel)],
    expected: [InvalidIfStale, at(0) + dataLength, "Orca", undefined],
  },
  {
    name: "expireAll",
    endpoint: getVessel,
    steps: [respond(getVessel), (client) => client.expireAll(getVessel)],
    expected: [Valid, 1, "Orca", undefined],
  },
  {
    name: "hard error over data",
    endpoint: getVessel,
    steps: [respond(getVessel), fail(getVessel)],
    expected: [Valid, at(1) + errorLength, "Orca", error],
  },
  {
    name: "soft error over data",
    endpoint: softVessel,
    steps: [respond(softVessel), fail(softVessel)],
    expected: [Valid, at(1) + errorLength, "Orca", undefined],
  },
  {
    name: "invalidated, entity still stored",
    endpoint: getVessel,
    steps: [setVessel, respond(getVessel), invalidate(getVessel)],
    expected: [Invalid, at(1) + dataLength, "Orca", undefined],
  },
  {
    name: "invalidated, then soft error",
    endpoint: softVessel,
    steps: [respond(softVessel), invalidate(softVessel), fail(softVessel)],
    expected: [Valid, at(2) + errorLength, "Orca", error],
  },
  {
    name: "error, no data",
    endpoint: getVessel,
    steps: [fail(getVessel)],
    expected: [InvalidIfStale, at(0) + errorLength, undefined, error],
  },
  {
    name: "error, no data, no schema",
    endpoint: getRaw,
    steps: [fail(getRaw)],
    expected: [InvalidIfStale, at(0) + errorLength, undefined, error],
  },
  {
    name: "entry's own entity deleted",
    endpoint: getVessel,
    steps: [respond(getVessel), removeVessel],
    expected: [Invalid, at(0) + dataLength, undefined, undefined],
  },
  {
    name: "the same, then error",
    endpoint: getVessel,
    steps: [respond(getVessel), removeVessel, fail(getVessel)],
    expected: [InvalidIfStale, at(2) + errorLength, undefined, error],
  },
  {
    name: "list with a deleted member",
    endpoint: getList,
    steps: [
      respond(getList, [vessel, { id: "2", name: "Beluga" }]),
      removeVessel,
    ],
    expected: [Valid, at(0) + dataLength, ["Beluga"], undefined],
  },
  {
    name: "null args",
    endpoint: getVessel,
    steps: [respond(getVessel)],
    args: [null],
    expected: [Valid, Infinity, undefined, undefined],
  },
];

for (const { name, endpoint, steps, args = [id], expected } of situations) {
  Deno.test(`status table: ${name} [controller/EXP-4] [controller/EXP-5]`, async () => {
    using time = new FakeTime(now);
    using client = harbour();
    for (const step of steps) {
      await step(client);
      time.tick(10);
    }
    const read = client.read(endpoint, ...args as [never]);
    const data: unknown = read.data;
    const names = Array.isArray(data)
      ? data.map((each) => each.name)
      : (data as Vessel | undefined)?.name;
    assertEquals(
      [read.expiryStatus, read.expiresAt, names, read.error],
      [...expected],
    );
  });
}

Deno.test("what a reader does for each status [controller/EXP-3] [controller/EXP-1]", () => {
  const behaviour = (expiryStatus: ExpiryStatus, expiresAt: number) => {
    const reading = { expiryStatus, expiresAt };
    return [needsFetch(reading, 100), mustWait(reading, 100)];
  };
  assertEquals(behaviour(Invalid, 200), [true, true]);
  assertEquals(behaviour(Invalid, 50), [true, true]);
  assertEquals(behaviour(InvalidIfStale, 50), [true, true]);
  assertEquals(behaviour(InvalidIfStale, 200), [false, false]);
  assertEquals(behaviour(InvalidIfStale, 100), [false, false]);
  assertEquals(behaviour(Valid, 50), [true, false]);
  assertEquals(behaviour(Valid, 200), [false, false]);
});

Deno.test("stale data is shown while a reader refetches it [controller/EXP-1]", async () => {
  using time = new FakeTime(now);
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  await client.setResponse(getVessel, id, vessel);
  time.tick(dataLength + 1);
  const shown: unknown[] = [];
  client.subscribe(
    getVessel,
    [id],
    ({ data, loading, stale }) => void shown.push([data?.name, loading, stale]),
  );
  await time.runMicrotasks();
  assertEquals(shown, [["Orca", false, true]]);
  assertEquals(network.calls.length, 1);
  network.calls[0]!.resolve({ id: "1", name: "Beluga" });
  await client.allSettled();
  assertEquals(shown[1], ["Beluga", false, false]);
});

Deno.test("lengths of 0 and Infinity [controller/EXP-2]", async () => {
  using time = new FakeTime(now);
  const brief = reading("brief", answering(1), { dataExpiryLength: 0 });
  let calls = 0;
  const broken = reading("broken", () => {
    calls++;
    return Promise.reject(error);
  }, { errorExpiryLength: Infinity });
  using client = harbour();
  await client.fetch(brief, id);
  assertEquals(client.read(brief, id).expiresAt, now);
  time.tick(1);
  assert(Date.now() > client.read(brief, id).expiresAt, "stale");
  await client.fetch(broken).catch(() => {});
  time.tick(1_000_000_000);
  assertStrictEquals(
    await Promise.resolve(client.fetchIfStale(broken)).catch((reason) =>
      reason
    ),
    error,
  );
  assertEquals(calls, 1);
});

Deno.test("without an expiry of the key the smallest of the entities counts [controller/EXP-6]", async () => {
  using time = new FakeTime(now);
  using client = harbour();
  const fleet = new Collection([Vessel], { argsKey: () => ({}) });
  const first = reading("first", server(), { schema: fleet });
  const second = reading("second", server(), { schema: fleet });
  await client.setResponse(first, id, [vessel, { id: "2" }]);
  time.tick(1000);
  assertEquals(client.read(second, id).expiresAt, now + dataLength);
  await client.set(Vessel, id, vessel);
  assertEquals(
    client.read(second, id).expiresAt,
    now + dataLength,
    "the other vessel is the older one",
  );
  const unknown = { ...client.read(getVessel, { id: "9" }) };
  assertEquals(unknown.expiresAt, 1);
  using bare = harbour({
    initialState: (await import("../../controller/mod.ts")).State.from({
      entities: { Vessel: { "1": vessel } },
    }),
  });
  assertEquals(bare.read(getVessel, id).expiresAt, Infinity);
});

Deno.test("a refreshed entity does not extend the freshness of keys with a meta [controller/EXP-8]", async () => {
  using time = new FakeTime(now);
  using client = harbour();
  await client.setResponse(getVessel, id, vessel);
  time.tick(5000);
  await client.setResponse(softVessel, id, vessel);
  assertEquals(client.read(getVessel, id).expiresAt, now + dataLength);
  assertEquals(client.read(softVessel, id).expiresAt, now + 5000 + dataLength);
});

Deno.test("dataExpiryLength 0: callers and readers get the value, then it goes [controller/EXP-9] [controller/GC-12]", async () => {
  using time = new FakeTime(now);
  const network = server();
  const download = reading("download", network, { dataExpiryLength: 0 });
  using client = harbour({ gcPolicy: undefined });
  const blob = new Blob(["plan"]);
  const alone = client.fetch(download, id);
  network.calls[0]!.resolve(blob);
  assertStrictEquals(await alone, blob);
  await time.tickAsync(1);
  assertEquals(client.getState().hasEndpoint(download.key(id)), false);

  const shown: unknown[] = [];
  const stop = client.subscribe(
    download,
    [id],
    ({ data }) => void shown.push(data),
  );
  network.calls[1]!.resolve(blob);
  await client.allSettled();
  await time.tickAsync(1000);
  assertStrictEquals(shown.at(-1), blob);
  assert(client.getState().hasEndpoint(download.key(id)), "it has a reader");
  assertEquals(network.calls.length, 2, "its arrival is no reason to refetch");
  stop();
  await time.tickAsync(1);
  assertEquals(client.getState().hasEndpoint(download.key(id)), false);
});

Deno.test("passing time changes nothing and notifies nobody [controller/EXP-11]", async () => {
  using time = new FakeTime(now);
  using client = harbour({ managers: [new NetworkManager()] });
  await client.setResponse(getVessel, id, vessel);
  const state = client.getState();
  let calls = 0;
  client.subscribe(() => calls++);
  client.subscribe(getVessel, [id], () => calls++);
  await time.tickAsync(0);
  const before = calls;
  await time.tickAsync(dataLength * 10);
  assertStrictEquals(client.getState(), state);
  assertEquals(calls, before);
});
