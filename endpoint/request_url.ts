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
  const [first] = template.tokens;
  const prefix = endpoint.urlPrefix +
    (first?.type === "text" ? first.value : "");
  if (!isOnHostOf(prefix, address)) {
    throw new TypeError(
      `The parameters of the path ${endpoint.path} make the address ${address}, which ` +
        `names another host than ${prefix || "an address without one"}.` +
        (isDevelopment()
          ? " Begin the path with a slash; a host that varies belongs in urlPrefix or an own `url`."
          : ""),
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

/**
 * Whether no parameter decides about the host: the host is complete before the
 * first one, or the address has none. What parsers of URLs take for a slash or
 * leave out, a backslash and white space, is not allowed where it would matter.
 */
function isOnHostOf(prefix: string, address: string): boolean {
  return completeHost.test(prefix + (address[prefix.length] ?? "/")) ||
    withoutHost.test(address);
}

const completeHost =
  /^(?:file:\/\/\/|(?:[a-z][a-z\d+.-]*:)?\/\/[^/\\?#]+[/?#])/i;
const withoutHost = /^(?![/\\\s]{2}|[\\\s])(?:\/|[^:/?#\\]*(?:[/?#]|$))/;

function joinSearch(address: string, search: string): string {
  if (/[?&]$/.test(address)) return address + search;
  return address + (address.includes("?") ? "&" : "?") + search;
}
