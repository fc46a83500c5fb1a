import { isObject } from "./is_object.ts";

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
