/**
 * The actions of the store: their types and their creators.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import type {
  AbortAction,
  ActionArgs,
  ActionMeta,
  ExpireAllAction,
  ExpiryLengths,
  FetchAction,
  InvalidateAction,
  InvalidateAllAction,
  OptimisticAction,
  ResetAction,
  SetAction,
  SetResponseAction,
  SubscribeAction,
  UnsubscribeAction,
} from "./contract.ts";
import { storableResponse } from "./implied_response.ts";
import { nothing } from "./promises.ts";
import { keyOf, plainArgs } from "./read.ts";
import { type StampSource, wallClock } from "./stamps.ts";

/**
 * Values of `action.type`, each also under its legacy name with the suffix `_TYPE`.
 *
 * @example
 * ```ts
 * import { actionTypes, type Middleware } from "@tessera/client";
 *
 * const logResets: Middleware = () => (next) => (action) => {
 *   if (action.type === actionTypes.RESET) console.log("reset at", action.date);
 *   return next(action);
 * };
 * ```
 */
export const actionTypes = {
  /** Starts a request. */
  FETCH: "rdc/fetch",
  /** A pending optimistic layer. */
  OPTIMISTIC: "rdc/optimistic",
  /** Writes a value by schema. */
  SET: "rdc/set",
  /** Stores the outcome of a request. */
  SET_RESPONSE: "rdc/setresponse",
  /** Empties the store. */
  RESET: "rdc/reset",
  /** Begins to refresh a key. */
  SUBSCRIBE: "rdc/subscribe",
  /** Stops refreshing a key. */
  UNSUBSCRIBE: "rdc/unsubscribe",
  /** Drops the response of one key. */
  INVALIDATE: "rdc/invalidate",
  /** Drops the responses of all matching keys. */
  INVALIDATEALL: "rdc/invalidateall",
  /** Marks the responses of all matching keys stale. */
  EXPIREALL: "rdc/expireall",
  /** Aborts the pending requests of a key. */
  ABORT: "rdc/abort",
  /** Removes what nothing refers to any more. */
  GC: "rdc/gc",
  /** Legacy name of `FETCH`. */
  FETCH_TYPE: "rdc/fetch",
  /** Legacy name of `OPTIMISTIC`. */
  OPTIMISTIC_TYPE: "rdc/optimistic",
  /** Legacy name of `SET`. */
  SET_TYPE: "rdc/set",
  /** Legacy name of `SET_RESPONSE`. */
  SET_RESPONSE_TYPE: "rdc/setresponse",
  /** Legacy name of `RESET`. */
  RESET_TYPE: "rdc/reset",
  /** Legacy name of `SUBSCRIBE`. */
  SUBSCRIBE_TYPE: "rdc/subscribe",
  /** Legacy name of `UNSUBSCRIBE`. */
  UNSUBSCRIBE_TYPE: "rdc/unsubscribe",
  /** Legacy name of `INVALIDATE`. */
  INVALIDATE_TYPE: "rdc/invalidate",
  /** Legacy name of `INVALIDATEALL`. */
  INVALIDATEALL_TYPE: "rdc/invalidateall",
  /** Legacy name of `EXPIREALL`. */
  EXPIREALL_TYPE: "rdc/expireall",
  /** Legacy name of `GC`. */
  GC_TYPE: "rdc/gc",
} as const;

/** The members of {@linkcode actionTypes}. */
export type ActionTypeConstants = typeof actionTypes;

/**
 * Lifetimes that apply when neither the endpoint nor a NetworkManager says.
 *
 * @example
 * ```ts
 * import { NetworkManager } from "@tessera/client";
 * import { defaultExpiryLengths } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const manager = new NetworkManager({ errorExpiryLength: 5000 });
 * assertEquals(manager.errorExpiryLength, 5000);
 * assertEquals(manager.dataExpiryLength, defaultExpiryLengths.dataExpiryLength);
 * ```
 */
export const defaultExpiryLengths: ExpiryLengths = {
  dataExpiryLength: 60_000,
  errorExpiryLength: 1_000,
};

