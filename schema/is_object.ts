// deno-lint-ignore-file no-explicit-any -- members of any type
/** Whether a value has members: no primitive, no function, not `null`. */
export function isObject(value: unknown): value is Record<string, any> {
  return typeof value === "object" && value !== null;
}

/** Whether an object is of no class. */
export function isPlainObject(value: unknown): value is Record<string, any> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
