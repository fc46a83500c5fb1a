import { assertEquals, assertStrictEquals } from "@std/assert";
import * as mod from "../../schema/mod.ts";

Deno.test("constructs are exported directly and in the namespace schema [schema/GEN-1]", () => {
  for (
    const name of [
      "Union",
      "All",
      "Collection",
      "Values",
      "Query",
      "Invalidate",
      "Lazy",
      "Scalar",
      "EntityMixin",
    ] as const
  ) {
    assertEquals(typeof mod[name], "function");
    assertStrictEquals(mod.schema[name] as unknown, mod[name]);
  }
  for (
    const name of [
      "Entity",
      "EntityMixin",
      "unshift",
      "validateRequired",
    ] as const
  ) assertEquals(typeof mod[name], "function");
  assertStrictEquals(mod.schema.Entity, mod.EntityMixin);
  assertStrictEquals(mod.schema.Array as unknown, mod.ArraySchema);
  assertStrictEquals(mod.schema.Object as unknown, mod.ObjectSchema);
  for (const name of ["Array", "Object"]) {
    assertEquals(Object.hasOwn(mod, name), false);
  }
});

Deno.test("the engines are exported [schema/GEN-2]", () => {
  class Ship extends mod.Entity {
    id = "";
    static override key = "Ship";
  }
  const { result, entities } = mod.normalize([Ship], [{ id: "a" }]);
  assertEquals(mod.denormalize([Ship], result, entities), [
    Ship.fromJS({ id: "a" }),
  ]);
  assertEquals(typeof mod.MemoCache, "function");
  assertEquals(typeof mod.INVALID, "symbol");
  assertEquals(mod.validateQueryKey({ a: undefined }), false);
  assertEquals(mod.isEntity(Ship), true);
  assertEquals(mod.isEntity(new mod.Collection([Ship])), true);
  for (const schema of [[Ship], new mod.All(Ship), null, undefined, ""]) {
    assertEquals(mod.isEntity(schema), false);
  }
});
