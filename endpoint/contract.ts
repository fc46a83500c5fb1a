/**
 * What the controller needs to know of an endpoint, whoever made it.
 *
 * @module
 */
import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";

/**
 * Decides per error whether existing data stays visible (`"soft"`) or the error
 * is visible in its place (`"hard"`); `undefined` leaves it to the default.
 *
 * @example
 * ```ts
 * import { type ErrorPolicy, NetworkError, RestEndpoint } from "@tessera/client";
 *
 * export const getVessel = new RestEndpoint({
 *   path: "/vessels/:id",
 *   // while the server is in trouble, the last response is better than none
 *   errorPolicy: (error: unknown): ErrorPolicy =>
 *     error instanceof NetworkError && error.status >= 500 ? "soft" : "hard",
 * });
 * ```
 */
export type ErrorPolicy = "hard" | "soft" | undefined;

/**
 * Members of every endpoint that steer the store, such as an
 * {@linkcode EndpointOptions} object gives them; all lengths in milliseconds.
 */
export interface EndpointExtraOptions {
  /**
   * How long data is fresh, in milliseconds. Default: as the NetworkManager
   * says, 60 000. 0: stale on arrival and not retained without a reader.
   */
  dataExpiryLength?: number | undefined;
  /**
   * How long an error stops readers from fetching again, in milliseconds.
   * Default: as the NetworkManager says, 1000.
   */
  errorExpiryLength?: number | undefined;
  /**
   * Repeat interval while something subscribes, in milliseconds. Default: none.
   */
  pollFrequency?: number | undefined;
  /**
   * `true`: polling goes on while the document is hidden. Default: it rests,
   * and goes on when the document is seen again.
   */
  pollInBackground?: boolean | undefined;
  /**
   * Tells a RefreshManager which responses on display to request when the page
   * becomes visible: stale ones (`true`), none (`false`), or fresh ones, too
   * (`"always"`). Default `true`.
   */
  readonly refetchOnFocus?: boolean | "always" | undefined;
  /**
   * The same as {@linkcode EndpointExtraOptions.refetchOnFocus}, for when the
   * network comes back.
   */
  readonly refetchOnReconnect?: boolean | "always" | undefined;
  /** `false`: a PersistManager stores no response of it. Default `true`. */
  readonly persist?: boolean | undefined;
  /**
   * Queued mutations of one scope are sent one after the other, those of different
   * scopes side by side, by an OfflineManager. Default `"default"`.
   */
  readonly scope?: string | undefined;
  /**
   * Whether a mutation takes the place of one with the same key that waits in the
   * queue of an OfflineManager. Default `false`.
   */
  readonly coalesce?: boolean | undefined;
  /**
   * Name of the header, such as `Idempotency-Key`, by which a server tells a
   * mutation that is sent again from a new one. An OfflineManager sets it.
   */
  readonly idempotencyHeader?: string | undefined;
  /**
   * Treat stale data as absent: readers wait for a new response instead of
   * showing it. Default `false`.
   */
  invalidIfStale?: boolean | undefined;
  /**
   * Whether one row that cannot be stored refuses the whole response. By default
   * such a row is left out of its list and reported; default `false`.
   */
  strict?: boolean | undefined;
  /**
   * Says how readers see an error. Called when the error is stored, and again
   * for states that are computed apart, so it must be pure.
   *
   * @param error what the endpoint rejected with
   */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  errorPolicy?(error: any): ErrorPolicy;
  /** Free user data. */
  // deno-lint-ignore no-explicit-any -- ignored by the library
  readonly extra?: any;
}

/**
 * The callable the controller runs and the description by which its result is
 * stored. Endpoints of this package are such; any function with a `key` and a
 * `testKey` can be one.
 *
 * @example
 * ```ts
 * import { createClient, type EndpointInterface } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide: EndpointInterface<(port: string) => Promise<{ height: number }>> =
 *   Object.assign(
 *     (_port: string) => Promise.resolve({ height: 1.5 }),
 *     {
 *       key: (port: string) => `tide ${port}`,
 *       testKey: (key: string) => key.startsWith("tide "),
 *     },
 *   );
 *
 * await using client = createClient();
 * assertEquals((await client.controller.fetch(getTide, "rtm")).height, 1.5);
 * ```
 */
export interface EndpointInterface<
  // deno-lint-ignore no-explicit-any -- inferred by each endpoint
  F extends (...args: any) => Promise<any> = (...args: any) => Promise<any>,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointExtraOptions, EndpointHooks<Parameters<F>> {
  /** Performs the request. */
  (...args: Parameters<F>): ReturnType<F>;
  /** `true` for mutations. */
  readonly sideEffect?: M;
  /** How the resolved value is normalized. */
  readonly schema?: S;
}

/**
 * Hooks of every endpoint. Options may have each.
 *
 * @typeParam Args arguments of a call
 * @typeParam Declared the same, without other forms of the payload
 *
 * @internal
 */
export interface EndpointHooks<
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[] = any,
  // deno-lint-ignore no-explicit-any -- of any arguments
  Declared extends readonly any[] = Args,
