import { setOwn } from "../../schema/engine.ts";
import { INVALID, isInvalid } from "../../schema/mod.ts";

/** Says that there is a value that JSON text cannot carry, not even with tags. */
class UnencodableValue extends Error {}

/** Objects with this member are tags; data with such a member is wrapped. */
const tag = "$";

type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/**
 * Turns a value into one that survives JSON. What JSON lacks becomes a tagged
 * object; data that looks like a tag is told apart.
 *
 * @throws {UnencodableValue} if there is a binary value, a function, an
 * instance of a class other than Date and Error, or a cycle.
 */
export function encodeValue(value: unknown, ancestors: object[] = []): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { [tag]: "number", text: Object.is(value, -0) ? "-0" : `${value}` };
    case "undefined":
      return { [tag]: "undefined" };
    case "bigint":
      return { [tag]: "bigint", text: `${value}` };
    case "symbol":
      if (isInvalid(value)) return { [tag]: "deleted" };
      break;
    case "object":
      return value === null ? null : encodeObject(value, ancestors);
  }
  throw new UnencodableValue();
}

function encodeObject(value: object, ancestors: object[]): Json {
  if (value instanceof Date) {
    return { [tag]: "date", time: encodeValue(value.getTime()) };
  }
  if (value instanceof Error) return encodeError(value);
  if (ancestors.length >= deepest || ancestors.includes(value)) {
    throw new UnencodableValue();
  }
  ancestors.push(value);
  const encoded = Array.isArray(value)
    ? Array.from(value, (item) => encodeValue(item, ancestors))
    : encodeMembers(value, ancestors);
  ancestors.pop();
  return encoded;
}

/** Deeper values would overflow the stack of whoever reads them. */
const deepest = 1000;

function encodeMembers(value: object, ancestors: object[]): Json {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new UnencodableValue();
  }
  const members: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value)) {
    setOwn(members, name, encodeValue(member, ancestors));
  }
  return Object.hasOwn(members, tag) ? { [tag]: "object", members } : members;
}

function encodeError(error: Error & { readonly status?: unknown }): Json {
  const { name, message, status } = error;
  const encoded = { [tag]: "error", name: `${name}`, message: `${message}` };
  return typeof status === "number" ? { ...encoded, status } : encoded;
}

/** The value that {@linkcode encodeValue} was given; unknown tags give `undefined`. */
export function decodeValue(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(decodeValue);
  return Object.hasOwn(json, tag)
    ? decodeTagged(json as Record<string, unknown>)
    : decodeMembers(json);
}

function decodeMembers(json: unknown): object {
  const value = {};
  for (const [name, member] of Object.entries(json ?? {})) {
    setOwn(value, name, decodeValue(member));
  }
  return value;
}

function decodeTagged(json: Record<string, unknown>): unknown {
  switch (json[tag]) {
    case "number":
      return Number(json.text);
    case "bigint":
      return BigInt(json.text as string);
    case "deleted":
      return INVALID;
    case "date":
      return new Date(decodeValue(json.time) as number);
    case "error":
      return decodeError(json);
    case "object":
      return decodeMembers(json.members);
    default:
      return undefined;
  }
}

function decodeError(
  { name, message, status }: Record<string, unknown>,
): Error {
  const error = new Error(String(message));
  Object.defineProperty(error, "name", {
    value: String(name),
    configurable: true,
    writable: true,
  });
  return status === undefined ? error : Object.assign(error, { status });
}
