// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { All } from "../../schema/all.ts";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { normalizeInto } from "../../schema/normalize.ts";
import { PlainStore } from "../../schema/plain_store.ts";
import { Query } from "../../schema/query.ts";
import { StoredWorld } from "../support/stored_world.ts";
import { Port } from "./harbour.ts";

class Ship extends Entity {
  id = "";
  name = "";
  home = Port.fromJS();
  static override schema = { home: Port };
  static override indexes = ["name"] as const;
}

function harbour(): StoredWorld {
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "1", name: "Ada", home: { id: "rtm" } },
    { id: "2", name: "Bea", home: { id: "ham" } },
  ]);
  return world;
}

Deno.test("denormalize, query and buildQueryKey over plain objects [schema/QK-20]", () => {
  const { parts } = harbour();
  const memo = new MemoCache();
  const read = memo.denormalize([Ship], ["1", "zz"], parts.entities);
  assert(read.data instanceof Array);
  assertEquals(read.data.map(({ name }) => name), ["Ada"]);
  assertEquals(read.paths, [
    { key: "Ship", pk: "1" },
    { key: "Ship", pk: "zz" },
    { key: "Port", pk: "rtm" },
  ]);
  const found = memo.query(Ship, [{ name: "Bea" }], parts);
  assertStrictEquals((found.data as Ship).id, "2");
  assertEquals(memo.buildQueryKey(Ship, [{ name: "Bea" }], parts), "2");
  assertEquals(memo.buildQueryKey({ ship: Ship, n: 5 }, [{ id: "1" }], parts), {
    ship: "1",
    n: 5,
  });
});

Deno.test("a new memo starts empty [schema/QK-20] [schema/DEN-1]", () => {
  const { parts } = harbour();
  const first = new MemoCache().denormalize(Ship, "1", parts.entities).data;
  const second = new MemoCache().denormalize(Ship, "1", parts.entities).data;
  assertEquals(first, second);
  assertNotStrictEquals(first, second);
});

Deno.test("plain objects that are changed in place are not mistaken for what they were [schema/REF-2]", () => {
  const memo = new MemoCache();
  const entities: any = { Ship: { 1: { id: "1", name: "Ada", home: null } } };
  const list = ["1", "2"];
  const before = memo.denormalize([Ship], list, entities).data as Ship[];
  entities.Ship[2] = { id: "2", name: "Bea", home: null };
  const after = memo.denormalize([Ship], list, entities).data as Ship[];
  assertEquals(after.map(({ name }) => name), ["Ada", "Bea"]);
  assertStrictEquals(after[0], before[0]);
});

Deno.test("a store that is being written to is read as it is at the time [schema/REF-2]", () => {
  const memo = new MemoCache();
  const store = new PlainStore({});
  const meta = { fetchedAt: 1, date: 1, expiresAt: 9 };
  normalizeInto(store, Ship, { id: "1", name: "Ada" }, [], meta);
  assertEquals((memo.denormalize(Ship, "1", store).data as Ship).name, "Ada");
  assertEquals(
    memo.query(new Query(new All(Ship), (ships) => ships.length), [], store)
      .data as unknown,
    1,
  );
  normalizeInto(
    store,
    [Ship],
    [{ id: "1", name: "Ann" }, { id: "2", name: "B" }],
    [],
    { ...meta, fetchedAt: 2 },
  );
  assertEquals((memo.denormalize(Ship, "1", store).data as Ship).name, "Ann");
  assertEquals(
    memo.query(new Query(new All(Ship), (ships) => ships.length), [], store)
      .data as unknown,
    2,
  );
});

Deno.test("a derived value is computed once for the same value and arguments, at top level and nested [schema/QRY-4]", () => {
  const world = harbour();
  const inners: [string, any, any, any[]][] = [
    ["All", new All(Ship), undefined, []],
    ["Entity", Ship, "1", [{ id: "1" }]],
    ["object", { ship: Ship }, undefined, [{ id: "1" }]],
    ["Query", new Query(Ship, (ship) => ({ of: ship.id })), "1", [{ id: "1" }]],
    ["Collection", new Collection([Ship]), undefined, [{ list: "a" }]],
  ];
  world.put(new Collection([Ship]), [{ id: "1" }], [{ list: "a" }]);
  for (const [name, inner, stored, args] of inners) {
    let runs = 0;
    const query = new Query(inner, (value: any, ...rest: any[]) => {
      runs++;
      return { value, rest };
    });
    const first = world.query(query, ...args);
    assertStrictEquals(world.query(query, ...args), first, name);
    world.put(Port, { id: `other ${name}` });
    assertStrictEquals(world.query(query, ...args), first, name);
    assertEquals(runs, 1, name);
    world.query(query, ...args, "more");
    assertEquals(runs, 2, name);
    assertStrictEquals(world.query(query, ...args), first, name);
    assertEquals(runs, 2, name);
    world.change("Ship", "1", { name: `changed for ${name}` });
    assertNotStrictEquals(world.query(query, ...args), first, name);
    assertEquals(runs, 3, name);
    if (stored === undefined) continue;
    const object = { derived: stored };
    const schema = { derived: query };
    const nested = world.read(schema, object, args).derived;
    assertStrictEquals(world.read(schema, object, args).derived, nested, name);
    assertStrictEquals(nested, world.query(query, ...args), name);
    assertEquals(runs, 3, name);
  }
});

