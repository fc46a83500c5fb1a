import type { Measurement, Target } from "./contract.ts";
import type { Plan } from "./processes.ts";

/** A workload that runs by itself: in a browser, on bundles, on heaps. */
export interface Driver {
  /** Such as "W9". */
  readonly id: string;
  /** What is done. */
  readonly title: string;
  /** Measures everything. Announces what is found as soon as it is. */
  run(plan: Plan, found: (measurement: Measurement) => void): Promise<void>;
  /** Whether the engine of the run plays no part, since a browser or a bundler does the work. */
  readonly isEngineless?: boolean;
  /** What is to be reached. */
  readonly targets?: readonly Target[];
}
