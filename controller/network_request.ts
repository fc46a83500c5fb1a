import { type EndpointInterface, forRequest } from "../endpoint/contract.ts";
import type { ActionArgs, FetchAction } from "./contract.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import type { Environment, TimerHandle } from "./environment.ts";
import { TimeoutError } from "./errors.ts";
import {
  type RetryDelayOption,
  type RetryOption,
  retryOption,
  type RetryTiming,
  retryWait,
  shouldRetry,
} from "./network_retry.ts";
import { RetryCountdown } from "./retry_countdown.ts";

/**
 * Limits and retries of all requests of a {@linkcode NetworkManager}; an
 * endpoint may have its own.
 */
export interface RequestLimits extends RetryTiming {
  /** Whether failed requests are tried again. */
  readonly retry: RetryOption;
  /** Longest time of one attempt in milliseconds; none, 0 or `Infinity` for no limit. */
  readonly timeout?: number | undefined;
  /** Longest time of all attempts together, waits included, in milliseconds. */
  readonly deadline?: number | undefined;
}

/** What all requests of a manager have in common. */
export interface RequestSetting {
  /** Clock, chance, connection, visibility. */
  readonly environment: Environment;
  /** Limits and retries. */
  readonly limits: RequestLimits;
}

/** Members of an endpoint that concern the network; all optional. */
interface NetworkMembers {
  readonly timeout?: number;
  readonly deadline?: number;
  readonly retryDelay?: RetryDelayOption;
  readonly signal?: AbortSignal;
  readonly extend?: unknown;
  readonly [forRequest]?: unknown;
}

/** One fetch from the first attempt to its outcome: signal, time limits and retries. */
export abstract class NetworkRequest {
  /** The fetch this request serves. */
  readonly action: FetchAction;
  /** Its key. */
  readonly key: string;
  /** Position in time of the current attempt. */
  fetchedAt: number;
  /** Whether the function of the endpoint is running and has not returned its promise. */
  isCalling = false;
  readonly #setting: RequestSetting;
  #retry: RetryOption = false;
  #attempts = 0;
  #isOver = false;
  #aborter: AbortController | undefined;
  /** That of the user, asked for once: a getter may give another one each time. */
  #signal: AbortSignal | undefined;
  #timeout: TimerHandle;
  #deadline: TimerHandle;
  #deadlineAt = Infinity;
  #countdown: RetryCountdown | undefined;
  /** Why the last attempt failed, while the next one is awaited. */
  #lastError: unknown;

  /**
   * @param action The fetch to serve.
   * @param fetchedAt Position in time of the first attempt.
   * @param setting See {@linkcode RequestSetting}.
   */
  constructor(
    action: FetchAction,
    fetchedAt: number,
    setting: RequestSetting,
  ) {
    this.action = action;
    this.key = action.key;
    this.fetchedAt = fetchedAt;
    this.#setting = setting;
  }

  /** Another attempt begins; it needs a new position in time. */
  protected abstract renew(): void;

  /**
   * The request is over.
   *
   * @param response The resolved value, or the reason of rejection.
   * @param error Whether it was rejected.
   */
  protected abstract finish(response: unknown, error: boolean): void;

  /** Whether the signal the user gave to the endpoint was aborted. */
  get isAbortedByUser(): boolean {
    return this.#signal?.aborted ?? false;
  }

  /** Calls the endpoint. Whatever goes wrong becomes the outcome, later. */
  start(): void {
    const { environment: { clock }, limits } = this.#setting;
    try {
      this.#retry = retryOption(this.action, limits.retry);
      const deadline = this.#members.deadline ?? limits.deadline;
      if (isLimit(deadline)) {
        this.#deadlineAt = clock.now() + deadline;
        this.#deadline = clock.setTimeout(
          () => this.abort(new TimeoutError(this.key, deadline)),
          deadline,
        );
      }
      this.#signal = this.#members.signal;
      this.#signal?.addEventListener("abort", this.#onUserAbort);
    } catch (error) {
      Promise.reject(error).catch((reason) => this.#end(reason, true));
      return;
    }
    this.#attempt();
  }

