import { isDevelopment } from "../../schema/engine.ts";
import type {
  ActionTypes,
  Dependencies,
  Dispatch,
  Touched,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { type Clock, systemClock, type TimerHandle } from "../environment.ts";
import { newestStamp } from "../newest_stamp.ts";
import { noDependencies } from "../nothing.ts";
import { stored } from "../stored.ts";
import { copyOf } from "../graph/commit.ts";
import { Footprint } from "./footprint.ts";
import { withoutLayer } from "./layer_list.ts";
import { Layers } from "./layers.ts";
import {
  NOTHING,
  Reader,
  setChildren,
  type Source,
} from "../../schema/nodes.ts";
import type { Graph } from "../graph/graph.ts";
import { ReadDependencies } from "../read.ts";
import { transition } from "./reduce.ts";
import { access, initialState, type State } from "../graph/state.ts";
import { everythingTouched } from "./touched.ts";
import type { Transition } from "./transition.ts";

/**
 * Told by a {@linkcode Store} after a dispatch that changed the visible state.
 *
 * @param visibleState The state with all pending optimistic layers applied.
 * @param touched What the dispatch changed.
 * @param isOptimistic Whether an optimistic change came or was taken back, and nothing was confirmed.
 */
export type StoreListener = (
  visibleState: State,
  touched: Touched,
  isOptimistic: boolean,
) => void;

/** Somebody who wants to be told. */
class Observer extends Reader {
  /** Position in the order of registration. */
  readonly position: number;
  /** The last round of notifications before the registration. */
  readonly since: number;
  /** Whether it still wants to be told. */
  isActive = true;
  /** What it depends on. */
  dependencies: Dependencies = noDependencies;
  /** Where it watches that. */
  graph: Graph | undefined = undefined;
  readonly #listener: StoreListener;

  /**
   * @param listener Told what changed.
   * @param position Position in the order of registration.
   * @param since The last round of notifications before the registration.
   */
  constructor(listener: StoreListener, position: number, since: number) {
    super();
    this.#listener = listener;
    this.position = position;
    this.since = since;
  }

  /** Tells what changed; a listener that throws affects nobody else. */
  notify(...change: Parameters<StoreListener>): void {
    try {
      this.#listener(...change);
    } catch (error) {
      console.error(error);
    }
  }
}

/**
 * Whether tests of components run, as React and its renderers tell each other.
 * There components render when `act` ends, however early they are told, and
 * `act` does not wait for anything that is told later.
 */
function rendersAtEndOfAct(): boolean {
  const { IS_REACT_ACT_ENVIRONMENT } = globalThis as {
    IS_REACT_ACT_ENVIRONMENT?: boolean;
  };
  return IS_REACT_ACT_ENVIRONMENT === true;
}

interface Round {
  readonly number: number;
  readonly state: State;
  readonly touched: Touched;
  /** Whether only pending layers have changed. */
  readonly isOptimistic: boolean;
  readonly told: Observer[];
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
  readonly #clock: Clock;
  readonly #layers: Layers;
  /** Observers of certain data. */
  readonly #observing = new Set<Observer>();
  /** Observers of everything. */
  readonly #subscribed = new Set<Observer>();
  #graph: Graph;
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
  /** Runs while announcements are put off. */
  #timer: TimerHandle;

  /**
   * Begins with a state; nothing is told to anybody.
   *
   * @param controller Reads for updaters and optimistic responses; its
   * `gcPolicy` is told what is written.
   * @param state The state to start from.
   * @param clock Source of timers. Default: the platform's.
   */
  constructor(
    controller: Controller,
    state: State = initialState,
    clock: Clock = systemClock,
  ) {
    this.#controller = controller;
    this.#clock = clock;
    this.#layers = new Layers(controller);
    this.#base = this.#visible = copyOf(state);
    this.#graph = access.graphOf(this.#base)!;
    this.#graph.home = this.#visible;
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
    observer.dependencies = dependencies;
    observer.graph = this.#graph;
    observer.watch(this.#sourcesOf(dependencies));
    this.#observing.add(observer);
    return () => {
      if (!observer.isActive) return;
      observer.isActive = false;
      this.#observing.delete(observer);
      setChildren(observer, NOTHING);
    };
  }

  /** What in the graph has to change for an observer to be told. */
  #sourcesOf(dependencies: Dependencies): readonly Source[] {
    const graph = this.#graph;
    const { endpoints } = dependencies;
    const responses = endpoints.map((key) => graph.responses.cellOf(key));
    const known = dependencies instanceof ReadDependencies &&
        dependencies.graph === graph
      ? dependencies.sources
      : undefined;
    if (known !== undefined) {
      return responses.length === 0 ? known : [...known, ...responses];
    }
    const { entities, tables } = dependencies;
    return [
      ...entities.map(({ key, pk }) => graph.cellOf(key, pk)),
      ...tables.map((key) => graph.tableFor(key).rows),
      ...responses,
    ];
  }

  /**
   * Puts a state in the place of the current one, for instance a hydrated one.
   *
   * @param state The new base state.
   * @throws {Error} While an action is applied: hooks of schemas must be pure.
   */
  replaceState(state: State): void {
    this.#controller.stamps.moveAbove(newestStamp(state));
    const touched = everythingTouched;
    const before = this.#base;
    this.#exclusively("replaceState()", () => {
      this.#adopt({ state: copyOf(state), touched }, false);
    });
    this.#tellManagers(undefined, before, touched);
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
      told: [],
    });
    this.#notify();
  };

  #commit(given: ActionTypes): Transition {
    const action = given.type === "rdc/gc" ? this.#layers.spare(given) : given;
    const roundBefore = this.#roundNumber;
    const before = this.#base;
    const outcome = this.#exclusively(action.type, () => {
      if (this.#base === this.#visible) access.graphOf(this.#base)?.settle();
      const beneath = this.#writeBeneath(action);
      if (beneath !== undefined) return beneath;
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
    this.#tellManagers(action, before, outcome.touched);
    if (this.#roundNumber === roundBefore) return outcome;
    if (this.#waitsForCaller(action)) this.#putOff();
    else this.#notify();
    return outcome;
  }

  /**
   * A confirmed change that has nothing to do with pending layers goes beneath
   * them without their being taken back.
   */
  #writeBeneath(action: ActionTypes): Transition | undefined {
    const visible = this.#visible;
    if (
      this.#base === visible ||
      action.type !== "rdc/setresponse" &&
        // an updater reads what is confirmed
        (action.type !== "rdc/set" || typeof action.value === "function") ||
      // the layer of this very request goes
      action.type === "rdc/setresponse" &&
        withoutLayer(visible.optimistic, action) !== visible.optimistic
    ) return undefined;
    const reads = new Footprint();
    const outcome = transition(
      this.#controller,
      visible,
      action,
      undefined,
      reads,
    );
    const { state, touched, failure } = outcome;
    if (
      failure !== undefined || state.optimistic !== visible.optimistic ||
      !this.#layers.areApart(touched, reads)
    ) return undefined;
    if (state === visible) return outcome;
    const base = access.beneath(this.#base, visible, state);
    if (base === undefined) return undefined;
    this.#base = base;
    this.#announceLater(state, touched, touched, false, false);
    return outcome;
  }

  #tellManagers(
    action: ActionTypes | undefined,
    before: State,
    touched: Touched,
  ): void {
    const state = this.#base;
    if (state === before) return;
    this.#controller.noteCommit({ action, before, state, touched });
  }

  /**
   * Whether the caller of a mutation is to go on before its answer is told to
   * anybody, so that it can leave what has changed. Other answers do not
   * overtake it.
   */
  #waitsForCaller(action: ActionTypes): boolean {
    return action.type === "rdc/setresponse" &&
      (this.#timer !== undefined || Boolean(action.endpoint.sideEffect)) &&
      !rendersAtEndOfAct();
  }

  /** Tells what has changed in a task of its own, unless something that has to be told at once comes before. */
  #putOff(): void {
    if (this.#timer !== undefined) return;
    this.#timer = this.#clock.setTimeout(this.announce, 0);
  }

  /** Tells now what was put off. */
  readonly announce = (): void => this.#notify();

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
    const graph = this.#graph;
    this.#isReducing = graph.isBusy = true;
    try {
      return run();
    } finally {
      this.#isReducing = graph.isBusy = false;
    }
  }

  #adopt(outcome: Transition, isSilent: boolean, isOptimistic = false): void {
    const { state, touched } = this.#layers.follow(this.#visible, outcome);
    // without layers both are one, so that their values are identical
    this.#base = outcome.state.optimistic.length === 0 ? state : outcome.state;
    this.#announceLater(
      state,
      touched,
      outcome.touched,
      isSilent,
      isOptimistic,
    );
  }

  /** Makes a state the visible one; whoever sees a difference is told when the action is done. */
  #announceLater(
    state: State,
    touched: Touched,
    confirmed: Touched,
    isSilent: boolean,
    isOptimistic: boolean,
  ): void {
    const isChanged = state !== this.#visible;
    this.#visible = state;
    const graph = access.graphOf(state)!;
    graph.isPending = this.#base !== state;
    graph.home = state;
    const told = graph.takeTold() as Observer[];
    if (graph !== this.#graph) {
      this.#graph = graph;
      told.push(...this.#observing);
    }
    const isAnnounced = !isSilent && isChanged && this.#shown === undefined;
    if (!isSilent) this.#controller.gcPolicy.noteTouched?.(confirmed);
    if (isAnnounced && told.length + this.#subscribed.size > 0) {
      const number = ++this.#roundNumber;
      this.#rounds.push({ number, state, touched, isOptimistic, told });
    } else this.#rearm(told);
  }

  /** Lets observers be told again. */
  #rearm(observers: readonly Observer[]): void {
    for (const observer of observers) {
      if (!observer.isActive) continue;
      const isHere = observer.graph === this.#graph;
      observer.graph = this.#graph;
      observer.watch(
        isHere ? observer.children : this.#sourcesOf(observer.dependencies),
      );
    }
  }

  /** A dispatch made by a listener is announced after the current round. */
  #notify(): void {
    if (this.#isNotifying) return;
    if (this.#timer !== undefined) {
      this.#clock.clearTimeout(this.#timer);
      this.#timer = undefined;
    }
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

  #announce({ number, state, touched, isOptimistic, told }: Round): void {
    this.#announced = number;
    const observers = touched.everything ? [...this.#observing] : told;
    observers.sort((left, right) => left.position - right.position);
    for (const observer of [...observers, ...this.#subscribed]) {
      if (observer.isActive && observer.since < number) {
        observer.notify(state, touched, isOptimistic);
      }
    }
    this.#rearm(told);
  }

  #newObserver(listener: StoreListener): Observer {
    return new Observer(listener, this.#position++, this.#announced);
  }
}

/** Layers of another store are settled by requests that this one never hears of. */
