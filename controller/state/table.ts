import type { KeyLineage } from "../../schema/contract.ts";
import {
  levelBits,
  type Ownership,
  readLeaf,
  readSlot,
  type VectorNode,
  visitDifferingLeaves,
  writeSlot,
} from "./radix_vector.ts";
import { SlotIndex } from "./slot_index.ts";

/**
 * An immutable map from string keys to records, in insertion order, whose
 * updates cost the same at any size.
 *
 * Keys are numbered through a {@linkcode SlotIndex} that all snapshots of a
 * table share; records sit in a persistent vector indexed by slot. Any string
 * is an ordinary key.
 */
export class Table<R extends object> {
  /** Number of records. */
  get size(): number {
    return this.count;
  }

  /** Shared by all snapshots of this table; may know keys that this one does not hold. */
  get lineage(): KeyLineage {
    return this.index;
  }

  /** Keys in insertion order; the same list for all snapshots between two changes of keys. */
  get keyList(): readonly string[] {
    return this.listed.keys ??= Array.from(this.keys());
  }

  /** @internal */
  protected index: SlotIndex;
  /** @internal */
  protected root: VectorNode | undefined;
  /** @internal */
  protected shift: number;
  /** Slots this snapshot looks at; those behind belong to others. @internal */
  protected length: number;
  /** @internal */
  protected count: number;
  /** Shared by all snapshots with the same keys; filled when asked for. @internal */
  protected listed: { keys?: readonly string[] };

  /** Makes an empty table, or with `source` a snapshot of it. */
  constructor(source?: Table<R>) {
    this.index = source?.index ?? new SlotIndex();
    this.root = source?.root;
    this.shift = source?.shift ?? 0;
    this.length = source?.length ?? 0;
    this.count = source?.count ?? 0;
    this.listed = source?.listed ?? {};
  }

  /** The record under a key; `undefined` when there is none. */
  get(key: string): R | undefined {
    const slot = this.index.slotOf(key);
    if (slot === undefined) return undefined;
    const found = slot < this.length
      ? readSlot(this.root, this.shift, slot)
      : undefined;
    if (found !== undefined || this.index.earlier.size === 0) {
      return recordOf<R>(found);
    }
    const live = this.liveSlot(slot);
    return live === undefined
      ? undefined
      : readSlot(this.root, this.shift, live) as R;
  }

  /** Whether there is a record under a key. */
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Keys in insertion order. */
  *keys(): IterableIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  /** Keys and records in insertion order. */
  *entries(): IterableIterator<[key: string, record: R]> {
    const { index, length } = this;
    for (let start = 0; start < length; start += 32) {
      const leaf = readLeaf(this.root, this.shift, start);
      if (leaf === undefined) continue;
      const end = Math.min(32, length - start);
      for (let position = 0; position < end; position++) {
        const record = recordOf<R>(leaf[position]);
        if (record !== undefined) yield [index.keys[start + position]!, record];
      }
    }
  }

  /**
   * Keys under which an earlier snapshot has another record, or only one of
   * both has one, at the cost of their number.
   *
   * @param limit how many to look for
   * @param isSame whether two records count as the same
   * @returns `undefined` if there are more, or the snapshot is of another table
   */
  keysChangedSince(
    earlier: Table<R>,
    limit: number,
    isSame: (before: R | undefined, after: R | undefined) => boolean,
  ): Set<string> | undefined {
    const { keys } = this.index;
    // other keys may have taken the slots of those that were taken back
    if (earlier.index !== this.index) return undefined;
    const changed = new Set<string>();
    const isComplete = visitDifferingLeaves(
      earlier.root,
      earlier.shift,
      this.root,
      this.shift,
      (before, after, start) => {
        for (let position = 0; position < leafSize; position++) {
          const old = recordOf<R>(before?.[position]);
          const record = recordOf<R>(after?.[position]);
          if (old !== record && !isSame(old, record)) {
            changed.add(keys[start + position]!);
          }
        }
        return changed.size <= limit;
      },
    );
    return isComplete ? changed : undefined;
  }

  /**
   * The table with another record under a key; `undefined` if it has none there.
   *
   * @param owner Identity of the writer, shared by all drafts of one commit.
   */
  replacing(key: string, record: R, owner: Ownership): Table<R> | undefined {
    const newest = this.index.slotOf(key);
    const slot = newest === undefined ? undefined : this.liveSlot(newest);
    if (slot === undefined) return undefined;
    const changed = new Table<R>(this);
    changed.root = writeSlot(this.root, this.shift, slot, record, owner);
    return changed;
  }

  /** The slot among all of one key, from the newest back, that holds a record here. */
  protected liveSlot(newest: number): number | undefined {
    for (
      let slot: number | undefined = newest;
      slot !== undefined;
      slot = this.index.earlier.get(slot)
    ) {
      if (slot >= this.length) continue;
      const found = readSlot(this.root, this.shift, slot);
      if (found !== undefined) return found === removed ? undefined : slot;
    }
    return undefined;
  }
}

/** Stands in the slot of a record that was removed: the key has none in its older slots either. */
export const removed: object = Object.freeze({});

function recordOf<R extends object>(found: unknown): R | undefined {
  return found === removed ? undefined : found as R | undefined;
}

/** Records in a leaf. */
const leafSize = 2 ** levelBits;
