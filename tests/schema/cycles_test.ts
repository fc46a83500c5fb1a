// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
import { Union } from "../../schema/union.ts";
import { StoredWorld } from "../support/stored_world.ts";

class User extends Entity {
  id = "";
  name = "";
  posts: Post[] = [];
}

class Post extends Entity {
  id = "";
  title = "";
  author: User | null = null;
  static override schema = { author: User };
}
User.schema = { posts: [Post] };

function feed(): StoredWorld {
  const world = new StoredWorld();
  world.put(User, {
    id: "u",
    posts: [{ id: "p", author: "u" }, { id: "q", author: "u" }],
  });
  return world;
}

Deno.test("a cycle is closed whichever member is read first [schema/REF-12]", () => {
  for (const first of ["user", "post"] as const) {
    const world = feed();
    let user: any;
    let post: any;
    if (first === "user") {
      user = world.read(User, "u");
      post = world.read(Post, "p");
    } else {
      post = world.read(Post, "p");
      user = world.read(User, "u");
    }
    assertStrictEquals(user.posts[0], post);
    assertStrictEquals(post.author, user);
    assertStrictEquals(user.posts[0].author, user);
    assertStrictEquals(post.author.posts[0], post);
    assertStrictEquals(user.posts[1].author.posts[1], user.posts[1]);
    assertStrictEquals(world.read([Post], ["q", "p"])[1], post);
  }
});

Deno.test("an entity that refers to itself, and two that refer to each other [schema/REF-12]", () => {
  class Person extends Entity {
    id = "";
    friend: any = null;
  }
  Person.schema = { friend: Person };
  const world = new StoredWorld();
  world.put([Person], [
    { id: "self", friend: "self" },
    { id: "a", friend: "b" },
    { id: "b", friend: "a" },
  ]);
  const self = world.read(Person, "self");
  assertStrictEquals(self.friend, self);
  const a = world.read(Person, "a");
  const b = world.read(Person, "b");
  assertStrictEquals(a.friend, b);
  assertStrictEquals(b.friend, a);
  assertStrictEquals(a.friend.friend, a);
});

Deno.test("a change of any member rebuilds all that can reach it, closed again [schema/REF-13]", () => {
  const world = feed();
  world.put(Post, { id: "alone", title: "no author" });
  const alone = world.read(Post, "alone");
  for (
    const [key, pk] of [["User", "u"], ["Post", "p"], ["Post", "q"]] as const
  ) {
    const before = world.read(User, "u");
    const posts = [...before.posts];
    world.change(key, pk, { changed: `${key} ${pk}` });
    const after = world.read(User, "u");
    assertNotStrictEquals(after, before);
    for (const index of [0, 1]) {
      assertNotStrictEquals(after.posts[index], posts[index]);
      assertStrictEquals(after.posts[index].author, after);
    }
    assertStrictEquals(world.read(Post, "q"), after.posts[1]);
    assertStrictEquals(world.read(Post, "alone"), alone);
  }
});

Deno.test("what a cycle only refers to is not rebuilt with it [schema/REF-13] [schema/REF-4]", () => {
  class Port extends Entity {
    id = "";
  }
  class Ship extends Entity {
    id = "";
    sister: any = null;
    home = Port.fromJS();
  }
  Ship.schema = { sister: Ship, home: Port };
  const world = new StoredWorld();
  world.put([Ship], [
    { id: "a", sister: "b", home: { id: "rtm" } },
    { id: "b", sister: "a", home: { id: "ham" } },
  ]);
  const before = world.read(Ship, "a");
  world.change("Port", "rtm", { name: "R." });
  const after = world.read(Ship, "b");
  assertNotStrictEquals(after, before.sister);
  assertStrictEquals(after.home, before.sister.home);
  assertNotStrictEquals(after.sister.home, before.home);
  assertStrictEquals(after.sister.sister, after);
});

