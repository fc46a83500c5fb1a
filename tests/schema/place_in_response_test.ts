// deno-lint-ignore-file no-explicit-any -- responses of every shape
import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { z } from "zod";
import {
  Collection,
  Entity,
  normalize,
  Scalar,
  schema,
  SchemaError,
  SchemaValidationError,
  Union,
  Values,
} from "../../schema/mod.ts";
import { errorPlace, normalizeInto } from "../../schema/engine.ts";
import { PlainStore } from "../../schema/plain_store.ts";
import { metaAt } from "../support/meta_at.ts";

class Port extends Entity {
  id = "";
  name = "";
  type = "port";
  static override key = "Port";
}
class Ship extends Entity {
  id = "";
  name = "";
  type = "ship";
  home = Port.fromJS();
  static override key = "Ship";
  static override schema: Record<string, any> = {
    home: Port,
    tons: z.number(),
    stops: [Port],
  };
  static override validate({ name }: any) {
    return name === "bad" ? "a bad name" : undefined;
  }
}
class Company extends Entity {
  id = "";
  static override schema = {
    share: new Scalar({ lens: (args) => args[0]?.portfolio, key: "p" }),
  };
}
const cells = new Scalar({ lens: () => "a", key: "c", entity: Company });
const ship = { id: "1", name: "Fram" };

const places: Record<string, [schema: any, input: any, place?: string]> = {
  "a list": [[Ship], [ship, {}], "[1]"],
  "a nested entity": [
    { data: [Ship], page: 1 },
    { data: [ship, { id: "2", home: { name: "Oslo" } }], page: 1 },
    "data[1].home",
  ],
  "a list in an entity": [
    Ship,
    { id: "1", stops: [{ id: "rtm" }, {}] },
    "stops[1]",
  ],
  "plain objects": [
    { a: { "b-c": [{ d: Port }] } },
    { a: { "b-c": [{ d: { id: "1" } }, { d: {} }] } },
    'a["b-c"][1].d',
  ],
  "a map": [new Values(Ship), { north: ship, south: {} }, "south"],
  "a union in a Collection": [
    new Collection([new Union({ ship: Ship, port: Port }, "type")]),
    [{ ...ship, type: "ship" }, { type: "port" }],
    "[1]",
  ],
  "schema.Array": [
    { all: new schema.Array(Ship) },
    { all: [ship, ship, { name: "none" }] },
    "all[2]",
  ],
  "validate of an entity": [{ a: Ship }, { a: { id: "1", name: "bad" } }, "a"],
  "a validator of a field": [[Ship], [{ id: "1", tons: "1" }], "[0]"],
  "a validator of a text": [
    [{ wind: z.number() }],
    [{ wind: 7 }, { wind: "7" }],
    "[1]",
  ],
  "a validator of an object": [
    [z.object({ wind: z.number() })],
    [{ wind: 7 }, { wind: "7" }],
    "[1]",
  ],
  "a list for an entity": [{ ship: Ship }, { ship: [ship, ship] }, "ship"],
  "a cell without a lens": [
    {
      all: new Values(
        new Scalar({ lens: () => undefined, key: "none", entity: Company }),
      ),
    },
    { all: { "1": { share: 5 } } },
    'all["1"]',
  ],
  "a cell that is none": [
    { all: new Values(cells) },
    { all: { "1": [] } },
    'all["1"]',
  ],
  "the response itself": [Ship, { name: "Fram" }],
};

for (const [name, [schema, input, place]] of Object.entries(places)) {
  Deno.test(`an error tells its place: ${name} [schema/ERR-16]`, () => {
    const error = assertThrows(() => {
      const store = new PlainStore({});
      normalizeInto(store, schema, input, [{}], metaAt(1), undefined, true);
    }, Error);
    assertEquals(
      error instanceof SchemaError || error instanceof SchemaValidationError,
      true,
    );
    assertEquals((error as SchemaError).place, place);
    assertEquals(errorPlace(error), place);
  });
}

Deno.test("what hooks of the user throw has a place, too, and stays as it is [schema/ERR-16]", () => {
  const thrown = Object.freeze(new RangeError("mine"));
  class Broken extends Port {
    static override process(): any {
      throw thrown;
    }
  }
  const input = { ports: { rtm: { id: "rtm" } } };
  try {
    normalize({ ports: new Values(Broken) }, input);
  } catch (error) {
    assertEquals(error === thrown, true);
  }
  assertEquals(errorPlace(thrown), "ports.rtm");
});

Deno.test("an error that a schema of the user handles leaves no place to the next one [schema/ERR-16]", () => {
  const tolerant = {
    normalize(input: any, parent: any, key: any, delegate: any) {
      try {
        return delegate.visit(Port, input, parent, key);
      } catch {
        return input;
      }
    },
    denormalize: (input: any) => input,
    queryKey: () => undefined,
  };
  const error = assertThrows(
    () =>
      normalize({ first: tolerant, second: Port } as any, {
        first: { name: "no id" },
        second: { name: "no id" },
      }),
    SchemaError,
  );
  assertEquals(error.place, "second");
});

Deno.test("looking for the place survives circular data and getters that throw [schema/ERR-16]", () => {
  const circular: any = { id: "1", stops: [{}] };
  circular.self = circular;
  assertEquals(
    assertThrows(() => normalize(Ship, circular), SchemaError).place,
    "stops[0]",
  );
  const hostile = {
    get trap(): never {
      throw new TypeError("trap");
    },
  };
  const error = assertThrows(() => normalize({ z: Port }, { hostile, z: {} }));
  assertInstanceOf(error, SchemaError);
});
