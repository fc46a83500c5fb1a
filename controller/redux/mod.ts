/**
 * The library's state as a slice of a Redux store, for applications that have
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
import { applyManager, type ControllerConstructor } from "../store.ts";
import type { ActionTypes } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { type GCInterface, GCPolicy } from "../gc_policy.ts";
import { Changes } from "../graph/commit.ts";
import {
  initialState as emptyState,
  State,
  type Version,
  versionOf,
} from "../graph/state.ts";
import { Doubts } from "../state/doubts.ts";
import { applyLayers, Layers } from "../state/layers.ts";
import {
  everythingTouched,
  madeBy,
  type Reducer,
  transition,
} from "../state/reduce.ts";

export { applyManager } from "../store.ts";
export { initialState } from "../graph/state.ts";
import type { Manager } from "../manager.ts";

/**
 * Any action of a Redux store, such as reducers of {@linkcode combineReducers}
 * take.
 */
export interface AnyAction {
  /** The kind of action; Redux wants a string. */
  readonly type: string;
  /** Further members, of any type. */
  // deno-lint-ignore no-explicit-any -- every action has members of its own
  readonly [member: string]: any;
}

/** Computes the next state of a slice, for {@linkcode combineReducers}. */
export type SliceReducer<S> = (
  state: S | undefined,
  // deno-lint-ignore no-explicit-any -- reducers narrow the action themselves
  action: any,
) => S;

/**
 * Sends an action on its way through the middlewares of
 * {@linkcode prepareStore}.
 */
// deno-lint-ignore no-explicit-any -- middlewares decide what they take and return
export type AnyDispatch = (action: any) => any;

/** The argument of a middleware of {@linkcode prepareStore}. */
export interface StoreAPI<S> {
  /** Sends an action through all middlewares. */
  readonly dispatch: AnyDispatch;
  /** The current state. */
  readonly getState: () => S;
}

/** A Redux middleware, as {@linkcode prepareStore} takes it. */
export type StoreMiddleware<S> = (
  api: StoreAPI<S>,
) => (next: AnyDispatch) => AnyDispatch;

/**
 * The part of a Redux store that a view needs. Both the store of
 * {@linkcode prepareStore} and any store of Redux have it.
 */