Deno.test("a derived value of one call is not served for other arguments [schema/QRY-4] [schema/CUS-8]", () => {
  const world = harbour();
  const named = new Query(
    new All(Ship),
    (ships, { name }: { name: string }) =>
      ships.filter((ship) => ship.name === name),
  );
  const schema = { found: named };
  const stored = {};
  const ada = world.query(named, { name: "Ada" });
  const bea = world.query(named, { name: "Bea" });
  assertEquals([ada[0].id, bea[0].id], ["1", "2"]);
  assertStrictEquals(world.query(named, { name: "Ada" }), ada);
  assertStrictEquals(
    world.read(schema, stored, [{ name: "Ada" }]).found[0],
    ada[0],
  );
  assertStrictEquals(
    world.read(schema, stored, [{ name: "Bea" }]).found[0],
    bea[0],
  );
});

Deno.test("arguments that JSON cannot express are told apart and never throw [schema/QK-21]", () => {
  const world = harbour();
  let runs = 0;
  const query = new Query(new All(Ship), (_ships, ...args: any[]) => {
    runs++;
    return args;
  });
  const form = (name: string) => {
    const data = new FormData();
    data.set("name", name);
    data.set("file", new Blob([name]));
    return data;
  };
  const one = () => 1;
  const two = () => 2;
  const distinct: any[][] = [
    [],
    [5n],
    [6n],
    [5],
    ["5"],
    [NaN],
    [Infinity],
    [undefined, 1],
    [{ a: undefined, b: 1 }],
    [{ b: { a: 1 } }],
    [form("x")],
    [form("y")],
    [new URLSearchParams("a=1")],
    [new URLSearchParams("a=2")],
    [new Date(0)],
    ["1970-01-01T00:00:00.000Z"],
    [{ at: new Date(0) }],
    [{ at: "1970-01-01T00:00:00.000Z" }],
    [new Map([["a", 1]])],
    [new Set([1])],
    [new Set([2])],
    [one],
    [two],
    [Symbol("s")],
  ];
  distinct.forEach((args, index) => {
    assertEquals(world.query(query, ...args).length, args.length);
    assertEquals(
      runs,
      index + 1,
      `arguments ${index} have a value of their own`,
    );
  });
  world.query(query, 5n);
  world.query(query, new URLSearchParams("a=1"));
  world.query(query, { b: { a: 1 } });
  world.query(query, one);
  assertEquals(runs, distinct.length);
});

Deno.test("schemas that share identity by cacheWith, tables and cycles: entity-like custom schemas [schema/CUS-7]", () => {
  const shared = {};
  class Tagged {
    readonly key = "Tagged";
    readonly cacheWith = shared;
    pk(value: any): string {
      return value.tag;
    }
    createIfValid(row: any): any {
      return row.bad ? undefined : { ...row };
    }
    normalize(input: any, _parent: any, _key: any, delegate: any): any {
      const pk = this.pk(input);
      if (delegate.checkLoop(this.key, pk, input)) return pk;
      delegate.mergeEntity(this, pk, {
        ...input,
        twin: delegate.visit(this, input.twin, input, "twin"),
      });
      return pk;
    }
    merge(existing: any, incoming: any): any {
      return { ...existing, ...incoming };
    }
    shouldReorder(): boolean {
      return false;
    }
    mergeWithStore(_a: any, _b: any, existing: any, incoming: any): any {
      return this.merge(existing, incoming);
    }
    mergeMetaWithStore(_existing: any, incoming: any): any {
      return incoming;
    }
    denormalize(value: any, delegate: any): any {
      value.twin = delegate.unvisit(this, value.twin);
      return value;
    }
  }
  const world = new StoredWorld();
  const one = new Tagged();
  const other = new Tagged();
  const input: any = { tag: "a", twin: { tag: "b" } };
  input.twin.twin = input;
  assertEquals(world.put(one, input), "a");
  assertEquals(Object.keys(world.parts.entities.Tagged!).sort(), ["a", "b"]);
  const a = world.read(one, "a");
  assertStrictEquals(a.twin.twin, a);
  assertStrictEquals(world.read(other, "a"), a);
  assertStrictEquals(world.read([other], ["b"])[0], a.twin);
  world.change("Tagged", "b", { bad: true });
  assertStrictEquals(world.read(other, "b"), INVALID);
});

