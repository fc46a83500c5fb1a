/**
 * Runs requests: the only caller of endpoint functions.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import { createSetResponse, defaultExpiryLengths } from "./actions.ts";
import type {
  ActionTypes,
  Dispatch,
  ExpiryLengths,
  FetchAction,
  ResetAction,
  SetResponseAction,
} from "./contract.ts";
import type { Controller, FetchOutcome } from "./controller.ts";
import {
  environmentOf,
  type EnvironmentOptions,
  type IdlePlatform,
} from "./environment.ts";
import { DisposedError, ResetError } from "./errors.ts";
import { longAgo } from "./expiry.ts";
import type { State } from "./graph/state.ts";
import {
  abortError,
  couldUndo,
  NetworkRequest,
  type RequestLimits,
  requestOf,
  type RequestOwner,
  type RunningRequest,
} from "./network_request.ts";
import { nothing, stored } from "./promises.ts";
import type { Manager, ManagerRole, Middleware } from "./manager.ts";

/**
 * How a {@linkcode NetworkManager} makes requests; all times in milliseconds.
 */
export interface NetworkManagerOptions
  extends Partial<ExpiryLengths>, RequestLimits, EnvironmentOptions {}

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
   * How long an error stops readers from fetching again when its endpoint does
   * not say, in milliseconds.
   */
  readonly errorExpiryLength: number;
  // not in the constructor: V8 retains closures assigned there, and all they
  // reach, until a full collection
  /** Consumes FETCH; sees every response on its way to the store. */
  readonly middleware: Middleware = (controller) => {
    const { dataExpiryLength, errorExpiryLength } = this;
    controller.expiryLengths = { dataExpiryLength, errorExpiryLength };
    this.controller = controller;
    controller.onUnread((key) => {
      for (const request of this.#requestsOf(key)) {
        const { abortOnUnused } = request.action.endpoint as {
          abortOnUnused?: boolean;
        };
        // whoever called fetch still wants it
        const isAwaited = request.calls.some(({ meta }) => !meta.isForReader);
        if (abortOnUnused && !request.isMutation && !isAwaited) {
          request.abort(abortError(key));
        }
      }
    });
    return (next) => {
      this.#next = next;
      return (action) => {
        switch (action.type) {
          case "rdc/fetch": {
            const { endpoint } = action;
            const isMutation = Boolean(endpoint.sideEffect);
            if (isMutation) this.#begin(action, action.meta.fetchedAt);
            // only fetches with a layer concern others
            const forwarded = isMutation && endpoint.getOptimisticResponse
              ? next(action)
              : stored;
            // who held it did not hear of the end
            if (this.controller) this.#fetch(action, isMutation);
            return forwarded;
          }
          case "rdc/setresponse":
            return this.#forwardResponse(action, next);
          case "rdc/reset":
            return this.#forwardReset(action, next);
          case "rdc/invalidate":
            this.#outdate(invalid, (key) => key === action.key);
            break;
          case "rdc/invalidateall":
            this.#outdate(invalid, action.testKey);
            break;
          case "rdc/expireall":
            this.#outdate(expired, action.testKey);
            break;
          case "rdc/abort":
            for (const request of this.#requestsOf(action.key)) {
              const { key, request: aborted } = action;
              if (
                (aborted ?? requestOf(request.action)) ===
                  requestOf(request.action)
              ) {
                request.abort(abortError(key));
              }
            }
        }
        return next(action);
      };
    };
  };

  /** The controller; `undefined` until the middleware is bound, and after disposal. */
  protected controller: Controller | undefined;

  /** All requests that are not over, or whose outcome is on its way, by key, oldest first. */
  readonly #requests = new Map<string, Set<NetworkRequest>>();
  readonly #owner: RequestOwner;
  /** The rest of the chain; set when the middleware is bound. */
  #next: Dispatch | undefined;
  /** When the last mutation was confirmed: who fetches since then asks for what is newer. */
  #confirmedAt = 0;
  /** When the last reset began; a manager may refuse it, and only the store knows when it is done. */
  #resetAt = 0;
  /** Whether a mutation of before a reset has succeeded while others were pending: only the server knows which came last. */
  #isUnordered = false;
  /** The actions of what is pending, for all that begin until one ends. */
  #pending: FetchAction[] = [];

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
      limits: options,
      nextStamp: () => this.controller!.stamps.next(),
      finish: this.#finish,
    };
  }

  /** Does nothing; who overrides it may call it. */
  init(_state?: State): void {}

  /** Makes no further attempts: what waits for one ends. Responses to running requests are still stored. */
  cleanup(): void {
    for (const request of this.#allRequests()) request.stopRetrying();
  }

  /** Ends for good: aborts everything that is pending; its promises reject with {@linkcode DisposedError}. */
  dispose(): void {
    this.controller = undefined;
    for (const request of this.#allRequests()) {
      request.abort(new DisposedError(request.action.key));
    }
  }

  /**
   * Waits for everything that is pending.
   *
   * @returns The promise of `Promise.allSettled`, or `undefined` if nothing is
   * pending.
   */
  allSettled(): Promise<PromiseSettledResult<unknown>[]> | undefined {
    const promises = (this.requests() as NetworkRequest[])
      // those of the first may be over, if they aborted it
      .map(({ calls }) => calls.at(-1)!.meta.promise);
    return promises.length > 0 ? Promise.allSettled(promises) : undefined;
  }

  /** The running requests, oldest first of each key; for devtools. */
  requests(): readonly RunningRequest[] {
    return this.#allRequests().filter(({ isFinished }) => !isFinished);
  }

  /** Whether an action starts nothing, because its key is already being fetched. */
  skipLogging(action: ActionTypes): boolean {
    return action.type === "rdc/fetch" && !action.endpoint.sideEffect &&
      this.#joinable(action) !== undefined;
  }

  /**
   * Runs `callback` when a read may start: at once, unless overridden.
   *
   * @param callback Starts the request; its promise ends with it.
   * @param _options `timeout`: start at the latest after this many milliseconds.
   */
  protected idleCallback(
    callback: () => Promise<unknown>,
    _options?: { readonly timeout: number },
  ): void {
    callback();
  }

  /** Remembers what is confirmed when a mutation begins: its response tells what it has changed. */
  #begin(action: FetchAction, stamp: number): void {
    const { controller } = this;
    const { begun } = controller ?? {};
    if (!begun) return;
    const count = begun.size;
    // one has ended
    if (this.#pending.length !== count) {
      this.#pending = [...begun.values()].map(({ action }) => action);
    }
    const pending = this.#pending;
    begun.set(stamp, { action, pending, count, state: controller!.getState() });
    pending.push(action);
  }

  /** Forgets a mutation that has its response. */
  #end(stamp: number): void {
    const { controller } = this;
    const begun = controller?.begun;
    if (!begun?.delete(stamp)) return;
    this.#pending = [];
    begun.onEnd?.();
    if (!this.#isUnordered || begun.size > 0) return;
    this.#isUnordered = false;
    controller!.expireAll({ testKey: () => true });
  }

  /** Joins the pending read, or starts a request. */
  #fetch(action: FetchAction, isMutation: boolean): void {
    const { key, meta } = action;
    let requests = this.#requests.get(key);
    const running = requests && !isMutation
      ? this.#joinable(action)
      : undefined;
    if (running?.isCalling) {
      // whoever waited for that request would wait for itself
      return meta.reject(
        new Error(
          `'${key}' fetched itself.` +
            (isDevelopment()
              ? " Its endpoint would have waited for its own response. Make the request in its function, or give what it fetches another key."
              : ""),
        ),
      );
    }
    if (running) {
      running.calls.push(action);
      return;
    }
    const request = new NetworkRequest(action, isMutation, this.#owner);
    // a manager may have held it over a reset
    if (request.fetchedAt < this.#resetAt) {
      request.renew();
      if (isMutation) this.#begin(action, request.fetchedAt);
    }
    requests ??= new Set();
    if (isMutation) {
      for (const other of requests) {
        if (other.isMutation && couldUndo(other.action, action)) {
          other.stopRetrying();
        }
      }
    }
    this.#requests.set(key, requests.add(request));
    if (isMutation) return request.start();
    try {
      this.idleCallback(() => {
        request.start();
        return meta.promise;
      }, { timeout: 500 });
    } catch (reason) {
      request.abort(reason);
    }
  }

  /** The newest pending read that a fetch may join. Readers follow the store, so theirs may be older than a mutation. */
  #joinable(action: FetchAction): NetworkRequest | undefined {
    const { key, meta } = action;
    let found: NetworkRequest | undefined;
    for (const request of this.#requestsOf(key)) {
      if (
        request.isOpen &&
        (meta.isForReader || request.fetchedAt > this.#confirmedAt) &&
        requestOf(request.action) === requestOf(action)
      ) found = request;
    }
    return found;
  }

  /** Hands a response on to the store. Whoever waits for it goes on when it is there. */
  #forwardResponse(action: SetResponseAction, next: Dispatch): Promise<void> {
    const { key, meta } = action;
    let { response, error = false } = action;
    const requests = this.#requests.get(key);
    if (!requests) return next(action);
    let request: NetworkRequest | undefined;
    for (const each of requests) {
      if (each.fetchedAt === meta.fetchedAt) request = each;
    }
    const forwarded = next(request?.amend?.(action) ?? action);
    const finish = () => {
      if (forwarded !== stored && !error) {
        const known = this.controller?.peek().getMeta(key);
        // a store of Redux does not reject what it cannot store
        if (known?.error && known.fetchedAt === meta.fetchedAt) {
          response = known.error;
          error = true;
        }
      }
      if (request?.isMutation) this.#end(meta.fetchedAt);
      request?.finish(response, error);
      // the older reads of its key may still succeed
      if (request && error) return;
      if (request?.isMutation) this.#confirmedAt = meta.confirmedAt!;
      for (const other of requests) {
        if (
          other.isMutation || other.fetchedAt >= meta.fetchedAt ||
          requestOf(other.action) !== requestOf(action)
        ) continue;
        other.finish(response, error);
        if (other.attempts > 0) other.stopRetrying();
        else other.abort(undefined);
      }
    };
    if (forwarded === stored) finish();
    // a manager may forget to return the promise
    else Promise.resolve(forwarded).then(finish, nothing);
    return forwarded;
  }

  /** Ends the reads, whose data is of before. */
  #forwardReset(action: ResetAction, next: Dispatch): Promise<void> {
    this.#resetAt = action.date;
    const requests = this.#allRequests();
    for (const request of requests) request.isOpen = false;
    const forwarded = next(action);
    const end = () => {
      for (const request of requests) {
        if (request.isMutation) request.stopRetrying();
        else request.abort(new ResetError());
      }
    };
    // at once, so that nothing of the new session resolves them
    if (forwarded === stored) end();
    else Promise.resolve(forwarded).then(end, nothing);
    return forwarded;
  }

  /** Sends an outcome to the store. If it does not get there, the reason does, past all managers. */
  readonly #finish = async (
    request: NetworkRequest,
    response: unknown,
    error: boolean,
  ): Promise<void> => {
    const { action: { key, endpoint, args }, fetchedAt } = request;
    const { controller } = this;
    if (
      controller && fetchedAt < this.#resetAt &&
      fetchedAt < controller.peek().lastReset
    ) {
      if (!request.isMutation) {
        // the store is reset, and the action for that is about to come
        error = true;
        response = new ResetError();
      } else if (!error) {
        // what was read of the new session may be from before it
        controller.expireAll({ testKey: () => true });
        this.#isUnordered = controller.begun.size > 1;
      }
    } else if (
      controller &&
      // whoever waited has something newer than what is not tried any more
      !(request.isFinished && (request.retriesAt || !request.attempts))
    ) {
      const outcome = { key, args, response, fetchedAt, error };
      const begun = controller.begun.get(fetchedAt);
      if (begun && request.attempts > 1) begun.isRepeated = true;
      try {
        await controller.resolve(endpoint, outcome);
      } catch (reason) {
        const meta = controller.peek().getMeta(key);
        const isStored = request.isFinished || meta?.fetchedAt === fetchedAt;
        const failure = isStored ? meta?.error : reason;
        if (!error && failure !== undefined) {
          response = failure;
          error = true;
        }
        // a manager failed, and the caller has another outcome to deal with
        if (response !== reason) console.error(reason);
        if (!isStored) {
          await this.#store(request, { ...outcome, response, error });
        }
      }
    }
    if (request.isMutation) this.#end(fetchedAt);
    const requests = this.#requests.get(key)!;
    requests.delete(request);
    if (requests.size === 0) this.#requests.delete(key);
    if (!request.isFinished) request.finish(response, error);
  };

  /** Stores an outcome that a manager has stopped. */
  async #store(
    request: NetworkRequest,
    outcome: FetchOutcome,
  ): Promise<void> {
    const { stamps, expiryLengths, commit = this.#next! } = this.controller!;
    const { endpoint } = request.action;
    const stopped = createSetResponse(endpoint, outcome, stamps, expiryLengths);
    try {
      await commit(request.amend?.(stopped) ?? stopped);
    } catch (error) {
      console.error(error);
    }
  }

  /** Lets nobody join the reads of all matching keys any more. */
  #outdate(
    amend: typeof invalid,
    testKey: (key: string) => boolean,
  ): void {
    // asked for every key before anything changes, because the test may throw
    for (const key of [...this.#requests.keys()].filter(testKey)) {
      for (const request of this.#requests.get(key)!) {
        if (request.isMutation) continue;
        request.isOpen = false;
        if (request.amend !== invalid) request.amend = amend;
      }
    }
  }

  /** Requests of a key, oldest first. */
  #requestsOf(key: string): Iterable<NetworkRequest> {
    return this.#requests.get(key) ?? [];
  }

  #allRequests(): NetworkRequest[] {
    return [...this.#requests.values()].flatMap((requests) => [...requests]);
  }
}

/** The response to a request whose key was invalidated meanwhile: the key stays invalid. */
function invalid(action: SetResponseAction): SetResponseAction {
  return { ...action, outdated: true };
}

/** The response to a request whose key expired meanwhile: the store must not take it for fresh. */
function expired(action: SetResponseAction): SetResponseAction {
  return { ...action, meta: { ...action.meta, expiresAt: longAgo } };
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
