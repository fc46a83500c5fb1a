import type { RestEndpointImpl } from "./rest_endpoint.ts";

/** Values for the path and the query of a request. */
export type RequestParameters = Readonly<Record<string, unknown>>;

/**
 * Tells parameters and payload of a call apart.
 *
 * An endpoint that takes a body is called with `(params, body)` or `(body)`,
 * any other with `(params)`.
 *
 * @throws {TypeError} when the parameters are not an object
 */
export function splitArguments(
  endpoint: RestEndpointImpl,
  args: readonly unknown[],
): [parameters: RequestParameters, body: unknown] {
  if (!takesBody(endpoint)) return [asParameters(endpoint, args[0]), undefined];
  return args.length > 1
    ? [asParameters(endpoint, args[0]), args[1]]
    : [{}, args[0]];
}

/** Whether the last argument of a call is a payload. */
export function takesBody(endpoint: RestEndpointImpl): boolean {
  const method = endpoint.method.toUpperCase();
  if (method === "GET" || method === "HEAD") return false;
  if (endpoint.body !== undefined) return true;
  return method !== "DELETE" && !("body" in endpoint);
}

/** Whether a method only asks for something. */
export function isReadMethod(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/i.test(method);
}

function asParameters(
  endpoint: RestEndpointImpl,
  value: unknown,
): RequestParameters {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object") {
    throw new TypeError(
      `${endpoint.name}: the first argument must be an object of parameters, not ${typeof value} ${
        String(value)
      }.`,
    );
  }
  return value as RequestParameters;
}
