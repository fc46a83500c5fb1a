import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { describe } from "../../schema/describe.ts";
import { isDevelopment } from "../../schema/environment.ts";
import {
  ArraySchema,
  Collection,
  Entity,
  normalize,
  SchemaError,
  Values,
} from "../../schema/mod.ts";
import type { Schema } from "../../schema/contract.ts";
import { production } from "../support/production.ts";

class Port extends Entity {
  id = "";
}

class Ship extends Entity {
  id = "";
  static override key = "Ship";
  static override schema: Record<string, Schema> = { home: Port };
}

class ByCode extends Entity {
  code = "";
  override pk() {
    return this.code;
  }
}

function errorOf(schema: Schema, input: unknown): SchemaError {
  return assertThrows(() => normalize(schema, input), SchemaError);
}

function inProduction<T>(run: () => T): T {
  using _production = production();
  return run();
}

Deno.test("an application that runs out of stack is not taken for one in development [schema/ERR-1]", () => {
  const dive = (): boolean => isDevelopment() && dive();
  assertThrows(dive, RangeError);
  assertEquals(inProduction(isDevelopment), false);
});

Deno.test("a top-level value of the wrong type names both types [schema/ERR-1]", () => {
  for (
    const [schema, input, expected, found] of [
      [Ship, null, "object", "null"],
      [[Ship], 5, "object", "number"],
      [new Values(Ship), true, "object", "boolean"],
      [Ship, undefined, "object", "undefined"],
      ["", 5, "string", "number"],
      [Ship, "plain text", "object", "string"],
    ] as const
  ) {
    const { message, status } = errorOf(schema, input);
    assertStringIncludes(message, `"${expected}"`);
    assertStringIncludes(message, `"${found}"`);
    assertEquals(status, undefined);
  }
});

Deno.test("schema and value are shown to developers only [schema/ERR-1]", () => {
  const text = "a response that is not an object";
  assertStringIncludes(errorOf([Ship], text).message, text);
  assertStringIncludes(errorOf([Ship], text).message, "Ship");
  assert(!inProduction(() => errorOf([Ship], text)).message.includes(text));
});

Deno.test("arguments in the order of older releases are recognized [schema/ERR-1] [schema/NRM-4]", () => {
  const hint = "normalize(schema, input)";
  assertStringIncludes(errorOf({ id: "1" }, Ship).message, hint);
  assert(!errorOf(Ship, "plain text").message.includes(hint));
});

Deno.test("unparsed JSON is recognized [schema/ERR-2]", () => {
  for (const schema of [Ship, [Ship], new ArraySchema(Ship)]) {
    const { message, status } = errorOf(schema, '[{"id":"1"}]');
    assertStringIncludes(message, "JSON");
    assertStringIncludes(message, "content-type");
    assertStringIncludes(message, "parseResponse");
    assertEquals(status, undefined);
  }
});

Deno.test("a missing pk is explained by the default pk, if that is used [schema/ERR-3]", () => {
  const byDefault = errorOf(Ship, { name: "no id here" });
  assertEquals(byDefault.status, 400);
  for (const text of ["Ship", '"id"', "pk()", "no id here", "primary key"]) {
    assertStringIncludes(byDefault.message, text);
  }
  for (
    const [schema, input] of [[ByCode, { codes: "x" }], [Ship, {
      id: "",
    }]] as const
  ) {
    const { message, status } = errorOf(schema, input);
    assertEquals(status, 400);
    for (
      const text of [schema.key, "malformed", "network response", "primary key"]
    ) {
      assertStringIncludes(message, text);
    }
    assertStringIncludes(message, Object.keys(input)[0]!);
  }
});

Deno.test("a schema that an import cycle left undefined is warned of once [schema/ENT-5]", () => {
  const missing = undefined as never;
  class Voyage extends Entity {
    id = "";
    ship: unknown = undefined;
    stops: unknown[] = [];
    placeholder = "";
    anything: unknown[] = [];
    fleet: unknown = undefined;
    static override key = "Voyage";
    static override schema = {
      ship: missing,
      stops: [missing],
      placeholder: "",
      anything: [],
      fleet: Ship,
    };
  }
  const warnings: string[] = [];
  const original = console.warn;
  console.warn = (text: string) => warnings.push(text);
  try {
    normalize([Voyage], [{ id: "1" }, { id: "2" }]);
    normalize(Voyage, { id: "3" });
    class Later extends Voyage {
      static override key = "Later";
    }
    Later.schema = { ...Later.schema, ship: Ship as never, stops: [] };
    normalize(Later, { id: "1" });
    inProduction(() => normalize(class extends Voyage {}, { id: "1" }));
  } finally {
    console.warn = original;
  }
  assertEquals(warnings.length, 2);
  assertStringIncludes(warnings[0]!, "Voyage.ship");
  assertStringIncludes(warnings[1]!, "Voyage.stops");
});

