import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  All,
  ArraySchema,
  denormalize,
  Entity,
  INVALID,
  Invalidate,
  Lazy,
  normalize,
  ObjectSchema,
  Query,
  Union,
  Values,
} from "../../schema/mod.ts";
import type { Schema } from "../../schema/contract.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Port extends Entity {
  id = "";
  name = "default";
}

class Ship extends Entity {
  id = "";
  home: Port | null | undefined = Port.fromJS();
  crew: Port[] | null | undefined = [];
  built: Date | null | undefined = new Date(0);
  static override schema = { home: Port, crew: [Port], built: Date };
}

let processed = 0;
const constructs: [name: string, schema: Schema][] = [
  ["Entity", Port],
  ["[X]", [Port]],
  ["Array", new ArraySchema(Port)],
  ["{}", { port: Port }],
  ["Object", new ObjectSchema({ port: Port })],
  ["Values", new Values(Port)],
  ["Union", new Union({ port: Port }, "name")],
  ["Invalidate", new Invalidate(Port)],
  ["Lazy", new Lazy(Port)],
  ["Query", new Query(Port, (port) => (processed++, port))],
  ["function", (value: unknown) => (processed++, value)],
];

for (const [name, schema] of constructs) {
  Deno.test(`${name}: null and undefined are refused at the top and kept below [schema/NUL-1]`, () => {
    processed = 0;
    assertThrows(() => normalize(schema, null), Error);
    assertThrows(() => normalize(schema, undefined), Error);
    assertStrictEquals<unknown>(denormalize(schema, null, {}), null);
    assertStrictEquals<unknown>(denormalize(schema, undefined, {}), undefined);

    for (
      const around of [{ member: schema }, new ObjectSchema({ member: schema })]
    ) {
      const nothing = normalize(around, { member: null });
      assertStrictEquals(nothing.result.member, null);
      assertEquals(nothing.entities, {});
      assertEquals(
        Object.keys(normalize(around, { member: undefined }).result),
        [],
      );
      assertEquals(Object.keys(normalize(around, {}).result), []);
      assertEquals<unknown>(denormalize(around, { member: null }, {}), {
        member: null,
      });
      assertEquals<unknown>(denormalize(around, { member: undefined }, {}), {
        member: undefined,
      });
      assertEquals<unknown>(denormalize(around, {}, {}), {});
    }
    for (const around of [[schema], new ArraySchema(schema)]) {
      const { result } = normalize(around, [null, undefined]);
      assertEquals(result, [null, undefined]);
      assertEquals<unknown>(denormalize(around, result, {}), [null]);
    }
    const map = normalize(new Values(schema), { a: null, b: undefined });
    assertEquals(map.result, {});
    assertEquals<unknown>(
      denormalize(new Values(schema), { a: null, b: undefined }, {}),
      {},
    );
    assertEquals(processed, 0);
  });

  Deno.test(`${name}: as a field, null replaces the default and undefined does where it is own [schema/NUL-1]`, () => {
    processed = 0;
    class Holder extends Entity {
      id = "";
      field: unknown = undefined;
      other: unknown = "default";
      static override schema = { field: schema, other: schema };
    }
    const world = new StoredWorld();
    world.put([Holder], [
      { id: "null", field: null, other: null },
      { id: "own", field: undefined, other: undefined },
      { id: "absent" },
    ]);
    assertEquals(
      world.parts.entities.Holder,
      {
        null: { id: "null", field: null, other: null },
        own: { id: "own", field: undefined, other: undefined },
        absent: { id: "absent" },
      } as unknown as typeof world.parts.entities.Holder,
    );
    const withNull = world.read(Holder, "null");
    assertStrictEquals(withNull.field, null);
    assertStrictEquals(withNull.other, null);
    assertEquals(processed, 0);
  });
}

Deno.test("fields of an entity that are null, undefined or absent [schema/NUL-1]", () => {
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "1", home: null, crew: null, built: null },
    { id: "2", home: undefined, crew: undefined, built: undefined },
    { id: "3" },
  ]);
  const read = (id: string) => world.read(Ship, id) as Ship;
  assertEquals({ ...read("1") }, {
    id: "1",
    home: null,
    crew: null,
    built: null,
  });
  const own = read("2");
  assertEquals({ ...own }, {
    id: "2",
    home: undefined,
    crew: undefined,
    built: undefined,
  });
  assert(Object.hasOwn(own, "home"));
  const absent = read("3");
  assertEquals(absent.home!.name, "default");
  assertEquals([absent.crew, absent.built], [[], new Date(0)]);
});

Deno.test("the rules hold at every depth [schema/NUL-1]", () => {
  const schema = { a: [{ b: new Values([Port]) }] };
  const input = {
    a: [null, { b: null }, {
      b: { x: null, y: [null, { id: "1" }, undefined] },
    }],
  };
  const { result, entities } = normalize(schema, input);
  assertEquals(result, {
    a: [null, { b: null }, { b: { y: [null, "1", undefined] } }],
  });
  const read = denormalize(schema, result, entities) as unknown as {
    a: { b: { y: Port[] } }[];
  };
  assertStrictEquals(read.a[0] as unknown, null);
  assertStrictEquals(read.a[1]!.b as unknown, null);
  assertEquals(
    read.a[2]!.b.y.map((port) => port?.id),
    [undefined, "1"] as string[],
  );
});

Deno.test("items of All that are null or undefined are ignored [schema/NUL-1]", () => {
  const world = new StoredWorld();
  world.put(new All(Port), [null, { id: "1" }, undefined]);
  assertEquals(world.query(new All(Port)).map(({ id }: Port) => id), ["1"]);
});

Deno.test("other falsy values are values [schema/NUL-4]", () => {
  const schema = {
    list: [Number],
    map: new Values(String),
    plain: { zero: 0, no: false, empty: "" },
  };
  const input = {
    list: [0, "", false],
    map: { zero: 0, no: false, empty: "" },
    plain: { zero: 0, no: false, empty: "" },
  };
  const { result } = normalize(schema, input);
  assertEquals(result, input);
  assertEquals<unknown>(denormalize(schema, result, {}), {
    list: [0, 0, 0],
    map: { zero: "0", no: "false", empty: "" },
    plain: { zero: 0, no: false, empty: "" },
  });
});

Deno.test("a deleted row is not null [schema/NUL-1]", () => {
  assertStrictEquals(denormalize(Port, "1", { Port: { 1: INVALID } }), INVALID);
});
