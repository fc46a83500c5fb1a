import { isForm, plainForm } from "../schema/engine.ts";
import type { ActionArgs } from "./contract.ts";

/**
 * Replaces FormData by a plain object of its entries, of which the last one
 * of a name counts. Everything else stays as it is, by reference.
 *
 * @param args Arguments of an endpoint call.
 */
export function plainArgs(args: ActionArgs): ActionArgs {
  return args.some(isForm) ? args.map(plainForm) : args;
}
