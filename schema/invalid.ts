/**
 * Stored in place of a row that was deleted, and returned by reads of values
 * that need one. Any symbol in a table counts as invalid.
 */
export const INVALID: unique symbol = Symbol("INVALID");

/** Whether a stored or denormalized value stands for deleted data. */
export function isInvalid(value: unknown): value is symbol {
  return typeof value === "symbol";
}
