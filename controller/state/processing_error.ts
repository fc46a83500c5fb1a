import { describe, errorPlace, isDevelopment } from "../../schema/engine.ts";
import type { OptimisticAction, SetResponseAction } from "../contract.ts";

/**
 * A response could not be stored, because it does not fit its schema, or a
 * method of the schema threw the `cause`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint, Entity, ProcessingError } from "@tessera/client";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 * const getPorts = new Endpoint(() => Promise.resolve([{ name: "Aden" }]), {
 *   name: "getPorts",
 *   schema: [Port],
 * });
 *
 * await using client = createClient();
 * const error = await assertRejects(
 *   () => client.fetch(getPorts),
 *   ProcessingError,
 * );
 * assertEquals(error.place, "[0]");
 * ```
 */
export class ProcessingError extends Error {
  /** Always `"ProcessingError"`. */
  override readonly name = "ProcessingError";
  /** The response is to blame. */
  readonly status = 400;
  /** The offending response; absent for optimistic ones. */
  declare readonly response?: unknown;
  /** The place of the offending value in the response, such as `data[1].home`; absent for the response as a whole. */
  declare readonly place?: string;

  /**
   * Explains why a response could not be stored.
   *
   * @param action The action whose response was to be stored.
   * @param cause Why that failed.
   */
  constructor(action: SetResponseAction | OptimisticAction, cause: Error) {
    const place = errorPlace(cause);
    super(
      `${action.key}: the ${
        action.type === "rdc/optimistic" ? "optimistic response" : "response"
      } could not be stored${
        isDevelopment()
          ? ` with the schema ${describe(action.endpoint.schema, 200)}`
          : ""
      }. ${place === undefined ? "" : `At ${place}: `}${cause.message}`,
      { cause },
    );
    if (place !== undefined) this.place = place;
    if (action.type === "rdc/setresponse") this.response = action.response;
  }
}

const known = new WeakMap<object, { readonly error: unknown }>();

/**
 * The error to store instead of a response: the same one however often the
 * action is reduced or replayed, and reported once.
 */
export function processingErrorOf(
  action: SetResponseAction | OptimisticAction,
  thrown: unknown,
): unknown {
  const existing = known.get(action);
  if (existing !== undefined) return existing.error;
  const error = thrown instanceof Error
    ? new ProcessingError(action, thrown)
    : storableError(action.key, thrown);
  known.set(action, { error });
  if (isDevelopment()) console.error(error);
  return error;
}

/** A reason that differs from "no error". */
export function storableError(key: string, reason: unknown): unknown {
  return reason === undefined || reason === null
    ? new Error(
      `'${key}' rejected without a reason (${reason}).` +
        (isDevelopment()
          ? " Reject with an Error that says what went wrong."
          : ""),
      { cause: reason },
    )
    : reason;
}
