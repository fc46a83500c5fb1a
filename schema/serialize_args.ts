import { isDevelopment } from "./environment.ts";
import { isObject, isPlainObject } from "./is_object.ts";

/** Arguments as text for use as a key of a cache; none is `""`. */
export function serializeArgs(args: readonly unknown[]): string {
  return args.length === 0 ? "" : stableJson(args)!;
}

/**
 * Text that is the same for values of the same content, in whatever order
 * their properties were added. Plain JSON is written as JSON. What JSON loses
 * is written by what it holds. What does not let that be seen, such as
 * functions and Blobs, is only the same as itself, and not the same in another
 * process.
 *
 * @param value any value
 * @param reader who hears, in development, that a value of its is only the same as itself
 * @throws {TypeError} for cycles
 */
export function stableJson(value: unknown, reader?: string): string {
  if (Array.isArray(value) && value.every(isOrdered)) {
    return JSON.stringify(value);
  }
  return JSON.stringify(value, function (this: unknown, name, json) {
    return printed((this as Record<string, unknown>)[name], json, reader);
  }) ?? "";
}

/** Whether JSON writes a value as it is: a text, finite number or the like, or a flat object of such in order. */
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
 * @param value the value
 * @param json the same, or what its `toJSON` returned
 */
function printed(value: unknown, json: unknown, reader?: string): unknown {
  if (isPrimitive(value) || Array.isArray(value)) return value;
  if (!isObject(value) && typeof value !== "function") {
    return { [`$${typeof value}`]: String(value) };
  }
  // such as dates, which are not the text that JSON makes of them
  if (!isObject(json) && typeof json !== "function") {
    return { [tagOf(value)]: json ?? String(value) };
  }
  const hidden = contentOf(value, json, reader);
  if (hidden !== undefined) return hidden;
  const names = Object.keys(json);
  if (names.every((name, index) => index === 0 || names[index - 1]! < name)) {
    return json;
  }
  // fromEntries defines properties, so a member named __proto__ stays data
  return Object.fromEntries(
    names.sort().map((
      name,
    ) => [name, (json as Record<string, unknown>)[name]]),
  );
}

/**
 * What stands for an object that its members do not tell: what it holds, or,
 * where that cannot be known, that it is itself. `undefined` for all others.
 *
 * @param value a function or an object
 * @param json the same, or what its `toJSON` returned
 */
export function contentOf(
  value: object,
  json: object = value,
  reader?: string,
): Record<string, unknown> | undefined {
  let content: unknown;
  if (value instanceof RegExp) content = String(value);
  // an iterator would be used up
  else if (Symbol.iterator in json && !("next" in json)) {
    content = [...json as Iterable<unknown>];
  } else if (
    typeof value !== "function" &&
    (isPlainObject(value) || Object.keys(value).length > 0)
  ) return undefined;
  else content = identify(value, reader);
  return { [tagOf(value)]: content };
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
