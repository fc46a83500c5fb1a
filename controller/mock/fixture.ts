/**
 * What stands in for a server in tests and stories.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { ResolveType } from "../types.ts";

/**
 * When the answer of a {@linkcode SuccessFixture}, or of any other, arrives.
 */
export interface FixtureTiming<Args extends readonly unknown[]> {
  /** Time before the answer arrives, in milliseconds; a function is asked for each fetch. */
  readonly delay?: number | ((...args: Args) => number) | undefined;
  /** Compute the answer after the delay instead of before it. Default `false`. */
  readonly delayCollapse?: boolean | undefined;
}

/**
 * The answer to one call of an endpoint.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import type { SuccessFixture } from "@tessera/client/mock";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * export const high: SuccessFixture<typeof getTide> = {
 *   endpoint: getTide,
 *   args: [{ port: "aden" }],
 *   response: { port: "aden", height: 7 },
 *   delay: 100,
 * };
 * ```
 */
export interface SuccessFixture<E extends EndpointInterface = EndpointInterface>
  extends FixtureTiming<Parameters<E>> {
  /** The endpoint that is answered for. */
  readonly endpoint: E;
  /** Arguments of the call. */
  readonly args: Readonly<Parameters<E>>;
  /** What the endpoint resolves with. A function is taken for an interceptor, with a warning. */
  readonly response: ResolveType<E>;
  /** Not an error. */
  readonly error?: false | undefined;
}

/**
 * The failure of one call of an endpoint.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import type { ErrorFixture } from "@tessera/client/mock";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * export const unknownPort: ErrorFixture<typeof getTide> = {
 *   endpoint: getTide,
 *   args: [{ port: "atlantis" }],
 *   response: new Error("no such port"),
 *   error: true,
 * };
 * ```
 */
export interface ErrorFixture<E extends EndpointInterface = EndpointInterface>
  extends FixtureTiming<Parameters<E>> {
  /** The endpoint that is answered for. */
  readonly endpoint: E;
  /** Arguments of the call. */
  readonly args: Readonly<Parameters<E>>;
  /** Exactly what the endpoint rejects with. */
  readonly response: unknown;
  /** An error. */
  readonly error: true;
}

/**
 * The answer to one call of an endpoint: a {@linkcode SuccessFixture} or an
 * {@linkcode ErrorFixture}.
 */
export type Fixture<E extends EndpointInterface = EndpointInterface> =
  | SuccessFixture<E>
  | ErrorFixture<E>;

/**
 * Computes the answers to all calls of an endpoint.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import type { ResponseInterceptor } from "@tessera/client/mock";
 *
 * const moor = new RestEndpoint({
 *   path: "/vessels/:id/moor",
 *   method: "POST",
 *   body: undefined,
 * });
 * // a server that counts
 * export const counting: ResponseInterceptor<{ moored: number }> = {
 *   endpoint: moor,
 *   response({ id }) {
 *     return { id, position: ++this.moored };
 *   },
 * };
 * ```
 */
export interface ResponseInterceptor<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends EndpointInterface = EndpointInterface,
> extends FixtureTiming<Parameters<E>> {
  /** Calls whose key passes `testKey` of this endpoint are answered. */
  readonly endpoint: E;
  /** Computes what the endpoint resolves with; `this` is the data that all interceptors of a mock share. */
  response(
    this: T,
    ...args: AnsweredArgs<Parameters<E>>
  ): ResolveType<E> | Promise<ResolveType<E>>;
  /** All calls are meant. */
  readonly args?: undefined;
}

/**
 * Stands in for the network step of an endpoint; everything else is done by the
 * endpoint itself.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import type { FetchInterceptor } from "@tessera/client/mock";
 *
 * const getVessel = new RestEndpoint({ path: "/vessels/:id" });
 * export const gone: FetchInterceptor = {
 *   endpoint: getVessel,
 *   fetchResponse: () => new Response("sunk", { status: 410 }),
 * };
 * ```
 */
export interface FetchInterceptor<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends EndpointInterface = EndpointInterface,
> extends FixtureTiming<Parameters<E>> {
  /** Calls whose key passes `testKey` of this endpoint are answered. */
  readonly endpoint: E;
  /** Returns a JSON value, or a `Response` for another status or other headers. */
  fetchResponse(
    this: T,
    input: RequestInfo,
    init: RequestInit,
  ): unknown;
  /** All calls are meant. */
  readonly args?: undefined;
}

/**
 * Arguments of the calls that a {@linkcode ResponseInterceptor} answers. Of an
 * endpoint that is called in several forms, such as `push` with and without
 * parameters, TypeScript takes no function that names the arguments of one
 * form, so they may be anything.
 */
export type AnsweredArgs<A extends readonly unknown[], All = A> =
  // deno-lint-ignore no-explicit-any -- see above
  A extends unknown ? [All] extends [A] ? A : any[] : never;

/**
 * Answers all calls of an endpoint: a {@linkcode ResponseInterceptor} or a
 * {@linkcode FetchInterceptor}.
 */
export type Interceptor<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends EndpointInterface = EndpointInterface,
> =
  | ResponseInterceptor<T, E>
  | FetchInterceptor<T, E>;

/**
 * Anything that stands in for a server: a {@linkcode SuccessFixture}, an
 * {@linkcode ErrorFixture} or an interceptor.
 */
export type AnyFixture<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends EndpointInterface = EndpointInterface,
> =
  | Fixture<E>
  | Interceptor<T, E>;

/**
 * A list of fixtures and interceptors, each typed by its own endpoint: what
 * {@linkcode MockController} takes.
 */
export type Fixtures<T, E extends readonly EndpointInterface[]> = {
  readonly [K in keyof E]: AnyFixture<T, E[K]>;
};

/**
 * Such a list whose type is known already, as that of one of several is: `F`
 * itself where each of its elements fits the endpoint it names. See
 * {@linkcode MockController}.
 */
export type CheckedFixtures<T, F> = {
  readonly [K in keyof F]: F[K] extends
    { readonly endpoint: infer E extends EndpointInterface } ? AnyFixture<T, E>
    : never;
};
