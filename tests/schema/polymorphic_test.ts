// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { All } from "../../schema/all.ts";
import { ArraySchema } from "../../schema/array.ts";
import { Collection } from "../../schema/collection.ts";
import { denormalize } from "../../schema/memo_cache.ts";
import { Entity } from "../../schema/entity.ts";
import { Invalidate } from "../../schema/invalidate.ts";
import { normalize } from "../../schema/normalize.ts";
import { Union } from "../../schema/union.ts";
import { Values } from "../../schema/values.ts";
import { captureConsole, quietly } from "../support/capture_console.ts";
import { StoredWorld } from "../support/stored_world.ts";

abstract class FeedItem extends Entity {
  id = 0;
  abstract type: "link" | "post";
}
class Link extends FeedItem {
  type = "link" as const;
  url = "";
  static override key = "Link";
}
class Post extends FeedItem {
  type = "post" as const;
  content = "";
  static override key = "Post";
}
class Author extends Entity {
  id = "";
}

const link = { id: 1, type: "link", url: "/a" };
const post = { id: 2, type: "post", content: "b" };
const ad = { id: 3, type: "ad" };

function feed(): Union {
  return new Union({ link: Link, post: Post }, "type") as Union;
}

Deno.test("a string attribute names the property that holds the mapping key [schema/POL-3] [schema/POL-8]", () => {
  const { result, entities } = normalize([feed()], [link, post]);
  assertEquals(result, [
    { id: "1", schema: "link" },
    { id: "2", schema: "post" },
  ]);
  assertEquals(Object.keys(entities), ["Link", "Post"]);
  assertEquals(entities.Link, { 1: link });
});

Deno.test("only own keys of the mapping are discriminators [schema/POL-1]", () => {
  for (const type of ["constructor", "toString", "__proto__"]) {
    const item = { id: 1, type };
    const { result, entities } = quietly(() => normalize([feed()], [item]));
    assertStrictEquals(result[0], item);
    assertEquals(entities, {});
  }
  const mapping = new Union({ constructor: Link } as any, "type");
  assertEquals(normalize(mapping, { id: 1, type: "constructor" }).result, {
    id: "1",
    schema: "constructor",
  });
});

Deno.test("lists and maps take mappings to any schema [schema/POL-2]", () => {
  const world = new StoredWorld();
  const mapping = { many: [Link], one: { link: Link } };
  const list: any = new ArraySchema<any, any>(
    mapping,
    (value: any) => Array.isArray(value) ? "many" : "one",
  );
  const result = world.put(list, [[link], { link: { ...link, id: 4 } }]);
  assertEquals(result, [
    { id: ["1"], schema: "many" },
    { id: { link: "4" }, schema: "one" },
  ]);
  const [many, one] = world.read(list, result);
  assertEquals(many.map((item: Link) => item.id), [1]);
  assert(one.link instanceof Link);

  const map: any = new Values<any, any>({ many: [Link] }, () => "many");
  assertEquals(world.put(map, { a: [link] }), {
    a: { id: ["1"], schema: "many" },
  });
});

Deno.test("an attribute function gets the item, what contains the list, and the name there [schema/POL-4]", () => {
  const calls: unknown[][] = [];
  const union = new Union(
    { links: Link, posts: Post },
    (value, parent, key) => {
      calls.push([value, parent, key]);
      return `${value.type}s` as "links";
    },
  );
  const response = { items: [link] };
  normalize({ items: [union] }, response);
  for (const [value, parent, key] of calls) {
    assertStrictEquals(value, link);
    assertStrictEquals(parent, response);
    assertEquals(key, "items");
  }
  assert(calls.length > 0);

  calls.length = 0;
  const list = [post];
  normalize([union], list);
  assertStrictEquals(calls[0]![0], post);
  assertStrictEquals(calls[0]![1], list);
  assertEquals(calls[0]![2], undefined);

  calls.length = 0;
  const map = { first: link };
  normalize(new Values(union), map);
  assertStrictEquals(calls[0]![1], map);
  assertEquals(calls[0]![2], "first");
});

Deno.test("what an attribute function returns is looked up as text [schema/POL-5]", () => {
  const union = new Union(
    { 0: Link, true: Post } as any,
    (value: any) => value.flag,
  );
  const { result } = normalize([union], [
    { id: 1, flag: 0 },
    { id: 2, flag: true },
  ]);
  assertEquals(result, [{ id: "1", schema: "0" }, { id: "2", schema: "true" }]);
});

