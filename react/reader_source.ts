"use client";
// @ts-types="npm:@types/react@^19"
import { startTransition } from "react";
import {
  type ActionTypes,
  type ChangeListener,
  Controller,
  type Dependencies,
  type State,
  type StoreChange,
} from "../controller/mod.ts";
import {
  applyLayers,
  nothing,
  transition,
  type Version,
  versionOf,
} from "../controller/views.ts";
import { isDevelopment, isInvalidate } from "../schema/engine.ts";
import { PendingReads } from "./pending_reads.ts";

/**
 * The cost of reading from a {@linkcode ReaderSource} since the provider was
 * created.
 */
export interface ReaderStats {
  /** How often the store notified a hook that something it depends on was written. */
  readonly checks: number;
  /** How often a hook has read its value; parts that did not change come from memory. */
  readonly denormalizations: number;
}

/**
 * A state of the store as React counts them. One render uses one of them:
 * what is on screen, the newest, or the newest without what a pending
 * transition has written. Each is also the step that leads to it from the one
 * before.
 */
export class RenderedState {
  /** Of which store. */
  declare readonly source: ReaderSource;
  /** How many changes there were before, all of which are in it. */
  declare readonly number: number;
  /** Later changes that are in it, where not all of them are. */
  declare readonly own: readonly RenderedState[];
  /** What is visible; nothing for the newest, which the store has, and when nobody can see it any more. */
  declare visible: Version | undefined;
  /** What is confirmed, if that is known. */
  declare base: Version | undefined;
  /** The one before; like the two that follow, as long as somebody can ask. */
  declare before: RenderedState | undefined;
  /** What was changed since. */
  declare change: StoreChange | undefined;
  /** Where that leads from those that lack an earlier change. */
  declare branches: Map<RenderedState, RenderedState> | undefined;

  constructor(
    source: ReaderSource,
    number: number,
    own: readonly RenderedState[] = [],
  ) {
    this.source = source;
    this.number = number;
    this.own = own;
  }

  /** Whether what led to another one is in this one. */
  has(rendered: RenderedState): boolean {
    return rendered.number <= this.number || this.own.includes(rendered);
  }
}

/**
 * Called when something was written.
 *
 * @param isOptimistic Whether only optimistic changes have come or gone.
 * @param isDeletion Whether somebody here has deleted something: its readers
 * may be about to leave.
 */
export type ReaderListener = (
  isOptimistic: boolean,
  isDeletion?: boolean,
) => void;

function isDeletion(action: ActionTypes): boolean {
  return action.type === "rdc/setresponse" &&
    isInvalidate(action.endpoint.schema) &&
    action.endpoint.sideEffect === true;
}

/** How React holds a rendered state: sets the state of the component that follows the store. */
export interface Follower {
  /** Goes on to a rendered state; `null` has it stay, and what else is set with it wait for what it waits for. */
  follow(rendered: RenderedState | null): void;
  /** Has React commit something. */
  pulse(): void;
}

/** For a reader of every change. */
export const everything: Dependencies = {
  entities: [],
  tables: [],
  endpoints: [],
};

/** What a hook asks that hydrates. */
export interface RenderedSelector {
  readonly name?: string;
  readonly key?: string | null;
  /** What it asks of several endpoints. */
  readonly parts?: readonly RenderedSelector[];
  /** Makes a request. */
  fetch?(): Promise<unknown>;
}

/** The state that a hook has rendered on a server, by its selector and its place in the tree; `undefined` for the last one. */
export type RenderedStateOf = (
  selector: RenderedSelector,
  place: string | undefined,
) => State | undefined;

/** Pages that a server has rendered, by the state of what has arrived: each serves those who begin with that. */
export const pages: WeakMap<object, (source: ReaderSource) => void> =
  new WeakMap();

/** What a reader source needs of a store. */
export interface ObservableStore {
  /** Whether readers see the state of the store, not another one on display. Nothing where there is one state for ever. */
  readonly isLive?: boolean;
  /** The confirmed state with pending optimistic changes on top. */
  readonly getVisibleState: () => State;
  /** Pins a state for long; calls back when the store is reset. */
  pin?(state: State, letGo: () => void): void;
  /** Calls `listener` after each change that touched one of the dependencies; by default after each change. */
  observe(
    dependencies: Dependencies | undefined,
    listener: ChangeListener,
  ): () => void;
}

/**
 * The source of hooks: the store of the nearest provider. It is the value of
 * StoreContext and never changes during the life of a provider.
 *
 * It knows what of the store React has rendered. Every change that concerns a
 * reader leads from the newest state to the next, to which React goes on when
 * it renders with the priority that the change had. A change that overtakes an
 * earlier one starts from a state that lacks that one, and is then applied
 * there as well.
 *
 * @example
 * ```ts
 * import { useContext } from "react";
 * import { type ReaderSource, StoreContext } from "@tessera/client/react";
 *
 * // for a test of how much a change makes the page read again
 * export function useReadCount(): number {
 *   const source: ReaderSource = useContext(StoreContext);
 *   return source.stats().denormalizations;
 * }
 * ```
 */
