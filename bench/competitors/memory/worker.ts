/**
 * One process: measures the heap of one library, and prints measurements.
 *
 * @module
 */
import process from "node:process";
import type { ArticleView } from "../../harness/contract.ts";
import { measurementMark, type Order } from "../../harness/work.ts";
import { type Keeper, measureHeap } from "../../memory/measure_heap.ts";
import { openSweepableLists } from "../../memory/sweepable_lists.ts";
import { adapters } from "../adapters.ts";

const { libraries } = JSON.parse(process.argv[2]!) as Order;
const [library] = libraries!;
const keeper = keeperOf(library!);
if (keeper) {
  for (const one of await measureHeap(keeper)) {
    console.log(measurementMark + JSON.stringify(one));
  }
}
process.exit(0);

function keeperOf(library: string): Keeper | undefined {
  if (library === "tessera") {
    return { library, role: "ours", open: openSweepableLists };
  }
  if (library === "parsed objects") {
    let kept: readonly ArticleView[] = [];
    const open = () => ({
      write: (response: readonly ArticleView[]) => kept = response,
      read: () => kept,
    });
    return { library, role: "limit", open };
  }
  const adapter = adapters.find((one) => one.library === library);
  if (!adapter?.lists) return undefined;
  const { role, typename = false } = adapter;
  return { library, role, typename, open: () => adapter.lists!("string") };
}