/**
 * Starts a request.
 *
 * @param endpoint The endpoint to call.
 * @param options `args` of the call; FormData stays FormData. Its `key`, for whoever has asked for that.
 * @param stamps Source of the position in time; a controller has its own.
 * @throws The error of `endpoint.key`.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * const fetch = actions.createFetch(getTide, { args: [{ port: "aden" }] });
 * assertEquals(fetch.key, getTide.key({ port: "aden" }));
 * // settled by the NetworkManager that the action reaches
 * const settled: Promise<unknown> = fetch.meta.promise;
 * ```
 */
export function createFetch<E extends EndpointInterface>(
  endpoint: E,
  { args, key = keyOf(endpoint, args), isForReader = false, isHandled }: {
    readonly key?: string | undefined;
    readonly args: ActionArgs;
    readonly isForReader?: boolean;
    readonly isHandled?: boolean;
  },
  stamps: StampSource = wallClock,
): FetchAction<E> {
  let resolve!: (value?: unknown) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<unknown>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  // readers show the error from the store
  if (!isHandled && !endpoint.sideEffect) promise.catch(nothing);
  return {
    type: "rdc/fetch",
    key,
    args,
    endpoint,
    meta: {
      fetchedAt: stamps.next(),
      resolve,
      reject,
      promise,
      ...isForReader && { isForReader },
    },
  };
}

/**
 * Describes a pending optimistic layer.
 *
 * @param endpoint A mutation with `getOptimisticResponse`.
 * @param args Arguments of the fetch.
 * @param fetchedAt Stamp of the fetch.
 * @param stamps Source of the wall clock.
 * @param lengths Lifetimes for endpoints that do not say.
 * @throws The error of `endpoint.key`.
 * @throws {Error} In development, for a negative expiry length.
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const vote = new Endpoint(
 *   ({ id }: { id: string }) => Promise.resolve({ id, votes: 1 }),
 *   {
 *     name: "vote",
 *     sideEffect: true,
 *     getOptimisticResponse: (_snap, { id }) => ({ id, votes: 1 }),
 *   },
 * );
 * const { args, key, meta } = actions.createFetch(vote, { args: [{ id: "7" }] });
 * const layer = actions.createOptimistic(vote, args, meta.fetchedAt);
 * assertEquals(layer.key, key);
 * ```
 */
export function createOptimistic<E extends EndpointInterface>(
  endpoint: E,
  args: ActionArgs,
  fetchedAt: number,
  stamps: StampSource = wallClock,
  lengths: ExpiryLengths = defaultExpiryLengths,
): OptimisticAction<E> {
  const date = stamps.now();
  return {
    type: "rdc/optimistic",
    key: keyOf(endpoint, args),
    args: plainArgs(args, endpoint),
    endpoint,
    meta: {
      fetchedAt,
      date,
      expiresAt: date + lengthOf(endpoint, "dataExpiryLength", lengths),
    },
  };
}

/**
 * Writes a value by schema.
 *
 * @param schema Any queryable schema.
 * @param options `args` of the schema, the `value` or an updater, and the stamp if it is not now.
 * @param stamps Source of times; a controller has its own.
 *
 * @example
 * ```ts
 * import { createClient, Entity } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Vessel";
 * }
 *
 * await using client = createClient();
 * const args = [{ id: "7" }];
 * await client.controller.dispatch(
 *   actions.createSet(Vessel, { args, value: { id: "7", name: "Fram" } }),
 * );
 * assertEquals(client.get(Vessel, { id: "7" })?.name, "Fram");
 * ```
 */
export function createSet(
  // deno-lint-ignore no-explicit-any -- any queryable schema
  schema: any,
  { args, value, fetchedAt }: {
    readonly args: ActionArgs;
    readonly value: unknown;
    readonly fetchedAt?: number | undefined;
  },
  stamps: StampSource = wallClock,
): SetAction {
  return {
    type: "rdc/set",
    value,
    args: plainArgs(args),
    schema,
    meta: writeMeta(stamps, fetchedAt, defaultExpiryLengths.dataExpiryLength),
  };
}

/**
 * Stores the outcome of a request.
 *
 * @param endpoint The endpoint that was called, or could have been.
 * @param options `args` of the call, the `response` or, with `error: true`, the
 * reason of rejection, the stamp of the request if it is not now, and its `key`
 * if it is known.
 * @param stamps Source of times; a controller has its own.
 * @param lengths Lifetimes for endpoints that do not say.
 * @throws {Error} In development, for a negative expiry length.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * await using client = createClient();
 * const args = [{ port: "aden" }];
 * await client.controller.dispatch(
 *   actions.createSetResponse(getTide, { args, response: { height: 3 } }),
 * );
 * assertEquals(client.read(getTide, { port: "aden" }).data?.height, 3);
 * ```
 */
