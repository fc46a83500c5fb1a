/**
 * Copies plain objects and arrays, so that whoever changes the copy leaves the
 * original alone. Everything else is kept by reference.
 *
 * @param value Any value, cyclic ones included.
 */
export function copyValue<T>(value: T): T {
  return copy(value, new Map()) as T;
}

function copy(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const item of value) list.push(copy(item, copies));
    return list;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const object = Object.create(prototype);
  copies.set(value, object);
  for (const [name, member] of Object.entries(value)) {
    // an assignment to __proto__ would not make a member
    Object.defineProperty(object, name, {
      value: copy(member, copies),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}
