/**
 * Remembers which functions are the library's own defaults, so that classes
 * that keep them can be treated by what is known of them: `pk` reads the field
 * `id`, `process` copies its input, and `validate` finds nothing.
 */
const defaultMethod: unique symbol = Symbol("default");

/** Declares methods that are defaults. */
export function declareDefaults(...methods: readonly object[]): void {
  // asked for every entity of a response, which a WeakSet would be slow for
  for (const method of methods) {
    Object.defineProperty(method, defaultMethod, { value: method });
  }
}

/** Whether a method is a default. */
export function isDefault(method: unknown): boolean {
  // a Proxy of a default, or a copy of all its members, has the mark of another
  return typeof method === "function" &&
    (method as { [defaultMethod]?: unknown })[defaultMethod] === method;
}
