import type { ActionTypes } from "../contract.ts";
import { commitAndAnswer } from "../network_flight.ts";
import type { AnyDispatch } from "./redux_types.ts";

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
  return (next) => (action) =>
    commitAndAnswer(action as ActionTypes, (action) => {
      next(action);
      return Promise.resolve();
    });
}
