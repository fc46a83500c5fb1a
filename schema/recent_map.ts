/**
 * A map of bounded size that forgets what was not used for long: it keeps at
 * least the last `capacity` entries used and at most twice as many.
 */
export class RecentMap<Key, Value> {
  readonly #capacity: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value under a key, which counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined || this.#old.size === 0) return value;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Whether there is a value under a key, be it `undefined`. */
  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  /** Puts a value under a key. */
  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
