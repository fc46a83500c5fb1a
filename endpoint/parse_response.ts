import { isDevelopment } from "../schema/engine.ts";
import { markNetworkFailure } from "./fetch_ok.ts";
import { isImplied } from "./implied_value.ts";
import { NetworkError } from "./network_error.ts";
import { isDelete } from "./request_arguments.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/**
 * Reads the body of an ok response as the endpoint asks for it, or as its Content-Type says.
 *
 * @param endpoint supplies `content` and `schema`
 * @param response needs only `status`, `headers` and the reading methods
 * @param isProcessed whether the endpoint makes something of the value itself, so that any value will do
 * @throws {NetworkError} when the schema cannot describe such a body
 * @throws {SyntaxError} when JSON was expected and is malformed; with `status` 400 and `response`
 */
export function parseBody(
  endpoint: RestEndpointImpl,
  response: Response,
  isProcessed: boolean,
): Promise<unknown> {
  return parse(endpoint, response, isProcessed).catch((error) => {
    const url = response.url || endpoint.name;
    if (error instanceof SyntaxError) {
      error.message += ` (${url})`;
      Object.assign(error, { status: 400, response });
    } else if (
      !(error instanceof UnknownContentError) && !endpoint.signal?.aborted
    ) {
      markNetworkFailure(error, url);
    }
    throw error;
  });
}

/**
 * Tells the developer of a combination that can never work.
 *
 * @returns whether there was something to tell
 */
export function warnIncompatibleContent(endpoint: RestEndpointImpl): boolean {
  const { content } = endpoint;
  if (!content || content === "json" || !isSchemaSet(endpoint.schema)) {
    return false;
  }
  console.error(`${endpoint.name}: ${incompatible(content)}`);
  return true;
}

/** Whether the status says that there is no body. */
export function hasNoContent({ status }: Response): boolean {
  return status === 204 || status === 205;
}

class UnknownContentError extends TypeError {}

async function parse(
  endpoint: RestEndpointImpl,
  response: Response,
  isProcessed: boolean,
): Promise<unknown> {
  const { content, schema, method } = endpoint;
  if (hasNoContent(response)) return null;
  // the answer to a HEAD request describes a body that it does not have
  if (method.toUpperCase() === "HEAD") return null;
  const wantsEntities = isSchemaSet(schema);
  const mayBeEmpty = isImplied(endpoint);
  if (content && content !== "json" && wantsEntities) {
    throw unusable(endpoint, response, 400, incompatible(content));
  }
  switch (content) {
    case "json":
      return await jsonOf(response, mayBeEmpty);
    case "blob":
    case "text":
    case "arrayBuffer":
      return await response[content as "text"]();
    case "stream":
      return response.body;
    case undefined:
    case null:
      break;
    default:
      throw new UnknownContentError(
        `${endpoint.name}: unknown content "${content}".` +
          (isDevelopment()
            ? ' Use "json", "text", "blob", "arrayBuffer" or "stream".'
            : ""),
      );
  }
  const contentType = (response.headers.get("content-type") ?? "")
    .toLowerCase();
  if (contentType.includes("json")) return await jsonOf(response, mayBeEmpty);
  const isText = contentType === "" || textual.test(contentType);
  const body = isText ? await response.text() : undefined;
  if (mayBeEmpty && body === "") return null;
  if (!wantsEntities || isProcessed || isDelete(endpoint)) {
    return body ?? await response.blob();
  }
  throw body !== undefined
    ? unexpectedText(endpoint, response, contentType, body)
    : unusable(
      endpoint,
      response,
      400,
      `a binary body (${contentType}) cannot be normalized by ` +
        `${nameOfSchema(schema)}. Set \`schema: undefined\` to get the value ` +
        "itself, and `content: 'blob'` to say how it is read.",
    );
}

/** JSON, or `null` for a body without any where that is allowed. */
async function jsonOf(
  response: Response,
  mayBeEmpty: boolean,
): Promise<unknown> {
  if (!mayBeEmpty) return await response.json();
  const text = await response.text();
  return text.trim() === "" ? null : JSON.parse(text);
}

/** Content types whose bodies are characters; whole words, for `officedocument.wordprocessingml` is not XML. */
const textual = /\b(?:text|xml|html|javascript|css|csv|urlencoded)\b/;

/** Whether a response is to be normalized. */
export function isSchemaSet(schema: unknown): boolean {
  return schema !== undefined && schema !== null && typeof schema !== "string";
}

function incompatible(content: string): string {
  return `content '${content}' is incompatible with schema: such a body ` +
    "cannot be normalized. Set `schema: undefined`.";
}

/** The error of a response that the server considers good. */
function unusable(
  { name }: RestEndpointImpl,
  response: Response,
  status: number,
  reason: string,
  body?: string,
): NetworkError {
  const message = `${response.url || name}: ${reason}`;
  return new NetworkError(response, { message, status, body });
}

function unexpectedText(
  endpoint: RestEndpointImpl,
  response: Response,
  contentType: string,
  text: string,
): NetworkError {
  const name = nameOfSchema(endpoint.schema);
  let message = `unexpected text response for schema ${name}.`;
  if (isDevelopment()) {
    if (contentType.includes("html") || /^\s*<!doctype html/i.test(text)) {
      message = `an HTML page came back where data for schema ${name} was ` +
        "expected. This usually means that no API is configured at that URL " +
        `and the server answers with its fallback page: ${text.slice(0, 300)}`;
    } else if (isJson(text)) {
      message +=
        ` The body is JSON, but the Content-Type header ("${contentType}") ` +
        "does not say so. Correct the header on the server, set " +
        "`content: 'json'`, or override `parseResponse`.";
    }
  }
  return unusable(endpoint, response, 404, message, text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nameOfSchema(schema: unknown): string {
  const { name, key, constructor } = schema as {
    name?: string;
    key?: string;
    constructor?: { name?: string };
  };
  if (typeof schema === "function" && name) return name;
  if (typeof key === "string") return key;
  return constructor?.name ?? "object";
}
