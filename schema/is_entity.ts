import type { EntityInterface } from "./contract.ts";

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
