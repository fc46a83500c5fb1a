import { isObject } from "./is_object.ts";
import { isForm } from "./plain_form.ts";

/**
 * Arguments as text for use as a key of a cache: equal structure gives equal
 * text. Values JSON cannot express are told apart as far as they can be shown.
 */
export function serializeArgs(args: readonly unknown[]): string {
  if (args.length === 0) return "";
  if (args.length === 1 && typeof args[0] === "string") {
    return JSON.stringify(args[0]);
  }
  return args.every(isSimple)
    ? JSON.stringify(args)
    : JSON.stringify(args, showUnusual);
}

/** Whether JSON shows a value as it is: texts, finite numbers, flat objects of such. */
function isSimple(value: unknown): boolean {
  if (!isObject(value)) return isPrimitive(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) {
    if (!isPrimitive((value as Record<string, unknown>)[name])) return false;
  }
  return true;
}

function isPrimitive(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string" ||
    typeof value === "boolean" || Number.isFinite(value);
}

function showUnusual(this: unknown, name: string, value: unknown): unknown {
  const given = (this as Record<string, unknown>)[name];
  if (typeof value === "string" && typeof given === "object") {
    // such as dates, which are not the text that they are shown as
    return { $text: value, of: Object.prototype.toString.call(given) };
  }
  switch (typeof value) {
    case "bigint":
      return { $bigint: String(value) };
    case "number":
      return Number.isFinite(value) ? value : { $number: String(value) };
    case "symbol":
      return { $symbol: String(value) };
    case "function":
      return { $function: identify(value) };
    case "object":
      return value === null ? null : showObject(value);
  }
  return value;
}

function showObject(value: object): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (isEntries(value)) return [...value.entries()];
  if (typeof Blob === "function" && value instanceof Blob) {
    return { $blob: identify(value) };
  }
  return value;
}

interface Entries {
  entries(): Iterable<[name: string, value: unknown]>;
}

/** FormData and URLSearchParams, where the host has them. */
export function isEntries(value: object): value is Entries {
  return isForm(value) ||
    typeof URLSearchParams === "function" && value instanceof URLSearchParams;
}

const identities = new WeakMap<object, number>();
let lastIdentity = 0;

function identify(value: object): number {
  let identity = identities.get(value);
  if (identity === undefined) identities.set(value, identity = ++lastIdentity);
  return identity;
}
