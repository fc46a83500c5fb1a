import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { ExpiryStatus, ResetError } from "../../controller/mod.ts";
import {
  answering,
  harbour,
  mutating,
  reading,
  server,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };
const vessel = { id: "1", name: "Orca" };

Deno.test("expireAll does not wait for refetches [controller/CTL-24]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  client.subscribe(getVessel, [id], () => {});
  network.calls[0]!.resolve(vessel);
  await client.allSettled();
  await client.expireAll(getVessel);
  assertEquals(network.calls.length, 2);
  network.calls[1]!.resolve(vessel);
  await client.allSettled();
});

Deno.test("with invalidIfStale an expired response waits [controller/CTL-25]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, {
    schema: Vessel,
    invalidIfStale: true,
  });
  using client = harbour();
  const loadings: boolean[] = [];
  client.subscribe(
    getVessel,
    [id],
    ({ loading }) => void loadings.push(loading),
  );
  network.calls[0]!.resolve(vessel);
  await client.allSettled();
  await client.expireAll(getVessel);
  network.calls[1]!.resolve(vessel);
  await client.allSettled();
  assertEquals(loadings, [true, false, true, false]);
});

Deno.test("invalidate drops one response, invalidateAll all matching ones, although the entities could answer [controller/CTL-26]", async () => {
  const network = answering(vessel);
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  await client.fetch(getVessel, { id: "1" });
  await client.invalidate(getVessel, { id: "1" });
  assertEquals(
    client.read(getVessel, { id: "1" }).expiryStatus,
    ExpiryStatus.Invalid,
  );
  assertInstanceOf(client.get(Vessel, id), Vessel);
  await client.fetch(getVessel, { id: "1" });
  await client.fetch(getVessel, { id: "2" });
  await client.invalidateAll(getVessel);
  for (const each of ["1", "2"]) {
    assertEquals(
      client.read(getVessel, { id: each }).expiryStatus,
      ExpiryStatus.Invalid,
    );
  }
});

Deno.test("whoever observes an invalidated response sees nothing until the new one arrives [controller/CTL-26]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const shown: unknown[] = [];
  client.subscribe(
    getVessel,
    [id],
    ({ data, loading }) => void shown.push([data?.name, loading]),
  );
  network.calls[0]!.resolve(vessel);
  await client.allSettled();
  await client.invalidate(getVessel, id);
  assertEquals(network.calls.length, 2);
  network.calls[1]!.resolve({ id: "1", name: "Beluga" });
  await client.allSettled();
  assertEquals(shown, [
    [undefined, true],
    ["Orca", false],
    [undefined, true],
    ["Beluga", false],
  ]);
});

Deno.test("testKey keeps its this [controller/CTL-27]", async () => {
  class Prefix {
    constructor(readonly prefix: string) {}
    testKey(key: string): boolean {
      return key.startsWith(this.prefix);
    }
  }
  const getTide = reading("getTide", answering(2));
  using client = harbour();
  await client.fetch(getTide, id);
  await client.expireAll(new Prefix("getTide"));
  assertEquals(client.read(getTide, id).expiresAt, 1);
  await client.invalidateAll(new Prefix("getTide"));
  assertEquals(client.read(getTide, id).data, undefined);
});

Deno.test("testKey is called for each key, and a throw reaches the caller with nothing changed [controller/ACT-15]", async () => {
  const getTide = reading("getTide", answering(2));
  using client = harbour();
  await client.fetch(getTide, { id: "1" });
  await client.fetch(getTide, { id: "2" });
  const keys: string[] = [];
  const testKey = (key: string) => {
    keys.push(key);
    return false;
  };
  await client.expireAll({ testKey });
  assertEquals(keys, [getTide.key({ id: "1" }), getTide.key({ id: "2" })]);
  const state = client.getState();
  let asked = 0;
  const failing = {
    testKey: () => {
      if (asked++ === 1) throw new Error("broken test");
      return true;
    },
  };
  for (const method of ["expireAll", "invalidateAll"] as const) {
    asked = 0;
    assertThrows(() => client[method](failing), Error, "broken test");
    assertStrictEquals(client.getState(), state);
  }
});

for (const method of ["expireAll", "invalidateAll"] as const) {
  Deno.test(`${method} means a key that is stored and in flight, however many layers are pending [controller/ACT-15]`, async () => {
    const network = server();
    const getVessel = reading("getVessel", network, { schema: Vessel });
    const rename = mutating("rename", server(), {
      schema: Vessel,
      getOptimisticResponse: () => ({ id: "1", name: "Beluga" }),
    });
    using client = harbour();
    client.setResponse(getVessel, id, vessel);
    client.fetch(getVessel, id).catch(() => {});
    client.fetch(rename, id).catch(() => {});
    assertEquals(client.get(Vessel, id)?.name, "Beluga");
    await client[method](getVessel);
    assertEquals(
      client.getState().getMeta(getVessel.key(id))?.expiresAt,
      { expireAll: 1, invalidateAll: 0 }[method],
    );
    client.fetch(getVessel, id).catch(() => {});
    assertEquals(network.calls.length, 2, "the read in flight is outdated");
  });
}

Deno.test("a reset empties the store first and rejects reads in flight then [controller/CTL-28] [controller/CTL-29]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  const getTide = reading("getTide", answering(2));
  using client = harbour();
  await client.fetch(getTide, id);
  const before = client.getState();
  let stateAtRejection: unknown;
  const inFlight = client.fetch(getVessel, id).catch((error) => {
    stateAtRejection = client.getState();
    return error;
  });
  await client.resetEntireStore();
  const error = await inFlight;
  assertInstanceOf(error, ResetError);
  assertInstanceOf(error, Error);
  assertEquals(error.name, "ResetError");
  assert(error.message.includes("aborted") && error.message.includes("reset"));
  assertStrictEquals(stateAtRejection, client.getState());
  assert(client.getState() !== before);
  assert(client.getState().lastReset > 0);
  assertEquals(client.read(getTide, id).data, undefined);
  // the late answer is nobody's
  network.calls[0]!.resolve(vessel);
  await client.allSettled();
  assertEquals(client.get(Vessel, id), undefined);
  const again = client.fetch(getVessel, id);
  assertEquals(network.calls.length, 2);
  network.calls[1]!.resolve(vessel);
  assertEquals((await again).name, "Orca");
});

Deno.test("null args do nothing where nothing can be meant [controller/CTL-39]", async () => {
  const calls: unknown[][] = [];
  const any = reading("any", (...args: unknown[]) => {
    calls.push(args);
    return Promise.resolve("answer");
  });
  using client = harbour();
  const { controller } = client;
  const state = client.getState();
  assertEquals(await controller.invalidate(any, null), undefined);
  assertEquals(await controller.subscribe(any, null), undefined);
  assertEquals(await controller.unsubscribe(any, null), undefined);
  assertStrictEquals(client.getState(), state);
  // null is an argument like any other here
  assertEquals(await client.fetch(any, null), "answer");
  assertEquals(calls, [[null]]);
  assertEquals(client.getState().getEndpoint(any.key(null)), "answer");
  await client.setResponse(any, null, "pushed");
  assertEquals(client.getState().getEndpoint(any.key(null)), "pushed");
  const error = new Error("down");
  await client.setError(any, null, error);
  assertStrictEquals(client.getState().getMeta(any.key(null))?.error, error);
});
