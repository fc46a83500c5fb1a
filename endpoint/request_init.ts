import type { RestEndpointImpl } from "./rest_endpoint.ts";

/**
 * Builds the second argument of `fetch`.
 *
 * @param endpoint the endpoint that is called
 * @param body the payload as the caller gave it
 */
export async function buildRequestInit(
  endpoint: RestEndpointImpl,
  body: unknown,
): Promise<RequestInit> {
  const { requestInit } = endpoint;
  const isJson = isJsonBody(body);
  const headers = headersToObject(requestInit?.headers);
  if ((isJson || !body) && !hasContentType(headers)) {
    headers["Content-Type"] = "application/json";
  }
  return {
    ...requestInit,
    method: endpoint.method.toUpperCase(),
    signal: endpoint.signal ?? requestInit?.signal,
    body: isJson ? JSON.stringify(body) : body as BodyInit,
    headers: await endpoint.getHeaders(headers),
  };
}

/** Whether a body is sent as JSON; everything that `fetch` can send by itself is left to it. */
function isJsonBody(body: unknown): boolean {
  switch (typeof body) {
    case "number":
    case "boolean":
      return true;
    case "object":
      return body !== null && !ArrayBuffer.isView(body) &&
        !platformBodies.has(Object.prototype.toString.call(body));
    default:
      return false;
  }
}

/** By tag and not by class, for bodies made by a polyfill or in another realm. */
const platformBodies = new Set([
  "[object FormData]",
  "[object Blob]",
  "[object File]",
  "[object URLSearchParams]",
  "[object ArrayBuffer]",
  "[object SharedArrayBuffer]",
  "[object ReadableStream]",
]);

function headersToObject(
  headers: HeadersInit | undefined,
): Record<string, string> {
  if (headers === undefined || headers === null) return {};
  if (Array.isArray(headers) || Symbol.iterator in headers) {
    const object: Record<string, string> = {};
    // Headers joins repeated names, which an object would lose
    for (const [name, value] of new Headers(headers)) object[name] = value;
    return object;
  }
  return { ...headers };
}

function hasContentType(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) =>
    name.toLowerCase() === "content-type"
  );
}
