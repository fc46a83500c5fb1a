import {
  capacityOf,
  growRoot,
  levelBits,
  Ownership,
  readFromLeaf,
  readLeaf,
  readSlot,
  type VectorNode,
  visitDifferingLeaves,
  writeSlot,
  writeToLeaf,
} from "./radix_vector.ts";
import type { KeyLineage } from "../../schema/contract.ts";
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
    const record = slot < this.length
      ? readSlot(this.root, this.shift, slot) as R | undefined
      : undefined;
    if (record !== undefined || this.index.earlier.size === 0) return record;
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
        const record = leaf[position] as R | undefined;
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
          const old = before?.[position] as R | undefined;
          const record = after?.[position] as R | undefined;
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
   * Opens the table for writing; this snapshot stays as it is.
   *
   * @param owner Identity of the writer, shared by all drafts of one commit.
   */
  edit(owner: Ownership = new Ownership()): TableDraft<R> {
    return new TableDraft(this, owner);
  }

  /**
   * The table with one record set.
   *
   * @param owner Identity of the writer, shared by all drafts of one commit.
   */
  with(key: string, record: R, owner: Ownership): Table<R> {
    const newest = this.index.slotOf(key);
    const slot = newest === undefined ? undefined : this.liveSlot(newest);
    if (slot === undefined) {
      const draft = this.edit(owner);
      draft.set(key, record);
      return draft.seal();
    }
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
      if (
        slot < this.length &&
        readSlot(this.root, this.shift, slot) !== undefined
      ) return slot;
    }
    return undefined;
  }
}

/**
 * A table while one commit writes it. Nodes the draft created are written in
 * place until {@linkcode TableDraft.seal} turns it into a snapshot.
 */
export class TableDraft<R extends object> extends Table<R> {
  #base: Table<R>;
  #owner: Ownership;
  #appendedFrom = -1;
  #isOpen = true;
  #isWritten = false;
  /** Key that was looked up last, among how many slots, its newest one, and the one that holds its record. */
  #lastKey: string | undefined;
  #lastLength = 0;
  #lastNewest: number | undefined;
  #lastLive: number | undefined;
  /** Leaf that was written last; owned by this draft. */
  #leaf: VectorNode | undefined;
  #leafNumber = -1;

  constructor(base: Table<R>, owner: Ownership) {
    super(base);
    this.#base = base;
    this.#owner = owner;
    // an empty table is not a lineage: sharing its index would join strangers
    if (this.length === 0) this.index = new SlotIndex();
  }

  override get(key: string): R | undefined {
    this.#find(key);
    return this.#lastLive === undefined
      ? undefined
      : this.#read(this.#lastLive);
  }

  /** Stores a record; the same record changes nothing. */
  set(key: string, record: R): void {
    this.#find(key);
    const live = this.#lastLive;
    if (live !== undefined) {
      if (this.#read(live) !== record) this.#write(live, record);
      return;
    }
    const slot = this.#slotForNew(key, this.#lastNewest);
    this.#write(slot, record);
    this.#lastNewest = this.#lastLive = slot;
    this.#lastLength = this.index.keys.length;
    this.count++;
    this.#forgetKeys();
  }

  /** Removes a record; returns whether there was one. */
  delete(key: string): boolean {
    this.#find(key);
    const live = this.#lastLive;
    if (live === undefined) return false;
    this.#write(live, undefined);
    this.#lastLive = undefined;
    this.count--;
    this.#forgetKeys();
    return true;
  }

  /** Ends writing: the snapshot, which is the original table when nothing changed. */
  seal(): Table<R> {
    this.#isOpen = false;
    // the root may be one that the owner wrote to before
    if (!this.#isWritten) return this.#base;
    if (this.length > minimalLength && this.count * 4 < this.length) {
      this.#compact();
    }
    return new Table<R>(this);
  }

  /** Ends writing and takes back what was appended to the shared index. */
  discard(): void {
    this.#isOpen = false;
    if (this.#appendedFrom >= 0 && this.index.lastWriter === this.#owner) {
      this.index.truncate(this.#appendedFrom);
    }
  }

  #forgetKeys(): void {
    if (
      this.listed === this.#base["listed"] || this.listed.keys !== undefined
    ) this.listed = {};
  }

  /** Most keys are looked up several times in a row: read, compared, written. */
  #find(key: string): void {
    const { length } = this.index.keys;
    // other drafts may have given the key a slot meanwhile
    if (key === this.#lastKey && length === this.#lastLength) return;
    const newest = this.index.slotOf(key);
    this.#lastKey = key;
    this.#lastLength = length;
    this.#lastNewest = newest;
    this.#lastLive = newest === undefined ? undefined : this.liveSlot(newest);
  }

  #read(slot: number): R | undefined {
    return slot >>> levelBits === this.#leafNumber
      ? readFromLeaf(this.#leaf!, slot) as R | undefined
      : readSlot(this.root, this.shift, slot) as R | undefined;
  }

  #slotForNew(key: string, newest: number | undefined): number {
    let slot = newest;
    if (slot === undefined || slot < this.length) {
      // others appended far more than lives here: leave them their index
      const foreign = this.index.keys.length - this.length;
      if (foreign > minimalLength + this.count) {
        this.#compact();
        slot = undefined;
      }
      if (this.index.lastWriter !== this.#owner) {
        this.#appendedFrom = this.index.keys.length;
      }
      slot = this.index.append(key, slot);
    } else if (this.index.lastWriter !== this.#owner) {
      this.#appendedFrom = this.index.keys.length;
    }
    this.index.lastWriter = this.#owner;
    this.length = slot + 1;
    while (slot >= capacityOf(this.shift)) {
      this.root = growRoot(this.root, this.#owner);
      this.shift += levelBits;
    }
    return slot;
  }

  #write(slot: number, record: R | undefined): void {
    if (!this.#isOpen) {
      throw new Error(
        "This draft of a table is closed: it was sealed or discarded. Open a new one with edit().",
      );
    }
    this.#isWritten = true;
    if (slot >>> levelBits === this.#leafNumber) {
      writeToLeaf(this.#leaf!, slot, record);
      return;
    }
    this.root = writeSlot(this.root, this.shift, slot, record, this.#owner);
    this.#leaf = readLeaf(this.root, this.shift, slot);
    this.#leafNumber = slot >>> levelBits;
  }

  /** Moves all records next to each other, under an index of their own. */
  #compact(): void {
    const entries = this.entries();
    const index = new SlotIndex();
    let root: VectorNode | undefined;
    let shift = 0;
    for (const [key, record] of entries) {
      const slot = index.append(key);
      if (slot >= capacityOf(shift)) {
        root = growRoot(root, this.#owner);
        shift += levelBits;
      }
      root = writeSlot(root, shift, slot, record, this.#owner);
    }
    this.index = index;
    this.root = root;
    this.shift = shift;
    this.length = index.keys.length;
    this.#appendedFrom = -1;
    this.#leafNumber = -1;
    this.#lastKey = undefined;
  }
}

/** Records in a leaf. */
const leafSize = 2 ** levelBits;

/** Tables and tails up to this many slots are never worth compacting. */
const minimalLength = 64;
