/**
 * Objects of which every member is null, which outer joins give where there is
 * no match.
 *
 * Neighbours that were tried: a field, a member of an object, lists, Values and
 * Unions; nested in each other; a composite primary key, one that is made of
 * the place, and one of a class with `process`; a row of the list itself and
 * the response itself, which are refused as before.
 */
// deno-lint-ignore-file no-explicit-any -- rows of every shape
import { assertEquals, assertThrows } from "@std/assert";
import {
  Collection,
  Entity,
  normalize,
  SchemaError,
  Union,
  Values,
} from "../../schema/mod.ts";

class Author extends Entity {
  id = "";
  name = "";
  static override key = "Author";
}
class Seat extends Entity {
  row = 0;
  place = 0;
  override pk(): string {
    return `${this.row},${this.place}`;
  }
}
class Held extends Entity {
  value: string | null = null;
  override pk(_parent?: unknown, key?: string) {
    return key;
  }
}
class Book extends Entity {
  id = "";
  author: Author | null = null;
  seat: Seat | null = null;
  held: Held | null = null;
  either: unknown = null;
  authors: Author[] = [];
  readers: Author[] = [];
  byRole: Record<string, Author> = {};
  static override schema = {
    author: Author,
    seat: Seat,
    held: Held,
    either: new Union({ author: Author }, "name" as any),
    authors: [Author],
    readers: new Collection([Author]),
    byRole: new Values(Author),
  };
}

const nothing = { id: null, name: null };

Deno.test("an object of nulls in the place of a nested entity is null, and the row around it stays [schema/ENT-45]", () => {
  const { result, entities } = normalize([Book], [
    {
      id: "1",
      author: nothing,
      seat: { row: null, place: null },
      either: nothing,
      authors: [nothing],
      readers: [{ id: "a", name: "Ada" }, nothing],
      byRole: { editor: nothing, writer: { id: "a", name: "Ada" } },
    },
    { id: "2", author: { id: null, name: null, books: [], home: nothing } },
  ]) as any;
  assertEquals(result, ["1", "2"]);
  const { readers: _, ...first } = entities.Book["1"];
  assertEquals(first, {
    id: "1",
    author: null,
    seat: null,
    either: null,
    authors: [],
    byRole: { writer: "a" },
  });
  assertEquals(entities.Book["2"].author, null);
  assertEquals(Object.keys(entities.Author), ["a"]);
  assertEquals(entities.Seat, undefined);
});

Deno.test("an entity whose primary key is its place may be all null [schema/ENT-45]", () => {
  const { entities } = normalize(Book, { id: "1", held: { value: null } });
  assertEquals(entities.Held, { held: { value: null } } as any);
});

Deno.test("in an object of schemas an object of nulls is null [schema/ENT-45]", () => {
  const { result } = normalize({ author: Author, count: 0 }, {
    author: nothing,
    count: 3,
  });
  assertEquals(result, { author: null, count: 3 });
});

Deno.test("an entity that has something but a primary key is refused as before, and so are rows and responses of nulls [schema/ENT-45]", () => {
  for (
    const [schema, input] of [
      [Author, nothing],
      [[Author], [nothing]],
      [Book, { id: "1", author: { id: null, name: "Ada" } }],
      [Book, { id: "1", author: {} }],
    ] as [any, any][]
  ) {
    assertThrows(() => normalize(schema, input), SchemaError);
  }
  // a primary key of text that says null is one
  class Named extends Author {
    static override key = "Named";
  }
  assertEquals(
    normalize({ named: Named }, { named: { id: "null", name: null } }).result,
    { named: "null" },
  );
});
