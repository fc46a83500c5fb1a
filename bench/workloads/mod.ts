import type { Workload } from "../harness/contract.ts";
import { again, againAndRead } from "./again.ts";
import { changeEntity } from "./change_entity.ts";
import { normalize } from "./normalize.ts";
import { readList } from "./read_list.ts";

/** Every workload that runs in a process of its own, in the order of its number. */
export const workloads: readonly Workload[] = [
  normalize,
  again,
  againAndRead,
  readList,
  changeEntity,
];
