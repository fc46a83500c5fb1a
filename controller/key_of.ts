import type { EndpointInterface } from "../endpoint/contract.ts";
import { describe, isDevelopment } from "../schema/engine.ts";

/**
 * The key of a call.
 *
 * @throws {TypeError} In development, if what is called is no endpoint.
 */
export function keyOf(
  endpoint: Pick<EndpointInterface, "key">,
  args: readonly unknown[],
): string {
  // asked second: hosts look up their environment each time, and keys are asked for often
  if (typeof endpoint?.key !== "function" && isDevelopment()) {
    throw new TypeError(
      `A hook or a controller was given ${
        describe(endpoint, 80)
      } in place of an endpoint. ` +
        "Pass one, such as getList of a resource or new Endpoint(fetchFunction); schemas are for useQuery and get. " +
        "Or do modules import each other?",
    );
  }
  // nobody checks types of plain JavaScript
  return String(endpoint.key(...args));
}
