/**
 * Makes all methods of a class work detached from their object. Overrides in
 * subclasses are bound as well, and `super.method()` keeps working.
 *
 * @param target The object, inside the constructor of the class.
 * @param prototype Prototype of the class.
 */
export function bindMethods<T extends object>(target: T, prototype: T): void {
  for (
    let level = prototype;
    level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  ) {
    for (const name of Object.getOwnPropertyNames(level) as (keyof T)[]) {
      // an accessor gives something that is bound, or not a method at all
      const isMethod = Object.hasOwn(
        Object.getOwnPropertyDescriptor(level, name)!,
        "value",
      );
      if (!isMethod || name === "constructor") continue;
      Object.defineProperty(target, name, {
        value: (target[name] as CallableFunction).bind(target),
        writable: true,
        configurable: true,
      });
    }
  }
}
