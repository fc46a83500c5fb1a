import { isObject } from "../schema/engine.ts";

/** What a {@linkcode NetworkError} says instead of the response's own words. */
export interface NetworkErrorOptions {
  /** What happened. Default: what the body says, else the status text. */
  readonly message?: string;
  /** Text of the body. */
  readonly body?: string | undefined;
  /** Status that describes the failure better than that of the response. */
  readonly status?: number;
  /** Address of the request, for responses that do not know their own. */
  readonly url?: string;
}

/**
 * A response that cannot be used: its status is not ok, or its body is not what was asked for.
 * Its message is that of the server, where the body is JSON with a `message`,
 * `error`, `title` or `detail`.
 *
 * @example
 * ```ts
 * import { NetworkError } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * export function isLoggedOut(error: unknown): boolean {
 *   return error instanceof NetworkError && error.status === 401;
 * }
 *
 * const error = new NetworkError(new Response(null, { status: 422 }), {
 *   body: '{"message":"The name is taken.","field":"name"}',
 * });
 * assertEquals(error.message, "The name is taken.");
 * assertEquals(error.data, { message: "The name is taken.", field: "name" });
 * ```
 */
export class NetworkError extends Error {
  /** Always `"NetworkError"`. */
  override name = "NetworkError";
  /** Status of the response, or the one that describes the failure better. */
  status: number;
  /** The response. Its body can still be read when the status is not ok. */
  response: Response;
  /** The body, where it is JSON. */
  data: unknown;
  /** The body, where it is not JSON. */
  text: string | undefined;
  /** Address of the response, or of the request where the response does not know it; `""` when neither is known. */
  url: string;

  /**
   * Makes the error of a response.
   *
   * @param response the response that cannot be used
   * @param options what to say of it
   */
  constructor(response: Response, options: NetworkErrorOptions = {}) {
    const { body, status = response.status } = options;
    const data = parsed(body);
    super(
      options.message ??
        (messageIn(data) || response.statusText ||
          `Status not 'ok': ${response.status}`),
    );
    this.status = status;
    this.response = response;
    this.url = response.url || options.url || "";
    this.data = data;
    this.text = data === undefined ? body : undefined;
  }

  /**
   * Makes the error of a response, and reads its body for it: what an own
   * `fetchResponse` throws where the status is not ok.
   *
   * @param response the response that cannot be used
   * @param options what to say of it
   */
  static async from(
    response: Response,
    options?: NetworkErrorOptions,
  ): Promise<NetworkError> {
    let body: string | undefined;
    try {
      // whoever gets the error may want to read it in another way
      body = await response.clone().text() || undefined;
    } catch {
      // the connection broke, or it is an object like a response that cannot be cloned
    }
    return new NetworkError(response, { body, ...options });
  }

  /** What can be logged or sent to another process. */
  toJSON(): { name: string; status: number; message: string; url: string } {
    const { name, status, message, url } = this;
    return { name, status, message, url };
  }
}

/** The value of a body that is JSON and no bare word or number. */
function parsed(body: string | undefined): unknown {
  try {
    const value = JSON.parse(body ?? "");
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a body says for people, in the members that most servers have for it (RFC 9457 among them). */
function messageIn(data: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const { message, error, title, detail } = data;
  return [message, error, error?.message, title, detail].find((text) =>
    typeof text === "string" && text !== ""
  );
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
