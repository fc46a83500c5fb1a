// What chooses from the mapping of Values and of schema.Array is typed as that of Union
// and All. Tried: functions with typed, untyped and some typed parameters, names of
// properties, wrong ones of both; one schema, an object, a list; inside a Collection;
// annotations with one type argument; subclasses.
import { assertEquals } from "@std/assert";
import {
  All,
  Collection,
  type Denormalize,
  Entity,
  type EntityInterface,
  schema,
  Union,
  Values,
} from "../../mod.ts";
import { denormalize, normalize } from "../../schema/mod.ts";
import { exact } from "../support/exact.ts";

class Link extends Entity {
  id = 0;
  type = "link" as const;
  url = "";
}
class Post extends Entity {
  id = 0;
  type = "post" as const;
  content = "";
}
const kinds = { links: Link, posts: Post };

Deno.test("a function chooses from the mapping of a map and of a list [schema/TYP-3] [schema/POL-1]", () => {
  const byName = new Values(
    kinds,
    (value: Link | Post, _parent, _key) => `${value.type}s`,
  );
  const { result, entities } = normalize(byName, {
    first: { id: 1, type: "link", url: "/a" },
    second: { id: 2, type: "post", content: "b" },
  });
  const read = denormalize(byName, result, entities) as Record<string, unknown>;
  assertEquals(read.first instanceof Link, true);
  assertEquals(read.second instanceof Post, true);
  exact<Denormalize<typeof byName>, Record<string, Link | Post>>();

  const inOrder = new schema.Array(
    kinds,
    (value: Link | Post, _parent, _key) => `${value.type}s`,
  );
  exact<Denormalize<typeof inOrder>, (Link | Post)[]>();
  const list = normalize(inOrder, [{ id: 1, type: "link", url: "/a" }]);
  assertEquals(list.result, [{ id: "1", schema: "links" }]);
});

function neverCalled(): void {
  // the same functions
  new Union(kinds, (value: Link | Post, _parent, _key) => `${value.type}s`);
  new All(kinds, (value: Link | Post, _parent, _key) => `${value.type}s`);
  const untyped = new Values(
    kinds,
    (value, parent, key) => value || parent || key ? "links" : "posts",
  );
  exact<Denormalize<typeof untyped>, Record<string, Link | Post>>();
  const byType = new Values({ link: Link, post: Post }, "type");
  exact<Denormalize<typeof byType>, Record<string, Link | Post>>();
  // @ts-expect-error no such property
  new Values(kinds, "kind");
  // @ts-expect-error no such member of the mapping
  new Values(kinds, () => "others");
  // @ts-expect-error no such property
  new schema.Array(kinds, "kind");
  // @ts-expect-error no such member of the mapping
  new schema.Array(kinds, () => "others");

  const one = new Values(Link);
  exact<Denormalize<typeof one>, Record<string, Link>>();
  const object = new Values({ data: Link });
  exact<Denormalize<typeof object>, Record<string, { data: Link }>>();
  const lists = new schema.Array([Link]);
  exact<Denormalize<typeof lists>, Link[][]>();
  const collection = new Collection(
    new Values(kinds, (value) => value.type === "link" ? "links" : "posts"),
  );
  exact<Denormalize<typeof collection>, Record<string, Link | Post>>();

  exact<Denormalize<Values<typeof Link>>, Record<string, Link>>();
  exact<Denormalize<Values<typeof kinds>>, Record<string, Link | Post>>();
  exact<
    Denormalize<Values<Union<typeof kinds>>>,
    Record<string, Link | Post>
  >();
  const some: Values = untyped;
  class Named<Definition> extends Values<Definition> {
    name = "";
  }
  new Named(Link);
  new Named<typeof kinds>(kinds, "type");
  const named: schema.EntityInterface = Link;
  exact<schema.EntityInterface, EntityInterface>();
  void [some, named];
}

Deno.test("what chooses is checked by the mapping [schema/TYP-3]", () => {
  assertEquals(typeof neverCalled, "function");
});