Deno.test("cycles that overlap are closed as one [schema/REF-12] [schema/REF-13]", () => {
  class Node extends Entity {
    id = "";
    edges: any[] = [];
  }
  Node.schema = { edges: [Node] };
  const world = new StoredWorld();
  // a -> b -> c -> b, c -> a, c -> d -> d, e -> a
  const edges: Record<string, string[]> = {
    a: ["b"],
    b: ["c"],
    c: ["b", "a", "d"],
    d: ["d"],
    e: ["a"],
  };
  world.put([Node], Object.keys(edges).map((id) => ({ id, edges: edges[id] })));
  for (const start of ["e", "c", "d", "b", "a"]) {
    const fresh = new StoredWorld();
    fresh.parts = world.parts;
    fresh.read(Node, start);
    const nodes = Object.fromEntries(
      Object.keys(edges).map((id) => [id, fresh.read(Node, id)]),
    );
    for (const id of Object.keys(edges)) {
      assertEquals(nodes[id].edges.length, edges[id]!.length);
      edges[id]!.forEach((target, index) =>
        assertStrictEquals(nodes[id].edges[index], nodes[target])
      );
    }
    fresh.change("Node", "d", { changed: true });
    assertNotStrictEquals(fresh.read(Node, "e"), nodes.e);
    const d = fresh.read(Node, "d");
    fresh.change("Node", "b", { changed: true });
    assertStrictEquals(fresh.read(Node, "d"), d);
    assertStrictEquals(fresh.read(Node, "c").edges[2], d);
  }
});

class Strict extends Entity {
  id = "";
  needs: any = {};
  likes: any = null;
}
Strict.schema = { needs: Strict, likes: Strict };

Deno.test("an invalid entity in a cycle makes invalid what requires it and no more [schema/REF-14] [schema/DEN-8]", () => {
  const cases: Array<{
    rows: Record<string, any>;
    expected: Record<string, "invalid" | { needs?: unknown; likes?: unknown }>;
  }> = [
    {
      // a and b need each other, and b needs what was deleted
      rows: {
        a: { id: "a", needs: "b" },
        b: { id: "b", needs: "a", likes: "a" },
        gone: INVALID,
        c: { id: "c", needs: "gone", likes: "a" },
      },
      expected: { c: "invalid" },
    },
    {
      rows: {
        a: { id: "a", needs: "b" },
        b: { id: "b", needs: "gone", likes: "a" },
        gone: INVALID,
      },
      expected: { a: "invalid", b: "invalid" },
    },
    {
      // a likes b, b needs a: a is invalid by another field, found after b was built
      rows: {
        a: { id: "a", likes: "b", needs: "gone" },
        b: { id: "b", needs: "a" },
        gone: INVALID,
      },
      expected: { a: "invalid", b: "invalid" },
    },
  ];
  for (const { rows, expected } of cases) {
    for (const start of Object.keys(rows)) {
      const world = new StoredWorld();
      for (const [pk, row] of Object.entries(rows)) {
        world.replace("Strict", pk, row);
      }
      world.read(Strict, start);
      for (const pk of Object.keys(expected)) {
        assertStrictEquals(world.read(Strict, pk), INVALID, `${pk}, ${start}`);
      }
    }
  }
});

Deno.test("what is built around an entity that turns out invalid does not keep it [schema/REF-14] [schema/REF-1]", () => {
  // "likes" is read after "needs", so the order of fields matters here
  class Late extends Entity {
    id = "";
    likes: any = null;
    needs: any = {};
  }
  Late.schema = { likes: Late, needs: Late };
  const rows: Record<string, any> = {
    top: { id: "top", likes: "x", needs: "y" },
    x: { id: "x", likes: "y", needs: "gone" },
    y: { id: "y", likes: "x", needs: "top" },
    gone: INVALID,
  };
  for (const start of ["top", "x", "y"]) {
    const world = new StoredWorld();
    for (const pk of Object.keys(rows)) world.replace("Late", pk, rows[pk]);
    world.read(Late, start);
    assertStrictEquals(world.read(Late, "x"), INVALID);
    const top = world.read(Late, "top");
    const y = world.read(Late, "y");
    assertStrictEquals(top.likes, undefined);
    assertStrictEquals(y.likes, undefined);
    assertStrictEquals(top.needs, y);
    assertStrictEquals(y.needs, top);
    // and it comes back with what it lacked
    world.replace("Late", "gone", { id: "gone", needs: null });
    const x = world.read(Late, "x");
    assertStrictEquals(world.read(Late, "top").likes, x);
    assertStrictEquals(x.likes.likes, x);
    assertStrictEquals(x.likes.needs.needs, x.likes);
  }
});

