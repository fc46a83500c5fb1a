/**
 * One request: its signal, its time limits, and whether and when it is tried
 * again.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isPlainObject, isSameValue } from "../schema/engine.ts";
import type { ActionArgs, FetchAction, SetResponseAction } from "./contract.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import {
  type Environment,
  type RestingTimer,
  restingTimer,
  startTimer,
} from "./environment.ts";
import { TimeoutError } from "./errors.ts";
import { classesOf, pkOf } from "./implied_response.ts";
import { nothing } from "./promises.ts";

/** A request that a {@linkcode NetworkManager} has under way, as devtools show it. */
export interface RunningRequest {
  /** The action that asked for it; `meta.fetchedAt` says when. */
  readonly action: FetchAction;
  /** How many wait for it. */
  readonly callers: number;
  /** How often the endpoint was called; 0 before it starts. */
  readonly attempts: number;
  /** The error of the last attempt. */
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

/** Whom a request tells what happens, and what it has in common with others. */
export interface RequestOwner {
  /** Clock, chance, connection, visibility. */
  readonly environment: Environment;
  /** Limits and retries. */
  readonly limits: RequestLimits;
  /** The next position in time. */
  nextStamp(): number;
  /** The request is over; with `error` the response is the reason of rejection. */
  finish(request: NetworkRequest, response: unknown, error: boolean): void;
}

/** Members of an endpoint that concern the network; all optional. */
interface NetworkMembers {
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  "~forRequest"?(signal: AbortSignal): EndpointInterface;
  /** See {@linkcode requestOf}. */
  "~request"?(...args: ActionArgs): string;
}

/**
 * One request, from its first attempt until its outcome is stored: signal,
 * time limits, retries, and those who wait for it.
 */
export class NetworkRequest implements RunningRequest {
  /** Who waits for it; first the one who started it. */
  calls: FetchAction[];
  attempts = 0;
  /** Why the last attempt failed, while the next one is awaited. */
  lastError: unknown;
  retriesAt: number | undefined;
  /** Whether others may still join. */
  isOpen: boolean;
  /** Whether the function of the endpoint is running and has not returned its promise. */
  isCalling = false;
  /** Whether those who waited know the outcome. */
  isFinished = false;
  /** Adds what its response has to say, of an invalidation or of its layer. */
  amend: ((response: SetResponseAction) => SetResponseAction) | undefined;
  /** Position in time of the current attempt. */
  fetchedAt: number;
  readonly #owner: RequestOwner;
  /** Whether nothing that the endpoint does has an effect any more. */
  #isOver = false;
  /** Whether no further attempt is made, whatever the options say. */
  #isLast = false;
  /** That of the current attempt; one that has timed out decides nothing. */
  #aborter: AbortController | undefined;
  /** That of whoever started it, asked for once: a getter may give another one each time. */
  #signal: AbortSignal | undefined;
  #stopTimeout: (() => void) | undefined;
  /** Waits for the next attempt. */
  #countdown: RestingTimer | undefined;

  /**
   * @param action The fetch to serve.
   * @param isMutation Whether nobody shares it.
   * @param owner See {@linkcode RequestOwner}.
   */
  constructor(
    readonly action: FetchAction,
    readonly isMutation: boolean,
    owner: RequestOwner,
  ) {
    this.isOpen = !isMutation;
    this.fetchedAt = action.meta.fetchedAt;
    this.calls = [action];
    this.#owner = owner;
  }

  get callers(): number {
    return this.calls.length;
  }

