import { isDevelopment } from "../schema/engine.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/** Values for the path and the query of a request. */
export type RequestParameters = Readonly<Record<string, unknown>>;

/**
 * Tells parameters and payload of a call apart.
 *
 * An endpoint that takes a body is called with `(params, body)` or `(body)`,
 * any other with `(params)`. Parameters that were not given are `{}`; others
 * are for the hook `url` to judge, which may take a number or a text.
 */
export function splitArguments(
  endpoint: RestEndpointImpl,
  args: readonly unknown[],
): [parameters: unknown, body: unknown] {
  if (!takesBody(endpoint)) return [args[0] ?? {}, undefined];
  return args.length > 1 ? [args[0] ?? {}, args[1]] : [{}, args[0]];
}

/** Whether the last argument of a call is a payload. */
export function takesBody(endpoint: RestEndpointImpl): boolean {
  const method = endpoint.method.toUpperCase();
  if (method === "GET" || method === "HEAD") return false;
  if (endpoint.body !== undefined) return true;
  return method !== "DELETE" && !("body" in endpoint);
}

/** Whether an endpoint deletes. */
export function isDelete({ method }: RestEndpointImpl): boolean {
  return method.toUpperCase() === "DELETE";
}

/** Whether a method only asks for something. */
export function isReadMethod(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/i.test(method);
}

/**
 * The parameters, if they are an object that the default `url` can use.
 *
 * @throws {TypeError} when they are not
 */
export function asParameters(
  endpoint: RestEndpointImpl,
  value: unknown,
): RequestParameters {
  if (typeof value === "object" && value !== null) {
    return value as RequestParameters;
  }
  throw new TypeError(
    `${endpoint.name}: the first argument must be an object of parameters, not ${typeof value} ${
      String(value)
    }.` +
      (isDevelopment()
        ? " For other arguments give the endpoint a `url` of its own."
        : ""),
  );
}
