// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { unshift } from "../../schema/merge_membership.ts";
import { denormalize, EntityMixin } from "../../schema/mod.ts";
import { Entity } from "../../schema/entity.ts";
import { isTemporaryPk } from "../../schema/entity_plan.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { captureConsole } from "../support/capture_console.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Owner extends Entity {
  id = "";
}
class Todo extends Entity {
  id = "";
  userId = 0;
  title = "";
  owner: Owner | undefined = undefined;
  static override schema = { owner: Owner };
}
const list = new Collection([Todo]);
const map = new Collection(new Values(Todo));

/** A store with empty lists of these keys. */
function listsOf(collection: any, ...keys: object[]): StoredWorld {
  const world = new StoredWorld();
  const empty = collection.key.startsWith("[") ? [] : {};
  for (const key of keys) world.put(collection, empty, [key]);
  return world;
}

/** The stored references by key. */
function rows(world: StoredWorld, table = "[Todo]"): any {
  return world.parts.entities[table];
}

Deno.test("changes are derived from the Collection, those that do not apply are undefined [schema/COL-30]", () => {
  for (const name of ["push", "unshift", "remove", "move"] as const) {
    assertEquals(typeof list[name].normalize, "function");
    assertStrictEquals(list[name], list[name]);
  }
  assertEquals(list.assign, undefined);
  for (const name of ["assign", "remove", "move"] as const) {
    assertEquals(typeof map[name].normalize, "function");
  }
  assertEquals(map.push, undefined);
  assertEquals(map.unshift, undefined);
});

Deno.test("a temporary primary key is in the field that primary keys of its class come from [schema/ENT-12]", () => {
  class Coded extends EntityMixin(
    class {
      code = "";
      title = "";
    },
    { key: "Coded", pk: "code" },
  ) {}
  class Computed extends Entity {
    slug = "";
    number = 0;
    override pk() {
      return this.slug && `the ${this.slug}`;
    }
  }
  class Numbered extends Entity {
    id = 0;
    static override schema = { id: Number };
  }
  const created = (entity: any, input: object) => {
    const world = new StoredWorld();
    const list = new Collection([entity]);
    world.put(list, [], [{}]);
    world.put(list.push as any, input, [{}]);
    return world.query(list, {})[0];
  };
  const item = created(Todo, { title: "x" });
  assert(isTemporaryPk(item.pk()) && item.id === item.pk());
  const coded = created(Coded, { title: "x" });
  assert(isTemporaryPk(coded.pk()) && coded.code === coded.pk());
  // nothing to write it to, or to write it as
  assertEquals(created(Computed, { number: 1 }).slug, "");
  assertEquals(created(Numbered, {}).id, 0);
});

Deno.test("a value that filters matches a list of it alone [schema/COL-32]", () => {
  const byTag = () => listsOf(list, { tags: "a" }, { tags: "b" }, {});
  const world = byTag();
  world.put(list.push, { id: "x", tags: ["a"] }, [{ tags: ["a"] }]);
  world.put(list.push, { id: "y" }, [{}, { tags: ["b"] }]);
  world.put(list.push, { id: "z" }, [{}, { tags: ["a", "b"] }]);
  world.put(list.push, { id: "none" }, [{}, { tags: [] }]);
  assertEquals(rows(world), {
    '{"tags":"a"}': ["x"],
    '{"tags":"b"}': ["y"],
    "{}": ["x", "y", "z", "none"],
  });
  world.put(list.move, { id: "x", tags: ["b"] }, [{ id: "x" }]);
  assertEquals(rows(world)['{"tags":"a"}'], []);
  assertEquals(rows(world)['{"tags":"b"}'], ["y", "x"]);
  // numbers count as text there, too
  const numbered = listsOf(list, { group: 5 });
  numbered.put(list.push, { id: "n" }, [{}, { group: [5] }]);
  assertEquals(rows(numbered)['{"group":"5"}'], ["n"]);
});

Deno.test("form data counts by its entries [schema/COL-32] [schema/COL-33]", () => {
  const world = listsOf(list, {}, { userId: 1 }, { userId: 2 }, {
    tag: ["x", "y"],
  });
  const form = new FormData();
  form.append("userId", "1");
  form.append("tag", "x");
  form.append("tag", "y");
  world.put(list.push, { id: "a" }, [form]);
  world.put(list.push, { id: "b" }, [{}, form]);
  assertEquals(rows(world), {
    "{}": ["a", "b"],
    '{"userId":"1"}': ["a", "b"],
    '{"userId":"2"}': [],
    '{"tag":["x","y"]}': ["a", "b"],
  });
});

