import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { State } from "../../controller/mod.ts";
import { Captain, harbour, reading, server, Vessel } from "./harbour.ts";

const size = 10_000;
const id = { id: "all" };

/** How many rows a state is asked for meanwhile. */
function rowsRead(state: State, run: () => void): number {
  let count = 0;
  const counted = state as { getEntity: State["getEntity"] };
  counted.getEntity = (key, pk) => {
    count++;
    return Object.getPrototypeOf(state).getEntity.call(state, key, pk);
  };
  run();
  delete (counted as Partial<typeof counted>).getEntity;
  return count;
}

Deno.test("reading a list again costs nothing, after a change elsewhere next to nothing, after a change inside a pass over it [controller/CTL-44]", async () => {
  const getVessels = reading("getVessels", server(), { schema: [Vessel] });
  using client = harbour();
  const { controller } = client;
  const rows = Array.from({ length: size }, (_, pk) => ({ id: `${pk}` }));
  await client.setResponse(getVessels, id, rows);
  const look = (state: State) =>
    controller.getResponse(getVessels, id, state).data as Vessel[];
  const first = look(client.getState());
  assertEquals(first.length, size);

  const again = rowsRead(
    client.getState(),
    () => assertStrictEquals(look(client.getState()), first),
  );
  assert(again <= 2, `${again} rows for an unchanged state`);

  await client.set(Captain, { id: "c" }, { id: "c", email: "a" });
  const elsewhere = rowsRead(
    client.getState(),
    () => assertStrictEquals(look(client.getState()), first),
  );
  assert(elsewhere <= 2, `${elsewhere} rows after a change elsewhere`);

  await client.set(Vessel, { id: "5" }, { id: "5", name: "Orca" });
  let changed: Vessel[] = [];
  const inside = rowsRead(client.getState(), () => {
    changed = look(client.getState());
  });
  assert(inside <= 2 * size + 10, `${inside} rows after a change inside`);
  assertEquals(changed[5]?.name, "Orca");
  const kept = changed.filter((vessel, index) => vessel === first[index]);
  assertEquals(kept.length, size - 1);
});

Deno.test("the same response again is not read again, only its times are others [schema/REF-15]", async () => {
  let reads = 0;
  const counted = {
    normalize: (input: unknown) => input,
    denormalize: (input: unknown) => (reads++, input),
  };
  const getVessels = reading("getVessels", server(), {
    schema: { all: [Vessel], counted },
  });
  using client = harbour();
  const response = { all: [{ id: "1" }, { id: "2" }], counted: 1 };
  await client.setResponse(getVessels, id, response);
  const first = client.read(getVessels, id).data;
  assertEquals(reads, 1);
  const { fetchedAt } = client.getState().getMeta(getVessels.key(id))!;
  await client.setResponse(getVessels, id, structuredClone(response));
  assertStrictEquals(client.read(getVessels, id).data, first);
  assertEquals(reads, 1);
  assert(client.getState().getMeta(getVessels.key(id))!.fetchedAt > fetchedAt);
  await client.setResponse(getVessels, id, { ...response, counted: 2 });
  assertEquals(client.read(getVessels, id).data?.counted, 2);
  assertEquals(reads, 2);
});

Deno.test("status and expiry of a list with an entry do not look at its members [controller/EXP-6]", async () => {
  const getVessels = reading("getVessels", server(), { schema: [Vessel] });
  using client = harbour();
  await client.setResponse(
    getVessels,
    id,
    Array.from({ length: size }, (_, pk) => ({ id: `${pk}` })),
  );
  client.read(getVessels, id);
  const state = client.getState();
  let metas = 0;
  const counted = state as { getEntityMeta: State["getEntityMeta"] };
  counted.getEntityMeta = () => {
    metas++;
    return undefined;
  };
  const { expiresAt } = client.controller.getResponse(getVessels, id, state);
  assert(expiresAt > Date.now());
  assertEquals(metas, 0);
});
