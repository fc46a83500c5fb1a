/**
 * Remembers which functions are the library's own defaults, so that classes
 * that keep them can be treated by what is known of them.
 */
const defaultPks = new WeakSet<object>();
const defaultProcesses = new WeakSet<object>();

/** Declares a `pk` method that reads the field `id`. */
export function declareDefaultPk(pk: object): void {
  defaultPks.add(pk);
}

/** Whether a `pk` method is known to read the field `id`. */
export function isDefaultPk(pk: unknown): boolean {
  return typeof pk === "function" && defaultPks.has(pk);
}

/** Declares a `process` function that returns a copy of its input. */
export function declareDefaultProcess(process: object): void {
  defaultProcesses.add(process);
}

/** Whether a `process` function is known to return a copy of its input. */
export function isDefaultProcess(process: object): boolean {
  return defaultProcesses.has(process);
}
