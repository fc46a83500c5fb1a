/**
 * A store in the form of Redux with the library's state in one of its slices.
 *
 * @module
 */
import { applyManager } from "../apply_manager.ts";
import type { ActionTypes, GCInterface, Manager } from "../contract.ts";
import type { Controller } from "../controller.ts";
import type { ControllerConstructor } from "../data_store.ts";
import { GCPolicy } from "../gc_policy.ts";
import { changesIn } from "../graph/commit.ts";
import { versionOf } from "../graph/state.ts";
import { applyLayers, Layers } from "../state/layers.ts";
import { initialState as emptyState, type State } from "../state/mod.ts";
import { everythingTouched, transition } from "../state/reduce.ts";
import { combineReducers, type SlicesOf } from "./combine_reducers.ts";
import { mapMiddleware, PromiseifyMiddleware } from "./middlewares.ts";
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
  const library = librarySlice(controller);
  const reduce = combineReducers<Record<string, SliceReducer<unknown>>>({
    ...reducers,
    dataclient: library.reduce as SliceReducer<unknown>,
  });
  let visible: { readonly base: State; readonly state: State } | undefined;
  const getVisibleState = () => {
    const base = selector(store.getState() as PreparedState<R>);
    if (visible?.base !== base) {
      visible = { base, state: applyLayers(controller, base) };
    }
    return visible.state;
  };
  const commit = (action: AnyAction) => {
    write(action);
    return Promise.resolve();
  };
  const managed = applyManager(managers, controller).map((middleware) =>
    ((api) =>
      middleware({ ...api, getVisibleState, commit })) as StoreMiddleware<State>
  );
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

/**
 * The library's slice of a store that is not its own. The garbage collection
 * takes part as in a store of the library, and a dispatch whose value could not
 * be stored rejects; a reducer alone could do neither.
 *
 * @param controller Reads for updaters; its `gcPolicy` is told what is written.
 */
function librarySlice(controller: Controller): {
  readonly reduce: SliceReducer<State>;
  readonly middleware: StoreMiddleware<State>;
} {
  const failures = new WeakMap<ActionTypes, { readonly error: unknown }>();
  return {
    reduce(state = emptyState, action: ActionTypes) {
      const version = versionOf(state);
      if (action.type === "rdc/gc") {
        const layers = new Layers(controller);
        const { graph } = layers.apply(version);
        const spared = graph ? layers.spare(action, graph) : action;
        return transition(controller, version, spared).version.state;
      }
      const outcome = transition(controller, version, action);
      if (outcome.failure) failures.set(action, outcome.failure);
      if (outcome.version === version) return state;
      const { log } = outcome;
      const touched = log ? changesIn(log, outcome.version) : everythingTouched;
      controller.gcPolicy.noteTouched?.(touched);
      const after = outcome.version.state;
      controller.noteCommit({ action, before: state, state: after, touched });
      return after;
    },
    // ignoring the rejection is legal
    middleware: () => (next) => (action) => {
      const done = next(action);
      const failure = failures.get(action as ActionTypes);
      if (failure === undefined) return done;
      const outcome = Promise.reject(failure.error);
      outcome.catch(() => {});
      return outcome;
    },
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
      return () => void listeners.delete(listener);
    },
  };
  return { store, write };
}
