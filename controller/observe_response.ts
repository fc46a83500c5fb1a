/**
 * Keeps a listener informed of one response.
 *
 * @module
 */
import type { ActionArgs, ResponseMeta } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { ExpiryStatus, mustWait, needsFetch } from "./expiry.ts";
import { isNullArgs } from "./arguments.ts";
import type { ResponseReading } from "./read.ts";
import type { Store } from "./state/mod.ts";
import type { ReadEndpoint } from "./types.ts";

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
  return new ResponseObserver(
    controller,
    store,
    endpoint,
    args,
    listener,
    options,
  ).stop;
}

class ResponseObserver {
  readonly #controller: Controller;
  readonly #store: Store;
  readonly #endpoint: ReadEndpoint;
  readonly #args: ActionArgs;
  readonly #listener: ResponseListener;
  readonly #fetches: boolean;
  readonly #isLive: boolean;
  #isActive = true;
  #reading!: ResponseReading;
  #meta: ResponseMeta | undefined;
  #release!: () => void;
  #unobserve: (() => void) | undefined;
  #releaseReader: (() => void) | undefined;
  #told: ObservedResponse | undefined;

  constructor(
    controller: Controller,
    store: Store,
    endpoint: ReadEndpoint,
    args: ActionArgs,
    listener: ResponseListener,
    options: SubscribeOptions,
  ) {
    this.#controller = controller;
    this.#store = store;
    this.#endpoint = endpoint;
    this.#args = args;
    this.#listener = listener;
    const isNull = isNullArgs(args);
    this.#fetches = options.fetch ?? true;
    this.#isLive = !isNull &&
      (options.live ?? endpoint.pollFrequency !== undefined);
    this.#read();
    queueMicrotask(() => this.#tell());
    if (isNull) return;
    this.#releaseReader = controller.addReader(endpoint, ...args);
    if (this.#isLive) controller.subscribe(endpoint, ...args);
    this.#fetchIfDue();
  }

  readonly stop = (): void => {
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#release();
    this.#unobserve?.();
    this.#releaseReader?.();
    if (this.#isLive) {
      this.#controller.unsubscribe(this.#endpoint, ...this.#args);
    }
  };

  /** The store has touched what was read. */
  #check(): void {
    const before = this.#reading;
    const metaBefore = this.#meta;
    const release = this.#release;
    const unobserve = this.#unobserve;
    // a deserializer may throw: then what was read before is still observed
    this.#read();
    unobserve?.();
    release();
    if (this.#isTrigger(before, metaBefore)) this.#fetchIfDue();
    // not told of a later change before the first time
    if (this.#told !== undefined) this.#tell();
  }

  /** Reads, and holds and observes what it has read. The state itself is let go of. */
  #read(): void {
    const state = this.#controller.getVisibleState();
    const reading = this.#controller.getResponse(
      this.#endpoint,
      ...this.#args,
      state,
    );
    const { dependencies } = reading;
    const [key] = dependencies.endpoints;
    this.#reading = reading;
    this.#release = reading.countRef();
    // nothing ever changes what null args show
    if (key === undefined) return;
    this.#meta = state.getMeta(key);
    this.#unobserve = this.#store.observe(dependencies, () => this.#check());
  }

  /** Fetches data that is missing or stale. */
  #fetchIfDue(): void {
    const { stamps } = this.#controller;
    if (!this.#fetches || !needsFetch(this.#reading, stamps.now())) return;
    this.#controller.fetchForReader(this.#endpoint, ...this.#args)
      .catch((error) => this.#afterFailure(error));
  }

  /** Whether something other than an answer made the response due. */
  #isTrigger(
    before: ResponseReading,
    metaBefore: ResponseMeta | undefined,
  ): boolean {
    const meta = this.#meta;
    if (meta === metaBefore) {
      return this.#reading.expiryStatus !== before.expiryStatus &&
        this.#reading.expiryStatus !== ExpiryStatus.Valid;
    }
    return meta === undefined || meta.invalidated === true ||
      meta.fetchedAt === metaBefore?.fetchedAt;
  }

  /** A request that was interrupted says nothing about the data; whoever still needs it asks again. */
  #afterFailure(error: unknown): void {
    const { name } = (error ?? {}) as { name?: unknown };
    const isInterrupted = name === "AbortError" || name === "ResetError";
    if (isInterrupted && this.#isActive && this.#isLoading()) {
      this.#fetchIfDue();
    }
  }

  #isLoading(): boolean {
    return this.#fetches && this.#error() === undefined &&
      mustWait(this.#reading, this.#controller.stamps.now());
  }

  #error(): unknown {
    return this.#controller.getError(
      this.#endpoint,
      ...this.#args,
      this.#controller.getVisibleState(),
    );
  }

  #tell(): void {
    if (!this.#isActive) return;
    const { data, expiryStatus, expiresAt } = this.#reading;
    const next: ObservedResponse = {
      // an invalidated response is not shown, whatever else could answer
      data: expiryStatus === ExpiryStatus.Invalid ? undefined : data,
      error: this.#error(),
      loading: this.#isLoading(),
      stale: this.#controller.stamps.now() > expiresAt,
    };
    if (this.#told !== undefined && isSame(this.#told, next)) return;
    this.#told = next;
    try {
      this.#listener(next);
    } catch (error) {
      console.error(error);
    }
  }
}

function isSame(a: ObservedResponse, b: ObservedResponse): boolean {
  return Object.is(a.data, b.data) && Object.is(a.error, b.error) &&
    a.loading === b.loading && a.stale === b.stale;
}
