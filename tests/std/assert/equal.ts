/**
 * Deep equality as the tests understand it: own enumerable members, symbols
 * included; `undefined` differs from absent; 0 equals -0; NaN equals NaN;
 * instances are equal only if they come from the same constructor; Sets and
 * Maps compare without order.
 */
export function equal(a: unknown, b: unknown): boolean {
  return compare(a, b, new Map());
}

type Visited = Map<object, object>;

function compare(a: unknown, b: unknown, visited: Visited): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (a instanceof Date && b instanceof Date) {
    return Object.is(a.getTime(), b.getTime());
  }
  if (
    (a instanceof RegExp && b instanceof RegExp) ||
    (a instanceof URL && b instanceof URL)
  ) {
    return String(a) === String(b);
  }
  if (!sameConstructor(a, b)) return false;
  if (a instanceof WeakMap || a instanceof WeakSet) {
    throw new TypeError("Weak collections cannot be compared.");
  }
  if (a instanceof WeakRef && b instanceof WeakRef) {
    return compare(a.deref(), b.deref(), visited);
  }
  if (visited.get(a) === b) return true;
  visited.set(a, b);
  if (a instanceof Error && b instanceof Error) {
    if (a.message !== b.message || a.name !== b.name) return false;
  }
  if (a instanceof Set && b instanceof Set) {
    if (!sameMembers([...a], [...b], visited)) return false;
  } else if (a instanceof Map && b instanceof Map) {
    if (!sameMembers([...a], [...b], visited)) return false;
  } else if (a instanceof ArrayBuffer && b instanceof ArrayBuffer) {
    return compare(new Uint8Array(a), new Uint8Array(b), visited);
  }
  return sameProperties(a, b, visited);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function sameConstructor(a: object, b: object): boolean {
  // an object without a prototype counts as a plain one
  return (a.constructor ?? Object) === (b.constructor ?? Object);
}

function sameMembers(
  a: readonly unknown[],
  b: readonly unknown[],
  visited: Visited,
): boolean {
  if (a.length !== b.length) return false;
  const rest = [...b];
  return a.every((member) => {
    const match = rest.findIndex((other) =>
      compare(member, other, new Map(visited))
    );
    if (match === -1) return false;
    rest.splice(match, 1);
    return true;
  });
}

function sameProperties(a: object, b: object, visited: Visited): boolean {
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) {
    return false;
  }
  const keys = enumerableKeys(a);
  if (keys.length !== enumerableKeys(b).length) return false;
  return keys.every((key) =>
    Object.prototype.propertyIsEnumerable.call(b, key) &&
    compare(Reflect.get(a, key), Reflect.get(b, key), visited)
  );
}

function enumerableKeys(value: object): PropertyKey[] {
  return Reflect.ownKeys(value).filter((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key)
  );
}
