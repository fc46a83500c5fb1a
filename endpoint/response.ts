import { isDevelopment, isJson, isObject } from "../schema/engine.ts";
import { type EndpointImpl, valueOf } from "./endpoint.ts";

/** Value of the header `Accept`: JSON is preferred, anything is taken. No other origin has to allow it. */
export const accepted: string = "application/json, */*";

/**
 * Headers by name, whatever their case: the last spelling and its value.
 * `fetch` would send the values of all spellings that an object has.
 */
export function mergedHeaders(
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>();
  for (const headers of sources) {
    if (!headers) continue;
    // `Headers` joins the values of a repeated name, as `fetch` does
    const pairs = Symbol.iterator in headers
      ? new Headers(headers)
      : Object.entries(headers);
    for (const pair of pairs) {
      merged.set(pair[0].toLowerCase(), pair as [string, string]);
    }
  }
  return Object.fromEntries(merged.values());
}

/** Headers that an application made of others: of an object the last spelling of each name. */
export function withoutRepeats(headers: HeadersInit): HeadersInit {
  return Symbol.iterator in Object(headers) ? headers : mergedHeaders(headers);
}

/** Options of a {@linkcode NetworkError}, in place of the words of the response. */
export interface NetworkErrorOptions {
  /** The message. Default: that of the body, else the status text. */
  readonly message?: string;
  /** Text of the body. */
  readonly body?: string | undefined;
  /** Status that describes the failure better than that of the response. */
  readonly status?: number;
  /** Address of the request, for responses that do not know their own. */
  readonly url?: string;
}

/**
 * A response cannot be used, because its status is not ok, or its body is not
 * what was asked for. Its message is that of the server, where the body is JSON
 * with a `message`, `detail`, `errors`, `error` or `title`.
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
  /** The response. Its body can still be read when the status is not ok, unless it did not end. */
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
      body = await startOf(response) || undefined;
    } catch {
      // the connection broke, or it is an object like a response that cannot be cloned
    }
    return new NetworkError(response, { body, ...options });
  }

  /** A plain object that can be logged or sent to another process. */
  toJSON(): { name: string; status: number; message: string; url: string } {
    const { name, status, message, url } = this;
    return { name, status, message, url };
  }
}

/** Milliseconds to wait for the body of an error. */
const longestWait = 5000;

/** Bytes to read of the body of an error. */
const longestBody = 1_000_000;

/**
 * The text of a body, up to what can be waited for: the response of a server that
 * is down may be a stream that never ends.
 */
