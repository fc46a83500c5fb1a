import type { RestEndpointImpl } from "./rest_endpoint.ts";

/** Reads the body of a response as the endpoint asks for it. */
export async function parseBody(
  endpoint: RestEndpointImpl,
  response: Response,
): Promise<unknown> {
  void endpoint;
  if (response.status === 204) return null;
  return await response.json();
}
