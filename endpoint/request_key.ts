import { parsePath } from "./path_template.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";
import { stableJson } from "./stable_json.ts";

/** What else a key may contain. */
export interface KeyShape {
  /** The address may begin with any prefix. */
  readonly isUrlOverridden: boolean;
  /** A space and the text of a payload may follow the address. */
  readonly mayHoldBody: boolean;
}

/**
 * Whether a key can come from an endpoint, for some arguments.
 *
 * Who replaces `key` must replace `testKey` too.
 *
 * @param endpoint supplies method, prefix and template
 * @param key text to test
 */
export function matchesKey(
  endpoint: RestEndpointImpl,
  key: string,
  shape: KeyShape,
): boolean {
  const method = `${endpoint.method.toUpperCase()} `;
  if (!key.startsWith(method)) return false;
  const address = key.slice(method.length);
  if (shape.isUrlOverridden) {
    return expressionOf(endpoint.path, shape, ".*?").test(address);
  }
  return address.startsWith(endpoint.urlPrefix) &&
    expressionOf(endpoint.path, shape, "").test(
      address.slice(endpoint.urlPrefix.length),
    );
}

/**
 * Text that stands for a payload in the key of a read.
 *
 * What can only be read asynchronously (blobs, streams) is told apart by type and size alone.
 */
export function bodyText(body: unknown): string {
  return stableJson(describeBody(body)) ?? "";
}

function describeBody(body: unknown): unknown {
  if (body instanceof FormData) {
    return [...body].map(([name, value]) => [name, describeBody(value)]);
  }
  if (body instanceof URLSearchParams) return [...body];
  if (body instanceof Blob) {
    const { name, type, size } = body as Partial<File> & Blob;
    return { name, type, size };
  }
  if (body instanceof ArrayBuffer) return [...new Uint8Array(body)];
  if (ArrayBuffer.isView(body)) {
    return [...new Uint8Array(body.buffer, body.byteOffset, body.byteLength)];
  }
  return body;
}

const expressions = new Map<string, RegExp>();

function expressionOf(
  path: string,
  { mayHoldBody }: KeyShape,
  prefix: string,
): RegExp {
  const { pattern, hasSearch } = parsePath(path);
  const search = hasSearch ? "(?:[?&].*)?" : "(?:\\?.*)?";
  const body = mayHoldBody ? "(?: .*)?" : "";
  const source = `^${prefix}${pattern}/?${search}${body}$`;
  let expression = expressions.get(source);
  if (expression === undefined) {
    if (expressions.size >= 1000) expressions.clear();
    // without regard to case, as servers commonly route
    expressions.set(source, expression = new RegExp(source, "is"));
  }
  return expression;
}
