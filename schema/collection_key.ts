/**
 * How lists are told apart, and found: each has a key object, whose members a
 * change compares with its arguments.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- arguments of any endpoint
import type { NonFilterArgumentKeys } from "./collection_types.ts";
import type { EntityTableView } from "./contract.ts";
import { isObject } from "./is_object.ts";
import { indexOf, type KeyIndex, type KeyIndexes } from "./key_index.ts";
import { setOwn } from "./own.ts";
import { isEntries, showHidden } from "./serialize_args.ts";

/** The member of a stored key object that holds the key of the Collection. No argument has this name. */
const COLLECTION_KEY = "";

/**
 * The primary key that a key object stands for.
 *
 * @param key the key object
 * @param collectionKey key or path of the Collection, if it has one
 */
export function serializeKey(key: unknown, collectionKey?: string): string {
  return textOf(
    collectionKey === undefined
      ? key ?? {}
      : { ...membersOf(key), [COLLECTION_KEY]: collectionKey },
  ) ?? "{}";
}

/**
 * A value as text to compare: numbers and booleans as strings, members in
 * alphabetical order, absent ones left out; `undefined` where there is no value.
 */
function textOf(value: unknown): string | undefined {
  return typeof value === "string"
    ? JSON.stringify(value)
    : JSON.stringify(value, showComparable);
}

function showComparable(_name: string, value: unknown): unknown {
  if (isObject(value)) {
    if (Array.isArray(value)) return value;
    const members = isEntries(value)
      ? membersOf(value)
      : showHidden(value) ?? value as Record<string, unknown>;
    const sorted = {};
    for (const name of Object.keys(members).sort()) {
      setOwn(sorted, name, members[name]);
    }
    return sorted;
  }
  if (value === undefined || value === null) return value;
  return typeof value === "function" ? showHidden(value) : String(value);
}

/**
 * The members of an argument; those of a form or query are its entries. What
 * has none, such as a bare primary key or a set, is the one member `0`.
 */
export function membersOf(argument: any): Record<string, unknown> {
  if (argument === undefined || argument === null) return {};
  if (!isEntries(argument)) {
    const hasNone = !isObject(argument) || showHidden(argument) !== undefined;
    return hasNone ? { 0: argument } : argument;
  }
  const form = argument as unknown as FormData;
  const members = {};
  for (const name of form.keys()) {
    const values = form.getAll(name);
    setOwn(members, name, values.length > 1 ? values : values[0]);
  }
  return members;
}

/** The key object of a primary key; `undefined` if it is not the text of one. */
function parseKey(pk: string): Record<string, unknown> | undefined {
  if (!pk.startsWith("{")) return undefined;
  try {
    return JSON.parse(pk);
  } catch {
    return undefined;
  }
}

/** The key object of a list, as its Collection made it but for texts in place of numbers. */
export function keyObjectOf(pk: string): Record<string, unknown> {
  const { [COLLECTION_KEY]: _, ...key } = parseKey(pk) ?? {};
  return key;
}

/** Makes a predicate of the option `nonFilterArgumentKeys`. */
export function isNamed(
  names: NonFilterArgumentKeys,
): (name: string) => boolean {
  if (typeof names === "function") return names;
  if (names instanceof RegExp) {
    // with these flags the outcome depends on what was tested before
    const pattern = new RegExp(names, names.flags.replace(/[gy]/g, ""));
    return (name) => pattern.test(name);
  }
  return (name) => names.includes(name);
}

/**
 * Makes the default filter: all members of a key, but those that need not
 * match, must have the value of the parameters or of the body.
 *
 * @param args of the change
 * @param isIgnored whether a member of the key need not match
 */
export function filterByMembers(
  args: readonly any[],
  isIgnored: (name: string) => boolean,
): (key: Record<string, any>) => boolean {
  const sources = sourcesOf(args);
  return (key) =>
    Object.keys(key).every((name) =>
      isIgnored(name) || textsOf(sources, name).includes(textOf(key[name])!)
    );
}

