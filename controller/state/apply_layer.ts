import type { OptimisticAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { AbortOptimistic } from "../errors.ts";
import { Commit, type Sealed } from "../graph/commit.ts";
import { Footprint } from "./footprint.ts";
import { processingErrorOf } from "./processing_error.ts";
import type { State } from "../graph/state.ts";
import { errorExpiry, writeError, writeResponse } from "./store_response.ts";

/** A state with a layer on it, and what the layer read and wrote. */
export interface LayerResult extends Sealed {
  readonly footprint: Footprint;
}

/**
 * Puts a layer on a state. A layer that aborts contributes nothing; one that
 * fails contributes only the error of its key.
 *
 * @param controller Reads for the optimistic response.
 * @param state Base plus all earlier layers.
 * @param action The layer.
 * @param twin Equal values take their identity from this state.
 */
export function applyLayer(
  controller: Controller,
  state: State,
  action: OptimisticAction,
  twin?: State,
): LayerResult {
  const { endpoint, args, meta } = action;
  const footprint = new Footprint();
  const snapshot = controller.snapshot(state, meta.fetchedAt);
  let commit = new Commit(state, { twin, reads: footprint });
  try {
    writeResponse(
      commit,
      action,
      endpoint.getOptimisticResponse?.call(endpoint, snapshot, ...args),
      controller.report,
    );
  } catch (thrown) {
    commit.discard();
    commit = new Commit(state, { twin, reads: footprint });
    if (!(thrown instanceof AbortOptimistic)) {
      const error = processingErrorOf(action, thrown);
      const expiresAt = errorExpiry(action, controller.expiryLengths);
      writeError(commit, action, error, expiresAt);
    }
  }
  footprint.dependencies(snapshot.dependencies);
  const { state: next, touched } = commit.seal();
  footprint.writes(touched);
  return { state: next, touched, footprint };
}
