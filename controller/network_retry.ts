/**
 * Decides whether, and when, a failed request is tried again.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { ActionArgs } from "./contract.ts";
import type { Environment } from "./environment.ts";

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
