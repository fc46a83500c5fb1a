// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { Commit } from "../../controller/graph/commit.ts";
import { State, versionOf } from "../../controller/graph/state.ts";
import {
  createClient,
  deserialize,
  RestEndpoint,
  serialize,
} from "../../mod.ts";
import { All } from "../../schema/all.ts";
import { Collection } from "../../schema/collection.ts";
import { denormalize, MemoCache } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { SchemaError } from "../../schema/errors.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { normalizeInto } from "../../schema/normalize.ts";
import { Query } from "../../schema/query.ts";
import { Union } from "../../schema/union.ts";
import { quietly } from "../support/capture_console.ts";
import { metaAt } from "../support/meta_at.ts";
import { StoredWorld } from "../support/stored_world.ts";

class Ship extends Entity {
  id = "";
  name = "";
}
class Port extends Entity {
  id = "";
}
class Link extends Entity {
  id = 0;
  type = "link" as const;
}
class Post extends Entity {
  id = 0;
  type = "post" as const;
}

const link = { id: 1, type: "link" };
const post = { id: 1, type: "post" };
const ad = { id: 1, type: "ad" };
const ids = (list: readonly any[]) => list.map((item) => item.id);

Deno.test("All is made of an entity, a Union, or a mapping with schemaAttribute [schema/ALL-1] [schema/ERR-8]", () => {
  const world = new StoredWorld();
  const union = new Union({ link: Link, post: Post }, "type");
  world.put([union], [link, post]);
  assertEquals(world.query(new All(Link)).length, 1);
  assertEquals(world.query(new All(union)).length, 2);
  assertEquals(
    world.query(new All({ link: Link, post: Post }, "type")).length,
    2,
  );
  const error = assertThrows(
    // @ts-expect-error a mapping needs an attribute
    () => new All({ link: Link, post: Post }),
    SchemaError,
    "schemaAttribute",
  );
  assertEquals(error.status, undefined);
});

Deno.test("an empty answer makes an empty list, not an invalid one [schema/ALL-3]", () => {
  const world = new StoredWorld();
  const all = new All(Ship);
  assertStrictEquals(world.query(all), INVALID);
  world.put(all, []);
  assertEquals(world.query(all), []);

  const both = new All({ link: Link, post: Post }, "type");
  assertStrictEquals(world.query(both), INVALID);
  world.put(both, []);
  assertEquals(world.query(both), []);
  assertEquals(world.parts.entities.Link, {});
  assertEquals(world.parts.entities.Post, {});
});

Deno.test("the query key lists all tables that exist, and is INVALID without any [schema/ALL-4]", () => {
  const world = new StoredWorld();
  const single = new All(Ship);
  const both = new All({ link: Link, post: Post }, "type");
  const keyOf = (schema: All<any>) =>
    world.memo.buildQueryKey(schema, [], world.reader);
  assertStrictEquals(keyOf(single), INVALID);
  assertStrictEquals(keyOf(both), INVALID);
  world.put([Ship], [{ id: "a" }, { id: "b" }]);
  world.put([Post], [post]);
  assertEquals(keyOf(single), ["a", "b"]);
  assertEquals(keyOf(both), [{ id: "1", schema: "post" }]);
});

Deno.test("entities of other responses are in the list [schema/ALL-5]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "seen" }]);
  world.put(new All(Ship), [{ id: "listed" }]);
  assertEquals(ids(world.query(new All(Ship))), ["seen", "listed"]);
});

Deno.test("deleted rows are left out [schema/ALL-6]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "a" }, { id: "b" }]);
  world.put(new Invalidate(Ship), { id: "a" });
  assertEquals(ids(world.query(new All(Ship))), ["b"]);
  world.put(new Invalidate(Ship), { id: "b" });
  assertEquals(world.query(new All(Ship)), []);
});

Deno.test("rows are listed by entry of the mapping, each in the order in which they came [schema/ALL-7]", () => {
  const world = new StoredWorld();
  world.put([Post], [{ id: 8, type: "post" }]);
  world.put([Link], [{ id: 5, type: "link" }]);
  world.put([Post], [{ id: 9, type: "post" }]);
  const all = new All({ link: Link, post: Post }, "type");
  assertEquals(ids(world.query(all)), [5, 8, 9]);
});