/** What a member of a key may be for a change with these parameters and this body to apply. */
function textsOf(
  sources: readonly Record<string, unknown>[],
  name: string,
): string[] {
  const texts: string[] = [];
  for (const source of sources) {
    if (!Object.hasOwn(source, name)) continue;
    const value = source[name];
    addText(texts, value);
    // a value that filters finds the list that holds it alone, as a URL cannot tell them apart
    if (Array.isArray(value) && value.length === 1) addText(texts, value[0]);
  }
  return texts;
}

function addText(texts: string[], value: unknown): void {
  const text = textOf(value);
  if (text !== undefined && !texts.includes(text)) texts.push(text);
}

/** Members of the parameters and of the body. */
function sourcesOf(args: readonly any[]): Record<string, unknown>[] {
  return args.slice(0, 2).map(membersOf);
}

/** What is to be known of a Collection to find its lists. */
interface Searched {
  readonly collectionKey: string | undefined;
  nonFilterArgumentKeys(name: string): boolean;
}

/** The stored lists of a Collection. It may know some that are not in the table any more. */
export function listsIn(
  table: EntityTableView,
  collection: Searched,
): ListIndex {
  let own = indexes.get(collection);
  if (own === undefined) indexes.set(collection, own = new WeakMap());
  return indexOf(table, own, () => new ListIndex(collection));
}

const indexes = new WeakMap<Searched, KeyIndexes<ListIndex>>();

/** Lists that differ in nothing but members that need not match. */
interface Group {
  /** Members of the key that have to match. */
  readonly names: readonly string[];
  /** Primary keys by the values of these members. */
  readonly pks: Map<string, string[]>;
}

/**
 * Finds lists without looking at each: they are grouped by the names of the
 * members that have to match, and within a group by their values. Lists with
 * the key of another Collection are none of these.
 */
class ListIndex implements KeyIndex {
  /** Primary keys of all lists. */
  readonly all: Set<string> = new Set();
  readonly #collection: Searched;
  readonly #groups = new Map<string, Group>();

  constructor(collection: Searched) {
    this.#collection = collection;
  }

  add(pk: string): void {
    const key = this.all.has(pk) ? undefined : parseKey(pk);
    if (key === undefined) return;
    const { collectionKey } = this.#collection;
    if ((key[COLLECTION_KEY] ?? collectionKey) !== collectionKey) return;
    this.all.add(pk);
    const names = Object.keys(key).filter((name) =>
      name !== COLLECTION_KEY && !this.#collection.nonFilterArgumentKeys(name)
    );
    const id = JSON.stringify(names);
    let group = this.#groups.get(id);
    if (group === undefined) {
      this.#groups.set(id, group = { names, pks: new Map() });
    }
    const values = names.map((name) => `${JSON.stringify(key[name])},`).join(
      "",
    );
    const pks = group.pks.get(values);
    if (pks === undefined) group.pks.set(values, [pk]);
    else pks.push(pk);
  }

  /** Primary keys of lists that a change with these arguments applies to. */
  matching(args: readonly any[]): string[] {
    const found: string[] = [];
    const sources = sourcesOf(args);
    for (const { names, pks } of this.#groups.values()) {
      let choices = [""];
      for (const name of names) {
        const texts = textsOf(sources, name);
        const longer: string[] = [];
        for (const choice of choices) {
          for (const text of texts) longer.push(`${choice}${text},`);
        }
        choices = longer;
      }
      for (const values of choices) {
        for (const pk of pks.get(values) ?? []) found.push(pk);
      }
    }
    return found;
  }

  /** Primary keys of lists whose key object passes a test. */
  passing(test: (key: Record<string, unknown>) => boolean): string[] {
    return [...this.all].filter((pk) => test(keyObjectOf(pk)));
  }
}
