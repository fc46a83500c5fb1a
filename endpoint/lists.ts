/**
 * What endpoints of lists have beyond others: which Collection they read,
 * endpoints that change it, pages, and lists of their own for other paths.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- schemas, responses and members of every kind
import {
  defineOwn,
  isDevelopment,
  isObject,
  isPlainObject,
  rememberPath,
  roleOf,
  serializeArgs,
} from "../schema/engine.ts";
import type { EntityReader, RemoveCursor } from "../schema/mod.ts";
import {
  derive,
  type EndpointImpl,
  type Members,
  valueOf,
} from "./endpoint.ts";

import type { CollectionOperation } from "./types/lists.ts";

/**
 * Returns the Collection whose list an endpoint reads: the schema itself, or the
 * first one among the members of its lists, objects and maps, or of what it
 * derives from, depth first. Entities are not searched.
 *
 * @param schema any schema, which may contain itself
 */
function findCollection(schema: any): any {
  let found: unknown;
  replaceCollections(schema, (collection) => {
    found ??= collection;
    return collection;
  });
  return found;
}

/**
 * Returns a schema of the same shape in which all Collections are replaced.
 * Parts without any stay the same objects, others retain their class.
 *
 * @param schema any schema, which may contain itself; it is not changed
 * @param replace returns what takes the place of a Collection
 */
export function replaceCollections(
  schema: any,
  replace: (collection: any) => any,
  visited: readonly unknown[] = [],
): any {
  if (!isObject(schema) || visited.includes(schema)) return schema;
  if (typeof schema.addWith === "function") return replace(schema);
  const isPlain: boolean = Array.isArray(schema) || isPlainObject(schema);
  const members: any = isPlain ? schema : { schema: schema.schema };
  const around = [...visited, schema];
  const replaced: any = Array.isArray(schema) ? [] : {};
  for (const [name, member] of Object.entries(members)) {
    replaced[name] = replaceCollections(member, replace, around);
  }
  const isSame = Object.keys(members).every((name) =>
    replaced[name] === members[name]
  );
  if (isSame) return schema;
  if (isPlain) return replaced;
  // the class may compute its definition; this one is final
  const copy = Object.create(
    Object.getPrototypeOf(schema),
    Object.getOwnPropertyDescriptors<object>(schema),
  );
  defineOwn(copy, "schema", replaced.schema);
  return copy;
}

/**
 * The endpoint that changes a list, derived from the endpoint that reads it.
 *
 * It inherits everything except what makes the other a reader of that list:
 * an own `key` (its response would replace the stored list), and `body: undefined`.
 */
export function collectionMember<E extends EndpointImpl>(
  list: E,
  operation: CollectionOperation,
): E {
  const schema = findCollection(list.schema)?.[operation];
  let known = membersOfLists.get(list);
  if (!known) membersOfLists.set(list, known = {});
  const before = known[operation] as E | undefined;
  // made again only where it would be another one: engines are slow with what is new
  if (before && before.schema === schema) return before;
  const { name, path, body = {}, movePath = path } = list;
  const { key, testKey } = list.constructor.prototype;
  const isPartial = operation === "remove" || operation === "move";
  const ownName = `${name}.${isPartial ? "partialUpdate" : "create"}`;
  const member = derive(list, {
    method: isPartial ? "PATCH" : "POST",
    sideEffect: true,
    schema,
    // never sent, but says that a payload is taken
    body,
    pollFrequency: undefined,
    invalidIfStale: undefined,
    key,
    testKey,
    "~bound": [],
    // it addresses the item
    ...operation === "move" && { path: movePath, searchParams: undefined },
    ...isDevelopment() && schema === undefined &&
      { fetch: warning(list, operation) },
  }, ownName);
  return known[operation] = member;
}

const membersOfLists = new WeakMap<object, Record<string, EndpointImpl>>();

/** The `fetch` of an operation that a list does not have. */
function warning<E extends EndpointImpl>(
  list: E,
  operation: CollectionOperation,
) {
  return function (this: E, ...args: unknown[]): unknown {
    console.warn(
      `${list.name}.${operation}: no list will change, because the schema ` +
        `of ${list.name} has no Collection with this operation. Wrap the ` +
        "list: `new Collection([Entity])`.",
    );
    return list.fetch.apply(this, args);
  };
}

/**
 * Derives the endpoint whose responses continue a list.
 *
 * A page has the key of its list, so its response takes the place of the
 * list's; the members are in the Collection, which grows. Its request is
 * another one, under the key that the list has with all arguments.
 *
 * @param list endpoint with a Collection somewhere in its schema
 * @param cursor name of the parameter that selects a page, or how to do without it
 * @throws {Error} when there is no Collection
 */
