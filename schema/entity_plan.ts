// deno-lint-ignore-file no-explicit-any -- schemas and responses of every kind meet here
/**
 * What storing and reading know of an entity class beforehand: its defaults,
 * its fields by what is done with them, which values can be primary keys, and
 * those that are made up.
 *
 * @module
 */
import type { EntityInterface } from "./contract.ts";
import type { IEntityClass, PlannedEntity } from "./entity_types.ts";
import { warnOfFields } from "./entity_warnings.ts";
import { isDevelopment } from "./environment.ts";
import { missingPk, unusableProcess } from "./errors.ts";
import { Kind, kindOf } from "./kind.ts";
import { isDefault } from "./own.ts";
import { isObject } from "./is_object.ts";
import { mergeFields, mergeOf } from "./merge.ts";

/** One field of an entity that has a schema. */
export interface PlannedField {
  readonly name: string;
  readonly schema: any;
  readonly kind: number;
}

/** What is known of a class beforehand, and the members that it was made from. */
export interface EntityPlan
  extends Pick<PlannedEntity, "schema" | "process" | "validate"> {
  /** Fields to be processed on read, in declaration order. */
  readonly fields: readonly PlannedField[];
  /** Fields that are computed on read, or stored apart from the row. */
  readonly live: readonly PlannedField[];
  /** Fields to be normalized, in declaration order. */
  readonly nested: readonly PlannedField[];
  /** Whether `process` is the default one, whose result belongs to the library. */
  readonly copiesInput: boolean;
  /** Whether inputs are stored as they come: the class has all defaults, and no field is nested or checked. */
  readonly isPlain: boolean;
  /** Whether the primary key is found without a method of the application. */
  readonly hasDefaultPk: boolean;
}

const plans = new WeakMap<object, EntityPlan>();

/** The plan of a class; made again when another `schema`, `process` or `validate` was assigned. */
export function planOf(entity: PlannedEntity): EntityPlan {
  const { schema, process, validate } = entity;
  const known = plans.get(entity);
  if (
    known !== undefined && known.schema === schema &&
    known.process === process && known.validate === validate
  ) return known;
  if (isDevelopment()) warnOfFields(entity);
  const fields = Object.entries(schema ?? {})
    .map(([name, schema]) => ({ name, schema, kind: kindOf(schema) }))
    // the values of placeholders stay
    .filter(({ kind }) => kind !== Kind.passthrough);
  const copiesInput = isDefault(process);
  const plan = {
    schema,
    process,
    validate,
    fields,
    live: fields.filter(({ schema }) => schema.isLive || schema.isStoredApart),
    nested: fields.filter(({ kind }) =>
      kind !== Kind.validator && kind !== Kind.deserializer
    ),
    copiesInput,
    isPlain: copiesInput && isDefault(validate) &&
      mergeOf(entity as IEntityClass) === mergeFields &&
      fields.every(({ kind }) => kind === Kind.deserializer),
    hasDefaultPk: isDefault(entity.pk) && isDefault(entity.prototype?.pk),
  };
  plans.set(entity, plan);
  return plan;
}

/** Fields of a class whose defaults could be taken for data. */
export function requiredOf(entity: PlannedEntity): readonly string[] {
  const computed = planOf(entity).live.map(({ name }) => name);
  const members = Object.getOwnPropertyDescriptors(entity.defaults ?? {});
  const names: string[] = [];
  for (const [name, { value }] of Object.entries(members)) {
    if (
      value !== undefined && value !== null && typeof value !== "function" &&
      !computed.includes(name)
    ) names.push(name);
  }
  return names;
}

