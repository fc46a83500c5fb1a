import { setOwn } from "../schema/engine.ts";
import type { ActionArgs } from "./contract.ts";

/**
 * Replaces FormData by a plain object of its entries, of which the last one
 * of a name counts. Everything else stays as it is, by reference.
 *
 * @param args Arguments of an endpoint call.
 */
export function plainArgs(args: ActionArgs): ActionArgs {
  return args.some(isFormData) ? args.map(plainForm) : args;
}

function isFormData(value: unknown): value is FormData {
  // looking up FormData loads it in some hosts, so only what may be one asks for it
  return typeof value === "object" && value !== null && "getAll" in value &&
    typeof FormData !== "undefined" && value instanceof FormData;
}

function plainForm(value: unknown): unknown {
  if (!isFormData(value)) return value;
  const plain: Record<string, FormDataEntryValue> = {};
  for (const [name, entry] of value.entries()) {
    setOwn(plain, name, entry);
  }
  return plain;
}
