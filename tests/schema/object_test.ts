import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  denormalize,
  INVALID,
  MemoCache,
  normalize,
  ObjectSchema,
  validateQueryKey,
} from "../../schema/mod.ts";
import { captureConsole } from "../support/capture_console.ts";
import { Port } from "./harbour.ts";

const members = { port: Port, next: "" };
const bothForms = [["{ x: X }", members], [
  "Object({ x: X })",
  new ObjectSchema(members),
]] as const;

for (const [form, schema] of bothForms) {
  Deno.test(`${form} copies members and processes those with a schema [schema/OBJ-1] [schema/OBJ-7]`, () => {
    const { result, entities } = normalize(schema, {
      port: { id: "rtm" },
      next: "p2",
      total: 9,
      note: undefined,
    });
    assertEquals(result, {
      port: "rtm",
      next: "p2",
      total: 9,
      note: undefined,
    });
    assert(Object.hasOwn(result, "note"));
    assertEquals(entities, { Port: { rtm: { id: "rtm" } } });
    const removed =
      normalize(schema, { port: undefined, next: undefined, x: 1 }).result;
    assertEquals(Object.keys(removed), ["x"]);
  });

  Deno.test(`${form} is as valid as its members [schema/OBJ-2] [schema/OBJ-7]`, () => {
    const stored = { port: "rtm", next: "p2", total: 9 };
    const found = denormalize(schema, stored, { Port: { rtm: { id: "rtm" } } });
    assert(typeof found === "object");
    assertInstanceOf(found.port, Port);
    assertEquals({ ...found, port: 0 }, { ...stored, port: 0 });
    assertStrictEquals(
      denormalize(schema, stored, { Port: { rtm: INVALID } }),
      INVALID,
    );
    const missing = denormalize(schema, stored, {});
    assertEquals(
      missing,
      { ...stored, port: undefined } as unknown as typeof missing,
    );
    assert(Object.hasOwn(missing as object, "port"));
  });

  Deno.test(`${form} leaves absent members absent [schema/OBJ-2]`, () => {
    const read = denormalize(schema, { total: 9 }, {});
    assertEquals(Object.keys(read as object), ["total"]);
    const empty = denormalize(schema, { port: undefined }, {});
    assertEquals(Object.keys(empty as object), ["port"]);
  });

  Deno.test(`${form} has a query key of its members [schema/OBJ-5]`, () => {
    const { entities, indexes } = normalize(Port, { id: "rtm" });
    const memo = new MemoCache();
    const keyOf = (id: string) =>
      memo.buildQueryKey(schema, [{ id }], { entities, indexes });
    assertEquals(keyOf("rtm"), { port: "rtm", next: "" });
    assertEquals(validateQueryKey(keyOf("rtm")), true);
    assertEquals(keyOf("ham"), { port: undefined, next: "" });
    assertEquals(validateQueryKey(keyOf("ham")), false);
  });

  Deno.test(`${form} keeps primitives in its place [schema/OBJ-1]`, () => {
    const { result, entities } = normalize({ page: schema }, { page: "none" });
    assertEquals(result, { page: "none" });
    assertEquals(denormalize({ page: schema }, result, entities) as unknown, {
      page: "none",
    });
  });

  Deno.test(`${form} copies a list and warns of it [schema/OBJ-6]`, () => {
    const warnings = captureConsole("warn", () => {
      const { result, entities } = normalize(schema, [{ id: "1" }]);
      assertEquals({ ...result }, { 0: { id: "1" } });
      assertEquals(entities, {});
    });
    assertEquals(warnings.length, 1);
    assertStringIncludes(warnings[0]!, "list");
  });
}

Deno.test("define adds and replaces members, and keeps the others [schema/OBJ-4]", () => {
  const schema = new ObjectSchema<Record<string, unknown>>({
    a: Port,
    b: Port,
  });
  schema.define({ b: "", c: Port });
  const { result } = normalize(schema, {
    a: { id: "1" },
    b: { id: "2" },
    c: { id: "3" },
  });
  assertEquals(result, { a: "1", b: { id: "2" }, c: "3" });
  assertEquals(JSON.parse(JSON.stringify(new ObjectSchema({ next: "" }))), {
    next: "",
  });
});

Deno.test("a member that is computed and comes to nothing stays absent [schema/OBJ-2]", () => {
  const schema = {
    live: {
      isLive: true,
      normalize: () => undefined,
      denormalize: () => undefined,
    },
    x: "",
  };
  assertEquals(Object.keys(denormalize(schema, { x: 1 }, {}) as object), ["x"]);
});
