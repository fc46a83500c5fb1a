import type { SetResponseAction } from "./contract.ts";
import type { State } from "./graph/state.ts";

/**
 * Why a response that a {@linkcode NetworkManager} sent to the store is an
 * error; wrapped, since a reason may be `undefined`.
 */
export interface StoredFailure {
  /** Whatever was rejected with, or the processing error. */
  readonly reason: unknown;
}

/**
 * Tells whether a response is an error, either because the endpoint rejected
 * or because the response could not be stored.
 *
 * @param action The response.
 * @param state The state that resulted from it.
 */
export function storedFailure(
  action: SetResponseAction,
  state: State,
): StoredFailure | undefined {
  if (action.error) return { reason: action.response };
  const meta = state.getMeta(action.key);
  // stamps are unique, so a meta with this one was written by this action
  return meta !== undefined && meta.error !== undefined &&
      meta.fetchedAt === action.meta.fetchedAt
    ? { reason: meta.error }
    : undefined;
}
