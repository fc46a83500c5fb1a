// deno-lint-ignore-file no-explicit-any -- responses and schemas are untyped here
/**
 * What a mutation stores whose response is not what its schema describes.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  choicesOf,
  describe,
  isDevelopment,
  isInvalidate,
  isObject,
  isPlainObject,
  isUnion,
  membersOf,
  sharesValue,
  standIns,
} from "../schema/engine.ts";
import { usablePk } from "../schema/entity_plan.ts";
import { Kind, kindOf } from "../schema/kind.ts";
import { isDefault } from "../schema/own.ts";
import type { ActionArgs } from "./contract.ts";

/** An endpoint that knows better what a call has sent. */
interface ImplyingEndpoint extends EndpointInterface {
  "~implied"?(response: unknown, args: ActionArgs): unknown;
}

/**
 * The response of a mutation as it is stored: where it is not what the schema
 * describes, such as `null`, `true` or `{ ok: true }`, what was sent is what is
 * stored. Of an entity it gets the fields that it lacks and that were sent.
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
  if (standIns.get(response as object) === "sent") {
    noteImplied(endpoint, null);
    return inPlace(schema, response);
  }
  const isDeletion = isInvalidate(schema);
  const imply = (value: unknown): any =>
    endpoint["~implied"] ? endpoint["~implied"](value, args) : sentTo(args);
  const classes = classesOf(schema);
  if (!isDeletion && isDescribed(schema, classes, response, args)) {
    // W6, W6c: mostly it lacks nothing
    return isWhole(classes, response, args)
      ? response
      : completed(schema, response, imply(null), args);
  }
  // what a function resolves with that knows of no server is more likely wrong
  if (!endpoint["~implied"] && isMalformed(schema, response)) return response;
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
  noteImplied(endpoint, response);
  if (schema.collection?.assign) return value;
  standIns.set(value, "sent");
  return inPlace(schema, value);
}

/** What was sent, where a schema that is an object has its one entity; who sends it may have put it there. */
function inPlace(schema: any, sent: any): unknown {
  const [[name, member] = [], ...others] = wrappedIn(schema);
  if (name === undefined || others.length > 0) return sent;
  const { [name]: own, ...rest } = sent;
  if (Array.isArray(own) || Array.isArray(member)) return sent;
  const value = { ...rest, [name]: inPlace(member, { ...rest, ...own }) };
  standIns.set(value, "sent");
  return value;
}

/** Members of an object of schemas that have entities. */
function wrappedIn(schema: unknown): [name: string, member: unknown][] {
  return classesOf(schema).length > 0
    ? []
    : Object.entries(membersOf(schema) ?? {})
      .filter(([_, member]) => classesOf(member).length || membersOf(member));
}

/** Whether a response seems to be meant as data. */
function isMalformed(schema: any, response: unknown): boolean {
  return typeof response === "string" || typeof response === "number" ||
    isObject(response) && typeof schema === "function" &&
      hasField(schema, response);
}