export interface ExternalStore<S> {
  /** Sends an action through all middlewares. */
  readonly dispatch: AnyDispatch;
  /** The current state. */
  readonly getState: () => S;
  /** Calls the listener after each action; returns the end of it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * The state of a store of {@linkcode prepareStore}: the library's slice and
 * those of the user.
 */
export type PreparedState<R> = SlicesOf<R> & {
  /** The library's state. */
  readonly dataclient: State;
};

/** The result of {@linkcode prepareStore}. */
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
 * Makes the reducer of the library's slice in a store of the application. It is
 * that of the entry `controller`, and has readers request what only the server
 * knows after an action, such as a mutation without a response.
 *
 * @param controller Reads for updaters and optimistic responses; `applyManager` has the same.
 *
 * @example
 * ```ts
 * import { Controller } from "@tessera/client";
 * import { createReducer } from "@tessera/client/redux";
 * import { assertEquals } from "@std/assert";
 *
 * const reduce = createReducer(new Controller());
 * const state = reduce(undefined, { type: "rdc/reset", date: 5 });
 * assertEquals(state.lastReset, 5);
 * ```
 */
export function createReducer(controller: Controller): Reducer {
  const { reduce } = librarySlice(controller);
  return (state = emptyState, action) =>
    reduce(State.from(state), action as ActionTypes);
}

/**
 * The library's slice of a store that is not its own. The garbage collection
 * takes part as in a store of the library, and a dispatch whose value could not
 * be stored rejects; a reducer alone could do neither.
 *
 * @param controller Reads for updaters; its `gcPolicy` hears what is written.
 */
function librarySlice(controller: Controller): {
  readonly reduce: SliceReducer<State>;
  readonly middleware: StoreMiddleware<State>;
} {
  const failures = new WeakMap<ActionTypes, { readonly error: unknown }>();
  // readers are notified with each action
  const inDoubt = new Doubts(controller, () => false);
  let graph: Version["graph"];
  return {
    reduce(state = emptyState, action: ActionTypes) {
      const version = versionOf(state);
      if (action.type === "rdc/gc") {
        const layers = new Layers(controller);
        const { graph } = layers.apply(version);
        const spared = graph ? layers.spare(action, graph) : action;
        const { version: swept } = transition(controller, version, spared);
        return madeBy(action, state, swept.state);
      }
      const outcome = transition(controller, version, action);
      if (outcome.failure) failures.set(action, outcome.failure);
      const { log, doubts, changes } = outcome;
      if (outcome.version.graph !== graph) {
        ({ graph } = outcome.version);
        inDoubt.begin(graph!);
      }
      if (doubts?.size) inDoubt.add(doubts);
      if (outcome.version === version && !changes) return state;
      const touched = log
        ? new Changes(log, outcome.version)
        : everythingTouched;
      controller.gcPolicy.noteTouched?.(touched);
      const after = outcome.version.state;
      controller.noteCommit({
        action,
        before: state,
        state: after,
        touched,
        doubts,
        changes,
      });
      return madeBy(action, state, after);
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

/** The state of each slice of {@linkcode combineReducers}. */
export type SlicesOf<R> = {
  // deno-lint-ignore no-explicit-any -- slices have any type
  [K in keyof R]: R[K] extends SliceReducer<any> ? ReturnType<R[K]> : never;
};

/**
 * Makes one reducer of several, each with a slice of the state.
 *
 * @param reducers The reducer of each slice.
 * @returns A reducer that returns the identical object when no slice changed.
 * @throws {Error} From the reducer, when a slice returns `undefined`.
 *
 * @example
 * ```ts
 * import { combineReducers } from "@tessera/client/redux";
 * import { assertEquals } from "@std/assert";
 *
 * const reduce = combineReducers({
 *   berths: (count: number = 0, action: { type: string }) => action.type === "moored" ? count + 1 : count,
 * });
 * assertEquals(reduce(undefined, { type: "moored" }), { berths: 1 });
 * ```
 */
export function combineReducers<
  // deno-lint-ignore no-explicit-any -- slices have any type
  R extends Readonly<Record<string, SliceReducer<any>>>,
>(
  reducers: R,
): (state: SlicesOf<R> | undefined, action: AnyAction) => SlicesOf<R> {
  return (state, action) => {
    const before: Record<string, unknown> = state ?? {};
    const after: Record<string, unknown> = {};
    let isChanged = false;
    for (const [name, reducer] of Object.entries(reducers)) {
      const slice = reducer(before[name], action);
      if (slice === undefined) throw undefinedSlice(name, action.type);
      isChanged ||= slice !== before[name];
      after[name] = slice;
    }
    // slices that nobody knows go
    isChanged ||= Object.keys(before).length !== Object.keys(after).length;
    return (isChanged ? after : before) as SlicesOf<R>;
  };
}

function undefinedSlice(name: string, type: unknown): Error {
  return new Error(
    `The reducer of slice '${name}' returned undefined for the action '${
      String(type)
    }'. Return the previous state to ignore an action, and null for "no value".`,
  );
}

/**
 * Lets middlewares that know one slice only work in a store with more of them.
 *
 * @param selector Returns the slice.
 * @returns A function that wraps middlewares; each then sees the slice as the state.
 *
 * @example
 * ```ts
 * import { mapMiddleware, type StoreMiddleware } from "@tessera/client/redux";
 *
 * const logTides: StoreMiddleware<number> = ({ getState }) => (next) => (action) => {
 *   console.log(getState());
 *   return next(action);
 * };
 * const selectTide = (state: { tide: number }) => state.tide;
 * const [middleware] = mapMiddleware(selectTide)(logTides);
 * ```
 */
export function mapMiddleware<S, T>(
  selector: (state: S) => T,
): (...middlewares: readonly StoreMiddleware<T>[]) => StoreMiddleware<S>[] {
  return (...middlewares) =>
    middlewares.map((middleware): StoreMiddleware<S> => (api) =>
      middleware({ ...api, getState: () => selector(api.getState()) })
    );
}

/**
 * Turns what plain Redux middlewares return into the promise that managers
 * expect. Stands between both.
 *
 * @param _api The store's `dispatch` and `getState`, which it does not need.
 * @returns A middleware that forwards every action.
 *
 * @example
 * ```ts
 * import { PromiseifyMiddleware } from "@tessera/client/redux";
 * import { assertEquals } from "@std/assert";
 *
 * const dispatch = PromiseifyMiddleware()((action) => action);
 * assertEquals(await dispatch({ type: "moored" }), undefined);
 * ```
 */
export function PromiseifyMiddleware(
  _api?: unknown,
): (next: AnyDispatch) => (action: unknown) => Promise<void> {
  return (next) => (action) => {
    next(action);
    return Promise.resolve();
  };
}
