/**
 * A map by table name, in order of insertion. A write concerns one or two
 * tables as a rule: then looking through them costs less than a hash table,
 * which is only made when there are many.
 */
export class TableMap<Value> {
  #keys: string[] | undefined;
  #values: Value[] | undefined;
  #positions: Map<string, number> | undefined;
  /** Where the last one was found. */
  #last = 0;

  /** Names of the tables. */
  get keys(): readonly string[] {
    return this.#keys ?? [];
  }

  /** What is kept for them, in the same order. */
  get values(): readonly Value[] {
    return this.#values ?? [];
  }

  /** What is kept for a table. */
  get(key: string): Value | undefined {
    const keys = this.#keys;
    if (keys === undefined) return undefined;
    if (keys[this.#last] === key) return this.#values![this.#last];
    const position = this.#positions === undefined
      ? keys.indexOf(key)
      : this.#positions.get(key) ?? -1;
    if (position < 0) return undefined;
    this.#last = position;
    return this.#values![position];
  }

  /** Keeps something for a table that has nothing yet. */
  add(key: string, value: Value): Value {
    if (this.#keys === undefined) {
      this.#keys = [key];
      this.#values = [value];
      return value;
    }
    this.#last = this.#keys.push(key) - 1;
    this.#values!.push(value);
    if (this.#positions !== undefined) this.#positions.set(key, this.#last);
    else if (this.#keys.length > FEW) this.#positions = positionsOf(this.#keys);
    return value;
  }
}

/** How many tables are looked through. */
const FEW = 16;

function positionsOf(keys: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (let index = 0; index < keys.length; index++) {
    positions.set(keys[index]!, index);
  }
  return positions;
}
