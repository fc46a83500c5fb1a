import { inspect } from "node:util";

/** Thrown by every assertion that does not hold. */
export class AssertionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}

/** Throws `problem`, followed by the caller's own message. */
export function failWith(problem: string, message?: string): never {
  throw new AssertionError(
    message === undefined ? problem : `${problem}: ${message}`,
  );
}

/** A value as it is shown in the message of an error. */
export function show(value: unknown): string {
  return inspect(value, { depth: 8, sorted: true, breakLength: 80 });
}
