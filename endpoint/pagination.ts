import { isPlainObject } from "../schema/engine.ts";
import type { RemoveCursor } from "../schema/mod.ts";
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
