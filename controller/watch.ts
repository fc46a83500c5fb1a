/**
 * Notifies a listener outside of components of one response.
 *
 * @module
 */
import { cellsUnder } from "../schema/nodes.ts";
import type { ActionArgs } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { isInterruption } from "./errors.ts";
import {
  ExpiryStatus,
  isExpiredSince,
  maximumAttempts,
  mustWait,
  needsFetch,
} from "./expiry.ts";
import { nothing } from "./promises.ts";
import { isNullArgs, type Reading, readResponse } from "./read.ts";
import type { Store } from "./store.ts";
import type { ReadEndpoint } from "./types.ts";

/** How `subscribe` of a {@linkcode Client} observes a response. */
export interface SubscribeOptions {
  /** Whether data that is missing, stale or expired is fetched. Default `true`. */
  readonly fetch?: boolean | undefined;
  /** Whether the key is refreshed by a subscription. Default: if the endpoint has a `pollFrequency`. */
  readonly live?: boolean | undefined;
}

/**
 * The argument of an observer of a response, by `subscribe` of a client.
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
  /** The data; `undefined` as long as something of it is missing. */
  readonly data: T;
  /** The error of the last request, if that has to be reported. */
  readonly error: unknown;
  /** There is nothing to show before a response arrives. */
  readonly loading: boolean;
  /** The data is stale. */
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
 * Notifies a listener of one response: soon, and again whenever what the
 * response says has changed. It is a reader of the response.
 */
class ResponseObserver {
  readonly #controller: Controller;
  readonly #store: Store;
  readonly #endpoint: ReadEndpoint;
  readonly #args: ActionArgs;
  readonly #listener: ResponseListener;
  readonly #isFetching: boolean;
  #isActive = true;
  /** Requests since the last response that was stored. */
  #attempts = 0;
  /** What the last request has ended with, if that is not in the store. */
  #failure: unknown;
  #reading!: Reading;
  #release: () => void = nothing;
  #unobserve: () => void = nothing;
  /** What the listener was called with last. */
  #observed: ObservedResponse | undefined;

