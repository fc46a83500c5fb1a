import { entityRows, listRows } from "./browser/mod.ts";
import { firstPage } from "./first_page/mod.ts";
import type { Driver } from "./harness/driver.ts";
import { memory } from "./memory/mod.ts";
import { fetches } from "./network/mod.ts";
import { manyChanges, subscriptions } from "./readers/mod.ts";
import { sizes } from "./size/mod.ts";
import { truth } from "./truth/mod.ts";

/** Every workload that runs by itself, in the order of its number. */
export const drivers: readonly Driver[] = [
  entityRows,
  listRows,
  sizes,
  fetches,
  memory,
  subscriptions,
  manyChanges,
  firstPage,
  truth,
];