  /** Calls the endpoint. Whatever goes wrong becomes the outcome, later. */
  start(): void {
    if (this.#isOver) return;
    const { action: { args, key } } = this;
    const { limits, environment: { clock } } = this.#owner;
    const endpoint: EndpointInterface & NetworkMembers = this.action.endpoint;
    const aborter = this.#aborter = new AbortController();
    let outcome: unknown;
    this.isCalling = true;
    try {
      const { timeout = limits.timeout!, "~forRequest": derive } = endpoint;
      if (this.attempts++ === 0) {
        const signal = this.#signal = endpoint.signal;
        signal?.addEventListener("abort", this.#onUserAbort);
        if (signal?.aborted) {
          this.#onUserAbort();
          if (this.#aborter !== aborter) return;
        }
      }
      if (timeout > 0 && timeout < Infinity) {
        this.#stopTimeout = startTimer(
          clock,
          () => {
            const error = new TimeoutError(key, timeout);
            this.#aborter = undefined;
            aborter.abort(error);
            this.#fail(error);
          },
          timeout,
          true,
        );
      }
      const { signal } = aborter;
      const called = derive?.call(endpoint, signal) ??
        deriveEndpoint(endpoint, { signal });
      outcome = called(...args);
    } catch (error) {
      outcome = Promise.reject(error);
    } finally {
      this.isCalling = false;
    }
    Promise.resolve(outcome).then((value) => {
      if (this.#aborter === aborter) this.#end(value, false);
    }, (error) => {
      if (this.#aborter === aborter) this.#fail(error);
    });
  }

  /** Ends the request now, with this error, and tells the endpoint through its signal. */
  abort(reason: unknown): void {
    this.#aborter?.abort(reason);
    this.#end(reason, true);
  }

  /** Makes the current attempt the last one. A request that waits for another one ends. */
  stopRetrying(): void {
    this.#isLast = true;
    if (this.#countdown) this.#end(this.lastError, true);
  }

  /** Stops the countdown to the next attempt, or goes on with it. */
  pause(isPaused: boolean): void {
    this.#countdown?.pause(isPaused);
  }

  /** From now on its response says how the server is now. */
  renew(): void {
    this.fetchedAt = this.#owner.nextStamp();
    if (!this.isMutation) return;
    // its layer stays where it began
    const layerAt = this.action.meta.fetchedAt;
    this.amend = (response) => ({
      ...response,
      meta: { ...response.meta, layerAt },
    });
  }

  /** Makes the next attempt, if there is to be one, at once. */
  retryNow(): void {
    if (!this.#countdown) return;
    this.#countdown.pause(true);
    this.#countdown = this.retriesAt = undefined;
    discardBody(this.lastError);
    // a mutation is pending from its first attempt on
    if (!this.isMutation) this.renew();
    this.start();
  }

  /** Tells the outcome to all who wait for it; only the first call has an effect. */
  finish(response: unknown, error: boolean): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.isOpen = false;
    for (const { meta } of this.calls) {
      meta[error ? "reject" : "resolve"](response);
    }
  }

  #fail(error: unknown): void {
    this.#stopTimeout?.();
    const { environment, limits } = this.#owner;
    const { action } = this;
    let wait: number | undefined;
    try {
      if (!this.#isLast) {
        wait = retryWait(
          action,
          this.attempts - 1,
          error,
          limits,
          environment,
        );
      }
    } catch (reason) {
      return this.#end(reason, true);
    }
    if (wait === undefined) return this.#end(error, true);
    this.lastError = error;
    const retriesAt = this.retriesAt = environment.clock.now() + wait;
    this.#countdown = restingTimer(
      environment,
      !this.isMutation && action.endpoint.pollInBackground !== true,
      () => retriesAt,
      () => this.retryNow(),
    );
  }

  #end(response: unknown, error: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#aborter = undefined;
    this.#stopTimeout?.();
    this.#countdown?.pause(true);
    this.#countdown = undefined;
    this.#signal?.removeEventListener("abort", this.#onUserAbort);
    this.#owner.finish(this, response, error);
  }

  /** Whoever started it wants it no more. It goes on for those who have joined. */
  readonly #onUserAbort = (): void => {
    const { reason } = this.#signal!;
    const isAborted = (action: FetchAction) =>
      action === this.action ||
      (action.endpoint as NetworkMembers).signal?.aborted;
    if (this.calls.every(isAborted)) return this.abort(reason);
    for (const { meta } of this.calls.filter(isAborted)) meta.reject(reason);
    this.calls = this.calls.filter((action) => !isAborted(action));
  };
}

/**
 * What tells a read from others. Most have a key of their own; the pages of a
 * list are stored under that of the list.
 */
export function requestOf(
  { endpoint, args, key }: Pick<FetchAction, "endpoint" | "args" | "key">,
): string {
  const { "~request": request } = endpoint as NetworkMembers;
  return request?.call(endpoint, ...args) ?? key;
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
  if (response?.body?.locked === false) response.body.cancel().catch(nothing);
}

/** The request, for a {@linkcode RetryOption} function to look at. */
export interface RetriedRequest {
  /** The endpoint of the fetch. */
  readonly endpoint: EndpointInterface;
  /** Its arguments. */
  readonly args: ActionArgs;
}

/**
 * Whether failed requests are tried again: not at all, three times (`true`), a
 * number of times, or as a function says. `failureCount` is the number of
 * failures before this one.
 *
 * @example
 * ```ts
 * import { NetworkError, NetworkManager, type RetryOption } from "@tessera/client";
 *
 * // twice, and never where the server said what is wrong
 * const retry: RetryOption = (failureCount, error) =>
 *   failureCount < 2 && !(error instanceof NetworkError && error.status < 500);
 * export const manager = new NetworkManager({ retry, retryDelay: 500 });
 * ```
 */
export type RetryOption =
  | boolean
  | number
  | ((
    failureCount: number,
    // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
    error: any,
    request: RetriedRequest,
  ) => boolean);

/**
 * Time before the next attempt in milliseconds; `attempt` counts from 0. An
 * option in addition to {@linkcode RetryOption}.
 */
export type RetryDelayOption =
  | number
  | ((
    attempt: number,
    // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
    error: any,
  ) => number);

/** How retries are timed, where a {@linkcode RetryOption} allows any. */
export interface RetryTiming {
  /** Time before the next attempt. Default: doubles from 1 s up to 30 s. */
  readonly retryDelay?: RetryDelayOption | undefined;
  /** Share of the delay that is left to chance, from 0 to 1. Default 0.5. */
  readonly retryJitter?: number | undefined;
  /** Longest `Retry-After` that is waited for, in milliseconds. Default 60 000. */
  readonly maxRetryAfter?: number | undefined;
}

/** Members of an endpoint that steer retries. */
interface RetryMembers extends RetryTiming {
  readonly retry?: RetryOption | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly idempotent?: boolean;
}

/** Failures that another attempt may cure. */
const retryableStatuses = [408, 425, 429, 500, 502, 503, 504];
/** What engines say when fetch got no response at all. */
export const noResponse: RegExp =
  /fetch|network|load failed|sending request|connection/i;

/**
 * Limits and retries of all requests of a {@linkcode NetworkManager}; an
 * endpoint may have its own.
 */
export interface RequestLimits extends RetryTiming {
  /** Whether failed requests are tried again; an endpoint's own option wins. Default `false`. */
  readonly retry?: RetryOption | undefined;
  /** Longest time of one attempt in milliseconds; none, 0 or `Infinity` for no limit. */
  readonly timeout?: number | undefined;
}

/**
 * The retry option that applies to a request. The endpoint's own wins; other
 * mutations than those that can safely be repeated need one.
 */
function retryOption(
  { endpoint, args }: RetriedRequest,
  fallback: RetryOption = false,
): RetryOption {
  const { retry, idempotent, method = "" } = endpoint as RetryMembers;
  const isSafe = !endpoint.sideEffect || retry !== undefined || idempotent ||
    /^(?:PUT|DELETE)$/i.test(method);
  return isSafe && !args.some(isOneShot) && (retry ?? fallback);
}

/**
 * Whether an attempt that is made after a later mutation of the same key could
 * undo that: both are of one row, and send different values of a field.
 */
export function couldUndo(
  { endpoint, args }: RetriedRequest,
  later: RetriedRequest,
): boolean {
  const { method = "", path = "", schema } = endpoint as
    & RetryMembers
    & EndpointInterface;
  const [sent, sentLater] = [args, later.args].map((args) => args.at(-1));
  if (/^POST$/i.test(method) && (schema?.collection || !/[:*]/.test(path))) {
    // a creation cannot undo another one
    const [pk, pkLater] = [sent, sentLater]
      .map((row) => pkOf(classesOf(schema), row, []));
    if (pk === undefined || pk !== pkLater) return false;
  }
  if (!isPlainObject(sent) || !isPlainObject(sentLater)) {
    return !isSameValue(args, later.args);
  }
  const isWhole = /^PUT$/i.test(method);
  return Object.keys(isWhole ? { ...sent, ...sentLater } : sent).some((name) =>
    (isWhole || Object.hasOwn(sentLater, name)) &&
    !isSameValue(sent[name], sentLater[name])
  );
}

/** Streams can be sent once only. */
function isOneShot(argument: unknown): boolean {
  return typeof argument === "object" && argument !== null &&
    ("getReader" in argument || Symbol.asyncIterator in argument);
}

/**
 * Time until the next attempt, in milliseconds; `undefined` when there is none,
 * or the server asks for more patience than there is.
 *
 * @param request The request; the options of its endpoint win.
 * @param failureCount Failures before this one.
 * @param error The error of the endpoint.
 * @param limits Options of the manager.
 * @param environment Clock, to understand dates, and chance.
 * @param option Whether there is to be another attempt, in place of what the others say.
 */
export function retryWait(
  request: RetriedRequest,
  failureCount: number,
  error: unknown,
  limits: RequestLimits,
  { clock, random }: Environment,
  option: RetryOption = retryOption(request, limits.retry),
): number | undefined {
  const { name = "", status, message = "", response } =
    (error ?? {}) as ErrorLike;
  const isWanted = !/^(?:AbortError|SchemaValidationError)$/.test(name) &&
    (typeof option === "function"
      ? option(failureCount, error, request)
      : failureCount < (option === true ? 3 : Number(option)) &&
        (typeof status === "number"
          ? retryableStatuses.includes(status)
          : name === "TimeoutError" ||
            name === "TypeError" && noResponse.test(message)));
  if (!isWanted) return undefined;
  const { retryJitter = 0.5, maxRetryAfter = 60_000 } = limits;
  const { retryDelay = limits.retryDelay } = request.endpoint as RetryMembers;
  const delay = typeof retryDelay === "function"
    ? retryDelay(failureCount, error)
    : retryDelay ?? Math.min(30_000, 1000 * 2 ** failureCount);
  const wanted = retryAfter(
    response?.headers?.get?.("retry-after") ?? "",
    clock.now(),
  );
  return wanted > maxRetryAfter
    ? undefined
    : Math.max(delay * (1 - retryJitter), wanted) +
      random() * delay * retryJitter;
}

interface ErrorLike {
  readonly name?: string;
  readonly message?: string;
  readonly status?: unknown;
  readonly response?: {
    readonly headers?: { get?(name: string): string | null };
  };
}

/** What the server asks for, in milliseconds from now (RFC 9110, section 10.2.3); 0 without a sensible wish. */
function retryAfter(header: string, now: number): number {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // an HTTP-date names its day; anything else Date.parse might accept is malformed
  const time = /^[a-z]{3,9}, /i.test(header) ? Date.parse(header) : NaN;
  return Math.max(0, time - now) || 0;
}
