/**
 * Runs requests: the only caller of endpoint functions.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import { defaultExpiryLengths } from "./actions.ts";
import type { ManagerRole } from "./apply_manager.ts";
import type {
  ActionTypes,
  Dispatch,
  ExpiryLengths,
  FetchAction,
  Manager,
  Middleware,
  ResetAction,
  SetResponseAction,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import { environmentOf, type EnvironmentOptions } from "./environment.ts";
import { DisposedError, ResetError } from "./errors.ts";
import { lastResetOf } from "./last_reset.ts";
import { defer, settle, type SharedRead } from "./network_flight.ts";
import { type NetworkPassage, passResponse } from "./network_passage.ts";
import { abortError, type RequestLimits } from "./network_request.ts";
import type { RetryOption } from "./network_retry.ts";
import { hasLayer, NetworkRunner } from "./network_runner.ts";
import { initialState, type State } from "./graph/state.ts";
import { stored } from "./stored.ts";
import { type StoredFailure, storedFailure } from "./stored_failure.ts";

/**
 * How a {@linkcode NetworkManager} makes requests; all times in milliseconds.
 */
export interface NetworkManagerOptions
  extends
    Partial<ExpiryLengths>,
    Partial<Omit<RequestLimits, "retry">>,
    EnvironmentOptions {
  /** Whether failed requests are tried again; an endpoint's own option wins. Default `false`. */
  readonly retry?: RetryOption | undefined;
  /** Whether a reset also stops the network activity of reads. Default `false`. */
  readonly abortOnReset?: boolean | undefined;
}

/**
 * Consumes FETCH, calls the endpoint, and sends its outcome to the store.
 * Reads of one key share one request; mutations never share.
 *
 * @example
 * ```ts
 * import { createClient, NetworkManager } from "@tessera/client";
 *
 * using client = createClient({
 *   managers: [new NetworkManager({ dataExpiryLength: 5000, retry: 2, timeout: 10_000 })],
 * });
 * ```
 */
export class NetworkManager implements Manager {
  /** Lets the order of managers be checked. */
  readonly role: ManagerRole = "network";
  /** How long data is fresh when its endpoint does not say, in milliseconds. */
  readonly dataExpiryLength: number;
  /**
   * How long an error keeps readers from fetching again when its endpoint does
   * not say, in milliseconds.
   */
  readonly errorExpiryLength: number;
  // not in the constructor: V8 keeps closures assigned there, and all they
  // reach, until a full collection
  /** Consumes FETCH; sees every response on its way to the store. */
  readonly middleware: Middleware = (controller) => {
    const { dataExpiryLength, errorExpiryLength } = this;
    controller.expiryLengths = { dataExpiryLength, errorExpiryLength };
    this.controller = controller;
    return (next) => {
      const passage: NetworkPassage = {
        controller,
        next,
        isDiscarded: (flight) => this.#runner.isDiscarded(flight),
        arrive: (action, failure) => this.handleSet(action, failure),
      };
      this.#passage = passage;
      return (action) => this.#pass(action, passage);
    };
  };

  /** Reads in flight that others may join, by key. */
  protected readonly fetching: Map<string, SharedRead> = new Map();
  /** The controller; `undefined` until the middleware is bound. */
  protected controller: Controller | undefined;

