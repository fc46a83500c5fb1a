/** What a {@linkcode NetworkError} says instead of the response's own words. */
export interface NetworkErrorOptions {
  /** What happened. Default: the status text. */
  readonly message?: string;
  /** Status that describes the failure better than that of the response. */
  readonly status?: number;
  /** Address of the request, for responses that do not know their own. */
  readonly url?: string;
}

/**
 * A response that cannot be used: its status is not ok, or its body is not what was asked for.
 *
 * @example
 * ```ts
 * import { NetworkError } from "@tessera/client";
 *
 * export function isLoggedOut(error: unknown): boolean {
 *   return error instanceof NetworkError && error.status === 401;
 * }
 * ```
 */
export class NetworkError extends Error {
  /** Always `"NetworkError"`. */
  override name = "NetworkError";
  /** Status of the response, or the one that describes the failure better. */
  status: number;
  /** The response. Its body has not been read when the status is not ok. */
  response: Response;
  /** Address of the response, or of the request where the response does not know it; `""` when neither is known. */
  url: string;

  /**
   * Makes the error of a response.
   *
   * @param response the response that cannot be used
   * @param options what to say of it
   */
  constructor(response: Response, options: NetworkErrorOptions = {}) {
    const url = response.url || options.url || "";
    const reason = options.message ??
      (response.statusText || `Status not 'ok': ${response.status}`);
    super(`${url}: ${reason}`);
    this.status = options.status ?? response.status;
    this.response = response;
    this.url = url;
  }

  /** What can be logged or sent to another process. */
  toJSON(): { name: string; status: number; message: string; url: string } {
    const { name, status, message, url } = this;
    return { name, status, message, url };
  }
}

/**
 * A failure that tells nothing of a response: whatever a fetch rejects with
 * that is not a {@linkcode NetworkError}, such as a lost connection.
 */
export interface UnknownError extends Error {
  /** A status that a hook may have added. */
  readonly status?: unknown;
  /** What the failure is about, when something is known. */
  readonly response?: unknown;
}

/**
 * What a fetch can fail with: a {@linkcode NetworkError} or something unknown.
 */
export type ErrorTypes = NetworkError | UnknownError;
