import type { ReadLog } from "./read_log.ts";
import type { Changes } from "./touched.ts";

/** What a layer, or a commit, read and wrote. */
export interface Footprint {
  readonly reads?: ReadLog | undefined;
  readonly writes: Changes;
}

/** Whether applying one before or after the other could make a difference. */
export function areRelated(left: Footprint, right: Footprint): boolean {
  return left.writes.everything || right.writes.everything ||
    writesOverlap(left.writes, right.writes) ||
    (right.reads !== undefined && isRead(left.writes, right.reads)) ||
    (left.reads !== undefined && isRead(right.writes, left.reads));
}

function writesOverlap(left: Changes, right: Changes): boolean {
  return pathsOverlap(left.entities, right.entities) ||
    pathsOverlap(left.entities, right.metas) ||
    pathsOverlap(left.metas, right.entities) ||
    pathsOverlap(left.metas, right.metas) ||
    // the order in which primary keys came into a table can be seen
    overlap(left.grown, right.grown) ||
    overlap(left.endpoints, right.endpoints);
}

function isRead(writes: Changes, reads: ReadLog): boolean {
  if (reads.isUnknown) return true;
  for (const key of reads.tables) if (writes.entities.has(key)) return true;
  return pathsOverlap(reads.entities, writes.entities) ||
    pathsOverlap(reads.entities, writes.metas) ||
    overlap(reads.endpoints, writes.endpoints);
}

function pathsOverlap(
  left: ReadonlyMap<string, ReadonlySet<string>>,
  right: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  for (const [key, pks] of few) {
    const others = many.get(key);
    if (others !== undefined && overlap(pks, others)) return true;
  }
  return false;
}

function overlap(
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  for (const item of few) if (many.has(item)) return true;
  return false;
}