Deno.test("members named by nonFilterArgumentKeys need not match; by default those that order [schema/COL-34]", () => {
  const reached = (collection: any, key: object) => {
    const world = listsOf(collection, key);
    world.put(collection.push, { id: "x" }, [{ userId: 1 }]);
    return Object.values(rows(world)).flat().length === 1;
  };
  assert(reached(list, { userId: 1, orderBy: "title", order: "up" }));
  assert(reached(list, { userId: 1, ordering: "up", order_by: "title" }));
  assert(!reached(list, { userId: 1, reorder: "up" }));
  assert(!reached(list, { userId: 1, orderId: 3 }));
  assert(!reached(list, { userId: 1, order_number: 3 }));
  for (
    const nonFilterArgumentKeys of [
      ["sort", "page"],
      /^(sort|page)$/,
      /^(sort|page)$/g,
      /^(sort|page)$/y,
      (name: string) => name === "sort" || name === "page",
    ]
  ) {
    const collection = new Collection([Todo], { nonFilterArgumentKeys });
    for (let repeat = 0; repeat < 3; repeat++) {
      assert(reached(collection, { userId: 1, sort: "up", page: 2 }));
      assert(!reached(collection, { userId: 1, orderBy: "title" }));
    }
  }
});

Deno.test("createCollectionFilter decides for itself, with the Collection as this [schema/COL-35]", () => {
  const calls: unknown[] = [];
  const collection = new Collection([Todo], {
    createCollectionFilter(this: any, ...args: any[]) {
      calls.push([this, args]);
      return (key: any) => Number(key.age) > args[0].min;
    },
  });
  const world = listsOf(collection, { age: 5 }, { age: 50 }, {});
  const args = [{ min: 10 }, { title: "t" }];
  world.put(collection.push, { id: "x" }, args);
  assertEquals(rows(world), {
    '{"age":"5"}': [],
    '{"age":"50"}': ["x"],
    "{}": [],
  });
  assertStrictEquals((calls[0] as any)[0], collection);
  assertEquals((calls[0] as any)[1], args);
});

Deno.test("a member is in a list once, at the place it has [schema/COL-37]", () => {
  const world = new StoredWorld();
  world.put(list, ["a", "b", "c"], [{}]);
  const before = rows(world)["{}"];
  world.put(list.push, { id: "a", title: "new" }, [{}]);
  world.put(list.unshift, [{ id: "c" }, { id: "b" }], [{}]);
  assertStrictEquals(rows(world)["{}"], before);
  assertEquals(rows(world, "Todo").a.title, "new");
  world.put(list.push, [{ id: "d" }, { id: 7 }, { id: "d" }, { id: "7" }], [
    {},
  ]);
  assertEquals(rows(world)["{}"], ["a", "b", "c", "d", "7"]);
});

Deno.test("a list that began before a later push does not undo it [schema/COL-39]", () => {
  const world = new StoredWorld();
  world.put(list, ["a"], [{}], 1);
  world.put(list.push, { id: "x" }, [{}], 10);
  world.put(list, ["a"], [{}], 5);
  assertEquals(rows(world)["{}"], ["a", "x"]);
});

Deno.test("the result is the references that were added, and reading gives back one or several [schema/COL-41]", () => {
  const world = listsOf(list, {});
  assertEquals(world.put(list.push, { id: "a" }, [{}]), ["a"]);
  assertEquals(world.put(list.push, [{ id: "b" }, { id: "a" }], [{}]), [
    "b",
    "a",
  ]);
  assertEquals(world.put(map.assign, { x: { id: "c" } }, [{}]), { x: "c" });

  const one: any = denormalize(list.push, { id: "a" }, {});
  assert(one instanceof Todo);
  const several: any = denormalize(list.push, [{ id: "a" }, { id: "b" }], {});
  assert(Array.isArray(several) && several[1] instanceof Todo);
  const entries: any = denormalize(map.assign, { x: { id: "c" } }, {});
  assert(entries.x instanceof Todo);
  assertStrictEquals(world.read(list.push, ["a"])[0], world.read(Todo, "a"));
  assertStrictEquals(world.read(list.unshift, "a"), world.read(Todo, "a"));
});

Deno.test("changes cannot be queried [schema/COL-42]", () => {
  const world = listsOf(list, {});
  world.put(list.push, { id: "a" }, [{}]);
  for (
    const change of [
      list.push,
      list.unshift,
      list.remove,
      list.move,
      list.addWith(unshift),
      list.moveWith(unshift),
      map.assign,
    ]
  ) {
    assertEquals(world.query(change, { id: "a" }), undefined);
  }
});

