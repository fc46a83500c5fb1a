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
  SetResponseAction,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import { environmentOf, type EnvironmentOptions } from "./environment.ts";
import { DisposedError, ResetError } from "./errors.ts";
import type { State } from "./graph/state.ts";
import {
  abortError,
  type FlightOwner,
  NetworkFlight,
  type RequestLimits,
  type RunningRequest,
  type StoredFailure,
} from "./network_flight.ts";
import type { RetryOption } from "./network_retry.ts";
import { nothing, stored } from "./promises.ts";

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
    controller.onUnread((key) => {
      for (const flight of this.#flightsOf(key)) {
        const { abortOnUnused } = flight.action.endpoint as {
          abortOnUnused?: boolean;
        };
        // whoever called fetch still wants it
        const isAwaited = flight.waiting.some(({ meta }) => !meta.isForReader);
        if (abortOnUnused && !flight.isMutation && !isAwaited) {
          flight.abort(abortError(key));
        }
      }
    });
    return (next) => {
      this.#next = next;
      return (action) => {
        switch (action.type) {
          case "rdc/fetch": {
            const { endpoint, meta } = action;
            const isMutation = Boolean(endpoint.sideEffect);
            // only fetches with a layer concern others
            const passed = isMutation && endpoint.getOptimisticResponse
              ? next(action)
              : stored;
            // who held it did not hear of the end
            if (this.controller && meta.renews === undefined) {
              this.#fetch(action, isMutation);
            }
            return passed;
          }
          case "rdc/setresponse":
            return this.#passResponse(action, next);
          case "rdc/reset":
            return this.#passReset(action, next);
          case "rdc/invalidate":
            this.#outdate("isInvalid", (key) => key === action.key);
            break;
          case "rdc/invalidateall":
            this.#outdate("isInvalid", action.testKey);
            break;
          case "rdc/expireall":
            this.#outdate("isExpired", action.testKey);
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

  /** The controller; `undefined` until the middleware is bound, and after disposal. */
  protected controller: Controller | undefined;

  /** All requests that are not over, or whose outcome is on its way, by key, oldest first. */
  readonly #flights = new Map<string, Set<NetworkFlight>>();
  readonly #owner: FlightOwner;
  /** The rest of the chain; set when the middleware is bound. */
  #next: Dispatch | undefined;
  /** When the last mutation was confirmed: who fetches since then asks for what is newer. */
  #confirmedAt = 0;

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
      finish: this.#finish,
      fetch: (action) => {
        // what was written since the first request is older than its answer
        const fetchedAt = this.controller!.stamps.next();
        const meta = { ...action.meta, fetchedAt };
        this.#fetch({ ...action, meta }, false);
      },
    };
  }

  /** Starts, or goes on with the requests that rest since {@linkcode NetworkManager.cleanup}. */
  init(_state?: State): void {
    this.#pause(false);
  }

  /** From now on no further attempts are made, until {@linkcode NetworkManager.init}. What is under way is still stored. */
  cleanup(): void {
    this.#pause(true);
  }

  /** Ends for good: aborts everything in flight; its promises reject with {@linkcode DisposedError}. */
  dispose(): void {
    this.controller = undefined;
    for (const flight of this.#allFlights()) {
      flight.isDiscarded = true;
      flight.abort(new DisposedError(flight.action.key));
    }
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

  /** Joins the read in flight, or starts a request. */
  #fetch(action: FetchAction, isMutation: boolean): void {
    const { key, meta } = action;
    const running = isMutation ? undefined : this.#joinable(action);
    if (running?.isCalling) {
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
    if (running) {
      running.waiting.push(action);
      return;
    }
    const flight = new NetworkFlight(action, isMutation, this.#owner);
    const flights = this.#flights.get(key) ?? new Set();
    this.#flights.set(key, flights.add(flight));
    if (isMutation) {
      for (const other of flights) {
        // an attempt made later could undo what the newer mutation does
        if (other.isMutation && other !== flight) other.stopRetrying();
      }
      flight.start();
    } else {
      try {
        this.idleCallback(() => {
          flight.start();
          return meta.promise;
        }, { timeout: 500 });
      } catch (reason) {
        flight.abort(reason);
      }
    }
  }

  /** The newest read in flight that a fetch may join. Readers follow the store, so theirs may be older than a mutation. */
  #joinable({ key, meta }: FetchAction): NetworkFlight | undefined {
    let found: NetworkFlight | undefined;
    for (const flight of this.#flightsOf(key)) {
      if (
        flight.isOpen &&
        (meta.isForReader || flight.fetchedAt > this.#confirmedAt)
      ) found = flight;
    }
    return found;
  }

  /** Hands a response on to the store. Whoever waits for it goes on when it is there. */
  #passResponse(action: SetResponseAction, next: Dispatch): Promise<void> {
    const { key, meta: { fetchedAt }, response } = action;
    const flights = this.#flights.get(key);
    if (!flights) return next(action);
    let flight: NetworkFlight | undefined;
    for (const each of flights) {
      if (each.fetchedAt === fetchedAt) flight = each;
    }
    if (flight?.isDiscarded) {
      this.#land(flight, response, flight.failure);
      return stored;
    }
    const written = next(outdated(action, flight));
    if (written === stored) this.#settle(action, flight);
    else {
      const settle = (isRejected: boolean) => {
        const meta = this.controller?.peek().getMeta(key);
        const isStored = meta?.fetchedAt === fetchedAt;
        // what did not get there is up to who sent it
        if (isRejected && !isStored) return;
        const isRefused = isStored && meta.error !== undefined;
        this.#settle(action, flight, isRefused && { reason: meta.error });
      };
      // who hands actions on may forget to return the promise
      Promise.resolve(written).then(() => settle(false), () => settle(true));
    }
    return written;
  }

  /** Settles the request that a response belongs to, and the older reads of its key. */
  #settle(
    { key, meta, response, error }: SetResponseAction,
    flight: NetworkFlight | undefined,
    refusal: StoredFailure | false = false,
  ): void {
    const failure = error ? { reason: response } : refusal || undefined;
    if (flight) {
      this.#land(flight, response, failure);
      if (failure) return;
      if (flight.isMutation) {
        this.#confirmedAt = meta.confirmedAt ?? this.#confirmedAt;
      }
    }
    for (const other of this.#flightsOf(key)) {
      if (other.isMutation || other.fetchedAt >= meta.fetchedAt) continue;
      other.isOpen = false;
      other.settle(response, failure);
      other.stopRetrying();
    }
  }

  /** Ends the reads, whose data is of before. */
  #passReset(action: ActionTypes, next: Dispatch): Promise<void> {
    const error = new ResetError();
    const flights = this.#allFlights();
    for (const flight of flights) flight.isOpen = false;
    const end = () => {
      for (const flight of flights) {
        flight.isDiscarded = true;
        if (flight.isMutation) flight.stopRetrying();
        else flight.abort(error);
      }
    };
    const passed = next(action);
    if (passed === stored) end();
    else Promise.resolve(passed).then(end, nothing);
    return passed;
  }

  /** Another attempt begins: its answer shows the server as it is from now on. */
  #renew(flight: NetworkFlight): void {
    const { action, fetchedAt: renews, isMutation } = flight;
    const controller = this.controller!;
    const fetchedAt = controller.stamps.next();
    if (isMutation && action.endpoint.getOptimisticResponse) {
      const meta = { ...action.meta, fetchedAt, renews };
      controller.dispatch({ ...action, meta }).catch(nothing);
    }
    // not before: where a manager throws, the layer has the stamp of before
    flight.fetchedAt = fetchedAt;
  }

  /** Sends an outcome to the store. If it does not get there, the reason does, past all managers. */
  readonly #finish = async (
    flight: NetworkFlight,
    response: unknown,
    error: boolean,
  ): Promise<void> => {
    const { action: { key, endpoint, args }, fetchedAt } = flight;
    const controller = this.controller!;
    const failure = error ? { reason: response } : undefined;
    if (flight.isDiscarded) {
      return this.#land(flight, response, failure);
    }
    flight.failure = failure;
    const outcome = { key, args, response, fetchedAt, error };
    try {
      await controller.resolve(endpoint, outcome);
    } catch (reason) {
      // a manager failed, and the caller has another outcome to deal with
      if ((error || flight.hasLanded) && reason !== flight.failure?.reason) {
        console.error(reason);
      }
      if (flight.hasLanded) return;
      flight.failure ??= { reason };
      // the store was reset meanwhile
      if (flight.isDiscarded) {
        return this.#land(flight, response, flight.failure);
      }
      const { stamps, expiryLengths, commit = this.#next! } = controller;
      const stopped = {
        ...outcome,
        error: true,
        response: flight.failure.reason,
      };
      try {
        await commit(
          outdated(
            createSetResponse(endpoint, stopped, stamps, expiryLengths),
            flight,
          ),
        );
      } catch (error) {
        console.error(error);
      }
    }
    if (!flight.hasLanded) this.#land(flight, response, flight.failure);
  };

  /** Lets nobody join the reads of all matching keys any more. */
  #outdate(
    kind: "isInvalid" | "isExpired",
    testKey: (key: string) => boolean,
  ): void {
    // asked for every key before anything changes, because the test may throw
    for (const key of [...this.#flights.keys()].filter(testKey)) {
      for (const flight of this.#flights.get(key)!) {
        if (flight.isMutation) continue;
        flight.isOpen = false;
        flight[kind] = true;
      }
    }
  }

  #pause(isPaused: boolean): void {
    for (const flight of this.#allFlights()) flight.pause(isPaused);
  }

  /** Flights of a key, oldest first. */
  #flightsOf(key: string): Iterable<NetworkFlight> {
    return this.#flights.get(key) ?? [];
  }

  #allFlights(): NetworkFlight[] {
    return [...this.#flights.values()].flatMap((flights) => [...flights]);
  }

  /** Ends a flight: nobody joins it, it holds nothing, and all who wait know the outcome. */
  #land(
    flight: NetworkFlight,
    response: unknown,
    failure: StoredFailure | undefined,
  ): void {
    flight.hasLanded = true;
    const { key } = flight.action;
    const flights = this.#flights.get(key);
    flights?.delete(flight);
    if (flights?.size === 0) this.#flights.delete(key);
    flight.settle(response, failure);
  }
}

/** The action for a response, of a request whose key was invalidated or expired meanwhile as well. */
function outdated(
  action: SetResponseAction,
  flight: NetworkFlight | undefined,
): SetResponseAction {
  if (flight?.isInvalid) return { ...action, outdated: true };
  return flight?.isExpired
    // the store must not take it for fresh
    ? { ...action, meta: { ...action.meta, expiresAt: 1 } }
    : action;
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
