// deno-lint-ignore-file no-explicit-any -- members of any type
import { isPlainObject } from "./is_object.ts";
import { defineOwn, getOwn } from "./own.ts";

/** Nesting beyond which values count as different. */
const MAX_DEPTH = 12;

/**
 * Whether two stored values say the same: identical, or JSON lists and
 * objects with the same members. Lets a refetch of unchanged data keep the
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
      value === undefined && !Object.hasOwn(right, name)
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

/** Nesting beyond which parts are not looked for in the value before. */
const MAX_SHARED_DEPTH = 100;

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
  // the whole at once, as mostly nothing is different
  if (depth === 0 && isSameValue(before, after)) return before;
  const isList = Array.isArray(after);
  const isSameKind = isList
    ? Array.isArray(before)
    : isPlainObject(before) && isPlainObject(after);
  if (!isSameKind || depth > MAX_SHARED_DEPTH) return after;
  const names = Object.keys(after);
  let isSame = names.length === Object.keys(before).length;
  let shared = after;
  for (const name of names) {
    const part = (after as any)[name];
    const known = getOwn(before, name);
    const made = withPartsOf(known, part, depth + 1);
    if (made !== part) {
      if (shared === after) shared = isList ? [...after] : { ...after };
      // `__proto__` stays data
      defineOwn(shared, name, made);
    }
    isSame &&= Object.hasOwn(before, name) && Object.is(known, made);
  }
  return isSame ? before : shared;
}
