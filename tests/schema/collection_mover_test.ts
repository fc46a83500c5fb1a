// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { All } from "../../schema/all.ts";
import { Collection } from "../../schema/collection.ts";
import { CollectionChange } from "../../schema/collection_change.ts";
import { append, unshift } from "../../schema/merge_membership.ts";
import type { CollectionSchema } from "../../schema/collection_types.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { SchemaError } from "../../schema/errors.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { captureConsole } from "../support/capture_console.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Todo extends Entity {
  id = "";
  group = "";
  title = "";
}
class Note extends Entity {
  id = "";
  group = "";
}
const list = new Collection([Todo]);
const map = new Collection(new Values(Todo));
const mixed = new Collection([
  new Union({ todo: Todo, note: Note }, (value) => value.type),
]);

function rows(world: StoredWorld, table = "[Todo]"): any {
  return world.parts.entities[table];
}

/** Two groups: a and b in five, c in ten, all in everything. */
function groups(): StoredWorld {
  const world = new StoredWorld();
  world.put(list, [{ id: "a", group: "five" }, { id: "b", group: "five" }], [
    { group: "five" },
  ]);
  world.put(list, [{ id: "c", group: "ten" }], [{ group: "ten" }]);
  world.put(list, ["a", "b", "c"], [{}]);
  return world;
}

Deno.test("remove takes objects, ids and references out of the lists that match [schema/COL-50]", () => {
  for (
    const input of [
      { id: "a" },
      { id: "a", title: "whatever" },
      [{ id: "a" }],
      ["a"],
    ]
  ) {
    const world = groups();
    assertEquals(world.put(list.remove, input, [{ group: "five" }]), ["a"]);
    assertEquals(rows(world), {
      '{"group":"five"}': ["b"],
      '{"group":"ten"}': ["c"],
      "{}": ["b", "c"],
    });
  }
  const world = groups();
  world.put(list.remove, [{ id: "a" }, "b", "zz"], [{ group: "five" }]);
  assertEquals(rows(world)["{}"], ["c"]);
});

Deno.test("polymorphic members are removed by id and schema [schema/COL-50]", () => {
  const world = new StoredWorld();
  const both = [{ id: "1", type: "todo" }, { id: "1", type: "note" }];
  world.put(mixed, both, [{}]);
  world.put(mixed.remove, { id: "1", type: "note" }, [{}]);
  assertEquals(rows(world, "[Todo;Note]")["{}"], [{ id: "1", schema: "todo" }]);
  world.put(mixed, both, [{}]);
  world.put(mixed.remove, [{ id: "1", schema: "todo" }], [{}]);
  assertEquals(rows(world, "[Todo;Note]")["{}"], [{ id: "1", schema: "note" }]);
});

Deno.test("remove stores fields of known entities and makes up no others [schema/COL-51]", () => {
  const world = groups();
  world.put(list.remove, [
    { id: "a", title: "done" },
    { id: "unknown", title: "x" },
  ], [{ group: "five" }]);
  assertEquals(rows(world, "Todo").a, {
    id: "a",
    group: "five",
    title: "done",
  });
  assertEquals(Object.keys(rows(world, "Todo")), ["a", "b", "c"]);
  assertEquals(world.query(new All(Todo)).length, 3);
  assertThrows(
    () => world.put(list.remove, { title: "no id" }, [{}]),
    SchemaError,
    "Collection.remove",
  );
});

Deno.test("remove without arguments reaches all lists [schema/COL-52]", () => {
  for (const args of [[], [{}], [undefined], [{}, {}], [null, undefined]]) {
    const world = groups();
    world.put(list.remove, { id: "a" }, args);
    assertEquals(rows(world), {
      '{"group":"five"}': ["b"],
      '{"group":"ten"}': ["c"],
      "{}": ["b", "c"],
    });
  }
  const world = groups();
  world.put(list.remove, { id: "a" }, [{}, { group: "ten" }]);
  assertEquals(rows(world)['{"group":"five"}'], ["a", "b"]);
});

Deno.test("a remove that began before the list removes its members and no others [schema/COL-53]", () => {
  const world = new StoredWorld();
  world.put(list, [{ id: "a" }, { id: "b" }, { id: "c" }], [{}], 10);
  world.put(list.remove, { id: "b" }, [{}], 5);
  assertEquals(rows(world)["{}"], ["a", "c"]);
  assertEquals(world.parts.entitiesMeta["[Todo]"]!["{}"]!.fetchedAt, 10);
});

Deno.test("remove on a map takes one entity or a list, and deletes every entry of it [schema/COL-54]", () => {
  const stored = { x: { id: "a" }, y: { id: "b" }, z: { id: "a" } };
  for (
    const [input, kept] of [
      [{ id: "a", title: "t" }, { y: "b" }],
      [[{ id: "a" }, { id: "b" }], {}],
      [["b"], { x: "a", z: "a" }],
    ] as const
  ) {
    const world = new StoredWorld();
    world.put(map, stored, [{}]);
    world.put(map.remove, input, [{}]);
    assertEquals(rows(world, "{Todo}")["{}"], kept);
    assertEquals(Object.keys(rows(world, "Todo")), ["a", "b"]);
  }
});

