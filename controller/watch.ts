/**
 * Keeps somebody outside of components informed of one response: a listener,
 * or whoever awaits a promise.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isNullArgs, keyOf } from "./actions.ts";
import type { ActionArgs } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { ExpiryStatus, mustWait, needsFetch } from "./expiry.ts";
import { versionOf } from "./graph/state.ts";
import {
  fulfilledPromise,
  nothing,
  pendingPromise,
  rejectedPromise,
  type UsablePromise,
} from "./promises.ts";
import { type Reading, readResponse } from "./read.ts";
import type { Store } from "./state/mod.ts";
import type { FetchValue, ReadEndpoint } from "./types.ts";

/** How `subscribe` of a {@linkcode Client} observes a response. */
export interface SubscribeOptions {
  /** Whether data that is missing, stale or expired is fetched. Default `true`. */
  readonly fetch?: boolean | undefined;
  /** Whether the key is kept up to date by a subscription. Default: if the endpoint has a `pollFrequency`. */
  readonly live?: boolean | undefined;
}

/**
 * What an observer of a response is told: by `subscribe` of a client.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { type ObservedResponse } from "@tessera/client/controller";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * function show({ data, loading, error }: ObservedResponse): string {
 *   if (error !== undefined) return `failed: ${error}`;
 *   return loading ? "..." : JSON.stringify(data);
 * }
 *
 * await using client = createClient();
 * const stop = client.subscribe(getTide, [{ port: "aden" }], show);
 * await client.allSettled();
 * stop();
 * ```
 */
export interface ObservedResponse<T = unknown> {
  /** The data, as far as it is there. */
  readonly data: T;
  /** What the last request rejected with, if that has to be reported. */
  readonly error: unknown;
  /** There is nothing to show before a request answers. */
  readonly loading: boolean;
  /** The data is due for a request. */
  readonly stale: boolean;
}

/**
 * Called with an {@linkcode ObservedResponse}, soon after it began to observe
 * and whenever that changes.
 */
export type ResponseListener<T = unknown> = (
  response: ObservedResponse<T>,
) => void;

/**
 * Calls the listener soon, and again whenever what the response shows has
 * changed. The observer counts as a reader of the response.
 *
 * @param controller Where to read and fetch.
 * @param store Where to observe.
 * @param endpoint What to observe.
 * @param args With what; null args show the schema's skeleton, once.
 * @param listener Told what it shows.
 * @param options See {@linkcode SubscribeOptions}.
 * @returns Stops observing.
 */
export function observeResponse(
  controller: Controller,
  store: Store,
  endpoint: ReadEndpoint,
  args: ActionArgs,
  listener: ResponseListener,
  options: SubscribeOptions = {},
): () => void {
  const { fetch = true, live = endpoint.pollFrequency !== undefined } = options;
  let isActive = true;
  /** Since the last answer. */
  let attempts = 0;
  /** What the last request has ended with, if that is not in the store. */
  let failure: unknown;
  let reading: Reading;
  let release = nothing;
  let unobserve = nothing;
  let told: ObservedResponse | undefined;

  /** Reads, and holds and observes what it has read. The state itself is let go of. */
  function read(): void {
    const state = controller.getVisibleState();
    reading = readResponse(controller, endpoint, args, state);
    release = reading.countRef();
    // nothing ever changes what null args show
    if (reading.key !== undefined) unobserve = store.observe(reading, check);
  }

  /** The store has touched what was read. */
  function check(): void {
    const before = { reading, release, unobserve };
    // a deserializer may throw: then what was read before is still observed
    read();
    before.unobserve();
    before.release();
    const { meta, expiryStatus } = reading;
    const { meta: metaBefore, expiryStatus: statusBefore } = before.reading;
    // something other than an answer may have made the response due
    const isTrigger = meta === metaBefore
      ? expiryStatus !== statusBefore && expiryStatus !== ExpiryStatus.Valid
      : meta === undefined || meta.invalidated ||
        meta.fetchedAt === metaBefore?.fetchedAt;
    if (isTrigger) fetchIfDue();
    // not told of a later change before the first time
    if (told !== undefined) tell();
  }

  /** Fetches data that is missing or stale. */
  function fetchIfDue(): void {
    if (!fetch || !needsFetch(reading, controller.stamps.now())) return;
    attempts++;
    failure = undefined;
    const [key] = reading.dependencies.endpoints;
    const storedAt = () => controller.getState().getMeta(key!)?.fetchedAt ?? 0;
    const before = storedAt();
    const settled = (error?: unknown) => {
      const isStored = storedAt() !== before;
      if (isStored) attempts = 0;
      // an answer from before an invalidation is not stored;
      // what aborts every request must not be asked for without end
      const isInterrupted = error === undefined || isInterruption(error);
      if (isStored || !isActive || !isLoading(controller.stamps.now())) return;
      if (isInterrupted && attempts < maximumAttempts) return fetchIfDue();
      failure = error;
      tell();
    };
    controller.fetchForReader(endpoint, ...args).then(() => settled(), settled);
  }

  function isLoading(now: number): boolean {
    return fetch && failure === undefined && reading.error === undefined &&
      mustWait(reading, now);
  }

  function tell(): void {
    if (!isActive) return;
    const { data, error, expiryStatus, expiresAt } = reading;
    const now = controller.stamps.now();
    const next: ObservedResponse = {
      // an invalidated response is not shown, whatever else could answer
      data: expiryStatus === ExpiryStatus.Invalid ? undefined : data,
      error: error ?? (mustWait(reading, now) ? failure : undefined),
      loading: isLoading(now),
      stale: now > expiresAt,
    };
    if (told !== undefined && isSame(told, next)) return;
    told = next;
    try {
      listener(next);
    } catch (error) {
      console.error(error);
    }
  }

  read();
  queueMicrotask(tell);
  let releaseReader = nothing;
  const isLive = live && !isNullArgs(args);
  if (!isNullArgs(args)) {
    releaseReader = controller.addReader(endpoint, ...args);
    if (isLive) controller.subscribe(endpoint, ...args);
    fetchIfDue();
  }
  return () => {
    if (!isActive) return;
    isActive = false;
    release();
    unobserve();
    releaseReader();
    if (isLive) controller.unsubscribe(endpoint, ...args);
  };
}

