// deno-lint-ignore-file no-explicit-any -- responses are untyped here
import type { INormalizeDelegate } from "./contract.ts";
import { describe } from "./describe.ts";
import { isObject } from "./is_object.ts";

/** Warns of an object in place of a list that looks like one entity: its fields would be taken for ids. */
export function warnOfSingleObject(table: string, input: any): void {
  if (Array.isArray(input)) return;
  const values = Object.values(input);
  if (
    values.length === 0 ||
    values.some((value) => isObject(value))
  ) return;
  console.warn(
    `The Collection ${table} was given one object instead of a list, so its ` +
      `values are taken for primary keys. Return a list from process() of the ` +
      `endpoint, or add one member by its push. Object: ${
        describe(input, 200)
      }`,
  );
}

/** Warns of a filter that is never asked. */
export function warnOfUnusedFilter(table: string): void {
  console.warn(
    `The Collection ${table} has nonFilterArgumentKeys, so its ` +
      `createCollectionFilter is not used. Leave out one of them: a filter ` +
      `ignores an argument by not looking at it.`,
  );
}

/** Who wrote a nested list, by the list. */
const writers = new WeakMap<object, string>();

/** Warns of two entities of one response that write the same nested list. */
export function warnOfSharedRow(
  table: string,
  pk: string,
  members: object,
  delegate: INormalizeDelegate,
  parentEntity: any,
): void {
  const writer = `${parentEntity.key} ${delegate.parentPk}`;
  const before = delegate.getEntity(table, pk);
  const isOfResponse = delegate.getEntityMeta(table, pk) === delegate.meta;
  const other = isOfResponse && typeof before === "object"
    ? writers.get(before)
    : undefined;
  if (other !== undefined && other !== writer) {
    console.warn(
      `${other} and ${writer} contain the same list ${table} ${pk}, so one ` +
        `replaces the other. Give the Collection a nestKey that tells ` +
        `them apart, such as nestKey: (parent) => ({ id: parent.id }).`,
    );
  }
  writers.set(members, writer);
}

/** Path of the first endpoint that has a Collection without a key. */
const paths = new WeakMap<object, string>();

/** Collections that were reported to share a list. */
const reported = new WeakSet<object>();

/** The Collection that wrote a list, by the list. */
const authors = new WeakMap<object, object>();

/** Remembers the endpoint of a Collection for {@linkcode warnOfOtherPath}. */
export function rememberPath(
  collection: { readonly collectionKey?: string } | undefined,
  path: string,
): void {
  if (collection === undefined || collection.collectionKey !== undefined) {
    return;
  }
  if (!paths.has(collection)) paths.set(collection, path);
}

/**
 * Warns of a list that endpoints of different paths write or read, although
 * each has a Collection of its own.
 *
 * @param stored the list that is in the store
 * @param written the list that takes its place; absent where it is read
 */
export function warnOfOtherPath(
  collection: { readonly key: string },
  pk: string,
  stored: any,
  written?: object,
): void {
  const path = paths.get(collection);
  if (path === undefined) return;
  const other = paths.get(authors.get(stored)!) ?? path;
  if (other !== path && !reported.has(collection)) {
    reported.add(collection);
    console.warn(
      `${other} and ${path} have one list: ${collection.key} ${pk}. If these ` +
        `are two lists, give each Collection a key: { key: "${path}" }. If ` +
        `it is one, give both endpoints the same Collection.`,
    );
  }
  if (written !== undefined) authors.set(written, collection);
}
