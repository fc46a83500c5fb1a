/**
 * Headers by name, whatever their case: the last spelling and its value.
 * `fetch` would send the values of all spellings that an object has.
 */
export function mergedHeaders(
  ...sources: readonly (HeadersInit | undefined)[]
): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>();
  for (const headers of sources) {
    for (const [name, value] of pairsOf(headers ?? {})) {
      merged.set(name.toLowerCase(), [name, value]);
    }
  }
  return Object.fromEntries(merged.values());
}

/** `Headers` joins the values of a repeated name, as `fetch` does. */
function pairsOf(headers: HeadersInit): Iterable<[string, string]> {
  return isIterable(headers) ? new Headers(headers) : Object.entries(headers);
}

/** Whether headers are given as `Headers` or as pairs. */
export function isIterable(
  headers: HeadersInit | null | undefined,
): headers is Headers | [string, string][] {
  return typeof headers === "object" && headers !== null &&
    Symbol.iterator in headers;
}
