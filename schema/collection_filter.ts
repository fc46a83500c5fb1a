// deno-lint-ignore-file no-explicit-any -- arguments of any endpoint
import type { KeyTest } from "./collection_index.ts";
import {
  COLLECTION_KEY,
  membersOf,
  serializeMember,
} from "./collection_key.ts";
import type { NonFilterArgumentKeys } from "./collection_types.ts";

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
 * What a key has to look like for a change with these arguments to apply:
 * members that filter must have the value of the parameters or of the body,
 * and the key of a Collection must be that of the changed one.
 *
 * @param args of the change
 * @param isFilter whether a member of the key must match
 * @param collectionKey key of the changed Collection
 */
export function testByMembers(
  args: readonly any[],
  isFilter: (name: string) => boolean,
  collectionKey?: string,
): KeyTest {
  const sources = args.slice(0, 2).map(membersOf);
  return {
    isFilter: (name) => name === COLLECTION_KEY || isFilter(name),
    allowed(name) {
      if (name === COLLECTION_KEY) {
        return collectionKey === undefined
          ? []
          : [JSON.stringify(collectionKey)];
      }
      const texts: string[] = [];
      for (const source of sources) {
        if (!Object.hasOwn(source, name)) continue;
        const value = source[name];
        // a value that filters finds the list that holds it alone, as a URL cannot tell them apart
        const values = Array.isArray(value) && value.length === 1
          ? [value, value[0]]
          : [value];
        for (const text of values.map(serializeMember)) {
          if (text !== undefined && !texts.includes(text)) texts.push(text);
        }
      }
      return texts;
    },
  };
}

/** {@linkcode testByMembers} for one key object. */
export function filterByMembers(
  args: readonly any[],
  isFilter: (name: string) => boolean,
): (key: Record<string, any>) => boolean {
  const test = testByMembers(args, isFilter);
  return (key) =>
    Object.keys(key).every((name) =>
      !isFilter(name) ||
      test.allowed(name).includes(serializeMember(key[name])!)
    );
}
