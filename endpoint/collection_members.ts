import { isDevelopment } from "../schema/engine.ts";
import { findCollection } from "./collection_search.ts";
import {
  deriveEndpoint,
  isInheritable,
  type Members,
  variantOf,
} from "./endpoint.ts";
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
  const { name, path, body = noBody, movePath = path } = list;
  const schema = findCollection(list.schema)?.[operation];
  const isPartial = operation === "remove" || operation === "move";
  const members = {
    method: isPartial ? "PATCH" : "POST",
    sideEffect: true,
    schema,
    name: `${name}.${isPartial ? "partialUpdate" : "create"}`,
    // never sent, but says that a payload is taken
    body,
    pollFrequency: undefined,
    invalidIfStale: undefined,
    // it addresses the item
    ...operation === "move" && { path: movePath, searchParams: undefined },
  };
  if (schema === undefined && isDevelopment()) {
    const member = deriveEndpoint(list, members, ["key", "testKey"]);
    return warnWhenCalled(member, list, operation);
  }
  return isInheritable(list)
    ? inheriting(list, operation, members)
    : deriveEndpoint(list, members, ["key", "testKey"]);
}

const noBody = {};

const membersOfLists = new WeakMap<object, Record<string, RestEndpointImpl>>();

/** Made again only where it would be another one: engines are slow with what is new. */
function inheriting<E extends RestEndpointImpl>(
  list: E,
  operation: CollectionOperation,
  given: Members,
): E {
  const { key, testKey } = list.constructor.prototype;
  const members: Members = { ...given, key, testKey };
  let known = membersOfLists.get(list);
  if (known === undefined) membersOfLists.set(list, known = {});
  const before = known[operation];
  const isSame = before !== undefined &&
    Object.keys(members).every((name) => before[name] === members[name]);
  return isSame ? before as E : known[operation] = variantOf(list, members);
}

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
