import { describe, typeName } from "./describe.ts";
import { isDevelopment } from "./environment.ts";
import { isObject } from "./is_object.ts";
import { isDefault } from "./own.ts";

/**
 * A response, or a schema definition, that the schema layer cannot work with.
 *
 * `status` is 400 when the response is to blame and absent when the definition is.
 *
 * @example
 * ```ts
 * import { Entity, SchemaError } from "@tessera/client";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 *
 * const error = assertThrows(
 *   () => normalize(Port, { name: "Aden" }),
 *   SchemaError,
 *   "missing a usable primary key",
 * );
 * assertEquals(error.status, 400);
 * ```
 */
export class SchemaError extends Error {
  /** 400 when the response does not fit its schema. */
  readonly status?: number;
  /** The place of the offending value in the response, such as `data[1].home`; absent for the response as a whole. */
  declare place?: string;

  /**
   * Makes an error.
   *
   * @param message what happened, where, and what to do
   * @param status 400 when the response is to blame
   */
  constructor(message: string, status?: number) {
    super(message);
    this.name = "SchemaError";
    if (status !== undefined) this.status = status;
  }
}

/** What an error needs to know of an entity class. */
interface NamedEntity {
  readonly key: string;
  readonly prototype?: { readonly pk?: unknown };
}

/** A class whose default contains itself was read from a row without that field. */
export function endlessDefault({ key }: NamedEntity): SchemaError {
  return new SchemaError(
    `A default of ${key} contains another ${key}, and so on without end.` +
      (isDevelopment()
        ? ` Give the field that leads to ${key} again a default that ends, such as null.`
        : ""),
  );
}

/** The top-level value has another type than its schema expects. */
export function unexpectedInput(
  schema: unknown,
  input: unknown,
  expected: string,
): SchemaError {
  return new SchemaError(
    `Unexpected input: expected a value of type "${expected}", found "${
      typeName(input)
    }".` +
      (isDevelopment() ? adviceForInput(schema, input) : ""),
  );
}

/** An entity has no usable primary key. */
export function missingPk(
  entity: NamedEntity,
  processed: unknown,
  found: unknown,
  by = "",
): SchemaError {
  return new SchemaError(
    `${by}${entity.key} is missing a usable primary key.` +
      (isDevelopment() ? adviceForPk(entity, processed, found) : ""),
    400,
  );
}

function adviceForPk(
  entity: NamedEntity,
  processed: unknown,
  found: unknown,
): string {
  const isDefaultPk = isDefault(entity.prototype?.pk);
  const advice = isDefaultPk && isObject(processed) && !("id" in processed)
    ? `The default pk() reads the field "id", which is absent. Define pk() on ` +
      `${entity.key}, or add the field in process().`
    : "The response is probably malformed: inspect the network response, or correct pk()." +
      (isDefaultPk
        ? ""
        : " It sees the plain value, without getters, methods and defaults.");
  return ` pk() gave ${describe(found, 80)}. ${advice} Value: ${
    describe(processed)
  }`;
}

/** `process` returned something that is not an object. */
export function unusableProcess(
  { key }: NamedEntity,
  processed: unknown,
  input: unknown,
): SchemaError {
  return new SchemaError(
    `${key} is missing a usable primary key: process() returned no object.` +
      (isDevelopment()
        ? ` It returned ${describe(processed, 80)}. Return an object, or ` +
          `undefined to invalidate. Input: ${describe(input)}`
        : ""),
    400,
  );
}

/** A list stands where one entity should. */
export function listForEntity(
  { key }: NamedEntity,
  input: readonly unknown[],
): SchemaError {
  return new SchemaError(
    `Attempted to initialize ${key} with an array, but named members ` +
      `were expected. Use [${key}] as the schema of a list, and ` +
      `{ name: [${key}] } for a response that has the list as a member; or set ` +
      `static automaticValidation = "silent" on ${key} to switch this check off. ` +
      `First three members: ${describe(input.slice(0, 3))}`,
    400,
  );
}

/** `[A, B]` was used as a schema. */
export function severalMembers(count: number): SchemaError {
  return new SchemaError(
    `Expected a single schema in the array shorthand, but found ${count}.` +
      (isDevelopment()
        ? " For items of several kinds use [new Union({ ... }, attribute)]."
        : ""),
  );
}

/** A constructor was called without a required argument. */
export function missingArgument(
  construct: string,
  argument: string,
): SchemaError {
  return new SchemaError(
    `Expected option "${argument}" not found on ${construct}.` +
      (isDevelopment() ? ` Pass it to new ${construct}().` : ""),
  );
}

/** A Collection was made of something that it cannot hold. */
export function unsupportedCollection(schema: unknown): SchemaError {
  return new SchemaError(
    "A Collection cannot be made of this schema." +
      (isDevelopment()
        ? " It expects [X], new schema.Array(X), new Values(X), or a polymorphic " +
          `schema with schemaKey(). Found: ${describe(schema, 200)}`
        : ""),
  );
}

/** A field of an entity has a schema that does not exist yet; for a warning. */
export function missingFieldSchema(where: string, entity: string): string {
  return `The schema of ${where} is undefined, so its values are stored as they come. ` +
    `Where files import each other, assign ${entity}.schema once both classes exist.`;
}

/** A Scalar was written without a lens. */
export function missingLens(table: string, args: unknown): SchemaError {
  return new SchemaError(
    `${table} cannot be stored: its lens is undefined for the endpoint args.` +
      (isDevelopment()
        ? ` They must contain what the lens function reads. Args: ${
          describe(args, 200)
        }`
        : ""),
  );
}

/** A Scalar outside of entity fields does not know which entity a cell belongs to. */
export function unboundScalar(table: string): SchemaError {
  return new SchemaError(
    `${table} is used outside of an entity's fields, so it needs the option ` +
      `"entity": new Scalar({ lens, key, entity }).`,
  );
}

/** A cell without a primary key. */
export function missingCellPk(table: string, cell: unknown): SchemaError {
  return new SchemaError(
    `${table} found no primary key for a cell.` +
      (isDevelopment()
        ? " Give the cell an id field, use Values() with the primary key as map " +
          `key, or override entityPk(). Cell: ${describe(cell)}`
        : ""),
  );
}

/** A value where an object with columns is expected. */
export function notACell(table: string, value: unknown): SchemaError {
  return new SchemaError(
    `${table} outside of an entity's fields stores cells, found ` +
      `${typeName(value)}.` +
      (isDevelopment()
        ? ' With the option "entity" it stores objects with one member per column, ' +
          "found by their id field, their map key or entityPk(). Value: " +
          describe(value, 80)
        : ""),
  );
}

/** An anonymous entity class without a key. */
export function missingKey(): SchemaError {
  return new SchemaError(
    `An Entity class without a name has no key. Define \`static key = "..."\` on it.`,
  );
}

function adviceForInput(schema: unknown, input: unknown): string {
  return (typeof input === "string" && isJson(input)
    ? " The text is JSON: the body was probably not parsed. Check the content-type " +
      "header of the response, or parse the body in parseResponse()."
    // older guides give the schema second
    : typeof input === "function"
    ? " The schema comes first: normalize(schema, input)."
    : "") +
    ` Schema: ${describe(schema, 300)} Input: ${describe(input, 300)}`;
}

/** Whether a text can be parsed as JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