export function createPage<E extends EndpointImpl>(
  list: E,
  cursor: string | RemoveCursor,
): E {
  const collection = findCollection(list.schema);
  if (!collection) {
    throw new Error(
      `Missing Collection: ${list.name}` +
        (isDevelopment()
          ? " has no list to add pages to. Wrap the list in the schema: " +
            "`new Collection([Entity])`."
          : "."),
    );
  }
  const removeCursor = typeof cursor === "function"
    ? cursor
    : (...args: unknown[]) =>
      args.map((value) => {
        if (!isPlainObject(value)) return value;
        const { [cursor]: _, ...rest } = value;
        return rest;
      });
  const { key } = list;
  return list.extend({
    name: `${list.name}.getPage`,
    "~isPage": true,
    "~bound": [],
    "~request"(this: E, ...args: unknown[]): string {
      return key.call(this, ...this["~bound"]!.flat(), ...args);
    },
    "~isLoaded"(this: E, args: unknown[], store: EntityReader): boolean {
      const page = [...this["~bound"]!.flat(), ...args];
      const base = removeCursor(...page);
      const id = serializeArgs(page);
      return [base, ...collection.pagesOf?.(store, base)?.args ?? []]
        .some((known: readonly unknown[]) => serializeArgs(known) === id);
    },
    "~follow"(args: unknown[], before: unknown, store: EntityReader): void {
      if (typeof cursor !== "string" || followings.has(collection.owner)) {
        return;
      }
      const page = [...(this["~bound"] as unknown[]).flat(), ...args];
      const value = valueIn(page, cursor);
      const last = collection.lastRow(store, removeCursor(...page));
      const following = followingBy(cursor, value, before, last);
      if (following) followings.set(collection.owner, following);
    },
    schema: replaceCollections(
      list.schema,
      // a Collection knows its pages, so that whoever has none does not load them
      (collection) => collection.pageWith(removeCursor),
    ),
    key(this: E, ...args: unknown[]): string {
      return key.apply(this, [...removeCursor(...args)]);
    },
  });
}

/** What a page is requested by, as far as the pages say that were loaded. */
interface Following {
  /** Name of the argument. */
  readonly cursor: string;
  /** Name of what has its value: of a member of the response before, or of a field of the last row. */
  readonly name: string;
  readonly isField: boolean;
}

/** What pages are requested by, by the Collection. */
const followings = new WeakMap<object, Following>();

/** Finds what a page was requested by; nothing if that is a number of pages or rows. */
function followingBy(
  cursor: string,
  value: unknown,
  before: unknown,
  last: { readonly pk: string; readonly row: object } | undefined,
): Following | undefined {
  const nameIn = (members: object, isText: boolean) =>
    Object.entries(members).find(([_, member]) =>
      isText ? member === value : String(member) === String(value)
    )?.[0];
  if (/^\d+$/.test(`${value}`)) {
    const isPlace = /page|offset|skip|start|from/i.test(cursor);
    if (isPlace || last?.pk !== String(value)) return undefined;
    const name = nameIn(last.row, false);
    return name === undefined ? undefined : { cursor, name, isField: true };
  }
  if (typeof value !== "string" || value === "") return undefined;
  const member = isPlainObject(before) ? nameIn(before, true) : undefined;
  const name = member ?? (last && nameIn(last.row, true));
  return name === undefined
    ? undefined
    : { cursor, name, isField: member === undefined };
}

/** The value of an argument. */
function valueIn(args: readonly unknown[], name: string): unknown {
  const holder = args.findLast((value) =>
    isPlainObject(value) && Object.hasOwn(value, name)
  );
  return (holder as Members | undefined)?.[name];
}

/** Makes the arguments of a page that is requested again, after others; none if these say that there is none. */
function following(
  schema: unknown,
  by: Following | undefined,
): (
  responses: readonly unknown[],
  known: readonly unknown[],
) => readonly unknown[] | undefined {
  return (responses, known) => {
    if (!by) return known;
    const { cursor, name, isField } = by;
    const source = isField
      ? rowsIn(schema, responses).at(-1)
      : responses.at(-1);
    const value = (source as Members | undefined)?.[name] ?? "";
    return value === ""
      ? undefined
      : known.map((args) =>
        isPlainObject(args) && Object.hasOwn(args, cursor)
          ? { ...args, [cursor]: value }
          : args
      );
  };
}

/** Lists whose pages follow from each other: arguments of a page may be made of the rows before it. */
interface ChainedList {
  /**
   * Arguments of the page after some that have come; `undefined` if there is none.
   *
   * @param responses what brought these pages, the first one among them
   * @param lastArgs arguments of the last one, unless that is the first page
   */
  "~nextPage"?(
    responses: readonly unknown[],
    lastArgs: readonly unknown[] | undefined,
  ): readonly unknown[] | undefined;
  /** The same of the page before the first of some; not there where nothing says that. */
  "~previousPage"?: ChainedList["~nextPage"];
}

/** What later pages of a list have failed with in a refresh. */
const pageErrors = new WeakSet<object>();

/** Whether an error is that of a later page of a list, not of the list. */
export function isPageError(error: unknown): boolean {
  return pageErrors.has(error as object);
}

