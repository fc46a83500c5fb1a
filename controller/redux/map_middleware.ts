import type { StoreMiddleware } from "./redux_types.ts";

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
