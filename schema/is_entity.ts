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

/**
 * Marks functions that are the library's own defaults, so that classes that
 * keep them can be treated by what is known of them: `pk` reads the field
 * `id`, `process` copies its input, and `validate` finds nothing.
 */
const defaultMethod: unique symbol = Symbol("default");

/** Declares methods that are defaults. */
export function declareDefaults(...methods: readonly object[]): void {
  // asked for every entity of a response, which a WeakSet would be slow for
  for (const method of methods) {
    Object.defineProperty(method, defaultMethod, { value: method });
  }
}

/** Whether a method is a default. */
export function isDefault(method: unknown): boolean {
  // a Proxy of a default, or a copy of all its members, has the mark of another
  return typeof method === "function" &&
    (method as { [defaultMethod]?: unknown })[defaultMethod] === method;
}
