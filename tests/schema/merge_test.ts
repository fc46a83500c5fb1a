import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  Entity,
  INVALID,
  Invalidate,
  type MergedVersions,
  normalize,
} from "../../schema/mod.ts";
import type { EntityMeta } from "../../schema/contract.ts";
import type { PlainStoreParts } from "../../schema/plain_store.ts";
import { metaAt } from "../support/meta_at.ts";

class Ship extends Entity {
  id = "";
  name = "";
  static override key = "Ship";
}

class Wreck extends Ship {
  static override process(input: { sunk?: boolean }) {
    return input.sunk ? undefined : { ...input };
  }
}

/** A class that shows which of its hooks ran, with what. */
function recordingShip() {
  const calls: [hook: string, ...given: unknown[]][] = [];
  class Recording extends Ship {
    static override merge(existing: object, incoming: object) {
      calls.push(["merge", existing, incoming]);
      return super.merge(existing, incoming);
    }
    static override shouldUpdate(
      ...given: Parameters<typeof Entity.shouldUpdate>
    ) {
      calls.push(["shouldUpdate", ...given]);
      return super.shouldUpdate(...given);
    }
    static override shouldReorder(
      ...given: Parameters<typeof Entity.shouldReorder>
    ) {
      calls.push(["shouldReorder", ...given]);
      return super.shouldReorder(...given);
    }
    static override mergeWithStore(
      ...given: Parameters<typeof Entity.mergeWithStore>
    ) {
      calls.push(["mergeWithStore", ...given]);
      return super.mergeWithStore(...given);
    }
    static override mergeMetaWithStore(
      ...given: Parameters<typeof Entity.mergeMetaWithStore>
    ) {
      calls.push(["mergeMetaWithStore", ...given]);
      return super.mergeMetaWithStore(...given);
    }
  }
  return { Recording, calls };
}

function put(
  // deno-lint-ignore no-explicit-any -- any schema
  schema: any,
  // deno-lint-ignore no-explicit-any -- any response
  input: any,
  store: Partial<PlainStoreParts>,
  meta: EntityMeta,
) {
  return normalize(schema, input, [], store, meta);
}

Deno.test("a row that is new is stored with the meta of the pass [schema/MRG-1]", () => {
  const { Recording, calls } = recordingShip();
  const meta = metaAt(5);
  const { entities, entitiesMeta } = put(Recording, { id: "1" }, {}, meta);
  assertEquals(entities.Ship, { 1: { id: "1" } });
  assertStrictEquals(entitiesMeta.Ship!["1"], meta);
  assertEquals(calls, []);
});

Deno.test("a second occurrence in a pass is merged with the first [schema/MRG-1] [schema/MRG-7]", () => {
  const { Recording, calls } = recordingShip();
  const first = put(Recording, { id: "1", name: "a" }, {}, metaAt(5));
  const { entities } = put(
    [Recording],
    [{ id: "1", name: "b", x: 1 }, { id: "1", name: "c", y: 2 }],
    first,
    metaAt(6),
  );
  assertEquals(entities.Ship, { 1: { id: "1", name: "c", x: 1, y: 2 } });
  const decision = [
    "mergeWithStore",
    "shouldUpdate",
    "shouldReorder",
    "merge",
    "mergeMetaWithStore",
    "shouldReorder",
  ];
  assertEquals(calls.map(([hook]) => hook), [...decision, ...decision]);
});