Deno.test("a store lists entities in the order in which they came first, whatever their primary keys look like [schema/ALL-7]", async () => {
  const all = new All(Ship);
  await using client = createClient();
  const listed = () => client.get(all)?.map(({ id }) => `${id}`);
  const arrived = ["10", "9", "b", "1"];
  for (const id of arrived) await client.set(Ship, { id }, { id });
  assertEquals(listed(), arrived);
  await client.set(Ship, { id: "9" }, { id: "9", name: "again" });
  assertEquals(listed(), arrived);
  const scrap = new RestEndpoint({
    path: "/ships/:id",
    method: "DELETE",
    schema: new Invalidate(Ship),
  });
  await client.setResponse(scrap, { id: "10" }, { id: "10" });
  await client.set(Ship, { id: "0" }, { id: "0" });
  assertEquals(listed(), ["9", "b", "1", "0"]);
  // one response brings them in its own order
  const getShips = new RestEndpoint({ path: "/ships", schema: [Ship] });
  await client.setResponse(getShips, [{ id: "3" }, { id: "b" }, { id: "2" }]);
  const now = ["9", "b", "1", "0", "3", "2"];
  assertEquals(listed(), now);
  // also where the state was text in between
  const text = serialize(client.getState());
  await using other = createClient({ initialState: deserialize(text) });
  assertEquals(other.get(all)?.map(({ id }) => id), now);
});

class Animal extends Entity {
  id = "";
  kind = "";
  static override key = "Animal";
}
class Cat extends Animal {}
class Dog extends Animal {}

Deno.test("rows of a table that several entries share appear once, by their discriminator [schema/ALL-8] [schema/ALL-9]", () => {
  const world = new StoredWorld();
  world.put([Animal], [
    { id: "1", kind: "cat" },
    { id: "2", kind: "dog" },
    { id: "3", kind: "newt" },
  ]);
  const all = new All({ cat: Cat, dog: Dog }, "kind");
  const list = world.query(all);
  assertEquals(ids(list), ["1", "2"]);
  assert(list[0] instanceof Cat);
  assert(list[1] instanceof Dog);

  const twice = new All({ cat: Animal, dog: Animal }, "kind");
  assertEquals(ids(world.query(twice)), ["1", "2"]);
});

Deno.test("a table of one entry is read whole, whatever its rows say [schema/ALL-9]", () => {
  class Keyed extends Entity {
    name = "";
    override pk(_parent?: any, key?: string) {
      return key;
    }
  }
  const world = new StoredWorld();
  const all = new All(
    { keyed: Keyed, ship: Ship },
    (_value: any, parent: any) => parent.kind,
  );
  world.put({ kind: "", map: new Union({ keyed: Keyed }, () => "keyed") }, {
    kind: "keyed",
    map: { name: "by key" },
  });
  assertEquals(Object.keys(world.parts.entities.Keyed!), ["map"]);
  const [row] = world.query(all);
  assert(row instanceof Keyed);
  assertEquals(row.name, "by key");
});

Deno.test("items without an entry of the mapping are not stored [schema/ALL-10]", () => {
  const world = new StoredWorld();
  const all = new All({ link: Link, post: Post }, "type");
  quietly(() => world.put(all, [link, ad, post]));
  assertEquals(Object.keys(world.parts.entities), ["Link", "Post"]);
  assertEquals(world.query(all).length, 2);
  assertEquals(denormalize(all, [link, ad], {}), [Link.fromJS(link as any)]);
});

Deno.test("the list is the same until a row of its tables changes, and its members longer [schema/ALL-11]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "a", name: "Ada" }, { id: "b", name: "Bea" }]);
  const all = new All(Ship);
  const before = world.query(all);
  world.put([Port], [{ id: "rtm" }]);
  assertStrictEquals(world.query(all), before);
  world.put([Ship], [{ id: "a", name: "Ada" }]);
  assertStrictEquals(world.query(all), before);

  world.put([Ship], [{ id: "a", name: "Ann" }]);
  const changed = world.query(all);
  assertNotStrictEquals(changed, before);
  assertNotStrictEquals(changed[0], before[0]);
  assertStrictEquals(changed[1], before[1]);

  world.put([Ship], [{ id: "c" }]);
  const added = world.query(all);
  assertNotStrictEquals(added, changed);
  assertStrictEquals(added[0], changed[0]);

  world.put(new Invalidate(Ship), { id: "c" });
  const deleted = world.query(all);
  assertEquals(ids(deleted), ["a", "b"]);
  world.replace("Ship", "b", undefined);
  assertEquals(ids(world.query(all)), ["a"]);
});