export function createSetResponse<E extends EndpointInterface>(
  endpoint: E,
  { key, args, response, fetchedAt, error = false }: {
    readonly key?: string | undefined;
    readonly args: ActionArgs;
    readonly response: unknown;
    readonly fetchedAt?: number | undefined;
    readonly error?: boolean | undefined;
  },
  stamps: StampSource = wallClock,
  lengths: ExpiryLengths = defaultExpiryLengths,
): SetResponseAction<E> {
  const option = error ? "errorExpiryLength" : "dataExpiryLength";
  return {
    type: "rdc/setresponse",
    key: key ?? keyOf(endpoint, args),
    response: error || !endpoint.sideEffect
      ? response
      : storableResponse(endpoint, args, response),
    args: plainArgs(args, endpoint),
    endpoint,
    meta: writeMeta(stamps, fetchedAt, lengthOf(endpoint, option, lengths)),
    error,
  };
}

/**
 * Empties the store.
 *
 * @param stamps Source of the position in time; a controller has its own.
 *
 * @example
 * ```ts
 * import { createClient } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * await using client = createClient();
 * const { controller } = client;
 * const reset = actions.createReset(controller.stamps);
 * await controller.dispatch(reset);
 * assertEquals(controller.getState().lastReset, reset.date);
 * ```
 */
export function createReset(stamps: StampSource = wallClock): ResetAction {
  return { type: "rdc/reset", date: stamps.next() };
}

/**
 * Refreshes a key from now on: polls it, unless a manager of yours does
 * it another way.
 *
 * @param endpoint A read endpoint; `pollFrequency` is the interval in milliseconds.
 * @param options `args` of the calls.
 * @throws The error of `endpoint.key`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide", pollFrequency: 60_000 },
 * );
 *
 * await using client = createClient();
 * const call = { args: [{ port: "aden" }] };
 * client.controller.dispatch(actions.createSubscription(getTide, call));
 * client.controller.dispatch(actions.createUnsubscription(getTide, call));
 * ```
 */
export function createSubscription<E extends EndpointInterface>(
  endpoint: E,
  { args }: { readonly args: ActionArgs },
): SubscribeAction<E> {
  return {
    type: "rdc/subscribe",
    key: keyOf(endpoint, args),
    args,
    endpoint,
  };
}

/**
 * Ends what {@linkcode createSubscription} began.
 *
 * @param endpoint A read endpoint.
 * @param options `args` of the calls.
 * @throws The error of `endpoint.key`.
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 60_000 });
 * const call = { args: [{ port: "aden" }] };
 * assertEquals(
 *   actions.createUnsubscription(getTide, call).key,
 *   actions.createSubscription(getTide, call).key,
 * );
 * ```
 */
export function createUnsubscription<E extends EndpointInterface>(
  endpoint: E,
  { args }: { readonly args: ActionArgs },
): UnsubscribeAction<E> {
  return {
    type: "rdc/unsubscribe",
    key: keyOf(endpoint, args),
    args,
    endpoint,
  };
}

/**
 * Drops the response of one key; its readers wait for a new one.
 *
 * @param endpoint Endpoint of the key.
 * @param options `args` of the key.
 * @throws The error of `endpoint.key`.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getVessel = new RestEndpoint({ path: "/vessels/:id" });
 * assertEquals(actions.createInvalidate(getVessel, { args: [{ id: 7 }] }), {
 *   type: "rdc/invalidate",
 *   key: "GET /vessels/7",
 * });
 * ```
 */
export function createInvalidate(
  endpoint: Pick<EndpointInterface, "key">,
  { args }: { readonly args: ActionArgs },
): InvalidateAction {
  return { type: "rdc/invalidate", key: keyOf(endpoint, args) };
}

/**
 * Drops the responses of all matching keys; their readers wait for new ones.
 *
 * @param testKey Whether a key is meant.
 *
 * @example
 * ```ts
 * import { createClient } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 *
 * await using client = createClient();
 * const ofAccounts = (key: string) => key.startsWith("GET /accounts/");
 * await client.controller.dispatch(actions.createInvalidateAll(ofAccounts));
 * ```
 */
