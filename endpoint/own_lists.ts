// deno-lint-ignore-file no-explicit-any -- members of any type
import { defineOwn, rememberPath } from "../schema/engine.ts";
import { findCollection, replaceCollections } from "./collection_search.ts";
import type { Members } from "./endpoint.ts";

/**
 * Gives an endpoint that was derived for another path lists of its own: what
 * `/issues/starred` lists is not what `/issues/open` lists. Collections that
 * the options bring are meant as they are.
 *
 * @param endpoint the derived endpoint
 * @param parent the endpoint that it was derived from
 * @param options what it was derived with
 */
export function separateLists(
  endpoint: object,
  parent: object,
  options: Members,
): void {
  const path = valueOf(options, "path");
  if (
    typeof path !== "string" || path === valueOf(parent, "path") ||
    Object.hasOwn(options, "schema")
  ) return;
  const key = listKey(endpoint, path);
  const schema = valueOf(endpoint, "schema");
  const separated = replaceCollections(
    schema,
    // pages are parts of the list that they were made for
    (collection) => collection.forPath?.(key) ?? collection,
  );
  if (separated !== schema) defineOwn(endpoint, "schema", separated);
}

/** Remembers which endpoint a Collection was given to first, for warnings. */
export function rememberList(endpoint: object): void {
  const path = valueOf(endpoint, "path");
  if (typeof path === "string") {
    const list = findCollection(valueOf(endpoint, "schema"));
    rememberPath(list, listKey(endpoint, path));
  }
}

/**
 * What tells the lists of a path from those of others: the path without the
 * host, which may differ between a server and a browser.
 *
 * @param endpoint whose prefix counts, unless its class computes that
 * @param path template
 */
export function listKey(endpoint: object, path: string): string {
  const address = `${valueOf(endpoint, "urlPrefix") ?? ""}${path}`;
  return address.replace(/^[^/]*\/\/[^/]*|\/$/g, "");
}

/** A member that can be had without running code: getters may use what is defined later. */
function valueOf(object: object, name: string): any {
  return Reflect.getOwnPropertyDescriptor(object, name)?.value;
}
