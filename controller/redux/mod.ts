/**
 * The library's state as a slice of a Redux store, for applications that keep
 * everything in one. Does not need Redux itself; the provider for React is in
 * `@tessera/client/react/redux`.
 *
 * @example
 * ```ts
 * import { Controller, initialState, initManager, NetworkManager } from "@tessera/client";
 * import { prepareStore } from "@tessera/client/redux";
 * import { assertEquals } from "@std/assert";
 *
 * const managers = [new NetworkManager()];
 * const { store, selector, controller } = prepareStore(
 *   initialState,
 *   managers,
 *   Controller,
 *   { berths: (count: number = 12) => count },
 * );
 * const stop = initManager(managers, controller, selector(store.getState()))();
 * assertEquals(store.getState().berths, 12);
 * stop();
 * ```
 *
 * @module
 */
export { applyManager } from "../apply_manager.ts";
export { createReducer, initialState } from "../state/mod.ts";
export { combineReducers, type SlicesOf } from "./combine_reducers.ts";
export { mapMiddleware, PromiseifyMiddleware } from "./middlewares.ts";
export {
  type PreparedState,
  type PreparedStore,
  prepareStore,
} from "./prepare_store.ts";
export type {
  AnyAction,
  AnyDispatch,
  ExternalStore,
  SliceReducer,
  StoreAPI,
  StoreMiddleware,
} from "./redux_types.ts";
