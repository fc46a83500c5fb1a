import type { AnyDispatch, StoreMiddleware } from "./redux_types.ts";

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
 * @returns A middleware that passes every action on.
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
