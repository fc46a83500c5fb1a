import nodeAssert from "node:assert";

export class AssertionError extends Error {
  override name = "AssertionError";
}

function check(run: () => void, message?: string): void {
  try {
    run();
  } catch (cause) {
    throw new AssertionError(
      message === undefined
        ? (cause as Error).message
        : `${message}: ${(cause as Error).message}`,
    );
  }
}

export function assert(
  value: unknown,
  message = "Expected a truthy value.",
): asserts value {
  if (!value) throw new AssertionError(message);
}
export function assertFalse(
  value: unknown,
  message = "Expected a falsy value.",
): void {
  if (value) throw new AssertionError(message);
}
export function assertEquals<T>(
  actual: T,
  expected: T,
  message?: string,
): void {
  check(() => nodeAssert.deepStrictEqual(actual, expected), message);
}
export function assertNotEquals<T>(
  actual: T,
  expected: T,
  message?: string,
): void {
  check(() => nodeAssert.notDeepStrictEqual(actual, expected), message);
}
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T {
  check(
    () =>
      nodeAssert.ok(
        Object.is(actual, expected),
        "Values are not the same reference.",
      ),
    message,
  );
}
export function assertNotStrictEquals<T>(
  actual: T,
  expected: T,
  message?: string,
): void {
  check(
    () =>
      nodeAssert.ok(
        !Object.is(actual, expected),
        "Values are the same reference.",
      ),
    message,
  );
}
export function assertExists<T>(
  actual: T,
  message = "Expected a value.",
): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    throw new AssertionError(message);
  }
}
export function assertStringIncludes(
  actual: string,
  expected: string,
  message?: string,
): void {
  check(
    () =>
      nodeAssert.ok(
        actual.includes(expected),
        `"${actual}" does not include "${expected}".`,
      ),
    message,
  );
}
export function assertMatch(
  actual: string,
  expected: RegExp,
  message?: string,
): void {
  check(() => nodeAssert.match(actual, expected), message);
}
// deno-lint-ignore no-explicit-any
export function assertInstanceOf<
  T extends abstract new (...args: any[]) => any,
>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is InstanceType<T> {
  check(
    () =>
      nodeAssert.ok(
        actual instanceof expected,
        `Expected an instance of ${expected.name}.`,
      ),
    message,
  );
}
export function assertThrows<E extends Error = Error>(
  run: () => unknown,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E = Error as any,
  includes = "",
): E {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
    assertInstanceOf(error, ErrorClass);
    assertStringIncludes((error as Error).message, includes);
    return error as E;
  }
  throw new AssertionError(
    `Expected an error, nothing was thrown${thrown ?? ""}.`,
  );
}
export async function assertRejects<E extends Error = Error>(
  run: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any
  ErrorClass: abstract new (...args: any[]) => E = Error as any,
  includes = "",
): Promise<E> {
  try {
    await run();
  } catch (error) {
    assertInstanceOf(error, ErrorClass);
    assertStringIncludes((error as Error).message, includes);
    return error as E;
  }
  throw new AssertionError("Expected a rejection.");
}
