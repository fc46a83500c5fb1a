/**
 * Assigns a member as data: a member named `__proto__` becomes an own property
 * instead of replacing the prototype.
 */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  } else {
    (target as Record<string, unknown>)[name] = value;
  }
}
