import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
} from "@std/assert";
import {
  ArraySchema,
  denormalize,
  Entity,
  INVALID,
  Invalidate,
  MemoCache,
  normalize,
  Union,
  Values,
} from "../../schema/mod.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Berth extends Entity {
  id = "";
}

class Tug extends Entity {
  id = "";
  kind = "tug" as const;
}

class Ferry extends Entity {
  id = "";
  kind = "ferry" as const;
}

const byKind = { tug: Tug, ferry: Ferry };

Deno.test("a map keeps its names, empty entries are left out [schema/VAL-1] [schema/VAL-3]", () => {
  const schema = new Values(Berth);
  const { result, entities } = normalize(schema, {
    north: { id: "b1" },
    south: null,
    east: undefined,
    west: "b2",
  });
  assertEquals(result, { north: "b1", west: "b2" });
  const read = denormalize(schema, result, entities) as Record<string, Berth>;
  assertEquals(Object.keys(read), ["north"]);
  assertInstanceOf(read.north, Berth);
  assertEquals(normalize(schema, {}).result, {});
});

Deno.test("a list is a map of its indexes [schema/VAL-2]", () => {
  const { result } = normalize(new Values(Berth), [{ id: "a" }, null, {
    id: "c",
  }]);
  assertEquals(result, { 0: "a", 2: "c" });
});

Deno.test("missing, deleted and empty entries do not show, other falsy values do [schema/VAL-4] [schema/NUL-4]", () => {
  const world = new StoredWorld();
  const berths = new Values(Berth);
  world.put([Berth], [{ id: "1" }, { id: "2" }]);
  world.replace("Berth", "2", INVALID);
  const read = world.read(berths, {
    a: "1",
    b: "2",
    c: "3",
    d: null,
    e: undefined,
  });
  assertEquals(Object.keys(read), ["a"]);
  const plain = new Values("" as unknown);
  const stored = world.put(plain, {
    zero: 0,
    empty: "",
    no: false,
    none: null,
  });
  assertEquals(stored, { zero: 0, empty: "", no: false });
  assertEquals(world.read(plain, stored), { zero: 0, empty: "", no: false });
  const numbers = new Values(Number);
  assertEquals(world.read(numbers, { zero: "0", empty: "", no: false }), {
    zero: 0,
    empty: 0,
    no: 0,
  });
});

Deno.test("objects in a map that was not normalized are built [schema/VAL-5]", () => {
  const read = denormalize(new Values(Tug), { a: { kind: "x" } }, {}) as Record<
    string,
    Tug
  >;
  assertInstanceOf(read.a, Tug);
  assertEquals(read.a.kind as string, "x");
});

Deno.test("a map of a union holds several kinds, other schemas keep their layer [schema/VAL-6]", () => {
  const input = { a: { id: "1", kind: "tug" }, b: { id: "2", kind: "ferry" } };
  const expected = {
    a: { id: "1", schema: "tug" },
    b: { id: "2", schema: "ferry" },
  };
  for (
    const schema of [
      new Values(new Union(byKind, "kind")),
      new Values(byKind, "kind"),
      new Values(byKind, (value: { kind: "tug" }) => value.kind),
    ]
  ) {
    const { result, entities } = normalize(schema, input);
    assertEquals(result, expected);
    const read = denormalize(schema, result, entities) as Record<
      string,
      unknown
    >;
    assertInstanceOf(read.a, Tug);
    assertInstanceOf(read.b, Ferry);
  }
  const lists = normalize(new Values([Berth]), { a: [{ id: "1" }], b: [] });
  assertEquals(lists.result, { a: ["1"], b: [] });
  const arrays = normalize(new Values(new ArraySchema(Berth)), {
    a: [{ id: "1" }],
  });
  assertEquals(arrays.result, { a: ["1"] });
  const deleted = normalize(new Values(new Invalidate(Berth)), {
    a: { id: "1" },
  });
  assertEquals(deleted.result, { a: "1" });
  assertStrictEquals(deleted.entities.Berth!["1"], INVALID);
});

Deno.test("a map cannot be queried [schema/VAL-7]", () => {
  const { entities, indexes } = normalize(new Values(Berth), {
    a: { id: "1" },
  });
  const memo = new MemoCache();
  assertEquals(
    memo.buildQueryKey(new Values(Berth), [{ id: "1" }], { entities, indexes }),
    undefined,
  );
});

Deno.test("a primitive in place of a map is kept [schema/NRM-5]", () => {
  const schema = { berths: new Values(Berth) };
  const { result, entities } = normalize(schema, { berths: "none" });
  assertEquals(result, { berths: "none" });
  assertEquals(denormalize(schema, result, entities) as unknown, {
    berths: "none",
  });
});