Deno.test("remove and move take no map of entities, and say what is missing [schema/COL-54] [schema/COL-56]", () => {
  const world = new StoredWorld();
  world.put(map, { x: { id: "a" } }, [{}]);
  for (const name of ["remove", "move"] as const) {
    assertThrows(
      () => world.put(map[name], { any: { id: "a" } }, [{}]),
      SchemaError,
      `Collection.${name}: Todo is missing a usable primary key`,
    );
  }
  assertEquals(rows(world, "{Todo}"), { "{}": { x: "a" } });
});

Deno.test("an object without schema is removed from a map by identity [schema/COL-54] [schema/POL-14]", () => {
  const named = new Collection(
    new Values({ todo: Todo } as any, (value: any) => value.type) as Values,
  );
  const unknown = { id: "a", type: "ad", note: null };
  const world = new StoredWorld();
  captureConsole("warn", () => {
    world.put(named, { x: unknown, y: { id: "b", type: "todo" } }, [{}]);
    world.put(named.remove, { id: "a", type: "ad" }, [{}]);
    assertEquals(Object.keys(rows(world, "{Todo}")["{}"]), ["x", "y"]);
    world.put(named.remove, unknown, [{}]);
    assertEquals(Object.keys(rows(world, "{Todo}")["{}"]), ["y"]);
    world.put(named.remove, { id: "b", type: "todo" }, [{}]);
    assertEquals(rows(world, "{Todo}")["{}"], {});
  });
});

Deno.test("move takes out of the lists that match no longer and appends to those that do now [schema/COL-55]", () => {
  const world = groups();
  assertEquals(
    world.put(list.move, { id: "a", group: "ten" }, [{ id: "a" }]),
    ["a"],
  );
  assertEquals(rows(world), {
    '{"group":"five"}': ["b"],
    '{"group":"ten"}': ["c", "a"],
    "{}": ["a", "b", "c"],
  });
  assertEquals(rows(world, "Todo").a.group, "ten");

  world.put(list, ["c"], [{ group: "none", extra: 1 }]);
  const before = rows(world);
  world.put(list.move, { id: "b", group: "five" }, [{ id: "b" }]);
  assertEquals(rows(world), before);

  world.put(list.move, { id: "new", group: "ten" }, [{ id: "new" }]);
  assertEquals(rows(world)['{"group":"ten"}'], ["c", "a", "new"]);
  assertEquals(rows(world)['{"group":"five"}'], ["b"]);
  assertEquals(rows(world)["{}"], ["a", "b", "c", "new"]);
});

Deno.test("a member moves where the answer says, also when a list that began later has its old place [schema/COL-38] [schema/COL-55]", () => {
  const world = new StoredWorld();
  const five = [{ group: "five" }];
  world.put(list, [{ id: "a", group: "five" }], five, 1);
  world.put(list, [], [{ group: "ten" }], 1);
  // polled while the request of the move was under way
  world.put(list, [{ id: "a", group: "five" }], five, 5);
  world.put(list.move, { id: "a", group: "ten" }, [{ id: "a" }], 3);
  assertEquals(rows(world), {
    '{"group":"five"}': [],
    '{"group":"ten"}': ["a"],
  });
});

Deno.test("members of maps move under their primary key [schema/COL-56]", () => {
  const world = new StoredWorld();
  world.put(map, { x: { id: "a", group: "five" } }, [{ group: "five" }]);
  world.put(map, {}, [{ group: "ten" }]);
  world.put(map.move, { id: "a", group: "ten" }, [{ id: "a" }]);
  assertEquals(rows(world, "{Todo}"), {
    '{"group":"five"}': {},
    '{"group":"ten"}': { a: "a" },
  });
  world.put(map.move, { id: "a", group: "five" }, [{}]);
  assertEquals(rows(world, "{Todo}"), {
    '{"group":"five"}': { a: "a" },
    '{"group":"ten"}': {},
  });
});

Deno.test("parameters that are no fields are taken from the arguments [schema/COL-57]", () => {
  class Card extends Entity {
    id = "";
  }
  const cards = new Collection([Card]);
  const world = new StoredWorld();
  world.put(cards, [{ id: "10" }], [{ group: "five" }]);
  world.put(cards, [], [{ group: "ten" }]);
  world.put(cards.move, { id: "10" }, [
    { group: "five", id: "10" },
    { group: "ten" },
  ]);
  assertEquals(rows(world, "[Card]"), {
    '{"group":"five"}': [],
    '{"group":"ten"}': ["10"],
  });
  const form = new FormData();
  form.append("group", "five");
  world.put(cards.move, { id: "10" }, [{ group: "ten", id: "10" }, form]);
  assertEquals(rows(world, "[Card]"), {
    '{"group":"five"}': ["10"],
    '{"group":"ten"}': [],
  });
});

