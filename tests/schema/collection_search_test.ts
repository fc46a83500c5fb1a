// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
import { assert, assertEquals } from "@std/assert";
import { Commit } from "../../controller/graph/commit.ts";
import { type State, versionOf } from "../../controller/graph/state.ts";
import { Collection } from "../../schema/collection.ts";
import type {
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "../../schema/contract.ts";
import { Entity } from "../../schema/entity.ts";
import { normalize, normalizeInto } from "../../schema/normalize.ts";
import { metaAt } from "../support/meta_at.ts";
import { rounds, withRandomNumbers } from "../support/property.ts";

class Todo extends Entity {
  id = "";
  userId = 0;
}

/** Counts what a pass asks of a store. */
class CountingWriter implements EntityWriter {
  reads = 0;
  writes = 0;
  listings = 0;
  readonly #writer: EntityWriter;

  constructor(writer: EntityWriter) {
    this.#writer = writer;
  }
  getEntity(key: string, pk: string): EntityValue | undefined {
    this.reads++;
    return this.#writer.getEntity(key, pk);
  }
  getEntityMeta(key: string, pk: string) {
    this.reads++;
    return this.#writer.getEntityMeta(key, pk);
  }
  getEntities(key: string): EntityTableView | undefined {
    const table = this.#writer.getEntities(key);
    const list = () => this.listings++;
    return table && {
      get revision() {
        return table.revision;
      },
      get lineage() {
        return table.lineage;
      },
      *keys() {
        list();
        yield* table.keys();
      },
      *entries() {
        list();
        yield* table.entries();
      },
    };
  }
  getIndex(key: string, field: string, value: string) {
    return this.#writer.getIndex(key, field, value);
  }
  createTable(key: string) {
    this.#writer.createTable(key);
  }
  slotOf(key: string, pk: string) {
    return this.#writer.slotOf(key, pk);
  }
  put(...given: Parameters<EntityWriter["put"]>) {
    this.writes++;
    this.#writer.put(...given);
  }
  setIndex(...given: Parameters<EntityWriter["setIndex"]>) {
    this.#writer.setIndex(...given);
  }
}

/** A state with as many lists of a Collection, each of its own user. */
function stateWith(collection: Collection<any, any>, count: number): State {
  const commit = new Commit();
  for (let userId = 0; userId < count; userId++) {
    normalizeInto(
      commit,
      collection,
      [],
      [{ userId, orderBy: "title" }],
      metaAt(1),
    );
  }
  return commit.seal().state;
}

/** What one pass asks of a store, and the state it leaves. */
function costOf(state: State, schema: any, input: any, args: any[]) {
  const commit = new Commit(versionOf(state));
  const writer = new CountingWriter(commit);
  normalizeInto(writer, schema, input, args, metaAt(2));
  const { reads, writes, listings } = writer;
  return { state: commit.seal().state, cost: { reads, writes, listings } };
}

Deno.test("a push beside 10,000 Collections asks no more of the store than beside 10 [schema/COL-31]", () => {
  for (
    const list of [
      new Collection([Todo]),
      new Collection([Todo], { key: "mine" }),
    ]
  ) {
    const small = stateWith(list, 10);
    const large = stateWith(list, 10_000);
    for (
      const [schema, input] of [
        [list.push, { id: "x" }],
        [list.unshift, [{ id: "y" }, { id: "z" }]],
        [list.remove, { id: "x" }],
        [list.move, { id: "x", userId: 7 }],
      ] as [any, any][]
    ) {
      const args = [{ userId: 7 }];
      const { state, cost } = costOf(large, schema, input, args);
      const { cost: beside10 } = costOf(small, schema, input, args);
      assertEquals(cost, beside10);
      assertEquals(cost.listings, 0, JSON.stringify(input));
      const pk = list.pk([], undefined, "", [{ userId: 7, orderBy: "title" }]);
      assert(Array.isArray(state.getEntity("[Todo]", pk)));
    }
  }
});

class Comment extends Entity {
  id = "";
  replies: Comment[] = [];
  static override schema = {
    replies: new Collection([Comment as any], {
      nestKey: (comment: any) => ({ parent: comment.id }),
    }),
  };
}

Deno.test("a push of a member that brings a list of the same Collection asks no more either [schema/COL-31]", () => {
  const thread = new Collection([Comment]);
  const costBeside = (count: number) => {
    const commit = new Commit();
    const comments = Array.from(
      { length: count },
      (_, id) => ({ id: `${id}`, replies: [] }),
    );
    normalizeInto(commit, thread, comments, [{ post: 1 }], metaAt(1));
    const base = commit.seal().state;
    // whoever is first looks at the keys there are
    const first = costOf(base, thread.push, { id: "f", replies: [] }, [{
      post: 1,
    }]);
    const { state, cost } = costOf(first.state, thread.push, {
      id: "x",
      replies: [{ id: "y", replies: [] }],
    }, [{ post: 1 }]);
    const all = state.getEntity("[Comment]", '{"post":"1"}') as any;
    assertEquals(all.slice(count), ["f", "x"]);
    assertEquals(state.getEntity("[Comment]", '{"parent":"x"}'), ["y"]);
    return cost;
  };
  const large = costBeside(2000);
  assertEquals({ ...large, nodes: 0 }, { ...costBeside(10), nodes: 0 });
  assertEquals(large.listings, 0);
});

Deno.test("each key is looked at once, however many versions of the table there are [schema/COL-31]", () => {
  const list = new Collection([Todo]);
  let state = stateWith(list, 100);
  let asked = 0;
  const counting = new Collection([Todo], {
    nonFilterArgumentKeys: (name) => {
      asked++;
      return name === "orderBy";
    },
  });
  for (let userId = 0; userId < 50; userId++) {
    state = costOf(state, counting.push, { id: `${userId}` }, [{ userId }])
      .state;
  }
  // once for each member of each key
  assertEquals(asked, 200);
  for (let userId = 0; userId < 50; userId++) {
    assertEquals(
      state.getEntity("[Todo]", `{"orderBy":"title","userId":"${userId}"}`),
      [`${userId}`],
    );
  }
});

Deno.test("lists of a discarded pass, of other branches and of new keys are told apart [schema/COL-31]", () => {
  const list = new Collection([Todo]);
  const base = stateWith(list, 3);
  const keysReached = (state: State, userId: number) => {
    const { state: after } = costOf(state, list.push, { id: "p" }, [{
      userId,
    }]);
    return [...after.getEntities("[Todo]")!.entries()]
      .filter(([, row]) => (row as any).includes("p")).map(([pk]) => pk);
  };
  assertEquals(keysReached(base, 1), ['{"orderBy":"title","userId":"1"}']);

  const failed = new Commit(versionOf(base));
  normalizeInto(failed, list, [], [{ userId: 8 }], metaAt(3));
  normalizeInto(failed, list, [], [{ userId: 9 }], metaAt(3));
  normalizeInto(failed, list.push, { id: "q" }, [{ userId: 9 }], metaAt(3));
  failed.discard();
  assertEquals(keysReached(base, 9), []);
  for (const userId of [7, 6, 5, 4]) {
    const next = costOf(base, list, [], [{ userId }]).state;
    assertEquals(keysReached(next, userId), [`{"userId":"${userId}"}`]);
  }
  const { cost } = costOf(base, list.push, { id: "p" }, [{ userId: 1 }]);
  const fresh = costOf(stateWith(list, 3), list.push, { id: "p" }, [{
    userId: 1,
  }]);
  assertEquals(cost.reads, fresh.cost.reads);

  const next = costOf(base, list, [], [{ userId: 9 }]).state;
  assertEquals(keysReached(next, 9), ['{"userId":"9"}']);
  const branch = costOf(base, list, [], [{ userId: 8 }]).state;
  assertEquals(keysReached(branch, 9), []);
  assertEquals(keysReached(branch, 8), ['{"userId":"8"}']);
});

Deno.test("a list made by the same response is found too [schema/COL-31] [schema/CUS-2]", () => {
  const list = new Collection([Todo]);
  const { state } = costOf(
    stateWith(list, 3),
    { list, created: list.push },
    { list: [], created: { id: "x" } },
    [{ userId: 77 }],
  );
  assertEquals(state.getEntity("[Todo]", '{"userId":"77"}'), ["x"]);
});

Deno.test("the lists that are found are those that the filter passes, for any keys and arguments [schema/COL-32] [schema/COL-34]", () =>
  withRandomNumbers((random) => {
    const values = [1, "1", true, "true", null, "2", { x: 1 }, ["1"], [1, 2]];
    const names = ["a", "b", "c", "orderBy"];
    const randomObject = () => {
      const object: Record<string, unknown> = {};
      for (const name of names) {
        if (random(2) === 0) object[name] = values[random(values.length)];
      }
      return object;
    };
    const collections = [
      new Collection([Todo]),
      new Collection([Todo], { nonFilterArgumentKeys: ["b"] }),
      new Collection([Todo], { nonFilterArgumentKeys: /a|c/g }),
    ];
    let reached = 0;
    for (let round = 0; round < rounds(60); round++) {
      const keys = Array.from({ length: 20 }, randomObject);
      let parts: any = {};
      for (const key of keys) {
        parts = normalize(collections[0]!, [], [key], parts, metaAt(1));
      }
      const args = [randomObject(), randomObject()].slice(0, 1 + random(2));
      for (const collection of collections) {
        const test = collection.createCollectionFilter(...args);
        const after = normalize(collection.push, { id: "x" }, args, parts);
        for (const [pk, row] of Object.entries(after.entities["[Todo]"]!)) {
          const isReached = (row as any).length === 1;
          assertEquals(isReached, test(JSON.parse(pk)), `${pk} by ${args}`);
          if (isReached) reached++;
        }
      }
    }
    assert(reached > 200, `${reached} lists were reached`);
  }));
