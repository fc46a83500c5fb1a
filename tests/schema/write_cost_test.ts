import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { actions, Store } from "../../controller/mod.ts";
import { Controller, Endpoint } from "../../mod.ts";
import { normalizeInto } from "../../schema/engine.ts";
import { All, Entity, normalize } from "../../schema/mod.ts";
import type {
  EntityMeta,
  EntitySlot,
  EntityTableView,
  EntityValue,
  EntityWriter,
  Schema,
} from "../../schema/contract.ts";
import { PlainStore, type PlainStoreParts } from "../../schema/plain_store.ts";
import { metaAt } from "../support/meta_at.ts";

/** Counts what a pass asks of its store. */
class CountingWriter implements EntityWriter {
  reads = 0;
  writes = 0;
  listings = 0;
  indexReads = 0;
  indexWrites = 0;
  readonly store: PlainStore;

  constructor(parts: Partial<PlainStoreParts> = {}) {
    this.store = new PlainStore(parts);
  }
  getEntity(key: string, pk: string): EntityValue | undefined {
    this.reads++;
    return this.store.getEntity(key, pk);
  }
  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.store.getEntityMeta(key, pk);
  }
  getEntities(key: string): EntityTableView | undefined {
    this.listings++;
    return this.store.getEntities(key);
  }
  getIndex(key: string, field: string, value: string): string | undefined {
    this.indexReads++;
    return this.store.getIndex(key, field, value);
  }
  createTable(key: string): void {
    this.store.createTable(key);
  }
  slotOf(key: string, pk: string): EntitySlot {
    return this.store.slotOf(key, pk);
  }
  put(slot: EntitySlot, value: EntityValue, meta: EntityMeta): void {
    this.writes++;
    // deno-lint-ignore no-explicit-any -- its own slots come back
    this.store.put(slot as any, value, meta);
  }
  setIndex(key: string, field: string, value: string, pk: string): void {
    this.indexWrites++;
    this.store.setIndex(key, field, value, pk);
  }
}

function countedClasses() {
  const counts = { process: 0, pk: 0, validate: 0, merge: 0 };
  class Counted extends Entity {
    id = 0;
    static override key = "Counted";
    static override schema: Record<string, Schema> = {};
    static override indexes = ["name"];
    override pk() {
      counts.pk++;
      return String(this.id);
    }
    static override process(input: object) {
      counts.process++;
      return { ...input };
    }
    static override validate(): string | undefined {
      counts.validate++;
      return undefined;
    }
    static override merge(existing: object, incoming: object) {
      counts.merge++;
      return { ...existing, ...incoming };
    }
  }
  Counted.schema = { friends: [Counted] };
  return { Counted, counts };
}

function table(size: number): PlainStoreParts {
  const { Counted } = countedClasses();
  const writer = new CountingWriter();
  const rows = Array.from(
    { length: size },
    (_, id) => ({ id, name: `n${id}` }),
  );
  normalizeInto(writer, [Counted], rows, [], metaAt(1));
  return writer.store.parts;
}

Deno.test("an update asks as much of a large store as of a small one [schema/NRM-8]", () => {
  const costs = [10, 10_000].map((size) => {
    const { Counted, counts } = countedClasses();
    const writer = new CountingWriter(table(size));
    normalizeInto(
      writer,
      Counted,
      { id: 5, name: "changed", friends: [{ id: 6 }, 7] },
      [],
      metaAt(2),
    );
    const { reads, writes, listings, indexReads, indexWrites } = writer;
    return { reads, writes, listings, indexReads, indexWrites, ...counts };
  });
  assertEquals(costs[1], costs[0]!);
  const [cost] = costs;
  assertEquals([cost!.writes, cost!.listings], [2, 0]);
  assert(cost!.reads <= 4 && cost!.indexReads <= 6 && cost!.indexWrites <= 2);
});

