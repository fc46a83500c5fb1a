import { isObject, isPlainObject } from "./is_object.ts";

/**
 * Assigns a member as data: a member named `__proto__` becomes an own property
 * instead of replacing the prototype.
 */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === "__proto__") defineOwn(target, name, value);
  else (target as Record<string, unknown>)[name] = value;
}

/** Makes an ordinary own property, whatever is inherited under its name. */
export function defineOwn(
  target: object,
  name: PropertyKey,
  value: unknown,
): void {
  Object.defineProperty(target, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** An own member of an object; `undefined` for what is inherited, and of what is no object. */
export function getOwn(target: unknown, name: string): unknown {
  return isObject(target) &&
      Object.hasOwn(target, name)
    ? (target as Record<string, unknown>)[name]
    : undefined;
}

/**
 * The library's own methods, so that classes that have them can be treated by
 * what is known of them: `pk` reads the field `id`, `process` copies its input,
 * and `validate` finds nothing.
 */
const defaultMethods = new WeakSet<object>();

/** Declares methods that are defaults. */
export function declareDefaults(...methods: readonly object[]): void {
  for (const method of methods) defaultMethods.add(method);
}

/** Whether a method is a default. */
export function isDefault(method: unknown): boolean {
  return typeof method === "function" && defaultMethods.has(method);
}

/**
 * An object as JSON sends it, without members that are `undefined`; the same one
 * if it has none.
 *
 * @param by Where they have to be `undefined` as well, in one of these.
 */
export function sentMembers<T>(value: T, by: readonly unknown[] = [value]): T {
  // W6c: mostly it has none
  if (!isPlainObject(value) || !Object.values(value).includes(undefined)) {
    return value;
  }
  const sent = Object.entries(value).filter(([name, member]) =>
    member !== undefined ||
    !by.some((one) =>
      isPlainObject(one) && Object.hasOwn(one, name) && one[name] === undefined
    )
  );
  return Object.fromEntries(sent) as T;
}

/** The members of an object that are there: without those that are `undefined` or `false`. */
export function defined<T>(members: object): T {
  const known = Object.entries(members)
    .filter(([_, value]) => value || value === 0);
  return Object.fromEntries(known) as T;
}
