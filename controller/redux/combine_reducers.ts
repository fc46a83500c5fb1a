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
  const names = Object.keys(reducers);
  const reported = new Set<string>();
  let isProbed = false;
  return (state, action) => {
    if (!isProbed) {
      probe(reducers);
      isProbed = true;
    }
    const before = (state ?? {}) as Record<string, unknown>;
    if (isDevelopment()) warnAboutStrangers(before, reducers, reported);
    const after: Record<string, unknown> = {};
    let isChanged = Object.keys(before).length !== names.length;
    for (const name of names) {
      const slice = reducers[name]!(before[name], action);
      if (slice === undefined) throw undefinedSlice(name, action.type);
      isChanged ||= slice !== before[name];
      after[name] = slice;
    }
    return (isChanged ? after : before) as SlicesOf<R>;
  };
}

/** Every reducer must have an initial state and ignore actions it does not know. */
function probe(
  reducers: Readonly<Record<string, SliceReducer<unknown>>>,
): void {
  const type = `@@tessera/probe.${Math.random().toString(36).slice(2)}`;
  for (const [name, reducer] of Object.entries(reducers)) {
    if (reducer(undefined, { type }) === undefined) {
      throw undefinedSlice(name, type);
    }
  }
}

function undefinedSlice(name: string, type: unknown): Error {
  return new Error(
    `The reducer of slice '${name}' returned undefined for the action '${
      String(type)
    }'. Return the previous state to ignore an action, and null for "no value".`,
  );
}

function warnAboutStrangers(
  state: Readonly<Record<string, unknown>>,
  reducers: Readonly<Record<string, unknown>>,
  reported: Set<string>,
): void {
  for (const name of Object.keys(state)) {
    if (Object.hasOwn(reducers, name) || reported.has(name)) continue;
    reported.add(name);
    console.error(
      `The state has a slice '${name}' that no reducer knows; it is dropped. Known are: ${
        Object.keys(reducers).join(", ")
      }.`,
    );
  }
}
