// deno-lint-ignore-file no-explicit-any -- any schema is searched
import { isObject, isPlainObject } from "../schema/engine.ts";
import {
  ArraySchema,
  type EntityReader,
  type RemoveCursor,
  Values,
} from "../schema/mod.ts";
import { findCollection, replaceCollections } from "./collection_search.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/**
 * Derives the endpoint whose responses continue a list.
 *
 * A page has the key of its list, so its response takes the place of the
 * list's; the members are in the Collection, which grows.
 *
 * @param list endpoint with a Collection somewhere in its schema
 * @param cursor name of the parameter that selects a page, or how to do without it
 * @throws {Error} when there is no Collection
 */
export function createPage<E extends RestEndpointImpl>(
  list: E,
  cursor: string | RemoveCursor,
): E {
  requireCollection(list);
  const removeCursor = typeof cursor === "function"
    ? cursor
    : (...args: unknown[]) => args.map((value) => without(value, cursor));
  const { key } = list;
  return list.extend({
    name: `${list.name}.getPage`,
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

/** The page endpoint that the option `paginationField` asks for. */
export function createPageOfField<E extends RestEndpointImpl>(
  list: E,
): E | undefined {
  requireCollection(list);
  return list.paginationField === undefined
    ? undefined
    : list.paginated(list.paginationField);
}

/**
 * The endpoint that requests a list together with the pages that were loaded of
 * it, in their order, up to the first that is empty or not there. What it
 * resolves with replaces the stored list as a whole.
 *
 * @param list endpoint of the list; it is given back where no pages were loaded
 * @param args arguments of the list
 * @param store knows which pages were loaded
 */
export function withLoadedPages<E extends RestEndpointImpl>(
  list: E,
  args: readonly unknown[],
  store: EntityReader,
): E {
  const { fetch, schema } = list;
  const pages: readonly unknown[][] =
    findCollection(schema)?.pagesOf?.(store, args) ?? [];
  if (pages.length === 0) return list;
  return list.extend({
    async fetch(this: E, ...given: unknown[]): Promise<unknown> {
      const responses = [await fetch.apply(this, given)];
      const loaded: unknown[][] = [];
      for (const page of pages) {
        try {
          responses.push(await fetch.apply(this, page));
        } catch (error) {
          if ((error as { status?: unknown }).status !== 404) throw error;
          break;
        }
        if (isEmpty(schema, responses.at(-1))) break;
        loaded.push(page);
      }
      return joinPages(
        schema,
        responses,
        (collection, parts) => collection.joinPages(parts, loaded),
      );
    },
  });
}

/** Whether no Collection in the response of a page has a member. */
function isEmpty(schema: unknown, response: unknown): boolean {
  let count = 0;
  joinPages(schema, [response], (_, [part]) => {
    count += Object.keys(part as object).length;
  });
  return count === 0;
}

/** The last of several responses, in which the Collections have what `join` makes of all. */
function joinPages(
  schema: any,
  responses: readonly any[],
  join: (collection: any, parts: readonly unknown[]) => unknown,
): unknown {
  const last = responses.at(-1);
  const parts = responses.filter(isObject);
  if (parts.length === 0 || findCollection(schema) === undefined) return last;
  if (schema === findCollection(schema)) return join(schema, parts);
  if (schema instanceof ArraySchema || schema instanceof Values) return last;
  const inner = isPlainObject(schema) ? schema : schema.schema;
  if (!isPlainObject(inner)) return joinPages(inner, responses, join);
  const joined = { ...last };
  for (const [name, member] of Object.entries(inner)) {
    const values = parts.map((part) => part[name]);
    const value = joinPages(member, values, join);
    if (value !== undefined) joined[name] = value;
  }
  return joined;
}

function requireCollection(list: RestEndpointImpl): void {
  if (findCollection(list.schema) === undefined) {
    throw new Error(
      `Missing Collection: pages of ${list.name} have no list to add to. ` +
        "Wrap the list in the schema: `new Collection([Entity])`.",
    );
  }
}

function without(value: unknown, field: string): unknown {
  if (!isPlainObject(value)) return value;
  const { [field]: _, ...rest } = value;
  return rest;
}
