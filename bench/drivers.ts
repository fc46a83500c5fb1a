import type { Driver } from "./harness/driver.ts";

/** Every workload that runs by itself, in the order of its number. */
export const drivers: readonly Driver[] = [];
