import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
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

Deno.test("a deleted row is not null [schema/NUL-1]", () => {
  assertStrictEquals(denormalize(Port, "1", { Port: { 1: INVALID } }), INVALID);
});