  readonly #runner: NetworkRunner;
  readonly #abortsOnReset: boolean;
  /** Where responses go; set when the middleware is bound. */
  #passage: NetworkPassage | undefined;
  readonly #lastReset = { isReported: false };
  #stopListening: (() => void) | undefined;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode NetworkManagerOptions}.
   */
  constructor(options: NetworkManagerOptions = {}) {
    const { dataExpiryLength, errorExpiryLength } = defaultExpiryLengths;
    this.dataExpiryLength = options.dataExpiryLength ?? dataExpiryLength;
    this.errorExpiryLength = options.errorExpiryLength ?? errorExpiryLength;
    this.#abortsOnReset = options.abortOnReset ?? false;
    const limits = { ...options, retry: options.retry ?? false };
    this.#runner = new NetworkRunner(environmentOf(options), limits, {
      target: () => this.#passage!,
      lastReset: () => this.getLastReset(),
      forget: (key, shared) => this.#forget(key, shared),
    });
  }

  /** Starts, or goes on with the requests that were in flight at {@linkcode NetworkManager.cleanup}. */
  init(_state?: State): void {
    this.#runner.setRunning(true);
    this.#stopListening?.();
    this.#stopListening = this.controller?.onUnread((key) =>
      this.#runner.abortUnused(key)
    );
  }

  /** From now on nothing is written to the store, until {@linkcode NetworkManager.init}. */
  cleanup(): void {
    this.#runner.setRunning(false);
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Ends for good: aborts everything in flight; its promises reject with {@linkcode DisposedError}. */
  dispose(): void {
    this.cleanup();
    this.#runner.dispose();
    for (const [key, shared] of [...this.fetching]) {
      shared.reject(new DisposedError(key));
    }
    this.clearAll();
  }

  /**
   * Waits for everything in flight.
   *
   * @returns What `Promise.allSettled` returns, or `undefined` if nothing is in flight.
   */
  allSettled(): Promise<PromiseSettledResult<unknown>[]> | undefined {
    const promises = new Set<Promise<unknown>>();
    for (const { promise } of this.fetching.values()) promises.add(promise);
    for (const flight of this.#runner.flights) {
      if (flight.isSettled) continue;
      promises.add(flight.shared?.promise ?? flight.promise);
    }
    return promises.size > 0 ? Promise.allSettled(promises) : undefined;
  }

  /** Whether an action starts nothing, because its key is already being fetched. */
  skipLogging(action: ActionTypes): boolean {
    if (action.type !== "rdc/fetch" || action.endpoint.sideEffect) return false;
    const running = this.fetching.get(action.key);
    return running !== undefined && !running.isOutdated;
  }

  /** Starts what a FETCH asks for. */
  protected handleFetch(action: FetchAction): void {
    if (action.endpoint.sideEffect) {
      // an attempt made later could undo what the newer mutation does
      this.#runner.stopRetrying(action.key);
      this.#runner.start(action);
    } else {
      this.#join(action);
    }
  }

  /**
   * Settles the read that a response belongs to.
   *
   * @param action The response, which is now in the store.
   * @param failure Why it could not be stored.
   */
  protected handleSet(
    action: SetResponseAction,
    failure: StoredFailure | undefined = storedFailure(
      action,
      this.getState(),
    ),
  ): void {
    const { key, meta: { fetchedAt }, response } = action;
    const flight = this.#runner.flights.servedBy(action);
    if (flight) {
      if (flight.shared) this.#forget(key, flight.shared);
      flight.settle(response, failure);
      if (!failure) this.#runner.detach(key, response, failure, fetchedAt);
      return;
    }
    // whoever reads since the reset asked for something newer
    if (fetchedAt <= this.getLastReset()) return;
    const shared = this.fetching.get(key);
    this.clear(key);
    this.#runner.detach(key, response, failure);
    if (shared) settle(shared, response, failure);
  }

  /**
   * Shares one request among all who want a key.
   *
   * @param key Key of the read.
   * @param fetch Starts the request; its promise settles after the outcome is committed.
   * @param fetchedAt Stamp of the fetch.
   * @returns Settles after the outcome is committed.
   */
  protected throttle(
    key: string,
    fetch: () => Promise<unknown>,
    fetchedAt: number,
  ): Promise<unknown> {
    const running = this.fetching.get(key);
    if (running && !running.isOutdated) return running.promise;
    const shared: SharedRead = Object.assign(defer(), { fetchedAt });
    this.fetching.set(key, shared);
    const finish = (response: unknown, failure?: StoredFailure) => {
      this.#forget(key, shared);
      settle(shared, response, failure);
    };
    this.idleCallback(() => {
      if (this.fetching.get(key) !== shared) return;
      const request = promised(fetch);
      // mostly it is what everybody waits for
      if (request === shared.promise) return;
      request.then(finish, (reason) => finish(undefined, { reason }));
    }, { timeout: 500 });
    return shared.promise;
  }

  /** Stamp of the last reset; results of requests that are not newer are discarded. */
  protected getLastReset(): number {
    return lastResetOf(this.getState(), this.#lastReset);
  }

  /** The base state; the initial state until the middleware is bound. */
  protected getState(): State {
    return this.controller?.getState() ?? initialState;
  }

  /** Lets nobody join the read of a key any more. */
  protected clear(key: string): void {
    this.fetching.delete(key);
  }

  /** Lets nobody join any read any more. */
  protected clearAll(): void {
    for (const key of [...this.fetching.keys()]) this.clear(key);
  }

  /**
   * Runs `callback` when a read may start: at once, unless overridden.
   *
   * @param callback Starts the request.
   * @param _options `timeout`: start at the latest after this many milliseconds.
   */
  protected idleCallback(
    callback: () => void,
    _options?: { readonly timeout: number },
  ): void {
    callback();
  }

  #pass(action: ActionTypes, passage: NetworkPassage): Promise<void> {
    const { next } = passage;
    const { flights } = this.#runner;
    switch (action.type) {
      case "rdc/fetch":
        if (action.meta.renews === undefined) this.handleFetch(action);
        return hasLayer(action) ? next(action) : stored;
      case "rdc/setresponse":
        return passResponse(action, flights.servedBy(action), passage);
      case "rdc/reset":
        return this.#passReset(action, next);
      case "rdc/invalidate":
        flights.outdate("invalidated", (key) => key === action.key);
        return next(action);
      case "rdc/invalidateall":
        flights.outdate("invalidated", action.testKey);
        return next(action);
      case "rdc/expireall":
        flights.outdate("expired", action.testKey);
        return next(action);
      case "rdc/abort":
        this.#abort(action.key);
        return next(action);
      default:
        return next(action);
    }
  }

  #passReset(action: ResetAction, next: Dispatch): Promise<void> {
    const waiting = [...this.fetching.values()];
    this.clearAll();
    const rejectReads = this.#runner.beginReset(this.#abortsOnReset);
    return next(action).finally(() => {
      rejectReads();
      for (const shared of waiting) shared.reject(new ResetError());
    });
  }

  #join(action: FetchAction, isAgain = false): void {
    const { key, meta } = action;
    if (this.#runner.isCalling(key)) {
      meta.reject(ownKeyError(key));
      return;
    }
    const fetchedAt = isAgain ? this.controller!.stamps.next() : meta.fetchedAt;
    let isOwner = false;
    const promise = promised(() =>
      this.throttle(key, () => {
        isOwner = true;
        const shared = this.fetching.get(key);
        return this.#runner.start(
          action,
          shared?.fetchedAt === fetchedAt ? shared : undefined,
          fetchedAt,
        );
      }, fetchedAt)
    );
    const shared = this.fetching.get(key);
    promise.then(meta.resolve, (reason) => {
      const isOthersAbort = !isOwner && !isAgain && shared?.isAbortedByOwner;
      if (isOthersAbort && !isAborted(action)) this.#join(action, true);
      else meta.reject(reason);
    });
  }

  #abort(key: string): void {
    const shared = this.fetching.get(key);
    this.#runner.abort(key);
    // a read that was about to start when the machine is idle
    if (shared && this.fetching.get(key) === shared) {
      this.clear(key);
      shared.reject(abortError(key));
    }
  }

  #forget(key: string, shared: SharedRead): void {
    if (this.fetching.get(key) === shared) this.clear(key);
  }
}

/** Whoever waited for that request would wait for itself. */
function ownKeyError(key: string): Error {
  return new Error(
    `'${key}' fetched itself.` +
      (isDevelopment()
        ? " Its endpoint would have waited for its own answer. Make the request in its function, or give what it fetches another key."
        : ""),
  );
}

/** Turns a synchronous throw into a rejection. */
function promised(start: () => Promise<unknown>): Promise<unknown> {
  try {
    return Promise.resolve(start());
  } catch (error) {
    return Promise.reject(error);
  }
}

function isAborted({ endpoint }: FetchAction): boolean {
  return (endpoint as { signal?: AbortSignal }).signal?.aborted ?? false;
}
