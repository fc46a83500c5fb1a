import { isDevelopment } from "../../schema/engine.ts";
import { type KeyOrder, parsePlainState } from "./parse_plain_state.ts";
import type { StateJSON } from "./plain_state.ts";
import { payloadFormat, type SerializedState } from "./serialize.ts";
import { createState, initialState, State } from "./state.ts";
import { decodeValue } from "./tagged_value.ts";

interface Payload {
  readonly format: unknown;
  readonly now?: unknown;
  readonly order?: unknown;
}

/**
 * Reads what {@linkcode serialize} wrote. Never throws: what cannot be read
 * gives the initial state, with a warning in development.
 *
 * @param payload The text, or the plain objects of a state.
 * @param now Wall clock in milliseconds. If the writer's clock was ahead, all
 * times are moved back by the difference, so that they mean here what they
 * meant there.
 *
 * @returns The state; the initial one where the payload cannot be read.
 *
 * @example
 * ```ts
 * import { createClient, deserialize, Entity } from "@tessera/client";
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
 *   initialState: deserialize(server.serialize()),
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
      return refuse(`it is ${parsed === null ? "null" : typeof parsed}`);
    }
    return isPayload(parsed) ? readPayload(parsed, now) : State.from(parsed);
  } catch (error) {
    return refuse(String(error));
  }
}

function isPayload(parsed: object): parsed is Payload {
  return Object.hasOwn(parsed, "format");
}

function readPayload(payload: Payload, now: number): State {
  const { format, order } = payload;
  if (typeof format !== "number" || Math.trunc(format) !== payloadFormat) {
    return refuse(
      `its format is ${String(format)}, and only ${payloadFormat} is known`,
    );
  }
  const lead = typeof payload.now === "number" ? payload.now - now : 0;
  const state = decodeState(payload as unknown as StateJSON);
  return createState(
    parsePlainState(
      lead > 0 ? movedBack(state, lead) : state,
      order as KeyOrder | undefined,
    ),
  );
}

/** Names of tables, primary keys and endpoint keys are no tags, whatever they are. */
function decodeState(payload: StateJSON): StateJSON {
  const { entities, entitiesMeta, endpoints, meta, indexes, lastReset } =
    payload;
  const decodeTable = (table: unknown) => mapMembers(table, decodeValue);
  return {
    entities: mapMembers(entities, decodeTable),
    entitiesMeta: mapMembers(entitiesMeta, decodeTable),
    endpoints: mapMembers(endpoints, decodeValue),
    meta: mapMembers(meta, decodeValue),
    indexes,
    optimistic: [],
    lastReset,
  };
}

/** What is no object is taken as an empty one. */
function mapMembers<V>(
  source: unknown,
  change: (value: unknown) => unknown,
): Record<string, V> {
  const result: Record<string, V> = Object.create(null);
  if (typeof source !== "object" || source === null) return result;
  for (const [name, value] of Object.entries(source)) {
    result[name] = change(value) as V;
  }
  return result;
}

function movedBack(state: StateJSON, lead: number): StateJSON {
  const move = (time: number) => time > neverFresh ? time - lead : time;
  for (const meta of Object.values(state.meta)) moveTimes(meta, move);
  for (const metas of Object.values(state.entitiesMeta)) {
    for (const meta of Object.values(metas)) moveTimes(meta, move);
  }
  return { ...state, lastReset: move(state.lastReset) };
}

/** Times up to this one say that something was never fetched, was invalidated or expired. */
const neverFresh = 1;

const times = ["fetchedAt", "date", "expiresAt", "prevExpiresAt"] as const;

function moveTimes(
  meta: { [name in (typeof times)[number]]?: number | undefined },
  move: (time: number) => number,
): void {
  for (const name of times) {
    const time = meta[name];
    if (typeof time === "number") meta[name] = move(time);
  }
}

function refuse(reason: string): State {
  if (isDevelopment()) {
    console.warn(
      `A serialized state could not be read, because ${reason}. The store begins empty. Check where the state comes from.`,
    );
  }
  return initialState;
}
