import type { Adapter } from "../../harness/contract.ts";
import { FloorArticles } from "./articles.ts";
import { FloorCollections } from "./collections.ts";
import { FloorLenses } from "./lenses.ts";
import { FloorLists } from "./lists.ts";
import { FloorResults } from "./results.ts";

/**
 * What one would write by hand for exactly one kind of data: native Maps, and
 * items that are remembered by their row. No merge rules, no snapshots, no
 * subscriptions. Nothing that does more can be expected to be faster.
 */
export const floor: Adapter = {
  library: "floor",
  role: "floor",
  ids: ["string", "integer"],
  lists: () => new FloorLists(),
  entities: (seed) => new FloorArticles(seed),
  all(seed) {
    const lists = new FloorLists();
    lists.write(seed);
    return lists;
  },
  results: (count) => new FloorResults(count),
  collections: (seed) => new FloorCollections(seed),
  lenses: () => new FloorLenses(),
};
