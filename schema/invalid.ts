/**
 * Stored in place of a row that was deleted, and returned by reads of values
 * that need one. Any symbol in a table is treated as invalid.
 *
 * @example
 * ```ts
 * import { INVALID } from "@tessera/client";
 * import { isInvalid } from "@tessera/client/schema";
 * import { assert } from "@std/assert";
 *
 * assert(isInvalid(INVALID));
 * ```
 */
export const INVALID: unique symbol = Symbol("INVALID");

/** Stored in place of a row that has become one of another kind, which references to a Union find. */
export const MOVED: unique symbol = Symbol("MOVED");

/**
 * Whether a stored or denormalized value stands for deleted data.
 *
 * @param value Row of a table, or what `denormalize` gave.
 *
 * @example
 * ```ts
 * import { Entity, INVALID } from "@tessera/client";
 * import { denormalize, isInvalid } from "@tessera/client/schema";
 * import { assert } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   static override key = "Vessel";
 * }
 *
 * const vessel = denormalize(Vessel, "7", { Vessel: { "7": INVALID } });
 * assert(isInvalid(vessel), "it was deleted");
 * ```
 */
export function isInvalid(value: unknown): value is symbol {
  return typeof value === "symbol";
}
