import { isIterable, mergedHeaders } from "./merged_headers.ts";
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
  const headers = mergedHeaders(
    isJson || !body ? { "Content-Type": "application/json" } : undefined,
    requestInit?.headers,
  );
  const sent = await endpoint.getHeaders(headers);
  return {
    ...requestInit,
    method: endpoint.method.toUpperCase(),
    signal: endpoint.signal ?? requestInit?.signal,
    body: isJson ? JSON.stringify(body) : body as BodyInit,
    // a platform can refuse a stream that does not say so
    ...(isBodyOf("ReadableStream", body) ? { duplex: "half" } : undefined),
    headers: isIterable(sent) ? sent : mergedHeaders(sent),
  };
}

/**
 * Tells of an override of `getRequestInit` that spreads what it should await:
 * nothing is left of it, and `fetch` makes a GET of what names no method.
 */
export function warnOfLostMethod(
  { name, method }: RestEndpointImpl,
  init: RequestInit | undefined,
): void {
  if (init?.method !== undefined || method.toUpperCase() === "GET") return;
  console.warn(
    `${name}: getRequestInit returned no method, so this ${method} would be sent ` +
      "as a GET. Await what an override builds on: " +
      "{ ...(await super.getRequestInit(body)), credentials: 'include' }.",
  );
}

/** Whether a body is sent as JSON; everything that `fetch` can send by itself is left to it. */
export function isJsonBody(body: unknown): boolean {
  switch (typeof body) {
    case "number":
    case "boolean":
      return true;
    case "object":
      return body !== null && !isPlatformBody(body);
    default:
      return false;
  }
}

function isPlatformBody(body: object): boolean {
  return ArrayBuffer.isView(body) ||
    platformBodies.some((name) => isBodyOf(name, body));
}

/** By tag for bodies of another realm, by class for those of React Native, which have no tag. */
function isBodyOf(name: string, body: unknown): boolean {
  const Body = (globalThis as Record<string, unknown>)[name];
  return Object.prototype.toString.call(body) === `[object ${name}]` ||
    typeof Body === "function" && body instanceof Body;
}

const platformBodies = [
  "FormData",
  "Blob",
  "File",
  "URLSearchParams",
  "ArrayBuffer",
  "SharedArrayBuffer",
  "ReadableStream",
];
