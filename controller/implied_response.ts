// deno-lint-ignore-file no-explicit-any -- responses and schemas are untyped here
/**
 * What a mutation stores whose response is not what its schema describes.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  describe,
  isDevelopment,
  isInvalidate,
  isObject,
  membersOf,
  sharesValue,
  withoutPk,
} from "../schema/engine.ts";
import { usablePk } from "../schema/entity_plan.ts";
import { Kind, kindOf } from "../schema/kind.ts";
import type { ActionArgs } from "./contract.ts";

/** An endpoint that knows better what a call has sent. */
interface ImplyingEndpoint extends EndpointInterface {
  "~implied"?(response: unknown, args: ActionArgs): unknown;
}

/**
 * The response of a mutation as it is stored: where it is not what the schema
 * describes, such as `null`, `true` or `{ ok: true }`, what was sent is what is
 * stored.
 *
 * @param endpoint What was called; it has side effects.
 * @param args With what.
 * @param response The response of the server.
 */
export function storableResponse(
  endpoint: ImplyingEndpoint,
  args: ActionArgs,
  response: unknown,
): unknown {
  const { schema } = endpoint as EndpointInterface<any, any>;
  if (schema === undefined || schema === null) return response;
  // the endpoint itself has found out
  if (isObject(response) && withoutPk.has(response)) {
    noteImplied(endpoint, null);
    return response;
  }
  // what a function resolves with that knows of no server is more likely wrong
  if (!endpoint["~implied"] && isMalformed(schema, response)) return response;
  const isDeletion = isInvalidate(schema);
  if (!isDeletion && isDescribed(schema, response, args)) return response;
  const imply = (value: unknown): any =>
    endpoint["~implied"] ? endpoint["~implied"](value, args) : sentTo(args);
  if (isDeletion) {
    return endpoint["~implied"]
      ? imply(response)
      : isObject(response) || (response ?? true) === true || response === false
      ? { ...imply(response), ...response as object }
      : response;
  }
  const sent = imply(null);
  // a list, for instance, is nothing that was sent
  const isFitting = isObject(sent) &&
    (schema.collection || Array.isArray(schema) === Array.isArray(sent));
  if (!isFitting) return response;
  const value = !Array.isArray(response) && sharesValue(response, sent)
    ? { ...sent, ...response as object }
    : sent;
  if (!schema.collection?.assign) withoutPk.add(value);
  noteImplied(endpoint, response);
  return value;
}

/** Whether a response seems to be meant as data. */
function isMalformed(schema: any, response: unknown): boolean {
  return typeof response === "string" || typeof response === "number" ||
    isObject(response) && typeof schema === "function" &&
      hasField(schema, response);
}

/** Whether a response has what a schema describes. */
function isDescribed(
  schema: any,
  response: unknown,
  args: ActionArgs,
): boolean {
  // of a change of a list it is a member
  const list = schema.collection?.schema;
  if (list !== undefined) {
    const { collection } = schema;
    return schema === collection.assign
      ? isObject(response) && Object.values(response).every(isObject)
      : isMember(list, response, args);
  }
  if (kindOf(schema) === Kind.entity) return isEntityOf(schema, response, args);
  if (Array.isArray(schema)) return Array.isArray(response);
  const members = membersOf(schema);
  if (members !== undefined) {
    return isObject(response) &&
      Object.keys(members).some((name) => Object.hasOwn(response, name));
  }
  return schema.schemaAttribute === undefined ||
    isMember(schema, response, args);
}

/** The same of one value of a schema that may have a mapping. */
function isMember(
  { schema, isSingleSchema }: any,
  value: unknown,
  args: ActionArgs,
): boolean {
  const members = isSingleSchema ? [schema] : Object.values(schema);
  return members.some((member) => isEntityOf(member, value, args));
}

/** Whether a value is an entity: an object with a primary key; or several. */
function isEntityOf(entity: any, value: unknown, args: ActionArgs): boolean {
  if (!isObject(value)) return false;
  if (Array.isArray(value) || typeof entity?.pk !== "function") return true;
  try {
    const row = entity.process?.(value, value, undefined, args) ?? value;
    const pkBy = (args: ActionArgs) =>
      usablePk(entity.pk(row, value, undefined, args));
    return pkBy([]) !== undefined ||
      // the arguments have the key: it says something if it has a field
      pkBy(args) !== undefined && hasField(entity, row);
  } catch {
    // whoever stores it says what is wrong
    return true;
  }
}

/** Whether a value has a field of a class. */
function hasField({ defaults }: any, value: object): boolean {
  return Object.keys(defaults ?? value)
    .some((name) => Object.hasOwn(value, name));
}

/** Parameters and payload of a call in one object. */
export function sentTo(args: ActionArgs): Record<string, unknown> {
  return Object.assign({}, ...args.filter(isObject));
}

/** Endpoints of which it was said. */
const noted = new Set<unknown>();

/** Says once of an endpoint that what was sent is taken for its response. */
function noteImplied(endpoint: EndpointInterface, response: unknown): void {
  const { name } = endpoint as { readonly name?: string };
  if (isDevelopment() && !noted.has(name)) {
    noted.add(name);
    console.info(
      `${name} got the response ${
        response === null ? "nothing" : describe(response, 80)
      }, which is not what its schema describes, so what was sent is stored. If ` +
        "the server changes more than that, let it respond with the entity, or " +
        "fetch that afterwards.",
    );
  }
}
