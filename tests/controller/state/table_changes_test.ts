import { assertEquals, assertStrictEquals } from "@std/assert";
import { Table } from "../../../controller/state/table.ts";
import { TableDraft } from "../../../controller/state/table_draft.ts";

interface Snapshot {
  readonly table: Table<object>;
  readonly model: ReadonlyMap<string, object>;
}

const keys = Array.from({ length: 90 }, (_, index) => `k${index}`);

function randomNumbers(seed: number): (limit: number) => number {
  let a = seed;
  return (limit) => {
    a = (Math.imul(a, 1_103_515_245) + 12_345) >>> 0;
    return (a >>> 8) % limit;
  };
}

/** Writes and deletes runs of neighbours and single keys in a draft and in a Map. */
function change(
  base: Snapshot,
  random: (limit: number) => number,
): Snapshot | undefined {
  const draft = new TableDraft(base.table);
  const model = new Map(base.model);
  const start = random(60);
  for (let index = 1 + random(20); index > 0; index--) {
    const key = keys[random(3) > 0 ? start + index : random(80)]!;
    if (random(5) === 0) {
      draft.delete(key);
      model.delete(key);
    } else {
      const record = {};
      draft.set(key, record);
      model.set(key, record);
    }
    const other = keys[random(90)]!;
    assertStrictEquals(draft.get(other), model.get(other));
  }
  if (random(6) > 0) return { table: draft.seal(), model };
  draft.discard();
}

Deno.test("snapshots hold what a Map would, in whatever order keys are asked for, and tell in which keys they differ", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = randomNumbers(seed);
    const snapshots: Snapshot[] = [{ table: new Table(), model: new Map() }];
    for (let step = 0; step < 120; step++) {
      const isLast = random(5) > 0;
      const base = snapshots.at(isLast ? -1 : random(snapshots.length))!;
      const next = change(base, random);
      if (next !== undefined) snapshots.push(next);
      const before = snapshots[random(snapshots.length)]!;
      const after = snapshots[random(snapshots.length)]!;
      for (const key of keys) {
        assertStrictEquals(after.table.get(key), after.model.get(key));
      }
      const changed = after.table.keysChangedSince(
        before.table,
        keys.length,
        () => false,
      );
      if (changed === undefined) continue;
      const expected = keys.filter((key) =>
        before.model.get(key) !== after.model.get(key)
      );
      assertEquals([...changed].sort(), expected.sort());
    }
  }
});

Deno.test("more changes than asked for are not listed", () => {
  const draft = new TableDraft(new Table<object>());
  for (const key of keys) draft.set(key, {});
  const before = draft.seal();
  const next = new TableDraft(before);
  for (const key of keys) next.set(key, {});
  const after = next.seal();
  const isSame = () => false;
  assertEquals(after.keysChangedSince(before, 10, isSame), undefined);
  assertEquals(after.keysChangedSince(before, 90, isSame)?.size, 90);
  assertEquals(after.keysChangedSince(before, 90, () => true)?.size, 0);
});
