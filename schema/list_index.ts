// deno-lint-ignore-file no-explicit-any -- arguments of any endpoint
import {
  COLLECTION_KEY,
  keyObjectOf,
  parseKey,
  sourcesOf,
  textsOf,
} from "./collection_key.ts";
import { ListShape, type SearchedCollection } from "./list_shape.ts";
import { getOwn, setOwn } from "./own.ts";

/**
 * Finds the lists of a Collection without looking at each: they are grouped by
 * the names of the members that have to match, and by their values. Lists with
 * the key of another Collection are none of these.
 */
export class ListIndex {
  /** Names of members that have to match in some list. */
  readonly names: Set<string> = new Set();
  /** Primary keys of all lists. */
  readonly all: Set<string> = new Set();
  /** Lists by the names of their members. */
  readonly shapes: Map<string, ListShape> = new Map();
  /** Fields that rows of a list were last compared by. */
  readonly compared: Map<string, readonly string[]> = new Map();
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
    this.all.add(pk);
    delete key[COLLECTION_KEY];
    const names = Object.keys(key).filter((name) =>
      !this.#collection.nonFilterArgumentKeys(name)
    );
    const shape = this.shapeOf(key) ??
      new ListShape(Object.keys(key), names, this.#collection);
    this.shapes.set(JSON.stringify(Object.keys(key)), shape);
    shape.add(pk, key);
    let group = JSON.stringify(names);
    this.#groups.set(group, names);
    for (const name of names) this.names.add(name);
    for (const name of names) group += JSON.stringify(key[name]) + ",";
    const pks = this.#pks.get(group);
    if (pks === undefined) this.#pks.set(group, [pk]);
    else pks.push(pk);
  }

  /**
   * What lists ask for of a row, and of parameters where it has none. W6c: a
   * copy of the whole row would cost more than all else here.
   */
  askedOf(params: Record<string, unknown>, row: any): Record<string, unknown> {
    const asked = {};
    for (const name of this.names) {
      setOwn(
        asked,
        name,
        getOwn(Object.hasOwn(row, name) ? row : params, name),
      );
    }
    return asked;
  }

  /** What stored lists with such a key object have in common. */
  shapeOf(key: Record<string, unknown>): ListShape | undefined {
    return this.shapes.get(JSON.stringify(Object.keys(key)));
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

  /** Primary keys of lists whose key object passes a test. */
  passing(test: (key: Record<string, unknown>) => boolean): string[] {
    return [...this.all].filter((pk) => test(keyObjectOf(pk)));
  }
}
