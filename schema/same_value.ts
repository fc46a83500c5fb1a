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
    : isPlain(left) && isPlain(right) && isSameObject(left, right, depth);
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

function isSameObject(
  left: Record<string, unknown>,
  right: Record<string, unknown>,
  depth: number,
): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    if (
      !Object.hasOwn(right, name) ||
      !isSameValue(left[name], right[name], depth + 1)
    ) return false;
  }
  return true;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
