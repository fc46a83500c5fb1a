import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import {
  Entity,
  INVALID,
  Invalidate,
  isTemporaryPk,
  normalize,
} from "../../schema/mod.ts";
import type { EntityMeta, INormalizeDelegate } from "../../schema/contract.ts";
import type { MergeHooks } from "../../schema/entity_types.ts";
import { mergeList } from "../../schema/merge_membership.ts";
import { mergedBy, mergeHooks } from "../../schema/merge.ts";
import type { PlainStoreParts } from "../../schema/plain_store.ts";

class Ship extends Entity {
  id = "";
  name = "";
  static override key = "Ship";
}

/** The times of a response: when its request began and when it was stored. */
function sent(fetchedAt: number, storedAt = fetchedAt): EntityMeta {
  return { fetchedAt, date: storedAt, expiresAt: storedAt + 60_000 };
}

/** Stores what requests bring, in the order given. */
class Arrivals {
  parts: Partial<PlainStoreParts> = {};
  store(schema: unknown, input: unknown, meta: EntityMeta): this {
    // deno-lint-ignore no-explicit-any -- any schema
    this.parts = normalize(schema as any, input, [], this.parts, meta);
    return this;
  }
  get row(): unknown {
    return this.parts.entities?.Ship?.["1"];
  }
  get meta(): EntityMeta {
    return this.parts.entitiesMeta!.Ship!["1"]!;
  }
}

Deno.test("partial responses out of order each keep the fields they alone set [controller/OPT-12d]", () => {
  const store = new Arrivals()
    .store(Ship, { id: "1", berth: 0, name: "" }, sent(1))
    // B before A
    .store(Ship, { id: "1", name: "B" }, sent(11, 20))
    .store(Ship, { id: "1", berth: 5 }, sent(10, 21));
  assertEquals(store.row, { id: "1", berth: 5, name: "B" });
  assertEquals(store.meta.fetchedAt, 11);
});

Deno.test("an older response changes no field that a newer one set [controller/OPT-12d]", () => {
  const store = new Arrivals()
    .store(Ship, { id: "1", title: "0", content: "0", tags: "0" }, sent(1))
    .store(Ship, { id: "1", tags: "C" }, sent(30, 40))
    .store(Ship, { id: "1", title: "B", content: "b" }, sent(20, 41))
    .store(
      Ship,
      { id: "1", title: "A", content: "a", tags: "a", only: "A" },
      sent(10, 42),
    );
  assertEquals(store.row, {
    id: "1",
    title: "B",
    content: "b",
    tags: "C",
    only: "A",
  });
  assertEquals(store.meta.fetchedAt, 30);
  // what is newer than A, but not than B and C
  store.store(
    Ship,
    { id: "1", title: "D", tags: "D", only: "D" },
    sent(15, 43),
  );
  assertEquals(store.row, {
    id: "1",
    title: "B",
    content: "b",
    tags: "C",
    only: "D",
  });
});

Deno.test("what an object of process() inherits sets no field, and counts for none [controller/OPT-12d] [schema/ENT-21]", () => {
  class Towed extends Ship {
    static override process(input: { berth: number; own: object }) {
      return Object.assign(Object.create({ berth: input.berth }), input.own);
    }
  }
  const store = new Arrivals()
    .store(Ship, { id: "1", berth: 1, name: "a" }, sent(1))
    .store(Towed, { berth: 5, own: { id: "1", name: "b" } }, sent(5));
  assertEquals(store.row, { id: "1", berth: 1, name: "b" });
  store.store(Ship, { id: "1", berth: 3, name: "c" }, sent(3));
  assertEquals(store.row, { id: "1", berth: 3, name: "b" });
});

Deno.test("a full newer response sets all stamps at once [controller/OPT-12d]", () => {
  const store = new Arrivals()
    .store(Ship, { id: "1", a: 0, b: 0 }, sent(1))
    .store(Ship, { id: "1", a: 2 }, sent(20))
    .store(Ship, { id: "1", b: 1 }, sent(10))
    .store(Ship, { id: "1", a: 3, b: 3 }, sent(30))
    .store(Ship, { id: "1", a: 4, b: 4 }, sent(25));
  assertEquals(store.row, { id: "1", a: 3, b: 3 });
});

Deno.test("equal stamps: the later arrival wins, in every field [controller/OPT-12d]", () => {
  const store = new Arrivals()
    .store(Ship, { id: "1", a: 1, b: 1 }, sent(5))
    .store(Ship, { id: "1", a: 2 }, sent(5))
    .store(Ship, { id: "1", b: 2 }, sent(5));
  assertEquals(store.row, { id: "1", a: 2, b: 2 });
});

