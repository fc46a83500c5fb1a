import type { EndpointInterface } from "../endpoint/contract.ts";
import type {
  ActionTypes,
  Dispatch,
  FetchAction,
  SetResponseAction,
} from "./contract.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import {
  type Environment,
  type RestingTimer,
  restingTimer,
  type TimerHandle,
} from "./environment.ts";
import { TimeoutError } from "./errors.ts";
import {
  type RetryDelayOption,
  type RetryOption,
  retryOption,
  type RetryTiming,
  retryWait,
} from "./network_retry.ts";

/**
 * Limits and retries of all requests of a {@linkcode NetworkManager}; an
 * endpoint may have its own.
 */
export interface RequestLimits extends RetryTiming {
  /** Whether failed requests are tried again. */
  readonly retry: RetryOption;
  /** Longest time of one attempt in milliseconds; none, 0 or `Infinity` for no limit. */
  readonly timeout?: number | undefined;
}

/** A request that a {@linkcode NetworkManager} has under way, as devtools show it. */
export interface RunningRequest {
  /** What asked for it; `meta.fetchedAt` says when. */
  readonly action: FetchAction;
  /** How many wait for it. */
  readonly callers: number;
  /** How often the endpoint was called; 0 before it starts. */
  readonly attempts: number;
  /** What the last attempt failed with. */
  readonly lastError: unknown;
  /** When the next attempt is made, in milliseconds, unless it rests; `undefined` while one is running. */
  readonly retriesAt: number | undefined;
  /** Makes the next attempt at once. */
  retryNow(): void;
  /** Stops the countdown to the next attempt, or goes on with it. */
  pause(isPaused: boolean): void;
  /** Ends it with an error. */
  abort(reason: unknown): void;
}

/**
 * Why a response that a {@linkcode NetworkManager} sent to the store is an
 * error; wrapped, since a reason may be `undefined`.
 */
export interface StoredFailure {
  /** Whatever was rejected with, or the processing error. */
  readonly reason: unknown;
}

/** Whom a flight tells what happens, and what it has in common with others. */
export interface FlightOwner {
  /** Clock, chance, connection, visibility. */
  readonly environment: Environment;
  /** Limits and retries. */
  readonly limits: RequestLimits;
  /** Another attempt begins: it needs a new position in time. */
  renew(flight: NetworkFlight): void;
  /** The request is over; with `error` the response is the reason of rejection. */
  finish(flight: NetworkFlight, response: unknown, error: boolean): void;
  /** Whoever started the request has aborted it; somebody else still wants the data. */
  joinAgain(action: FetchAction): void;
}

/** Members of an endpoint that concern the network; all optional. */
interface NetworkMembers {
  readonly timeout?: number;
  readonly retryDelay?: RetryDelayOption;
  readonly signal?: AbortSignal;
  readonly extend?: unknown;
  "~forRequest"?(signal: AbortSignal): EndpointInterface;
}

/**
 * One request, from its first attempt until its outcome is stored: signal,
 * time limits, retries, and those who wait for it.
 */
export class NetworkFlight implements RunningRequest {
  /** Who waits for it, and whether they waited for another one before, which was aborted. */
  readonly waiting: Map<FetchAction, boolean> = new Map();
  attempts = 0;
  /** Why the last attempt failed, while the next one is awaited. */
  lastError: unknown;
  retriesAt: number | undefined;
  /** Whether the function of the endpoint is running and has not returned its promise. */
  isCalling = false;
  /** Whether nothing that the endpoint does has an effect any more. */
  isOver = false;
  /** The outcome has reached the manager on its way to the store. */
  isPassed = false;
  /** Whether those who waited know the outcome. */
  isSettled = false;
  /** Whether only readers may join, which follow the store: a mutation that concerns it was confirmed after it began. */
  isSuperseded = false;
  /** Whether others may join: of the reads of a key the newest one, until its outcome or another value is there. */
  isOpen: boolean;
  /** What happened to the key of a read meanwhile; then nobody may join. */
  outdated: "invalidated" | "expired" | undefined;
  /** Why the request, or storing its response, failed, once it did. */
  failure: StoredFailure | undefined;
  readonly #owner: FlightOwner;
  /** Whether no further attempt is made, whatever the options say. */
  #isLast = false;
  #aborter: AbortController | undefined;
  /** That of the user, asked for once: a getter may give another one each time. */
  #signal: AbortSignal | undefined;
  #timeout: TimerHandle;
  /** Waits for the next attempt. */
  #countdown: RestingTimer | undefined;

