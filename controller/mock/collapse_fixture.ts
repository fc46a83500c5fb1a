import type { AnyFixture } from "./fixture.ts";

/** The answer of a fixture. */
export interface CollapsedFixture {
  /** What is resolved or rejected with; a promise if the fixture's function is asynchronous. */
  // deno-lint-ignore no-explicit-any -- responses have any type
  readonly response: any;
  /** Whether it is an error. */
  readonly error: boolean;
}

/**
 * Computes the answer of a fixture.
 *
 * @param fixture A fixture, or an interceptor with `response`.
 * @param args Arguments of the call.
 * @param interceptorData `this` of a function.
 * @returns The answer; a throw is an error.
 */
export function collapseFixture(
  fixture: AnyFixture,
  args: readonly unknown[],
  interceptorData?: unknown,
): CollapsedFixture {
  if (!("response" in fixture)) return { response: undefined, error: false };
  const error = "error" in fixture && fixture.error === true;
  const response: unknown = fixture.response;
  if (error || typeof response !== "function") return { response, error };
  try {
    return { response: response.apply(interceptorData, args), error: false };
  } catch (reason) {
    return { response: reason, error: true };
  }
}
