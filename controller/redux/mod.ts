/**
 * The library's state as a slice of a Redux store. Does not need Redux itself.
 *
 * @module
 */
export { applyManager } from "../apply_manager.ts";
export { createReducer, initialState } from "../state/mod.ts";
export { combineReducers, type SlicesOf } from "./combine_reducers.ts";
export { mapMiddleware } from "./map_middleware.ts";
export {
  type PreparedState,
  type PreparedStore,
  prepareStore,
} from "./prepare_store.ts";
export { PromiseifyMiddleware } from "./promiseify_middleware.ts";
export type {
  AnyAction,
  AnyDispatch,
  ExternalStore,
  SliceReducer,
  StoreAPI,
  StoreMiddleware,
} from "./redux_types.ts";
