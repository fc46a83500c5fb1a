import { assertEquals, assertStrictEquals } from "@std/assert";
import { Collection, Entity, ExpiryStatus, Invalidate } from "../../../mod.ts";
import { harbour, microtasks, mutating, reading, server } from "../harbour.ts";

class Pilot extends Entity {
  id = "";
}

class Ship extends Entity {
  id = "";
  name = "";
  pilot: Pilot | undefined = undefined;
  static override schema = { pilot: Pilot };
}

const id = { id: "1" };
const fleet = new Collection([Ship]);

/** A page that shows a ship, a page that lists it, and a mutation that deletes it. */
async function deleting() {
  const loads = server<[{ id: string }]>();
  const deletions = server<[{ id: string }]>();
  const client = harbour();
  const getShip = reading("getShip", loads, { schema: Ship });
  const getFleet = reading("getFleet", server(), { schema: fleet });
  const deleteShip = mutating("deleteShip", deletions, {
    schema: new Invalidate(Ship),
    getOptimisticResponse: (_snapshot: unknown, id: { id: string }) => id,
  });
  const ship = { id: "1", name: "Fram", pilot: { id: "p" } };
  await client.setResponse(getShip, id, ship);
  await client.setResponse(getFleet, id, [ship, { id: "2", name: "Vega" }]);
  const shown = client.read(getShip, id).data;
  const seen: unknown[] = [];
  client.subscribe(getShip, [id], ({ data }) => seen.push(data));
  await microtasks();
  seen.length = 0;
  const done = client.fetch(deleteShip, id).catch(() => {});
  await microtasks();
  return { client, getShip, getFleet, shown, seen, loads, deletions, done };
}

Deno.test("what only a pending mutation has deleted stays with those who read it, as the same object, and is not requested [controller/OPT-16a]", async () => {
  const { client, getShip, shown, seen, loads } = await deleting();
  using _ = client;
  const { data, expiryStatus, error } = client.read(getShip, id);
  assertStrictEquals(data, shown);
  assertEquals([expiryStatus, error], [ExpiryStatus.Valid, undefined]);
  assertEquals(seen.filter((data) => data !== shown), []);
  assertEquals(loads.calls.length, 0);
});

Deno.test("lists drop at once what a pending mutation deletes [controller/OPT-16a]", async () => {
  const { client, getFleet } = await deleting();
  using _ = client;
  const names = client.read(getFleet, id).data?.map(({ name }: Ship) => name);
  assertEquals(names, ["Vega"]);
});

Deno.test("when the deletion fails its readers still have the same object [controller/OPT-16a]", async () => {
  const { client, getShip, getFleet, shown, deletions, done } =
    await deleting();
  using _ = client;
  deletions.calls[0]!.reject(new Error("refused"));
  await done;
  assertStrictEquals(client.read(getShip, id).data, shown);
  assertStrictEquals(client.read(getFleet, id).data?.[0], shown);
});

Deno.test("when the deletion is confirmed its readers are told, and request it [controller/OPT-16a]", async () => {
  const { client, getShip, seen, loads, deletions, done } = await deleting();
  using _ = client;
  deletions.calls[0]!.resolve(id);
  await done;
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(client.read(getShip, id).data, undefined);
  assertEquals(seen.at(-1), undefined);
  assertEquals(loads.calls.length, 1);
});

Deno.test("an optimistic response does not see what an earlier one has deleted [controller/OPT-16a]", async () => {
  const { client, getShip } = await deleting();
  using _ = client;
  const found: unknown[] = [];
  const touch = mutating("touch", server(), {
    schema: Ship,
    getOptimisticResponse: (snapshot: {
      getResponse: (...args: unknown[]) => { data: unknown };
    }) => {
      found.push(snapshot.getResponse(getShip, id).data);
      return { id: "2", name: "Vega II" };
    },
  });
  client.fetch(touch, id).catch(() => {});
  assertEquals(found, [undefined]);
});

Deno.test("what is being deleted shows edits that are pending as well; lists do not have it [controller/OPT-16a] [controller/OPT-12a]", async () => {
  const { client, getShip, getFleet, deletions, done } = await deleting();
  using _ = client;
  const edits = server<[{ id: string; name: string }]>();
  const rename = mutating("rename", edits, {
    schema: Ship,
    getOptimisticResponse: (_: unknown, ship: object) => ship,
  });
  const renamed = client.fetch(rename, { id: "1", name: "Maud" });
  assertEquals(client.read(getShip, id).data?.name, "Maud");
  assertEquals(client.read(getFleet, id).data?.length, 1);
  const refusal = Object.assign(new Error("refused"), { status: 422 });
  deletions.calls[0]!.reject(refusal);
  await done;
  assertEquals(client.read(getShip, id).data?.name, "Maud");
  assertEquals(client.read(getFleet, id).data?.length, 2);
  edits.calls[0]!.resolve({ id: "1", name: "Maud!" });
  await renamed;
  assertEquals(client.read(getShip, id).data?.name, "Maud!");
});