Deno.test("arrival in any order ends with the same row [controller/OPT-12d]", () => {
  const writes = [
    [{ id: "1", a: 1, b: 1, c: 1 }, 1],
    [{ id: "1", a: 2 }, 2],
    [{ id: "1", b: 3, a: 3 }, 3],
    [{ id: "1", c: 4 }, 4],
    [{ id: "1", d: 5 }, 5],
  ] as const;
  const permutations = <T>(list: readonly T[]): T[][] =>
    list.length < 2
      ? [[...list]]
      : list.flatMap((item, index) =>
        permutations(list.toSpliced(index, 1)).map((rest) => [item, ...rest])
      );
  for (const order of permutations(writes)) {
    const store = new Arrivals();
    for (const [row, stamp] of order) store.store(Ship, row, sent(stamp));
    assertEquals(store.row, { id: "1", a: 3, b: 3, c: 4, d: 5 });
    assertEquals(store.meta.fetchedAt, 5);
  }
});

Deno.test("each field of each entity is what the write with the greatest stamp set, whatever was written to others meanwhile [controller/OPT-12d]", () => {
  const values = fc.option(fc.nat(3), { nil: undefined });
  const write = fc.record({
    pk: fc.constantFrom("1", "2", "3"),
    stamp: fc.integer({ min: 1, max: 5 }),
    fields: fc.record({ a: values, b: values, c: values, d: values }),
  });
  assertProperty(
    fc.property(fc.array(write, { maxLength: 25 }), (writes) => {
      const store = new Arrivals();
      const model: Record<string, Record<string, unknown>> = {};
      const stamps = new Map<string, number>();
      for (const { pk, stamp, fields } of writes) {
        const set = Object.entries(fields).filter(([, value]) =>
          value !== undefined
        );
        store.store(Ship, { id: pk, ...Object.fromEntries(set) }, sent(stamp));
        model[pk] ??= { id: pk };
        for (const [name, value] of set) {
          if (stamp < (stamps.get(pk + name) ?? 0)) continue;
          model[pk][name] = value;
          stamps.set(pk + name, stamp);
        }
        assertEquals(store.parts.entities!.Ship, model);
      }
    }),
    300,
  );
});

Deno.test("the time of arrival never decides order [controller/OPT-14]", () => {
  const store = new Arrivals()
    .store(Ship, { id: "1", name: "sent later" }, sent(10, 11))
    .store(Ship, { id: "1", name: "sent earlier" }, sent(5, 99));
  assertEquals(store.row, { id: "1", name: "sent later" });
});

Deno.test("classes with hooks of their own are ordered as a whole [controller/OPT-13]", () => {
  class Counter extends Entity {
    id = "";
    static override key = "Ship";
    static override shouldReorder(
      _existingMeta: EntityMeta,
      _incomingMeta: EntityMeta,
      existing: { updatedAt: number },
      incoming: { updatedAt: number },
    ) {
      return incoming.updatedAt < existing.updatedAt;
    }
  }
  const store = new Arrivals()
    .store(Counter, { id: "1", count: 2, updatedAt: 2 }, sent(2, 10))
    .store(Counter, { id: "1", count: 1, updatedAt: 1 }, sent(1, 11));
  assertEquals(store.row, { id: "1", count: 2, updatedAt: 2 });
  class LastArrival extends Ship {
    static override mergeWithStore(
      _existingMeta: EntityMeta,
      _incomingMeta: EntityMeta,
      existing: object,
      incoming: object,
    ) {
      return { ...existing, ...incoming };
    }
  }
  const last = new Arrivals()
    .store(LastArrival, { id: "1", name: "a" }, sent(9))
    .store(LastArrival, { id: "1", name: "b" }, sent(1));
  assertEquals(last.row, { id: "1", name: "b" });
});

Deno.test("a request that began before a deletion was confirmed does not undo it [controller/OPT-15]", () => {
  const store = new Arrivals().store(Ship, { id: "1" }, sent(1));
  // sent at 10, confirmed at 20
  store.store(new Invalidate(Ship), { id: "1" }, sent(10, 20));
  store.store([Ship], [{ id: "1", name: "before" }], sent(5, 21));
  assertStrictEquals(store.row, INVALID);
  store.store([Ship], [{ id: "1", name: "while" }], sent(15, 22));
  assertStrictEquals(store.row, INVALID);
  store.store([Ship], [{ id: "1", name: "after" }], sent(21, 23));
  assertEquals<unknown>(store.row, { id: "1", name: "after" });
});