export class ReaderSource {
  /** Reads the states: all hooks share what it remembers. */
  readonly controller: Controller;
  /** Whether components may hydrate markup of a server; decided before the first of them renders. */
  mayHydrate = true;
  /**
   * Whether RenderedStateContext says which state a render uses, not
   * `rendering`.
   *
   * @internal
   */
  isSplit = false;
  /**
   * The state with everything that readers were notified of.
   *
   * @internal
   */
  newest: RenderedState = new RenderedState(this, 0);
  /**
   * The state that was rendered last.
   *
   * @internal
   */
  rendering: RenderedState = this.newest;
  /**
   * Suspended components and what they wait for.
   *
   * @internal
   */
  readonly pending: PendingReads;
  /**
   * Has those render again that an optimistic change has notified.
   *
   * @internal
   */
  readonly rerenders: (() => void)[] = [];
  /**
   * The state that a render has read last.
   *
   * @internal
   */
  lastRead: WeakRef<State> | undefined;
  /**
   * How often a hook has read its value.
   *
   * @internal
   */
  reads = 0;
  /**
   * The state that a hook has rendered on the server, if it was not the last
   * one. On the server it notes that.
   *
   * @internal
   */
  renderedStateOf: RenderedStateOf | undefined;
  #committed = this.newest;
  readonly #store: ObservableStore;
  readonly #isOnServer: boolean;
  /** What the server rendered from, while components may hydrate its markup. */
  #hydrationState: State | undefined;
  #follower: Follower | undefined;
  #stopWatching: (() => void) | undefined;
  readonly #afterCommit: (() => void)[] = [];
  #checks = 0;

  /**
   * Begins with what a store has.
   *
   * @param store Where to read.
   * @param controller Reads the states.
   * @param pending The promises that components wait for; on a server, where
   * they hydrate nothing.
   */
  constructor(
    store: ObservableStore,
    controller: Controller,
    pending?: PendingReads,
  ) {
    this.#store = store;
    this.getState = store.getVisibleState;
    this.controller = controller;
    this.pending = pending ?? new PendingReads();
    this.#isOnServer = pending !== undefined;
    // one that has left renders nothing any more
    controller.onUnread((key) => this.pending.rendered(key));
  }

