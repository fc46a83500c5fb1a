// deno-lint-ignore-file no-explicit-any -- responses and definitions are untyped here; Denormalize types them
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  SchemaSimple,
} from "./contract.ts";
import { describe } from "./describe.ts";
import { isDevelopment } from "./environment.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  Normalize,
  ObjectArgs,
  SchemaTypes,
} from "./inference.ts";
import { Kind, kindOf, roleOf } from "./kind.ts";
import { setOwn } from "./own.ts";
import { isObject } from "./is_object.ts";

/**
 * Members of an object and their schemas: what an {@linkcode ObjectSchema} is
 * made of.
 */
export interface ObjectDefinition {
  /** A schema, or a placeholder. */
  readonly [member: string]: any;
}

/**
 * An object some of whose members have schemas. Exported as `schema.Object`;
 * `{ name: X }` is short for `new schema.Object({ name: X })`.
 *
 * @typeParam Definition the members that have a schema
 *
 * @example
 * ```ts
 * import { Entity, schema } from "@tessera/client";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 *
 * const page = new schema.Object({ port: Port, next: "" });
 * const { result } = normalize(page, { port: { id: "rtm" }, next: "ham" });
 * assertEquals(result, { port: "rtm", next: "ham" });
 * ```
 */
export class ObjectSchema<
  Definition extends ObjectDefinition = ObjectDefinition,
> implements SchemaSimple {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Denormalize<Definition>,
    DenormalizeNullable<Definition>,
    Normalize<Definition>,
    ObjectArgs<Definition>
  >;

  /** The members that have a schema. */
  schema: Definition;

  /**
   * Describes an object.
   *
   * @param definition the members that have a schema, and their schemas or placeholders
   */
  constructor(definition: Definition) {
    this.schema = definition;
  }

  /**
   * Adds members, or replaces those of the same name.
   *
   * @param definition further members and their schemas
   */
  define(definition: Partial<Definition> | ObjectDefinition): void {
    this.schema = { ...this.schema, ...definition };
  }

  /** Normalizes the members that have a schema, and copies the others. */
  normalize(
    input: any,
    _parent: any,
    _key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    return normalizeObject(this.schema, input, delegate);
  }

  /** The object as a reader sees it; invalid if one of its members is. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return denormalizeObject(this.schema, input, delegate);
  }

  /** The stored value that each member would have. */
  queryKey(
    args: readonly any[],
    recurse: RecurseQueryKey,
    _delegate: IQueryDelegate,
  ): any {
    return queryKeyOfObject(this.schema, args, recurse);
  }

  /** The definition. */
  toJSON(): unknown {
    return this.schema;
  }

  /** Its schema has members, as a plain object has. */
  protected get "~role"(): "object" {
    return "object";
  }
}

/** Normalizes by `{ name: X }`. */
export function normalizeObject(
  schema: ObjectDefinition,
  input: any,
  delegate: INormalizeDelegate,
): any {
  if (Array.isArray(input) && isDevelopment()) warnOfList(schema, input);
  const result = { ...input };
  for (const name of Object.keys(schema)) {
    if (!Object.hasOwn(input, name)) continue;
    const value = delegate.visit(schema[name], input[name], input, name);
    if (value === undefined) delete result[name];
    else setOwn(result, name, value);
  }
  return result;
}

/** Denormalizes by `{ name: X }`. */
export function denormalizeObject(
  schema: ObjectDefinition,
  input: any,
  delegate: IDenormalizeDelegate,
): any {
  if (!isObject(input)) return input;
  const result = { ...input };
  for (const name of Object.keys(schema)) {
    const member = schema[name];
    const isPresent = Object.hasOwn(result, name);
    if (!isPresent && member?.isLive !== true) continue;
    const value = delegate.unvisit(
      member,
      isPresent ? result[name] : undefined,
    );
    if (typeof value === "symbol") return value;
    if (isPresent || value !== undefined) setOwn(result, name, value);
  }
  return result;
}

/** What each member of `{ name: X }` would be stored as; placeholders are themselves. */
export function queryKeyOfObject(
  schema: ObjectDefinition,
  args: readonly any[],
  recurse: RecurseQueryKey,
): any {
  return Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [
      name,
      recurse(member, args),
    ]),
  );
}

function warnOfList(schema: ObjectDefinition, input: readonly any[]): void {
  console.warn(
    `A list was given where an object with the members ` +
      `${describe(Object.keys(schema), 200)} was expected, so its items are ` +
      `stored as they are. Use [schema] for a list. ` +
      `First items: ${describe(input.slice(0, 3), 200)}`,
  );
}

/**
 * The members of an object schema, in both of its forms; `undefined` for every other schema.
 *
 * @param schema Any schema.
 */
export function membersOf(
  schema: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (roleOf(schema) === "object") return (schema as ObjectSchema).schema;
  return kindOf(schema) === Kind.object
    ? schema as Record<string, unknown>
    : undefined;
}

/**
 * Whether everything was found. `undefined` is incomplete, and so is an object
 * with an incomplete member. Lists, `null`, texts and symbols are complete.
 *
 * @param key what the `queryKey` of a schema gave
 *
 * @example
 * ```ts
 * import { validateQueryKey } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(validateQueryKey({ vessel: "7", port: undefined }), false);
 * ```
 */
export function validateQueryKey(key: unknown): boolean {
  if (key === undefined) return false;
  if (!isObject(key) || Array.isArray(key)) {
    return true;
  }
  return Object.values(key).every(validateQueryKey);
}
