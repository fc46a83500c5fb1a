// deno-lint-ignore-file no-explicit-any -- schemas of applications without types
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createClient } from "../../mod.ts";
import { Entity, INVALID, normalize } from "../../schema/mod.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Port extends Entity {
  id = "";
  code = "";
}

/** Writes ports under numbers, and reads them under numbers and texts. */
const ports = {
  normalize(_input: any, _parent: any, _key: any, delegate: any): any {
    for (const id of [1, 2]) delegate.mergeEntity(Port, id, { id });
    delegate.mergeEntity(Port, "2", { code: "B" });
    delegate.setEntity(Port, 3, { id: 3 });
    delegate.invalidate(Port, 4);
    assertEquals(delegate.getEntity("Port", 2), { id: 2, code: "B" });
    assertEquals(delegate.getEntity("Port", "3"), { id: 3 });
    assertEquals(delegate.getEntity("Port", -1), undefined);
    assertEquals(delegate.getEntity("Port", undefined), undefined);
    assertEquals(delegate.getEntityMeta("Port", "1"), delegate.meta);
    return [1, 2, 3, 4];
  },
  denormalize: (input: any, delegate: any): any =>
    delegate.unvisit([Port], input),
};

const rows = {
  1: { id: 1 },
  2: { id: 2, code: "B" },
  3: { id: 3 },
  4: INVALID,
};

Deno.test("a schema without types may write and read under numbers [schema/CUS-2] [schema/CUS-3]", async () => {
  assertEquals(normalize(ports, {}).entities, { Port: rows });
  await using client = createClient();
  await client.set(ports as any, {} as any);
  const read = client.get(Port, { id: 2 });
  assert(read instanceof Port);
  assertEquals(read.code, "B");
  await client.set(Port, { id: "2" }, { id: "2", code: "C" });
  assertEquals(client.get(Port, { id: 2 })?.code, "C");
});

/** Finds and shows a port by a number. */
const byNumber = {
  normalize: (input: any) => input,
  queryKey: ([id]: any, _recurse: any, delegate: any): any =>
    typeof delegate.getEntity("Port", id) === "object" ? [id] : undefined,
  denormalize: ([id]: any, delegate: any): any =>
    delegate.getEntity("Port", id).code,
};

Deno.test("a schema without types may ask for a number, or for nothing [schema/CUS-4]", async () => {
  const world = new StoredWorld();
  world.put([Port], [{ id: "1", code: "A" }, { id: "2", code: "B" }]);
  const { data, paths } = world.memo.query(byNumber, [2], world.reader);
  assertEquals(data as unknown, "B");
  assertEquals(paths, [{ key: "Port", pk: "2" }]);

  await using client = createClient();
  await client.set([Port] as any, [{ id: "1", code: "A" }, {
    id: "2",
    code: "B",
  }]);
  const get = (id: unknown) => client.get(byNumber as any, id as never);
  assertStrictEquals(get(2), "B");
  for (const absent of [undefined, 3, -1, 1.5]) {
    assertStrictEquals(get(absent), undefined);
  }
  await client.set(Port, { id: "2" }, { id: "2", code: "C" });
  assertStrictEquals(get(2), "C");
});