/** A request that was interrupted says nothing about the data; whoever still needs it asks again. */
function isInterruption(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: unknown };
  return name === "AbortError" || name === "ResetError";
}

function isSame(a: ObservedResponse, b: ObservedResponse): boolean {
  return Object.is(a.data, b.data) && Object.is(a.error, b.error) &&
    a.loading === b.loading && a.stale === b.stale;
}

/** Settled promises that are kept for the next call; a new one could be made at any time. */
const keptPromises = 500;
/** How often a request that was aborted is made again for one promise. */
const maximumAttempts = 3;

/** Until when what nothing is stored of is not requested again, by the promise that it has rejected. */
const failures = new WeakMap<object, number>();

/** The promises given out by key, least recently used first; they go with the graph of what they tell. */
const promises = new WeakMap<object, Map<string, UsablePromise<unknown>>>();

/**
 * The data of a response as a promise that stays the same as long as the
 * data does, for React's `use`. Fetches when a reader would.
 *
 * @param controller Where to read and fetch.
 * @param endpoint A read endpoint.
 * @param args Arguments of the call; `null` for none at all.
 * @returns Fulfilled with what is stored, or with what the request brings; `undefined` for `null`.
 *
 * @example
 * ```ts
 * import { type Controller, Endpoint, load } from "@tessera/client";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * function tideOf(controller: Controller) {
 *   return load(controller, getTide, { port: "aden" }); // use(tideOf(controller))
 * }
 * ```
 */
export function load<
  E extends ReadEndpoint,
  A extends readonly [null] | Parameters<E>,
>(
  controller: Controller,
  endpoint: E,
  ...args: A
): A extends readonly [null] ? undefined : UsablePromise<FetchValue<E>> {
  const promise = isNullArgs(args)
    ? undefined
    : promiseOf(controller, endpoint, args);
  return promise as A extends readonly [null] ? undefined
    : UsablePromise<FetchValue<E>>;
}

function promiseOf(
  controller: Controller,
  endpoint: EndpointInterface,
  args: ActionArgs,
): UsablePromise<unknown> {
  const graph = versionOf(controller.getVisibleState()).graph ?? controller;
  let known = promises.get(graph);
  if (known === undefined) promises.set(graph, known = new Map());
  const key = keyOf(endpoint, args);
  const reading = read(controller, endpoint, args);
  const { data, error } = reading;
  const now = controller.stamps.now();
  const isDue = needsFetch(reading, now);
  let promise = known.get(key);
  if (error !== undefined && !isDue) {
    if (promise?.status !== "rejected" || promise.reason !== error) {
      promise = rejectedPromise(error);
    }
  } else if (error !== undefined || mustWait(reading, now)) {
    const isKept = promise?.status === "pending" ||
      error === undefined && failures.get(promise!)! >= now;
    if (!promise || !isKept) {
      const { errorExpiryLength = controller.expiryLengths.errorExpiryLength } =
        endpoint;
      const asked = answerOf(controller, endpoint, args);
      const answer = promise = pendingPromise(asked);
      asked.catch(() =>
        failures.set(answer, controller.stamps.now() + errorExpiryLength)
      );
    }
  } else {
    if (isDue) controller.fetchForReader(endpoint, ...args);
    if (promise?.status !== "fulfilled" || promise.value !== data) {
      promise = fulfilledPromise(data);
    }
  }
  known.delete(key);
  known.set(key, promise);
  let surplus = known.size - keptPromises;
  for (const [oldest, { resolved }] of known) {
    if (surplus-- <= 0) break;
    // whoever waits for a pending one must get it again
    if (resolved) known.delete(oldest);
  }
  return promise;
}

function read(
  controller: Controller,
  endpoint: EndpointInterface,
  args: ActionArgs,
): Reading {
  const state = controller.getVisibleState();
  return readResponse(controller, endpoint, args, state);
}

/** Requests until there is an answer to show. */
async function answerOf(
  controller: Controller,
  endpoint: EndpointInterface,
  args: ActionArgs,
): Promise<unknown> {
  for (let attempt = 1;; attempt++) {
    let response: unknown;
    try {
      response = await controller.fetchForReader(endpoint, ...args);
    } catch (error) {
      if (!isInterruption(error) || attempt >= maximumAttempts) throw error;
    }
    const { data, error, isUsable } = read(controller, endpoint, args);
    if (error !== undefined) throw error;
    // stale on arrival is not a reason to ask again
    if (isUsable) return data;
    if (attempt >= maximumAttempts) return response;
  }
}
