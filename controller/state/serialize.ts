import { isDevelopment, setOwn } from "../../schema/engine.ts";
import { INVALID, isInvalid } from "../../schema/mod.ts";
import type { ResponseMeta } from "../contract.ts";
import { notAfter } from "../expiry.ts";
import { absent } from "../graph/graph.ts";
import { initialState, State, stateFrom } from "../graph/state.ts";
import {
  emptyObject,
  members,
  type StateJSON,
  timesOf,
} from "./plain_state.ts";

/**
 * A state as JSON text that is safe inside a script element: what
 * {@linkcode serialize} gives.
 */
export type SerializedState = string;

/** Grows when older readers could no longer make sense of a payload. */
export const payloadFormat = 1;

/**
 * Turns a state into text: for the client of a server-rendered page, for
 * storage, for fixtures. Pending optimistic layers are left out, and so is,
 * with its meta, what text cannot carry: binary values, functions, instances.
 *
 * @param input The state to write, or its plain form.
 * @param now Wall clock in milliseconds, from which a reader sees how its own clock differs.
 * @returns JSON text in which no character can end an HTML script element.
 *
 * @example
 * ```ts
 * import { deserialize, serialize, State } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const state = State.from({ endpoints: { "GET /tide": 2 } });
 * assertEquals(deserialize(serialize(state)).getEndpoint("GET /tide"), 2);
 * ```
 */
export function serialize(
  input: State | Partial<StateJSON>,
  now: number = Date.now(),
): SerializedState {
  const state = State.from(input);
  const payload = {
    format: payloadFormat,
    now,
    ...encodeTables(state),
    ...encodeResponses(state),
    indexes: state.indexes,
    lastReset: state.lastReset,
  };
  return safeJson(payload);
}

/** JSON text in which no character can end an HTML script element, or a line of script. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(unsafe, escape);
}

type Members = Record<string, unknown>;

function encodeTables(
  state: State,
): { entities: Members; entitiesMeta: Members; order: Members | undefined } {
  const entities = emptyObject();
  const entitiesMeta = emptyObject();
  let order: Members | undefined;
  for (const key of state.tableKeys()) {
    const rows = emptyObject();
    const metas = emptyObject();
    const pks: string[] = [];
    for (const [pk, row] of state.getEntities(key)!.entries()) {
      if (!tryEncode(rows, pk, row)) continue;
      pks.push(pk);
      const meta = state.getEntityMeta(key, pk);
      if (meta) metas[pk] = encodeValue(timesOf(meta));
    }
    entities[key] = rows;
    entitiesMeta[key] = metas;
    // objects list integer-like members first
    const listed = Object.keys(rows);
    if (pks.some((pk, position) => pk !== listed[position])) {
      (order ??= emptyObject())[key] = pks;
    }
  }
  return { entities, entitiesMeta, order };
}

function encodeResponses(
  state: State,
): { endpoints: Members; meta: Members } {
  const endpoints = emptyObject();
  const meta = emptyObject();
  for (const key of state.endpointKeys()) {
    const record = state.getEndpointRecord(key)!;
    const isEncoded = record.value === absent ||
      tryEncode(endpoints, key, record.value);
    if (
      isEncoded && record.meta !== undefined &&
      !tryEncode(meta, key, definedMembers(record.meta))
    ) delete endpoints[key];
  }
  return { endpoints, meta };
}

function tryEncode(into: Members, name: string, value: unknown): boolean {
  try {
    into[name] = encodeValue(value);
    return true;
  } catch {
    // a getter may throw, too: one value must not cost all the others
    return false;
  }
}

/** A meta without the members that say nothing. */
export function definedMembers(meta: ResponseMeta): Members {
  return Object.fromEntries(
    Object.entries(meta).filter(([, value]) => value !== undefined),
  );
}

/** Characters that could end a script element, or a line of script. */
const unsafe = /[<>&\u2028\u2029]/g;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

interface Payload extends Partial<StateJSON> {
  readonly now?: unknown;
  /** Primary keys by table, where plain objects cannot retain their order. */
  readonly order?: { readonly [key: string]: unknown };
}

