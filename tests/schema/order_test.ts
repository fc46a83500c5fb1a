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

Deno.test("a confirmation stamp is finer than the clock [controller/OPT-15]", () => {
  const store = new Arrivals().store(new Invalidate(Ship), { id: "1" }, {
    ...sent(10, 10),
    confirmedAt: 10.5,
  })
    .store(Ship, { id: "1", name: "while" }, sent(10.25, 10));
  assertStrictEquals(store.row, INVALID);
  store.store(Ship, { id: "1", name: "after" }, sent(10.75, 10));
  assertEquals<unknown>(store.row, { id: "1", name: "after" });
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
