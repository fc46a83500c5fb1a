/**
 * Who dispatches, where that is no call of the application: for panels, in
 * development.
 *
 * @module
 */
let origin: string | undefined;

/**
 * Names who dispatches what a function dispatches before it returns.
 *
 * @param name such as the manager, and the channel that it listens to
 * @param run the function
 */
export function withOrigin<T>(name: string, run: () => T): T {
  const outer = origin;
  origin = name;
  try {
    return run();
  } finally {
    origin = outer;
  }
}

/** Who dispatches now; `undefined` for the application itself. */
export function currentOrigin(): string | undefined {
  return origin;
}
