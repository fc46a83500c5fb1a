/**
 * How a Collection's key object is stored and compared: numbers and booleans
 * as text, members in alphabetical order, absent ones left out.
 *
 * @module
 */
import { setOwn } from "./own.ts";
import { isEntries } from "./serialize_args.ts";
import { isObject } from "./is_object.ts";

/**
 * The member of a stored key object that holds the key of the Collection. No
 * argument has this name.
 */
export const COLLECTION_KEY = "";

/**
 * The primary key that a key object stands for.
 *
 * @param key the key object
 * @param collectionKey key or path of the Collection, if it has one
 */
export function serializeKey(key: unknown, collectionKey?: string): string {
  return JSON.stringify(
    canonical(
      collectionKey === undefined
        ? key
        : { ...membersOf(key), [COLLECTION_KEY]: collectionKey },
    ) ?? {},
  );
}

/** One member of a key as text to compare; `undefined` where there is none. */
export function serializeMember(value: unknown): string | undefined {
  const comparable = canonical(value);
  return comparable === undefined ? undefined : JSON.stringify(comparable);
}

/** The key object of a primary key; `undefined` if it is not the text of one. */
export function parseKey(pk: string): Record<string, unknown> | undefined {
  if (!pk.startsWith("{")) return undefined;
  try {
    return JSON.parse(pk);
  } catch {
    return undefined;
  }
}

/** The members of an argument; those of a form or query are its entries. */
export function membersOf(argument: unknown): Record<string, unknown> {
  if (!isObject(argument)) return {};
  return isEntries(argument)
    ? membersOfEntries(argument.entries())
    : argument as Record<string, unknown>;
}

function membersOfEntries(
  entries: Iterable<[name: string, value: unknown]>,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    if (!Object.hasOwn(members, name)) {
      setOwn(members, name, value);
      continue;
    }
    const known = members[name];
    setOwn(
      members,
      name,
      Array.isArray(known) ? [...known, value] : [known, value],
    );
  }
  return members;
}

function canonical(value: unknown): unknown {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "boolean":
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : canonicalObject(value);
    default:
      return undefined;
  }
}

function canonicalObject(value: object): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return canonical(toJSON.call(value));
  if (Array.isArray(value)) {
    return value.map((item) => canonical(item) ?? null);
  }
  const members = membersOf(value);
  const result = {};
  for (const name of Object.keys(members).sort()) {
    const member = canonical(members[name]);
    if (member !== undefined) setOwn(result, name, member);
  }
  return result;
}
