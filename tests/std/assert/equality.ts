import nodeAssert from "node:assert";
import { failWith, show } from "./assertion_error.ts";
import { equal } from "./equal.ts";

/** Throws unless the two values are deeply equal. */
export function assertEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  if (!equal(actual, expected)) {
    failWith(`Values are not equal.\n${difference(actual, expected)}`, msg);
  }
}

/** Throws if the two values are deeply equal. */
export function assertNotEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  if (equal(actual, expected)) {
    failWith(`Expected another value than ${show(actual)}`, msg);
  }
}

/** Throws unless both are the same value or reference, by `Object.is`. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T {
  if (Object.is(actual, expected)) return;
  failWith(
    equal(actual, expected)
      ? `Values are equal but not the same reference: ${show(actual)}`
      : `Values are not strictly equal.\n${difference(actual, expected)}`,
    msg,
  );
}

/** Throws if both are the same value or reference, by `Object.is`. */
export function assertNotStrictEquals<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  if (Object.is(actual, expected)) {
    failWith(`Expected another reference than ${show(actual)}`, msg);
  }
}

/** The line by line comparison that Node.js prints. */
function difference(actual: unknown, expected: unknown): string {
  return new nodeAssert.AssertionError({
    actual,
    expected,
    operator: "deepStrictEqual",
  }).message;
}
