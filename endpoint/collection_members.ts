import { isDevelopment, sizeChangesOf } from "../schema/engine.ts";
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
  if (schema !== undefined && list.adjust) schema.isCounted = true;
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
    ...list.adjust && { update: adjusting(list) },
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

type Updaters = Record<string, (stored: unknown) => unknown>;
type Update = (this: unknown, result: object, ...args: unknown[]) => Updaters;

const updates = new WeakMap<object, Update>();

/** The `update` of what changes a list, by which the list corrects what stands beside its members. */
function adjusting(list: RestEndpointImpl): Update {
  let update = updates.get(list);
  if (update === undefined) {
    update = (result, ...args) => {
      const updaters: Updaters = { ...list.update?.(result, ...args) };
      for (const [params, difference] of sizeChangesOf(result)) {
        const key = keyOf(list, params);
        if (key === undefined) continue;
        updaters[key] = (stored) =>
          stored === undefined ? stored : list.adjust!(stored, difference);
      }
      return updaters;
    };
    updates.set(list, update);
  }
  return update;
}

/** The key of a response that has a list; a list of another endpoint may be asked for by other parameters. */
function keyOf(list: RestEndpointImpl, params: object): string | undefined {
  try {
    return list.key(params);
  } catch {
    return undefined;
  }
}

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