/**
 * The endpoint that requests a list together with the pages that were loaded of
 * it, in their order, up to the first that is empty or not there. What it
 * resolves with replaces the stored list as a whole.
 *
 * @param list endpoint of the list; it is returned where no pages were loaded
 * @param args arguments of the list
 * @param store knows which pages were loaded
 */
export function withLoadedPages<E extends EndpointImpl>(
  list: E,
  args: readonly unknown[],
  store: EntityReader,
): E {
  const { schema, fetch, "~bound": bound = [] } = list;
  const { "~nextPage": next, "~previousPage": previous } = list as
    & E
    & ChainedList;
  const collection = findCollection(schema);
  const { args: pages = [], before = 0 } =
    collection?.pagesOf?.(store, [...bound.flat(), ...args]) ?? {};
  if (pages.length === 0) return list;
  const follow = following(schema, followings.get(collection.owner));
  return list.extend({
    errorPolicy(this: E, error: unknown) {
      return isPageError(error) ? "soft" : list.errorPolicy?.call(this, error);
    },
    async fetch(this: E, ...args: unknown[]): Promise<unknown> {
      const whole = derive(this, { "~bound": [] });
      const load = (page: readonly unknown[]) =>
        loadPage(() => fetch.call(whole, ...page));
      const responses: unknown[] = [];
      const loaded: (readonly unknown[])[] = [];
      if (!previous) {
        for (const page of pages.slice(0, before)) {
          const response = await load(page);
          if (isEmpty(schema, response)) continue;
          responses.push(response);
          loaded.push(page);
        }
      }
      responses.push(await fetch.call(this, ...args));
      for (let count = 0; previous && count < before; count++) {
        const page = previous(responses, loaded[0]);
        const response = page && await load(page);
        if (isEmpty(schema, response)) break;
        responses.unshift(response);
        loaded.unshift(page!);
      }
      const first = loaded.length;
      for (const known of pages.slice(before)) {
        const page = next
          ? next(responses.slice(first), loaded.slice(first).at(-1))
          : follow(responses, known);
        const response = page && await load(page);
        if (response === undefined) break;
        responses.push(response);
        if (isEmpty(schema, response)) break;
        loaded.push(page!);
      }
      const known = { args: loaded, ...first > 0 && { before: first } };
      return joinPages(
        schema,
        responses,
        (collection, parts) => collection.joinPages(parts, known),
      );
    },
  });
}

/** The response of a later page; `undefined` if there is no such page. */
async function loadPage(fetch: () => unknown): Promise<unknown> {
  try {
    return await fetch();
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) return;
    if (error instanceof Error) pageErrors.add(error);
    throw error;
  }
}

/** Whether no Collection in the response of a page has a member. */
export function isEmpty(schema: unknown, response: unknown): boolean {
  return rowsIn(schema, [response]).length === 0;
}

/** What the Collections in several responses have as members, as the server sent it. */
export function rowsIn(
  schema: unknown,
  responses: readonly unknown[],
): unknown[] {
  const rows: unknown[] = [];
  joinPages(schema, responses, (_, parts) => {
    for (const part of parts) rows.push(...Object.values(part as object));
  });
  return rows;
}

/** The last of several responses, in which the Collections have what `join` makes of all. */
function joinPages(
  schema: any,
  responses: readonly any[],
  join: (collection: any, parts: readonly unknown[]) => unknown,
): unknown {
  const last = responses.at(-1);
  const parts = responses.filter(isObject);
  if (parts.length === 0 || !isObject(schema)) return last;
  if (typeof schema.addWith === "function") return join(schema, parts);
  if (roleOf(schema) === "container") return last;
  const { schema: definition } = schema;
  const inner = isPlainObject(schema) ? schema : definition;
  if (!isPlainObject(inner)) return joinPages(inner, responses, join);
  const joined = { ...last };
  for (const [name, member] of Object.entries(inner)) {
    const values = parts.map((part) => part[name]);
    const value = joinPages(member, values, join);
    if (value !== undefined) joined[name] = value;
  }
  return joined;
}

/**
 * Gives an endpoint that was derived for another path lists of its own: what
 * `/issues/starred` lists is not what `/issues/open` lists. Collections that
 * the options bring are meant as they are.
 *
 * @param endpoint the derived endpoint
 * @param options what it was derived with
 */
export function separateLists(endpoint: object, options: Members): void {
  const path = valueOf(options, "path");
  if (
    typeof path !== "string" || Object.hasOwn(options, "schema") ||
    path === valueOf(Object.getPrototypeOf(endpoint), "path")
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

/** Lets a Collection know the path of its endpoint: rows need not have the parameters in it. */
export function rememberList(endpoint: object): void {
  const path = valueOf(endpoint, "path");
  const schema = valueOf(endpoint, "schema");
  if (
    typeof path !== "string" || !isObject(schema) ||
    !isDevelopment() && !/[:*]/.test(path)
  ) return;
  const list = findCollection(schema);
  if (!list) return;
  list.path ??= path;
  if (isDevelopment()) rememberPath(list, listKey(endpoint, path));
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
