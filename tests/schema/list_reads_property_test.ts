// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import { actions, Controller, createReducer } from "../../controller/mod.ts";
import type { State } from "../../controller/state/mod.ts";
import {
  All,
  Collection,
  Entity,
  Invalidate,
  MemoCache,
  Query,
  Union,
  Values,
} from "../../schema/mod.ts";
import type { Schema } from "../../schema/contract.ts";

class Author extends Entity {
  id = "";
  name = "";
}

class Tag extends Entity {
  id = "";
  kind = "tag";
  name = "";
}

class Comment extends Entity {
  id = "";
  kind = "comment";
  text = "";
  static override schema: Record<string, Schema> = { author: Author };
}

const comments = new Collection([Comment], {
  nestKey: (article: any) => ({ article: article.id }),
});
const either = new Union({ tag: Tag, comment: Comment }, "kind" as never);

class Article extends Entity {
  id = "";
  title = "";
  static override schema: Record<string, Schema> = {
    author: Author,
    tags: [Tag],
    labels: new Values(Tag),
    comments,
    related: [either],
  };
}

class Feed extends Entity {
  id = "";
  name = "";
  static override schema: Record<string, Schema> = { articles: [Article] };
}

const articles = new Collection([Article]);
const allArticles = new All(Article);
const odd = (list: any) =>
  list.filter(({ title }: any) => title.length % 2 === 1);
const queries: Record<string, [any, any[]]> = {
  articles: [articles, [{}]],
  all: [allArticles, []],
  oddArticles: [new Query(articles, odd), [{}]],
  oddOfAll: [new Query(allArticles, odd), []],
  feed: [Feed, [{ id: "1" }]],
  comments: [comments, [{ article: "1" }]],
};
const authors = 5;
const few = 4;

const reduce = createReducer(new Controller());

function set(state: State, schema: any, value: any, args: any[] = []): State {
  return reduce(state, actions.createSet(schema, { args, value }));
}

function articleOf(id: number, seed: number): object {
  // now and then an author that nothing else shows
  const author = {
    id: String((id + seed) % (seed > 9 ? 5000 : authors)),
    name: "first",
  };
  const tag = { id: String((id * seed) % few), kind: "tag", name: "t" };
  const comment = { id: `${id % 7}`, kind: "comment", text: "c", author };
  return {
    id: String(id),
    title: "x".repeat(id % 3),
    author,
    ...(id % 2 ? { tags: [tag] } : {}),
    ...(id % 3 ? {} : { labels: { main: tag } }),
    ...(id % 5 ? {} : { comments: [comment] }),
    ...(id % 11 ? {} : { related: [tag, comment] }),
  };
}

/** Lists that were given, as results of endpoints are. */
function resultsOf(size: number): Record<string, [any, any]> {
  const pks = Array.from({ length: size }, (_, id) => String(id));
  return {
    list: [[Article], [...pks, "3"]],
    authors: [[Author], Array.from({ length: size }, (_, id) => `${id % 5}`)],
    values: [
      new Values(Article),
      Object.fromEntries(pks.map((pk) => [`k${pk}`, pk])),
    ],
    union: [
      [either],
      pks.map((id, at) =>
        at % 2
          ? { id: String(at % few), schema: "tag" }
          : { id: String(+id % 7), schema: "comment" }
      ),
    ],
    object: [{ list: [Article], first: Article }, { list: pks, first: "0" }],
  };
}

type Step = { what: number; id: number; other: number; reads: number };

/** Long lists are read by outline as long as nothing was deleted. */
const calm = [0, 1, 17, 17, 9, 11, 13, 3];

