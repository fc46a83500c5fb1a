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

/** Many footprints as one, for whether a commit concerns any of them, at the cost of the commit alone. */
export class FootprintUnion {
  readonly #entities = new Map<string, Set<string>>();
  readonly #readTables = new Set<string>();
  readonly #grown = new Set<string>();
  readonly #endpoints = new Set<string>();
  readonly #writtenTables = new Set<string>();
  #isUnknown = false;

  /** @param footprints What to unite. */
  constructor(footprints: Iterable<Footprint> = []) {
    for (const { reads, writes } of footprints) {
      for (const paths of [writes.entities, writes.metas]) {
        for (const key of paths.keys()) this.#writtenTables.add(key);
        this.#addPaths(paths);
      }
      addTo(this.#grown, writes.grown);
      addTo(this.#endpoints, writes.endpoints);
      if (reads === undefined) continue;
      this.#addPaths(reads.entities);
      addTo(this.#readTables, reads.tables);
      addTo(this.#endpoints, reads.endpoints);
      this.#isUnknown ||= reads.isUnknown;
    }
  }

  /** Tables that any of them wrote. */
  get writtenTables(): ReadonlySet<string> {
    return this.#writtenTables;
  }

  /** Whether a commit could make a difference to any of them. */
  isConcernedBy(writes: Changes): boolean {
    if (this.#isUnknown || writes.everything) return true;
    for (const key of writes.entities.keys()) {
      if (this.#readTables.has(key)) return true;
    }
    return pathsOverlap(writes.entities, this.#entities) ||
      pathsOverlap(writes.metas, this.#entities) ||
      overlap(writes.grown, this.#grown) ||
      overlap(writes.endpoints, this.#endpoints);
  }

  #addPaths(paths: ReadonlyMap<string, ReadonlySet<string>>): void {
    for (const [key, pks] of paths) {
      const known = this.#entities.get(key);
      if (known === undefined) this.#entities.set(key, new Set(pks));
      else addTo(known, pks);
    }
  }
}

function addTo(set: Set<string>, items: Iterable<string>): void {
  for (const item of items) set.add(item);
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
