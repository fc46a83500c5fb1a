// deno-lint-ignore-file no-explicit-any -- schemas of every kind meet here
/**
 * Which fields of an entity were received, and which of them a reader of that
 * entity waits for.
 *
 * @module
 */
import type { EntityMeta } from "../schema/contract.ts";
import {
  existenceOf,
  getOwn,
  isObject,
  isUnion,
  membersOf,
  ordersOf,
} from "../schema/engine.ts";
import {
  type PlannedField,
  planOf,
  requiredOf,
} from "../schema/entity_plan.ts";
import { isQuery, Kind, kindOf } from "../schema/kind.ts";
import type { ReadSpace } from "../schema/reading.ts";
import type { StoredEndpoint } from "./types.ts";

/** What a client has learnt of the fields that it receives. */
export interface Received {
  /** Fields that responses of an endpoint have left out: readers by that endpoint do not wait for them. */
  readonly leftOut: Set<string>;
  /** Whether somebody has read a row that lacks fields, since its creation was pending. */
  isPendingVisible: boolean;
}

/** What a class declares. */
interface Declared {
  /** Fields with defaults that could be taken for data. */
  readonly fields: readonly string[];
  /** Fields by Scalars, whose values are not in the rows. */
  readonly apart: readonly PlannedField[];
  /** Rows that have all of them. */
  readonly complete: WeakSet<object>;
}

const declared = new WeakMap<object, Declared>();

function declaredBy(entity: any): Declared {
  let known = declared.get(entity);
  if (known === undefined) {
    const fields = requiredOf(entity);
    const apart = planOf(entity).live
      .filter(({ schema }) => schema.isStoredApart);
    declared.set(entity, known = { fields, apart, complete: new WeakSet() });
  }
  return known;
}

/** An entity in a value that was read or stored, and what stands there in the response. */
type Visit = (entity: any, pk: string, part: unknown) => void;

/**
 * Visits the entities of which a schema describes one each: itself, the member
 * that a Union chose, those of an object. Lists show what there is.
 */
function visitSingle(
  schema: any,
  input: any,
  part: unknown,
  visit: Visit,
): void {
  if (input === undefined || input === null) return;
  if (kindOf(schema) === Kind.entity) {
    if (typeof schema === "function") visit(schema, String(input), part);
  } else if (isUnion(schema)) {
    visitSingle(schema.schema[input.schema], input.id, part, visit);
  } else if (isQuery(schema)) {
    visitSingle(schema.schema, input, part, visit);
  } else {
    for (const [name, member] of Object.entries(membersOf(schema) ?? {})) {
      visitSingle(member, input[name], (part as any)?.[name], visit);
    }
  }
}

/** How the fields of a class begin that an endpoint leaves out. */
function nameOf(endpoint: StoredEndpoint, { key }: any): string {
  const { name } = endpoint as { readonly name?: string };
  return `${name} ${key} `;
}

/** Notes which fields a response has left out. */
export function noteLeftOut(
  { leftOut }: Received,
  endpoint: StoredEndpoint,
  response: unknown,
  result: unknown,
  rowOf: (key: string, pk: string) => unknown,
): void {
  visitSingle(endpoint.schema, result, response, (entity, pk, part) => {
    // what the class itself has processed is known by the row alone
    const source = planOf(entity).copiesInput && isObject(part)
      ? part
      : rowOf(entity.key, pk);
    if (!isObject(source)) return;
    const { fields, apart } = declaredBy(entity);
    for (const field of [...fields, ...apart.map(({ name }) => name)]) {
      if (!Object.hasOwn(source, field)) {
        leftOut.add(nameOf(endpoint, entity) + field);
      }
    }
  });
}

/**
 * Whether an entity that was found without a response lacks a field that a
 * response of the endpoint would bring, or the value of one under the lens of
 * the arguments. What a pending change has created has all that there is.
 */
export function isLacking(
  received: Received | undefined,
  endpoint: StoredEndpoint,
  args: readonly any[],
  input: unknown,
  space: ReadSpace,
): boolean {
  let isLacking = false;
  visitSingle(endpoint.schema, input, undefined, (entity, pk) => {
    const cell = space.cellOf(entity.key, pk);
    const row = space.valueOf(cell);
    if (!isObject(row) || entity.partial === true) return;
    const { fields, apart, complete } = declaredBy(entity);
    if (complete.has(row) && apart.length === 0) return;
    const lacked = fields.filter((field) => !Object.hasOwn(row, field));
    if (lacked.length === 0) complete.add(row);
    const name = nameOf(endpoint, entity);
    const isBrought = (field: string) => !received?.leftOut.has(name + field);
    const isWaitedFor = lacked.some((field) =>
      isBrought(field) && !isComputed(entity, row, field)
    ) || apart.some(({ name, schema }) => {
      const cell = schema.cellFor(entity.key, pk, args);
      return cell !== undefined && isBrought(name) &&
        getOwn(space.valueOf(space.cellOf(schema.key, cell)), name) ===
          undefined;
    });
    if (!isWaitedFor) {
      return;
    }
    if (!isPending(row, space.metaOf(cell))) {
      isLacking = true;
    } else if (received) {
      received.isPendingVisible = true;
    }
  });
  return isLacking;
}

/** Whether a row is there by a pending change alone. */
function isPending(row: object, meta: EntityMeta | undefined): boolean {
  if (meta === undefined) return false;
  const { base, fields } = ordersOf(meta);
  const names = Object.keys(row);
  return isOpen(existenceOf(meta)) ||
    names.every((name) => isOpen(fields?.get(name) ?? base));
}

/** Whether what was sent last is not confirmed. */
function isOpen({ sentUntil }: { readonly sentUntil: number }): boolean {
  return sentUntil === Infinity;
}

/** Whether the class itself makes the value of a field from others, such as the primary key. */
function isComputed(entity: any, row: object, field: string): boolean {
  const value = entity.fromJS(row)[field];
  return Object(value) !== value && !Object.is(value, entity.defaults[field]);
}
