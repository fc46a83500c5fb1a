import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { ExpiryStatus, type StoredEndpoint } from "../../controller/mod.ts";
import { Collection, Invalidate, Union } from "../../schema/mod.ts";
import {
  answering,
  Ferry,
  harbour,
  mutating,
  Port,
  reading,
  recordingConsole,
  server,
  Tug,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };

Deno.test("set writes the last argument by the schema and the arguments before it [controller/CTL-30]", async () => {
  using client = harbour();
  const state = client.getState();
  await client.set(Vessel, id, {
    id: "1",
    name: "Orca",
    port: { id: "p", name: "Aden" },
  });
  assertEquals(client.get(Vessel, id)?.port?.name, "Aden");
  assertEquals(client.get(Port, { id: "p" })?.name, "Aden");
  assertStrictEquals(client.getState().optimistic, state.optimistic);
  const union = new Union({ tug: Tug, ferry: Ferry }, "kind");
  await client.set(union, { id: "2", kind: "tug" }, {
    id: "2",
    kind: "tug",
    name: "Beluga",
  });
  assertEquals(client.get(Tug, { id: "2" })?.name, "Beluga");
});

Deno.test("a function as the last argument is an updater of the current value [controller/CTL-31]", async () => {
  using client = harbour();
  let calls = 0;
  const rename = (vessel: Vessel) => {
    calls++;
    assertInstanceOf(vessel, Vessel);
    return { id: "1", name: `${vessel.name}!` };
  };
  await client.set(Vessel, id, rename);
  assertEquals(calls, 0, "there is nothing to update");
  await client.set(Vessel, id, { id: "1", name: "Orca", berth: "A4" });
  await client.set(Vessel, id, rename);
  assertEquals(calls, 1);
  assertEquals(client.get(Vessel, id)?.label, "Orca! at A4");
  await client.set(Vessel, "1", rename);
  assertEquals(client.get(Vessel, id)?.label, "Orca!! at A4");
});

Deno.test("set resolves after the commit and rejects when nothing could be stored [controller/CTL-32]", async () => {
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  const state = client.getState();
  const error = new Error("broken updater");
  const failing = [
    () =>
      client.set(Vessel, id, () => {
        throw error;
      }),
    () => client.set(Vessel, id, { name: "no id" }),
    () => client.set(Vessel, id, "no object" as unknown as object),
  ];
  const records = await recordingConsole(async () => {
    for (const fail of failing) {
      await assertRejects(fail);
      assertStrictEquals(client.getState(), state);
    }
  });
  assert(records.length >= failing.length);
  await recordingConsole(async () => {
    assertStrictEquals(await failing[0]!().catch((reason) => reason), error);
    assertEquals(await unhandledDuring(() => void failing[0]!()), []);
  });
});

Deno.test("set says that it was given no schema, which modules that import each other bring about [controller/CTL-32]", async () => {
  using client = harbour();
  const missing = undefined as unknown as typeof Vessel;
  await recordingConsole(() =>
    assertRejects(
      () => client.set(missing, id, { id: "1" }),
      TypeError,
      "controller.set was given no schema.",
    )
  );
});

Deno.test("set writes with a stamp of now, above pending layers for what it contains [controller/CTL-33]", async () => {
  const network = server();
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse: () => ({ id: "1", name: "layer", berth: "layer" }),
  });
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "Orca", berth: "A4" });
  const done = client.fetch(rename, id);
  assertEquals(client.get(Vessel, id)?.label, "layer at layer");
  await client.set(Vessel, id, { id: "1", name: "local" });
  assertEquals(client.get(Vessel, id)?.label, "local at layer");
  network.calls[0]!.resolve({ id: "1", name: "old", berth: "B1" });
  await done;
  await client.allSettled();
  assertEquals(client.get(Vessel, id)?.label, "local at B1");
});

Deno.test("setError stores an error and settles a read in flight [controller/CTL-35]", async () => {
  const network = server();
  const getVessel = reading("getVessel", network, { schema: Vessel });
  using client = harbour();
  const waiting = client.fetch(getVessel, id).catch((error) => error);
  const error = new Error("down");
  await client.setError(getVessel, id, error);
  assertStrictEquals(await waiting, error);
  assertStrictEquals(client.read(getVessel, id).error, error);
});

Deno.test("resolve finishes one specific fetch, and only its layer goes [controller/CTL-36]", async () => {
  const network = server();
  const save = mutating("save", network, {
    schema: Vessel,
    getOptimisticResponse: (_snapshot: unknown, { id }: { id: string }) => ({
      id,
      name: "layer",
    }),
  });
  using client = harbour();
  const fetches = [client.fetch(save, id), client.fetch(save, id)];
  const [first, second] = client.getState().optimistic;
  assert(first && second);
  await client.controller.resolve(save, {
    args: [id],
    response: { id: "1", name: "answered" },
    fetchedAt: first.meta.fetchedAt,
  });
  assertEquals(client.getState().optimistic, [second]);
  const meta = client.getState().getMeta(save.key(id))!;
  assertEquals(meta.fetchedAt, first.meta.fetchedAt);
  assert(meta.date >= Math.floor(meta.fetchedAt));
  for (const call of network.calls) call.resolve({ id: "1" });
  await Promise.all(fetches);
});

Deno.test("local deletion without a request: details must be refetched, lists lose the member [controller/CTL-53]", async () => {
  const getVessel = reading("getVessel", answering({ id: "1" }), {
    schema: Vessel,
  });
  const getVessels = reading(
    "getVessels",
    answering([{ id: "1" }, { id: "2" }]),
    { schema: [Vessel] },
  );
  const removeVessel = mutating("removeVessel", answering({}), {
    schema: new Invalidate(Vessel),
  });
  const deletions = [
    (client: ReturnType<typeof harbour>) =>
      client.setResponse(removeVessel, id, id),
    (client: ReturnType<typeof harbour>) =>
      client.controller.set(new Invalidate(Vessel), id, id),
  ];
  for (const remove of deletions) {
    using client = harbour();
    await client.fetch(getVessel, id);
    await client.fetch(getVessels, id);
    await remove(client);
    assertEquals(client.read(getVessel, id).expiryStatus, ExpiryStatus.Invalid);
    const list = client.read(getVessels, id);
    assertEquals(list.data?.map((vessel: Vessel) => vessel.id), ["2"]);
    assertEquals(list.expiryStatus, ExpiryStatus.Valid);
  }
});

Deno.test("a list that was deleted is stored again by every later response [schema/INV-6] [schema/COL-40]", async () => {
  using client = harbour();
  const vessels = new Collection([Vessel]);
  const answer = answering([{ id: "1", name: "Orca" }]);
  const load = reading("load", answer, { schema: vessels });
  await client.fetch(load, id);
  // its types know entities alone
  const deleted = Reflect.construct(Invalidate, [vessels]) as typeof vessels;
  await client.set(deleted, id, []);
  for (let time = 1; time <= 3; time++) {
    assertEquals((await client.fetch(load, id)).length, 1);
  }
  await client.set(vessels.push, id, { id: "2", name: "Aida" });
  const names = client.read(load as StoredEndpoint, id).data as Vessel[];
  assertEquals(names.map(({ name }) => name), ["Orca", "Aida"]);
});
