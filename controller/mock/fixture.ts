/**
 * What stands in for a server in tests and stories.
 *
 * @module
 */
import type { EndpointInterface } from "../../endpoint/contract.ts";
import { describe, serializeKey } from "../../schema/engine.ts";
import type { RawResponse, ResolveType } from "../types.ts";

/**
 * When the response of a {@linkcode SuccessFixture}, or of any other, arrives.
 */
export interface FixtureTiming<Args extends readonly unknown[]> {
  /** Time before the response arrives, in milliseconds; a function is asked for each fetch. */
  readonly delay?: number | ((...args: Args) => number) | undefined;
  /** Compute the response after the delay instead of before it. Default `false`. */
  readonly delayCollapse?: boolean | undefined;
}

/**
 * The response to one call of an endpoint.
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
  /** The endpoint of the fixture. */
  readonly endpoint: E;
  /** Arguments of the call. */
  readonly args: Readonly<Parameters<E>>;
  /** The resolved value of the endpoint. A function is taken for an interceptor, with a warning. */
  readonly response: FixtureResponse<E>;
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
  /** The endpoint of the fixture. */
  readonly endpoint: E;
  /** Arguments of the call. */
  readonly args: Readonly<Parameters<E>>;
  /** Exactly what the endpoint rejects with. */
  readonly response: unknown;
  /** An error. */
  readonly error: true;
}

/**
 * The response of a {@linkcode SuccessFixture}: the resolved value of the
 * endpoint's function. If its type is not known, as for most REST endpoints, it
 * is a value that fits the schema.
 */
export type FixtureResponse<E extends EndpointInterface> = 0 extends
  1 & ResolveType<E> ? RawResponse<E> : ResolveType<E>;

/**
 * The response to one call of an endpoint: a {@linkcode SuccessFixture} or an
 * {@linkcode ErrorFixture}.
 */
export type Fixture<E extends EndpointInterface = EndpointInterface> =
  | SuccessFixture<E>
  | ErrorFixture<E>;