/**
 * Reads what {@linkcode serialize} wrote. Never throws: what cannot be read
 * gives the initial state, with a warning in development.
 *
 * @param payload The text, or the plain objects of a state.
 * @param now Wall clock in milliseconds. If the writer's clock was ahead, all
 * times are moved back by the difference, so that they mean here what they
 * meant there. A time that is still in the future becomes the present.
 *
 * @returns The state; the initial one where the payload cannot be read.
 *
 * @example
 * ```ts
 * import { createClient, deserialize, Entity, serialize } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 * await using server = createClient();
 * await server.set(Port, { id: "rtm" }, { id: "rtm" });
 *
 * await using page = createClient({
 *   initialState: deserialize(serialize(server.getState())),
 * });
 * assertEquals(page.get(Port, { id: "rtm" })?.id, "rtm");
 * ```
 */
export function deserialize(
  payload: SerializedState | Partial<StateJSON>,
  now: number = Date.now(),
): State {
  try {
    const parsed = typeof payload === "string" ? JSON.parse(payload) : payload;
    if (typeof parsed !== "object" || parsed === null) {
      if (isDevelopment()) warn("it is no object");
    } else if (!Object.hasOwn(parsed, "format")) {
      return State.from(parsed);
    } else if (Math.trunc(parsed.format) === payloadFormat) {
      return readPayload(parsed, now);
    } else if (isDevelopment()) {
      warn(
        `its format is ${parsed.format}, and only ${payloadFormat} is known`,
      );
    }
  } catch (error) {
    if (isDevelopment()) warn(String(error));
  }
  return initialState;
}

function readPayload(payload: Payload, now: number): State {
  const { order, now: writtenAt, lastReset } = payload;
  const lead = typeof writtenAt === "number" ? Math.max(0, writtenAt - now) : 0;
  // times up to 1 say that something was never fetched, was invalidated or expired
  const move = (time: number) => time > 1 ? time - lead : time;
  const decodeMeta = (encoded: unknown) => {
    const meta = moveTimes(decodeValue(encoded) as Times | undefined, move);
    return meta && notAfter(meta as ResponseMeta, now);
  };
  const each = (
    part: unknown,
    decode: (value: unknown) => unknown,
  ): Members => {
    const decoded = emptyObject();
    for (const [name, value] of members(part)) decoded[name] = decode(value);
    return decoded;
  };
  return stateFrom(
    {
      indexes: payload.indexes!,
      entities: each(
        payload.entities,
        (rows) => each(rows, decodeValue),
      ) as StateJSON["entities"],
      entitiesMeta: each(
        payload.entitiesMeta,
        (metas) => each(metas, decodeMeta),
      ) as StateJSON["entitiesMeta"],
      endpoints: each(payload.endpoints, decodeValue),
      meta: each(payload.meta, decodeMeta) as StateJSON["meta"],
      lastReset: Number.isFinite(lastReset) ? move(lastReset!) : lastReset!,
    },
    (rows, key) => inOrder(members(rows), order?.[key]),
  );
}

/** Rows in the order of a list of primary keys; those that are not in it come last. */
function inOrder(
  rows: [pk: string, row: unknown][],
  pks: unknown,
): [pk: string, row: unknown][] {
  if (!Array.isArray(pks)) return rows;
  const places = new Map(pks.map((pk, place) => [pk, place]));
  const placeOf = (pk: string) => places.get(pk) ?? pks.length;
  return rows.sort(([a], [b]) => placeOf(a) - placeOf(b));
}

const times = ["fetchedAt", "date", "expiresAt"] as const;

type Times = { [name in (typeof times)[number]]?: unknown };

function moveTimes(
  meta: Times | undefined,
  move: (time: number) => number,
): Times | undefined {
  for (const name of times) {
    const time = meta?.[name];
    if (typeof time === "number") meta![name] = move(time);
  }
  return meta;
}

function warn(reason: string): void {
  console.warn(
    `A serialized state could not be read, because ${reason}. The store begins empty. Check where the state comes from.`,
  );
}

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
 * object; data that looks like a tag gets one more.
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

/** The value that {@linkcode encodeValue} has encoded; unknown tags give `undefined`. */
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
