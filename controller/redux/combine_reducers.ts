import type { AnyAction, SliceReducer } from "./redux_types.ts";

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