Deno.test("invalid entities that contain each other are each built a few times, not once for each way to them [schema/REF-14]", () => {
  let builds = 0;
  class Link extends Entity {
    id = "";
    next: any = null;
    back: any = null;
    needs: any = {};
    static override createIfValid(row: any): any {
      builds++;
      return super.createIfValid(row);
    }
  }
  Link.schema = { next: Link, back: Link, needs: Link };
  const world = new StoredWorld();
  const length = 30;
  world.replace("Link", "gone", INVALID);
  for (let id = 0; id < length; id++) {
    world.replace("Link", String(id), {
      id,
      next: String(id + 1),
      back: String(id - 1),
      needs: "gone",
    });
  }
  assertStrictEquals(world.read(Link, "0"), INVALID);
  assert(builds <= length * length * 2, `${builds} builds`);
});

Deno.test("all paths of a cycle are dependencies of each member [schema/REF-18]", () => {
  const world = feed();
  const pathsOf = (schema: any, pk: string) =>
    world.result(schema, pk).paths.map(({ key, pk }) => `${key} ${pk}`).sort();
  assertEquals(pathsOf(User, "u"), ["Post p", "Post q", "User u"]);
  assertEquals(pathsOf(Post, "q"), ["Post p", "Post q", "User u"]);
  world.change("Post", "p", { title: "t" });
  assertEquals(pathsOf(Post, "p"), ["Post p", "Post q", "User u"]);
});

Deno.test("cycles through maps, unions and objects [schema/REF-12]", () => {
  class Box extends Entity {
    id = "";
    inside: any = { any: null };
    choice: any = null;
  }
  const union = new Union({ box: Box }, () => "box");
  Box.schema = { inside: { any: [Box] }, choice: union };
  const world = new StoredWorld();
  world.put([Box], [
    { id: "1", inside: { any: ["2"] } },
    { id: "2", choice: { id: "1" } },
  ]);
  const one = world.read(Box, "1");
  const two = world.read(Box, "2");
  assertStrictEquals(one.inside.any[0], two);
  assertStrictEquals(two.choice, one);
});

Deno.test("a raw response with a cycle of objects is read without end [schema/DEN-6] [schema/REF-12]", () => {
  const user: any = { id: "u", name: "raw", posts: [] };
  user.posts.push({ id: "p", author: user });
  const value = new StoredWorld().read(User, user);
  assert(value instanceof User);
  assertStrictEquals(value.posts[0]!.author, value);
});

Deno.test("ten thousand members around one are read in one go [schema/REF-12]", () => {
  const count = 10_000;
  const world = new StoredWorld();
  world.put(User, {
    id: "u",
    posts: Array.from({ length: count }, (_, id) => ({ id, author: "u" })),
  });
  const user = world.read(User, "u");
  assertEquals(user.posts.length, count);
  assert(user.posts.every((post: Post) => post.author === user));
  assertStrictEquals(world.read(Post, "9999"), user.posts[9999]);
});

Deno.test("a list in a cycle that is left with nothing to show is one list all the same [schema/REF-8] [schema/REF-12]", () => {
  class Yard extends Entity {
    id = "";
    boats: any[] = [];
  }
  class Boat extends Entity {
    id = "";
    yard: any = null;
    owner: any = {};
  }
  class Owner extends Entity {
    id = "";
  }
  const boats = new Collection([Boat], {
    argsKey: ({ yard }: { yard: string }) => ({ yard }),
    nestKey: ({ id }: { id: string }) => ({ yard: id }),
  });
  Yard.schema = { boats };
  Boat.schema = { yard: Yard, owner: Owner };
  for (const first of ["list", "yard"]) {
    const world = new StoredWorld();
    world.put(Yard, {
      id: "y",
      boats: [{ id: "b", yard: "y", owner: { id: "o" } }],
    });
    const list = () => world.query(boats, { yard: "y" });
    const yard = () => world.read(Yard, "y");
    const check = (length: number) => {
      if (first === "list") list();
      assertStrictEquals(yard().boats, list());
      assertEquals(list().length, length);
    };
    check(1);
    world.replace("Owner", "o", INVALID);
    check(0);
    world.change("Boat", "b", { name: "still hidden" });
    check(0);
    world.replace("Owner", "o", { id: "o" });
    check(1);
  }
});
