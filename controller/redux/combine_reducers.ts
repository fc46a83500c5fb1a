import { isDevelopment } from "../../schema/engine.ts";
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
  const reported = new Set<string>();
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
    const strangers = Object.keys(before).filter((name) => !(name in after));
    if (isDevelopment()) report(strangers, after, reported);
    const isSame = !isChanged && strangers.length === 0;
    return (isSame ? before : after) as SlicesOf<R>;
  };
}

function undefinedSlice(name: string, type: unknown): Error {
  return new Error(
    `The reducer of slice '${name}' returned undefined for the action '${
      String(type)
    }'. Return the previous state to ignore an action, and null for "no value".`,
  );
}

function report(
  strangers: readonly string[],
  known: object,
  reported: Set<string>,
): void {
  for (const name of strangers) {
    if (reported.has(name)) continue;
    reported.add(name);
    console.error(
      `The state has a slice '${name}' that no reducer knows; it is dropped. Known are: ${
        Object.keys(known).join(", ")
      }.`,
    );
  }
}