Deno.test("members of an object are never mistaken for properties of a schema [schema/OBJ-3] [schema/OBJ-7]", () => {
  const world = harbour();
  const schema = { cacheWith: Ship, isLive: true, key: "", schema: Port };
  const stored = { cacheWith: "1", key: "k", schema: "rtm" };
  const value = world.read(schema, stored);
  assertStrictEquals(value.cacheWith, world.read(Ship, "1"));
  assertStrictEquals(value.schema, world.read(Port, "rtm"));
  assertEquals(Object.keys(value), ["cacheWith", "key", "schema"]);
  assertStrictEquals(world.read(schema, stored), value);
  assertStrictEquals(world.read({ cacheWith: Ship }, stored).schema, "rtm");
});

Deno.test("the delegate of a read offers unvisit, args and argsKey, and is one object per read [schema/CUS-5]", () => {
  const world = harbour();
  const seen = new Set<any>();
  const custom = {
    normalize: (input: any) => input,
    denormalize(input: any, delegate: any): any {
      seen.add(delegate);
      assertEquals(delegate.args, [{ lens: "x" }]);
      const { unvisit } = delegate;
      const lens = delegate.argsKey(lensOf);
      return { lens, ship: unvisit(Ship, input.ship) };
    },
  };
  const lensOf = (args: readonly any[]) => args[0]?.lens;
  const [first, second] = world.read(
    [custom],
    [{ ship: "1" }, { ship: "2" }],
    [{ lens: "x" }],
  );
  assertEquals(first.lens, "x");
  assertStrictEquals(first.ship, world.read(Ship, "1"));
  assertStrictEquals(second.ship, world.read(Ship, "2"));
  assertEquals(seen.size, 1);
});

Deno.test("several argsKey dimensions, each with undefined as a value of its own [schema/CUS-8]", () => {
  const world = harbour();
  const a = (args: readonly any[]) => args[0]?.a;
  const b = (args: readonly any[]) => args[0]?.b;
  let builds = 0;
  const custom = {
    normalize: (input: any) => input,
    denormalize: (_input: any, delegate: any) => {
      builds++;
      return [delegate.argsKey(a), delegate.argsKey(b)];
    },
  };
  const input = {};
  const read = (args: any) => world.read(custom, input, [args]);
  const all = [{}, { a: "1" }, { b: "1" }, { a: "1", b: "1" }, {
    a: "undefined",
  }, { a: "1,1" }];
  const values = all.map(read);
  assertEquals(builds, all.length);
  all.forEach((args, index) => {
    assertStrictEquals(read({ ...args, other: 5 }), values[index]);
    assertEquals(values[index], [args.a, args.b]);
  });
  assertEquals(builds, all.length);
});

Deno.test("an exception of a selector or of process reaches the reader, and the next read starts anew [schema/QRY-7]", () => {
  const world = harbour();
  let fails = true;
  const query = new Query(new All(Ship), (ships) => {
    if (fails) throw new RangeError("not now");
    return ships.length;
  });
  assertThrows(() => world.query(query), RangeError, "not now");
  fails = false;
  assertEquals(world.query(query), 2);
});

Deno.test("a schema may catch what goes wrong inside of it; what was half built is not remembered [schema/CUS-5]", () => {
  class Log extends Entity {
    id = "";
    port: any = null;
    at: any = null;
    static override schema = { port: Port };
    static override denormalize(input: any, delegate: any): any {
      super.denormalize(input, delegate);
      throw new RangeError("no time");
    }
  }
  const careful = {
    normalize: (input: any) => input,
    denormalize(input: any, delegate: any): any {
      try {
        return delegate.unvisit(Log, input);
      } catch {
        return "unreadable";
      }
    },
  };
  class Voyage extends Entity {
    id = "";
    log: any = null;
    ship: any = null;
    static override schema = { log: careful, ship: Ship };
  }
  const world = harbour();
  world.replace("Log", "l", { id: "l", port: "rtm", at: 5 });
  world.replace("Voyage", "v", { id: "v", log: "l", ship: "1" });
  const voyage = world.read(Voyage, "v");
  assertEquals(voyage.log, "unreadable");
  assertStrictEquals(voyage.ship, world.read(Ship, "1"));
  assertStrictEquals(world.read(Voyage, "v"), voyage);
  for (let round = 0; round < 2; round++) {
    assertThrows(() => world.read(Log, "l"), RangeError, "no time");
  }
});

Deno.test("the value of a query depends on how it was found [schema/QK-8] [schema/REF-18]", () => {
  const world = harbour();
  const byName = world.memo.query(Ship, [{ name: "Ada" }], world.reader);
  assertEquals(byName.tables, ["Ship"]);
  assertEquals(
    byName.paths.map(({ key, pk }) => `${key} ${pk}`).sort(),
    ["Port rtm", "Ship 1"],
  );
  const all = world.memo.query(new All(Ship), [], world.reader);
  assertEquals(all.tables, ["Ship"]);
  const none = world.memo.query(Ship, [{ id: "zz" }], world.reader);
  assertStrictEquals(none.data, undefined);
  assertEquals(none.paths, [{ key: "Ship", pk: "zz" }]);
  assertStrictEquals(
    world.memo.query(Ship, [{ name: "Ada" }], world.reader).data,
    byName.data,
  );
});
