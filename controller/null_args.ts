import type { ActionArgs } from "./contract.ts";

/**
 * Whether the arguments say "not active": the list is exactly `[null]`.
 *
 * @param args Arguments after the endpoint or schema.
 */
export function isNullArgs(args: ActionArgs): boolean {
  return args.length === 1 && args[0] === null;
}