export function createInvalidateAll(
  testKey: (key: string) => boolean,
): InvalidateAllAction {
  return { type: "rdc/invalidateall", testKey };
}

/**
 * Marks the responses of all matching keys stale: their readers go on with
 * them while they fetch new ones.
 *
 * @param testKey Whether a key is meant.
 *
 * @example
 * ```ts
 * import { createClient } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 *
 * await using client = createClient();
 * await client.controller.dispatch(actions.createExpireAll(() => true));
 * ```
 */
export function createExpireAll(
  testKey: (key: string) => boolean,
): ExpireAllAction {
  return { type: "rdc/expireall", testKey };
}

/**
 * Aborts the pending requests of one key. The state does not change.
 *
 * @param endpoint Endpoint of the key.
 * @param options `args` of the key.
 * @throws The error of `endpoint.key`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertRejects } from "@std/assert";
 *
 * const getTide = new Endpoint(() => new Promise<never>(() => {}), {
 *   name: "getTide",
 * });
 * await using client = createClient();
 * const tide = client.fetch(getTide);
 * client.controller.dispatch(actions.createAbort(getTide, { args: [] }));
 * await assertRejects(() => tide, DOMException);
 * ```
 */
export function createAbort(
  endpoint: Pick<EndpointInterface, "key">,
  { args }: { readonly args: ActionArgs },
): AbortAction {
  const { "~request": requestOf } = (endpoint ?? {}) as {
    "~request"?(...args: ActionArgs): string;
  };
  return {
    type: "rdc/abort",
    key: keyOf(endpoint, args),
    ...requestOf && { request: requestOf.call(endpoint, ...args) },
  };
}

/** The members of {@linkcode actions}. */
export interface ActionCreators {
  /** See {@linkcode createFetch}. */
  readonly createFetch: typeof createFetch;
  /** See {@linkcode createOptimistic}. */
  readonly createOptimistic: typeof createOptimistic;
  /** See {@linkcode createSet}. */
  readonly createSet: typeof createSet;
  /** See {@linkcode createSetResponse}. */
  readonly createSetResponse: typeof createSetResponse;
  /** See {@linkcode createReset}. */
  readonly createReset: typeof createReset;
  /** See {@linkcode createSubscription}. */
  readonly createSubscription: typeof createSubscription;
  /** See {@linkcode createUnsubscription}. */
  readonly createUnsubscription: typeof createUnsubscription;
  /** See {@linkcode createInvalidate}. */
  readonly createInvalidate: typeof createInvalidate;
  /** See {@linkcode createInvalidateAll}. */
  readonly createInvalidateAll: typeof createInvalidateAll;
  /** See {@linkcode createExpireAll}. */
  readonly createExpireAll: typeof createExpireAll;
  /** See {@linkcode createAbort}. */
  readonly createAbort: typeof createAbort;
}

/**
 * Creators of all actions.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { actions } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * assertEquals(actions.createInvalidate(getTide, { args: [{ port: "aden" }] }).type, "rdc/invalidate");
 * ```
 */
export const actions: ActionCreators = {
  createFetch,
  createOptimistic,
  createSet,
  createSetResponse,
  createReset,
  createSubscription,
  createUnsubscription,
  createInvalidate,
  createInvalidateAll,
  createExpireAll,
  createAbort,
};

function writeMeta(
  stamps: StampSource,
  fetchedAt: number | undefined,
  length: number,
): ActionMeta {
  const date = stamps.now();
  const confirmedAt = stamps.next(date);
  return {
    fetchedAt: fetchedAt ?? confirmedAt,
    date,
    expiresAt: date + length,
    confirmedAt,
  };
}

/** How long what an endpoint gives stays fresh, in milliseconds. */
function lengthOf(
  endpoint: EndpointInterface,
  option: keyof ExpiryLengths,
  lengths: ExpiryLengths,
): number {
  const length = endpoint[option] ?? lengths[option];
  if (!(length < 0)) return length;
  if (isDevelopment()) {
    throw new Error(
      `Negative expiry lengths are not allowed: ${option} of '${
        (endpoint as { name?: string }).name ?? "an endpoint"
      }' is ${length}. Use 0 for data that is stale on arrival.`,
    );
  }
  return 0;
}