Deno.test("a stale row stays refused however often a response has it [schema/MRG-1] [schema/MRG-7]", () => {
  type Versioned = { version: number; name: string };
  class Updating extends Ship {
    static override shouldUpdate(...[, , stored, incoming]: MergedVersions) {
      return (incoming as Versioned).version > (stored as Versioned).version;
    }
  }
  class Reordering extends Ship {
    static override shouldReorder(...[, , stored, incoming]: MergedVersions) {
      return (incoming as Versioned).version < (stored as Versioned).version;
    }
  }
  class Storing extends Ship {
    static override mergeWithStore(...[, , stored, incoming]: MergedVersions) {
      const isOlder =
        (incoming as Versioned).version < (stored as Versioned).version;
      return isOlder ? { ...incoming, ...stored } : { ...stored, ...incoming };
    }
  }
  for (const Class of [Updating, Reordering, Storing]) {
    const newest = { id: "1", version: 5, name: "new" };
    const first = put(Class, newest, {}, metaAt(5));
    const old = { id: "1", version: 3, name: "old" };
    const stale = put([Class], [old, { ...old }, { ...old }], first, metaAt(6));
    assertEquals(stale.entities.Ship, { 1: newest });
    const more = { ...old, x: 1 };
    const again = put([Class], [more, { ...more }], first, metaAt(6));
    assertEquals((again.entities.Ship!["1"] as Versioned).name, "new");
    const next = { id: "1", version: 6, name: "next" };
    const both = put([Class], [next, { ...next, x: 1 }], first, metaAt(6));
    assertEquals(both.entities.Ship, { 1: { ...next, x: 1 } });
    const fresh = put([Class], [next, { ...next, x: 1 }], {}, metaAt(6));
    assertEquals(fresh.entities.Ship, { 1: { ...next, x: 1 } });
  }
});

Deno.test("of occurrences in an older response the last counts [schema/MRG-7]", () => {
  const first = put(Ship, { id: "1", name: "new" }, {}, metaAt(5));
  const old = { id: "1", name: "old" };
  const response = [{ ...old, x: 1 }, { ...old, x: 2 }];
  const { entities } = put([Ship], response, first, metaAt(4));
  assertEquals(entities.Ship, { 1: { id: "1", name: "new", x: 2 } });
});

Deno.test("shouldUpdate that says no keeps the row but refreshes its times [schema/MRG-2] [schema/MRG-5]", () => {
  class Frozen extends Ship {
    static override shouldUpdate() {
      return false;
    }
  }
  const first = put(Frozen, { id: "1", name: "a" }, {}, metaAt(5));
  const second = put(Frozen, { id: "1", name: "b" }, first, metaAt(6));
  assertStrictEquals(second.entities.Ship!["1"], first.entities.Ship!["1"]);
  assertEquals(second.entitiesMeta.Ship, { 1: metaAt(6) });
});

Deno.test("the defaults compare the start of requests [schema/MRG-3] [schema/MRG-5]", () => {
  const row = { id: "1" };
  assertEquals(Ship.shouldReorder(metaAt(5), metaAt(4), row, row), true);
  assertEquals(Ship.shouldReorder(metaAt(5), metaAt(5), row, row), false);
  assertEquals(Ship.shouldReorder(metaAt(5), metaAt(6), row, row), false);
  assertEquals(Ship.shouldUpdate(metaAt(5), metaAt(4), row, row), true);
  const [early, late] = [metaAt(4), metaAt(5)];
  assertStrictEquals(Ship.mergeMetaWithStore(late, early, row, row), late);
  assertStrictEquals(Ship.mergeMetaWithStore(early, late, row, row), late);
  const first = put(Ship, { id: "1", name: "a" }, {}, metaAt(5));
  const equal = put(Ship, { id: "1", name: "b" }, first, metaAt(5));
  assertEquals(equal.entities.Ship, { 1: { id: "1", name: "b" } });
});

Deno.test("an older response adds what it alone knows [schema/MRG-2] [schema/MRG-4] [schema/MRG-5]", () => {
  const stored = put(Ship, { id: "1", name: "new", a: 1 }, {}, metaAt(10));
  const { entities, entitiesMeta } = put(
    Ship,
    { id: "1", name: "old", b: 2 },
    stored,
    metaAt(5),
  );
  assertEquals(entities.Ship, { 1: { id: "1", name: "new", a: 1, b: 2 } });
  assertEquals(entitiesMeta.Ship, { 1: metaAt(10) });
});

Deno.test("a deletion replaces the row whatever its time [schema/MRG-6]", () => {
  const stored = put(Ship, { id: "1" }, {}, metaAt(10));
  const { entities, entitiesMeta } = put(
    new Invalidate(Ship),
    { id: "1" },
    stored,
    metaAt(5),
  );
  assertStrictEquals(entities.Ship!["1"], INVALID);
  assertEquals(entitiesMeta.Ship, { 1: metaAt(5) });
});

