// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { All } from "../../schema/all.ts";
import { Collection } from "../../schema/collection.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { ObjectSchema } from "../../schema/object.ts";
import { Query } from "../../schema/query.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Ship extends Entity {
  id = "";
  name = "";
  draft = 0;
}
class ShipLog extends Entity {
  id = "";
  speed = 0;
}
class Port extends Entity {
  id = "";
}

function fleet(): StoredWorld {
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "a", name: "Ada", draft: 3 },
    { id: "b", name: "Bea", draft: 9 },
    { id: "c", name: "Cai", draft: 6 },
  ]);
  return world;
}

const ids = (list: readonly any[]) => list.map((item) => item.id);

/** A query that counts how often it derives its value. */
function counted(schema: any, derive: (value: any, ...args: any[]) => any) {
  const counter = { runs: 0, query: undefined as any };
  counter.query = new Query(schema, (value: any, ...args: any[]) => {
    counter.runs++;
    return derive(value, ...args);
  });
  return counter;
}

Deno.test("normalization and query key are those of the inner schema, also of shorthands [schema/QRY-1]", () => {
  const world = new StoredWorld();
  const list = new Query([Ship], (ships) => ids(ships));
  const result = world.put(list, [{ id: "a" }, { id: 5 }]);
  assertEquals(result, ["a", "5"]);
  assertEquals(world.read(list, result), ["a", 5]);

  const page = new Query({ ships: [Ship], total: 0 }, ({ total }) => total);
  const stored = world.put(page, { ships: [{ id: "b" }], total: 7 });
  assertEquals(stored, { ships: ["b"], total: 7 });
  assertEquals(world.read(page, stored), 7);

  const one = new Query(Ship, (ship) => ship.id);
  assertEquals(world.memo.buildQueryKey(one, [{ id: "a" }], world.reader), "a");
});

Deno.test("process does not run for what is missing, null or deleted [schema/QRY-2]", () => {
  const world = fleet();
  const { query, ...counter } = counted(Ship, (ship) => ship.name);
  assertEquals(world.read(query, "a"), "Ada");
  assertEquals(world.read(query, "zz"), undefined);
  assertEquals(world.read({ query }, { query: null }).query, null);
  assertEquals(denormalize(query, null, {}), null);
  world.put(new Invalidate(Ship), { id: "b" });
  assertStrictEquals(world.read(query, "b"), INVALID);
  assertEquals(counter.runs, 0);
  assertEquals(world.query(query, { id: "zz" }), undefined);
});

Deno.test("a query over an object runs with members missing, not with members deleted [schema/QRY-3]", () => {
  const world = fleet();
  world.put(ShipLog, { id: "a", speed: 12 });
  const speed = new Query(
    { ship: Ship, log: ShipLog },
    ({ ship, log }) => log?.speed ?? ship?.draft,
  );
  assertEquals(world.query(speed, { id: "a" }), 12);
  assertEquals(world.query(speed, { id: "b" }), 9);
  world.put(new Invalidate(ShipLog), { id: "a" });
  assertStrictEquals(world.query(speed, { id: "a" }), INVALID);
});

Deno.test("a query over an object of which nothing is stored does not run, whatever stands beside [schema/QRY-3]", () => {
  const world = fleet();
  const list = new Collection([Ship]);
  const schemas: any[] = [
    { ships: list, total: 0 },
    { ships: new Query(list, (ships: Ship[]) => ships.toReversed()), next: "" },
    { ships: list, log: ShipLog },
    new ObjectSchema({ ships: list, total: 0 }),
  ];
  for (const each of schemas) {
    const { query, runs } = counted(each, ({ ships }) => ships.length);
    assertEquals(world.query(query, { port: "a" }), undefined);
    assertEquals(runs, 0);
  }
  world.put(list, ["a"], [{ port: "a" }]);
  for (const each of schemas) {
    const query = new Query(each, ({ ships }: any) => ships.length);
    assertEquals(world.query(query, { port: "a" }), 1);
  }
});

Deno.test("the result is kept while a number that it is made of is the same [schema/QRY-4]", () => {
  const world = fleet();
  const count = new Query(new All(Ship), (ships) => ships.length);
  const counter = counted(count, (ships) => ({ ships }));
  const before = world.query(counter.query);
  world.change("Ship", "a", { name: "changed" });
  assertStrictEquals(world.query(counter.query), before);
  assertEquals(counter.runs, 1);
  world.put([Ship], [{ id: "new" }]);
  assertEquals(world.query(counter.query), { ships: before.ships + 1 });
  assertEquals(counter.runs, 2);
});

Deno.test("a query nested in an object is memoized as well [schema/QRY-4]", () => {
  const world = fleet();
  const counter = counted([Ship], (ships) => ids(ships));
  const schema = { ids: counter.query };
  const result = world.put(schema, { ids: [{ id: "a" }, { id: "b" }] });
  const before = world.read(schema, result);
  world.put([Port], [{ id: "rtm" }]);
  assertStrictEquals(world.read(schema, result), before);
  assertEquals(counter.runs, 1);
});

Deno.test("other arguments are derived on their own, and changed ships reuse unchanged ones [schema/QRY-4]", () => {
  const world = fleet();
  const deep = new Query(
    new All(Ship),
    (ships, { min = 0 }: { min?: number } = {}) =>
      ships.filter((ship) => ship.draft >= min),
  );
  const five = world.query(deep, { min: 5 });
  assertEquals(ids(five), ["b", "c"]);
  assertEquals(ids(world.query(deep, { min: 7 })), ["b"]);
  world.put([Ship], [{ id: "b", draft: 10 }]);
  const later = world.query(deep, { min: 5 });
  assertNotStrictEquals(later, five);
  assertNotStrictEquals(later[0], five[0]);
  assertStrictEquals(later[1], five[1]);
});

Deno.test("a result may be any value [schema/QRY-5]", () => {
  const world = fleet();
  for (const value of [0, "", false, null, undefined]) {
    const counter = counted(new All(Ship), () => value);
    assertEquals(world.query(counter.query), value);
    assertEquals(world.query(counter.query), value);
    assertEquals(counter.runs, 1);
  }
});

Deno.test("default parameters serve calls without arguments [schema/QRY-8]", () => {
  const world = fleet();
  const sorted = new Query(
    new All(Ship),
    (ships, { asc = true }: { asc?: boolean } = {}) =>
      [...ships].sort((a, b) => (a.draft - b.draft) * (asc ? 1 : -1)),
  );
  assertEquals(ids(world.query(sorted)), ["a", "c", "b"]);
  assertEquals(ids(world.query(sorted, { asc: false })), ["b", "c", "a"]);
});

Deno.test("what is missing depends on the inner schema [schema/QRY-9]", () => {
  const world = new StoredWorld();
  const pass = (value: unknown) => [value];
  assertEquals(
    world.query(new Query(new Collection([Ship]), pass), {}),
    undefined,
  );
  assertStrictEquals(world.query(new Query(new All(Ship), pass)), INVALID);
  assertEquals(world.query(new Query(Ship, pass), { id: "a" }), undefined);
});

Deno.test("a query over All inside an object is read from the tables [schema/ALL-12] [schema/QRY-6]", () => {
  const world = fleet();
  const schema = {
    count: new Query(new All(Ship), (ships) => ships.length),
    next: "",
  };
  const result = world.put(schema, { count: [{ id: "d" }], next: "p2" });
  assertEquals(result, { next: "p2" });
  assertEquals(world.read(schema, result).count, 4);
  assert(world.read(schema, result).next === "p2");
});