/**
 * Computes the responses to all calls of an endpoint.
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
  /** Calls whose key satisfies `testKey` of this endpoint are served. */
  readonly endpoint: E;
  /** Computes what the endpoint resolves with; `this` is the data that all interceptors of a mock share. */
  response(
    this: T,
    ...args: FixtureArgs<Parameters<E>>
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
  /** Calls whose key satisfies `testKey` of this endpoint are served. */
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
 * Arguments of the calls that a {@linkcode ResponseInterceptor} serves. Of an
 * endpoint that is called in several forms, such as `push` with and without
 * parameters, TypeScript takes no function that names the arguments of one
 * form, so they may be anything.
 */
export type FixtureArgs<A extends readonly unknown[], All = A> =
  // deno-lint-ignore no-explicit-any -- see above
  A extends unknown ? [All] extends [A] ? A : any[] : never;

/**
 * Serves all calls of an endpoint: a {@linkcode ResponseInterceptor} or a
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

/**
 * Fixtures by key, and interceptors in order: what {@linkcode createFixtureMap}
 * makes. If several fixtures have one key, as pages of a list do, the map has
 * the last of them, and `calls` has all.
 */
export type FixtureMap = readonly [
  fixtures: Map<string, Fixture>,
  interceptors: Interceptor[],
  calls: ReadonlyMap<string, ReadonlyMap<string, Fixture>>,
];

/**
 * Sorts fixtures by the key and the arguments they are for. Of two fixtures
 * for one call the later one is used, and a warning names it.
 *
 * @param fixtures Fixtures and interceptors.
 * @returns The fixtures by key, and the interceptors in their order.
 * @throws {TypeError} If one has no endpoint, or args that are no list.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { createFixtureMap } from "@tessera/client/mock";
 * import { assert } from "@std/assert";
 *
 * const getTide = new Endpoint(async function getTide({ port }: { port: string }) {
 *   return { port, height: 2 };
 * });
 * const [fixtures] = createFixtureMap([
 *   { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 * ]);
 * assert(fixtures.has(getTide.key({ port: "aden" })));
 * ```
 */
export function createFixtureMap(
  fixtures: readonly AnyFixture[] = [],
): FixtureMap {
  const byKey = new Map<string, Fixture>();
  const interceptors: Interceptor[] = [];
  const calls = new Map<string, Map<string, Fixture>>();
  for (const fixture of fixtures) {
    checkFixture(fixture);
    const { endpoint, args } = fixture;
    if (isFixture(fixture)) {
      const key = endpoint.key(...fixture.args);
      const call = textOfCall(fixture.args);
      const ofKey = calls.get(key) ?? new Map<string, Fixture>();
      warnOfDuplicate(fixture, ofKey.get(call), JSON.stringify(args));
      byKey.set(key, fixture);
      calls.set(key, ofKey.set(call, fixture));
    } else {
      const isSame = (other: Interceptor) => other.endpoint === endpoint;
      const other = interceptors.find(isSame);
      if (other !== undefined) warnOfDuplicate(other, fixture, "any args");
      interceptors.push(fixture);
    }
  }
  return [byKey, interceptors, calls];
}

/**
 * What serves a call: the fixture of its key and arguments, or that of its
 * key if there is but one; or else an interceptor, rather one of an endpoint
 * of the same name, since pages have the key of their list.
 *
 * @param map Fixtures and interceptors.
 * @param call Key, arguments and endpoint of the call.
 */
export function findFixture(
  [fixtures, interceptors, calls]: FixtureMap,
  { key, args, endpoint }: {
    readonly key: string;
    readonly args: readonly unknown[];
    readonly endpoint: EndpointInterface;
  },
): Fixture | Interceptor | undefined {
  const ofKey = calls.get(key);
  const fixture = ofKey !== undefined && ofKey.size > 1
    ? ofKey.get(textOfCall(args))
    : fixtures.get(key);
  if (fixture !== undefined) return fixture;
  const fitting = interceptors.filter((one) => one.endpoint.testKey(key));
  const name = nameOf(endpoint);
  return fitting.find((one) => nameOf(one.endpoint) === name) ?? fitting[0];
}

/** Equal for calls that send the same: a number and its text are one, and what is empty is left out. */
function textOfCall(args: readonly unknown[]): string {
  return args.map((value) => serializeKey(value))
    .filter((text) => text !== "{}").join();
}

/** Warns of a fixture that another one leaves without effect. */
function warnOfDuplicate(
  counts: AnyFixture,
  other: AnyFixture | undefined,
  args: string,
): void {
  if (other === undefined || other === counts || reported.has(other)) return;
  reported.add(other);
  console.warn(
    `Two fixtures of ${nameOf(counts.endpoint)} answer ${args}, ` +
      "so one of them has no effect. Remove it, or give it other args.",
  );
}

/**
 * Names what cannot be a fixture.
 *
 * @throws {TypeError} If it has no endpoint, or args that are no list.
 */
export function checkFixture(fixture: AnyFixture): void {
  const { endpoint, args } = fixture;
  if (
    typeof endpoint?.key === "function" &&
    (args === undefined || Array.isArray(args))
  ) return;
  throw new TypeError(
    `${
      describe(fixture, 200)
    } is no fixture. It needs an endpoint, and args that are a list or missing.`,
  );
}

/** Fixtures that a warning was printed about; one list is often sorted several times. */
const reported = new WeakSet<AnyFixture>();

function isFixture(fixture: AnyFixture): fixture is Fixture {
  if (fixture.args === undefined) return false;
  if (typeof fixture.response !== "function" || fixture.error) return true;
  if (reported.has(fixture)) return false;
  reported.add(fixture);
  console.warn(
    `The fixture of ${nameOf(fixture.endpoint)} has args ${
      JSON.stringify(fixture.args)
    }, but its response is a function. It is taken for an interceptor, which answers all args. ` +
      "Remove args, or give the response itself.",
  );
  return false;
}

/** Names an endpoint in messages. */
export function nameOf(endpoint: EndpointInterface): string {
  return (endpoint as { name?: string }).name ?? "an endpoint";
}
