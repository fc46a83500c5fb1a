/**
 * The store: immutable states, the actions' effects on them, optimistic
 * layers, and who is told of changes.
 *
 * @module
 */
export { deserialize } from "./deserialize.ts";
export type { EntityRecord } from "./entity_table.ts";
export { applyLayers } from "./layers.ts";
export type { StoreListener } from "./observers.ts";
export type { StateJSON } from "./plain_state.ts";
export { ProcessingError } from "./processing_error.ts";
export { createReducer, type Reducer } from "./reduce.ts";
export { serialize, type SerializedState } from "./serialize.ts";
export { initialState, State } from "./state.ts";
export type { EndpointRecord } from "./state_parts.ts";
export { Store } from "./store.ts";
