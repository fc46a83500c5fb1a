import { isDevelopment } from "../schema/engine.ts";
import { findCollection } from "./collection_search.ts";
import { deriveEndpoint } from "./definition.ts";
import { derivedOnce } from "./derived_once.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/** Operations on a list for which endpoints are derived. */
export type CollectionOperation =
  | "push"
  | "unshift"
  | "assign"
  | "remove"
  | "move";

/**
 * The endpoint that changes a list, derived from the endpoint that reads it.
 *
 * It inherits everything except what makes the other a reader of that list:
 * an own `key` (its response would replace the stored list), and `body: undefined`.
 */
export function collectionMember<E extends RestEndpointImpl>(
  list: E,
  operation: CollectionOperation,
): E {
  const { name, path, body, movePath = path } = list;
  const schema = findCollection(list.schema)?.[operation];
  const isMistaken = schema === undefined && isDevelopment();
  const values = [name, path, body, movePath, schema, isMistaken];
  return derivedOnce(list, operation, values, () => {
    const isPartial = operation === "remove" || operation === "move";
    const member = deriveEndpoint(list, {
      method: isPartial ? "PATCH" : "POST",
      sideEffect: true,
      schema,
      name: `${name}.${isPartial ? "partialUpdate" : "create"}`,
      // never sent, but says that a payload is taken
      body: body ?? {},
      pollFrequency: undefined,
      invalidIfStale: undefined,
      // it addresses the item
      ...operation === "move" && { path: movePath, searchParams: undefined },
    }, readerMembers);
    return isMistaken ? warnWhenCalled(member, list, operation) : member;
  });
}

const readerMembers: ReadonlySet<PropertyKey> = new Set(["key", "testKey"]);

function warnWhenCalled<E extends RestEndpointImpl>(
  member: E,
  list: E,
  operation: CollectionOperation,
): E {
  const { fetch } = member;
  return member.extend({
    fetch(this: E, ...args: unknown[]): unknown {
      console.warn(
        `${list.name}.${operation}: no list will change, because the schema ` +
          `of ${list.name} has no Collection with this operation. Wrap the ` +
          "list: `new Collection([Entity])`.",
      );
      return fetch.apply(this, args);
    },
  });
}