Deno.test("of two deletions the later confirmation counts [controller/OPT-15]", () => {
  const store = new Arrivals()
    .store(new Invalidate(Ship), { id: "1" }, sent(10, 20))
    .store(new Invalidate(Ship), { id: "1" }, sent(12, 15))
    .store(Ship, { id: "1" }, sent(17, 30));
  assertStrictEquals(store.row, INVALID);
});

Deno.test("a confirmation stamp is finer than the clock [controller/OPT-15]", () => {
  const store = new Arrivals()
    .store(new Invalidate(Ship), { id: "1" }, {
      ...sent(10, 10),
      confirmedAt: 10.5,
    })
    .store(Ship, { id: "1", name: "while" }, sent(10.25, 10));
  assertStrictEquals(store.row, INVALID);
  store.store(Ship, { id: "1", name: "after" }, sent(10.75, 10));
  assertEquals<unknown>(store.row, { id: "1", name: "after" });
});

Deno.test("records of one response merge in the order they are visited [controller/OPT-17]", () => {
  const store = new Arrivals().store([Ship], [
    { id: "1", name: "first", a: 1 },
    { id: "1", name: "second" },
  ], sent(1));
  assertEquals(store.row, { id: "1", name: "second", a: 1 });
});

/** A list with identity, as bare as can be: one row under one primary key. */
class BareList {
  readonly key = "List";
  normalize(
    input: string[],
    _parent: unknown,
    _key: unknown,
    delegate: INormalizeDelegate,
  ) {
    delegate.mergeEntity(this, "all", input);
    return "all";
  }
  denormalize(input: unknown) {
    return input;
  }
}
interface BareList extends MergeHooks {}
const replace = (_existing: unknown, incoming: unknown) => incoming;
Object.assign(BareList.prototype, mergeHooks, { merge: replace });
mergedBy(replace, mergeList);

class Change {
  constructor(
    readonly list: BareList,
    readonly change: (existing: string[]) => string[],
  ) {}
  normalize(
    _input: unknown,
    _parent: unknown,
    _key: unknown,
    delegate: INormalizeDelegate,
  ) {
    delegate.changeMembers(this.list, "all", this.change);
  }
  denormalize(input: unknown) {
    return input;
  }
}

const list = new BareList();
const push = (member: string) =>
  new Change(
    list,
    (members) => members.includes(member) ? members : [...members, member],
  );
const remove = (member: string) =>
  new Change(list, (members) => members.filter((other) => other !== member));

class Lists extends Arrivals {
  get members(): unknown {
    return this.parts.entities?.List?.all;
  }
  get listMeta(): EntityMeta {
    return this.parts.entitiesMeta!.List!.all!;
  }
}

Deno.test("a list that began before a push or removal was confirmed does not undo it [controller/OPT-19a]", () => {
  // starts and arrivals of the push and of the list response
  for (const [pushed, arrived] of [[11, 12], [9, 12]] as const) {
    const lists = new Lists().store(list, ["a", "b"], sent(1))
      .store(push("x"), {}, sent(pushed, arrived))
      .store(remove("a"), {}, sent(pushed, arrived))
      .store(list, ["a", "b", "new"], sent(10, 13));
    assertEquals(lists.members, ["b", "new", "x"]);
  }
});

Deno.test("a list that began after the confirmation is taken as it is [controller/OPT-19a]", () => {
  const lists = new Lists().store(list, ["a"], sent(1))
    .store(push("x"), {}, sent(2, 5))
    .store(list, ["a", "b"], sent(6, 7));
  assertEquals(lists.members, ["a", "b"]);
  // and it is not remembered any more
  lists.store(list, ["c"], sent(6, 8));
  assertEquals(lists.members, ["c"]);
});

Deno.test("a member that the older list has already keeps its place [controller/OPT-19a] [schema/COL-37]", () => {
  const lists = new Lists().store(list, ["a"], sent(1))
    .store(push("x"), {}, sent(2, 20))
    .store(list, ["x", "a"], sent(10, 21));
  assertEquals(lists.members, ["x", "a"]);
});