Deno.test("All inside an object or entity is read from the tables [schema/ALL-12]", () => {
  class Harbour extends Entity {
    id = "";
    ships: Ship[] = [];
    static override schema = { ships: new All(Ship) };
  }
  const world = new StoredWorld();
  const page = { ships: new All(Ship), total: 0 };
  const result = world.put(page, { ships: [{ id: "a" }], total: 1 });
  assertEquals(result, { total: 1 });
  assertEquals(ids(world.read(page, result).ships), ["a"]);
  assertEquals(world.read(page, result).total, 1);

  world.put(Harbour, { id: "h", ships: [{ id: "b" }] });
  assertEquals(world.parts.entities.Harbour, { h: { id: "h" } });
  const harbour = world.read(Harbour, "h");
  assertEquals(ids(harbour.ships), ["a", "b"]);
  world.put([Ship], [{ id: "c" }]);
  assertEquals(ids(world.read(Harbour, "h").ships), ["a", "b", "c"]);
  assertEquals(ids(world.read(page, result).ships), ["a", "b", "c"]);

  const empty = world.put(page, { ships: null, total: 0 });
  assertEquals(world.read(page, empty).ships, null);
});

Deno.test("entities appear in every All however they came, and disappear when deleted [schema/ALL-13]", () => {
  const world = new StoredWorld();
  const list = new Collection([Ship]);
  world.put(new All(Ship), []);
  world.put(list, [{ id: "a" }], [{}]);
  world.put(list.push, { id: "b" }, [{}]);
  world.put(Ship, { id: "c" });
  assertEquals(ids(world.query(new All(Ship))), ["a", "b", "c"]);
  world.put(new Invalidate(Ship), { id: "b" });
  assertEquals(ids(world.query(new All(Ship))), ["a", "c"]);
});

Deno.test("arguments do not matter to All, so that a Query over it can take one [schema/ALL-14]", () => {
  const world = new StoredWorld();
  world.put([Ship], [{ id: "a", name: "Ada" }, { id: "b", name: "Bea" }]);
  const all = new All(Ship);
  assertStrictEquals(world.query(all, { name: "Ada" }), world.query(all));
  const named = new Query(
    all,
    (ships, { name }: { name: string }) =>
      ships.filter((ship) => ship.name === name),
  );
  assertEquals(ids(world.query(named, { name: "Bea" })), ["b"]);
});

Deno.test("in a store, a change of rows makes no new list of references [schema/ALL-4] [schema/ALL-11]", () => {
  const memo = new MemoCache();
  const single = new All(Ship);
  const both = new All({ link: Link, post: Post }, "type");
  let state = State.from({});
  const put = (schema: any, input: any) => {
    const commit = new Commit(versionOf(state));
    normalizeInto(commit, schema, input, [], metaAt(1));
    state = commit.seal().state;
  };
  const keyOf = (schema: All<any>) => memo.buildQueryKey(schema, [], state);
  put([Ship], [{ id: "a", name: "Ada" }, { id: "b" }]);
  put([Link], [link]);
  put([Post], [post]);
  const before = [keyOf(single), keyOf(both)];
  assertEquals(before, [["a", "b"], [
    { id: "1", schema: "link" },
    { id: "1", schema: "post" },
  ]]);
  put([Ship], [{ id: "a", name: "Ann" }]);
  put([Link], [{ ...link, url: "/changed" }]);
  assertStrictEquals(keyOf(single), before[0]);
  assertStrictEquals(keyOf(both), before[1]);
  put([Ship], [{ id: "c" }]);
  put([Post], [{ id: 2, type: "post" }]);
  assertEquals(keyOf(single), ["a", "b", "c"]);
  assertEquals((keyOf(both) as any).length, 3);
});

Deno.test("items of a raw list that are null are left out, of whichever kind [schema/ALL-2] [schema/DEN-6]", () => {
  const raw = [{ id: "a", type: "ship" }, null, undefined, {
    id: "b",
    type: "ship",
  }];
  for (const all of [new All(Ship), new All({ ship: Ship }, "type" as never)]) {
    const items = denormalize(all, raw, {}) as any[];
    assertEquals(items.map(({ id }) => id), ["a", "b"]);
    assert(items.every((item) => item instanceof Ship));
  }
});
