import { isDevelopment } from "../schema/engine.ts";
import { findCollection } from "./collection_search.ts";
import { deriveEndpoint, type Members } from "./definition.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/** Operations on a list for which endpoints are derived. */
export type CollectionOperation =
  | "push"
  | "unshift"
  | "assign"
  | "remove"
  | "move";

/**
 * Derives the endpoint that changes a list, from the endpoint that reads it.
 *
 * It inherits everything except what makes the other a reader of that list:
 * an own `key` (its response would replace the stored list), and `body: undefined`.
 */
export function createCollectionMember<E extends RestEndpointImpl>(
  list: E,
  operation: CollectionOperation,
  overrides: Members = {},
): E {
  const isPartial = operation === "remove" || operation === "move";
  const schema = findCollection(list.schema)?.[operation];
  const member = deriveEndpoint(list, {
    method: isPartial ? "PATCH" : "POST",
    sideEffect: true,
    schema,
    name: `${list.name}.${isPartial ? "partialUpdate" : "create"}`,
    // never sent, but says that a payload is taken
    body: list.body ?? {},
    pollFrequency: undefined,
    invalidIfStale: undefined,
    ...overrides,
  }, readerMembers);
  return schema === undefined && isDevelopment()
    ? warnWhenCalled(member, list, operation)
    : member;
}

/** Derives the endpoint that moves an item between lists; it addresses the item. */
export function createMoveMember<E extends RestEndpointImpl>(list: E): E {
  return createCollectionMember(list, "move", {
    path: list.movePath ?? list.path,
    searchParams: undefined,
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