Deno.test("changes are applied to later lists in the order of their arrival [controller/OPT-19a]", () => {
  const lists = new Lists().store(list, ["a"], sent(1))
    .store(push("x"), {}, sent(2, 20))
    .store(push("y"), {}, sent(3, 21))
    .store(remove("x"), {}, sent(4, 22))
    .store(list, ["a", "b"], sent(10, 30));
  assertEquals(lists.members, ["a", "b", "y"]);
  lists.store(list, ["a"], sent(21, 31));
  assertEquals(lists.members, ["a"]);
});

Deno.test("a change is never out of date, and never replaces the list [schema/COL-38]", () => {
  const lists = new Lists().store(list, ["a", "b"], sent(10))
    .store(push("x"), {}, sent(5, 11));
  assertEquals(lists.members, ["a", "b", "x"]);
  assertEquals(lists.listMeta.fetchedAt, 10);
  lists.store(remove("a"), {}, sent(4, 12));
  assertEquals(lists.members, ["b", "x"]);
  lists.store(push("y"), {}, sent(15, 16));
  assertEquals(lists.listMeta.fetchedAt, 15);
});

Deno.test("a list older than the stored list is ignored, however the stored one changed since [schema/COL-21] [schema/COL-39]", () => {
  const lists = new Lists().store(list, ["a"], sent(10))
    .store(push("x"), {}, sent(11, 12))
    .store(list, ["old"], sent(9, 13));
  assertEquals(lists.members, ["a", "x"]);
});

Deno.test("changes of very long ago are forgotten [controller/OPT-19a]", () => {
  const minute = 60 * 1000;
  const hour = 60 * minute;
  const lists = new Lists().store(list, ["a"], sent(1))
    .store(push("x"), {}, sent(2))
    .store(push("y"), {}, sent(4 * hour - 5 * minute))
    .store(push("z"), {}, sent(4 * hour))
    .store(list, ["a"], sent(1.5, 4 * hour));
  assertEquals(lists.members, ["a", "y", "z"]);
});

Deno.test("changes of nothing stored, or of a deleted list, change nothing [schema/COL-31] [schema/COL-40]", () => {
  const lists = new Lists().store(push("x"), {}, sent(1));
  assertEquals(lists.parts.entities, {});
  const drop = {
    normalize: (
      _input: unknown,
      _parent: unknown,
      _key: unknown,
      delegate: INormalizeDelegate,
    ) => delegate.invalidate(list, "all"),
    denormalize: (input: unknown) => input,
  };
  lists.store(list, ["a"], sent(1)).store(drop, {}, sent(2))
    .store(push("x"), {}, sent(3));
  assertStrictEquals(lists.members, INVALID);
  lists.store({ drop, pushed: push("y") }, { drop: {}, pushed: {} }, sent(5));
  assertStrictEquals(lists.members, INVALID);
  const dropped = new Lists()
    .store({ drop, pushed: push("z") }, { drop: {}, pushed: {} }, sent(6));
  assertStrictEquals(dropped.members, INVALID);
});

Deno.test("list and change in one response are applied in their order [controller/OPT-17]", () => {
  const lists = new Lists().store({ list, pushed: push("x") }, {
    list: ["a"],
    pushed: {},
  }, sent(5));
  assertEquals(lists.members, ["a", "x"]);
  lists.store({ pushed: push("y"), list, again: push("z") }, {
    pushed: {},
    list: ["b"],
    again: {},
  }, sent(6));
  assertEquals(lists.members, ["b", "z"]);
});

Deno.test("temporary pks repeat with their write, and differ between writes [controller/OPT-20]", () => {
  class Create {
    normalize(
      input: unknown,
      parent: unknown,
      key: unknown,
      delegate: INormalizeDelegate,
    ) {
      return delegate.visitCreating(() =>
        delegate.visit([Ship], input, parent, key)
      );
    }
    denormalize(input: unknown) {
      return input;
    }
  }
  const create = (fetchedAt: number, store: Partial<PlainStoreParts> = {}) =>
    normalize(
      new Create(),
      [{ name: "a" }, { name: "b" }],
      [],
      store,
      sent(fetchedAt),
    ).result as string[];
  const first = create(5);
  assert(first.every(isTemporaryPk));
  assert(first.every((pk) => pk.startsWith("MISS-")));
  assertEquals(new Set(first).size, 2);
  assertEquals(create(5), first);
  assertEquals(new Set([...first, ...create(5.25)]).size, 4);
  for (const pk of ["", "5", "MISS-", "MISS-abc", "x MISS-5-0"]) {
    assertEquals(isTemporaryPk(pk), false);
  }
  assertEquals(isTemporaryPk(5), false);
});
