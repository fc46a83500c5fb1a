// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { INVALID } from "../../schema/invalid.ts";
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

class Strict extends Entity {
  id = "";
  needs: any = {};
  likes: any = null;
}
Strict.schema = { needs: Strict, likes: Strict };

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
