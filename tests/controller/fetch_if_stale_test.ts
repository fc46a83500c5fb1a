import {
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Invalidate } from "../../schema/mod.ts";
import {
  answering,
  harbour,
  mutating,
  reading,
  server,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };

Deno.test("fetchIfStale gives fresh data as it is and fetches stale data [controller/CTL-20]", async () => {
  using time = new FakeTime(5000);
  const network = answering({ id: "1", name: "Orca" });
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const first = client.fetchIfStale(getVessel, id);
  assertInstanceOf(first, Promise);
  const vessel = await first;
  assertEquals(network.calls.length, 1);

  time.tick(60_000);
  const fresh = client.fetchIfStale(getVessel, id);
  assertInstanceOf(fresh, Vessel);
  assertStrictEquals(fresh, vessel);
  assertStrictEquals(await fresh, vessel);
  assertEquals(network.calls.length, 1);

  time.tick(1);
  const stale = client.fetchIfStale(getVessel, id);
  assertInstanceOf(stale, Promise);
  await stale;
  assertEquals(network.calls.length, 2);
});

Deno.test("fresh means up to and including expiresAt [controller/TIM-6]", async () => {
  using time = new FakeTime(5000);
  const network = answering(2);
  const tide = reading("tide", network, { dataExpiryLength: 10 });
  using client = harbour();
  await client.fetch(tide, id);
  const { expiresAt } = client.read(tide, id);
  time.tick(expiresAt - 5000);
  assertEquals(client.fetchIfStale(tide, id), 2);
  time.tick(1);
  await client.fetchIfStale(tide, id);
  assertEquals(network.calls.length, 2);
});

Deno.test("an unexpired error prevents the request, and is what the call rejects with [controller/CTL-22]", async () => {
  using time = new FakeTime(5000);
  const error = new Error("down");
  let calls = 0;
  for (const schema of [Vessel, undefined]) {
    for (const hasData of [false, true]) {
      const broken = reading(`broken ${schema?.key} ${hasData}`, () => {
        calls++;
        return Promise.reject(error);
      }, { schema });
      using client = harbour();
      if (hasData) await client.setResponse(broken, { id: "1" });
      time.tick(60_001);
      await assertRejects(() => Promise.resolve(client.fetchIfStale(broken)));
      const before = calls;
      const again = client.fetchIfStale(broken);
      assertInstanceOf(again, Promise);
      assertStrictEquals(await again.catch((reason: unknown) => reason), error);
      // whoever prefetches leaves it to readers
      await client.controller.prefetch(broken);
      assertEquals(calls, before);
      assertStrictEquals(client.read(broken).error, error);
      time.tick(1001);
      await assertRejects(() => Promise.resolve(client.fetchIfStale(broken)));
      assertEquals(calls, before + 1);
    }
  }
});

Deno.test("nobody has to handle what fetchIfStale rejects with [controller/CTL-22]", async () => {
  const broken = reading("broken", () => Promise.reject(new Error("down")));
  using client = harbour();
  await client.fetch(broken).catch(() => {});
  const reasons = await unhandledDuring(() => void client.fetchIfStale(broken));
  assertEquals(reasons, []);
});

Deno.test("prefetch sees what is pending, as a hook does [react/NEW-30]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  const launch = mutating("launch", () => new Promise(() => {}), {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "Orca" }),
  });
  const scrap = mutating("scrap", () => new Promise(() => {}), {
    schema: new Invalidate(Vessel),
    getOptimisticResponse: () => ({ id: "1" }),
  });
  using client = harbour();
  client.fetch(launch).catch(() => {});
  await client.controller.prefetch(getVessel, id);
  assertEquals(network.calls.length, 0);
  // as a hook requests what is pending to be deleted where nothing shows it
  client.fetch(scrap).catch(() => {});
  void client.controller.prefetch(getVessel, { id: "2" });
  assertEquals(network.calls.length, 1);
});

Deno.test("null args make no request and give the schema's skeleton [controller/CTL-23]", () => {
  const network = answering({});
  const page = reading("page", network, {
    schema: { vessels: [Vessel], cursor: "" },
    key: () => {
      throw new Error("a key was computed");
    },
  });
  using client = harbour();
  assertEquals(client.fetchIfStale(page, null), {
    vessels: undefined,
    cursor: "",
  });
  assertEquals(network.calls.length, 0);
});

Deno.test("a request in flight is shared [controller/CTL-23]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const first = client.fetch(getVessel, id);
  const second = client.fetchIfStale(getVessel, id);
  assertEquals(network.calls.length, 1);
  network.calls[0]!.resolve({ id: "1", name: "Orca" });
  assertStrictEquals(await second, await first);
});

Deno.test("a key function that throws rejects [controller/CTL-18]", async () => {
  const error = new Error("no key");
  const keyless = reading("keyless", answering(1), {
    key: () => {
      throw error;
    },
  });
  using client = harbour();
  const reason = await Promise.resolve(client.fetchIfStale(keyless, id))
    .catch((reason) => reason);
  assertStrictEquals(reason, error);
});

Deno.test("prefetch makes a request if it is needed, shares it, and never rejects [react/NEW-30]", async () => {
  using time = new FakeTime(5000);
  const network = server();
  const tide = reading("tide", network);
  using client = harbour();
  const { controller } = client;
  const prefetched = controller.prefetch(tide, id);
  const fetched = client.fetch(tide, id);
  assertEquals(network.calls.length, 1);
  network.calls[0]!.resolve(2);
  assertEquals(await prefetched, undefined);
  assertEquals(await fetched, 2);
  await controller.prefetch(tide, id);
  await controller.prefetch(tide, null);
  assertEquals(network.calls.length, 1, "fresh, or not active");
  time.tick(60_001);
  const error = new Error("down");
  assertEquals(
    await unhandledDuringFake(time, async () => {
      const failing = controller.prefetch(tide, id);
      network.calls[1]!.reject(error);
      assertEquals(await failing, undefined);
    }),
    [],
  );
  assertStrictEquals(client.read(tide, id).error, error);
});

async function unhandledDuringFake(
  time: FakeTime,
  run: () => Promise<void>,
): Promise<unknown[]> {
  const watching = unhandledDuring(run);
  await time.tickAsync(10);
  return await watching;
}

Deno.test("fetch makes a request whatever the store says [controller/NET-9]", async () => {
  using client = harbour();
  for (const make of [reading, mutating]) {
    const network = answering({ id: "1" });
    const endpoint = make(make.name, network);
    await client.fetch(endpoint, id);
    await client.fetch(endpoint, id);
    assertEquals(network.calls.length, 2);
  }
});
