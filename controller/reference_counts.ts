import type { EntityPath } from "./contract.ts";
import { decrement, increment } from "./counting.ts";
import { addPath } from "./state/path_sets.ts";

/** Who holds which endpoint keys and entities. */
export class ReferenceCounts {
  readonly #keys = new Map<string, number>();
  /**
   * Holders of each list of entities. Readers come and go, and lists change,
   * far more often than a sweep asks for single entities: taking and releasing
   * a list costs the same at any length.
   */
  readonly #lists = new Map<readonly EntityPath[], number>();
  /** Entities of all lists by table; made when asked for, gone when a list comes or goes. */
  #entities: Map<string, Set<string>> | undefined;

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
    if (paths.length > 0 && increment(this.#lists, paths) === 1) {
      this.#entities = undefined;
    }
  }

  /** One holder of entities less. */
  removeEntities(paths: readonly EntityPath[]): void {
    if (decrement(this.#lists, paths)) this.#entities = undefined;
  }

  /** Whether anybody holds an entity. */
  hasEntity(key: string, pk: string): boolean {
    this.#entities ??= this.#collect();
    return this.#entities.get(key)?.has(pk) ?? false;
  }

  #collect(): Map<string, Set<string>> {
    const entities = new Map<string, Set<string>>();
    for (const paths of this.#lists.keys()) {
      for (const { key, pk } of paths) addPath(entities, key, pk);
    }
    return entities;
  }
}
