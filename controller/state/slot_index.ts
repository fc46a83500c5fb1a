import type { KeyLineage } from "../../schema/contract.ts";
import { mapKeyOf } from "../../schema/engine.ts";

/** Shared by all snapshots that descend from one table; append-only but for the tail of a discarded draft. */
export class SlotIndex implements KeyLineage {
  /** Newest slot of each key. */
  readonly #slots = new Map<string | number, number>();
  /** Key of each slot. */
  readonly keys: string[] = [];
  /**
   * Older slot of the same key, by slot. A key that was removed and comes back
   * takes a new slot at the end, so that iteration stays in insertion order;
   * older snapshots find their record through this chain.
   */
  readonly earlier: Map<number, number> = new Map();
  /** How many slots were left each time that some were forgotten. */
  readonly truncations: number[] = [];
  /** Who appended or reused a slot last; only an uninterrupted tail may be taken back. */
  lastWriter: object | undefined;
  /** The slot that was asked for last. */
  #last = -1;
  /** Whether it follows the one that was asked for before. */
  #isInOrder = true;

  /** The newest slot of a key. */
  slotOf(key: string): number | undefined {
    // lists are written and read in the order in which they came
    const next = this.#last + 1;
    if (
      this.#isInOrder && next < this.keys.length && this.keys[next] === key &&
      this.earlier.size === 0
    ) return this.#last = next;
    const slot = this.#slots.get(mapKeyOf(key));
    if (slot !== undefined && slot !== this.#last) {
      this.#isInOrder = slot === next;
      this.#last = slot;
    }
    return slot;
  }

  /** Gives a key a new slot at the end; `previous` is the newest it had. */
  append(key: string, previous?: number): number {
    const slot = this.keys.length;
    if (previous !== undefined) this.earlier.set(slot, previous);
    this.#slots.set(mapKeyOf(key), slot);
    this.keys.push(key);
    return slot;
  }

  /** Forgets all slots from `length` on. */
  truncate(length: number): void {
    this.truncations.push(length);
    while (this.keys.length > length) {
      const key = this.keys.pop()!;
      const slot = this.keys.length;
      const previous = this.earlier.get(slot);
      if (previous === undefined) {
        this.#slots.delete(mapKeyOf(key));
      } else {
        this.#slots.set(mapKeyOf(key), previous);
        this.earlier.delete(slot);
      }
    }
  }
}
