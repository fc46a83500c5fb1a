/**
 * Remembers which functions are the library's own defaults, so that classes
 * that keep them can be treated by what is known of them: `pk` reads the field
 * `id`, `process` copies its input, and `validate` finds nothing.
 */
const defaults = new WeakSet<object>();

/** Declares methods that are defaults. */
export function declareDefaults(...methods: readonly object[]): void {
  for (const method of methods) defaults.add(method);
}

/** Whether a method is a default. */
export function isDefault(method: unknown): boolean {
  return typeof method === "function" && defaults.has(method);
}
