import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { load, type UsablePromise } from "../../controller/mod.ts";
import {
  harbour,
  microtasks,
  mutating,
  reading,
  server,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };
const vessel = { id: "1", name: "Orca" };

Deno.test("load suspends on missing data with one request and one promise [react/NEW-34]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const { controller } = client;
  const promise = load(controller, getVessel, id);
  assertInstanceOf(promise, Promise);
  assertEquals([promise.status, promise.resolved], ["pending", false]);
  assertStrictEquals(load(controller, getVessel, { id: "1" }), promise);
  assertEquals(network.calls.length, 1);
  network.calls[0]!.resolve(vessel);
  const value = await promise;
  assertStrictEquals(value, client.get(Vessel, id));
  assertEquals([promise.status, promise.resolved], ["fulfilled", true]);
  assertStrictEquals(valueOf(promise), value);
  assertStrictEquals(load(controller, getVessel, id), promise);
});

Deno.test("load gives stored data as a promise that is fulfilled already, and the same for the same data [react/NEW-34]", async () => {
  using time = new FakeTime(1000);
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const { controller } = client;
  await client.setResponse(getVessel, id, vessel);
  const first = load(controller, getVessel, id);
  assertEquals([first.status, first.resolved], ["fulfilled", true]);
  assertStrictEquals(valueOf(first), client.get(Vessel, id));
  assertStrictEquals(await first, valueOf(first));
  await client.set(Vessel, { id: "2" }, { id: "2" });
  assertStrictEquals(load(controller, getVessel, id), first);
  await client.set(Vessel, id, { id: "1", name: "Beluga" });
  const second = load(controller, getVessel, id);
  assertNotStrictEquals(second, first);
  assertEquals(valueOf(second)?.name, "Beluga");
  assertEquals(network.calls.length, 0);
  time.tick(60_001);
  assertStrictEquals(
    load(controller, getVessel, id),
    second,
    "stale data is shown",
  );
  assertEquals(network.calls.length, 1, "and refetched");
});

Deno.test("load rejects with the stored error until it expires, never unhandled [react/NEW-34]", async () => {
  using time = new FakeTime(1000);
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const { controller } = client;
  const error = new Error("down");
  const watching = unhandledDuring(async () => {
    const failing = load(controller, getVessel, id);
    network.calls[0]!.reject(error);
    await microtasks();
    assertEquals([failing.status, failing.resolved], ["rejected", true]);
    assertStrictEquals(reasonOf(failing), error);
    assertStrictEquals(load(controller, getVessel, id), failing);
    const pushed = new Error("pushed");
    client.setError(getVessel, id, pushed);
    assertStrictEquals(reasonOf(load(controller, getVessel, id)), pushed);
  });
  await time.tickAsync(10);
  assertEquals(await watching, []);
  time.tick(2000);
  assertEquals(load(controller, getVessel, id).status, "pending");
  assertEquals(network.calls.length, 2);
});

Deno.test("load waits again after invalidation, and null args wait for nothing [react/NEW-34]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const { controller } = client;
  assertEquals(load(controller, getVessel, null), undefined);
  await client.setResponse(getVessel, id, vessel);
  const before = load(controller, getVessel, id);
  await client.invalidate(getVessel, id);
  const waiting = load(controller, getVessel, id);
  assertNotStrictEquals(waiting, before);
  assertEquals(waiting.status, "pending");
  await client.setResponse(getVessel, id, { id: "1", name: "pushed" });
  assertEquals((await waiting)?.name, "pushed");
});

Deno.test("whoever waits through a reset or an abort gets the result of a new request [react/NEW-34] [controller/ERR-14]", async () => {
  for (const interruption of ["reset", "abort"]) {
    const network = server();
    const getVessel = reading("getVessel", network, { schema: Vessel });
    using client = harbour();
    const waiting = load(client.controller, getVessel, id);
    if (interruption === "reset") await client.resetEntireStore();
    else await client.controller.abort(getVessel, id);
    await microtasks();
    assertEquals(network.calls.length, 2, interruption);
    network.calls[1]!.resolve(vessel);
    assertEquals((await waiting).name, "Orca");
  }
});

Deno.test("load shows pending optimistic changes [react/NEW-34]", async () => {
  const network = server();
  const getVessel = reading("getVessel", server(), { schema: Vessel });
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "pending" }),
  });
  using client = harbour();
  await client.setResponse(getVessel, id, vessel);
  const saving = client.fetch(rename, id);
  assertEquals(
    valueOf(load(client.controller, getVessel, id))?.name,
    "pending",
  );
  network.calls[0]!.resolve(vessel);
  await saving;
});

Deno.test("promises of settled keys are not kept without limit", async () => {
  const getTide = reading("getTide", server());
  using client = harbour();
  const { controller } = client;
  const promises = [];
  for (let key = 0; key < 2000; key++) {
    await client.setResponse(getTide, { id: `${key}` }, key);
    promises.push(load(controller, getTide, { id: `${key}` }));
  }
  assertStrictEquals(load(controller, getTide, { id: "1999" }), promises[1999]);
  const evicted = load(controller, getTide, { id: "0" });
  assertNotStrictEquals(evicted, promises[0]);
  assert(evicted.resolved, "it can be made again without waiting");
});

function valueOf<T>(promise: UsablePromise<T>): T {
  assert(promise.status === "fulfilled");
  return promise.value;
}

function reasonOf(promise: UsablePromise<unknown>): unknown {
  assert(promise.status === "rejected");
  return promise.reason;
}
