import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import {
  AbortOptimistic,
  Controller,
  ExpiryStatus,
  initialState,
  Snapshot,
} from "../../controller/mod.ts";
import { All, Query } from "../../schema/mod.ts";
import {
  answering,
  Captain,
  harbour,
  mutating,
  reading,
  server,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };
const getVessel = reading(
  "getVessel",
  answering({ id: "1", name: "Orca" }),
  { schema: Vessel },
);

Deno.test("a snapshot reads as the controller does, without the state argument [controller/CTL-60]", async () => {
  using client = harbour();
  const { controller } = client;
  await client.fetch(getVessel, id);
  const error = new Error("down");
  await client.setError(getVessel, { id: "2" }, error);
  const state = client.getState();
  const snapshot = controller.snapshot(state);
  assertInstanceOf(snapshot, Snapshot);
  assertEquals(snapshot.fetchedAt, 0);
  assertEquals(controller.snapshot(state, 7).fetchedAt, 7);
  assertStrictEquals(
    snapshot.get(Vessel, id),
    controller.get(Vessel, id, state),
  );
  assertStrictEquals(
    snapshot.getQueryMeta(Vessel, id).data,
    controller.get(Vessel, id, state),
  );
  for (const method of ["getResponse", "getResponseMeta"] as const) {
    const reading = snapshot[method](getVessel, id);
    const expected = controller[method](getVessel, id, state);
    assertStrictEquals(reading.data, expected.data);
    assertEquals(reading.expiresAt, expected.expiresAt);
    assertEquals(reading.expiryStatus, ExpiryStatus.Valid);
    assertEquals(snapshot[method](getVessel, null).expiresAt, Infinity);
  }
  assertStrictEquals(snapshot.getError(getVessel, { id: "2" }), error);
  assertEquals(snapshot.getError(getVessel, id), undefined);
  assertEquals(snapshot.getError(getVessel, null), undefined);
});

Deno.test("a snapshot reads its state however the store moves [controller/CTL-61]", async () => {
  using client = harbour();
  await client.fetch(getVessel, id);
  const snapshot = client.controller.snapshot(client.getState());
  await client.set(Vessel, id, { id: "1", name: "Beluga" });
  await client.resetEntireStore();
  assertEquals(snapshot.get(Vessel, id)?.name, "Orca");
  assertEquals(snapshot.getResponse(getVessel, id).data?.name, "Orca");
});

Deno.test("abort is one shared error [controller/CTL-62]", () => {
  const controller = new Controller();
  const { abort } = controller.snapshot(initialState);
  assertInstanceOf(abort, AbortOptimistic);
  assertInstanceOf(abort, Error);
  assertStrictEquals(controller.snapshot(initialState, 5).abort, abort);
});

Deno.test("inside getOptimisticResponse the snapshot is the base plus all earlier layers, with the stamp of the fetch [controller/CTL-63]", async () => {
  const network = server();
  const seen: [string | undefined, number][] = [];
  const rename = mutating("rename", network, {
    schema: Vessel,
    getOptimisticResponse(snapshot: Snapshot, { id }: { id: string }) {
      const { name } = snapshot.get(Vessel, { id })!;
      seen.push([name, snapshot.fetchedAt]);
      return { id, name: `${name}!` };
    },
  });
  using client = harbour();
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  const done = [client.fetch(rename, id), client.fetch(rename, id)];
  assertEquals(client.get(Vessel, id)?.name, "Orca!!");
  const stamps = client.getState().optimistic.map(({ meta }) => meta.fetchedAt);
  assertEquals(seen, [["Orca", stamps[0]!], ["Orca!", stamps[1]!]]);
  for (const call of network.calls) call.resolve({ id: "1", name: "done" });
  await Promise.all(done);
});

Deno.test("a snapshot knows what was read from it", async () => {
  using client = harbour();
  await client.fetch(getVessel, id);
  const snapshot = client.controller.snapshot(client.getState());
  assertEquals(snapshot.reads, []);
  snapshot.get(Vessel, id);
  snapshot.get(new Query(new All(Captain), (captains: Captain[]) => captains));
  snapshot.getResponse(getVessel, { id: "2" });
  const [vessel, captains, response] = snapshot.reads;
  assertEquals(vessel!.entities, [{ key: "Vessel", pk: "1" }]);
  assertEquals(captains!.tables, ["Captain"]);
  assertEquals(response!.endpoints, [getVessel.key({ id: "2" })]);
});
