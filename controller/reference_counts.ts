import type { EntityPath } from "./contract.ts";
import { decrement, increment } from "./counting.ts";

/**
 * Who holds which endpoint keys and entities.
 *
 * Readers come and go, and lists change, far more often than a sweep asks for
 * single entities. Taking and releasing a list therefore costs the same at any
 * length; its entities are counted later, in portions: {@linkcode catchUp}.
 */
export class ReferenceCounts {
  readonly #keys = new Map<string, number>();
  /** Holders of the lists whose entities are not counted yet. */
  readonly #uncounted = new Map<readonly EntityPath[], number>();
  /** Holders of the lists whose entities are counted. */
  readonly #counted = new Map<readonly EntityPath[], number>();
  /** Lists that are still counted although nobody holds them any more. */
  readonly #left = new Set<readonly EntityPath[]>();
  /** How often the counted lists name each entity, by table. */
  readonly #entities = new Map<string, Map<string, number>>();
  #counting: Iterator<undefined> = this.#count();

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

  /** One more holder of entities. */
  addEntities(paths: readonly EntityPath[]): void {
    // most responses without schema depend on none
    if (paths.length === 0) return;
    const isCounted = this.#counted.has(paths) || this.#left.delete(paths);
    increment(isCounted ? this.#counted : this.#uncounted, paths);
  }

  /** One holder of entities less. */
  removeEntities(paths: readonly EntityPath[]): void {
    if (!this.#counted.has(paths)) decrement(this.#uncounted, paths);
    else if (decrement(this.#counted, paths)) this.#left.add(paths);
  }

  /** Whether anybody holds an entity. Counts first what is left to count. */
  hasEntity(key: string, pk: string): boolean {
    this.catchUp(Infinity);
    return this.#countsOf(key).has(pk);
  }

  /**
   * Counts entities of lists that came, and takes back those of lists that went.
   *
   * @param limit How many entities to look at.
   * @returns Whether nothing is left to count.
   */
  catchUp(limit: number): boolean {
    for (let looked = 0; looked < limit; looked++) {
      if (!this.#counting.next().done) continue;
      if (this.#uncounted.size + this.#left.size === 0) return true;
      this.#counting = this.#count();
    }
    return false;
  }

  /** Stops after each entity. A list that goes meanwhile is counted to its end first. */
  *#count(): Generator<undefined> {
    for (const [paths, holders] of this.#uncounted) {
      this.#uncounted.delete(paths);
      this.#counted.set(paths, holders);
      for (const { key, pk } of paths) {
        increment(this.#countsOf(key), pk);
        yield;
      }
    }
    for (const paths of this.#left) {
      this.#left.delete(paths);
      for (const { key, pk } of paths) {
        decrement(this.#countsOf(key), pk);
        yield;
      }
    }
  }

  #countsOf(table: string): Map<string, number> {
    let counts = this.#entities.get(table);
    if (counts === undefined) this.#entities.set(table, counts = new Map());
    return counts;
  }
}
