import type { EntityTableView, KeyLineage } from "./contract.ts";

/** A structure over the primary keys of a table; told of each of them. */
export interface KeyIndex {
  /** Takes in a key that it does not know. */
  add(pk: string): void;
}

/**
 * Keeps an index for each table that it is asked for. Versions of a table
 * share their lineage and so their index, which sees each key once. An index
 * may thus know keys that a version of the table does not hold.
 */
export class KeyIndexes<Index extends KeyIndex> {
  readonly #create: () => Index;
  readonly #followed = new WeakMap<KeyLineage, Followed<Index>>();

  /** @param create makes an index without keys */
  constructor(create: () => Index) {
    this.#create = create;
  }

  /** The index over the keys of a table. Without lineage it is made anew. */
  of(table: EntityTableView): Index {
    const { lineage } = table;
    if (lineage === undefined) {
      const index = this.#create();
      for (const pk of table.keys()) index.add(pk);
      return index;
    }
    let followed = this.#followed.get(lineage);
    if (followed === undefined) {
      followed = new Followed(this.#create());
      this.#followed.set(lineage, followed);
    }
    followed.catchUp(lineage);
    for (const pk of table.newKeys ?? []) followed.add(pk);
    return followed.index;
  }
}

/** An index and how far it got. */
class Followed<Index extends KeyIndex> {
  readonly index: Index;
  readonly #known = new Set<string>();
  #length = 0;

  constructor(index: Index) {
    this.index = index;
  }

  catchUp({ keys }: KeyLineage): void {
    for (; this.#length < keys.length; this.#length++) {
      this.add(keys[this.#length]!);
    }
  }

  add(pk: string): void {
    if (this.#known.has(pk)) return;
    this.#known.add(pk);
    this.index.add(pk);
  }
}
