/**
 * A store in the form of Redux with the library's state in one of its slices.
 *
 * @module
 */
import { applyManager } from "../apply_manager.ts";
import type { GCInterface, Manager } from "../contract.ts";
import type { Controller } from "../controller.ts";
import type { ControllerConstructor } from "../data_store.ts";
import { GCPolicy } from "../gc_policy.ts";
import { applyLayers, type State } from "../state/mod.ts";
import { combineReducers, type SlicesOf } from "./combine_reducers.ts";
import { LibrarySlice } from "./library_slice.ts";
import { mapMiddleware } from "./map_middleware.ts";
import { PromiseifyMiddleware } from "./promiseify_middleware.ts";
import type {
  AnyAction,
  AnyDispatch,
  ExternalStore,
  SliceReducer,
  StoreMiddleware,
} from "./redux_types.ts";

/**
 * The state of a store of {@linkcode prepareStore}: the library's slice and
 * those of the user.
 */
export type PreparedState<R> = SlicesOf<R> & {
  /** The library's state. */
  readonly dataclient: State;
};

/** What {@linkcode prepareStore} returns. */
export interface PreparedStore<R> {
  /** The store. */
  readonly store: ExternalStore<PreparedState<R>>;
  /** Returns the library's state. */
  readonly selector: (state: { readonly dataclient: State }) => State;
  /** The interface to the library's state. */
  readonly controller: Controller;
}

/**
 * Builds a store of the library's state and slices of one's own. Managers are
 * not initialized; `initManager` does that.
 *
 * @param initialState The library's state to start from.
 * @param managers The managers; their middlewares see actions before those of the user.
 * @param Controller Class of the controller.
 * @param reducers Reducers of the other slices.
 * @param middlewares Plain Redux middlewares.
 * @param gcPolicy Decides what stays in memory.
 *
 * @example
 * ```ts
 * import { Controller, initialState, initManager, NetworkManager } from "@tessera/client";
 * import { prepareStore } from "@tessera/client/redux";
 *
 * const managers = [new NetworkManager()];
 * const { store, selector, controller } = prepareStore(initialState, managers, Controller);
 * const stop = initManager(managers, controller, selector(store.getState()))();
 * stop();
 * ```
 */
export function prepareStore<
  // deno-lint-ignore no-explicit-any -- slices have any type
  R extends Readonly<Record<string, SliceReducer<any>>> = Record<never, never>,
>(
  initialState: State,
  managers: readonly Manager[],
  Controller: ControllerConstructor,
  reducers: R = {} as R,
  // deno-lint-ignore no-explicit-any -- middlewares see the whole state
  middlewares: readonly StoreMiddleware<any>[] = [],
  gcPolicy: GCInterface = new GCPolicy(),
): PreparedStore<R> {
  const selector = (state: { readonly dataclient: State }) => state.dataclient;
  const controller = new Controller({ gcPolicy });
  const library = new LibrarySlice(controller);
  const reduce = combineReducers<Record<string, SliceReducer<unknown>>>({
    ...reducers,
    dataclient: library.reduce as SliceReducer<unknown>,
  });
  const getVisibleState = remember(
    () => selector(store.getState() as PreparedState<R>),
    (base) => applyLayers(controller, base),
  );
  const managed = applyManager(managers, controller).map((middleware) =>
    ((api) =>
      middleware({ ...api, getVisibleState, commit })) as StoreMiddleware<State>
  );
  const commit = (action: AnyAction) => {
    write(action);
    return Promise.resolve();
  };
  const { store, write } = createStore(reduce, { dataclient: initialState }, [
    ...mapMiddleware(selector as (state: unknown) => State)(
      ...managed,
      library.middleware,
    ),
    PromiseifyMiddleware,
    ...middlewares,
  ]);
  return {
    store: store as ExternalStore<PreparedState<R>>,
    selector,
    controller,
  };
}

/** The store of Redux, as far as it is needed, and what its middlewares end in. */
function createStore<S>(
  reduce: (state: S | undefined, action: AnyAction) => S,
  initialState: S,
  middlewares: readonly StoreMiddleware<S>[],
): { store: ExternalStore<S>; write: AnyDispatch } {
  let state = reduce(initialState, { type: "@@tessera/init" });
  const listeners = new Set<{ readonly call: () => void }>();
  const getState = () => state;
  const write: AnyDispatch = (action) => {
    state = reduce(state, action);
    for (const listener of [...listeners]) {
      if (listeners.has(listener)) listener.call();
    }
    return action;
  };
  const api = { dispatch: (action: AnyAction) => dispatch(action), getState };
  const dispatch = middlewares
    .map((middleware) => middleware(api))
    .reduceRight<AnyDispatch>((next, wrap) => wrap(next), write);
  const store = {
    dispatch: api.dispatch,
    getState,
    subscribe(call: () => void) {
      const listener = { call };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  return { store, write };
}

/** Computes again only when the source has another identity. */
function remember<T extends object, V>(
  source: () => T,
  compute: (value: T) => V,
): () => V {
  let last: { readonly value: T; readonly result: V } | undefined;
  return () => {
    const value = source();
    if (last?.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}
