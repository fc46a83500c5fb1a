import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { z } from "zod";
import * as v from "valibot";
import {
  denormalize,
  Entity,
  INVALID,
  normalize,
  SchemaError,
  SchemaValidationError,
  Values,
} from "../../schema/mod.ts";
import type { StandardSchema } from "../../schema/standard_schema.ts";
import { captureConsole } from "../support/capture_console.ts";
import { StoredWorld } from "../support/stored_world.ts";

const toDate = (text: string) => new Date(text);

class ByZod extends Entity {
  id = "";
  departs: Date | null = new Date(0);
  static override key = "Departure";
  static override schema = { departs: z.iso.datetime().transform(toDate) };
}

class ByValibot extends Entity {
  id = "";
  departs: Date | null = new Date(0);
  static override key = "Departure";
  static override schema = {
    departs: v.pipe(v.string(), v.isoTimestamp(), v.transform(toDate)),
  };
}

/** A validator without a package; also what a callable one looks like. */
function callable(validate: (value: unknown) => unknown): StandardSchema {
  return Object.assign(() => {
    throw new Error("a validator is not a deserializer");
  }, {
    "~standard": { version: 1, vendor: "own", validate },
  }) as unknown as StandardSchema;
}

const time = "2024-05-01T00:00:00Z";

for (
  const [vendor, entity] of [["zod", ByZod], ["valibot", ByValibot]] as const
) {
  Deno.test(`${vendor}: the input is stored and the output read [controller/NEW-121] [controller/NEW-127]`, () => {
    const world = new StoredWorld();
    world.put(entity, { id: "1", departs: time });
    assertEquals(world.parts.entities.Departure, {
      1: { id: "1", departs: time },
    });
    const read = world.read(entity, "1");
    assertEquals(read.departs, new Date(time));
    assertStrictEquals(world.read(entity, "1").departs, read.departs);
  });

  Deno.test(`${vendor}: a refused field refuses the response [controller/NEW-121] [controller/NEW-125]`, () => {
    const world = new StoredWorld();
    world.put(entity, { id: "1", departs: time });
    const before = world.parts;
    const error = assertThrows(
      () =>
        world.put({ one: entity, other: entity }, {
          one: { id: "2", departs: time },
          other: { id: "1", departs: "soon" },
        }),
      SchemaValidationError,
    );
    assertStrictEquals(world.parts, before);
    assertEquals(error.name, "SchemaValidationError");
    assertEquals(error.status, 400);
    assertEquals(error.vendor, vendor);
    assert(error.issues.length > 0);
    assertStringIncludes(error.message, "Departure.departs");
    assertStringIncludes(error.message, error.issues[0]!.message);
    assertEquals(error.response, "soon");
  });

  Deno.test(`${vendor}: null and undefined do not reach the validator [controller/NEW-121]`, () => {
    const world = new StoredWorld();
    world.put([entity], [{ id: "1", departs: null }, {
      id: "2",
      departs: undefined,
    }]);
    assertStrictEquals(world.read(entity, "1").departs, null);
    assertStrictEquals(world.read(entity, "2").departs, undefined);
  });

  Deno.test(`${vendor}: stored data that is no longer valid makes the entity invalid [controller/NEW-123]`, () => {
    const entities = { Departure: { 1: { id: "1", departs: "soon" } } };
    let read: unknown;
    const warnings = captureConsole("warn", () => {
      read = denormalize(entity, "1", entities);
    });
    assertStrictEquals(read, INVALID);
    assertEquals(warnings.length, 1);
    assertStringIncludes(warnings[0]!, "Departure.departs");
  });
}

Deno.test("a validator that answers later is a mistake of the schema [controller/NEW-122]", () => {
  const later = callable((value) => Promise.resolve({ value }));
  class Later extends Entity {
    id = "";
    at: unknown = undefined;
    static override schema = { at: later };
  }
  const error = assertThrows(
    () => normalize(Later, { id: "1", at: "x" }),
    SchemaError,
  );
  assertStringIncludes(error.message, "synchronous");
  assertStringIncludes(error.message, "Later.at");
  assertEquals(error.status, undefined);
});

Deno.test("a validator as schema of a response stores the input and reads the output [controller/NEW-124]", () => {
  const schema = z.object({ departs: z.iso.datetime().transform(toDate) });
  const input = { departs: time };
  const normalized = normalize(schema, input);
  assertStrictEquals(normalized.result, input);
  assertEquals(normalized.entities, {});
  assertEquals(denormalize(schema, input, {}), { departs: new Date(time) });
  assertThrows(() => normalize(schema, { departs: 5 }), SchemaValidationError);
  assertEquals(normalize(z.string(), "text").result, "text");
  assertThrows(() => normalize(z.string(), 5), SchemaValidationError);
});

Deno.test("validators work as members, items and values [controller/NEW-120] [controller/NEW-121]", () => {
  const number = z.number().transform((value) => value * 2);
  const schema = { one: number, list: [number], map: new Values(number) };
  const input = { one: 1, list: [1, null], map: { a: 2 } };
  assertEquals(normalize(schema, input).result, input);
  assertEquals<unknown>(denormalize(schema, input, {}), {
    one: 2,
    list: [2, null],
    map: { a: 4 },
  });
  for (
    const refused of [{ one: "1" }, { list: ["1"] }, { map: { a: {} } }, {
      one: [],
    }]
  ) {
    assertThrows(() => normalize(schema, refused), SchemaValidationError);
  }
});

Deno.test("a message lists five issues with their paths [controller/NEW-125]", () => {
  const issues = Array.from({ length: 7 }, (_, at) => ({
    message: `issue ${at}`,
    path: ["berths", at, { key: "depth" }],
  }));
  const error = new SchemaValidationError(issues, "own", { a: 1 });
  assertStringIncludes(error.message, "berths[4].depth: issue 4");
  assert(!error.message.includes("issue 5"));
  assertStringIncludes(error.message, "2 more");
  assertStrictEquals(error.issues, issues);
  assertInstanceOf(error, Error);
  const single = new SchemaValidationError([{ message: "whole" }], "own");
  assertStringIncludes(single.message, "whole");
});

Deno.test("an optional field that is no longer valid makes the entity invalid too [controller/NEW-123]", () => {
  class Optional extends Entity {
    id = "";
    length: number | undefined = undefined;
    static override schema = { length: z.number() };
  }
  const entities = { Optional: { 1: { id: "1", length: "5" } } };
  captureConsole("warn", () => {
    assertStrictEquals(denormalize(Optional, "1", entities), INVALID);
  });
});
