import type { Measurement } from "../harness/contract.ts";
import type { Plan } from "../harness/processes.ts";
import { measurePages } from "./measure_pages.ts";

/** A workload that runs in a browser. */
export interface PageWorkload {
  /** Such as "W9". */
  readonly id: string;
  /** What is done. */
  readonly title: string;
  /** Measures it. */
  run(plan: Pick<Plan, "isQuick" | "libraries">): Promise<Measurement[]>;
}

/** Where rows have their article from: a hook in each, or a list above them. */
export const pageWorkloads: readonly PageWorkload[] = [
  {
    id: "W9",
    title: "Chromium: rows that each read one entity",
    run: (plan) => measurePages("W9", "entity", plan),
  },
  {
    id: "W9b",
    title: "Chromium: a list of memo rows",
    run: (plan) => measurePages("W9b", "list", plan),
  },
];