Deno.test("reads, queries and All call an attribute function with what they have [schema/POL-6]", () => {
  const calls: unknown[][] = [];
  const choose = (...args: unknown[]) => {
    calls.push(args);
    return (args[0] as any)?.type;
  };
  const union = new Union({ link: Link, post: Post }, choose);
  denormalize(union, link, {});
  assertEquals(calls, [[link, undefined, undefined]]);

  calls.length = 0;
  const world = new StoredWorld();
  world.query(union, link);
  assertEquals(calls[0], [link, undefined, ""]);

  class Sub extends Link {}
  const all = new All({ link: Link, post: Sub } as any, choose as any);
  world.put([Link], [link]);
  calls.length = 0;
  world.query(all);
  assertEquals(calls[0], [link, undefined, "1"]);

  calls.length = 0;
  world.query(new All({ link: Link, post: Post }, choose));
  assertEquals(calls, []);
});

Deno.test("a function maps values that are no mapping keys [schema/POL-7]", () => {
  const union = new Union(
    { links: Link, posts: Post },
    (value: Link | Post) => `${value.type}s` as const,
  );
  assertEquals(normalize([union], [link, post]).result, [
    { id: "1", schema: "links" },
    { id: "2", schema: "posts" },
  ]);
});

Deno.test("falsy items are returned without asking the attribute [schema/POL-9]", () => {
  const union = new Union({ link: Link }, () => {
    throw new Error("asked");
  });
  assertEquals(
    normalize([union], [null, 0, "", false, undefined]).result,
    [null, 0, "", false, undefined],
  );
});

Deno.test("an unknown discriminator leaves the original object in place, with one warning [schema/POL-10]", () => {
  for (
    const item of [ad, { id: 3 }, { id: 3, type: null }, {
      id: 3,
      type: "valueOf",
    }]
  ) {
    const warnings = captureConsole("warn", () => {
      const { result, entities } = normalize([feed()], [item]);
      assertStrictEquals(result[0], item);
      assertEquals(entities, {});
    });
    assertEquals(warnings.length, 1);
    assert(warnings[0]!.includes('"link", "post"'), warnings[0]);
    assert(warnings[0]!.includes('"id": 3'), warnings[0]);
  }
  const [warning] = captureConsole("warn", () => normalize([feed()], [ad]));
  assert(warning!.includes('"ad"'), warning);
});

Deno.test("an object without schema is read as it was stored, until define adds its key [schema/POL-11]", () => {
  const union = feed();
  const world = new StoredWorld();
  const result = quietly(() => world.put([union], [ad]));
  const warnings = captureConsole("warn", () => {
    assertStrictEquals(world.read([union], result)[0], ad);
  });
  assertEquals(warnings.length, 1);
  assert(warnings[0]!.includes("cannot be determined"), warnings[0]);

  class Ad extends Entity {
    id = 0;
  }
  union.define({ ad: Ad });
  assert(new StoredWorld().read([union], result)[0] instanceof Ad);
});

Deno.test("only an object of exactly id and schema, with a known schema, is a reference [schema/POL-12]", () => {
  const world = new StoredWorld();
  world.put([feed()], [link]);
  const withSchemaField = { id: "1", schema: "link", note: "data" };
  const unknownSchema = { id: "1", schema: "draft" };
  const withoutId = { schema: "link" };
  const [first, second, third, fourth] = quietly(() =>
    world.read([feed()], [
      { id: "1", schema: "link" },
      withSchemaField,
      unknownSchema,
      withoutId,
    ])
  );
  assert(first instanceof Link);
  assertStrictEquals(second, withSchemaField);
  assertStrictEquals(third, unknownSchema);
  assertStrictEquals(fourth, withoutId);
});

Deno.test("a reference met in a response is kept [schema/POL-12]", () => {
  const world = new StoredWorld();
  world.put([feed()], [link]);
  const warnings = captureConsole("warn", () => {
    const result = world.put([feed()], [{ id: "1", schema: "link" }]);
    assertEquals(result, [{ id: "1", schema: "link" }]);
    assert(world.read([feed()], result)[0] instanceof Link);
  });
  assertEquals(warnings, []);
});

