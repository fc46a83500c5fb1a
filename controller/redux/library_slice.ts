import type { ActionTypes } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { commitAndAnswer } from "../network_flight.ts";
import { Layers } from "../state/layers.ts";
import { initialState, type State } from "../state/mod.ts";
import { touchedBy, transition } from "../state/reduce.ts";
import { versionOf } from "../graph/state.ts";
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
    state: State | undefined = initialState,
    action: ActionTypes,
  ): State => {
    const { gcPolicy } = this.#controller;
    const version = versionOf(state);
    if (action.type === "rdc/gc") {
      const removal = gcPolicy.recheck?.(action) ?? action;
      const layers = new Layers(this.#controller);
      const { graph } = layers.apply(version);
      const spared = graph ? layers.spare(removal, graph) : removal;
      return transition(this.#controller, version, spared).version.state;
    }
    const outcome = transition(this.#controller, version, action);
    if (outcome.failure) this.#failures.set(action, outcome.failure);
    if (outcome.version === version) return state;
    const touched = touchedBy(outcome);
    gcPolicy.noteTouched?.(touched);
    const before = state;
    state = outcome.version.state;
    this.#controller.noteCommit({ action, before, state, touched });
    return state;
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
