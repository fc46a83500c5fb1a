import { isObject } from "./is_object.ts";

/** Whether a value is a form, in hosts that have them. */
export function isForm(value: unknown): value is FormData {
  // looking up FormData loads it in some hosts, so only what may be one asks for it
  return isObject(value) && "getAll" in value &&
    typeof FormData !== "undefined" && value instanceof FormData;
}

/** A form as the object of its entries; of a repeated name the last value. Anything else as it is. */
export function plainForm(value: unknown): unknown {
  return isForm(value) ? Object.fromEntries(value.entries()) : value;
}
