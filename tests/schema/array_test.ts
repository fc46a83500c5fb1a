import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import {
  ArraySchema,
  denormalize,
  Entity,
  INVALID,
  Invalidate,
  normalize,
  SchemaError,
  Union,
  validateQueryKey,
  Values,
} from "../../schema/mod.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Berth extends Entity {
  id = "";
  depth = 0;
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
const bothForms = [["[X]", [Berth]], [
  "Array(X)",
  new ArraySchema(Berth),
]] as const;

for (const [form, schema] of bothForms) {
  Deno.test(`${form} normalizes items in place and reads them back [schema/ARR-2] [schema/ARR-4] [schema/ARR-6]`, () => {
    const world = new StoredWorld();
    const stored = world.put(schema, [
      { id: "b1" },
      null,
      "b7",
      { id: "b1", depth: 9 },
      undefined,
    ]);
    assertEquals(stored, ["b1", null, "b7", "b1", undefined]);
    assertEquals(world.parts.entities, {
      Berth: { b1: { id: "b1", depth: 9 } },
    });
    const read = world.read(schema, stored);
    assertEquals(read.length, 3);
    assertInstanceOf(read[0], Berth);
    assertEquals(read[0].depth, 9);
    assertStrictEquals(read[1], null);
    assertStrictEquals(read[2], read[0]);
    world.replace("Berth", "b1", INVALID);
    assertEquals(world.read(schema, stored), [null]);
    world.put(Berth, { id: "b7", depth: 7 });
    assertEquals(
      world.read(schema, stored).map((berth: Berth) => berth?.depth),
      [undefined, 7],
    );
  });

  Deno.test(`${form} takes the values of an object [schema/ARR-2]`, () => {
    const { result } = normalize(schema, { a: { id: "1" }, b: { id: "2" } });
    assertEquals(result, ["1", "2"]);
  });

  Deno.test(`${form} keeps primitives where a list is expected [schema/ARR-3] [schema/ARR-5]`, () => {
    const { result, entities } = normalize({ berths: schema }, {
      berths: "none",
    });
    assertEquals(result, { berths: "none" });
    assertEquals<unknown>(denormalize({ berths: schema }, result, entities), {
      berths: "none",
    });
    const object = { a: 1 };
    assertEquals(denormalize(schema, object, {}) as unknown, object);
  });

  Deno.test(`${form} of an empty list is a found, empty list [schema/ARR-6]`, () => {
    const { result, entities } = normalize(schema, []);
    assertEquals(result, []);
    assertEquals(denormalize(schema, result, entities), []);
    assertEquals(validateQueryKey(result), true);
  });

  Deno.test(`${form} refuses a list in place of an item [schema/ERR-4]`, () => {
    assertThrows(() => normalize(schema, [[{ id: "1" }]]), SchemaError);
  });

  Deno.test(`${form} treats holes as undefined items [schema/ARR-4]`, () => {
    const sparse = [{ id: "1" }];
    sparse[2] = { id: "3" };
    const { result, entities } = normalize(schema, sparse);
    assertEquals(result, ["1", undefined, "3"]);
    assertEquals((denormalize(schema, result, entities) as Berth[]).length, 2);
  });

  Deno.test(`${form} cannot be queried [schema/ARR-10]`, () => {
    const { entities, indexes } = normalize(schema, [{ id: "1" }]);
    const memo = new MemoCache();
    assertEquals(
      memo.buildQueryKey(schema, [{ id: "1" }], { entities, indexes }),
      undefined,
    );
  });
}

Deno.test("the shorthand takes one schema only [schema/ARR-1] [schema/ERR-6]", () => {
  const error = assertThrows(
    () => normalize([Berth, Tug], [{ id: "1" }]),
    SchemaError,
  );
  assertStringIncludes(error.message, "2");
  assertStringIncludes(error.message, "single");
  assertEquals(error.status, undefined);
});

Deno.test("the empty shorthand takes anything as it is [schema/ARR-1]", () => {
  const input = [{ id: "1" }, 5, null, [{}]];
  const { result, entities } = normalize([], input);
  assertEquals(result, input);
  assertEquals(denormalize([], result, entities), input);
  const object = { a: 1 };
  assertStrictEquals(normalize([], object).result, object);
  const holes = [1, undefined, null];
  assertStrictEquals<unknown>(denormalize([], holes, {}), holes);
});