  /** See {@linkcode observeResponse}. */
  constructor(
    controller: Controller,
    store: Store,
    endpoint: ReadEndpoint,
    args: ActionArgs,
    listener: ResponseListener,
    isFetching: boolean,
  ) {
    this.#controller = controller;
    this.#store = store;
    this.#endpoint = endpoint;
    this.#args = args;
    this.#listener = listener;
    this.#isFetching = isFetching;
    this.#read();
    queueMicrotask(() => this.#notify());
  }

  /** Stops observing. */
  end(): void {
    this.#isActive = false;
    this.#release();
    this.#unobserve();
  }

  /** Fetches data that is missing or stale. */
  fetchIfStale(): void {
    const controller = this.#controller;
    const now = controller.stamps.now();
    if (!this.#isFetching || !needsFetch(this.#reading, now)) return;
    this.#attempts++;
    this.#failure = undefined;
    const before = this.#storedAt();
    controller.fetchForReader(this.#endpoint, ...this.#args).then(
      () => this.#responded(before),
      (error) => this.#responded(before, error),
    );
  }

  /** When what is stored was requested. */
  #storedAt(): number {
    const [key] = this.#reading.dependencies.endpoints;
    return this.#controller.getState().getMeta(key!)?.fetchedAt ?? 0;
  }

  #responded(before: number, error?: unknown): void {
    if (!this.#isActive) return;
    const isStored = this.#storedAt() !== before;
    // the store may tell of it later
    if (isStored) this.#check();
    const now = this.#controller.stamps.now();
    const isLoading = this.#isLoading(now);
    if (isStored) {
      // that may have been deleted since it was requested
      const isAgain = isLoading && this.#attempts > 1;
      this.#attempts = 0;
      if (isAgain) this.fetchIfStale();
    }
    if (isStored || !isLoading) return;
    // a response from before an invalidation is not stored;
    // what aborts every request must not be asked for without end
    const isInterrupted = error === undefined || isInterruption(error);
    if (isInterrupted && this.#attempts < maximumAttempts) {
      return this.fetchIfStale();
    }
    this.#failure = error;
    this.#notify();
  }

  /** Reads, and holds and observes what it has read. The state itself is let go of. */
  #read(): void {
    const controller = this.#controller;
    this.#reading = readResponse(
      controller,
      this.#endpoint,
      this.#args,
      this.#store.peek(true),
      this.#reading?.key,
      this.#observed?.data !== undefined,
    );
    const reading = this.#reading;
    this.#release = reading.countRef();
    // without a response it is as old as the rows that it is made of
    const { expiry } = reading;
    const readsTimes = typeof expiry !== "number";
    if (readsTimes) {
      expiry.isPinned = true;
      reading.sources = [...reading.sources, ...cellsUnder(reading.sources)];
    }
    // nothing ever changes what null args show
    if (reading.key !== undefined) {
      this.#unobserve = this.#store.observe(reading, this.#check, readsTimes);
    }
  }

  /** The store has touched what was read. */
  readonly #check = (): void => {
    const before = this.#reading;
    const [release, unobserve] = [this.#release, this.#unobserve];
    // a deserializer may throw: then what was read before is still observed
    this.#read();
    unobserve();
    release();
    const { meta, expiryStatus } = this.#reading;
    // something other than a response may have made what is stored stale
    const isTrigger = this.#reading.isPartial && !before.isPartial ||
      isExpiredSince(meta, before.meta) ||
      (meta === before.meta
        ? expiryStatus !== before.expiryStatus &&
          expiryStatus !== ExpiryStatus.Valid
        : meta === undefined || meta.invalidated ||
          meta.fetchedAt === before.meta?.fetchedAt);
    if (isTrigger) this.fetchIfStale();
    // not called for a later change before the first time
    if (this.#observed !== undefined) this.#notify();
  };

  #isLoading(now: number): boolean {
    return this.#isFetching && this.#failure === undefined &&
      this.#reading.error === undefined && mustWait(this.#reading, now);
  }

  #notify(): void {
    if (!this.#isActive) return;
    const { data, error, expiryStatus, expiresAt, isUsable, key } =
      this.#reading;
    const now = this.#controller.stamps.now();
    const failure = this.#failure;
    const isPending = mustWait(this.#reading, now);
    const next: ObservedResponse = {
      // an invalidated response is not visible, whatever else there is
      data: isUsable && key !== undefined &&
          expiryStatus !== ExpiryStatus.Invalid
        ? data
        : undefined,
      error: error ?? (isPending ? failure : undefined),
      loading: isPending && this.#isFetching &&
        (error ?? failure) === undefined,
      stale: now > expiresAt,
    };
    if (this.#observed !== undefined && isSame(this.#observed, next)) return;
    this.#observed = next;
    try {
      this.#listener(next);
    } catch (error) {
      console.error(error);
    }
  }
}

/**
 * Calls the listener soon, and again whenever what the response says has
 * changed. The observer is a reader of the response.
 *
 * @param controller Where to read and fetch.
 * @param store Where to observe.
 * @param endpoint The endpoint to observe.
 * @param args With what; null args observe nothing, which the listener is called with once.
 * @param listener Called with what it says.
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
  const observer = new ResponseObserver(
    controller,
    store,
    endpoint,
    args,
    listener,
    fetch,
  );
  if (isNullArgs(args)) return () => observer.end();
  const releaseReader = controller.addReader(endpoint, ...args);
  if (live) controller.subscribe(endpoint, ...args);
  observer.fetchIfStale();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    observer.end();
    releaseReader();
    if (live) controller.unsubscribe(endpoint, ...args);
  };
}

function isSame(a: ObservedResponse, b: ObservedResponse): boolean {
  return Object.is(a.data, b.data) && Object.is(a.error, b.error) &&
    a.loading === b.loading && a.stale === b.stale;
}
