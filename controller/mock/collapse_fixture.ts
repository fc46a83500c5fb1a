import type { AnyFixture } from "./fixture.ts";

/** The answer of a fixture, as {@linkcode collapseFixture} computes it. */
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
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { collapseFixture } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * const interceptor = {
 *   endpoint: getTide,
 *   response: ({ port }: { port: string }) => ({ port, height: 3 }),
 * };
 * assertEquals(collapseFixture(interceptor, [{ port: "aden" }]), {
 *   response: { port: "aden", height: 3 },
 *   error: false,
 * });
 * ```
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
