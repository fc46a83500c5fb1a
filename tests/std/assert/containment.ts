import { failWith, show } from "./assertion_error.ts";
import { equal } from "./equal.ts";

/** An array, or what can be iterated by index like one. */
export type ArrayLikeArg<T> = ArrayLike<T> & object;

/** Throws unless every expected item deeply equals some actual item. */
export function assertArrayIncludes<T>(
  actual: ArrayLikeArg<T>,
  expected: ArrayLikeArg<T>,
  msg?: string,
): void {
  const items = Array.from(actual);
  const missing = Array.from(expected).filter((wanted) =>
    !items.some((item) => equal(wanted, item))
  );
  if (missing.length > 0) {
    failWith(`${show(items)} does not include ${show(missing)}`, msg);
  }
}

/** Throws unless `expected` is a subset of `actual`, member by member; constructors do not matter. */
export function assertObjectMatch(
  // deno-lint-ignore no-explicit-any -- the signature of the published function
  actual: Record<PropertyKey, any>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void {
  const path = mismatch(actual, expected, "", new Map());
  if (path !== undefined) {
    failWith(
      `Objects differ at ${path || "the top"}: ${show(actual)} does not match ${
        show(expected)
      }`,
      msg,
    );
  }
}

/** Path of the first member that does not match; `undefined` when all do. */
function mismatch(
  actual: unknown,
  expected: unknown,
  path: string,
  visited: Map<object, object>,
): string | undefined {
  if (!isStructure(expected) || !isStructure(actual)) {
    return equal(actual, expected) ? undefined : path;
  }
  if (visited.get(expected) === actual) return undefined;
  visited.set(expected, actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) {
      return path;
    }
  }
  for (const key of Reflect.ownKeys(expected)) {
    if (!Object.prototype.propertyIsEnumerable.call(expected, key)) continue;
    const here = path === "" ? String(key) : `${path}.${String(key)}`;
    if (!(key in actual)) return here;
    const found = mismatch(
      Reflect.get(actual, key),
      Reflect.get(expected, key),
      here,
      visited,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null &&
    !(value instanceof Date || value instanceof RegExp ||
      value instanceof URL || value instanceof Map || value instanceof Set);
}
