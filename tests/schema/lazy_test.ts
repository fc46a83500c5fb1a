// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Lazy } from "../../schema/lazy.ts";
import { ObjectSchema } from "../../schema/object.ts";
import { Scalar } from "../../schema/scalar.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { inProduction } from "../support/production.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Room extends Entity {
  id = "";
  name = "";
}
const lazyRooms = new Lazy([Room]);
class Dept extends Entity {
  id = "";
  rooms: string[] = [];
  static override schema = { rooms: lazyRooms };
}

function building(): StoredWorld {
  const world = new StoredWorld();
  world.put(Dept, {
    id: "d",
    rooms: [{ id: "r1", name: "one" }, { id: "r2", name: "two" }],
  });
  return world;
}

Deno.test("normalization is that of the inner schema, and reading leaves the references [schema/LAZ-1]", () => {
  const world = building();
  assertEquals(world.parts.entities.Dept!.d, { id: "d", rooms: ["r1", "r2"] });
  assertEquals(world.read(Dept, "d").rooms, ["r1", "r2"]);

  const union = new Union({ room: Room }, () => "room");
  const rooms = new Collection([Room], { argsKey: () => ({ all: true }) });
  const cases: [any, any, any][] = [
    [Room, { id: "r1" }, "r1"],
    [Room, 5, "5"],
    [union, { id: "r1" }, { id: "r1", schema: "room" }],
    [new Values(Room), { a: { id: "r1" } }, { a: "r1" }],
    [rooms, [{ id: "r1" }], '{"all":"true"}'],
  ];
  for (const [inner, input, stored] of cases) {
    const schema = { related: new Lazy(inner) };
    const result = world.put(schema, { related: input });
    assertEquals(result, { related: stored });
    assertEquals(world.read(schema, result), { related: stored });
  }
});

Deno.test("the query of a relation is one object, asked by what the inner schema is asked by [schema/LAZ-3]", () => {
  const world = building();
  assertStrictEquals(lazyRooms.query, lazyRooms.query);
  const [first] = world.query(lazyRooms.query, ["r1", "zz"]);
  assert(first instanceof Room);

  assertEquals(world.query(new Lazy(Room).query, { id: "r2" }).name, "two");

  const rooms = new Collection([Room]);
  world.put(rooms, ["r2"], [{ floor: 1 }]);
  assertEquals(world.query(new Lazy(rooms).query, { floor: 1 })[0].name, "two");

  const union = new Union({ room: Room }, () => "room");
  assertEquals(
    world.query(new Lazy(union).query, { id: "r1", schema: "room" }).name,
    "one",
  );

  class Hall extends Entity {
    id = "";
  }
  world.put([Hall], [{ id: "r1" }]);
  const either = new Lazy(new Union({ room: Room, hall: Hall }, () => "room"));
  assert(
    world.query(either.query, { id: "r1", schema: "hall" }) instanceof Hall,
  );
  const suite = new Lazy(new ObjectSchema({ main: Room }));
  assertEquals(world.query(suite.query, { main: "r2" }).main.name, "two");

  const scalar = new Scalar({
    lens: (args) => args[0]?.day,
    key: "use",
    entity: Room,
  });
  world.put([scalar], [{ id: "r1", use: 3 }], [{ day: "mon" }]);
  assertEquals(world.query(new Lazy(scalar).query, { day: "mon" }), [
    { id: "r1", use: 3 },
  ]);
});

Deno.test("lists drop what is missing or deleted, and an empty list is one [schema/LAZ-4]", () => {
  const world = building();
  world.replace("Room", "r2", INVALID);
  const list = world.query(lazyRooms.query, ["r1", "zz", "r2"]);
  assertEquals(list.map((room: Room) => room.id), ["r1"]);
  assertEquals(world.query(lazyRooms.query, []), []);
});

Deno.test("renaming a target changes the resolved list, not the parent [schema/LAZ-2]", () => {
  const world = building();
  const { rooms } = world.read(Dept, "d");
  const before = world.query(lazyRooms.query, rooms);
  world.change("Room", "r1", { name: "uno" });
  const after = world.query(lazyRooms.query, rooms);
  assertEquals(after[0].name, "uno");
  assertStrictEquals(after[1], before[1]);
});

Deno.test("resolved entities keep their own relations raw, and a relation itself cannot be queried [schema/LAZ-5]", () => {
  class Node extends Entity {
    id = "";
    next: string | undefined = undefined;
    static override schema: { next: Lazy };
  }
  Node.schema = { next: new Lazy(Node) };
  const world = new StoredWorld();
  world.put(Node, { id: "1", next: { id: "2", next: { id: "1" } } });
  const second = world.query(Node.schema.next.query, { id: "2" });
  assertEquals(second.next, "1");
  assertEquals(world.query(new Lazy(Node), { id: "1" }), undefined);
});

Deno.test("graphs of relations in both directions do not recurse [schema/LAZ-6]", () => {
  class Person extends Entity {
    id = "";
    friends: string[] = [];
    static override schema: { friends: Lazy };
  }
  Person.schema = { friends: new Lazy([Person]) };
  const world = new StoredWorld();
  const everyone = Array.from({ length: 2000 }, (_, index) => `${index}`);
  world.put(
    [Person],
    everyone.map((id) => ({
      id,
      friends: [`${(Number(id) + 1) % 2000}`, `${(Number(id) + 1999) % 2000}`],
    })),
  );
  const people = world.read([Person], everyone);
  assertEquals(people.length, 2000);
  assertEquals(people[0].friends, ["1", "1999"]);
});

Deno.test("null stays, an absent field shows the default, and raw values stay raw [schema/LAZ-1] [schema/NUL-1] [schema/DEN-6]", () => {
  const world = new StoredWorld();
  world.put([Dept], [{ id: "n", rooms: null }, { id: "a" }]);
  assertEquals(world.parts.entities.Dept!.n, { id: "n", rooms: null });
  assertEquals(world.read(Dept, "n").rooms, null);
  assertEquals(world.read(Dept, "a").rooms, []);
  const raw = { id: "d", rooms: [{ id: "r1" }] };
  const dept: any = denormalize(Dept, raw, {});
  // in development nobody can change it
  assertEquals(dept.rooms, raw.rooms);
  return inProduction(() =>
    assertStrictEquals((denormalize(Dept, raw, {}) as any).rooms, raw.rooms)
  );
});

Deno.test("a function that returns the schema is warned of [schema/LAZ-1]", () => {
  const warnings: string[] = [];
  const original = console.warn;
  console.warn = (text: string) => warnings.push(text);
  try {
    new Lazy(() => Room);
    assertEquals(warnings.length, 1);
    for (const schema of [Room, [Room], Date, Number, (text: string) => text]) {
      new Lazy(schema);
    }
    assertEquals(warnings.length, 1);
  } finally {
    console.warn = original;
  }
});
