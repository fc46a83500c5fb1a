import { failWith, show } from "./assertion_error.ts";

/** Throws unless two numbers differ by no more than the tolerance. */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
): void {
  if (Object.is(actual, expected)) return;
  const allowed = tolerance ??
    (Number.isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  if (!(Math.abs(actual - expected) <= allowed)) {
    failWith(`Expected ${actual} to be within ${allowed} of ${expected}`, msg);
  }
}

/** Throws unless actual > expected. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual > expected)) {
    failWith(`Expected ${show(actual)} > ${show(expected)}`, msg);
  }
}

/** Throws unless actual >= expected. */
export function assertGreaterOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  if (!(actual >= expected)) {
    failWith(`Expected ${show(actual)} >= ${show(expected)}`, msg);
  }
}

/** Throws unless actual < expected. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void {
  if (!(actual < expected)) {
    failWith(`Expected ${show(actual)} < ${show(expected)}`, msg);
  }
}

/** Throws unless actual <= expected. */
export function assertLessOrEqual<T>(
  actual: T,
  expected: T,
  msg?: string,
): void {
  if (!(actual <= expected)) {
    failWith(`Expected ${show(actual)} <= ${show(expected)}`, msg);
  }
}