Deno.test("an id alone is kept in both directions, with a warning on read [schema/POL-13]", () => {
  const world = new StoredWorld();
  world.put([feed()], [link]);
  for (const id of ["1", 1]) {
    assertEquals(world.put([feed()], [id]), [id]);
    const warnings = captureConsole("warn", () => {
      assertEquals(denormalize([feed()], [id], world.parts.entities), [id]);
    });
    assertEquals(warnings.length, 1);
  }
});

Deno.test("objects without schema are ordinary items of lists, maps and Collections [schema/POL-14]", () => {
  const world = new StoredWorld();
  const list = new Collection([feed()]);
  quietly(() => {
    world.put(list, [link, ad, post], [{}]);
    const items = world.query(list, {});
    assertEquals(items.map((item: any) => item.type), ["link", "ad", "post"]);

    const other = { id: 3, type: "ad" };
    world.put(list.push, other, [{}]);
    assertEquals(world.query(list, {}).length, 4);
    world.put(list.remove, [other], [{}]);
    const kept = world.query(list, {});
    assertEquals(kept.length, 3);
    assertStrictEquals(kept[1], ad);

    const map = world.put(new Values(feed()), { a: ad, b: link });
    assertStrictEquals(world.read(new Values(feed()), map).a, ad);
  });
});

Deno.test("embedded objects with a known discriminator become instances [schema/POL-15]", () => {
  const value: any = denormalize([feed()], [link, post], {});
  assert(value[0] instanceof Link);
  assert(value[1] instanceof Post);
});

Deno.test("define merges into a mapping and replaces a single schema [schema/POL-16]", () => {
  class Video extends Entity {
    id = 0;
  }
  for (
    const schema of [
      new Union({ link: Link, post: Post }, "type") as Union,
      new All({ link: Link, post: Post }, "type") as All,
      new ArraySchema<any, any>({ link: Link, post: Post }, "type"),
      new Values<any, any>({ link: Link, post: Post }, "type"),
      new Invalidate({ link: Link, post: Post }, "type") as Invalidate,
    ]
  ) {
    schema.define({ video: Video, post: Author });
    assertEquals(Object.keys(schema.schema), ["link", "post", "video"]);
    assertStrictEquals(schema.schema.link, Link);
    assertStrictEquals(schema.schema.post, Author);
  }
  const single = new ArraySchema<any>(Link);
  single.define(Post);
  assertStrictEquals(single.schema, Post);
});

Deno.test("define closes circular references [schema/POL-17]", () => {
  const union = new Union({ link: Link }, "type") as Union;
  class Thread extends Entity {
    id = 0;
    type = "thread" as const;
    replies: unknown[] = [];
    static override schema = { replies: [union] };
  }
  union.define({ thread: Thread });
  const world = new StoredWorld();
  const result = world.put(union, {
    id: 1,
    type: "thread",
    replies: [link, { id: 2, type: "thread", replies: [] }],
  });
  const thread = world.read(union, result);
  assert(thread instanceof Thread);
  assert(thread.replies[0] instanceof Link);
  assert(thread.replies[1] instanceof Thread);
});

Deno.test("define after the first response affects only later ones [schema/POL-19]", () => {
  const union = new Union({ link: Link }, "type") as Union;
  const world = new StoredWorld();
  const before = quietly(() => world.put([union], [post]));
  union.define({ post: Post });
  const after = world.put([union], [post]);
  assertStrictEquals(before[0], post);
  assertEquals(after, [{ id: "2", schema: "post" }]);
});

Deno.test("only a Union is transparent in a wrapper [schema/POL-20]", () => {
  const world = new StoredWorld();
  const nested = new ArraySchema<any>(new ArraySchema<any>(Link));
  assertEquals(world.put(nested, [[link]]), [["1"]]);
  const values = new Values<any>(new ArraySchema<any>(Link));
  assertEquals(world.put(values, { a: [link] }), { a: ["1"] });
  const deleted = new ArraySchema<any>(new Invalidate(Link));
  assertEquals(world.put(deleted, [link]), ["1"]);
  assertEquals(typeof world.parts.entities.Link![1], "symbol");
  assertEquals(world.put(new ArraySchema<any>(feed()), [link]), [
    { id: "1", schema: "link" },
  ]);
});
