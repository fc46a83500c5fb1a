/**
 * Immutable states, what actions do to them, and optimistic layers.
 *
 * @module
 */
export type { EntityRecord } from "../graph/state.ts";
export { applyLayers } from "./layers.ts";
export type { StateJSON } from "./plain_state.ts";
export { ProcessingError } from "./processing_error.ts";
export { createReducer, type Reducer } from "./reduce.ts";
export { deserialize, serialize, type SerializedState } from "./serialize.ts";
export { initialState, State } from "../graph/state.ts";