/** Whether a response has what a schema describes; of a change of a list it is a member. */
function isDescribed(
  schema: any,
  classes: readonly any[],
  response: unknown,
  args: ActionArgs,
): boolean {
  const { collection } = schema;
  if (Array.isArray(schema)) return Array.isArray(response);
  if (classes.length > 0) {
    return classes.some((entity) => isEntityOf(entity, response, args));
  }
  if (collection || kindOf(schema) === Kind.entity) {
    return isObject(response) &&
      (schema !== collection?.assign ||
        Object.values(response).every(isObject));
  }
  const members = membersOf(schema);
  return members === undefined ||
    isObject(response) &&
      Object.keys(members).some((name) => Object.hasOwn(response, name));
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

/** Whether one entity has, as it came, all that was sent, and that is more than its primary key. */
function isWhole(
  classes: readonly any[],
  row: any,
  args: ActionArgs,
): boolean {
  const { defaults, process, schema = {} } = classes[0] ?? {};
  if (defaults === undefined || classes.length > 1) return false;
  let known = Object.hasOwn(defaults, "id") ? row.id : undefined;
  let isMore = false;
  for (const sent of args.filter(isObject)) {
    // a form has its fields elsewhere
    if (!isPlainObject(sent)) return false;
    for (const name of Object.keys(sent)) {
      const value = Object.hasOwn(row, name) ? row[name] : undefined;
      const isDeclared = Object.hasOwn(defaults, name) ||
        Object.hasOwn(schema, name);
      const isLacking = isDeclared
        ? value === undefined
        // it may have fields, or become one
        : isPlainObject(sent[name]) ||
          value === undefined && !isDefault(process);
      if (isLacking) return false;
      // a parameter that is no field says nothing of the entity
      if (value === undefined || !isDeclared && sent === args[0]) continue;
      known ??= value;
      isMore ||= value !== known;
    }
  }
  return isMore;
}

/** Whether a value has a field of a class. */
function hasField({ defaults }: any, value: object): boolean {
  return Object.keys(defaults ?? value)
    .some((name) => Object.hasOwn(value, name));
}

/** Classes of which a schema describes one entity, or a list. */
export function classesOf(schema: any): any[] {
  const { collection } = schema ?? {};
  const one = collection ? collection.schema : schema;
  if (collection && schema === collection.assign) return [];
  if (Array.isArray(one)) return classesOf(one[0]);
  // a Collection is what lists are stored in
  if (kindOf(one) === Kind.entity) {
    return typeof one === "function" ? [one] : [];
  }
  return collection || isUnion(one) ? choicesOf(one).flatMap(classesOf) : [];
}

/**
 * A response whose entity has the fields that it lacks, and that were sent or
 * expected. Of several entities that are no list nobody knows what was sent of
 * which.
 *
 * @param schema Describes the response.
 * @param response What is stored.
 * @param sent What was sent, or expected, in the same places or around them.
 * @param args Arguments of the call.
 */
export function completed(
  schema: any,
  response: any,
  sent: any,
  args: ActionArgs,
): any {
  if (!isObject(response) || !isObject(sent)) return response;
  const classes = classesOf(schema);
  let value: any = response;
  let isNamed = false;
  if (Array.isArray(response)) {
    if (!classes.length) return response;
    const items: any[] = Array.isArray(sent) ? sent : [];
    const byPk = new Map(
      items.map((item) => [pkOf(classes, item, args), item]),
    );
    const isAlike = items.length === response.length;
    value = response.map((row, index) => {
      const item = items[index];
      const own = isAlike && pkOf(classes, item, args) === undefined
        ? item
        : byPk.get(pkOf(classes, row, args));
      return completeRow(classes, row, own, args);
    });
    isNamed = value.some((row: any) => standIns.get(row) === "named");
  } else if (classes.length > 0) {
    return completeRow(classes, response, sent, args);
  } else {
    const [[name, member] = [], ...others] = wrappedIn(schema);
    if (name === undefined || others.length > 0) return response;
    const own = (sent as any)[name];
    const part = completed(
      member,
      value[name],
      isObject(own) ? own : sent,
      args,
    );
    if (part !== value[name]) value = { ...value, [name]: part };
    isNamed = standIns.get(part) === "named";
  }
  if (isNamed) standIns.set(value, "named");
  return value;
}

/** An entity of a response with the declared fields that it lacks, by their names or by those that are sent. */
function completeRow(
  classes: any[],
  row: any,
  sent: any,
  args: ActionArgs,
): any {
  if (!isObject(row)) return row;
  const declared: object = Object.assign(
    {},
    ...classes.flatMap(({ defaults, schema }) => [defaults, schema]),
  );
  const isDeclared = (name: string) => Object.hasOwn(declared, name);
  // functions and GraphQL often name the fields in an object of their own
  const parts = Object.entries(sent || {})
    .filter(([name, part]) => !isDeclared(name) && isPlainObject(part));
  const fields = Object.assign({}, ...parts.map(([_, part]) => part), sent);
  const known = processed(classes, row, args);
  const pk = pkOf(classes, row, args, known);
  let value = row;
  /** Whether nothing in the response tells a field. */
  const isLacking = (name: string) =>
    isDeclared(name) && known.every((row) => row[name] === undefined);
  for (const [name, field] of Object.entries<any>(fields)) {
    // a server gets JSON; files are no data
    const plain = Object(field).toJSON?.() ?? field;
    if (isObject(plain) && !Array.isArray(plain) && !isPlainObject(plain)) {
      continue;
    }
    const added = { ...value, [name]: plain };
    // what a class declares may have another name where it is sent
    if (
      isLacking(name) || !isDeclared(name) && row[name] === undefined &&
        processed(classes, added, args).some((made) =>
          made !== added &&
          Object.keys(made).some((name) => !(name in added) && isLacking(name))
        )
    ) value = added;
  }
  if (
    known.every((row) =>
      Object.keys(row).every((name) =>
        !isDeclared(name) || usablePk(row[name]) === pk
      )
    )
  ) standIns.set(value, "named");
  return value;
}

/** What classes make of an entity as it came. */
function processed(classes: any[], row: object, args: ActionArgs): any[] {
  return classes.map((entity) => {
    try {
      return entity.process?.(row, row, undefined, args) ?? row;
    } catch {
      // that of another member of a Union
      return row;
    }
  });
}

/**
 * The primary key of an entity as it came, by the first class that finds one.
 *
 * @param known what the classes make of it, if somebody has asked already
 */
export function pkOf(
  classes: any[],
  row: any,
  args: ActionArgs,
  known?: any[],
): string | undefined {
  if (!isObject(row)) return undefined;
  for (
    const [index, made] of (known ?? processed(classes, row, args)).entries()
  ) {
    try {
      const pk = usablePk(classes[index].pk(made, row, undefined, args));
      if (pk !== undefined) return pk;
    } catch {
      // it needs what another member of a Union has, or what is not sent
    }
  }
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
