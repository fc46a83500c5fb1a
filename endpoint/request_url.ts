import { isDevelopment } from "../schema/engine.ts";
import { MissingParameterError, parsePath } from "./path_template.ts";
import { type RequestParameters, takesBody } from "./request_arguments.ts";
import type { RestEndpointImpl } from "./rest_endpoint.ts";

/**
 * Builds the address of a request.
 *
 * @param parameters values of the path; all others are query entries
 * @throws {TypeError} when the template is not valid or a value does not fit it
 */
export function urlOf(
  endpoint: RestEndpointImpl,
  parameters: RequestParameters,
): string {
  const template = parsePath(endpoint.path);
  const address = endpoint.urlPrefix + template.fill(parameters);
  if (
    namesAnotherHost(address) &&
    !namesAnotherHost(endpoint.urlPrefix + endpoint.path)
  ) {
    throw new TypeError(
      `An empty parameter turns the path ${endpoint.path} into ${address}, ` +
        "which names another host.",
    );
  }
  const names = Object.keys(parameters).filter((name) =>
    parameters[name] !== undefined && !template.names.has(name)
  );
  if (names.length === 0) return address;
  const search = endpoint.searchToString(
    // defines properties, so that a member named __proto__ stays data
    Object.fromEntries(names.map((name) => [name, parameters[name]])),
  );
  return search === "" ? address : joinSearch(address, search);
}

/** As {@linkcode urlOf}, through the hook `url`, for the arguments of a call. */
export function requestUrl(
  endpoint: RestEndpointImpl,
  parameters: unknown,
  args: readonly unknown[],
): string {
  if (!isDevelopment()) return endpoint.url(parameters);
  try {
    return endpoint.url(parameters);
  } catch (error) {
    if (
      error instanceof MissingParameterError &&
      args.length === 1 && takesBody(endpoint)
    ) {
      error.message += " A single argument is taken as the body: call with " +
        "(params, body), or declare `body: undefined`.";
    }
    throw error;
  }
}

/** Whether an address without scheme begins with the name of a host. */
function namesAnotherHost(address: string): boolean {
  return address.startsWith("//");
}

function joinSearch(address: string, search: string): string {
  if (/[?&]$/.test(address)) return address + search;
  return address + (address.includes("?") ? "&" : "?") + search;
}
