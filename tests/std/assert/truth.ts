import { AssertionError, failWith, show } from "./assertion_error.ts";

/** Throws unless the value is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) throw new AssertionError(msg);
}

/** Every value that counts as false. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

/** Throws unless the value is falsy. */
export function assertFalse(expr: unknown, msg = ""): asserts expr is Falsy {
  if (expr) throw new AssertionError(msg);
}

/** Throws if the value is null or undefined. */
export function assertExists<T>(
  actual: T,
  msg?: string,
): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    failWith(`Expected a value, not ${actual}`, msg);
  }
}

// deno-lint-ignore no-explicit-any -- any constructor will do
type AnyConstructor = abstract new (...args: any[]) => any;

/** Throws unless the value is an instance of the class. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  expectedType: T,
  msg?: string,
): asserts actual is InstanceType<T> {
  if (!(actual instanceof expectedType)) {
    failWith(
      `Expected an instance of ${expectedType.name}, not ${show(actual)}`,
      msg,
    );
  }
}

/** Throws if the value is an instance of the class. */
export function assertNotInstanceOf<A, T>(
  actual: A,
  // deno-lint-ignore no-explicit-any -- any constructor will do
  unexpectedType: abstract new (...args: any[]) => T,
  msg?: string,
): asserts actual is Exclude<A, T> {
  if (actual instanceof unexpectedType) {
    failWith(`Expected no instance of ${unexpectedType.name}`, msg);
  }
}

/** Throws unless the text contains the other. */
export function assertStringIncludes(
  actual: string,
  expected: string,
  msg?: string,
): void {
  if (!actual.includes(expected)) {
    failWith(`${show(actual)} does not contain ${show(expected)}`, msg);
  }
}

/** Throws unless the text matches the pattern. */
export function assertMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void {
  if (!expected.test(actual)) {
    failWith(`${show(actual)} does not match ${expected}`, msg);
  }
}

/** Throws if the text matches the pattern. */
export function assertNotMatch(
  actual: string,
  expected: RegExp,
  msg?: string,
): void {
  if (expected.test(actual)) {
    failWith(`${show(actual)} matches ${expected}`, msg);
  }
}

/** Always throws; by its type, the compiler proves that it is never reached. */
export function assertNever(x: never, msg?: string): never {
  failWith(`Did not expect the value ${show(x)}`, msg);
}

/** Always throws. */
export function fail(msg?: string): never {
  failWith("Failed", msg);
}

/** Always throws: the code is not written yet. */
export function unimplemented(msg?: string): never {
  failWith("Unimplemented", msg);
}

/** Always throws: the code was not meant to be reached. */
export function unreachable(msg?: string): never {
  failWith("Unreachable", msg);
}