/** What is known of a row that is an entity of another class now: what both classes have, and was not sent. */
export function sharedFields(
  former: PlannedEntity,
  entity: PlannedEntity,
  row: any,
  sent: object,
): any {
  const names = Object.keys(row).filter((name) =>
    name in (entity.defaults ?? {}) && !Object.hasOwn(sent, name) &&
    former.schema?.[name] === entity.schema?.[name]
  );
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/**
 * The table key that a value of `pk()` stands for; `undefined` if it cannot be
 * one: nothing, an empty text, `NaN`, an object, or the text `undefined`, which
 * is what a template literal makes of a missing field.
 *
 * @param found what `pk()` returned
 */
export function usablePk(found: unknown): string | undefined {
  switch (typeof found) {
    case "string":
      return found === "" || found === "undefined" ? undefined : found;
    case "number":
      return Number.isNaN(found) ? undefined : String(found);
    case "bigint":
    case "boolean":
      return String(found);
    default:
      return undefined;
  }
}

/**
 * Whether a value stands for nothing: an outer join without a match gives an
 * object of which every member is `null`.
 *
 * @param value what a response has in the place of an entity
 */
export function isNullRow(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isObject(value)) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every(isNullRow);
}

/** What `process` of a class makes of a value: an object, or `undefined` for what is deleted. */
export function processedBy(
  entity: EntityInterface,
  input: any,
  parent: any,
  key: any,
  args: readonly any[],
): any {
  const { process } = entity as Partial<IEntityClass>;
  if (typeof process !== "function") return input;
  const processed = process.call(entity, input, parent, key, args);
  if (processed !== undefined && !isObject(processed)) {
    throw unusableProcess(entity, processed, input);
  }
  return processed;
}

/**
 * The primary key of a processed value.
 *
 * @param by who asks, for messages; ends with a separator
 * @throws {SchemaError} if there is no usable primary key
 */
export function requiredPk(
  entity: EntityInterface,
  value: any,
  parent: any,
  key: any,
  args: readonly any[],
  by: string,
): string {
  const found = entity.pk(value, parent, key, args);
  const pk = usablePk(found);
  if (pk === undefined) throw missingPk(entity, value, found, by);
  return pk;
}

/**
 * The primary key under which a value would be stored, without storing it. What
 * `process` takes for deleted is identified by what came.
 */
export function pkOfInput(
  entity: EntityInterface,
  input: any,
  parent: any,
  key: any,
  args: readonly any[],
  by: string,
): string {
  const processed = processedBy(entity, input, parent, key, args);
  return requiredPk(entity, processed ?? input, parent, key, args, by);
}

/** How primary keys begin that are made up. */
const PREFIX = "MISS-";

/**
 * Whether a primary key was made up for an entity that is being created and
 * that its server has not made one yet.
 *
 * @param pk a primary key
 *
 * @example
 * ```ts
 * import { isTemporaryPk } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isTemporaryPk("5"), false);
 * ```
 */
export function isTemporaryPk(pk: unknown): boolean {
  return typeof pk === "string" && pk.startsWith(PREFIX) &&
    temporaryPkParts(pk) !== null;
}

/** Whether a key may name a primary key that was made up. */
export function namesTemporaryPk(key: string): boolean {
  return key.includes(PREFIX);
}

/** When the write began that made up a primary key, and how many it made up before; `null` of others. */
export function temporaryPkParts(pk: string): RegExpExecArray | null {
  return /^MISS-([\d.]+)-(\d+)$/.exec(pk);
}

/**
 * Makes up a primary key. The same write, repeated, makes up the same ones.
 *
 * @param stamp when the write began, in milliseconds; no two writes share it
 * @param count how many the write made up before
 */
export function createTemporaryPk(stamp: number, count: number): string {
  return `${PREFIX}${stamp}-${count}`;
}

/**
 * What an input is that is not just a response:
 *
 * - `"sent"`: what was sent, in the place of one. It has no primary keys of a
 *   server, so that what it creates may have temporary ones.
 * - `"named"`: a response that says no more of an entity than which one it is;
 *   what was sent stands in it as well.
 * - `"partial"`: what is expected of an entity that is stored; it says nothing
 *   of one that is not.
 */
export type StandIn = "sent" | "named" | "partial";

/** Inputs that are not just responses. */
export const standIns: WeakMap<object, StandIn> = new WeakMap();

/** A `pk()` that needs the parent may throw for the arguments of a query. */
export function pkOfArgs(
  entity: IEntityClass,
  args: readonly any[],
): string | number | undefined {
  try {
    return entity.pk(args[0], undefined, "", args);
  } catch {
    return undefined;
  }
}
