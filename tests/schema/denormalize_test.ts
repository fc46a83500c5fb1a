// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { denormalize, MemoCache } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Lazy } from "../../schema/lazy.ts";
import { normalize } from "../../schema/normalize.ts";
import { Query } from "../../schema/query.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { StoredWorld } from "../support/stored_world.ts";
import { Port } from "./harbour.ts";

class Crew extends Entity {
  id = "";
}

class Ship extends Entity {
  id = "";
  name = "";
  home = Port.fromJS();
  static override schema = { home: Port };
}

class Voyage extends Entity {
  id = "";
  ship = Ship.fromJS();
  pilot: Crew | null = null;
  stops: Port[] = [];
  static override schema = { ship: Ship, pilot: Crew, stops: [Port] };
}

const voyage = { id: "v", ship: "s", pilot: "c", stops: ["p", "q"] };
const everything = {
  Voyage: { v: voyage },
  Ship: { s: { id: "s", home: "p" } },
  Crew: { c: { id: "c" } },
  Port: { p: { id: "p" }, q: { id: "q" } },
};

function readVoyage(tables: Record<string, unknown>): any {
  return denormalize(Voyage, "v", { ...everything, ...tables } as any);
}

Deno.test("no schema, and no input, give the input [schema/DEN-2]", () => {
  const input = { ship: "s" };
  assertStrictEquals(denormalize(undefined, input, everything), input as any);
  assertStrictEquals(denormalize(null, input, everything), input as any);
  for (const schema of [Ship, [Ship], { ship: Ship }, new Values(Ship)]) {
    assertStrictEquals(denormalize(schema, undefined, everything), undefined);
  }
});

Deno.test("each kind of schema is read its own way [schema/DEN-3]", () => {
  assertEquals(denormalize("", "text", {}), "text");
  assertEquals(denormalize(Number as any, "5", {}) as any, 5);
  assertEquals(
    denormalize({ n: Number, other: 0 }, { n: "5", other: 3, more: 1 }, {}),
    { n: 5, other: 3, more: 1 } as any,
  );
  assertEquals(denormalize([Number] as any, ["1", "2"], {}), [1, 2] as any);
  const custom = {
    normalize: (input: any) => input,
    denormalize: (input: any, delegate: any) => ({
      wrapped: delegate.unvisit(Port, input.port),
    }),
  };
  const { wrapped } = denormalize(custom, { port: "p" }, everything) as any;
  assertInstanceOf(wrapped, Port);
  assertStrictEquals(denormalize(Ship, null, everything), null as any);
});

Deno.test("an entity is looked up by text or number, by own keys only [schema/DEN-4]", () => {
  const tables = {
    Port: {
      7: { id: 7 },
      gone: INVALID,
      other: Symbol("any symbol"),
      corrupt: "text" as any,
    },
  };
  assertEquals((denormalize(Port, 7, tables) as any).id, 7);
  assertEquals((denormalize(Port, "7", tables) as any).id, 7);
  assertStrictEquals(denormalize(Port, "gone", tables), INVALID);
  assertStrictEquals(denormalize(Port, "other", tables), tables.Port.other);
  assertStrictEquals(denormalize(Port, "none", tables), undefined);
  assertStrictEquals(denormalize(Port, "constructor", tables), undefined);
  assertStrictEquals(denormalize(Port, "__proto__", tables), undefined);
  assertStrictEquals(denormalize(Port, "corrupt", tables), "text" as any);
});

Deno.test("an embedded object is built from itself, not from the row of its pk [schema/DEN-5]", () => {
  const embedded = { id: "p", name: "embedded" };
  const tables = { Port: { p: { id: "p", name: "stored" } } };
  const memo = new MemoCache();
  const { data, paths } = memo.denormalize(Port, embedded, tables) as any;
  assertInstanceOf(data, Port);
  assertEquals(data.name, "embedded");
  assertEquals(paths, []);
  const unsaved = denormalize(Port, { name: "no id" }, tables) as any;
  assertInstanceOf(unsaved, Port);
  assertEquals(unsaved.name, "no id");
});

Deno.test("frozen tables are read and nothing is written to them [schema/DEN-7]", () => {
  const frozen = deepFreeze(structuredClone(everything));
  const value = denormalize([Voyage], deepFreeze(["v"]), frozen) as any;
  assertEquals(value[0].ship.home.id, "p");
  assertEquals(frozen, everything);
});

Deno.test("a missing or invalid field: required makes the entity invalid, optional and missing are undefined [schema/DEN-8] [schema/ENT-40]", () => {
  assertStrictEquals(readVoyage({ Ship: {} }).ship, undefined);
  assertStrictEquals(readVoyage({ Ship: { s: INVALID } }), INVALID);
  assertStrictEquals(readVoyage({ Crew: {} }).pilot, undefined);
  assertStrictEquals(readVoyage({ Crew: { c: INVALID } }).pilot, undefined);
  const withNull = {
    Voyage: { v: { id: "v", ship: null, pilot: null, stops: [null] } },
  };
  const { ship, pilot, stops } = readVoyage(withNull);
  assertEquals({ ship, pilot, stops }, {
    ship: null,
    pilot: null,
    stops: [null],
  });
  const absent = readVoyage({ Voyage: { v: { id: "v", stops: [] } } });
  assertInstanceOf(absent.ship, Ship);
  assertEquals(absent.ship, Ship.fromJS());
});