async function startOf(response: Response): Promise<string> {
  // whoever gets the error may want to read it in another way
  const copy = response.clone();
  // React Native has no streams
  if (!copy.body) return copy.text();
  const reader = copy.body.getReader();
  const parts: BlobPart[] = [];
  let size = 0;
  // both, or the connection stays open
  const cut = () =>
    Promise.allSettled([reader.cancel(), response.body!.cancel()]);
  const timer = setTimeout(cut, longestWait);
  try {
    for (;;) {
      const { value } = await reader.read();
      if (!value) break;
      parts.push(value as BlobPart);
      size += value.length;
      if (size > longestBody) cut();
    }
  } finally {
    clearTimeout(timer);
  }
  return new Blob(parts).text();
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

/** What a body says for people, in the members that most servers have for it, or about its first field. */
export function messageIn(data: unknown): string | undefined {
  if (!isObject(data)) return typeof data === "string" ? data : undefined;
  const names = Array.isArray(data) ? Object.keys(data) : messageMembers;
  for (const name of names) {
    const text = messageIn(data[name]);
    if (text) return text;
  }
  for (const [field, problems] of Object.entries(data)) {
    const text = Array.isArray(problems) && messageIn(problems);
    if (text) return `${field}: ${text}`;
  }
}

/** Of RFC 9457, RFC 6749, JSON:API, FastAPI and others: what says more about this one failure comes first. */
const messageMembers =
  "message detail msg errors error_description error_message error title"
    .split(" ");

/**
 * The error of a POST that was redirected to an address with another response:
 * most redirects make a GET of it, and nobody knows which it was.
 */
export function lostBody(response: Response, url: string): NetworkError {
  const message = `POST ${url} was redirected to ${response.url}.` +
    (isDevelopment() ? adviceOnRedirects : "");
  return new NetworkError(response, { message, status: 400 });
}

const adviceOnRedirects =
  " Redirects with 301, 302 and 303 are followed by a GET without the body, and " +
  "the response has nothing of what was sent. Give the address that this one " +
  "leads to in `path` or `urlPrefix`: with a slash at the end for servers such " +
  "as Django. A server that leads to a page to log in at wants to know who asks.";

/**
 * A failure that tells nothing of a response: whatever a fetch rejects with
 * that is not a {@linkcode NetworkError}, such as a lost connection.
 */
export interface UnknownError extends Error {
  /** A status that a hook may have added. */
  readonly status?: unknown;
  /** The response, if there is one. */
  readonly response?: unknown;
}

/**
 * The error of a fetch: a {@linkcode NetworkError} or something unknown.
 */
export type ErrorTypes = NetworkError | UnknownError;

/**
 * Calls the global `fetch`, which is looked up now so that it can be replaced, and wants an ok response.
 *
 * @throws {NetworkError} when the status is not ok, with what its body says
 * @throws {TypeError} when the network fails
 */
export async function fetchOk(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await globalThis.fetch(input, init);
  if (response.ok) return response;
  const error = await NetworkError.from(response);
  throw init?.signal?.aborted ? init.signal.reason ?? error : error;
}

/**
 * Gives a failed request the status 500, unless it has one: a network that is
 * down is as temporary as a server that is. Nor do errors always say what was
 * requested. What was aborted stays as it is.
 */
export function asFailure(
  error: unknown,
  url: string,
  signal: AbortSignal | null | undefined,
): unknown {
  // the reason of `abort` may be of any class, and is not ours to change
  if (!isObject(error) || signal?.aborted || error.name === "AbortError") {
    return error;
  }
  const failure: { status?: unknown; url?: unknown } = error;
  try {
    if (error instanceof TypeError && !error.message.includes(url)) {
      error.message += ` (${url})`;
    }
    failure.status ??= 500;
    failure.url ||= url;
  } catch {
    // a Response, or what is frozen, stays as it is
  }
  return error;
}

/**
 * Whether a failure says nothing of the data: the server is in trouble, too
 * busy, or was not reached.
 */
export function isTemporary(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === "number" &&
    (status >= 500 || [408, 425, 429].includes(status));
}

/** The default of `errorPolicy`. */
export function softIfTemporary(error: unknown): "soft" | undefined {
  return isTemporary(error) ? "soft" : undefined;
}

/** What `process` and `getHeaders` do unless they are overridden. */
export function unchanged<T>(value: T): T {
  return value;
}

/** Whether a schema comes with content that it cannot describe. */
function isIncompatible(content: unknown, schema: unknown): boolean {
  return Boolean(content) && content !== "json" && isSchemaSet(schema);
}

function incompatible(content: unknown): string {
  return `content '${content}' is incompatible with schema. Such a body ` +
    "cannot be normalized. Set `schema: undefined`.";
}

const reported = new WeakSet<object>();

/**
 * Says, once for each, of an endpoint that is made that it cannot use any
 * response. Looks again when the fields of a class are there.
 */
export function reportContent(endpoint: EndpointImpl): void {
  const check = () => {
    const content = valueOf(endpoint, "content");
    if (
      reported.has(endpoint) ||
      valueOf(endpoint, "parseResponse") !== parseBody ||
      /^HEAD$/i.test(valueOf(endpoint, "method")) ||
      !isIncompatible(content, valueOf(endpoint, "schema"))
    ) return;
    reported.add(endpoint);
    console.error(`${endpoint.name}: ${incompatible(content)}`);
  };
  check();
  queueMicrotask(check);
}

/**
 * Reads the body of an ok response as the endpoint asks for it, or as its Content-Type says.
 *
 * @param response needs only `status`, `headers` and the reading methods
 * @throws {NetworkError} when the schema cannot describe such a body
 * @throws {SyntaxError} when JSON was expected and is malformed; with `status` 400 and `response`
 */
export async function parseBody(
  this: EndpointImpl,
  response: Response,
): Promise<unknown> {
  const { content, schema, method } = this;
  // the response to a HEAD request describes a body that it does not have
  if (emptyStatuses.test(`${response.status}`) || /^HEAD$/i.test(method)) {
    return null;
  }
  if (isDevelopment() && isIncompatible(content, schema)) {
    throw new NetworkError(response, {
      message: `${addressOf(response, this)}: ${incompatible(content)}`,
      status: 400,
    });
  }
  const type = (response.headers.get("content-type") ?? "").toLowerCase();
  const isText = type === "" || textual.test(type);
  const reader: string = content ||
    (json.test(type) ? "json" : isText ? "text" : "blob");
  // whoever processes it makes something of any value
  const isUsable = content || reader === "json" || !isSchemaSet(schema) ||
    this.process !== unchanged || /^DELETE$/i.test(method);
  // what is read most is not asked for more
  const mayBeEmpty = method !== "GET" &&
    (isImplied(this, method) || reader === "json" && this.sideEffect);
  let body: unknown;
  try {
    if (reader === "stream") return response.body;
    if (reader === "json" && !mayBeEmpty) return await response.json();
    // JSON that may be empty
    body = await response[reader === "json" ? "text" : reader as "blob"]();
    if (mayBeEmpty && typeof body === "string") {
      // a word such as OK, neither a page nor JSON, is no data either
      const nothing = isUsable ? /^\s*$/ : /^\s*(?![\s<{[])/;
      if (nothing.test(body)) return null;
    }
    if (reader === "json") return JSON.parse(body as string);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw asFailure(error, addressOf(response, this), this.signal);
    }
    error.message += ` (${addressOf(response, this)})`;
    throw Object.assign(error, { status: 400, response });
  }
  if (isUsable) return body;
  const text = isText ? body as string : undefined;
  const problem = isDevelopment()
    ? explain(schema, type, text) +
      (response.redirected
        ? " The request was redirected to this address."
        : "")
    : `unexpected ${isText ? "text" : type} response.`;
  throw new NetworkError(response, {
    message: `${addressOf(response, this)}: ${problem}`,
    status: isText ? 404 : 400,
    body: text,
  });
}

/** The address of a response, for messages alone. W13: platforms parse it each time somebody asks. */
function addressOf({ url }: Response, { name }: EndpointImpl): string {
  return url || name;
}

/** Statuses that say that there is no body. */
export const emptyStatuses: RegExp = /^20[45]$/;

/** Content types that are JSON: those of sequences and lines of JSON are not. */
const json = /^[^;]*[/+]json(?![-+.\w])/;

/** Content types whose bodies are characters; whole words, for `officedocument.wordprocessingml` is not XML. */
const textual = /\b(?:text|xml|html|javascript|css|csv|urlencoded)\b|json/;

/** Whether a response is to be normalized. */
function isSchemaSet(schema: unknown): boolean {
  return schema !== undefined && schema !== null && typeof schema !== "string";
}

/** What may be wrong where a text or, if there is none, something binary came in place of data. */
function explain(schema: unknown, type: string, text?: string): string {
  const name = nameOfSchema(schema);
  if (text === undefined) {
    return `a binary body (${type}) cannot be normalized by ${name}. Set ` +
      "`schema: undefined` to get the value itself, and `content: 'blob'` to " +
      "say how it is read.";
  }
  if (type.includes("html") || /^\s*<!doctype html/i.test(text)) {
    return `an HTML page came back where data for schema ${name} was ` +
      "expected. This usually means that no API is configured at that URL " +
      `and the server answers with its fallback page: ${text.slice(0, 300)}`;
  }
  return `unexpected text response for schema ${name}.` +
    (isJson(text)
      ? ` The body is JSON, but the Content-Type header ("${type}") ` +
        "does not say so. Correct the header on the server, set " +
        "`content: 'json'`, or override `parseResponse`."
      : "");
}

function nameOfSchema(schema: unknown): string {
  const { name, key, constructor } = schema as Record<string, unknown>;
  return [typeof schema === "function" && name, key, constructor?.name]
    .find((text) => typeof text === "string" && text) as string ?? "object";
}

/**
 * Whether the response to a call may be without the data that the schema
 * describes: the response to a change whose arguments say what it changed.
 *
 * @param endpoint what was called
 * @param method its method, which may be computed each time somebody asks
 */
export function isImplied(endpoint: EndpointImpl, method: string): boolean {
  return /^(?:PUT|PATCH|POST|DELETE)$/i.test(method) &&
    isSchemaSet(endpoint.schema) && Boolean(endpoint.sideEffect);
}
