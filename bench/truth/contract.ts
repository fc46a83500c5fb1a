import type { Part } from "../../tests/controller/truth/contract.ts";
import type { Order } from "../harness/work.ts";

/** What a process of this workload is told. */
export interface TruthOrder extends Order {
  /** Name of the mix; see {@linkcode mixes}. */
  readonly mix: string;
  /** How many runs there are of it. */
  readonly runs: number;
  /** Draws the same runs again. */
  readonly seed: number;
}

/** What takes part, in the order of the tables. */
export const contestants: readonly string[] = [
  "tessera",
  "tanstack-query",
  "swr",
  "redux-toolkit",
  "apollo",
];

/** What may happen in a run, by the name in the tables. */
export const mixes: Readonly<Record<string, readonly Part[]>> = {
  "edits of fields": ["fields"],
  "delete, create": ["presence"],
  "move": ["moves"],
  "status by PATCH": ["statusByPatch"],
  "all together": ["fields", "presence", "moves", "statusByPatch"],
};
