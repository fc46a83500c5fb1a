import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { Ownership } from "../../../controller/state/radix_vector.ts";
import type { SlotIndex } from "../../../controller/state/slot_index.ts";
import { Table } from "../../../controller/state/table.ts";
import {
  TableDraft,
  withRecord,
} from "../../../controller/state/table_draft.ts";

interface Item {
  readonly value: number;
}

/** Names of Object.prototype, the empty string and other data that looks like something else. */
const hostileKeys = [
  "",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "0",
  "01",
  "-1",
  "a|b",
  '"',
  "\u2028",
  "a\0b",
];

const keys = fc.oneof(
  fc.constantFrom(...hostileKeys),
  fc.integer({ min: 0, max: 150 }).map(String),
);

type Step =
  | { readonly kind: "set"; readonly key: string; readonly value: number }
  | { readonly kind: "delete"; readonly key: string };

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant<"set">("set"),
        key: keys,
        value: fc.integer(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant<"delete">("delete"),
        key: keys,
      }),
    },
  ),
  { maxLength: 60 },
);

/** Which snapshot a draft starts from, what it does, and whether it is thrown away; records that are set without a draft come first. */
const drafts = fc.array(
  fc.record({
    from: fc.nat(),
    alone: fc.array(fc.tuple(keys, fc.integer()), { maxLength: 2 }),
    steps,
    isDiscarded: fc.integer({ min: 0, max: 3 }).map((dice) => dice === 0),
  }),
  { maxLength: 25 },
);

function contents(table: Table<Item>): [string, number][] {
  return [...table.entries()].map(([key, { value }]) => [key, value]);
}

Deno.test("every snapshot of a table equals the Map that had the same history, also on branches and after discarded drafts [controller/STA-2] [controller/STA-13]", () => {
  fc.assert(
    fc.property(drafts, (history) => {
      const snapshots: { table: Table<Item>; model: Map<string, number> }[] = [
        { table: new Table(), model: new Map() },
      ];
      for (const { from, alone, steps, isDiscarded } of history) {
        let source = snapshots[from % snapshots.length]!;
        if (alone.length > 0) {
          const owner = new Ownership();
          let { table } = source;
          const model = new Map(source.model);
          for (const [key, value] of alone) {
            table = withRecord(table, key, { value }, owner);
            model.set(key, value);
          }
          snapshots.push(source = { table, model });
        }
        const draft = new TableDraft(source.table);
        const model = new Map(source.model);
        for (const step of steps) {
          if (step.kind === "set") {
            draft.set(step.key, { value: step.value });
            model.set(step.key, step.value);
          } else {
            assertEquals(draft.delete(step.key), model.delete(step.key));
          }
          assertEquals(draft.size, model.size);
        }
        assertEquals(contents(draft), [...model]);
        if (isDiscarded) draft.discard();
        else snapshots.push({ table: draft.seal(), model });
      }
      for (const { table, model } of snapshots) {
        assertEquals(contents(table), [...model]);
        assertEquals([...table.keys()], [...model.keys()]);
        assertEquals(table.size, model.size);
        for (const key of hostileKeys) {
          assertEquals(table.get(key)?.value, model.get(key));
          assertEquals(table.has(key), model.has(key));
        }
      }
    }),
    { numRuns: 150 },
  );
});

Deno.test("two open drafts of one table do not see each other", () => {
  const base = tableOf(3);
  const left = new TableDraft(base);
  const right = new TableDraft(base);
  left.set("left", { value: 1 });
  right.set("right", { value: 2 });
  left.set("k1", { value: -1 });
  const sealedLeft = left.seal();
  const sealedRight = right.seal();
  assertEquals(contents(sealedLeft), [
    ["k0", 0],
    ["k1", -1],
    ["k2", 2],
    ["left", 1],
  ]);
  assertEquals(contents(sealedRight), [
    ["k0", 0],
    ["k1", 1],
    ["k2", 2],
    ["right", 2],
  ]);
  assertEquals(contents(base), [["k0", 0], ["k1", 1], ["k2", 2]]);
});

Deno.test("drafts that are written in turns keep apart, whichever of them is thrown away [controller/STA-2]", () => {
  const turns = fc.array(fc.tuple(fc.nat(2), steps.map((list) => list[0])), {
    maxLength: 40,
  });
  const endings = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(turns, endings, (written, areKept) => {
      const base = tableOf(5);
      const baseModel = contents(base);
      const drafts = areKept.map(() => ({
        draft: new TableDraft(base),
        model: new Map(baseModel),
      }));
      for (const [which, step] of written) {
        if (step === undefined) continue;
        for (const { draft, model } of drafts) {
          assertEquals(draft.get(step.key)?.value, model.get(step.key));
        }
        const { draft, model } = drafts[which]!;
        if (step.kind === "set") {
          draft.set(step.key, { value: step.value });
          model.set(step.key, step.value);
        } else {
          assertEquals(draft.delete(step.key), model.delete(step.key));
        }
      }
      const kept = drafts.flatMap(({ draft, model }, which) => {
        if (areKept[which]) return [{ table: draft.seal(), model }];
        draft.discard();
        return [];
      });
      const last = new TableDraft(base);
      last.set("afterwards", { value: 1 });
      kept.push({
        table: last.seal(),
        model: new Map([...baseModel, ["afterwards", 1]]),
      });
      for (const { table, model } of kept) {
        assertEquals(contents(table), [...model]);
        assertEquals(table.keyList, [...model.keys()]);
      }
      assertEquals(contents(base), baseModel);
    }),
    { numRuns: 200 },
  );
});

