import { NetworkError } from "./network_error.ts";

/**
 * Calls the global `fetch`, which is looked up now so that it can be replaced, and wants an ok response.
 *
 * @throws {NetworkError} when the status is not ok, with what its body says
 * @throws {TypeError} when the network fails, with `status` 500
 */
export async function fetchOk(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  let response: Response;
  try {
    response = await globalThis.fetch(input, init);
  } catch (error) {
    // the reason given to `abort` may be of any class, and is not ours to change
    throw init?.signal?.aborted ? error : markNetworkFailure(error, input);
  }
  if (response.ok) return response;
  const error = await NetworkError.from(response, { url: urlOf(input) });
  throw init?.signal?.aborted ? init.signal.reason ?? error : error;
}

/**
 * Gives a network failure the status 500: a network that is down is as
 * temporary as a server that is. Platforms do not always say what was requested.
 */
export function markNetworkFailure(
  error: unknown,
  input: RequestInfo | URL,
): unknown {
  if (!(error instanceof TypeError)) return error;
  const url = urlOf(input);
  if (!error.message.includes(url)) error.message += ` (${url})`;
  return Object.assign(error, { status: 500, url });
}

function urlOf(input: RequestInfo | URL): string {
  return typeof input === "object" && "url" in input
    ? input.url
    : String(input);
}
