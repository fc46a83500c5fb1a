/**
 * The part of `jsr:@std/assert@^1` that the tests use, for machines that do
 * not reach JSR: same names, same signatures, never more lenient.
 *
 * @module
 */
export { AssertionError } from "./assertion_error.ts";
export { equal } from "./equal.ts";
export {
  assertEquals,
  assertNotEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "./equality.ts";
export { assertArrayIncludes, assertObjectMatch } from "./containment.ts";
export { assertIsError, assertRejects, assertThrows } from "./errors.ts";
export {
  assertAlmostEquals,
  assertGreater,
  assertGreaterOrEqual,
  assertLess,
  assertLessOrEqual,
} from "./order.ts";
export {
  assert,
  assertExists,
  assertFalse,
  assertInstanceOf,
  assertMatch,
  assertNever,
  assertNotInstanceOf,
  assertNotMatch,
  assertStringIncludes,
  fail,
  unimplemented,
  unreachable,
} from "./truth.ts";