  /**
   * @param action The fetch to serve.
   * @param fetchedAt Position in time of the current attempt.
   * @param isMutation Whether nobody shares it.
   * @param owner See {@linkcode FlightOwner}.
   */
  constructor(
    readonly action: FetchAction,
    public fetchedAt: number,
    readonly isMutation: boolean,
    owner: FlightOwner,
  ) {
    this.isOpen = !isMutation;
    this.waiting.set(action, false);
    this.#owner = owner;
  }

  get callers(): number {
    return this.waiting.size;
  }

  /** Calls the endpoint. Whatever goes wrong becomes the outcome, later. */
  start(): void {
    if (this.isOver) return;
    try {
      const { signal } = this.action.endpoint as NetworkMembers;
      this.#signal = signal;
      signal?.addEventListener("abort", this.#onUserAbort);
    } catch (error) {
      return queueMicrotask(() => this.#end(error, true));
    }
    this.#attempt();
  }

  /** Ends the request now, with this error, and tells the endpoint through its signal. */
  abort(reason: unknown): void {
    if (this.isOver) return;
    this.#aborter?.abort(reason);
    this.#end(reason, true);
  }

  /** Tells the endpoint to stop; the outcome is nobody's business any more. */
  abandon(): void {
    if (this.isOver) return;
    this.#finish();
    this.#aborter?.abort(abortError(this.action.key));
  }

  /**
   * Makes the current attempt the last one. A request that waits for its next
   * attempt, or its first, is over without an outcome.
   *
   * @returns Whether it is over.
   */
  detach(): boolean {
    this.#isLast = true;
    if (this.#countdown || this.attempts === 0) this.#finish();
    return this.isOver;
  }

  /** Makes the current attempt the last; a request waiting for its next attempt ends with the last error. */
  stopRetrying(): void {
    this.#isLast = true;
    if (this.#countdown) this.#end(this.lastError, true);
  }

  /** Stops or continues counting down to the next attempt, with the manager. */
  pause(isPaused: boolean): void {
    this.#countdown?.pause(isPaused);
  }

  /** Tells the outcome to all who wait for it; only the first call counts. */
  settle(response: unknown, failure: StoredFailure | undefined): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.failure ??= failure;
    const isAborted = this.isOver && this.#signal?.aborted;
    for (const [action, isAgain] of this.waiting) {
      if (!failure) action.meta.resolve(response);
      else if (
        isAborted && action !== this.action && !isAgain &&
        !(action.endpoint as NetworkMembers).signal?.aborted
      ) this.#owner.joinAgain(action);
      else action.meta.reject(failure.reason);
    }
  }

  #attempt(): void {
    this.attempts++;
    const aborter = this.#aborter = new AbortController();
    if (this.#signal?.aborted) aborter.abort(this.#signal.reason);
    const { endpoint, args } = this.action;
    const {
      timeout = this.#owner.limits.timeout,
      extend,
      "~forRequest": derive,
    } = endpoint as NetworkMembers;
    if (timeout! > 0 && timeout! < Infinity) {
      this.#timeout = this.#owner.environment.clock.setTimeout(() => {
        const error = new TimeoutError(this.action.key, timeout!);
        this.#aborter = undefined;
        aborter.abort(error);
        this.#fail(error);
      }, timeout!);
    }
    let outcome: unknown;
    this.isCalling = true;
    try {
      const { signal } = aborter;
      // endpoints that cannot be extended never hear of the signal
      const called = typeof extend !== "function"
        ? endpoint
        : derive?.call(endpoint, signal) ??
          deriveEndpoint(endpoint, { signal });
      outcome = called(...args);
    } catch (error) {
      outcome = Promise.reject(error);
    }
    this.isCalling = false;
    // an attempt that was given up must not decide anything when it answers late
    Promise.resolve(outcome).then((value) => {
      if (this.#aborter === aborter) this.#end(value, false);
    }, (error) => {
      if (this.#aborter === aborter && !this.isOver) this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    const { environment, limits } = this.#owner;
    if (this.#timeout !== undefined) {
      environment.clock.clearTimeout(this.#timeout);
    }
    let wait: number | undefined;
    try {
      const retry = retryOption(this.action, limits.retry);
      if (retry !== false && !this.#isLast && !this.#signal?.aborted) {
        const { retryDelay = limits.retryDelay } = this.action
          .endpoint as NetworkMembers;
        wait = retryWait(
          retry,
          this.attempts - 1,
          error,
          this.action,
          { ...limits, retryDelay },
          environment,
        );
      }
    } catch (reason) {
      return this.#end(reason, true);
    }
    const { clock } = environment;
    if (wait === undefined) {
      return this.#end(error, true);
    }
    this.lastError = error;
    const rests = !this.isMutation &&
      this.action.endpoint.pollInBackground !== true;
    const retriesAt = this.retriesAt = clock.now() + wait;
    this.#countdown = restingTimer(
      environment,
      rests,
      () => retriesAt,
      () => this.retryNow(),
      [...this.waiting.keys()].some(({ meta }) => !meta.isForReader),
    );
  }

  /** Makes the next attempt, if there is to be one, at once. */
  retryNow(): void {
    if (!this.#countdown) return;
    this.#countdown.pause(true);
    this.#countdown = this.retriesAt = undefined;
    discardBody(this.lastError);
    this.#owner.renew(this);
    if (!this.isOver) this.#attempt();
  }

  #end(response: unknown, error: boolean): void {
    if (this.isOver) return;
    this.#finish();
    if (
      error && this.attempts > 1 && typeof response === "object" &&
      response !== null && Object.isExtensible(response)
    ) Object.assign(response, { attempts: this.attempts });
    this.#owner.finish(this, response, error);
  }

  #finish(): void {
    this.isOver = true;
    const { clock } = this.#owner.environment;
    if (this.#timeout !== undefined) clock.clearTimeout(this.#timeout);
    this.#countdown?.pause(true);
    this.#countdown = undefined;
    this.#signal?.removeEventListener("abort", this.#onUserAbort);
  }

  readonly #onUserAbort = (): void => {
    const reason = this.#signal?.reason;
    this.#aborter?.abort(reason);
    // nobody else is there to notice while no attempt runs
    if (this.#countdown) {
      this.#end(reason ?? abortError(this.action.key), true);
    }
  };
}

/**
 * The error of a request that was aborted on purpose.
 *
 * @param key Key of the request.
 */
export function abortError(key: string): DOMException {
  return new DOMException(`'${key}' was aborted.`, "AbortError");
}

/** Lets go of the connection of an attempt whose error nobody gets, for another attempt follows. */
function discardBody(error: unknown): void {
  const { response } = (error ?? {}) as { response?: Partial<Response> };
  if (response?.body?.locked === false) response.body.cancel().catch(() => {});
}

/** Stores the answer of a request, and lets its callers go on. Part of the action, since managers may hold it, or pass another one on. */
export const answer: unique symbol = Symbol("answer");

/** The answer of a request on its way to the store. */
export interface Answered extends SetResponseAction {
  /** Stores it and lets its callers go on. */
  [answer]?(passed: SetResponseAction, commit: Dispatch): Promise<void>;
}

/**
 * Stores an action that has passed all managers. Callers of a request go on when
 * its answer is stored, whatever a manager does with it afterwards.
 *
 * @param action Any action.
 * @param commit Applies it to the store.
 */
export function commitAndAnswer(
  action: ActionTypes,
  commit: Dispatch,
): Promise<void> {
  const answered = action as Answered;
  const { [answer]: store } = answered;
  if (store === undefined) return commit(action);
  // stores of others may end in several of ours
  Reflect.deleteProperty(action, answer);
  return store(answered, commit);
}
