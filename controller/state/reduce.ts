import type {
  ActionTypes,
  GCAction,
  MergeAction,
  ResetAction,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { Commit } from "../graph/commit.ts";
import type { Footprint } from "./footprint.ts";
import { applyLayer } from "./apply_layer.ts";
import { withLayer } from "./layer_list.ts";
import { expireAll, invalidate, matchingKeys } from "./response_validity.ts";
import { setValue } from "./set_value.ts";
import { initialState, type State } from "../graph/state.ts";
import { storeResponse } from "./store_response.ts";
import { everythingTouched } from "./touched.ts";
import { type Transition, unchanged } from "./transition.ts";

/**
 * Computes the state an action leads to: what {@linkcode createReducer} makes.
 * Actions of others, such as those of a Redux store around it, lead nowhere.
 */
export type Reducer = (
  state: State | undefined,
  action: ActionTypes | { readonly type: string },
) => State;

/**
 * Makes the pure function that applies actions to states. Failures of user
 * data and user functions become part of the state; only a throwing `testKey`
 * reaches the caller.
 *
 * @param controller Reads for updaters and optimistic responses.
 *
 * @example
 * ```ts
 * import { Controller, Endpoint } from "@tessera/client";
 * import { actions, createReducer } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * const reduce = createReducer(new Controller());
 * const state = reduce(
 *   undefined,
 *   actions.createSetResponse(getTide, { args: [{ port: "aden" }], response: { port: "aden", height: 2 } }),
 * );
 * assertEquals(state.getEndpoint(getTide.key({ port: "aden" })), { port: "aden", height: 2 });
 * ```
 */
export function createReducer(controller: Controller): Reducer {
  return (state = initialState, action) =>
    transition(controller, state, action as ActionTypes).state;
}

/**
 * What an action does to a state.
 *
 * @param controller Reads for updaters and optimistic responses.
 * @param state The state to start from.
 * @param action Any action; unknown ones have no effect.
 * @param twin Equal values take their identity from this state.
 * @throws What the `testKey` of an action throws.
 */
export function transition(
  controller: Controller,
  state: State,
  action: ActionTypes,
  twin?: State,
  reads?: Footprint,
): Transition {
  switch (action.type) {
    case "rdc/fetch": {
      const layers = withLayer(state.optimistic, action, controller);
      if (layers === state.optimistic) return unchanged(state);
      const commit = new Commit(state);
      commit.setOptimistic(layers);
      return commit.seal();
    }
    case "rdc/optimistic":
      return applyLayer(controller, state, action, twin);
    case "rdc/set":
      return setValue(controller, state, action, { twin, reads });
    case "rdc/setresponse":
      return storeResponse(state, action, controller.expiryLengths, {
        twin,
        reads,
      }, controller.report);
    case "rdc/invalidate":
      return invalidate(state, [action.key]);
    case "rdc/invalidateall":
      return invalidate(state, matchingKeys(state, action.testKey));
    case "rdc/expireall":
      return expireAll(state, action.testKey);
    case "rdc/reset":
      return reset(action);
    case "rdc/gc":
      return remove(state, action);
    case "rdc/merge":
      return merge(state, action);
    default:
      return unchanged(state);
  }
}

function reset({ date }: ResetAction): Transition {
  const commit = new Commit(initialState);
  commit.setLastReset(date);
  return { state: commit.seal().state, touched: everythingTouched };
}

function remove(state: State, { entities, endpoints }: GCAction): Transition {
  const commit = new Commit(state);
  for (const { key, pk } of entities) commit.removeEntity(key, pk);
  for (const key of endpoints) commit.removeEndpoint(key);
  return commit.sealRemoval();
}

function merge(state: State, { apply }: MergeAction): Transition {
  const commit = new Commit(state);
  try {
    apply(commit);
  } catch (error) {
    commit.discard();
    return { ...unchanged(state), failure: { error } };
  }
  return commit.seal();
}
