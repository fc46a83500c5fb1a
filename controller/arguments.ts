/**
 * What arguments of a call stand for.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  describe,
  isDevelopment,
  isForm,
  plainForm,
} from "../schema/engine.ts";
import type { ActionArgs } from "./contract.ts";

/**
 * The key of a call.
 *
 * @throws {TypeError} In development, if what is called is no endpoint.
 */
export function keyOf(
  endpoint: Pick<EndpointInterface, "key">,
  args: ActionArgs,
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

/** Whether the arguments after the endpoint or schema say "not active": the list is exactly `[null]`. */
export function isNullArgs(args: ActionArgs): boolean {
  return args.length === 1 && args[0] === null;
}

/**
 * Replaces FormData by a plain object of its entries, of which the last one
 * of a name counts. Everything else stays as it is, by reference.
 */
export function plainArgs(args: ActionArgs): ActionArgs {
  return args.some(isForm) ? args.map(plainForm) : args;
}
