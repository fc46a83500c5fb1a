// deno-lint-ignore-file no-explicit-any -- schemas of every kind meet here
import type { EntityInterface } from "./contract.ts";
import { isObject } from "./is_object.ts";
import { isValidator } from "./standard_schema.ts";

/**
 * Whether a schema has a table of its own: Entity classes, Collections, and
 * custom schemas of that shape.
 *
 * @param schema any schema
 *
 * @example
 * ```ts
 * import { Entity, isEntity } from "@tessera/client";
 * import { assert, assertEquals } from "@std/assert";
 *
 * class Ship extends Entity {
 *   id = "";
 *   static override key = "Ship";
 * }
 *
 * assert(isEntity(Ship));
 * assertEquals(isEntity([Ship]), false);
 * ```
 */
export function isEntity(schema: unknown): schema is EntityInterface {
  return schema !== null && schema !== undefined &&
    typeof (schema as Partial<EntityInterface>).pk === "function";
}

/** What is done with a schema. */
export const Kind = {
  passthrough: 0,
  deserializer: 1,
  entity: 2,
  custom: 3,
  array: 4,
  object: 5,
  validator: 6,
  query: 7,
} as const;

/** What stands for the lists, and the maps, of a schema. */
const containers = new WeakMap<
  object,
  { readonly list: object; readonly map: object }
>();

/**
 * What all lists, or all maps, of a schema have in common, so that each `[X]`
 * written in place is treated as the same; `undefined` where `X` is a placeholder.
 */
export function identityOf(
  member: unknown,
  container: "list" | "map",
): object | undefined {
  if (!isObject(member) && typeof member !== "function") return undefined;
  let known = containers.get(member);
  if (known === undefined) {
    containers.set(member, known = { list: {}, map: {} });
  }
  return known[container];
}

/** What is done with a schema. */
export function kindOf(schema: any): number {
  const isFunction = typeof schema === "function";
  if (!isFunction && !isObject(schema)) return Kind.passthrough;
  if (typeof schema.denormalize === "function") {
    return typeof schema.pk === "function" &&
        typeof schema.createIfValid === "function"
      ? Kind.entity
      : Kind.custom;
  }
  if (isValidator(schema)) return Kind.validator;
  if (isFunction) return Kind.deserializer;
  return Array.isArray(schema) ? Kind.array : Kind.object;
}

/** What a schema of the library stands for, without its class, which a program may not have. */
export function roleOf(
  schema: any,
): "container" | "choice" | "deletion" | "object" | "table" | undefined {
  return schema?.["~role"];
}

/** The schemas that members of a container, or what a Union stands for, may have. */
export function choicesOf({ isSingleSchema, schema }: any): any[] {
  return isSingleSchema ? [schema] : Object.values(schema ?? {});
}

/** Whether a schema is a Union. */
export function isUnion(schema: any): boolean {
  return roleOf(schema) === "choice";
}

/** Whether a schema is an Invalidate. */
export function isInvalidate(schema: any): boolean {
  return roleOf(schema) === "deletion";
}

/** Whether a schema is a Query, without the class, which few programs have. */
export function isQuery(schema: any): boolean {
  return kindOf(schema) === Kind.custom && Object.hasOwn(schema, "process");
}
