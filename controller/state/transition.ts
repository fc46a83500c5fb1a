import type { Changes } from "./touched.ts";
import { nothingTouched } from "./touched.ts";
import type { State } from "../graph/state.ts";

/** What an action does to a state. */
export interface Transition {
  /** The identical state when the action changes nothing. */
  readonly state: State;
  readonly touched: Changes;
  /** Why the action could not do what it was meant to do. */
  readonly failure?: { readonly error: unknown };
}

/** An action without effect. */
export function unchanged(state: State): Transition {
  return { state, touched: nothingTouched };
}
