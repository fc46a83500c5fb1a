import type { EntityPath } from "./contract.ts";
import { decrement, increment } from "./counting.ts";

/** How many holders each endpoint key and each entity has. */
export class ReferenceCounts {
  readonly #keys = new Map<string, number>();
  readonly #entities = new Map<string, Map<string, number>>();
  /** Long lists of entities, by identity. */
  readonly #lists = new Map<readonly EntityPath[], number>();

  /** One more holder of a key. */
  addKey(key: string): void {
    increment(this.#keys, key);
  }

  /** One holder of a key less; returns whether it was the last. */
  removeKey(key: string): boolean {
    return decrement(this.#keys, key);
  }

  /** Whether anybody holds a key. */
  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /**
   * One more holder of entities. Holders of the same long list count as one,
   * since the next value of a list that changed mostly depends on the very
   * same list of paths.
   */
  addEntities(paths: readonly EntityPath[]): void {
    if (paths.length >= long && increment(this.#lists, paths) > 1) return;
    for (const { key, pk } of paths) {
      let counts = this.#entities.get(key);
      if (counts === undefined) this.#entities.set(key, counts = new Map());
      increment(counts, pk);
    }
  }

  /** One holder of entities less. */
  removeEntities(paths: readonly EntityPath[]): void {
    if (paths.length >= long && !decrement(this.#lists, paths)) return;
    for (const { key, pk } of paths) {
      const counts = this.#entities.get(key);
      if (counts !== undefined && decrement(counts, pk) && counts.size === 0) {
        this.#entities.delete(key);
      }
    }
  }

  /** Whether anybody holds an entity. */
  hasEntity(key: string, pk: string): boolean {
    return this.#entities.get(key)?.has(pk) ?? false;
  }
}

/** From how many entities on a list is remembered as a whole. */
const long = 32;