> {
  /**
   * The only identity of a request: calls with the same key share a response.
   *
   * @param args arguments of the call
   */
  key(...args: Args): string;
  /**
   * Whether a key belongs to this endpoint, for some arguments; needed where
   * `key` is replaced.
   *
   * @param key any key
   */
  testKey(key: string): boolean;
  /**
   * The response to expect, visible until the real one arrives.
   *
   * @param snap the visible state of the store
   * @param args arguments of the call
   * @throws {AbortOptimistic} as `snap.abort`, to show nothing this time
   */
  getOptimisticResponse?(
    snap: SnapshotInterface,
    ...args: Declared
    // deno-lint-ignore no-explicit-any -- of the form of a response
  ): any;
  /**
   * Changes stored results of other endpoints, by their key.
   *
   * @param normalizedResult the response with primary keys in place of entities
   * @param args arguments of the call
   * @returns by the key of another endpoint, what makes its new result of the previous one
   */
  update?(
    // deno-lint-ignore no-explicit-any -- normalized, so of any shape
    normalizedResult: any,
    ...args: Declared
    // deno-lint-ignore no-explicit-any -- results of other endpoints
  ): Record<string, (previous: any) => any>;
}

/**
 * Members as options: each may be left out, or be `undefined`.
 *
 * @internal
 */
export type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * The stored value of an endpoint, as far as there is one.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { type StoredValue } from "@tessera/client/endpoint";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * const getVessels = new RestEndpoint({ path: "/vessels", schema: [Vessel] });
 *
 * export function count(vessels: StoredValue<typeof getVessels>): number {
 *   return vessels?.length ?? 0;
 * }
 * ```
 */
export type StoredValue<E extends StoredEndpoint> = E["schema"] extends
  undefined | null
  ? E extends (...args: never) => unknown ? ResolveType<E> | undefined
  : unknown
  : DenormalizeNullable<E["schema"]>;

/**
 * The members of an endpoint that reading needs; see {@linkcode StoredValue}.
 */
export interface StoredEndpoint {
  /** The only identity of a request. */
  // deno-lint-ignore no-explicit-any -- any arguments
  key(...args: any): string;
  /** How the stored result is read. */
  // deno-lint-ignore no-explicit-any -- any schema
  readonly schema?: any;
  /** Treat stale data as absent. */
  readonly invalidIfStale?: boolean | undefined;
  /** Gives the numbers next to a list what its members became more or fewer by. */
  // deno-lint-ignore no-explicit-any -- any value of the schema
  adjust?(value: any, difference: number): any;
}

/**
 * Arguments that say which stored response is meant: those of `key`, which are
 * those of the call. Callers that are generic in their endpoint have only the
 * latter to forward.
 *
 * @example
 * ```ts
 * import { type Controller, type EndpointInterface } from "@tessera/client";
 * import { type StoredArgs } from "@tessera/client/endpoint";
 *
 * // any endpoint, with its arguments
 * export function isKnown<E extends EndpointInterface>(
 *   controller: Controller,
 *   endpoint: E,
 *   ...args: StoredArgs<E>
 * ): boolean {
 *   return controller.getState().hasEndpoint(endpoint.key(...args));
 * }
 * ```
 */
export type StoredArgs<E extends Pick<StoredEndpoint, "key">> =
  | Parameters<E["key"]>
  // deno-lint-ignore no-explicit-any -- the form of Parameters, by which TypeScript recognizes it
  | (E extends (...args: infer P) => any ? P : never);

/**
 * The resolved value of an endpoint function.
 *
 * @example
 * ```ts
 * import { Endpoint, type ResolveType } from "@tessera/client";
 *
 * const getTide = new Endpoint(
 *   (port: string) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * export const tide: ResolveType<typeof getTide> = { port: "aden", height: 2 };
 * ```
 */
// deno-lint-ignore no-explicit-any -- any endpoint function
export type ResolveType<E extends (...args: any) => any> = ReturnType<
  E
> extends PromiseLike<infer R> ? R : ReturnType<E>;

/**
 * The store as an optimistic response sees it: confirmed data plus everything
 * that is pending since before. The first argument of `getOptimisticResponse`.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   visits = 0;
 *   static override key = "Vessel";
 * }
 *
 * export const countVisit = new RestEndpoint({
 *   path: "/vessels/:id/visits",
 *   method: "POST",
 *   body: undefined,
 *   schema: Vessel,
 *   getOptimisticResponse(snap, { id }) {
 *     const vessel = snap.get(Vessel, { id });
 *     if (vessel === undefined) throw snap.abort;
 *     return { id, visits: vessel.visits + 1 };
 *   },
 * });
 * ```
 */
export interface SnapshotInterface {
  /** Time at which the fetch began, in milliseconds. */
  readonly fetchedAt: number;
  /** Thrown to make no optimistic change this time. */
  readonly abort: Error;
  /**
   * Reads an entity, a list or a query.
   *
   * @param schema any queryable schema
   * @param args arguments of the schema
   */
  get<S extends Queryable>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined;
  /**
   * Reads the result of an endpoint.
   *
   * @param endpoint what was fetched
   * @param args with what
   */
  getResponse<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): SnapshotResponse<E>;
  /**
   * Reads the age of the result of an endpoint, and its stored form.
   *
   * @param endpoint what was fetched
   * @param args with what
   */
  getResponseMeta<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): SnapshotResponse<E>;
  /**
   * Reads the error of the last fetch of an endpoint.
   *
   * @param endpoint what was fetched
   * @param args with what
   */
  getError<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): Error | undefined;
}

/**
 * Which stored response is meant; `null` for none.
 *
 * @internal
 */
type ArgsOrNull<E extends EndpointInterface> =
  | readonly [null]
  | readonly [...StoredArgs<E>];

/**
 * A stored response.
 *
 * @internal
 */
type SnapshotResponse<E extends EndpointInterface> = {
  data: StoredValue<E>;
  expiryStatus: number;
  expiresAt: number;
};
