/**
 * Deep equality as the published package has it: instances are equal only if
 * their prototypes are the same one, where an object without a prototype
 * counts as a plain one; `undefined` differs from absent; 0 equals -0; NaN
 * equals NaN; Sets and Maps compare without order. Of plain objects and arrays
 * own enumerable members count, symbols included; of other instances everything
 * does, getters and what is not enumerable as well.
 *
 * It minds what the published one overlooks: holes at the end of an array,
 * values of members that a Set or Map has beside its own, and that each member
 * of a Set has its own match.
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
  const prototype = prototypeOf(a);
  if (prototype !== prototypeOf(b)) return false;
  if (a instanceof WeakMap || a instanceof WeakSet) {
    throw new TypeError("Weak collections cannot be compared.");
  }
  if (a instanceof WeakRef && b instanceof WeakRef) {
    return compare(a.deref(), b.deref(), visited);
  }
  if (isBuffer(a) && isBuffer(b)) {
    return compare(new Uint8Array(a), new Uint8Array(b), visited);
  }
  if (textual.has(prototype)) return String(a) === String(b);
  if (visited.get(a) === b) return true;
  visited.set(a, b);
  if (a instanceof Set && b instanceof Set) {
    return sameMembers([...a], [...b], visited) &&
      sameProperties(a, b, enumerableKeys(a), enumerableKeys(b), visited);
  }
  if (a instanceof Map && b instanceof Map) {
    return sameMembers([...a], [...b], visited) &&
      sameProperties(a, b, enumerableKeys(a), enumerableKeys(b), visited);
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) {
    return false;
  }
  const keysOf = isPlain(prototype) || a instanceof TypedArray
    ? enumerableKeys
    : allKeys;
  return sameProperties(a, b, keysOf(a), keysOf(b), visited);
}

/** What the classes of numbers in bytes extend. */
const TypedArray = Object.getPrototypeOf(Uint8Array);

function isBuffer(value: object): value is ArrayBuffer | SharedArrayBuffer {
  return value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** An object without a prototype counts as a plain one. */
function prototypeOf(value: object): object {
  return Object.getPrototypeOf(value) ?? Object.prototype;
}

function isPlain(prototype: object): boolean {
  return prototype === Object.prototype || prototype === Array.prototype;
}

/** Prototypes of what is equal if its text is. */
const textual: ReadonlySet<object> = new Set(
  [
    RegExp,
    URL,
    URLSearchParams,
    Intl.Locale,
    ...Object.values((globalThis as { Temporal?: object }).Temporal ?? {}),
  ].flatMap((constructor) =>
    typeof constructor === "function" ? [constructor.prototype] : []
  ),
);

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

function sameProperties(
  a: object,
  b: object,
  keysOfA: ReadonlySet<PropertyKey>,
  keysOfB: ReadonlySet<PropertyKey>,
  visited: Visited,
): boolean {
  return keysOfA.size === keysOfB.size &&
    [...keysOfA].every((key) =>
      keysOfB.has(key) &&
      compare(Reflect.get(a, key), Reflect.get(b, key), visited)
    );
}

function enumerableKeys(value: object): Set<PropertyKey> {
  return new Set(
    Reflect.ownKeys(value).filter((key) =>
      Object.prototype.propertyIsEnumerable.call(value, key)
    ),
  );
}

/** Keys of an instance and of its classes. */
function allKeys(value: object): Set<PropertyKey> {
  const keys = new Set<PropertyKey>();
  for (
    let owner: object | null = value;
    owner && !isPlain(owner);
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const key of Reflect.ownKeys(owner)) keys.add(key);
  }
  return keys;
}
