/**
 * Runs requests: the only caller of endpoint functions.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import { createSetResponse, defaultExpiryLengths } from "./actions.ts";
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
import { deriveEndpoint } from "./derive_endpoint.ts";
import { environmentOf, type EnvironmentOptions } from "./environment.ts";
import { DisposedError, ResetError } from "./errors.ts";
import { initialState, type State } from "./graph/state.ts";
import {
  abortError,
  answer,
  type Answered,
  Deferral,
  type FlightOwner,
  NetworkFlight,
  type RequestLimits,
  type RunningRequest,
  settle,
  type SharedRead,
  type StoredFailure,
} from "./network_flight.ts";
import type { RetryOption } from "./network_retry.ts";
import { stored } from "./promises.ts";

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
      this.#next = next;
      return (action) => this.#pass(action, next);
    };
  };

  /** Reads in flight that others may join, by key. */
  protected readonly fetching: Map<string, SharedRead> = new Map();
  /** The controller; `undefined` until the middleware is bound. */
  protected controller: Controller | undefined;

  /** All requests that are running, by key, oldest first. */
  readonly #flights = new Map<string, Set<NetworkFlight>>();
  /** Those whose outcome is on its way to the store, by the stamp that it has. */
  readonly #finished = new Map<number, NetworkFlight>();
  /** The mutation of a key that was started last. */
  readonly #newestMutation = new Map<string, NetworkFlight>();
  readonly #owner: FlightOwner;
  readonly #abortsOnReset: boolean;
  /** The rest of the chain; set when the middleware is bound. */
  #next: Dispatch | undefined;
  #isRunning = true;
  #isResetReported = false;
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
    this.#owner = {
      environment: environmentOf(options),
      limits: { ...options, retry: options.retry ?? false },
      renew: (flight) => this.#renew(flight),
      finish: (flight, response, error) =>
        this.#finish(flight, response, error),
    };
  }

  /** Starts, or goes on with the requests that were in flight at {@linkcode NetworkManager.cleanup}. */
  init(_state?: State): void {
    this.#setRunning(true);
    this.#stopListening = this.controller?.onUnread((key) => {
      for (const flight of this.#flightsOf(key)) {
        const { abortOnUnused } = flight.action.endpoint as {
          abortOnUnused?: boolean;
        };
        if (abortOnUnused && !flight.isMutation) flight.abort(abortError(key));
      }
    });
  }

  /** From now on nothing is written to the store, until {@linkcode NetworkManager.init}. */
  cleanup(): void {
    this.#setRunning(false);
  }

  /** Ends for good: aborts everything in flight; its promises reject with {@linkcode DisposedError}. */
  dispose(): void {
    this.cleanup();
    for (const flight of this.#allFlights()) {
      flight.abandon();
      this.#drop(flight);
      flight.settle(undefined, {
        reason: new DisposedError(flight.action.key),
      });
    }
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
    const waits = [
      ...this.fetching.values(),
      ...this.#allFlights().map(({ deferred }) => deferred)
        .filter(({ isSettled }) => !isSettled),
    ];
    const promises = new Set(waits.map(({ promise }) => promise));
    return promises.size > 0 ? Promise.allSettled(promises) : undefined;
  }

  /** What is under way, oldest first of each key; for devtools. */
  requests(): readonly RunningRequest[] {
    return this.#allFlights();
  }

  /** Whether an action starts nothing, because its key is already being fetched. */
  skipLogging(action: ActionTypes): boolean {
    return action.type === "rdc/fetch" && !action.endpoint.sideEffect &&
      this.#isJoinable(action);
  }

  /** Starts what a FETCH asks for. */
  protected handleFetch(action: FetchAction): void {
    if (action.endpoint.sideEffect) {
      // an attempt made later could undo what the newer mutation does
      this.#newestMutation.get(action.key)?.stopRetrying();
      this.#start(action);
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
    const flight = this.#servedBy(action);
    if (flight) {
      this.#forget(flight);
      flight.settle(response, failure);
      if (!failure) this.#detach(key, response, failure, fetchedAt);
      return;
    }
    // whoever reads since the reset asked for something newer
    if (fetchedAt <= this.getLastReset()) return;
    const shared = this.fetching.get(key);
    this.clear(key);
    this.#detach(key, response, failure);
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
    const shared: SharedRead = Object.assign(new Deferral(), { fetchedAt });
    this.fetching.set(key, shared);
    this.idleCallback(() => {
      if (this.fetching.get(key) !== shared) return;
      const request = promised(fetch);
      // mostly it is what everybody waits for
      if (request === shared.promise) return;
      const finish = (response: unknown, failure?: StoredFailure) => {
        if (this.fetching.get(key) === shared) this.clear(key);
        settle(shared, response, failure);
      };
      request.then(finish, (reason) => finish(undefined, { reason }));
    }, { timeout: 500 });
    return shared.promise;
  }

  /** Stamp of the last reset; results of requests that are not newer are discarded. */
  protected getLastReset(): number {
    const { lastReset } = this.getState();
    if (Number.isFinite(lastReset)) return lastReset;
    if (isDevelopment() && !this.#isResetReported) {
      this.#isResetReported = true;
      console.error(
        `state.lastReset is ${
          String(lastReset)
        }, but must be a time in milliseconds. It is taken as 0. Check where the initial state comes from.`,
      );
    }
    return 0;
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

  #pass(action: ActionTypes, next: Dispatch): Promise<void> {
    switch (action.type) {
      case "rdc/fetch":
        if (action.meta.renews === undefined) this.handleFetch(action);
        return hasLayer(action) ? next(action) : stored;
      case "rdc/setresponse":
        return this.#passResponse(action, next);
      case "rdc/reset":
        return this.#passReset(action, next);
      case "rdc/invalidate":
        this.#outdate("invalidated", (key) => key === action.key);
        break;
      case "rdc/invalidateall":
        this.#outdate("invalidated", action.testKey);
        break;
      case "rdc/expireall":
        this.#outdate("expired", action.testKey);
        break;
      case "rdc/abort":
        this.#abort(action.key);
    }
    return next(action);
  }

  /**
   * Hands a response on to the store. Whoever waits for it goes on when it is
   * there, mostly at once: then nothing is left for later turns.
   */
  #passResponse(action: SetResponseAction, next: Dispatch): Promise<void> {
    const flight = this.#servedBy(action);
    let passed: Answered = action;
    if (flight) {
      flight.isPassed = true;
      passed = flight.isMutation
        ? {
          ...action,
          [answer]: (passed, commit) =>
            this.#storeAnswer(passed, flight, commit),
        }
        : aged(action, flight);
    }
    let written: Promise<void>;
    try {
      written = next(passed);
    } catch (reason) {
      written = Promise.reject(reason);
    }
    if (written !== stored) return this.#arrive(written, passed, flight);
    this.handleSet(passed);
    return stored;
  }

  async #arrive(
    written: Promise<void>,
    action: SetResponseAction,
    flight: NetworkFlight | undefined,
  ): Promise<void> {
    try {
      await written;
    } catch (reason) {
      // whoever waits for a request learns it when the store is in order again
      if (!flight) {
        this.handleSet(action, action.error ? undefined : { reason });
      }
      throw reason;
    }
    this.handleSet(action);
  }

  /** Stores the answer of a mutation, and lets its caller go on. */
  #storeAnswer(
    action: SetResponseAction,
    flight: NetworkFlight,
    commit: Dispatch,
  ): Promise<void> {
    const { response } = action;
    if (this.#isDiscarded(flight)) {
      flight.answer(response, flight.failure);
      return stored;
    }
    const touched: string[] = [];
    const stop = this.controller!.onCommit((notice) =>
      touched.push(...notice.touched.entities.keys())
    );
    const written = commit(action);
    const land = () => {
      stop();
      const failure = storedFailure(action, this.getState());
      flight.answer(response, failure);
      if (!failure) this.#supersede(touched);
    };
    if (written === stored) land();
    else {
      written.then(land, (reason) => {
        stop();
        flight.answer(response, { reason });
      });
    }
    return written;
  }

  /** Lets callers of their own not join reads that began before these tables were changed by a mutation. */
  #supersede(tables: readonly string[]): void {
    if (tables.length === 0) return;
    for (const { shared, action: { endpoint } } of this.#allFlights()) {
      if (
        shared && tablesOf(endpoint.schema).some((key) => tables.includes(key))
      ) {
        shared.isSuperseded = true;
      }
    }
  }

  #passReset(action: ResetAction, next: Dispatch): Promise<void> {
    const waiting = [...this.fetching.values()];
    this.clearAll();
    const reads: NetworkFlight[] = [];
    for (const flight of this.#allFlights()) {
      if (flight.isMutation) {
        flight.stopRetrying();
        continue;
      }
      reads.push(flight);
      if (this.#abortsOnReset) flight.abandon();
      if (flight.detach()) this.#remove(flight);
    }
    return next(action).finally(() => {
      const failure = { reason: new ResetError() };
      for (const flight of reads) {
        // what was stored before, perhaps the very reason for this reset, is no longer in flight
        const own = flight.isPassed ? flight.failure : undefined;
        flight.settle(undefined, own ?? failure);
      }
      for (const shared of waiting) settle(shared, undefined, failure);
    });
  }

  /** Whether the read in flight of a key serves a fetch, too. */
  #isJoinable({ key, meta }: FetchAction): boolean {
    const { isOutdated, isSuperseded } = this.fetching.get(key) ??
      { isOutdated: true };
    return !isOutdated && !(isSuperseded && !meta.isForReader);
  }

  #join(action: FetchAction, isAgain = false): void {
    const { key, meta } = action;
    for (const flight of this.#flights.get(key) ?? []) {
      if (flight.isCalling && !flight.isMutation) {
        return meta.reject(ownKeyError(key));
      }
    }
    const fetchedAt = isAgain ? this.controller!.stamps.next() : meta.fetchedAt;
    let isOwner = false;
    if (!this.#isJoinable(action)) this.clear(key);
    const promise = promised(() =>
      this.throttle(key, () => {
        isOwner = true;
        const shared = this.fetching.get(key);
        return this.#start(
          action,
          shared?.fetchedAt === fetchedAt ? shared : undefined,
          fetchedAt,
        );
      }, fetchedAt)
    );
    const shared = this.fetching.get(key);
    if (shared) shared.callers = (shared.callers ?? 0) + 1;
    promise.then(meta.resolve, (reason) => {
      const isOthersAbort = !isOwner && !isAgain && shared?.isAbortedByOwner;
      const { endpoint } = action as { endpoint: { signal?: AbortSignal } };
      if (isOthersAbort && !endpoint.signal?.aborted) this.#join(action, true);
      else meta.reject(reason);
    });
  }

  /** Calls an endpoint; settles after the outcome is committed. */
  #start(
    action: FetchAction,
    shared?: SharedRead,
    fetchedAt: number = action.meta.fetchedAt,
  ): Promise<unknown> {
    const { key } = action;
    const flight = new NetworkFlight(action, fetchedAt, shared, this.#owner);
    if (flight.isMutation) this.#newestMutation.set(key, flight);
    else flight.release = this.controller!.gcPolicy.createCountRef({ key })();
    const flights = this.#flights.get(key);
    if (flights) flights.add(flight);
    else this.#flights.set(key, new Set([flight]));
    flight.start();
    return flight.deferred.promise;
  }

  /** Another attempt begins: its answer shows the server as it is from now on. */
  #renew(flight: NetworkFlight): void {
    const { action, fetchedAt: renews } = flight;
    const fetchedAt = this.controller!.stamps.next();
    flight.fetchedAt = fetchedAt;
    if (!hasLayer(action)) return;
    const meta = { ...action.meta, fetchedAt, renews };
    this.controller!.dispatch({ ...action, meta }).catch(() => {});
  }

  /** Whether the outcome of a request must not be stored. */
  #isDiscarded({ fetchedAt }: NetworkFlight): boolean {
    return !this.#isRunning || fetchedAt <= this.getLastReset();
  }

  #finish(flight: NetworkFlight, response: unknown, error: boolean): void {
    const { action: { key, endpoint, args }, fetchedAt, shared } = flight;
    this.#finished.set(fetchedAt, flight);
    flight.failure = error ? { reason: response } : undefined;
    if (shared) shared.isAbortedByOwner = error && flight.isAbortedByUser;
    if (this.#isDiscarded(flight)) {
      this.#drop(flight);
      flight.answer(response, flight.failure);
      // a manager that is initialized again must be able to settle reads as if nothing had happened
      if (this.#isRunning) {
        flight.settle(undefined, { reason: new ResetError() });
      }
      return;
    }
    let written: Promise<void>;
    try {
      const outcome = { key, args, response, fetchedAt, error };
      written = this.controller!.resolve(endpoint, outcome);
    } catch (reason) {
      written = Promise.reject(reason);
    }
    const land = () => {
      this.#drop(flight);
      flight.settle(response, flight.failure);
    };
    if (written === stored) land();
    else {
      written.catch((reason) => this.#sendFailure(flight, reason)).then(land);
    }
  }

  /** The outcome did not reach the store; takes back what the fetch did to it. */
  async #sendFailure(flight: NetworkFlight, reason: unknown): Promise<void> {
    const isTold = flight.failure
      ? flight.failure.reason === reason
      : !flight.isAnswered;
    flight.failure ??= { reason };
    // a manager failed, and the caller has another outcome to deal with
    if (!isTold) console.error(reason);
    const { action: { key, endpoint, args }, fetchedAt } = flight;
    const controller = this.controller!;
    const harmless = deriveEndpoint(endpoint, {
      key: () => key,
      dataExpiryLength: undefined,
      errorExpiryLength: undefined,
    });
    const outcome = { args, fetchedAt, error: true };
    const { dataExpiryLength = 0, errorExpiryLength = 0 } = endpoint;
    try {
      if (
        Math.min(dataExpiryLength, errorExpiryLength) < 0 && !flight.isPassed
      ) {
        await controller.resolve(harmless, { ...outcome, response: reason });
      } else if (
        controller.getState().optimistic.some((pending) =>
          pending.key === key && pending.meta.fetchedAt === fetchedAt
        )
      ) {
        // some other manager stopped it, and would do so again
        const response = abortError(key);
        const commit = controller.commit ?? this.#next!;
        await commit(createSetResponse(harmless, { ...outcome, response }));
      }
    } catch (error) {
      console.error(error);
    }
  }

  /**
   * Another answer of a key is stored: its older reads make no further attempts,
   * and who waits for them gets that answer. A failure ends only those that
   * would have tried again.
   */
  #detach(
    key: string,
    response: unknown,
    failure: StoredFailure | undefined,
    fetchedAt: number = Infinity,
  ): void {
    for (const flight of this.#flights.get(key) ?? []) {
      if (flight.isMutation || flight.fetchedAt >= fetchedAt) continue;
      const isOver = flight.detach();
      if (isOver) this.#drop(flight);
      if (isOver || !failure) flight.settle(response, failure);
    }
  }

  /** Lets nobody join the reads of all matching keys any more. */
  #outdate(
    kind: "invalidated" | "expired",
    testKey: (key: string) => boolean,
  ): void {
    // asked for every key before anything changes, because the test may throw
    const keys = [...this.#flights.keys()].filter(testKey);
    for (const key of keys) {
      for (const flight of this.#flightsOf(key)) flight.outdate(kind);
    }
  }

  #abort(key: string): void {
    const shared = this.fetching.get(key);
    for (const flight of this.#flightsOf(key)) flight.abort(abortError(key));
    // a read that was about to start when the machine is idle
    if (shared && this.fetching.get(key) === shared) {
      this.clear(key);
      shared.reject(abortError(key));
    }
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#stopListening?.();
    this.#stopListening = undefined;
    for (const flight of this.#allFlights()) flight.pause(!isRunning);
  }

  /** The flight whose outcome a response is. */
  #servedBy({ key, meta }: SetResponseAction): NetworkFlight | undefined {
    const flight = this.#finished.get(meta.fetchedAt);
    return flight?.action.key === key ? flight : undefined;
  }

  /** Flights of a key, oldest first; a copy. */
  #flightsOf(key: string): NetworkFlight[] {
    return [...this.#flights.get(key) ?? []];
  }

  #allFlights(): NetworkFlight[] {
    return [...this.#flights.keys()].flatMap((key) => this.#flightsOf(key));
  }

  /** Ends a flight: nobody joins it, and it holds nothing. */
  #drop(flight: NetworkFlight): void {
    this.#remove(flight);
    this.#forget(flight);
  }

  #remove(flight: NetworkFlight): void {
    const { action: { key }, fetchedAt } = flight;
    const flights = this.#flights.get(key);
    if (!flights?.delete(flight)) return;
    if (flights.size === 0) this.#flights.delete(key);
    this.#finished.delete(fetchedAt);
    if (this.#newestMutation.get(key) === flight) {
      this.#newestMutation.delete(key);
    }
    flight.release?.();
  }

  #forget({ action: { key }, shared }: NetworkFlight): void {
    if (shared && this.fetching.get(key) === shared) this.clear(key);
  }
}

