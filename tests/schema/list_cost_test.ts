// deno-lint-ignore-file no-explicit-any -- rows of every shape
/**
 * What lists ask of a store when a row is written: as much as there is to change
 * in them, however many are stored. Tried as well: fields that nothing selects
 * or sorts by, and by which it does; lists with unknown arguments; a deletion.
 */
import { assert, assertEquals } from "@std/assert";
import { Commit } from "../../controller/graph/commit.ts";
import { type State, versionOf } from "../../controller/graph/state.ts";
import { Collection } from "../../schema/collection.ts";
import { Entity } from "../../schema/entity.ts";
import { Invalidate } from "../../schema/mod.ts";
import { normalizeInto } from "../../schema/normalize.ts";
import { metaAt } from "../support/meta_at.ts";

class Todo extends Entity {
  id = "";
  userId = 0;
  title = "";
  note = "";
}

interface Counts {
  /** Calls of the store. */
  readonly store: number;
  /** Lists that were written. */
  readonly lists: number;
  /** How often the comparator of a list was asked for. */
  readonly orders: number;
  readonly compared: number;
  readonly doubts: number;
}

/** A Collection that counts what it is asked for. */
function sortedTodos() {
  const count = { orders: 0, compared: 0 };
  const todos = new Collection([Todo], {
    order({ orderBy }) {
      count.orders++;
      return orderBy === "title"
        ? (left: Todo, right: Todo) => {
          count.compared++;
          return left.title < right.title ? -1 : 1;
        }
        : undefined;
    },
  });
  return { count, todos };
}

/** As many lists with ten rows each, of which each is another user's. */
function stateWith(
  todos: Collection<any, any>,
  count: number,
  args: object = { orderBy: "title" },
): State {
  const commit = new Commit();
  for (let userId = 0; userId < count; userId++) {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      id: `${userId}-${index}`,
      userId,
      title: `${index}`,
      note: "",
    }));
    normalizeInto(commit, todos, rows, [{ userId, ...args }], metaAt(1));
  }
  return commit.seal().state;
}

/** What a PATCH of a row costs. */
function costOf(
  { count, todos }: ReturnType<typeof sortedTodos>,
  state: State,
  sent: object,
  schema: any = Todo,
  id = "3-3",
): Counts {
  void todos;
  const commit = new Commit(versionOf(state));
  let store = 0;
  const writer = new Proxy(commit, {
    get(target: any, name) {
      const value = target[name];
      if (typeof value !== "function") return value;
      store++;
      return value.bind(target);
    },
  });
  Object.assign(count, { orders: 0, compared: 0 });
  const row = { ...state.getEntity("Todo", id) as object, ...sent };
  normalizeInto(
    writer,
    schema,
    row,
    [{ id }, sent],
    metaAt(5),
    undefined,
    true,
    {
      began: 2,
      until: 5,
      sent: sent as Record<string, unknown>,
      existence: "seen",
      changed: new Map(),
    },
  );
  const lists =
    [...commit.log.cells].filter(({ table, pk }) =>
      table.key === "[Todo]" && pk !== ""
    ).length;
  return { store, lists, doubts: commit.doubts?.size ?? 0, ...count };
}

/** The same beside ten lists and beside a thousand; the second write, as the first one makes the index. */
function costsOf(sent: object, args?: object, schema?: any): Counts {
  const [few, many] = [10, 1000].map((count) => {
    const lists = sortedTodos();
    const state = stateWith(lists.todos, count, args);
    costOf(lists, state, { note: "first" });
    return costOf(lists, state, sent, schema);
  });
  assertEquals(many, few);
  return many!;
}

Deno.test("a write of a field that no list selects or sorts by asks nothing of the store for them [schema/COL-75]", () => {
  const lists = sortedTodos();
  const other = new Collection([Todo], { key: "other", follow: false });
  const beside = stateWith(other, 4);
  const alone = costOf(lists, beside, { note: "new" }).store;
  for (const [count, args] of [[4, {}], [100, undefined]] as const) {
    const state = stateWith(lists.todos, count, args);
    // the first write learns by which fields a list is sorted
    for (let userId = 0; userId < count; userId++) {
      costOf(lists, state, { note: "first" }, Todo, `${userId}-0`);
    }
    const { store } = costOf(lists, state, { note: "new" });
    // whether there are lists
    assertEquals(store, alone + 1);
  }
});

Deno.test("a write of a field that no list selects or sorts by asks nothing of the lists [schema/COL-75]", () => {
  const { lists, orders, compared, doubts } = costsOf({ note: "new" });
  assertEquals({ lists, orders, compared, doubts }, {
    lists: 0,
    orders: 0,
    compared: 0,
    doubts: 0,
  });
});

Deno.test("a row that moves between two of 1,000 sorted lists costs what these two do [schema/COL-75] [controller/OPT-19b]", () => {
  const { lists, orders, compared } = costsOf({ userId: 5 });
  // a list that it leaves is not written: it does not show the row
  assertEquals(lists, 1);
  assert(orders <= 6, `${orders} orders`);
  assert(compared <= 20, `${compared} comparisons`);
});

Deno.test("a row that changes its place costs what its list does [schema/COL-75] [schema/COL-70]", () => {
  const { lists, orders, compared } = costsOf({ title: "9" });
  assertEquals(lists, 1);
  assert(orders <= 3, `${orders} orders`);
  assert(compared <= 10, `${compared} comparisons`);
});

Deno.test("pages of 1,000 lists are asked for where a row leaves or enters, and nowhere else [schema/COL-75] [controller/OPT-19c]", () => {
  const pages = { page: 1, orderBy: "title" };
  assertEquals(costsOf({ note: "new" }, pages).doubts, 0);
  assertEquals(costsOf({ userId: 5 }, pages).doubts, 2);
  assertEquals(costsOf({}, pages, new Invalidate(Todo)).doubts, 1);
});
