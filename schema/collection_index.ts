import { parseKey } from "./collection_key.ts";
import type { EntityTableView } from "./contract.ts";
import { type KeyIndex, KeyIndexes } from "./key_index.ts";

/** What a key object must look like to be found. */
export interface KeyTest {
  /** Whether a member of the key has to match. */
  isFilter(name: string): boolean;
  /** Texts that the member may have. */
  allowed(name: string): readonly string[];
}

/**
 * Finds Collections by members of their key object, without looking at each:
 * keys are grouped by the names of their members, and within a group by the
 * values of those that have to match.
 */
export class CollectionIndex implements KeyIndex {
  readonly #shapes = new Map<string, Shape>();

  /** The index over the keys of a table. */
  static of(table: EntityTableView): CollectionIndex {
    return indexes.of(table);
  }

  /** Takes in the primary key of a Collection. */
  add(pk: string): void {
    const key = parseKey(pk);
    if (key === undefined) return;
    const names = Object.keys(key).sort();
    const id = JSON.stringify(names);
    let shape = this.#shapes.get(id);
    if (shape === undefined) this.#shapes.set(id, shape = new Shape(names));
    shape.add(pk, key);
  }

  /** Primary keys whose key object passes a test member by member. */
  matching(test: KeyTest): string[] {
    const found: string[] = [];
    for (const shape of this.#shapes.values()) shape.addMatching(test, found);
    return found;
  }

  /** Primary keys whose key object passes a test that looks at the whole of it. */
  passing(test: (key: Record<string, unknown>) => boolean): string[] {
    const found: string[] = [];
    for (const shape of this.#shapes.values()) {
      for (const pk of shape.pks) if (test(parseKey(pk)!)) found.push(pk);
    }
    return found;
  }
}

const indexes: KeyIndexes<CollectionIndex> = new KeyIndexes(() =>
  new CollectionIndex()
);

/** All keys with the same members. */
class Shape {
  readonly pks: string[] = [];
  readonly #names: readonly string[];
  /** By the names that have to match, which Collections may see differently. */
  readonly #groups = new Map<string, Group>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add(pk: string, key: Record<string, unknown>): void {
    this.pks.push(pk);
    for (const group of this.#groups.values()) group.add(pk, key);
  }

  addMatching(test: KeyTest, found: string[]): void {
    const names = this.#names.filter((name) => test.isFilter(name));
    if (names.length === 0) {
      for (const pk of this.pks) found.push(pk);
      return;
    }
    const allowed = names.map((name) => test.allowed(name));
    if (allowed.some((texts) => texts.length === 0)) return;
    this.#groupBy(names).addMatching(allowed, found);
  }

  #groupBy(names: readonly string[]): Group {
    const id = JSON.stringify(names);
    let group = this.#groups.get(id);
    if (group === undefined) {
      group = new Group(names);
      for (const pk of this.pks) group.add(pk, parseKey(pk)!);
      this.#groups.set(id, group);
    }
    return group;
  }
}

/** Keys by the values of some of their members. */
class Group {
  readonly #names: readonly string[];
  readonly #pks = new Map<string, string[]>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add(pk: string, key: Record<string, unknown>): void {
    const text = this.#names.map((name) => JSON.stringify(key[name])).join();
    const pks = this.#pks.get(text);
    if (pks === undefined) this.#pks.set(text, [pk]);
    else pks.push(pk);
  }

  addMatching(
    allowed: readonly (readonly string[])[],
    found: string[],
  ): void {
    for (const text of combinations(allowed)) {
      const pks = this.#pks.get(text);
      if (pks !== undefined) { for (const pk of pks) found.push(pk); }
    }
  }
}

/** Every choice of one text for each member, joined as {@linkcode Group} does. */
function combinations(
  allowed: readonly (readonly string[])[],
): readonly string[] {
  return allowed.reduce((prefixes, texts) =>
    prefixes.flatMap((prefix) => texts.map((text) => `${prefix},${text}`))
  );
}
