import { isDevelopment, isObject } from "../../schema/engine.ts";
import type {
  ActionTypes,
  Dependencies,
  Dispatch,
  MiddlewareAPI,
  Touched,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { type Clock, systemClock, type TimerHandle } from "../environment.ts";
import { nothing, stored } from "../promises.ts";
import { Changes, copyOf } from "../graph/commit.ts";
import { Layers } from "./layers.ts";
import {
  type Cell,
  cellsUnder,
  NOTHING,
  Reader,
  setSources,
  type Source,
} from "../../schema/nodes.ts";
import type { Graph } from "../graph/graph.ts";
import { Reading } from "../read.ts";
import { everythingTouched, type Transition, transition } from "./reduce.ts";
import {
  initialState,
  type State,
  type Version,
  versionOf,
} from "../graph/state.ts";

/** The cause of a change of the visible state, by which it can be made to another state as well. Listeners of a {@linkcode Store} get it. */
export interface StoreChange {
  /** The applied actions; `undefined` if another state is on display. */
  readonly actions: readonly ActionTypes[] | undefined;
  /**
   * The visible version before.
   *
   * @internal
   */
  readonly before: Version;
  /**
   * The confirmed version before, if that is known.
   *
   * @internal
   */
  readonly base: Version | undefined;
}

/** A change that no listener was notified of yet. */
interface PendingChange extends StoreChange {
  readonly actions: ActionTypes[] | undefined;
  /** Whether only pending layers have changed. */
  isOptimistic: boolean;
}

/**
 * Told by a {@linkcode Store} after a dispatch that changed the visible state.
 *
 * @param visibleState The state with all pending optimistic layers applied.
 * @param touched The data that the dispatch changed.
 * @param isOptimistic Whether an optimistic change came or was taken back, and nothing was confirmed.
 * @param change The cause; the same object for everybody who is notified of it.
 */
export type StoreListener = (
  visibleState: State,
  touched: Touched,
  isOptimistic: boolean,
  change: StoreChange,
) => void;

/** So many rows and lists may be in doubt without a reader. */
const MAX_DOUBTS = 1000;

/** Notes since when only the server knows a row or list; forgets the oldest ones where there are many. */
function note(doubts: Map<Cell, number>, cell: Cell, since: number): void {
  doubts.delete(cell);
  doubts.set(cell, since);
  if (doubts.size > MAX_DOUBTS) {
    const [oldest] = doubts.keys();
    doubts.delete(oldest!);
  }
}

/** Whether responses of a schema may change rows, or lists, of a table; what they nest is not searched. */
function mayChange(schema: unknown, table: string, depth = 0): boolean {
  if (typeof schema !== "function" && !isObject(schema) || depth > 5) {
    return false;
  }
  const { collection, key } = schema as TableSchema;
  const changed = collection?.key.slice(1, -1) ?? key;
  if (typeof changed === "string") {
    return table.includes(changed) || changed.includes(table);
  }
  return Object.values((schema as TableSchema).schema ?? schema)
    .some((member) => mayChange(member, table, depth + 1));
}

/** A schema that may say what it changes. */
interface TableSchema {
  readonly key?: unknown;
  readonly schema?: object;
  readonly collection?: { readonly key: string };
}

/** Somebody whom the store notifies. */
interface Observer extends Reader {
  /** Called with what changed. */
  readonly listener: StoreListener;
  /** What it depends on; nothing where that is everything. */
  readonly dependencies: Dependencies | undefined;
}

/**
 * Whether tests of components run, as React and its renderers tell each other.
 * There components render when `act` ends, however early they are notified, and
 * `act` does not wait for any later notification. React for production
 * has no `act`.
 */
function rendersAtEndOfAct(): boolean {
  const { IS_REACT_ACT_ENVIRONMENT } = globalThis as {
    IS_REACT_ACT_ENVIRONMENT?: boolean;
  };
  return IS_REACT_ACT_ENVIRONMENT === true;
}

/**
 * Holds the current state, applies actions to it and tells whom they concern.
 * Dispatching is synchronous. Listeners are notified of what listeners dispatch together, after
 * what they were called for.
 *
 * @example
 * ```ts
 * import { actions, Controller, Store } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const store = new Store(new Controller());
 * let count = 0;
 * const unsubscribe = store.subscribe(() => count++);
 * store.dispatch(actions.createReset());
 * unsubscribe();
 * store.dispatch(actions.createReset());
 * assertEquals(count, 1);
 * ```
 */
export class Store implements MiddlewareAPI {
  readonly #controller: Controller;
  readonly #clock: Clock;
  /** Observers of certain data. */
  readonly #observing = new Set<Observer>();
  /** Observers of everything. */
  readonly #subscribed = new Set<Observer>();
  #graph!: Graph;
  /** What is confirmed. */
  #base!: Version;
  /** What was visible last: the same with the optimistic changes, as long as there are some. */
  #visible!: Version;
  /** Made with the first optimistic change. */
  #layers: Layers | undefined;
  /** Rows and lists that are to be requested, with the stamp since when only the server knows them. */
  readonly #doubts = new Map<Cell, number>();
  /** Those of them that readers are about to request. */
  readonly #asked = new Set<Cell>();
  /** A state on display in place of the visible one. */
  #shown: State | undefined;
  #pending: PendingChange | undefined;
  /** Those of the round that is going on. */
  #notifying: readonly Observer[] | undefined;
  /** Runs while notifications are deferred. */
  #timer: TimerHandle;

  /**
   * Begins with a state; nobody is notified.
   *
   * @param controller Reads for updaters and optimistic responses; its
   * `gcPolicy` gets what is written.
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
    controller.begun.onEnd = this.#ask;
    this.#begin(copyOf(state));
  }

  /** The confirmed state: without pending optimistic layers. */
  readonly getState = (): State => this.#base.state;

  /** The confirmed state with all pending optimistic layers applied, or the one on display. */
  readonly getVisibleState = (): State => {
    this.#graph.catchUp?.();
    return this.#shown ?? this.#visible.state;
  };

  /** The visible state, or the confirmed one, for somebody who lets go of it before the next change. */
  readonly peek = (isVisible: boolean): State => {
    if (!isVisible) return this.#base.current;
    this.#graph.catchUp?.();
    return this.#shown ?? this.#visible.current;
  };

  /** Whether readers see the store itself, not a state on display in its place. */
  get isLive(): boolean {
    return this.#shown === undefined;
  }

  /**
   * Tells that a state is kept for long, so that it does not keep all that come
   * after it.
   *
   * @param state The state to keep.
   * @param letGo Called when the store is reset: then nothing of it may stay.
   */
  keep(state: State, letGo: () => void): void {
    const version = versionOf(state);
    version.graph?.pinned.set(version, letGo);
  }

  /**
   * Applies an action. The states are the new ones when this returns.
   *
   * @param action The action to apply.
   * @returns Resolves at once; rejects with the reason when a value or a
   * response could not be stored. Ignoring the rejection is legal.
   * @throws The error that the `testKey` of an action throws; the state is then unchanged.
   * @throws {Error} While another action is applied: hooks of schemas must be pure.
   */
  readonly commit: Dispatch = (action: ActionTypes): Promise<void> => {
    const { type } = action;
    if (this.#graph.isBusy) throw refusalOf(type);
    const isResponse = action.type === "rdc/setresponse";
    const isRendering = action.type === "rdc/merge" && action.isRendering;
    // what was put off is another change than this one; to abort or to subscribe changes nothing
    if (
      this.#timer !== undefined && !isResponse && !isRendering &&
      !/abort|scribe/.test(type)
    ) this.notify();
    const controller = this.#controller;
    const graph = this.#graph;
    const base = this.#base;
    const visible = this.#visible;
    // whoever is notified just now is notified of this as well
    if (this.#notifying) this.#rearm(this.#notifying);
    const isHeard = this.#observing.size + this.#subscribed.size > 0;
    // layers, and those who are notified, ask for what was before
    if (
      base !== visible || type === "rdc/fetch" || isHeard ||
      controller.commitListeners.size > 0
    ) base.isPinned = visible.isPinned = true;
    let done: Transition;
    let confirmed: Version | undefined;
    if (base === visible && graph.retaining.length > 0) graph.settle();
    // user code that is going to run must not change the state meanwhile
    graph.isBusy = true;
    try {
      if (base === visible && base.optimistic.length === 0) {
        done = transition(controller, base, action);
      } else {
        const layers = this.#layers!;
        ({ done, base: confirmed } = layers.change(base, visible, action));
      }
    } finally {
      graph.isBusy = false;
    }
    confirmed ??= done.version;
    const { failure } = done;
    if (confirmed !== base) this.#adopt(done, confirmed, action);
    if (done.doubts?.size) this.#doubt(done.doubts);
    if (isResponse && controller.received.isPendingVisible) {
      controller.received.isPendingVisible = false;
      queueMicrotask(() =>
        controller.expireReaders(({ isPartial }) => isPartial)
      );
    }
    if (!isHeard) {
      graph.catchUp?.();
      // W6: what nobody hears of must not gather until somebody is notified
      this.#pending = undefined;
      // and what was removed must not stay as what it was
      if (type === "rdc/gc") graph.takeChanged();
    } else if (confirmed !== base) {
      const isOptimistic = confirmed.optimistic !== base.optimistic &&
        (type === "rdc/fetch" ||
          isResponse && (action.error === true || failure !== undefined));
      if (this.#pending) {
        this.#pending.actions?.push(action);
        this.#pending.isOptimistic &&= isOptimistic;
      } else if (type !== "rdc/gc") {
        const actions = [action];
        this.#pending = { actions, before: visible, base, isOptimistic };
      }
      // the caller of a mutation goes on before anybody is notified of its response,
      // so that it can leave what has changed; other responses do not overtake it
      if (
        isResponse &&
        (this.#timer !== undefined || action.endpoint.sideEffect) &&
        !(isDevelopment() && rendersAtEndOfAct())
      ) this.#timer ??= this.#clock.setTimeout(this.notify, 0);
      else if (
        isRendering || type === "rdc/fetch" && action.meta.isQuiet
      ) queueMicrotask(this.notify);
      else this.notify();
    }
    if (failure === undefined) return stored;
    const outcome = Promise.reject(failure.error);
    outcome.catch(nothing);
    return outcome;
  };

  /** Has what shows rows and lists that only the server knows requested once, when nobody is changing them any more. */
  #doubt(doubts: NonNullable<Transition["doubts"]>): void {
    const now = this.#controller.stamps.next();
    for (const [cell, since = now] of doubts) {
      note(this.#doubts, cell, since);
      if (since === now) note(this.#graph.doubts, cell, since);
    }
    this.#ask();
  }

  /** Has readers request what they show once they were notified of it, others when they read it. */
  readonly #ask = (): void => {
    for (const [cell, since] of this.#doubts) {
      if (this.#isBeingChanged(cell)) continue;
      this.#doubts.delete(cell);
      note(this.#graph.doubts, cell, since);
      this.#asked.add(cell);
    }
    // until then the caller of a mutation may leave what it has changed
    if (this.#asked.size > 0 && this.#timer === undefined) {
      queueMicrotask(this.#expire);
    }
  };

  readonly #expire = (): void => {
    const { doubts } = this.#graph;
    const cells = new Set(this.#asked);
    this.#asked.clear();
    if (cells.size === 0) return;
    this.#controller.expireReaders(({ sources, meta }) =>
      [...cellsUnder(sources)].some((cell) =>
        cells.has(cell) && doubts.get(cell)! > (meta?.fetchedAt ?? 0)
      )
    );
  };

  /** Whether the store has still to notify readers, or they have to request something. */
  get hasPending(): boolean {
    return this.#timer !== undefined || this.#asked.size > 0;
  }

  /** Whether a mutation is in flight that may change a row, or rows of a list, once more. */
  #isBeingChanged({ table: { key } }: Cell): boolean {
    for (const { action } of this.#controller.begun.values()) {
      if (mayChange(action.endpoint.schema, key)) return true;
    }
    return false;
  }

  /** Sends an action through the managers, where there are any. */
  dispatch: Dispatch = this.commit;

  /**
   * Listens to every change of the visible state; removals of unused data are
   * not notified of.
   *
   * @param listener Called after each dispatch that changed something, once for all that listeners made.
   * @returns Stops listening.
   */
  subscribe(listener: StoreListener): () => void {
    return this.observe(undefined, listener);
  }

  /**
   * Listens to changes of certain data.
   *
   * @param dependencies The sources that the observer depends on; by default
   * everything.
   * @param listener Called in the same way, when any of it changed.
   * @param readsTimes Whether it is called as well when entities are only newer.
   * @returns Stops listening.
   */
  observe(
    dependencies: Dependencies | undefined,
    listener: StoreListener,
    readsTimes = false,
  ): () => void {
    const observers = dependencies ? this.#observing : this.#subscribed;
    const members = { listener, dependencies, readsTimes };
    const observer = Object.assign(new Reader(), members);
    this.#graph.catchUp?.();
    observers.add(observer);
    if (dependencies) observer.watch(this.#sourcesOf(dependencies));
    return () => {
      observers.delete(observer);
      setSources(observer, NOTHING);
    };
  }

  /** What in the graph has to change for the store to notify an observer. */
  #sourcesOf(dependencies: Dependencies): readonly Source[] {
    const graph = this.#graph;
    const { responses } = graph;
    if (dependencies instanceof Reading && dependencies.graph === graph) {
      const { key, sources } = dependencies;
      return key === undefined ? sources : [...sources, responses.cellOf(key)];
    }
    const { endpoints, entities, tables } = dependencies;
    return [
      ...endpoints.map((key) => responses.cellOf(key)),
      ...entities.map(({ key, pk }) => graph.cellOf(key, pk)),
      ...tables.map((key) => graph.tableFor(key).whole),
    ];
  }

  /**
   * Shows readers another state, such as a recorded one. Actions go on
   * changing the store, but nobody sees it until the display ends.
   *
   * @param state The state to show; `undefined` ends the display.
   */
  readonly showState = (state: State | undefined): void => {
    if (state === this.#shown) return;
    const before = versionOf(this.getVisibleState());
    this.#shown = state;
    this.#pending = {
      actions: undefined,
      before,
      base: undefined,
      isOptimistic: false,
    };
    this.notify();
  };

  /** Begins with a version of a graph of its own. */
  #begin(version: Version): void {
    this.#graph = version.graph!;
    this.#base = this.#visible = this.#graph.home = version;
    this.#layers = undefined;
    this.#doubts.clear();
  }

  /**
   * Goes on with what an action led to.
   *
   * @param done What it led to.
   * @param confirmed What is confirmed then; another version if the change passed beneath the layers.
   * @param action The action.
   */
  #adopt(done: Transition, confirmed: Version, action: ActionTypes): void {
    const controller = this.#controller;
    const base = this.#base;
    let isPending = base !== this.#visible || confirmed.optimistic.length > 0;
    if (action.type === "rdc/reset") {
      for (const letGo of this.#graph.pinned.values()) letGo();
      this.#begin(confirmed);
      isPending = false;
    }
    const graph = this.#graph;
    const { log, version, doubts } = done;
    this.#base = confirmed;
    graph.home = version;
    if (isPending && confirmed === version) {
      this.#layers ??= new Layers(controller);
      graph.confirmed = () => this.#base;
      graph.catchUp = this.#catchUp;
    } else this.#visible = version;
    const touched = log ? new Changes(log, version) : everythingTouched;
    if (action.type !== "rdc/gc") controller.gcPolicy.noteTouched?.(touched);
    if (controller.commitListeners.size > 0) {
      const { state } = confirmed;
      const before = base.state;
      controller.noteCommit({ action, before, state, touched, doubts });
    }
  }

  /** Applies the pending layers again. */
  readonly #catchUp = (): void => {
    const graph = this.#graph;
    if (graph.isBusy) return;
    graph.catchUp = undefined;
    graph.isBusy = true;
    try {
      const version = this.#layers!.apply(this.#base, this.#visible);
      this.#visible = graph.home = version;
      // what has shown nothing yet is pending as well
      if (version.optimistic.length === 0) graph.confirmed = undefined;
    } finally {
      graph.isBusy = false;
    }
  };

  /**
   * Lets the store notify observers again.
   *
   * @param isAnew Whether what they watched may be of another graph.
   */
  #rearm(observers: readonly Observer[], isAnew?: boolean): void {
    for (const observer of observers) {
      if (!this.#observing.has(observer)) continue;
      observer.watch(
        isAnew ? this.#sourcesOf(observer.dependencies!) : observer.sources,
      );
    }
  }

  /** Notifies readers now of what has changed; of what a listener dispatches after the current round. */
  readonly notify = (): void => {
    if (this.#notifying) return;
    if (this.#timer !== undefined) {
      this.#clock.clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    do {
      const pending = this.#pending;
      this.#pending = undefined;
      const graph = this.#graph;
      graph.catchUp?.();
      let changed = graph.takeChanged() as readonly Observer[];
      let isAnew = false;
      if (pending) {
        const version = this.#visible;
        const { actions, before, isOptimistic } = pending;
        isAnew = !actions || before.graph !== graph;
        if (isAnew) changed = [...this.#observing];
        this.#notifying = changed;
        const touched = isAnew
          ? everythingTouched
          : new Changes(before.logUntilNow, version);
        for (
          const observer of actions && this.#shown
            ? []
            : [...changed, ...this.#subscribed]
        ) {
          // another one may have stopped it
          if (
            !this.#observing.has(observer) && !this.#subscribed.has(observer)
          ) continue;
          try {
            observer.listener(
              this.#shown ?? version.state,
              touched,
              isOptimistic,
              pending,
            );
          } catch (error) {
            console.error(error);
          }
        }
      }
      // those that are notified of nothing began to observe after what nobody heard of
      this.#rearm(changed, isAnew);
      // those that have stopped are not kept
      this.#notifying = undefined;
    } while (this.#pending);
    if (this.#asked.size > 0) queueMicrotask(this.#expire);
  };
}

/** The error of an action that hooks of schemas, updaters or optimistic responses have dispatched. */
function refusalOf(type: string): Error {
  const error = new Error(
    `${type} was dispatched while another action is applied, and refused.` +
      (isDevelopment()
        ? " Updaters, optimistic responses and schema hooks must be pure: dispatch before or after."
        : ""),
  );
  // controller methods turn the throw into a rejection that is easily ignored
  if (isDevelopment()) console.error(error);
  return error;
}