/** Whether a fetch shows an optimistic response until it is settled. */
function hasLayer({ endpoint }: FetchAction): boolean {
  return Boolean(endpoint.getOptimisticResponse && endpoint.sideEffect);
}

/**
 * Tells whether a response is an error, either because the endpoint rejected
 * or because the response could not be stored.
 *
 * @param action The response.
 * @param state The state that resulted from it.
 */
function storedFailure(
  action: SetResponseAction,
  state: State,
): StoredFailure | undefined {
  if (action.error) return { reason: action.response };
  const meta = state.getMeta(action.key);
  // stamps are unique, so a meta with this one was written by this action
  return meta !== undefined && meta.error !== undefined &&
      meta.fetchedAt === action.meta.fetchedAt
    ? { reason: meta.error }
    : undefined;
}

/** A response that the store must not take for fresh, if its key was invalidated or expired on the way. */
function aged(
  action: SetResponseAction,
  { outdated }: NetworkFlight,
): SetResponseAction {
  return outdated === "invalidated"
    ? { ...action, outdated: true }
    : outdated
    ? { ...action, meta: { ...action.meta, expiresAt: 1 } }
    : action;
}

/** Keys of all tables and Collections that values of a schema may be in. */
function tablesOf(
  schema: unknown,
  visited: Set<unknown> = new Set(),
): string[] {
  if (
    !/object|function/.test(typeof schema) || schema === null ||
    visited.has(schema)
  ) {
    return [];
  }
  visited.add(schema);
  const { key, schema: nested } = schema as { key?: unknown; schema?: unknown };
  const members = nested === undefined && typeof schema === "object"
    ? Object.values(schema!)
    : [nested];
  const found = members.flatMap((member) => tablesOf(member, visited));
  return typeof key === "string" ? [key, ...found] : found;
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
