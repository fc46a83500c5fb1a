/**
 * The parts of Redux that this integration needs, so that it does not depend on it.
 *
 * @module
 */

/**
 * Any action of a Redux store, such as reducers of {@linkcode combineReducers}
 * take.
 */
export interface AnyAction {
  /** What it is; Redux wants a string. */
  readonly type: string;
  /** Whatever else it carries. */
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

/** What a middleware of {@linkcode prepareStore} is given. */
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
 * What a view needs of a Redux store: what {@linkcode prepareStore} makes, and
 * any store of Redux is.
 */
export interface ExternalStore<S> {
  /** Sends an action through all middlewares. */
  readonly dispatch: AnyDispatch;
  /** The current state. */
  readonly getState: () => S;
  /** Calls the listener after each action; returns the end of it. */
  readonly subscribe: (listener: () => void) => () => void;
}
