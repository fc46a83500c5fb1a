/**
 * Makes methods work detached from their object. Overrides in subclasses
 * are bound as well, and `super.method()` keeps working.
 *
 * @param target The object, inside its constructor.
 * @param names Names of the methods.
 */
export function bindMethods<T extends object>(
  target: T,
  names: readonly (keyof T)[],
): void {
  for (const name of names) {
    const method = target[name] as (...args: unknown[]) => unknown;
    Object.defineProperty(target, name, {
      value: method.bind(target),
      writable: true,
      configurable: true,
    });
  }
}