Deno.test("null is a value to merge [schema/NUL-2]", () => {
  const first = put(Ship, { id: "1", name: "a" }, {}, metaAt(1));
  const second = put(Ship, { id: "1", name: null }, first, metaAt(2));
  assertEquals(second.entities.Ship, { 1: { id: "1", name: null } });
});

Deno.test("identical data keeps the stored row, also when hooks copied it [schema/REF-15]", () => {
  const input = () => ({
    id: "1",
    name: "a",
    nan: NaN,
    gap: { a: undefined },
    tags: ["x", "y"],
    size: { length: 5, parts: [{ a: 1 }] },
    crew: ["1", { id: "2", schema: "b" }],
  });
  for (const entity of [Ship, recordingShip().Recording]) {
    const first = put(entity, input(), {}, metaAt(1));
    const second = put(entity, input(), first, metaAt(2));
    assertStrictEquals(second.entities.Ship!["1"], first.entities.Ship!["1"]);
    assertStrictEquals(second.entities, first.entities);
    assertEquals(second.entitiesMeta.Ship, { 1: metaAt(2) });
    for (
      const change of [
        { name: "b" },
        { tags: ["y", "x"] },
        { tags: ["x"] },
        { tags: ["x", "y", "z"] },
        { size: { length: 5, other: [{ a: 1 }] } },
        { size: { length: 5 } },
        { crew: ["1", { id: "2", schema: "c" }] },
        { extra: undefined },
        { nan: 0 },
        { gap: { b: undefined } },
      ]
    ) {
      const changed = put(entity, { ...input(), ...change }, second, metaAt(3));
      assert(changed.entities.Ship!["1"] !== second.entities.Ship!["1"]);
    }
  }
});

Deno.test("0 and -0, which a page shows as -0, replace each other [schema/REF-15] [controller/OPT-12d]", () => {
  const drift = ({ entities }: PlainStoreParts) =>
    (entities.Ship!["1"] as { drift: number }).drift;
  for (const [before, after] of [[0, -0], [-0, 0]]) {
    const first = put(Ship, { id: "1", drift: before }, {}, metaAt(1));
    const input = { id: "1", drift: after };
    assert(Object.is(drift(put(Ship, input, first, metaAt(2))), after));
    // twice in one response
    const both = put(
      [Ship],
      [{ id: "1", drift: before }, input],
      {},
      metaAt(1),
    );
    assert(Object.is(drift(both), after));
  }
});

Deno.test("a part of the known fields keeps the stored row too [schema/REF-15]", () => {
  const first = put(Ship, { id: "1", name: "a", flag: "nl" }, {}, metaAt(1));
  const second = put(Ship, { id: "1", name: "a" }, first, metaAt(2));
  assertStrictEquals(second.entities.Ship!["1"], first.entities.Ship!["1"]);
});

Deno.test("deleted and written again in an older pass stays deleted by a newer one [schema/MRG-6]", () => {
  const deleted = put(new Invalidate(Wreck), { id: "1" }, {}, metaAt(10));
  const { entities } = put(
    [Wreck],
    [{ id: "1", sunk: true }, { id: "1", name: "b" }],
    deleted,
    metaAt(5),
  );
  assertStrictEquals(entities.Ship!["1"], INVALID);
});

Deno.test("a member named __proto__ stays data when a member is added to its row, as in a browser [schema/NRM-12]", () => {
  const stored = put(
    Ship,
    JSON.parse('{"id":"1","__proto__":{"polluted":true}}'),
    {},
    metaAt(1),
  );
  const had = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
  // Deno runs without it
  Object.defineProperty(Object.prototype, "__proto__", {
    configurable: true,
    get() {
      return Object.getPrototypeOf(this);
    },
    set(prototype: object | null) {
      Object.setPrototypeOf(this, prototype);
    },
  });
  try {
    const { entities } = put(Ship, { id: "1", name: "a" }, stored, metaAt(2));
    const row = entities.Ship!["1"] as { polluted?: boolean };
    assertEquals(Object.keys(row), ["id", "__proto__", "name"]);
    assertStrictEquals(row.polluted, undefined);
  } finally {
    // deno-lint-ignore no-explicit-any -- removed again where it was not
    delete (Object.prototype as any)["__proto__"];
    if (had) Object.defineProperty(Object.prototype, "__proto__", had);
  }
});