Deno.test("a pk() of its own is told what it sees [schema/ERR-3] [schema/ENT-8]", () => {
  class ByLabel extends Entity {
    name = "";
    get label(): string {
      return this.name.toLowerCase();
    }
    override pk(): string {
      return this.label;
    }
  }
  const hint = "plain value, without getters";
  assertStringIncludes(errorOf(ByLabel, { name: "Fram" }).message, hint);
  for (const input of [{ id: "" }, { name: "Fram" }]) {
    assert(!errorOf(Ship, input).message.includes(hint));
  }
});

Deno.test("a list that the response has as a member is told apart from one [schema/ERR-4] [schema/COL-22]", () => {
  const response = { count: 1, next: null, results: [{ id: "1" }] };
  for (const schema of [[Ship], new Collection([Ship])]) {
    const { message, place } = errorOf(schema, response);
    assertStringIncludes(message, "{ name: [Ship] } for a response");
    assertEquals(place, "results");
  }
});

Deno.test("development explains what production only says, and shows no data in production [schema/ERR-1] [schema/ERR-2] [schema/ERR-3] [schema/ERR-9]", () => {
  const circular: Record<string, unknown> = { tons: 10n };
  circular.self = circular;
  const cases: [act: () => unknown, short: string, texts: string[]][] = [
    [
      () => normalize(Ship, '{"id":"1"}'),
      'Unexpected input: expected a value of type "object", found "string".',
      ["JSON", "content-type", "parseResponse"],
    ],
    [
      () => normalize(Ship, circular),
      "Ship is missing a usable primary key.",
      ['"id"', "Define pk()", "10n"],
    ],
    [
      () => normalize(ByCode, {}),
      "ByCode is missing a usable primary key.",
      ["malformed", "network response"],
    ],
    [
      () => new Collection(Ship as never),
      "A Collection cannot be made of this schema.",
      ["[X]", "Values", "schemaKey()"],
    ],
  ];
  for (const [act, short, texts] of cases) {
    const { message } = assertThrows(act, SchemaError);
    for (const text of [short, ...texts]) assertStringIncludes(message, text);
    const inShort = inProduction(() => assertThrows(act, SchemaError));
    assertEquals(inShort.message, short);
  }
});

Deno.test("a list for an entity says what was expected and how to go on [schema/ERR-4]", () => {
  const list = [{ id: "first" }, { id: "second" }, { id: "third" }, {
    id: "fourth",
  }];
  const { message, status } = errorOf({ ship: Ship }, { ship: list });
  assertEquals(status, 400);
  for (
    const text of [
      "Ship",
      "named members",
      "first",
      "second",
      "third",
      "automaticValidation",
      "silent",
    ]
  ) {
    assertStringIncludes(message, text);
  }
  assert(!message.includes("fourth"));
  // no check of that kind in production, but still no primary key
  assertStringIncludes(
    inProduction(() => errorOf({ ship: Ship }, { ship: list })).message,
    "primary key",
  );
});

Deno.test("the message of validate is the error [schema/ERR-5]", () => {
  class Checked extends Ship {
    static override validate() {
      return "exactly this";
    }
  }
  const { message, status } = errorOf([Checked], [{ id: "1" }]);
  assertEquals([message, status], ["exactly this", 400]);
});

Deno.test("several schemas in a shorthand are counted [schema/ERR-6]", () => {
  const { message, status } = errorOf([Ship, Port, ByCode], [{ id: "1" }]);
  assertStringIncludes(message, "single");
  assertStringIncludes(message, "3");
  assertEquals(status, undefined);
  assertEquals(
    inProduction(() => normalize([Ship, Port], [{ id: "1" }])).result,
    ["1"],
  );
});

Deno.test("circular data and schemas never spoil a message [schema/ENT-7]", () => {
  const circular: Record<string, unknown> = { name: "loop", big: 10n };
  circular.self = circular;
  circular.list = [circular, () => {}, Symbol("s")];
  Ship.schema = { home: Port, sister: Ship, fleet: [Ship] };
  const missing = errorOf(Ship, circular);
  assertStringIncludes(missing.message, "loop");
  assertStringIncludes(missing.message, "10n");
  assertStringIncludes(errorOf({ ship: Ship }, 5).message, "Ship");
  const proxy = new Proxy({}, {
    ownKeys() {
      throw new Error("no looking");
    },
    get() {
      throw new Error("no looking");
    },
  });
  assertEquals(typeof describe(proxy), "string");
  assertEquals(
    typeof describe({
      toJSON: () => {
        throw new Error("no");
      },
    }),
    "string",
  );
});

Deno.test("described values are cut to size [schema/ENT-7]", () => {
  assertEquals(describe("x".repeat(1000)).length <= 501, true);
  assertEquals(describe({ a: [1, "b"] }), '{ "a": [ 1, "b" ] }');
  assertEquals([describe(undefined), describe(null), describe(Symbol("s"))], [
    "undefined",
    "null",
    '"Symbol(s)"',
  ]);
  assertStringIncludes(describe(Ship), "Ship");
  const validator = { "~standard": { version: 1, vendor: "zod" } };
  assertEquals(describe({ tons: validator }), '{ "tons": "[zod validator]" }');
});
