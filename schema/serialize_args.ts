import { isDevelopment } from "./environment.ts";
import { isObject, isPlainObject } from "./is_object.ts";

/** Arguments as text for use as a key of a cache; none is `""`. */
export function serializeArgs(args: readonly unknown[]): string {
  return args.length === 0 ? "" : stableJson(args)!;
}

/**
 * Text that is the same for values of the same content, in whatever order
 * their properties were added. Plain JSON is shown as JSON. What JSON loses is
 * shown by what it holds. What does not show what it holds, such as functions
 * and Blobs, is only the same as itself, and not the same in another process.
 *
 * @param value any value
 * @param reader who is told, in development, that it gave what is only the same as itself
 * @throws {TypeError} for cycles
 */
export function stableJson(value: unknown, reader?: string): string {
  if (Array.isArray(value) && value.every(isOrdered)) {
    return JSON.stringify(value);
  }
  return JSON.stringify(value, function (this: unknown, name, shown) {
    return show((this as Record<string, unknown>)[name], shown, reader);
  }) ?? "";
}

/** Whether JSON shows a value as it is: a text, finite number or the like, or a flat object of such in order. */
function isOrdered(value: unknown): boolean {
  if (!isObject(value)) return isPrimitive(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let last = "";
  for (const name in value) {
    if (
      name < last || !isPrimitive((value as Record<string, unknown>)[name])
    ) return false;
    last = name;
  }
  return true;
}

function isPrimitive(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string" ||
    typeof value === "boolean" || Number.isFinite(value);
}

/**
 * What stands for a value in the text.
 *
 * @param given the value
 * @param shown the same, or what its `toJSON` returned
 */
function show(given: unknown, shown: unknown, reader?: string): unknown {
  if (isPrimitive(given) || Array.isArray(given)) return given;
  if (!isObject(given) && typeof given !== "function") {
    return { [`$${typeof given}`]: String(given) };
  }
  // such as dates, which are not the text that they are shown as
  if (!isObject(shown) && typeof shown !== "function") {
    return { [tagOf(given)]: shown ?? String(given) };
  }
  const hidden = showHidden(given, shown, reader);
  if (hidden !== undefined) return hidden;
  const names = Object.keys(shown);
  if (names.every((name, index) => index === 0 || names[index - 1]! < name)) {
    return shown;
  }
  // fromEntries defines properties, so a member named __proto__ stays data
  return Object.fromEntries(
    names.sort().map((
      name,
    ) => [name, (shown as Record<string, unknown>)[name]]),
  );
}

/**
 * What stands for an object that its members do not show: what it holds, or,
 * where that cannot be told, that it is itself. `undefined` for all others.
 *
 * @param given a function or an object
 * @param shown the same, or what its `toJSON` returned
 */
export function showHidden(
  given: object,
  shown: object = given,
  reader?: string,
): Record<string, unknown> | undefined {
  let content: unknown;
  if (given instanceof RegExp) content = String(given);
  // an iterator would be used up
  else if (Symbol.iterator in shown && !("next" in shown)) {
    content = [...shown as Iterable<unknown>];
  } else if (
    typeof given !== "function" &&
    (isPlainObject(given) || Object.keys(given).length > 0)
  ) return undefined;
  else content = identify(given, reader);
  return { [tagOf(given)]: content };
}

function tagOf(value: unknown): string {
  return `$${Object.prototype.toString.call(value).slice(8, -1)}`;
}

interface Entries {
  entries(): Iterable<[name: string, value: unknown]>;
}

/** FormData and URLSearchParams, where the host has them. */
export function isEntries(value: object): value is Entries {
  return isForm(value) ||
    typeof URLSearchParams === "function" && value instanceof URLSearchParams;
}

const identities = new WeakMap<object, string>();
let lastIdentity = 0;
/** Chosen when it is needed, for some hosts refuse chance while modules are loaded. */
let thisProcess: string | undefined;

const reported = new Set<string>();

function identify(value: object, reader: string | undefined): string {
  let identity = identities.get(value);
  if (identity === undefined) {
    thisProcess ??= Math.random().toString(36).slice(2);
    identity = `${thisProcess}-${++lastIdentity}`;
    identities.set(value, identity);
  }
  if (isDevelopment() && reader !== undefined && !reported.has(reader)) {
    reported.add(reader);
    const { constructor } = value;
    console.warn(
      `${reader} was called with ${
        typeof value === "function"
          ? "a function"
          : `an instance of ${constructor?.name}`
      }, whose content cannot be compared. Only calls with the very same object ` +
        "share a response, so one made anew in each render is requested in each " +
        "render. Give data that tells such calls apart, or an own `key`.",
    );
  }
  return identity;
}

/** Whether a value is a form, in hosts that have them. */
export function isForm(value: unknown): value is FormData {
  // looking up FormData loads it in some hosts, so only what may be one asks for it
  return typeof value === "object" && value !== null && "getAll" in value &&
    typeof FormData !== "undefined" && value instanceof FormData;
}

/** A form as the object of its entries; of a repeated name the last value. Anything else as it is. */
export function plainForm(value: unknown): unknown {
  return isForm(value) ? Object.fromEntries(value.entries()) : value;
}
