import type { ResponseMeta } from "../contract.ts";
import { emptyObject, timesOf } from "./plain_state.ts";
import { absent, type State } from "../graph/state.ts";
import { encodeValue } from "./tagged_value.ts";

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
 * @param state The state to write.
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
  state: State,
  now: number = Date.now(),
): SerializedState {
  const payload = {
    format: payloadFormat,
    now,
    ...encodeTables(state),
    ...encodeResponses(state),
    indexes: state.indexes,
    lastReset: state.lastReset,
  };
  return JSON.stringify(payload).replace(unsafe, escape);
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

function definedMembers(meta: ResponseMeta): Members {
  return Object.fromEntries(
    Object.entries(meta).filter(([, value]) => value !== undefined),
  );
}

/** Characters that could end a script element, or a line of script. */
const unsafe = /[<>&\u2028\u2029]/g;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