Deno.test("each occurrence of an entity costs one merge [schema/MRG-7]", () => {
  const { Counted, counts } = countedClasses();
  const writer = new CountingWriter(table(10));
  const input = Array.from({ length: 1000 }, (_, at) => ({ id: at % 10, at }));
  normalizeInto(writer, [Counted], input, [], metaAt(2));
  assertEquals([writer.writes, writer.listings], [1000, 0]);
  assert(writer.reads <= 20);
  assertEquals([counts.process, counts.merge], [1000, 1000]);
});

Deno.test("the very same object is looked into once [schema/NRM-10]", () => {
  const { Counted, counts } = countedClasses();
  const shared = {
    id: 1,
    name: "",
    friends: Array.from({ length: 50 }, (_, id) => ({ id: id + 2, name: "" })),
  };
  const writer = new CountingWriter();
  normalizeInto(writer, [Counted], Array(100).fill(shared), [], metaAt(1));
  assertEquals(counts.validate, 51);
  assertEquals(counts.process, 150);
  assertEquals(writer.writes, 51);
});

Deno.test("a response deep in references to each other costs its size [schema/NRM-10]", () => {
  const { Counted, counts } = countedClasses();
  const people: { id: number; name: string; friends: unknown[] }[] = Array.from(
    { length: 40 },
    (_, id) => ({ id, name: "", friends: [] }),
  );
  for (const person of people) person.friends = people;
  normalizeInto(new CountingWriter(), [Counted], people, [], metaAt(1));
  // one for each reference, not one for each path
  assertEquals(counts.process, 40 * 40 + 40);
  assertEquals(counts.validate, 40);
});

Deno.test("a failing pass changes nothing [schema/NRM-9]", () => {
  const { Counted } = countedClasses();
  class Refusing extends Counted {
    static override validate() {
      return "refused";
    }
  }
  const store = table(10);
  const before = structuredClone(store);
  const error = assertThrows(() =>
    normalize(
      { a: Counted, b: Refusing },
      { a: { id: 1, name: "y" }, b: { id: 2 } },
      [],
      store,
      metaAt(2),
    ), Error);
  assertEquals(error.message, "refused");
  assertEquals(store, before);
});

Deno.test("unchanged rows and their tables keep their identity [schema/REF-15]", () => {
  const parts = table(100);
  const { Counted } = countedClasses();
  const writer = new CountingWriter(parts);
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `n${id}` }));
  normalizeInto(writer, [Counted], rows, [], metaAt(2));
  assert(writer.store.parts.entities === parts.entities);
  assert(writer.store.parts.indexes === parts.indexes);
  assertEquals(writer.indexWrites, 0);
});

Deno.test("a merge hook that throws after others were stored leaves the store as it was [schema/NRM-9] [schema/ERR-14]", () => {
  class Port extends Entity {
    id = "";
    name = "";
    static override key = "Port";
    static override indexes = ["name"];
  }
  class Moody extends Port {
    static override key = "Moody";
    static override mergeWithStore(): never {
      throw new Error("cannot merge");
    }
  }
  const schema = { ports: [Port], all: new All(Port), moody: Moody };
  const controller = new Controller();
  const store = new Store(controller);
  const set = (response: object, fetchedAt: number) =>
    store.dispatch(
      actions.createSetResponse(
        new Endpoint(() => Promise.resolve(), { name: "load", schema }),
        { args: [], response, fetchedAt },
      ),
    );
  set({ ports: [{ id: "p", name: "a" }], moody: { id: "m" } }, 1);
  const before = store.getState().toJSON();
  const ports = [{ id: "q", name: "a" }, { id: "p", name: "b" }];
  set({ ports, moody: { id: "m", x: 1 } }, 2);
  const { entities, entitiesMeta, indexes } = store.getState();
  assertStrictEquals(entities.Port!.p, before.entities.Port!.p);
  assertEquals(entities, before.entities);
  assertEquals(entitiesMeta, before.entitiesMeta);
  assertEquals(indexes, before.indexes);
  const [meta] = Object.values(store.getState().meta);
  assertEquals((meta!.error as { status?: number }).status, 400);
});
