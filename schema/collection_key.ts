/**
 * How lists differ, and are found: each has a key object, whose members a
 * change compares with its arguments.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- arguments of any endpoint
import type { NonFilterArgumentKeys } from "./collection_types.ts";
import { isObject } from "./is_object.ts";
import { getOwn, setOwn } from "./own.ts";
import { contentOf, isEntries } from "./serialize_args.ts";

/** The member of a stored key object that holds the key of the Collection. No argument has this name. */
export const COLLECTION_KEY = "";

/**
 * The primary key that a key object stands for.
 *
 * @param key the key object
 * @param collectionKey key or path of the Collection, if it has one
 */
export function serializeKey(key: unknown, collectionKey?: string): string {
  return textOf({ ...membersOf(key), [COLLECTION_KEY]: collectionKey })!;
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
  if (value === undefined || value === null || Array.isArray(value)) {
    return value;
  }
  if (typeof value === "function") return contentOf(value);
  if (!isObject(value)) return String(value);
  const members = contentOf(value) ?? value;
  const sorted = {};
  for (const name of Object.keys(members).sort()) {
    setOwn(sorted, name, members[name]);
  }
  return sorted;
}

/**
 * The members of an argument; those of a form or query are its entries. What
 * has none, such as a bare primary key or a set, is the one member `0`.
 */
export function membersOf(argument: any): Record<string, unknown> {
  if (argument === undefined || argument === null) return {};
  if (!isEntries(argument)) {
    const hasNone = !isObject(argument) || contentOf(argument) !== undefined;
    return hasNone ? { 0: argument } : argument;
  }
  const form = argument as unknown as FormData;
  return Object.fromEntries(
    Array.from(form.keys(), (name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** The key object of a primary key; `undefined` if it is not the text of one. */
export function parseKey(pk: string): Record<string, unknown> | undefined {
  try {
    const key = JSON.parse(pk);
    return isObject(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The key object of a list, as its Collection made it but for texts in place of numbers. */
export function keyObjectOf(pk: string): Record<string, unknown> {
  const { [COLLECTION_KEY]: _, ...key } = parseKey(pk) ?? {};
  return key;
}

/** Names of the parameters in the path of an endpoint, which its rows need not have. */
export function parametersIn(path = ""): ReadonlySet<string> {
  const parameters = path.match(/[:*]\w+/g) ?? [];
  return new Set(parameters.map((name) => name.slice(1)));
}

/** Makes a predicate of the option `nonFilterArgumentKeys`. */
export function isNamed(
  names: NonFilterArgumentKeys,
): (name: string) => boolean {
  if (typeof names === "function") return names;
  return names instanceof RegExp
    // unlike `test` not where the last search of such a pattern ended
    ? (name) => name.search(names) >= 0
    : (name) => names.includes(name);
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
      isIgnored(name) || textsOf(sources, name).has(textOf(key[name]))
    );
}

/** What a member of a key may be for a change with these parameters and this body to apply. */
export function textsOf(
  sources: readonly Record<string, unknown>[],
  name: string,
): Set<string | undefined> {
  const texts = new Set<string | undefined>();
  for (const source of sources) {
    const value = getOwn(source, name);
    texts.add(textOf(value));
    // a value that filters finds the list that holds it alone, as a URL cannot tell them apart
    if (Array.isArray(value) && value.length === 1) texts.add(textOf(value[0]));
  }
  texts.delete(undefined);
  return texts;
}

/**
 * Whether an argument of a list is not what a row has. Where a row lacks it, or
 * it is more than a text, nothing is known.
 *
 * @param key of the list, as it is stored
 * @param name of the argument
 * @param row as it is stored, or as it came
 * @param pk of the row: that has its own primary key says nothing
 */
export function contradicts(
  key: Record<string, unknown>,
  name: string,
  row: any,
  pk?: string,
): boolean {
  const wanted = key[name];
  const value = getOwn(row, name);
  return typeof wanted === "string" && isComparable(value) &&
    String(value) !== wanted && !isOwnKey(row, name, pk);
}

/** Whether a field is the primary key of its row: an argument of that name is the key of what the list belongs to. */
export function isOwnKey(row: any, name: string, pk?: string): boolean {
  return String(row[name]) === pk && (name === "id" || String(row.id) !== pk);
}

/** Whether values of its kind differ by their texts. W6c: asked of each member that a row is sorted among. */
export function isComparable(value: unknown): boolean {
  return value != null && typeof value !== "object" &&
    typeof value !== "function";
}

/** Parameters and body of a mutation in one object. */
export function sentWith(args: readonly any[]): Record<string, unknown> {
  return Object.assign({}, ...sourcesOf(args).reverse());
}

/** Members of the parameters and of the body. */
export function sourcesOf(args: readonly any[]): Record<string, unknown>[] {
  return args.slice(0, 2).map(membersOf);
}

/** The name of a Collection, in each tab the same: what has it has the same lists. */
export function nameOfLists(
  { key, collectionKey }: { key: string; collectionKey?: string | undefined },
): string {
  return `${key} ${collectionKey}`;
}
