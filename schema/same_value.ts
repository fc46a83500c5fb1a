// deno-lint-ignore-file no-explicit-any -- members of any type
import { isObject, isPlainObject } from "./is_object.ts";
import { getOwn } from "./own.ts";

/** Nesting beyond which values are treated as different. */
const MAX_DEPTH = 100;

/**
 * Whether two stored values say the same: identical, or JSON lists and
 * objects with the same members. Lets a refetch of unchanged data retain the
 * stored objects, and with them the identity of everything read from them.
 */
export function isSameValue(left: unknown, right: unknown, depth = 0): boolean {
  if (Object.is(left, right)) return true;
  if (
    typeof left !== "object" || typeof right !== "object" ||
    left === null || right === null || depth > MAX_DEPTH
  ) return false;
  return Array.isArray(left)
    ? Array.isArray(right) && isSameList(left, right, depth)
    : isPlainObject(left) && isPlainObject(right) &&
      isSameObject(left, right, depth);
}

function isSameList(
  left: readonly unknown[],
  right: readonly unknown[],
  depth: number,
): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (!isSameValue(left[index], right[index], depth + 1)) return false;
  }
  return true;
}

/** The same of two plain objects. */
function isSameObject(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
  depth: number,
): boolean {
  let count = 0;
  // for-in: by far the fastest way through the members
  for (const name in left) {
    const value = left[name];
    const other = right[name];
    if (
      !Object.is(value, other) &&
        !isSameValue(value, other, depth + 1) ||
      (value === undefined || name === "__proto__") &&
        !Object.hasOwn(right, name)
    ) return false;
    count++;
  }
  return count === countOf(right);
}

/** How many members a plain object has. */
export function countOf(object: object): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}

/** Whether two objects have a value in common under one name: loosely, for servers make texts of numbers; NaN is equal to nothing. */
export function sharesValue(left: any, right: any): boolean {
  return isObject(left) && isObject(right) &&
    Object.keys(left).some((name) => (left[name] ?? NaN) == right[name]);
}

/**
 * A value made of the parts of another as far as they are equal: lists and
 * plain objects that say the same are the same objects as before, the value
 * itself among them. Neither of the two is changed.
 *
 * @param before the value of before
 * @param after what takes its place
 */
export function withPartsOf(
  before: any,
  after: any,
  depth = 0,
): any {
  if (isSameValue(before, after)) return before;
  const isList = Array.isArray(after);
  const isSameKind = isList
    ? Array.isArray(before)
    : isPlainObject(before) && isPlainObject(after);
  if (!isSameKind || depth > MAX_DEPTH) return after;
  const shared: any = isList ? [...after] : { ...after };
  for (const name of Object.keys(after)) {
    // an own member by now, so `__proto__` stays data
    shared[name] = withPartsOf(getOwn(before, name), shared[name], depth + 1);
  }
  return shared;
}
