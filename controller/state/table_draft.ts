import {
  capacityOf,
  growRoot,
  levelBits,
  Ownership,
  readFromLeaf,
  readLeaf,
  readSlot,
  type VectorNode,
  writeSlot,
  writeToLeaf,
} from "./radix_vector.ts";
import { SlotIndex } from "./slot_index.ts";
import { removed, Table } from "./table.ts";

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

  /**
   * @param base The table to start from; it stays as it is.
   * @param owner Identity of the writer, shared by all drafts of one commit.
   */
  constructor(base: Table<R>, owner: Ownership = new Ownership()) {
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
    this.#write(live, removed);
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

  #write(slot: number, record: object): void {
    if (!this.#isOpen) {
      throw new Error(
        "This draft of a table is closed: it was sealed or discarded. Open a new one.",
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

/**
 * A table with one record set.
 *
 * @param table It stays as it is.
 * @param owner Identity of the writer, shared by all drafts of one commit.
 */
export function withRecord<R extends object>(
  table: Table<R>,
  key: string,
  record: R,
  owner: Ownership,
): Table<R> {
  const replaced = table.replacing(key, record, owner);
  if (replaced !== undefined) return replaced;
  const draft = new TableDraft(table, owner);
  draft.set(key, record);
  return draft.seal();
}

/** Tables and tails up to this many slots are never worth compacting. */
const minimalLength = 64;
