import { isDevelopment } from "../../schema/engine.ts";
import type {
  ActionTypes,
  Dependencies,
  Dispatch,
  Touched,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { newestStamp } from "../newest_stamp.ts";
import { stored } from "../stored.ts";
import { copyOf } from "../graph/commit.ts";
import { Layers } from "./layers.ts";
import { Observer, Observers, type StoreListener } from "./observers.ts";
import { transition } from "./reduce.ts";
import { access, initialState, type State } from "../graph/state.ts";
import { everythingTouched } from "./touched.ts";
import type { Transition } from "./transition.ts";

interface Round {
  readonly number: number;
  readonly state: State;
  readonly touched: Touched;
  /** Whether only pending layers have changed. */
  readonly isOptimistic: boolean;
}

/**
 * Holds the current state, applies actions to it and tells whom they concern.
 * Dispatching is synchronous; one dispatch is one round of notifications.
 *
 * @example
 * ```ts
 * import { actions, Controller, Store } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const store = new Store(new Controller());
 * let told = 0;
 * const unsubscribe = store.subscribe(() => told++);
 * store.dispatch(actions.createReset());
 * unsubscribe();
 * store.dispatch(actions.createReset());
 * assertEquals(told, 1);
 * ```
 */
export class Store {
  readonly #controller: Controller;
  readonly #layers: Layers;
  readonly #observers = new Observers();
  /** Observers of certain data. */
  readonly #observing = new Set<Observer>();
  /** Observers of everything. */
  readonly #subscribed = new Set<Observer>();
  #base: State;
  #visible: State;
  /** A state on display in place of the visible one. */
  #shown: State | undefined;
  #isReducing = false;
  readonly #rounds: Round[] = [];
  #isNotifying = false;
  #roundNumber = 0;
  /** The round that is being announced, or was last. */
  #announced = 0;
  #position = 0;

  /**
   * Begins with a state; nothing is told to anybody.
   *
   * @param controller Reads for updaters and optimistic responses; its
   * `gcPolicy` is told what is written.
   * @param state The state to start from.
   */
  constructor(controller: Controller, state: State = initialState) {
    this.#controller = controller;
    this.#layers = new Layers(controller);
    this.#base = this.#visible = copyOf(state);
  }

  /** The confirmed state: without pending optimistic layers. */
  readonly getState = (): State => this.#base;

  /** The confirmed state with all pending optimistic layers applied, or the one on display. */
  readonly getVisibleState = (): State => this.#shown ?? this.#visible;

  /** Whether readers see the store itself, not a state on display in its place. */
  get isLive(): boolean {
    return this.#shown === undefined;
  }

  /** Tells that a state is kept for long, so that it does not keep all that come after it. */
  keep(state: State): void {
    access.graphOf(state)?.kept.add(state);
  }

  /**
   * Applies an action. The states are the new ones when this returns.
   *
   * @param action What to do.
   * @returns Resolves at once; rejects with the reason when a value or a
   * response could not be stored. Ignoring the rejection is legal.
   * @throws What the `testKey` of an action throws; the state is then unchanged.
   * @throws {Error} While another action is applied: hooks of schemas must be pure.
   */
  readonly dispatch: Dispatch = (action: ActionTypes): Promise<void> => {
    const { failure } = this.#commit(action);
    if (failure === undefined) return stored;
    const outcome = Promise.reject(failure.error);
    outcome.catch(() => {});
    return outcome;
  };

  /**
   * Listens to every change of the visible state; removals of unused data are
   * not announced.
   *
   * @param listener Called once per dispatch.
   * @returns Stops listening.
   */
  subscribe(listener: StoreListener): () => void {
    const observer = this.#newObserver(listener);
    this.#subscribed.add(observer);
    return () => {
      observer.isActive = false;
      this.#subscribed.delete(observer);
    };
  }

  /**
   * Listens to changes of certain data.
   *
   * @param dependencies What the observer depends on.
   * @param listener Called at most once per dispatch, when any of it changed.
   * @returns Stops listening.
   */
  observe(dependencies: Dependencies, listener: StoreListener): () => void {
    const observer = this.#newObserver(listener);
    this.#observers.add(dependencies, observer);
    this.#observing.add(observer);
    return () => {
      if (!observer.isActive) return;
      observer.isActive = false;
      this.#observing.delete(observer);
      this.#observers.remove(dependencies, observer);
    };
  }

  /**
   * Puts a state in the place of the current one, for instance a hydrated one.
   *
   * @param state The new base state.
   * @throws {Error} While an action is applied: hooks of schemas must be pure.
   */
  replaceState(state: State): void {
    this.#controller.stamps.moveAbove(newestStamp(state));
    this.#exclusively("replaceState()", () => {
      const touched = everythingTouched;
      this.#adopt({ state: copyOf(state), touched }, false);
    });
    this.#notify();
  }

  /**
   * Shows readers another state, such as a recorded one. Actions go on
   * changing the store, but nobody sees it until the display ends.
   *
   * @param state What to show; `undefined` ends the display.
   */
  readonly show = (state: State | undefined): void => {
    if (state === this.#shown) return;
    this.#shown = state;
    this.#rounds.push({
      number: ++this.#roundNumber,
      state: this.getVisibleState(),
      touched: everythingTouched,
      isOptimistic: false,
    });
    this.#notify();
  };

  #commit(given: ActionTypes): Transition {
    const action = given.type === "rdc/gc" ? this.#layers.spare(given) : given;
    const outcome = this.#exclusively(action.type, () => {
      if (this.#base === this.#visible) access.graphOf(this.#base)?.settle();
      const outcome = transition(
        this.#controller,
        this.#base,
        action,
        this.#visible,
      );
      const { state, failure } = outcome;
      if (state !== this.#base) {
        const isOptimistic = state.optimistic !== this.#base.optimistic &&
          (action.type === "rdc/fetch" ||
            action.type === "rdc/setresponse" &&
              (action.error === true || failure !== undefined));
        this.#adopt(outcome, action.type === "rdc/gc", isOptimistic);
      }
      return outcome;
    });
    this.#notify();
    return outcome;
  }

  /** Runs user code that must not change the state meanwhile. */
  #exclusively<T>(what: string, run: () => T): T {
    if (this.#isReducing) {
      const error = new Error(
        `${what} was dispatched while another action is applied, and refused.` +
          (isDevelopment()
            ? " Updaters, optimistic responses and schema hooks must be pure: dispatch before or after."
            : ""),
      );
      // controller methods turn the throw into a rejection that is easily ignored
      if (isDevelopment()) console.error(error);
      throw error;
    }
    this.#isReducing = true;
    try {
      return run();
    } finally {
      this.#isReducing = false;
    }
  }

  #adopt(outcome: Transition, isSilent: boolean, isOptimistic = false): void {
    const { state, touched } = this.#layers.follow(this.#visible, outcome);
    const isChanged = state !== this.#visible;
    this.#visible = state;
    // without layers both are one, so that their values are identical
    this.#base = outcome.state.optimistic.length === 0 ? state : outcome.state;
    const graph = access.graphOf(state);
    if (graph !== undefined) graph.isPending = this.#base !== state;
    if (isSilent) return;
    this.#controller.gcPolicy.noteTouched?.(outcome.touched);
    const hasObservers = this.#observing.size + this.#subscribed.size > 0;
    if (isChanged && hasObservers && this.#shown === undefined) {
      const number = ++this.#roundNumber;
      this.#rounds.push({ number, state, touched, isOptimistic });
    }
  }

  /** A dispatch made by a listener is announced after the current round. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    for (
      let round = this.#rounds.shift();
      round;
      round = this.#rounds.shift()
    ) {
      this.#announce(round);
    }
    this.#isNotifying = false;
  }

  #announce({ number, state, touched, isOptimistic }: Round): void {
    this.#announced = number;
    const affected = touched.everything || this.#observing.size === 0
      ? [...this.#observing]
      : this.#observers.affectedBy(touched);
    for (const observers of [affected, [...this.#subscribed]]) {
      for (const observer of observers) {
        if (observer.isActive && observer.since < number) {
          observer.notify(state, touched, isOptimistic);
        }
      }
    }
  }

  #newObserver(listener: StoreListener): Observer {
    return new Observer(listener, this.#position++, this.#announced);
  }
}

/** Layers of another store are settled by requests that this one never hears of. */
