/** How many holders each endpoint key and each entity has. */
export class ReferenceCounts {
  readonly #keys = new Map<string, number>();
  readonly #entities = new Map<string, Map<string, number>>();

  /** One more holder of a key. */
  addKey(key: string): void {
    increment(this.#keys, key);
  }

  /** One holder of a key less. Returns whether it was the last. */
  removeKey(key: string): boolean {
    return decrement(this.#keys, key);
  }

  /** Whether anybody holds a key. */
  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** One more holder of an entity. */
  addEntity(key: string, pk: string): void {
    let counts = this.#entities.get(key);
    if (counts === undefined) this.#entities.set(key, counts = new Map());
    increment(counts, pk);
  }

  /** One holder of an entity less. Returns whether it was the last. */
  removeEntity(key: string, pk: string): boolean {
    const counts = this.#entities.get(key);
    if (counts === undefined || !decrement(counts, pk)) return false;
    if (counts.size === 0) this.#entities.delete(key);
    return true;
  }

  /** Whether anybody holds an entity. */
  hasEntity(key: string, pk: string): boolean {
    return this.#entities.get(key)?.has(pk) ?? false;
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function decrement(counts: Map<string, number>, name: string): boolean {
  const count = counts.get(name);
  if (count === undefined) return false;
  if (count > 1) {
    counts.set(name, count - 1);
    return false;
  }
  return counts.delete(name);
}
