import { assert, assertStrictEquals } from "@std/assert";
import { memoryUsage } from "node:process";
import { Entity } from "../../schema/entity.ts";
import { MemoCache } from "../../schema/memo_cache.ts";
import { collectGarbage } from "../support/collect_garbage.ts";

class Ship extends Entity {
  id = "";
  static override key = "Ship";
}

/** A list of so many ships, and their rows. */
function fleet(size: number) {
  const list = Array.from({ length: size }, (_, index) => `s${index}`);
  const rows = Object.fromEntries(list.map((id) => [id, { id }]));
  return { list, entities: { Ship: rows } };
}

async function settledHeap(): Promise<number> {
  // what is told of a collection comes after it, and makes garbage itself
  for (let time = 0; time < 3; time++) await collectGarbage();
  return memoryUsage().heapUsed;
}

Deno.test("rows that are gone leave no room behind for what was read of them [schema/REF-17]", async () => {
  const memo = new MemoCache();
  const { list, entities } = fleet(3);
  const few = memo.denormalize([Ship], list, entities);
  const readMany = () => {
    const { list, entities } = fleet(100_000);
    memo.denormalize([Ship], list, entities);
    memo.forgetState();
  };
  const before = await settledHeap();
  // again, since room is given back after every collection, not only the first
  for (let time = 0; time < 2; time++) {
    readMany();
    const left = await settledHeap() - before;
    assert(left < 2_000_000, `${left} bytes are left`);
  }
  const again = memo.denormalize([Ship], list, entities);
  assertStrictEquals(again.data, few.data);
});

Deno.test("what a memo read is collected with it although the rows live on [schema/REF-17]", async () => {
  const { list, entities } = fleet(2_000);
  const readAndDrop = () => {
    const memo = new MemoCache();
    return new WeakRef(memo.denormalize([Ship], list, entities).data as object);
  };
  const shown = readAndDrop();
  await settledHeap();
  assertStrictEquals(shown.deref(), undefined);
  assert(Object.keys(entities.Ship).length === list.length);
});
