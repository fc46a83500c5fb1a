import type { ActionTypes } from "./contract.ts";
import type { State } from "./graph/state.ts";

/**
 * An action that a {@linkcode DevToolsManager} saw, and the visible state after
 * it.
 */
export interface DevToolsStep {
  /** The action. */
  readonly action: ActionTypes;
  /** The visible state after it. */
  readonly state: State;
}

/**
 * The steps the extension was told of, numbered as it numbers them: 0 is the
 * state the history began with. Only the newest are kept.
 */
export class DevToolsHistory {
  readonly #limit: number;
  #steps: State[] = [];
  /** Number of the oldest step that is kept. */
  #first = 0;
  #committed: State;

  /**
   * @param state Where the history begins.
   * @param limit How many states are kept.
   */
  constructor(state: State, limit: number) {
    this.#limit = limit;
    this.#committed = state;
    this.begin(state);
  }

  /** The state the history began with. */
  get committed(): State {
    return this.#committed;
  }

  /** Number of the newest step. */
  get newest(): number {
    return this.#first + this.#steps.length - 1;
  }

  /** Forgets all steps; the history begins with this state. */
  begin(state: State): void {
    this.#committed = state;
    this.#steps = [state];
    this.#first = 0;
  }

  /** Adds a step. */
  add(state: State): void {
    this.#steps.push(state);
    if (this.#steps.length > this.#limit) {
      this.#steps.shift();
      this.#first++;
    }
  }

  /** The state after a step; `undefined` once it is forgotten. */
  at(number: number): State | undefined {
    return this.#steps[number - this.#first];
  }
}