Deno.test("a union, a lazy relation and a query over missing and invalid targets [schema/DEN-8]", () => {
  const union = new Union({ port: Port, crew: Crew }, "type" as any) as any;
  const reference = { id: "x", schema: "port" };
  assertStrictEquals(denormalize(union, reference, {}), undefined);
  const invalid = { Port: { x: INVALID } };
  assertStrictEquals(denormalize(union, reference, invalid), INVALID);
  assertStrictEquals(denormalize(union, null, invalid), null as any);

  const lazy = new Lazy(Port) as any;
  assertEquals(denormalize(lazy, "x", {}), "x");
  assertEquals(denormalize(lazy, "x", invalid), "x");
  assertStrictEquals(denormalize(lazy, null, {}), null as any);

  let runs = 0;
  const query = new Query(Port as any, () => ++runs) as any;
  assertStrictEquals(denormalize(query, "x", {}), undefined);
  assertStrictEquals(denormalize(query, "x", invalid), INVALID);
  assertStrictEquals(denormalize(query, null, {}), null as any);
  assertEquals(runs, 0);
});

class Even extends Entity {
  id = 0;
  next: any = null;
}
class Odd extends Entity {
  id = 0;
  next: any = null;
}
Even.schema = { next: Odd };
Odd.schema = { next: Even };

Deno.test("an exception in a schema reaches the reader and leaves nothing half built [schema/CUS-5]", () => {
  let fails = true;
  class Log extends Entity {
    id = "";
    at = 0;
    port = Port.fromJS();
    static override schema = { port: Port };
    static override denormalize(input: any, delegate: any): any {
      const log = super.denormalize(input, delegate);
      if (fails) throw new RangeError("no time");
      return log;
    }
  }
  const tables = { Log: { l: { id: "l", at: 5, port: "p" } }, ...everything };
  const memo = new MemoCache();
  assertThrows(
    () => memo.denormalize({ logs: [Log] }, { logs: ["l"] }, tables),
    RangeError,
    "no time",
  );
  fails = false;
  const { data } = memo.denormalize([Log], ["l"], tables) as any;
  assertEquals(data[0].at, 5);
  assertEquals(data[0].port.id, "p");
});

Deno.test("the worked example of normalizing is read back [schema/DEN-6]", () => {
  const schema = { list: [Ship], page: 1 };
  const response = {
    list: [{ id: 7, name: "Ada", home: { id: "rtm", name: "Rotterdam" } }],
    page: 3,
    more: true,
  };
  const { result, entities } = normalize(schema, response);
  const value = denormalize(schema, result, entities) as any;
  assertInstanceOf(value.list[0], Ship);
  assertEquals(value, {
    list: [
      Ship.fromJS({
        id: 7 as any,
        name: "Ada",
        home: Port.fromJS({ id: "rtm", name: "Rotterdam" }),
      }),
    ],
    page: 3,
    more: true,
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

Deno.test("entities nest to any depth, whatever maxEntityDepth says [schema/DEN-10] [schema/NRM-14]", () => {
  class Link extends Entity {
    id = "";
    next: Link | null = null;
    static override maxEntityDepth = 2;
  }
  Link.schema = { next: Link };
  const depth = 100_000;
  let input: unknown = null;
  for (let id = depth; id > 0; id--) input = { id: String(id), next: input };
  const { result, entities } = normalize(Link, input);
  assertEquals(Object.keys(entities.Link!).length, depth);
  let link = denormalize(Link, result, entities) as Link | null;
  let length = 0;
  for (; link !== null; link = link.next) {
    assert(link instanceof Link);
    length++;
  }
  assertEquals(length, depth);
});

Deno.test("what is required at the end of a long chain makes all of it invalid, and the chain comes back with it [schema/DEN-8] [schema/DEN-10]", () => {
  class Link extends Entity {
    id = "";
    next: unknown = {};
  }
  Link.schema = { next: Link };
  const world = new StoredWorld();
  const depth = 1000;
  for (let id = depth; id > 0; id--) {
    world.put(Link, {
      id: String(id),
      next: id === depth ? null : String(id + 1),
    });
  }
  assert(world.read(Link, "1") instanceof Link);
  const last = world.parts.entities.Link![depth];
  world.replace("Link", String(depth), INVALID);
  assertEquals(world.read(Link, "1"), INVALID);
  world.replace("Link", String(depth), last);
  let length = 0;
  for (let link = world.read(Link, "1"); link; link = link.next) length++;
  assertEquals(length, depth);
});
