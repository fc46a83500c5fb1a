/**
 * A store with its managers: it holds the state, applies actions to it, and
 * notifies those whom they concern.
 *
 * @module
 */
import { NOTHING, Reader, setSources, type Source } from "../schema/nodes.ts";
import { isDevelopment } from "../schema/engine.ts";
import type {
  ActionTypes,
  Dependencies,
  Dispatch,
  FetchAction,
  Touched,
} from "./contract.ts";
import {
  Controller,
  type ControllerOptions,
  type MiddlewareAPI,
  refuseDispatch,
} from "./controller.ts";
import { type Clock, systemClock, type TimerHandle } from "./environment.ts";
import { DisposedError } from "./errors.ts";
import { type GCInterface, GCPolicy } from "./gc_policy.ts";
import { Changes, copyOf } from "./graph/commit.ts";
import type { Graph } from "./graph/graph.ts";
import {
  initialState as emptyState,
  type State,
  type Version,
  versionOf,
} from "./graph/state.ts";
import { nothing, stored } from "./promises.ts";
import { Reading } from "./read.ts";
import { newestStamp } from "./stamps.ts";
import { Doubts } from "./state/doubts.ts";
import { type Change, Layers } from "./state/layers.ts";
import { everythingTouched, hasEffect, transition } from "./state/reduce.ts";
import type {
  Manager,
  ManagerRole,
  ManagerWithRole,
  Middleware,
} from "./manager.ts";

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
  /** What is visible when readers are notified of it. */
  after?: Version;
  /** What it touched, once somebody asks. */
  touched?: Touched;
}

/**
 * Called by a {@linkcode Store} after a dispatch that changed the visible
 * state.
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

/**
 * Called by a {@linkcode Store} when something changed that somebody depends
 * on. It reads the state itself, if it needs that.
 *
 * @param isOptimistic Whether an optimistic change came or was taken back, and nothing was confirmed.
 * @param change The cause; the same object for everybody who is notified of it.
 */
export type ChangeListener = (
  isOptimistic: boolean,
  change: StoreChange,
) => void;

/** Somebody whom the store notifies. */
interface Observer extends Reader {
  readonly listener: ChangeListener;
  /** What it depends on; nothing where that is everything. */
  readonly dependencies: Dependencies | undefined;
}

/** A manager that has pending requests. */
interface RequestingManager extends Manager {
  /** Waits for them; `undefined` if there are none. */
  allSettled?(): Promise<unknown> | undefined;
  /** Aborts them. */
  dispose?(): void;
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
  readonly #doubts: Doubts;
  /** A state on display in place of the visible one. */
  #displayed: State | undefined;
  #pending: PendingChange | undefined;
  /** Those of the round that is going on. */
  #notifying: readonly Observer[] | undefined;
  /** Runs while notifications are deferred. */
  #timer: TimerHandle;
  readonly #managers: readonly Manager[];
  /** What it began with. The state of now would retain what is overwritten from then on. */
  readonly #initialState: State;
  /** Where dispatched actions go: the first manager, or the store itself where there is none. */
  #chain: Dispatch = refuseDispatch;
  /** Fetch actions whose promises have not settled. */
  readonly #fetches = new Set<FetchAction>();
  /** Whether actions are applied. A view that is being built may fetch before its managers are initialized. */
  #isOpen = true;
  #isDisposed = false;
  #cleanup: (() => void) | undefined;

