import { stripVTControlCharacters } from "node:util";
import { AssertionError, failWith, show } from "./assertion_error.ts";

// deno-lint-ignore no-explicit-any -- any constructor will do
type ErrorClass<E extends Error> = abstract new (...args: any[]) => E;

/** Throws unless the value is an Error of the class whose message contains or matches the given text. */
export function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: ErrorClass<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E {
  if (!(error instanceof Error)) {
    failWith(`Expected an Error, not ${show(error)}`, msg);
  }
  if (ErrorClass !== undefined && !(error instanceof ErrorClass)) {
    failWith(
      `Expected an error of class ${ErrorClass.name}, not ${error.constructor.name}: ${error.message}`,
      msg,
    );
  }
  if (msgMatches === undefined) return;
  const text = stripVTControlCharacters(error.message);
  const matches = typeof msgMatches === "string"
    ? text.includes(stripVTControlCharacters(msgMatches))
    : msgMatches.test(text);
  if (!matches) {
    failWith(
      `Expected an error whose message has ${show(msgMatches)}, not ${
        show(error.message)
      }`,
      msg,
    );
  }
}

/** Throws unless the function throws; returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Throws unless the function throws an error of the class whose message includes the text; returns it. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): E;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  classOrMessage?: ErrorClass<E> | string,
  msgIncludesOrMessage?: string,
  msg?: string,
): unknown {
  const [ErrorClass, includes, message] = expectation(
    classOrMessage,
    msgIncludesOrMessage,
    msg,
  );
  let thrown: unknown;
  try {
    fn();
  } catch (error) {
    thrown = error;
    if (ErrorClass !== undefined) {
      assertIsError(error, ErrorClass, includes, message);
    }
    return thrown;
  }
  failWith("Expected the function to throw", message);
}

/** Rejects unless the promise rejects; resolves to its reason. */
export function assertRejects(
  fn: () => PromiseLike<unknown>,
  msg?: string,
): Promise<unknown>;
/** Rejects unless the promise rejects with an error of the class whose message includes the text; resolves to it. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: ErrorClass<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  classOrMessage?: ErrorClass<E> | string,
  msgIncludesOrMessage?: string,
  msg?: string,
): Promise<unknown> {
  const [ErrorClass, includes, message] = expectation(
    classOrMessage,
    msgIncludesOrMessage,
    msg,
  );
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch (cause) {
    throw new AssertionError("The function threw instead of rejecting", {
      cause,
    });
  }
  if (typeof promise !== "object" || typeof promise?.then !== "function") {
    failWith("Expected the function to return a promise", message);
  }
  try {
    await promise;
  } catch (error) {
    if (ErrorClass !== undefined) {
      assertIsError(error, ErrorClass, includes, message);
    }
    return error;
  }
  failWith("Expected the function to reject", message);
}

/** Sorts the arguments of the two overloads. */
function expectation<E extends Error>(
  classOrMessage: ErrorClass<E> | string | undefined,
  msgIncludesOrMessage: string | undefined,
  msg: string | undefined,
): [ErrorClass<E> | undefined, string | undefined, string | undefined] {
  return typeof classOrMessage === "string" || classOrMessage === undefined
    ? [undefined, undefined, classOrMessage ?? msgIncludesOrMessage ?? msg]
    : [classOrMessage, msgIncludesOrMessage, msg];
}