Deno.test("polymorphic members move [schema/COL-58]", () => {
  const world = new StoredWorld();
  world.put(mixed, [
    { id: "1", type: "todo", group: "five" },
    { id: "1", type: "note", group: "five" },
  ], [{ group: "five" }]);
  world.put(mixed, [], [{ group: "ten" }]);
  world.put(mixed.move, { id: "1", type: "note", group: "ten" }, [{}]);
  assertEquals(rows(world, "[Todo;Note]"), {
    '{"group":"five"}': [{ id: "1", schema: "todo" }],
    '{"group":"ten"}': [{ id: "1", schema: "note" }],
  });
  const unknown = { id: "1", type: "ad", group: "ten" };
  captureConsole("warn", () => {
    assertStrictEquals(world.put(mixed.move, [unknown], [{}])[0], unknown);
  });
  assertEquals(rows(world, "[Todo;Note]")['{"group":"ten"}'].length, 1);
});

Deno.test("moveWith inserts in a way of its own [schema/COL-59]", () => {
  const world = groups();
  world.put(list.moveWith(unshift), { id: "a", group: "ten" }, [{}]);
  assertEquals(rows(world), {
    '{"group":"five"}': ["b"],
    '{"group":"ten"}': ["a", "c"],
    "{}": ["a", "b", "c"],
  });
  const toFront = list.moveWith((existing, incoming) => [
    ...incoming,
    ...existing.filter((id: string) => !incoming.includes(id)),
  ]);
  world.put(toFront, { id: "b", group: "ten" }, [{}]);
  assertEquals(rows(world), {
    '{"group":"five"}': [],
    '{"group":"ten"}': ["b", "a", "c"],
    "{}": ["a", "b", "c"],
  });
  const renamed = map.moveWith((existing, incoming) => ({
    ...existing,
    ...Object.fromEntries(
      Object.entries(incoming).map(([name, value]) => [`to-${name}`, value]),
    ),
  }));
  world.put(map, { x: "a" }, [{ group: "ten" }]);
  world.put(map, {}, [{ group: "five" }]);
  world.put(renamed, { id: "a", group: "five" }, [{}]);
  assertEquals(rows(world, "{Todo}"), {
    '{"group":"ten"}': {},
    '{"group":"five"}': { "to-a": "a" },
  });
});

Deno.test("a change of one member reads as that member [schema/COL-41]", () => {
  const moved: any = denormalize(list.move, { id: "a", group: "ten" }, {});
  assert(moved instanceof Todo);
  const removed: any = denormalize(list.remove, [{ id: "a" }], {});
  assert(removed[0] instanceof Todo);
  const fromMap: any = denormalize(map.remove, { id: "a" }, {});
  assert(fromMap instanceof Todo);
  const several: any = denormalize(map.move, [{ id: "a" }], {});
  assert(several[0] instanceof Todo);
});

Deno.test("a subclass may have changes of its own [schema/COL-46]", () => {
  class Assigned<S extends CollectionSchema = any> extends Collection<S> {
    constructor(...given: ConstructorParameters<typeof Collection<S>>) {
      super(...given);
      this.push = this.addWith(unshift);
      this.unshift = this.addWith(append);
      this.assign = this.addWith((before, added) => ({ ...added, ...before }));
      this.remove = new CollectionChange(this, "remove");
      this.move = this.moveWith(unshift);
    }
  }
  class Declared extends Collection<[typeof Todo]> {
    override push = this.addWith(unshift);
    override move = this.moveWith(unshift);
    declare remove: CollectionChange;
  }
  class Computed extends Collection<[typeof Todo]> {
    override get push() {
      return this.addWith(unshift);
    }
    override get move() {
      assert(super.move instanceof CollectionChange);
      return this.moveWith(unshift);
    }
  }
  for (
    const todos of [
      new Assigned([Todo]),
      new Declared([Todo]),
      new Computed([Todo]),
    ]
  ) {
    const world = groups();
    world.put(todos.push, { id: "d", group: "ten" }, [{ group: "ten" }]);
    assertEquals(rows(world)['{"group":"ten"}'], ["d", "c"]);
    world.put(todos.move, { id: "b", group: "ten" }, [{ id: "b" }]);
    assertEquals(rows(world)['{"group":"ten"}'], ["b", "d", "c"]);
    assertEquals(rows(world)['{"group":"five"}'], ["a"]);
    world.put(todos.remove, { id: "d" }, [{ group: "ten" }]);
    assertEquals(rows(world)['{"group":"ten"}'], ["b", "c"]);
  }
  const todos = new Assigned([Todo]);
  assertStrictEquals(todos.push, todos.push);
  const map = new Assigned(new Values(Todo));
  const world = new StoredWorld();
  world.put(map, { first: { id: "a" } }, [{}]);
  world.put(map.assign, { first: { id: "b" }, last: { id: "c" } }, [{}]);
  assertEquals(rows(world, "{Todo}")["{}"], { first: "a", last: "c" });
  assertEquals(list.assign as unknown, undefined);
});
