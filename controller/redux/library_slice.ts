import type { ActionTypes } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { commitAndAnswer } from "../network_flight.ts";
import { spareLayers } from "../state/layers.ts";
import { initialState, type State } from "../state/mod.ts";
import { transition } from "../state/reduce.ts";
import type { StoreMiddleware } from "./redux_types.ts";

/**
 * The library's slice of a store that is not its own. The garbage collection
 * takes part as in a store of the library, and a dispatch whose value could not
 * be stored rejects; a reducer alone could do neither.
 */
export class LibrarySlice {
  readonly #controller: Controller;
  readonly #failures = new WeakMap<ActionTypes, { readonly error: unknown }>();

  /** @param controller Reads for updaters; its `gcPolicy` is told what is written. */
  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /** Computes the next state of the slice. */
  readonly reduce = (
    state: State = initialState,
    action: ActionTypes,
  ): State => {
    const { gcPolicy } = this.#controller;
    if (action.type === "rdc/gc") {
      const removal = gcPolicy.recheck?.(action) ?? action;
      const spared = spareLayers(this.#controller, state, removal);
      return transition(this.#controller, state, spared).state;
    }
    const outcome = transition(this.#controller, state, action);
    if (outcome.failure) this.#failures.set(action, outcome.failure);
    if (outcome.state === state) return state;
    gcPolicy.noteTouched?.(outcome.touched);
    const { touched } = outcome;
    this.#controller.noteCommit({
      action,
      before: state,
      state: outcome.state,
      touched,
    });
    return outcome.state;
  };

  /** Rejects where a value or a response could not be stored; ignoring that is legal. */
  readonly middleware: StoreMiddleware<State> = () => (next) => (action) =>
    commitAndAnswer(action as ActionTypes, (action) => {
      const done = next(action);
      const failure = this.#failures.get(action);
      if (failure === undefined) return done;
      const outcome = Promise.reject(failure.error);
      outcome.catch(() => {});
      return outcome;
    });
}