  /** Ends the request now, with this error, and tells the endpoint through its signal. */
  abort(reason: unknown): void {
    if (this.#isOver) return;
    this.#aborter?.abort(reason);
    this.#end(reason, true);
  }

  /** Tells the endpoint to stop; the outcome is nobody's business any more. */
  abandon(): void {
    if (this.#isOver) return;
    this.#release();
    this.#aborter?.abort(abortError(this.key));
  }

  /**
   * Makes the current attempt the last one. A request waiting for its next
   * attempt is over without an outcome.
   *
   * @returns Whether it is over.
   */
  detach(): boolean {
    this.#retry = false;
    if (this.#countdown) this.#release();
    return this.#isOver;
  }

  /** Makes the current attempt the last; a request waiting for its next attempt ends with the last error. */
  stopRetrying(): void {
    this.#retry = false;
    if (this.#countdown) this.#end(this.#lastError, true);
  }

  /** Stops or continues counting down to the next attempt, with the manager. */
  pause(isPaused: boolean): void {
    this.#countdown?.pause(isPaused);
  }

  #attempt(): void {
    this.#attempts++;
    const aborter = this.#aborter = new AbortController();
    if (this.isAbortedByUser) aborter.abort(this.#signal?.reason);
    const { limits, environment: { clock } } = this.#setting;
    const timeout = this.#members.timeout ?? limits.timeout;
    if (isLimit(timeout)) {
      this.#timeout = clock.setTimeout(() => {
        const error = new TimeoutError(this.key, timeout);
        this.#aborter = undefined;
        aborter.abort(error);
        this.#fail(error);
      }, timeout);
    }
    // an attempt that was given up must not decide anything when it answers late
    const isCurrent = () => this.#aborter === aborter && !this.#isOver;
    this.isCalling = true;
    const outcome = call(
      this.action.endpoint,
      this.action.args,
      aborter.signal,
    );
    this.isCalling = false;
    outcome.then(
      (value) => {
        if (isCurrent()) this.#end(value, false);
      },
      (error) => {
        if (isCurrent()) this.#fail(error);
      },
    );
  }

  #fail(error: unknown): void {
    const { environment } = this.#setting;
    this.#clear(this.#timeout);
    let wait: number | undefined;
    try {
      wait = this.isAbortedByUser ? undefined : this.#waitAfter(error);
    } catch (reason) {
      return this.#end(reason, true);
    }
    if (wait === undefined) return this.#end(error, true);
    this.#lastError = error;
    const { sideEffect, pollInBackground } = this.action.endpoint;
    const rests = !sideEffect && pollInBackground !== true;
    this.#countdown = new RetryCountdown(environment, rests, wait, () => {
      this.#countdown = undefined;
      discardBody(error);
      this.renew();
      if (!this.#isOver) this.#attempt();
    });
  }

  /** Milliseconds until the next attempt; `undefined` when there is none. */
  #waitAfter(error: unknown): number | undefined {
    const { environment: { clock, random }, limits } = this.#setting;
    const failures = this.#attempts - 1;
    if (!shouldRetry(this.#retry, failures, error, this.action)) return;
    const { retryDelay = limits.retryDelay } = this.#members;
    const timing = { ...limits, retryDelay };
    const now = clock.now();
    const wait = retryWait(failures, error, timing, random, now);
    return wait !== undefined && now + wait < this.#deadlineAt
      ? wait
      : undefined;
  }

  #end(response: unknown, error: boolean): void {
    if (this.#isOver) return;
    this.#release();
    if (error && this.#attempts > 1) noteAttempts(response, this.#attempts);
    this.finish(response, error);
  }

  #release(): void {
    this.#isOver = true;
    this.#clear(this.#timeout);
    this.#clear(this.#deadline);
    this.#countdown?.stop();
    this.#countdown = undefined;
    this.#signal?.removeEventListener("abort", this.#onUserAbort);
  }

  #clear(timer: TimerHandle): void {
    if (timer !== undefined) {
      this.#setting.environment.clock.clearTimeout(timer);
    }
  }

  get #members(): NetworkMembers {
    return this.action.endpoint as NetworkMembers;
  }

  readonly #onUserAbort = (): void => {
    const reason = this.#signal?.reason;
    this.#aborter?.abort(reason);
    // nobody else is there to notice while no attempt runs
    if (this.#countdown) {
      this.#end(reason ?? abortError(this.key), true);
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

/** Calls an endpoint so that plain values and synchronous throws are settlements like any other. */
function call(
  endpoint: EndpointInterface,
  args: ActionArgs,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    return Promise.resolve(withSignal(endpoint, signal)(...args));
  } catch (error) {
    return Promise.reject(error);
  }
}

/** What is called: endpoints that can be extended get the signal, others never hear of it. */
function withSignal<E extends EndpointInterface>(
  endpoint: E,
  signal: AbortSignal,
): E {
  const { extend, [forRequest]: derive } = endpoint as NetworkMembers;
  if (typeof extend !== "function") return endpoint;
  return typeof derive === "function"
    ? derive.call(endpoint, signal) as E
    : deriveEndpoint(endpoint, { signal });
}

function isLimit(limit: number | undefined): limit is number {
  return limit !== undefined && limit > 0 && limit < Infinity;
}

function noteAttempts(error: unknown, attempts: number): void {
  if (
    typeof error === "object" && error !== null && Object.isExtensible(error)
  ) {
    Object.assign(error, { attempts });
  }
}