Deno.test("a draft that changes nothing seals to the table it began with [controller/STA-3]", () => {
  const base = tableOf(100);
  const draft = new TableDraft(base);
  draft.set("k7", base.get("k7")!);
  draft.delete("unknown");
  assertStrictEquals(draft.seal(), base);
});

Deno.test("a sealed draft refuses to be written", () => {
  const draft = new TableDraft(tableOf(2));
  draft.seal();
  let message = "";
  try {
    draft.set("k0", { value: 5 });
  } catch (error) {
    message = (error as Error).message;
  }
  assert(message.includes("closed"), message);
});

Deno.test("one update creates as many nodes as the tree is deep, at 100, 100,000 and 1,000,000 records", () => {
  const costs = [100, 100_000, 1_000_000].map((size) => {
    const owner = new Ownership();
    const draft = new TableDraft(tableOf(size), owner);
    draft.set(`k${size - 1}`, { value: -1 });
    draft.seal();
    return { size, nodes: owner.nodes, depth: depthFor(size) };
  });
  for (const { nodes, depth } of costs) assertEquals(nodes, depth);
});

Deno.test("one added and one removed record cost no more nodes than a new root and the depth of the tree", () => {
  for (const size of [100, 1024, 100_000]) {
    for (
      const write of [
        (draft: TableDraft<Item>) => draft.set("new", { value: 1 }),
        (draft: TableDraft<Item>) => draft.delete("k5"),
      ]
    ) {
      const owner = new Ownership();
      const draft = new TableDraft(tableOf(size), owner);
      write(draft);
      draft.seal();
      const limit = 2 * depthFor(size) + 1;
      assert(owner.nodes <= limit, `${owner.nodes} nodes at ${size}`);
    }
  }
});

Deno.test("a table that lost most of its records is packed again and reads the same", () => {
  const size = 1000;
  const base = tableOf(size);
  const draft = new TableDraft(base);
  for (let number = 0; number < size; number++) {
    if (number % 10 !== 0) draft.delete(`k${number}`);
  }
  const packed = draft.seal();
  assertEquals(packed.size, 100);
  assertEquals(
    contents(packed),
    Array.from({ length: 100 }, (_, index) => [`k${index * 10}`, index * 10]),
  );
  assertEquals(base.size, size);
  assertEquals(base.get("k999")?.value, 999);
  const owner = new Ownership();
  const next = new TableDraft(packed, owner);
  next.set("k0", { value: -1 });
  next.seal();
  assertEquals(owner.nodes, depthFor(100));
});

Deno.test("a key that came and went often is looked up as fast as one that did not [controller/STA-2]", () => {
  let table = tableOf(1000);
  const withKey: Table<Item>[] = [];
  for (let value = 0; value < 500; value++) {
    table = withRecord(table, "guest", { value }, new Ownership());
    withKey.push(table);
    const draft = new TableDraft(table);
    draft.delete("guest");
    table = draft.seal();
  }
  let steps = 0;
  const { earlier } = table.lineage as SlotIndex;
  earlier.get = (slot) => {
    steps++;
    return Map.prototype.get.call(earlier, slot);
  };
  assertEquals(table.get("guest"), undefined);
  assertEquals(new TableDraft(table).get("guest"), undefined);
  assertEquals(
    table.replacing("guest", { value: 0 }, new Ownership()),
    undefined,
  );
  assertEquals(steps, 0);
  // what was handed out is found as before
  for (const [value, earlier] of withKey.entries()) {
    assertEquals(earlier.get("guest"), { value });
  }
});

Deno.test("records that come and go for ever do not make a table grow", () => {
  let table = tableOf(10);
  for (let round = 0; round < 5000; round++) {
    const draft = new TableDraft(table);
    draft.set(`guest ${round}`, { value: round });
    if (round > 0) draft.delete(`guest ${round - 1}`);
    table = draft.seal();
  }
  assertEquals(table.size, 11);
  const owner = new Ownership();
  const draft = new TableDraft(table, owner);
  draft.set("k0", { value: -1 });
  draft.seal();
  assert(owner.nodes <= 2, `${owner.nodes} nodes for 11 records`);
});

function tableOf(size: number): Table<Item> {
  const draft = new TableDraft(new Table<Item>());
  for (let number = 0; number < size; number++) {
    draft.set(`k${number}`, { value: number });
  }
  return draft.seal();
}

/** Levels of a tree with 32 children a node. */
function depthFor(size: number): number {
  return Math.max(1, Math.ceil(Math.log(size) / Math.log(32)));
}
