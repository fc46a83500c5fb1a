/**
 * What stands in for a server in tests and stories.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { ResolveType } from "../types.ts";

/** When an answer arrives. */
export interface FixtureTiming<Args extends readonly unknown[]> {
  /** Time before the answer arrives, in milliseconds; a function is asked for each fetch. */
  readonly delay?: number | ((...args: Args) => number) | undefined;
  /** Compute the answer after the delay instead of before it. Default `false`. */
  readonly delayCollapse?: boolean | undefined;
}

/** The answer to one call of an endpoint. */
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

/** The failure of one call of an endpoint. */
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

/** The answer to one call of an endpoint. */
export type Fixture<E extends EndpointInterface = EndpointInterface> =
  | SuccessFixture<E>
  | ErrorFixture<E>;

/** Computes the answers to all calls of an endpoint. */
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
    ...args: Parameters<E>
  ): ResolveType<E> | Promise<ResolveType<E>>;
  /** All calls are meant. */
  readonly args?: undefined;
}

/** Stands in for the network step of an endpoint; everything else is done by the endpoint itself. */
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

/** Answers all calls of an endpoint. */
export type Interceptor<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends EndpointInterface = EndpointInterface,
> =
  | ResponseInterceptor<T, E>
  | FetchInterceptor<T, E>;

/** Anything that stands in for a server. */
export type AnyFixture<
  // deno-lint-ignore no-explicit-any -- any interceptor data
  T = any,
  E extends EndpointInterface = EndpointInterface,
> =
  | Fixture<E>
  | Interceptor<T, E>;

/** A list of fixtures and interceptors, each typed by its own endpoint. */
export type Fixtures<T, E extends readonly EndpointInterface[]> = {
  readonly [K in keyof E]: AnyFixture<T, E[K]>;
};
