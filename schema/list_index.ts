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
import { identityOf, push, without } from "./merge_membership.ts";

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
  /** Lists that have a member, by that, and the members that each was noted with; unless their arguments say what readers see of them. */
  readonly #having = new Map<unknown, readonly string[]>();
  readonly #noted = new Map<string, readonly unknown[]>();
  #count = 0;

  constructor(collection: SearchedCollection) {
    this.#collection = collection;
  }

  /**
   * Takes in the primary keys of a table.
   *
   * @param pks grow at the end; each is looked at once
   * @returns where those begin that are new
   */
  follow(pks: readonly string[]): number {
    const first = this.#count;
    for (; this.#count < pks.length; this.#count++) {
      this.#add(pks[this.#count]!);
    }
    return first;
  }

  /**
   * Notes the members of a list, so that it is found by them.
   *
   * @param isPending whether they may go back to what they were
   */
  note(pk: string, members: readonly unknown[], isPending: boolean): void {
    if (!this.all.has(pk)) return;
    const before = this.#noted.get(pk) ?? [];
    const known = isPending ? push(before, members) : members;
    if (known === before) return;
    this.#noted.set(pk, known);
    for (const member of without(known, before)) {
      const id = identityOf(member);
      this.#having.set(id, push(this.#having.get(id) ?? [], [pk]));
    }
    for (const member of without(before, known)) {
      const id = identityOf(member);
      const lists = without(this.#having.get(id) ?? [], [pk]);
      if (lists.length > 0) this.#having.set(id, lists);
      else this.#having.delete(id);
    }
  }

  /** Lists that may have a member, as far as they were noted. */
  having(member: unknown): readonly StoredList[] {
    const lists = this.#having.get(identityOf(member)) ?? [];
    return lists.map((pk) => this.all.get(pk)!);
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