const stepOf = (what: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.record({
    what,
    id: fc.nat(5000),
    other: fc.nat(5000),
    reads: fc.nat(0xffff),
  });
const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.oneof(
    ...[fc.nat(17), fc.constantFrom(...calm)].map((what) =>
      fc.array(stepOf(what), { minLength: length, maxLength: length })
    ),
  );

function apply(
  state: State,
  { what, id, other }: Step,
  size: number,
  at: number,
  earlier: State[],
): State {
  const pk = String(id % size);
  switch (what) {
    case 0:
    case 1:
      return set(state, Article, { id: pk, title: "y".repeat(at) });
    case 2:
      return set(state, Author, { id: String(id % authors), name: `${at}` });
    case 3:
      return set(state, Tag, { id: String(id % few), name: `${at}` });
    case 4:
      return set(state, new Invalidate(Article), { id: pk });
    case 5:
      return set(state, new Invalidate(Author), { id: String(id % authors) });
    case 6:
      return set(state, articles.push, articleOf(size + id % 9, other), [{}]);
    case 7:
      return set(state, (articles as any).remove, { id: pk }, [{}]);
    case 8:
      return set(
        state,
        articles,
        Array.from(
          { length: size },
          (_, place) => articleOf((place + other % 3) % size, 1 + id % 2),
        ),
        [{}],
      );
    case 9:
      return earlier[other % earlier.length]!;
    case 10:
      return set(state, comments.push, {
        id: String(id % 9),
        kind: "comment",
        text: `${at}`,
        author: { id: String(other % authors), name: "of comment" },
      }, [{ article: String(other % 3) }]);
    case 11:
      return set(state, Article, articleOf(id % size, other));
    case 12:
      return set(state, new Invalidate(Tag), { id: String(id % few) });
    case 13:
      return set(
        state,
        [Article],
        Array.from(
          { length: other % 40 },
          (_, place) => ({ id: `${(id + place) % size}`, title: `${at}` }),
        ),
      );
    case 14:
      return set(state, Feed, {
        id: "1",
        articles: [...Array(size - id % 3).keys()].map((key) => ({
          id: String(key),
        })),
      });
    case 17:
      return set(state, Article, { id: pk, author: String(other % 9) });
    case 16:
      return reduce(state, {
        type: "rdc/gc",
        entities: [{ key: "Article", pk }, {
          key: "Tag",
          pk: `${other % few}`,
        }],
        endpoints: [],
      });
    default:
      return set(state, Comment, { id: String(id % 7), text: `${at}` });
  }
}

function textOf(data: unknown): string {
  return typeof data === "symbol" ? String(data) : JSON.stringify(data) ?? "";
}

function pathsOf({ paths }: any): string[] {
  return paths.map(({ key, pk }: any) => `${key} ${pk}`).sort();
}

interface Seen {
  data: any;
  text: string;
  paths: readonly any[];
  tables: Iterable<string>;
  state: State;
}

/** Whether a value can be told to be what it was by all that it was made from. */
function isUntouched({ paths, tables, state: before }: Seen, state: State) {
  return paths.every(({ key, pk }) =>
    before.getEntity(key, pk) === state.getEntity(key, pk)
  ) && [...tables].every((key) =>
    before.getEntities(key)?.revision === state.getEntities(key)?.revision
  );
}

function assertReads(size: number, steps: readonly Step[]): void {
  const results = resultsOf(size);
  const first = Array.from({ length: size }, (_, id) => articleOf(id, 1));
  let state = set(
    reduce(undefined, { type: "rdc/gc", entities: [], endpoints: [] }),
    articles,
    first,
    [{}],
  );
  state = set(state, Feed, { id: "1", name: "", articles: first });
  state = set(
    state,
    [Author],
    ["5", "6", "7", "8"].map((id) => ({ id, name: "unlisted" })),
  );
  const memo = new MemoCache();
  const earlier = [state];
  const last = new Map<string, Seen>();
  const held: Seen[] = [];
  steps.forEach((each, at) => {
    state = apply(state, each, size, at, earlier);
    earlier.push(state);
    for (const [name, seen] of last) {
      if (!isUntouched(seen, state)) last.delete(name);
    }
    const names = [...Object.keys(queries), ...Object.keys(results)];
    names.forEach((name, bit) => {
      if ((each.reads >> bit & 1) === 0) return;
      const read = (cache: MemoCache): any =>
        name in queries
          ? cache.query(queries[name]![0], queries[name]![1], state)
          : cache.denormalize(results[name]![0], results[name]![1], state);
      const result = read(memo);
      const expected = read(new MemoCache());
      const { data } = result;
      const text = textOf(data);
      assert(text === textOf(expected.data), `${name} differs at ${at}`);
      assertEquals(pathsOf(result), pathsOf(expected), `paths of ${name}`);
      assertEquals(
        [...result.tables].sort(),
        [...expected.tables].sort(),
        `tables of ${name}`,
      );
      assertStrictEquals(read(memo).data, data);
      const before = last.get(name);
      if (before !== undefined) {
        assert(before.data === data, `${name} is another one at ${at}`);
      }
      if (Array.isArray(data)) {
        for (let place = 0; place < data.length; place += 1 + place % 13) {
          const item: any = data[place];
          assertStrictEquals<any>(
            memo.denormalize(item.constructor, item.id, state).data,
            item,
            `item ${place} of ${name} at ${at}`,
          );
        }
      }
      const seen = {
        data,
        text,
        paths: result.paths,
        tables: result.tables,
        state,
      };
      last.set(name, seen);
      held.push(seen);
    });
  });
  for (const { data, text } of held) {
    assert(textOf(data) === text, "what was shown does not change");
  }
}

for (const [size, runs, length] of [[6, 40, 25], [80, 12, 25], [1100, 2, 12]]) {
  Deno.test(`any reads of ${size} nested items, after any changes and in any order of states, show what a first read shows, and keep what did not change [schema/REF-2] [schema/REF-5]`, () => {
    assertProperty(
      fc.property(steps(length!), (taken) => assertReads(size!, taken)),
      runs!,
    );
  });
}
