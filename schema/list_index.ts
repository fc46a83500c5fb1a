// deno-lint-ignore-file no-explicit-any -- arguments of any endpoint
import {
  COLLECTION_KEY,
  keyObjectOf,
  parseKey,
  sourcesOf,
  textsOf,
} from "./collection_key.ts";
import {
  ListShape,
  type SearchedCollection,
  type StoredList,
} from "./list_verdict.ts";

/**
 * Finds the lists of a Collection without looking at each: they are grouped by
 * the names of the members that have to match, and by their values. Lists with
 * the key of another Collection are none of these.
 */
export class ListIndex {
  /** Names of members that have to match in some list. */
  readonly names: Set<string> = new Set();
  /** All lists, by their primary keys. */
  readonly all: Map<string, StoredList> = new Map();
  /** Lists by the names of their members. */
  readonly shapes: Map<string, ListShape> = new Map();
  readonly #collection: SearchedCollection;
  /** Names of the members that have to match, by their text. */
  readonly #groups = new Map<string, readonly string[]>();
  /** Primary keys by the names and values of these members. */
  readonly #pks = new Map<string, string[]>();
  #count = 0;

  constructor(collection: SearchedCollection) {
    this.#collection = collection;
  }

  /**
   * Takes in the primary keys of a table.
   *
   * @param pks grow at the end; each is looked at once
   */
  follow(pks: readonly string[]): void {
    for (; this.#count < pks.length; this.#count++) {
      this.#add(pks[this.#count]!);
    }
  }

  #add(pk: string): void {
    const key = this.all.has(pk) ? undefined : parseKey(pk);
    if (key === undefined) return;
    const { collectionKey } = this.#collection.owner;
    if ((key[COLLECTION_KEY] ?? collectionKey) !== collectionKey) return;
    delete key[COLLECTION_KEY];
    const names = Object.keys(key).filter((name) =>
      !this.#collection.nonFilterArgumentKeys(name)
    );
    const all = JSON.stringify(Object.keys(key));
    const shape = this.shapes.get(all) ??
      new ListShape(Object.keys(key), names, this.#collection);
    this.shapes.set(all, shape);
    this.all.set(pk, shape.add(pk, key));
    if (shape.isLoose(key)) this.#collection.loose.add(pk);
    let group = JSON.stringify(names);
    this.#groups.set(group, names);
    for (const name of names) this.names.add(name);
    for (const name of names) group += JSON.stringify(key[name]) + ",";
    const pks = this.#pks.get(group);
    if (pks === undefined) this.#pks.set(group, [pk]);
    else pks.push(pk);
  }

  /** Primary keys of lists that a change with these arguments applies to. */
  matching(args: readonly any[]): string[] {
    const found: string[] = [];
    const sources = sourcesOf(args);
    for (const [group, names] of this.#groups) {
      let choices = [group];
      for (const name of names) {
        const texts = textsOf(sources, name);
        const longer: string[] = [];
        for (const choice of choices) {
          for (const text of texts) longer.push(`${choice}${text},`);
        }
        choices = longer;
      }
      for (const choice of choices) {
        for (const pk of this.#pks.get(choice) ?? []) found.push(pk);
      }
    }
    return found;
  }

  /** Primary keys of lists whose key object satisfies a test. */
  passing(test: (key: Record<string, unknown>) => boolean): string[] {
    return [...this.all.keys()].filter((pk) => test(keyObjectOf(pk)));
  }
}
