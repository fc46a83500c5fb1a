import { isDevelopment } from "../../schema/engine.ts";
import { type KeyOrder, parsePlainState } from "./parse_plain_state.ts";
import type { StateJSON } from "./plain_state.ts";
import { payloadFormat, type SerializedState } from "./serialize.ts";
import { initialState, State } from "../graph/state.ts";
import { decodeValue } from "./tagged_value.ts";

interface Payload extends Partial<StateJSON> {
  readonly now?: unknown;
  readonly order?: KeyOrder;
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
  const { order, now: writtenAt } = payload;
  const lead = typeof writtenAt === "number" ? Math.max(0, writtenAt - now) : 0;
  // times up to 1 say that something was never fetched, was invalidated or expired
  const move = (time: number) => time > 1 ? time - lead : time;
  return parsePlainState(
    payload,
    order,
    decodeValue,
    (meta) => moveTimes(decodeValue(meta) as Times | undefined, move),
    move,
  );
}

const times = ["fetchedAt", "date", "expiresAt", "prevExpiresAt"] as const;

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
