import { isObject } from "./is_object.ts";

/**
 * Assigns a member as data: a member named `__proto__` becomes an own property
 * instead of replacing the prototype.
 */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === "__proto__") defineOwn(target, name, value);
  else (target as Record<string, unknown>)[name] = value;
}

/** Makes an ordinary own property, whatever is inherited under its name. */
export function defineOwn(target: object, name: string, value: unknown): void {
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