  /**
   * Tells, before the first component renders, whether there is markup of a
   * server to hydrate, which it has rendered from what the store has.
   *
   * @internal
   */
  hydrates(mayHydrate: boolean): void {
    this.mayHydrate = mayHydrate;
    if (this.#isOnServer) return;
    if (mayHydrate) this.hydratesFrom(this.getState());
    else this.#hydrationState = this.renderedStateOf = undefined;
  }

  /**
   * Tells which state a server rendered from.
   *
   * @internal
   */
  hydratesFrom(state: State): void {
    this.#hydrationState = state;
    this.#store.pin?.(state, () => {
      this.#hydrationState = this.renderedStateOf = undefined;
    });
  }

  /**
   * Whether the response to a request changes what is read. Not while another
   * state is on display, because nothing is requested until that ends. Nothing
   * where the state was set by hand and never changes.
   */
  get isLive(): boolean | undefined {
    return this.#store.isLive;
  }

  /** The visible state: confirmed data with pending optimistic changes on top. */
  readonly getState: () => State;

  /**
   * The state the provider was created with, which the server rendered from;
   * where nothing is hydrated the visible state.
   *
   * @internal
   */
  getHydrationState(selector?: RenderedSelector, place?: string): State {
    return selector && this.renderedStateOf?.(selector, place) ||
      (this.#hydrationState ?? this.getState());
  }

  /** The cost of reading so far, for tests and tools; counted in development. */
  stats(): ReaderStats {
    return { checks: this.#checks, denormalizations: this.reads };
  }

  /**
   * Whether the newest state is on screen.
   *
   * @internal
   */
  get isOnScreen(): boolean {
    return this.#committed === this.newest;
  }

  /**
   * Calls `listener` after each change that touched one of the dependencies.
   *
   * @internal
   */
  observe(dependencies: Dependencies, listener: ReaderListener): () => void {
    return this.#store.observe(
      dependencies === everything ? undefined : dependencies,
      (isOptimistic, change) => {
        if (isDevelopment()) this.#checks++;
        this.#goOn(change, isOptimistic);
        listener(isOptimistic, change.actions?.some(isDeletion));
      },
    );
  }

  /**
   * Calls `listener` after each change of the visible state; returns the end of it.
   *
   * @internal
   */
  subscribe(listener: ReaderListener): () => void {
    return this.observe(everything, listener);
  }

  /**
   * From now on every change leads to a rendered state, whether it concerns a
   * reader or not, because all components of one render have to show one state.
   * Ends when the newest state is on screen.
   *
   * @internal
   */
  watch(): void {
    if (this.#follower === undefined) return;
    this.#stopWatching ??= this.subscribe(nothing);
  }

  /**
   * Calls back when the newest state is on screen.
   *
   * @internal
   */
  whenOnScreen(callback: () => void): void {
    if (this.isOnScreen) callback();
    else this.afterCommit(() => this.whenOnScreen(callback));
  }

  /**
   * Runs a callback once React has committed what the current dispatch changed.
   *
   * @internal
   */
  afterCommit(callback: () => void): void {
    if (this.#follower === undefined) queueMicrotask(callback);
    else this.#afterCommit.push(callback);
  }

  /**
   * Has a component render whenever something is rendered that is not yet on
   * screen.
   *
   * @internal
   */
  catchUp(render: () => void): void {
    queueMicrotask(() => {
      // what React has rendered with the effects of the commit. In a transition
      // a deferred value would be ahead of those that wait for their turn
      if (this.isOnScreen) return;
      // what was written in the course of an event, or between two
      render();
      // what waits for the end of a transition: React renders all transitions of one state at once
      startTransition(() => {
        this.#follower?.follow(null);
        render();
      });
    });
  }

  /** A change leads to the next state, to which React goes on with the priority of what surrounds this. */
  #goOn(change: StoreChange, isOptimistic: boolean): void {
    const before = this.newest;
    // somebody else was notified of it
    if (before.change === change) return;
    const after = this.newest = new RenderedState(this, before.number + 1);
    const follower = this.#follower;
    if (follower === undefined) return this.commits(after);
    after.before = before;
    after.change = change;
    // while it was the newest, what it renders was the store's
    before.visible = change.before;
    before.base = change.base;
    this.watch();
    follower.follow(after);
    // a microtask is outside of the scope of a transition
    queueMicrotask(() => {
      const isOnScreen = this.#committed.has(after);
      if (isOnScreen && this.#afterCommit.length === 0) return;
      follower.pulse();
      if (isOnScreen || !isOptimistic) return;
      follower.follow(after);
      for (const render of this.rerenders.splice(0)) render();
    });
  }

  /**
   * Where a change leads: a reducer of the component that follows the store.
   *
   * @internal
   */
  readonly follow = (
    rendered: RenderedState,
    next: RenderedState | null,
  ): RenderedState => {
    if (next === null || rendered.has(next)) return rendered;
    const { base } = rendered;
    const actions = next.change?.actions;
    if (rendered === next.before || !base || !actions) return next;
    const branches = next.branches ??= new Map();
    let branch = branches.get(rendered);
    if (branch === undefined) {
      const { controller } = this;
      const state = actions.reduce(
        (state, action) =>
          transition(controller, versionOf(state), action).version.state,
        base.state,
      );
      branch = new RenderedState(this, rendered.number, [
        ...rendered.own,
        next,
      ]);
      branch.base = versionOf(state);
      branch.visible = versionOf(applyLayers(controller, state));
      branches.set(rendered, branch);
    }
    return branch;
  };

  /**
   * React renders a state.
   *
   * @returns The state for the components below; `null` if it is the newest.
   * @internal
   */
  renders(rendered: RenderedState): RenderedState | null {
    this.rendering = rendered;
    if (rendered === this.newest) return null;
    this.isSplit = true;
    return rendered;
  }

  /**
   * React has put a state on screen; the effects of components follow.
   *
   * @internal
   */
  commits(rendered: RenderedState): void {
    this.#committed = this.rendering = rendered;
    this.isSplit = rendered !== this.newest;
  }

  /**
   * The effects of components have run.
   *
   * @internal
   */
  committed(): void {
    if (this.isOnScreen) {
      for (let rendered = this.newest, before; (before = rendered.before);) {
        rendered.before = rendered.change = rendered.branches = undefined;
        before.visible = before.base = undefined;
        rendered = before;
      }
      this.rerenders.length = 0;
      this.#stopWatching?.();
      this.#stopWatching = undefined;
    }
    for (const callback of this.#afterCommit.splice(0)) callback();
  }

  /**
   * A component that renders a state follows the store from now on;
   * `undefined`: none does any more.
   *
   * @internal
   */
  followedBy(
    follower: Follower | undefined,
    rendered: RenderedState = this.newest,
  ): void {
    this.#follower = follower;
    if (rendered !== this.newest) follower!.follow(this.newest);
    if (follower !== undefined) return;
    this.commits(rendered);
    this.committed();
  }
}

/** By state and controller: several trees may have the same state, and none waits for the requests of another. */
const fixedSources = new WeakMap<State, WeakMap<Controller, ReaderSource>>();

/** What hooks read from where a state was set by hand, which never changes. */
export function sourceOf(
  state: State,
  controller: Controller,
): ReaderSource {
  let sources = fixedSources.get(state);
  if (sources === undefined) fixedSources.set(state, sources = new WeakMap());
  let source = sources.get(controller);
  if (source === undefined) {
    source = new ReaderSource(
      { getVisibleState: () => state, observe: () => () => {} },
      new Controller(),
    );
    sources.set(controller, source);
  }
  return source;
}