Deno.test("a list of several kinds stores references with their kind [schema/ARR-7] [schema/POL-8]", () => {
  for (
    const schema of [
      new ArraySchema(byKind, "kind"),
      new ArraySchema(byKind, (value: { kind: "tug" }) => value.kind),
    ]
  ) {
    const world = new StoredWorld();
    const stored = world.put(schema, [{ id: 1, kind: "tug" }, null, {
      id: 1,
      kind: "ferry",
    }]);
    assertEquals(stored, [{ id: "1", schema: "tug" }, null, {
      id: "1",
      schema: "ferry",
    }]);
    const [tug, none, ferry] = world.read(schema, stored);
    assertInstanceOf(tug, Tug);
    assertStrictEquals(none, null);
    assertInstanceOf(ferry, Ferry);
    world.replace("Tug", "1", INVALID);
    assertEquals(world.read(schema, stored), [null, ferry]);
  }
});

Deno.test("lists, maps and objects nest freely [schema/ARR-8]", () => {
  const schema = {
    lists: [[Berth]],
    objects: [{ data: Berth }],
    maps: [new Values(Berth)],
  };
  const world = new StoredWorld();
  const input = {
    lists: [[{ id: "1" }], [{ id: "2" }, { id: "3" }]],
    objects: [{ data: { id: "4" }, x: 1 }, { data: "missing" }, {
      data: { id: "5" },
    }],
    maps: [{ a: { id: "6" } }],
  };
  const stored = world.put(schema, input);
  assertEquals(stored, {
    lists: [["1"], ["2", "3"]],
    objects: [{ data: "4", x: 1 }, { data: "missing" }, { data: "5" }],
    maps: [{ a: "6" }],
  });
  world.replace("Berth", "5", INVALID);
  const read = world.read(schema, stored);
  assertEquals(read.lists.map((list: Berth[]) => list.map(({ id }) => id)), [[
    "1",
  ], ["2", "3"]]);
  // missing: an object without data; deleted: no object
  assertEquals(read.objects.length, 2);
  assertEquals(read.objects[0].data.id, "4");
  assertEquals(read.objects[1], { data: undefined });
  assertEquals(read.maps[0].a.id, "6");
});

Deno.test("a union in a list makes a polymorphic list, Invalidate a list of deletions [schema/ARR-9]", () => {
  const union = new Union(byKind, "kind");
  const items = [{ id: "1", kind: "tug" }];
  for (const schema of [[union], new ArraySchema(union)]) {
    const { result, entities } = normalize(schema, items);
    assertEquals(result, [{ id: "1", schema: "tug" }]);
    assertInstanceOf((denormalize(schema, result, entities) as Tug[])[0], Tug);
  }
  for (
    const schema of [
      [new Invalidate(Tug)],
      new ArraySchema(new Invalidate(Tug)),
    ]
  ) {
    const { result, entities } = normalize(schema, items);
    assertEquals(result, ["1"]);
    assertEquals(entities.Tug, { 1: INVALID });
  }
});

Deno.test("without an attribute a map is one schema of objects [schema/ARR-11]", () => {
  const schema = new ArraySchema({ tug: Tug, note: "" });
  const { result, entities } = normalize(schema, [{
    tug: { id: "1" },
    note: "n",
  }]);
  assertEquals(result, [{ tug: "1", note: "n" }]);
  const [item] = denormalize(schema, result, entities) as {
    tug: Tug;
    note: string;
  }[];
  assertInstanceOf(item!.tug, Tug);
});

Deno.test("define changes what a list holds, toJSON shows it [schema/ARR-12] [schema/POL-16]", () => {
  const single = new ArraySchema<unknown, []>(Tug);
  single.define(Ferry);
  assertEquals(normalize(single, [{ id: "1" }]).entities, {
    Ferry: { 1: { id: "1" } },
  });
  const several = new ArraySchema<object, ["kind" & never]>(
    { tug: Tug },
    "kind" as never,
  );
  several.define({ ferry: Ferry });
  const { result } = normalize(several, [{ id: "1", kind: "tug" }, {
    id: "2",
    kind: "ferry",
  }]);
  assertEquals(result, [{ id: "1", schema: "tug" }, {
    id: "2",
    schema: "ferry",
  }]);
  assertEquals(JSON.stringify(new ArraySchema(Tug)), '["Tug"]');
});
