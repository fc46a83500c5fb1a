import type { Workload } from "../harness/contract.ts";
import { changeEntity } from "./change_entity.ts";
import { normalize } from "./normalize.ts";

/** Every workload that runs in a process of its own, in the order of its number. */
export const workloads: readonly Workload[] = [normalize, changeEntity];