  /**
   * Begins with a state; nobody is notified.
   *
   * @param controller Reads for updaters and optimistic responses; its
   * `gcPolicy` gets what is written.
   * @param state The state to start from.
   * @param clock Source of timers. Default: the platform's.
   * @param managers Managers, in the order in which they see actions. With them, the store binds the controller.
   */
  constructor(
    controller: Controller,
    state: State = emptyState,
    clock: Clock = systemClock,
    managers?: readonly Manager[],
  ) {
    this.#controller = controller;
    this.#clock = clock;
    this.#initialState = state;
    this.#managers = managers ?? [];
    this.#doubts = new Doubts(controller, () => this.#timer !== undefined);
    this.#begin(copyOf(state));
    if (managers) {
      controller.bindMiddleware(this);
      warnAboutOrder(managers);
    }
    const wraps = this.#managers.map((manager) =>
      middlewareOf(manager)(controller)
    );
    // apart: until it is complete, the chain refuses what is dispatched
    let next = this.commit;
    for (const wrap of wraps.reverse()) next = wrap(next);
    this.#chain = next;
  }

  /** Sends an action through the managers, where there are any. */
  readonly dispatch: Dispatch = (action: ActionTypes): Promise<void> => {
    const { type } = action;
    if (
      this.#isOpen ||
      // who unsubscribes from a store that rests is not to be served when it goes
      // on, and what was requested before comes
      type === "rdc/unsubscribe" ||
      !this.#isDisposed && type === "rdc/setresponse"
    ) {
      if (type === "rdc/fetch") {
        const land = () => void this.#fetches.delete(action);
        this.#fetches.add(action);
        action.meta.promise.then(land, land);
      }
      return this.#chain(action);
    }
    if (this.#isDisposed && type === "rdc/fetch") {
      action.meta.reject(new DisposedError(action.key));
    } else if (isDevelopment()) {
      console.info(
        `'${type}' was dispatched after the store was torn down, and ignored.`,
      );
    }
    return stored;
  };

  /** Initializes managers and garbage collection. Dispatching is legal before. */
  readonly start = (): void => {
    if (this.#cleanup !== undefined || this.#isDisposed) return;
    this.#isOpen = true;
    const init = initManager(
      this.#managers,
      this.#controller,
      this.#initialState,
    );
    this.#cleanup = init();
  };

  /** Cleans up what `start` began; until right before the next start only responses are stored, and every other dispatch is ignored. */
  readonly stop = (): void => {
    this.#cleanup?.();
    this.#cleanup = undefined;
    this.#isOpen = false;
  };

  /** Stops for good: aborts everything that is pending, whose promises reject with {@linkcode DisposedError}. */
  readonly dispose = (): void => {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const manager of this.#managers as readonly RequestingManager[]) {
      manager.dispose?.();
    }
    this.stop();
    for (const { key, meta } of this.#fetches) {
      meta.reject(new DisposedError(key));
    }
    this.notify();
    this.#controller.registry.clear();
  };

  /** Resolves when nothing is pending and every result is stored. */
  readonly allSettled = async (): Promise<void> => {
    for (;;) {
      const waits = (this.#managers as readonly RequestingManager[])
        .flatMap((manager) => manager.allSettled?.() ?? []);
      if (waits.length + this.#fetches.size === 0) {
        if (this.#timer === undefined && !this.#doubts.hasAsked) return;
        // readers may have something to request
        this.notify();
      }
      const requests = [...this.#fetches].map(({ meta }) => meta.promise);
      await Promise.allSettled([...waits, ...requests]);
    }
  };

  /** The confirmed state: without pending optimistic layers. */
  readonly getState = (): State => this.#base.state;

  /** The confirmed state with all pending optimistic layers applied, or the one on display. */
  readonly getVisibleState = (): State => {
    this.#graph.catchUp?.();
    return this.#displayed ?? this.#visible.state;
  };

  /** The visible state, or the confirmed one, for somebody who lets go of it before the next change. */
  readonly peek = (isVisible: boolean): Version => {
    if (!isVisible) return this.#base;
    this.#graph.catchUp?.();
    return this.#displayed ? versionOf(this.#displayed) : this.#visible;
  };

  /** Whether readers see the store itself, not a state on display in its place. */
  get isLive(): boolean {
    return this.#displayed === undefined;
  }

  /**
   * Pins a state that is held for long, so that it does not retain all that come
   * after it.
   *
   * @param state The state to pin.
   * @param letGo Called when the store is reset, after which nothing of it may
   * stay.
   */
  pin(state: State, letGo: () => void): void {
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
    this.#refuse(action);
    // whoever is notified just now is notified of this as well
    if (this.#notifying) this.#rearm(this.#notifying);
    const isHeard = this.#observing.size + this.#subscribed.size > 0;
    const before = this.#visible;
    const base = this.#base;
    const change = this.#apply(action, isHeard);
    this.#adopt(action, change);
    if (!isHeard) this.#forget(action);
    else if (change.base !== base) {
      this.#notifyOf(action, before, base, change);
    }
    const { failure } = change.done;
    if (failure === undefined) return stored;
    const outcome = Promise.reject(failure.error);
    outcome.catch(nothing);
    return outcome;
  };

  /** Refuses an action of user code that runs while another one is applied. Before any other, readers are notified of what was deferred: that is another change. */
  #refuse(action: ActionTypes): void {
    const { type } = action;
    if (this.#graph.isBusy) throw refusalOf(type);
    if (
      this.#timer !== undefined && type !== "rdc/setresponse" &&
      hasEffect(type) &&
      !(type === "rdc/merge" && action.isRendering)
    ) this.notify();
  }

  /** Computes what is confirmed after an action, and what is visible. */
  #apply(action: ActionTypes, isHeard: boolean): Change {
    const graph = this.#graph;
    const base = this.#base;
    const visible = this.#visible;
    const isPending = base !== visible;
    // layers, and those who are notified, ask for what was before
    if (
      isPending || isHeard || action.type === "rdc/fetch" ||
      this.#controller.commitListeners.size > 0
    ) base.isPinned = visible.isPinned = true;
    if (!isPending && graph.retaining.length > 0) graph.forgetEarlier();
    // user code that is going to run must not change the state meanwhile
    graph.isBusy = true;
    try {
      if (isPending || base.optimistic.length > 0) {
        return this.#layers!.change(base, visible, action);
      }
      const done = transition(this.#controller, base, action);
      return { done, base: done.version };
    } finally {
      graph.isBusy = false;
    }
  }

  /** Goes on with what an action led to. */
  #adopt(action: ActionTypes, { done, base: confirmed }: Change): void {
    const controller = this.#controller;
    const base = this.#base;
    if (confirmed !== base || done.changes) {
      let isPending = base !== this.#visible || confirmed.optimistic.length > 0;
      if (action.type === "rdc/reset") {
        for (const letGo of this.#graph.pinned.values()) letGo();
        this.#begin(confirmed);
        isPending = false;
      }
      const graph = this.#graph;
      const { log, version, doubts, changes } = done;
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
        controller.noteCommit({
          action,
          before,
          state,
          touched,
          doubts,
          changes,
        });
      }
    }
    if (done.doubts?.size) this.#doubts.add(done.doubts);
    if (
      action.type === "rdc/setresponse" && controller.received.isPendingVisible
    ) {
      controller.received.isPendingVisible = false;
      queueMicrotask(() =>
        controller.expireReaders(({ isPartial }) => isPartial)
      );
    }
  }

  /** Has readers notified of what an action changed, at once or soon. */
  #notifyOf(
    action: ActionTypes,
    before: Version,
    base: Version,
    { done: { failure }, base: confirmed }: Change,
  ): void {
    const isFetch = action.type === "rdc/fetch";
    const response = action.type === "rdc/setresponse" ? action : undefined;
    const isOptimistic = confirmed.optimistic !== base.optimistic &&
      (isFetch ||
        response !== undefined &&
          (response.error === true || failure !== undefined));
    if (this.#pending) {
      this.#pending.actions?.push(action);
      this.#pending.isOptimistic &&= isOptimistic;
    } else if (action.type !== "rdc/gc") {
      this.#pending = { actions: [action], before, base, isOptimistic };
    }
    // the caller of a mutation goes on before anybody is notified of its response,
    // so that it can leave what has changed; other responses do not overtake it
    if (
      response &&
      (this.#timer !== undefined || response.endpoint.sideEffect) &&
      !(isDevelopment() && rendersAtEndOfAct())
    ) this.#timer ??= this.#clock.setTimeout(this.notify, 0);
    else if (
      action.type === "rdc/merge" && action.isRendering ||
      isFetch && action.meta.isQuiet
    ) {
      queueMicrotask(this.notify);
    } else this.notify();
  }

  /** Nobody is notified, and changes must not gather until somebody is (W6). */
  #forget(action: ActionTypes): void {
    const graph = this.#graph;
    graph.catchUp?.();
    this.#pending = undefined;
    // values of removed rows go with them
    if (action.type === "rdc/gc") graph.takeChanged();
  }

  /**
   * Listens to every change of the visible state; removals of unused data are
   * not notified of.
   *
   * @param listener Called after each dispatch that changed something, once for all that listeners made.
   * @returns Stops listening.
   */
  subscribe(listener: StoreListener): () => void {
    return this.observe(undefined, (isOptimistic, cause) => {
      const change = cause as PendingChange;
      const after = change.after!;
      change.touched ??= new Changes(change.before.logUntilNow, after);
      listener(
        this.#displayed ?? after.state,
        change.touched,
        isOptimistic,
        change,
      );
    });
  }

  /**
   * Listens to changes of certain data.
   *
   * @param dependencies The sources that the observer depends on; by default
   * everything.
   * @param listener Called when any of it changed.
   * @param readsTimes Whether it is called as well when entities are only newer.
   * @returns Stops listening.
   */
  observe(
    dependencies: Dependencies | undefined,
    listener: ChangeListener,
    readsTimes = false,
  ): () => void {
    const observers = dependencies ? this.#observing : this.#subscribed;
    const members = { listener, dependencies, readsTimes };
    const observer = Object.assign(new Reader(), members);
    this.#graph.catchUp?.();
    observers.add(observer);
    if (dependencies) observer.watch(this.#sourcesOf(dependencies));
    if (this.#layers) this.#showInLists(this.#layers);
    return () => {
      observers.delete(observer);
      setSources(observer, NOTHING);
    };
  }

  /** Lists that were restored follow pending changes as soon as somebody has read one of their kind. */
  #showInLists(layers: Layers): void {
    const graph = this.#graph;
    if (graph.catchUp || !layers.misses(graph)) return;
    graph.catchUp = this.#catchUp;
    this.#pending ??= {
      actions: [],
      before: this.#visible,
      base: this.#base,
      isOptimistic: true,
    };
    queueMicrotask(this.notify);
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
   * Puts another state on display, such as a recorded one. Actions go on
   * changing the store, but nobody sees it until the display ends.
   *
   * @param state The state to show; `undefined` ends the display.
   */
  readonly showState = (state: State | undefined): void => {
    if (state === this.#displayed) return;
    const before = versionOf(this.getVisibleState());
    this.#displayed = state;
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
    this.#doubts.begin(version.graph!);
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
      // what has rendered nothing yet is pending as well
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
        const { actions, before, isOptimistic } = pending;
        pending.after = this.#visible;
        isAnew = !actions || before.graph !== graph;
        if (isAnew) {
          changed = [...this.#observing];
          pending.touched = everythingTouched;
        }
        this.#notifying = changed;
        for (
          const observer of actions && this.#displayed
            ? []
            : [...changed, ...this.#subscribed]
        ) {
          // another one may have stopped it
          if (
            !this.#observing.has(observer) && !this.#subscribed.has(observer)
          ) continue;
          try {
            observer.listener(isOptimistic, pending);
          } catch (error) {
            console.error(error);
          }
        }
      }
      // those that are notified of nothing began to observe after what nobody heard of
      this.#rearm(changed, isAnew);
      // those that have stopped are not retained
      this.#notifying = undefined;
    } while (this.#pending);
    this.#doubts.ask();
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

/**
 * A class of controllers, as `MockController` makes them: an option of
 * {@linkcode createDataStore}.
 */
export type ControllerConstructor = new (
  options?: ControllerOptions,
) => Controller;

/** The options of {@linkcode createDataStore}. */
export interface DataStoreOptions {
  /** The managers, in the order in which they see actions. */
  readonly managers: readonly Manager[];
  /** Class of the controller. Default {@linkcode Controller}. */
  readonly Controller?: ControllerConstructor | undefined;
  /** The initial state. Default: nothing. */
  readonly initialState?: State | undefined;
  /** Decides what stays in memory. Default: a new {@linkcode GCPolicy}. */
  readonly gcPolicy?: GCInterface | undefined;
  /** Source of time and timers of the controller and of the default collection. Default: the platform's. */
  readonly clock?: Clock | undefined;
  /** Called with what of a response was left out or cannot be read, in production too. */
  readonly onReport?: ControllerOptions["onReport"];
}

/**
 * A store that runs between `start` and `stop`: what
 * {@linkcode createDataStore} makes.
 */
export interface DataStore {
  /** The interface to the store. */
  readonly controller: Controller;
  /** The state and who observes it. */
  readonly store: Store;
  /** Initializes managers and garbage collection. Dispatching is legal before. */
  start(): void;
  /** Cleans up what `start` began; until right before the next start only responses are stored, and every other dispatch is ignored. */
  stop(): void;
  /** Stops for good: aborts everything that is pending, whose promises reject with {@linkcode DisposedError}. */
  dispose(): void;
  /** Resolves when nothing is pending and every result is stored. */
  allSettled(): Promise<void>;
}

/**
 * Builds a store with its controller and managers. Nothing runs before `start`.
 *
 * @param options See {@linkcode DataStoreOptions}.
 *
 * @example
 * ```ts
 * import { createDataStore, NetworkManager } from "@tessera/client/controller";
 *
 * const { controller, start, stop } = createDataStore({ managers: [new NetworkManager()] });
 * start();
 * controller.getState();
 * stop();
 * ```
 */
export function createDataStore(options: DataStoreOptions): DataStore {
  const { managers, initialState, clock, onReport } = options;
  const gcPolicy = options.gcPolicy ?? new GCPolicy({ clock });
  const controller = new (options.Controller ?? Controller)({
    gcPolicy,
    clock,
    onReport,
  });
  if (initialState) controller.stamps.moveAbove(newestStamp(initialState));
  const store = new Store(controller, initialState, clock, managers);
  const { start, stop, dispose, allSettled } = store;
  return { controller, store, start, stop, dispose, allSettled };
}

/**
 * A middleware in the form Redux's `applyMiddleware` takes: what
 * {@linkcode applyManager} makes of managers.
 */
export type ReduxMiddleware = (
  api: MiddlewareAPI,
  // deno-lint-ignore no-explicit-any -- what other middlewares of a chain take and return is unknown
) => (next: (action: any) => any) => (action: any) => any;

/**
 * Turns managers into middlewares, in array order; the first one binds the controller to the store.
 *
 * @param managers The managers; the first sees every action first.
 * @param controller Receives the store's `dispatch` and `getState`, and is handed to each middleware.
 * @returns Middlewares in the form Redux's `applyMiddleware` takes.
 *
 * @example
 * ```ts
 * import { Controller, NetworkManager } from "@tessera/client";
 * import { applyManager } from "@tessera/client/controller";
 *
 * const controller = new Controller();
 * const middlewares = applyManager([new NetworkManager()], controller);
 * ```
 */
export function applyManager(
  managers: readonly Manager[],
  controller: Controller,
): ReduxMiddleware[] {
  warnAboutOrder(managers);
  const middlewares = managers.map(middlewareOf);
  const bind: ReduxMiddleware = (api) => {
    controller.bindMiddleware(api);
    return (next) => next;
  };
  return [
    bind,
    ...middlewares.map((middleware) => () => middleware(controller)),
  ];
}

/**
 * Prepares the life cycle of managers.
 *
 * @param managers Initialized and cleaned up in array order, followed by the collection policy of the controller.
 * @param controller The controller whose `gcPolicy` takes part.
 * @param state Handed to each `init`.
 * @returns A function that initializes everything and returns the cleanup. Errors
 * thrown by single managers are reported, and stop nobody else.
 *
 * @example
 * ```ts
 * import { Controller, initialState, initManager, NetworkManager } from "@tessera/client";
 *
 * const controller = new Controller();
 * const start = initManager([new NetworkManager()], controller, initialState);
 * const stop = start();
 * stop();
 * ```
 */
export function initManager(
  managers: readonly Manager[],
  controller: Controller,
  state: State,
): () => () => void {
  return () => {
    const { gcPolicy } = controller;
    controller.managers = managers;
    callEach(managers, "init", state);
    callEach([gcPolicy], "init", controller);
    // not a function of here, which would hold the state of the beginning
    return callEach.bind(undefined, [...managers, gcPolicy], "cleanup");
  };
}

/** Calls a method of each. One that throws stops nobody else. */
function callEach<T>(
  parts: readonly { init?(argument: T): void; cleanup(argument?: T): void }[],
  phase: "init" | "cleanup",
  argument?: T,
): void {
  for (const part of parts) {
    try {
      part[phase]?.(argument!);
    } catch (error) {
      console.error(`A manager threw in ${phase}().`, error);
    }
  }
}

/** What a manager does with actions; nothing if it does not say. */
function middlewareOf(manager: Manager): Middleware {
  return manager.middleware ?? manager.getMiddleware?.() ??
    (() => (next) => next);
}

/** Orders that lose a guarantee; every other order is safe. */
const orderRules: readonly (readonly [ManagerRole, ManagerRole, string])[] = [
  ["network", "offline", "it queues nothing"],
  ["network", "persist", "requests do not wait for what is stored"],
  ["subscription", "push", "what it delivers is polled"],
  ["subscription", "tabs", "every tab polls"],
];

/** Warns of orders in which managers miss what they wait for, in development. */
function warnAboutOrder(managers: readonly ManagerWithRole[]): void {
  if (!isDevelopment()) return;
  const roles = managers.map((manager) => manager.role);
  if (!roles.includes("network")) {
    console.warn(
      "A NetworkManager is required: without one no request is ever made. Add new NetworkManager() to the managers.",
    );
  }
  for (const [first, second, loss] of orderRules) {
    const position = roles.indexOf(first);
    if (position >= 0 && roles.indexOf(second, position + 1) >= 0) {
      console.warn(
        `The ${second} manager stands after the ${first} manager, so ${loss}. Move it before.`,
      );
    }
  }
}
