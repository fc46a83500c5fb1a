/**
 * Headers and bodies of requests, whatever the protocol.
 *
 * @module
 */

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

/** Whether a body is sent as JSON; everything that `fetch` can send by itself is left to it. */
export function isJsonBody(body: unknown): boolean {
  if (typeof body === "number" || typeof body === "boolean") return true;
  return typeof body === "object" && body !== null &&
    !ArrayBuffer.isView(body) &&
    !platformBodies.some((name) => {
      const Body = (globalThis as Record<string, unknown>)[name];
      // by tag for bodies of another realm, by class for those of React Native, which have no tag
      return Object.prototype.toString.call(body) === `[object ${name}]` ||
        typeof Body === "function" && body instanceof Body;
    });
}

const platformBodies =
  "FormData Blob File URLSearchParams ArrayBuffer SharedArrayBuffer ReadableStream"
    .split(" ");

/** A value as text of an address: a date in ISO 8601, a list, set or map as its items. */
export function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) || value instanceof Set || value instanceof Map
    ? Array.from(value, (item) => textOf(item ?? "")).join()
    : String(value);
}
