import type { Workload } from "../harness/contract.ts";
import { again, againAndRead } from "./again.ts";
import { changeEntity } from "./change_entity.ts";
import { changeResult } from "./change_result.ts";
import { moveMember } from "./move_member.ts";
import { normalize } from "./normalize.ts";
import { pendingChanges } from "./pending_changes.ts";
import { pushMember, pushSharedMember } from "./push_member.ts";
import { readAll } from "./read_all.ts";
import { readList } from "./read_list.ts";
import { rules } from "./rules.ts";
import { settlePending } from "./settle_pending.ts";
import { switchLens } from "./switch_lens.ts";

/** Every workload that runs in a process of its own, in the order of its number. */
export const workloads: readonly Workload[] = [
  normalize,
  again,
  againAndRead,
  rules,
  readList,
  changeEntity,
  changeResult,
  pushMember,
  pushSharedMember,
  moveMember,
  readAll,
  switchLens,
  pendingChanges,
  settlePending,
];
