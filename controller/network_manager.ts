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
  type FlightOwner,
  NetworkFlight,
  type RequestLimits,
  type RunningRequest,
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
      return (action) => {
        switch (action.type) {
          case "rdc/fetch": {
            // who held it did not hear of the end
            if (!this.controller) return stored;
            const { endpoint, meta } = action;
            const isMutation = Boolean(endpoint.sideEffect);
            if (meta.renews === undefined) {
              if (isMutation) this.#mutate(action);
              else this.#join(action);
            }
            return isMutation && endpoint.getOptimisticResponse
              ? next(action)
              : stored;
          }
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
            for (const flight of this.#flightsOf(action.key)) {
              flight.abort(abortError(action.key));
            }
        }
        return next(action);
      };
    };
  };

  /** The controller; `undefined` until the middleware is bound. */
  protected controller: Controller | undefined;

  /** All requests that are not settled, or have not landed, by key, oldest first. */
  readonly #flights = new Map<string, Set<NetworkFlight>>();
  readonly #owner: FlightOwner;
  /** The rest of the chain; set when the middleware is bound. */
  #next: Dispatch | undefined;
  #isRunning = true;
  /** Store the outcomes of mutations that ended since {@linkcode NetworkManager.cleanup}. */
  readonly #missed: (() => void)[] = [];
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
    this.#owner = {
      environment: environmentOf(options),
      limits: { ...options, retry: options.retry ?? false },
      renew: (flight) => this.#renew(flight),
      finish: (flight, response, error) =>
        this.#finish(flight, response, error),
      joinAgain: (action) => this.#join(action, true),
    };
  }

  /** Starts, or goes on with the requests that were in flight at {@linkcode NetworkManager.cleanup}. */
  init(_state?: State): void {
    this.#setRunning(true);
    for (const finish of this.#missed.splice(0)) finish();
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
      this.#land(flight, undefined, {
        reason: new DisposedError(flight.action.key),
      });
    }
    this.controller = undefined;
  }

  /**
   * Waits for everything in flight.
   *
   * @returns What `Promise.allSettled` returns, or `undefined` if nothing is in flight.
   */
  allSettled(): Promise<PromiseSettledResult<unknown>[]> | undefined {
    const promises = this.#allFlights()
      .filter(({ isSettled }) => !isSettled)
      .map(({ action: { meta } }) => meta.promise);
    return promises.length > 0 ? Promise.allSettled(promises) : undefined;
  }

  /** What is under way, oldest first of each key; for devtools. */
  requests(): readonly RunningRequest[] {
    return this.#allFlights();
  }

  /** Whether an action starts nothing, because its key is already being fetched. */
  skipLogging(action: ActionTypes): boolean {
    return action.type === "rdc/fetch" && !action.endpoint.sideEffect &&
      this.#joinable(action) !== undefined;
  }

  /** Stamp of the last reset; results of requests that are not newer are discarded. */
  protected getLastReset(): number {
    return (this.controller?.peek(false) ?? initialState).lastReset;
  }

  /** The base state; the initial state until the middleware is bound. */
  protected getState(): State {
    return this.controller?.getState() ?? initialState;
  }

  /**
   * Runs `callback` when a read may start: at once, unless overridden.
   *
   * @param callback Starts the request; settles with it.
   * @param _options `timeout`: start at the latest after this many milliseconds.
   */
  protected idleCallback(
    callback: () => Promise<unknown>,
    _options?: { readonly timeout: number },
  ): void {
    callback();
  }

  /** Hands a response on to the store. Whoever waits for it goes on when it is there. */
  #passResponse(action: SetResponseAction, next: Dispatch): Promise<void> {
    const { key, meta } = action;
    const flights = this.#flights.get(key);
    if (!flights) return next(action);
    let flight: NetworkFlight | undefined;
    for (const each of flights) {
      if (each.isOver && each.fetchedAt === meta.fetchedAt) flight ??= each;
    }
    if (flight) flight.isPassed = true;
    const passed: Answered = {
      ...action,
      // the store must not take it for fresh
      ...flight?.outdated === "invalidated" && { outdated: true },
      ...flight?.outdated === "expired" && { meta: { ...meta, expiresAt: 1 } },
      [answer]: (passed, commit) => this.#store(passed, flight, commit),
    };
    return next(passed);
  }

  /** Stores a response, and lets those go on who wait for it, whatever managers do with it afterwards. */
  #store(
    action: SetResponseAction,
    flight: NetworkFlight | undefined,
    commit: Dispatch,
  ): Promise<void> {
    const { response, error } = action;
    const isMutation = flight?.isMutation;
    if (isMutation && this.#isDiscarded(flight)) {
      flight.settle(response, flight.failure);
      return stored;
    }
    const touched: string[] = [];
    const stop = isMutation &&
      this.controller!.onCommit((notice) =>
        touched.push(...notice.touched.entities.keys())
      );
    const written = commit(action);
    const failure = error ? { reason: response } : undefined;
    const land = (failure: StoredFailure | undefined) => {
      if (stop) stop();
      this.#handleSet(action, flight, failure, touched);
    };
    if (written === stored) land(failure);
    else {
      written.then(
        () => land(failure ?? storedFailure(action, this.getState())),
        (reason) => land({ reason }),
      );
    }
    return written;
  }

  /** Lets callers of their own not join reads that began before these tables were changed by a mutation. */
  #supersede(tables: readonly string[]): void {
    for (const flight of this.#allFlights()) {
      flight.isSuperseded ||= flight.isOpen &&
        tablesOf(flight.action.endpoint.schema)
          .some((key) => tables.includes(key));
    }
  }

  #passReset(action: ResetAction, next: Dispatch): Promise<void> {
    const reads: NetworkFlight[] = [];
    for (const flight of this.#allFlights()) {
      if (flight.isMutation) {
        flight.stopRetrying();
        continue;
      }
      reads.push(flight);
      flight.abandon();
      this.#remove(flight);
    }
    const settleReads = () => {
      const failure = { reason: new ResetError() };
      for (const flight of reads) {
        // what was stored before, perhaps the very reason for this reset, is no longer in flight
        const own = flight.isPassed ? flight.failure : undefined;
        flight.settle(undefined, own ?? failure);
      }
    };
    try {
      return next(action).finally(settleReads);
    } catch (error) {
      settleReads();
      throw error;
    }
  }

  /** Settles the request that a response belongs to, and the older ones of its key. */
  #handleSet(
    { key, meta: { fetchedAt }, response }: SetResponseAction,
    flight: NetworkFlight | undefined,
    failure: StoredFailure | undefined,
    touched: readonly string[],
  ): void {
    const flights = this.#flights.get(key);
    if (!failure && touched.length > 0) this.#supersede(touched);
    if (!flights) return;
    const served = flight && flights.has(flight);
    if (served) {
      this.#land(flight, response, failure);
      if (failure) return;
      // whoever reads since the reset asked for something newer
    } else if (fetchedAt <= this.getLastReset()) return;
    // who waits for older requests gets this answer, and no further attempts
    // are made; a value from elsewhere also ends the read that others may join
    for (const other of [...flights]) {
      if (other.isMutation || served && other.fetchedAt >= fetchedAt) continue;
      const isJoined = !served && other.isOpen;
      if (isJoined) other.isOpen = false;
      if (other.detach()) this.#land(other, response, failure);
      else if (!failure || isJoined) other.settle(response, failure);
    }
  }

  /** The read in flight that a fetch may join. */
  #joinable({ key, meta }: FetchAction): NetworkFlight | undefined {
    for (const flight of this.#flights.get(key) ?? []) {
      if (
        flight.isOpen && !flight.outdated &&
        (meta.isForReader || !flight.isSuperseded)
      ) return flight;
    }
    return undefined;
  }

  /** Waits for the read in flight, or starts one. */
  #join(action: FetchAction, isAgain = false): void {
    const { key, meta } = action;
    const running = this.#joinable(action);
    for (const other of this.#flights.get(key) ?? []) {
      if (other.isCalling && !other.isMutation) {
        // whoever waited for that request would wait for itself
        return meta.reject(
          new Error(
            `'${key}' fetched itself.` +
              (isDevelopment()
                ? " Its endpoint would have waited for its own answer. Make the request in its function, or give what it fetches another key."
                : ""),
          ),
        );
      }
      // the newest read is the one to join
      if (!running) other.isOpen = false;
    }
    if (running) {
      running.waiting.set(action, isAgain);
      return;
    }
    const flight = this.#add(
      action,
      isAgain ? this.controller!.stamps.next() : meta.fetchedAt,
      false,
    );
    try {
      this.idleCallback(() => {
        flight.start();
        return meta.promise;
      }, { timeout: 500 });
    } catch (reason) {
      flight.abandon();
      this.#land(flight, undefined, { reason });
    }
  }

  #mutate(action: FetchAction): void {
    for (const flight of this.#flightsOf(action.key)) {
      // an attempt made later could undo what the newer mutation does
      if (flight.isMutation) flight.stopRetrying();
    }
    this.#add(action, action.meta.fetchedAt, true).start();
  }

  #add(
    action: FetchAction,
    fetchedAt: number,
    isMutation: boolean,
  ): NetworkFlight {
    const { key } = action;
    const flight = new NetworkFlight(
      action,
      fetchedAt,
      isMutation,
      this.#owner,
    );
    const flights = this.#flights.get(key);
    if (flights) flights.add(flight);
    else this.#flights.set(key, new Set([flight]));
    return flight;
  }

  /** Another attempt begins: its answer shows the server as it is from now on. */
  #renew(flight: NetworkFlight): void {
    const { action, fetchedAt: renews } = flight;
    const fetchedAt = this.controller!.stamps.next();
    flight.fetchedAt = fetchedAt;
    if (!flight.isMutation || !action.endpoint.getOptimisticResponse) return;
    const meta = { ...action.meta, fetchedAt, renews };
    this.controller!.dispatch({ ...action, meta }).catch(() => {});
  }

  /** Whether the outcome of a request must not be stored. */
  #isDiscarded({ fetchedAt }: NetworkFlight): boolean {
    return !this.#isRunning || fetchedAt <= this.getLastReset();
  }

  #finish(flight: NetworkFlight, response: unknown, error: boolean): void {
    const { action: { key, endpoint, args }, fetchedAt, isMutation } = flight;
    flight.failure = error ? { reason: response } : undefined;
    if (this.#isDiscarded(flight)) {
      this.#remove(flight);
      // a manager that is initialized again must be able to settle reads as if nothing had happened
      if (isMutation) {
        flight.settle(response, flight.failure);
        if (!this.#isRunning) {
          this.#missed.push(() => this.#finish(flight, response, error));
        }
      } else if (this.#isRunning) {
        // one that began after the reset, with a stamp of before
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
    if (written !== stored) {
      written.catch((reason) => this.#sendFailure(flight, reason))
        .then(() => this.#land(flight, response, flight.failure));
      // mostly it has landed on its way to the store
    } else if (!flight.isSettled || this.#flights.get(key)?.has(flight)) {
      this.#land(flight, response, flight.failure);
    }
  }

  /** The outcome did not reach the store; takes back what the fetch did to it. */
  async #sendFailure(flight: NetworkFlight, reason: unknown): Promise<void> {
    const isTold = flight.failure
      ? flight.failure.reason === reason
      : !flight.isSettled;
    flight.failure ??= { reason };
    // a manager failed, and the caller has another outcome to deal with
    if (!isTold) console.error(reason);
    const { action: { key, endpoint, args }, fetchedAt } = flight;
    const controller = this.controller!;
    const outcome = { key, args, fetchedAt, error: true };
    let harmless = endpoint;
    try {
      if (isDevelopment()) {
        // negative lengths are refused, and are then why the outcome was
        harmless = deriveEndpoint(endpoint, {
          dataExpiryLength: undefined,
          errorExpiryLength: undefined,
        });
        const { dataExpiryLength = 0, errorExpiryLength = 0 } = endpoint;
        if (
          Math.min(dataExpiryLength, errorExpiryLength) < 0 && !flight.isPassed
        ) {
          await controller.resolve(harmless, { ...outcome, response: reason });
          return;
        }
      }
      if (
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

  /** Lets nobody join the reads of all matching keys any more. */
  #outdate(
    kind: "invalidated" | "expired",
    testKey: (key: string) => boolean,
  ): void {
    // asked for every key before anything changes, because the test may throw
    const keys = [...this.#flights.keys()].filter(testKey);
    for (const key of keys) {
      for (const flight of this.#flights.get(key)!) {
        // an invalidated key stays invalid, also when it expires on top
        if (!flight.isMutation && flight.outdated !== "invalidated") {
          flight.outdated = kind;
        }
      }
    }
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    this.#stopListening?.();
    this.#stopListening = undefined;
    for (const flight of this.#allFlights()) flight.pause(!isRunning);
  }

  /** Flights of a key, oldest first; a copy. */
  #flightsOf(key: string): NetworkFlight[] {
    return [...this.#flights.get(key) ?? []];
  }

  #allFlights(): NetworkFlight[] {
    return [...this.#flights.keys()].flatMap((key) => this.#flightsOf(key));
  }

  /** Ends a flight: nobody joins it, it holds nothing, and all who wait know the outcome. */
  #land(
    flight: NetworkFlight,
    response: unknown,
    failure: StoredFailure | undefined,
  ): void {
    this.#remove(flight);
    flight.settle(response, failure);
  }

  #remove(flight: NetworkFlight): void {
    const { key } = flight.action;
    const flights = this.#flights.get(key);
    flights?.delete(flight);
    if (flights?.size === 0) this.#flights.delete(key);
  }
}

/**
 * Why a response that was no error could not be stored, if so.
 *
 * @param action The response.
 * @param state The state that resulted from it.
 */
function storedFailure(
  { key, meta: { fetchedAt } }: SetResponseAction,
  state: State,
): StoredFailure | undefined {
  const meta = state.getMeta(key);
  // stamps are unique, so a meta with this one was written by this action
  return meta !== undefined && meta.error !== undefined &&
      meta.fetchedAt === fetchedAt
    ? { reason: meta.error }
    : undefined;
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

/**
 * Runs work after animations and gestures, as React Native's
 * `InteractionManager` does: an option of {@linkcode IdlingNetworkManager}.
 */
export interface Interactions {
  /** Runs `callback` when nothing moves any more. */
  runAfterInteractions(callback: () => void): unknown;
}

/** Options of {@linkcode IdlingNetworkManager}. */
export interface IdlingNetworkManagerOptions extends NetworkManagerOptions {
  /** On React Native its `InteractionManager`: reads then wait for interactions. */
  readonly interactions?: Interactions | undefined;
}

interface IdlePlatform {
  requestIdleCallback?(
    callback: () => void,
    options?: { readonly timeout: number },
  ): unknown;
}

/**
 * Starts reads when the machine is idle, where it can tell; mutations at once.
 *
 * @example
 * ```ts
 * import { createClient, IdlingNetworkManager } from "@tessera/client";
 *
 * using client = createClient({ managers: [new IdlingNetworkManager()] });
 * ```
 */
export class IdlingNetworkManager extends NetworkManager {
  readonly #interactions: Interactions | undefined;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode IdlingNetworkManagerOptions}.
   */
  constructor(options: IdlingNetworkManagerOptions = {}) {
    super(options);
    this.#interactions = options.interactions;
  }

  /** Runs `callback` when the machine is idle; at once where nobody can tell. */
  protected override idleCallback(
    callback: () => void,
    options?: { readonly timeout: number },
  ): void {
    const platform = globalThis as IdlePlatform;
    if (this.#interactions) this.#interactions.runAfterInteractions(callback);
    else if (typeof platform.requestIdleCallback === "function") {
      platform.requestIdleCallback(callback, options);
    } else callback();
  }
}
