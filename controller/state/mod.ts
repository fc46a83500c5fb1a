/**
 * The store: immutable states, the actions' effects on them, optimistic
 * layers, and who is notified of changes.
 *
 * @module
 */
export type { EntityRecord } from "../graph/state.ts";
export { applyLayers } from "./layers.ts";
export type { StoreChange, StoreListener } from "./store.ts";
export type { StateJSON } from "./plain_state.ts";
export { ProcessingError } from "./processing_error.ts";
export { createReducer, type Reducer } from "./reduce.ts";
export { deserialize, serialize, type SerializedState } from "./serialize.ts";
export { initialState, State } from "../graph/state.ts";
export type { EndpointRecord } from "../graph/state.ts";
export { Store } from "./store.ts";