Deno.test("addWith combines references in a way of its own, with a filter of its own [schema/COL-43]", () => {
  const world = new StoredWorld();
  world.put(list, ["a", "b"], [{ userId: 1 }]);
  world.put(list, ["c"], [{ userId: 2 }]);
  const given: unknown[] = [];
  const interleave = list.addWith((existing, incoming) => {
    given.push([existing, incoming]);
    return existing.includes(incoming[0])
      ? existing
      : [existing[0], ...incoming, ...existing.slice(1)];
  });
  assertEquals(world.put(interleave, { id: "x" }, [{ userId: 1 }]), ["x"]);
  assertEquals(given, [[["a", "b"], ["x"]]]);
  assertEquals(rows(world), {
    '{"userId":"1"}': ["a", "x", "b"],
    '{"userId":"2"}': ["c"],
  });
  const everywhere = list.addWith(unshift, () => () => true);
  world.put(everywhere, [{ id: "y" }], [{}]);
  assertEquals(rows(world), {
    '{"userId":"1"}': ["y", "a", "x", "b"],
    '{"userId":"2"}': ["y", "c"],
  });
  assert(isTemporaryPk(world.put(everywhere, { title: "no id" }, [{}])[0]));
});

Deno.test("members of a Union are added as references, unknown ones as they are [schema/COL-44]", () => {
  const union = new Union({ todo: Todo, owner: Owner }, (value) => value.type);
  const mixed = new Collection([union]);
  const world = new StoredWorld();
  world.put(mixed, [], [{}]);
  const unknown = { id: "a", type: "ad" };
  captureConsole("warn", () => {
    world.put(mixed.push, [
      { id: "a", type: "todo" },
      { id: "a", type: "owner" },
      unknown,
    ], [{}]);
    world.put(mixed.push, [{ id: "a", type: "owner" }, unknown], [{}]);
  });
  assertEquals(rows(world, "[Todo;Owner]")["{}"], [
    { id: "a", schema: "todo" },
    { id: "a", schema: "owner" },
    unknown,
  ]);
});

Deno.test("nested lists are reached too [schema/COL-45] [schema/REF-8]", () => {
  const todos = new Collection([Todo], {
    argsKey: ({ userId }: any) => ({ userId }),
    nestKey: (user: any) => ({ userId: user.id }),
  });
  class User extends Entity {
    id = "";
    todos: Todo[] = [];
    static override schema = { todos };
  }
  const world = new StoredWorld();
  world.put(User, { id: "1", todos: [{ id: "b1" }] }, [{ id: "1" }]);
  const before = world.read(User, "1");
  assertEquals(
    (world.parts.entities.User!["1"] as any).todos,
    '{"userId":"1"}',
  );
  assertEquals(world.put(todos.push, { id: "b2" }, [{ userId: 1 }]), ["b2"]);
  const user = world.read(User, "1");
  assertEquals(user.todos.map((todo: Todo) => todo.id), ["b1", "b2"]);
  assertStrictEquals(user.todos[0], before.todos[0]);
  assertStrictEquals(world.query(todos, { userId: 1 }), user.todos);
});

Deno.test("the id of a parent selects, also if its name is one of those that order [schema/COL-34]", () => {
  const lines = new Collection([Todo], {
    nestKey: ({ id }: { id: string }) => ({ order: id }),
  });
  class Order extends Entity {
    id = "";
    lines: Todo[] = [];
    static override schema = { lines };
  }
  const world = new StoredWorld();
  for (const id of ["1", "2"]) world.put(Order, { id, lines: [] });
  world.put(lines.push, { id: "a" }, [{ order: "2" }]);
  const lengths = ["1", "2"].map((id) => world.read(Order, id).lines.length);
  assertEquals(lengths, [0, 1]);
});

Deno.test("the customer's push reaches the lists that its arguments describe, once each [schema/COL-33] [schema/COL-37]", () => {
  for (
    const args of [
      [{ userId: "1" }, { title: "t" }],
      [{ userId: "1", title: "t", id: "9" }],
    ]
  ) {
    const world = listsOf(list, {}, { userId: "1" }, { userId: "2" });
    const result = world.put(list.push, { id: "9", title: "t" }, args);
    assertEquals(rows(world), {
      "{}": ["9"],
      '{"userId":"1"}': ["9"],
      '{"userId":"2"}': [],
    });
    assertEquals(world.read(list.push, result)[0].title, "t");
  }
});
