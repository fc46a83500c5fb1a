"use client";
// @ts-types="npm:@types/react@^19"
import * as React from "react";
import type { Dependencies, State } from "../controller/mod.ts";
import { isDevelopment } from "../schema/engine.ts";
import type {
  ReaderListener,
  ReaderSource,
  RenderedState,
} from "./reader_source.ts";
import { forgetHook, noteHook, noteRender } from "./visible_hooks.ts";

/** What a hook renders from. */
export interface Selection {
  /** What it depends on. */
  readonly dependencies: Dependencies;
  /** Protects its data from collection. */
  readonly countRef: () => () => void;
  /** Whether a component that renders it has to make a request. */
  readonly needsRequest?: boolean;
}

/** A selection that somebody else has read; and from which state, if it is the same selector's. */
export interface KnownSelection<S> {
  readonly selection: S;
  readonly at?: WeakRef<State> | undefined;
}

/** What a hook reads of a state. */
export interface Selector<S extends Selection> {
  readonly source: ReaderSource;
  /** What is known of a component that has waited for this, which React has forgotten. */
  known?(): KnownSelection<S> | undefined;
  /** Equal for selectors that select the same; for those that do not wait for it. */
  readonly name?: string;
  /** What is looked up, where that is no response; for panels. */
  readonly schema?: unknown;
  /**
   * Reads one state.
   *
   * @param state The state.
   * @param previous An earlier selection of the same selector.
   * @param isHydrating Whether the selection has to be the one a server made:
   *   since then time has passed, which must not change what is rendered.
   * @param isFirst Whether to look at the age of the data, as at the first read.
   */
  read(
    state: State,
    previous: S | undefined,
    isHydrating?: boolean,
    isFirst?: boolean,
  ): S;
  /** Whether both selections render the same. */
  isEqual(a: S, b: S): boolean;
  /** Whether a component with this selection is hidden until another one comes. */
  isPending?(selection: S): boolean;
  /** Whether a selection lacks what one before it had. */
  isLost?(before: S, after: S): boolean;
  /** Makes the request that a selection needs. */
  request?(selection: S): void;
  /** A component with this selector is on screen, and renders a selection; returns what ends that. */
  mount?(selection: S): (() => void) | undefined;
}

/** How long after a render, or after it was hidden, a component may appear without another look at the age of its data, in milliseconds. */
const maximumDelay = 5000;

/** How long a page may take to leave after it has deleted what it renders, in milliseconds: the next one may have to wait for its data. */
const leavingTime = 5000;

/**
 * Updates what a hook renders, as long as its component is visible.
 * The store calls only if a change touched something the selection depends on.
 * The component renders only if the new selection renders differently.
 */
export class Subscription<S extends Selection> {
  /** The selector of the last render that is on screen. */
  #selector!: Selector<S>;
  /** The selection of the newest state. */
  #newest: S | undefined;
  /** From which state a render read that. */
  #at: WeakRef<State> | undefined;
  /** What the last render has selected, which with Preact is on screen before its effects run. */
  rendered: S | undefined;
  /** The selection on screen, as effects say. */
  #visible: S | undefined;
  #visibleState: RenderedState | undefined;
  /** Ends the subscription to what the newest selection depends on; nothing while the component is not visible. */
  #stop: (() => void) | undefined;
  /** The same for a selection that is on screen while the newest is not. */
  #stopVisible: (() => void) | undefined;
  /** When a render read it, or its component left the screen, by the wall clock. */
  #since = Date.now();
  /** Whether the newest state could not be read: the render throws that as well. */
  #isFailed = false;
  /** What the component goes on rendering after a deletion, so that it can leave. */
  #outgoing: S | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #rerender: (lost: S | undefined) => void;

  /**
   * @param rerender Has the component render, also to what a deletion has left.
   * @param known What was read for a component that React has forgotten.
   */
  constructor(
    rerender: (lost: S | undefined) => void,
    known: KnownSelection<S> | undefined,
  ) {
    this.#rerender = rerender;
    this.#newest = known?.selection;
    this.#at = known?.at;
  }

  /** The selection for a render. Reads only what is not known. */
  select(
    selector: Selector<S>,
    rendered: RenderedState,
    isHydrating: boolean,
    place?: string,
    lost?: S,
  ): S {
    const { source } = selector;
    if (this.#outgoing && lost !== this.#newest) return this.#outgoing;
    const isNewest = rendered === source.newest;
    if (this.#stop && isNewest && !this.#isFailed) return this.#newest!;
    if (this.#stop && rendered === this.#visibleState) return this.#visible!;
    const state = isHydrating
      ? source.getHydrationState(selector, place)
      : rendered.visible?.state ?? source.getState();
    const isCurrent = isNewest && !isHydrating;
    if (isCurrent && this.#at?.deref() === state) return this.#newest!;
    if (isDevelopment()) source.reads++;
    this.#since = Date.now();
    source.watch();
    const previous = isNewest ? this.#newest : this.#visible;
    let selection = selector.read(state, previous, isHydrating);
    // a component that waits to hydrate renders what has arrived since
    if (isHydrating && selector.isPending?.(selection)) {
      selection = selector.read(source.getState(), selection);
    }
    if (isCurrent) {
      // one for all who read this state: to make one takes a microsecond
      if (source.lastRead?.deref() !== state) {
        source.lastRead = new WeakRef(state);
      }
      this.#at = source.lastRead;
      this.#newest = selection;
    }
    return selection;
  }

  /** A selection is on screen, which was rendered from a state. */
  commit(selector: Selector<S>, rendered: RenderedState, selection: S): void {
    const { source } = this.#selector = selector;
    noteRender(this);
    this.#visible = selection;
    if (selection !== this.#outgoing) this.#outgoing = undefined;
    this.#visibleState = rendered;
    if (this.#isFailed) {
      this.#isFailed = false;
      this.#stop?.();
      this.#stop = undefined;
    }
    if (this.#stop) return;
    this.#observe(selection);
    // it may have been hidden for long, and the store may have moved
    const isLate = Date.now() - this.#since > maximumDelay;
    if (!isLate && this.#at?.deref() === source.getState()) return;
    if (!this.#update(isLate)) return;
    this.#render();
    source.catchUp(this.#render);
  }

  /** An effect that ends when the component leaves or is hidden. */
  readonly mount = (): () => void => this.#leave;

  readonly #render = (): void => {
    if (this.#stop !== undefined) this.#rerender(undefined);
  };

  /** The store has changed something the newest selection depends on. */
  readonly #changed: ReaderListener = (isOptimistic, isDeletion) => {
    if (this.#stop === undefined) return;
    const wasFailed = this.#isFailed;
    try {
      this.#isFailed = false;
      if (!this.#update(false) && !wasFailed) return;
      const lost = this.#newest!;
      const isLost = this.#selector.isLost?.(this.#visible!, lost);
      this.#outgoing = isLost && (isDeletion || this.#outgoing)
        ? this.#visible
        : undefined;
      if (this.#outgoing) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          if (this.#newest !== lost) return;
          React.startTransition(() => this.#rerender(lost));
        }, leavingTime);
        return;
      }
    } catch {
      this.#isFailed = true;
    }
    sameTransition(this.#render);
    if (isOptimistic) this.#selector.source.rerenders.push(this.#render);
  };

  /** From now on the store notifies the component of what a selection depends on. */
  #observe(selection: S): void {
    const { source } = this.#selector;
    this.#newest = selection;
    this.#stop = source.observe(selection.dependencies, this.#changed);
    noteHook(this, source, this.#selector, selection);
  }

  /**
   * Reads the newest state.
   *
   * @param isFirst Whether to look at the age of the data, as at the first read.
   * @returns Whether the component has to render.
   */
  #update(isFirst: boolean): boolean {
    const selector = this.#selector;
    const { source } = selector;
    const stopOld = this.#stop!;
    const state = source.getState();
    const next = selector.read(state, this.#newest, false, isFirst);
    // the state of the last render may come back, after another one on display
    this.#at = undefined;
    if (isDevelopment()) source.reads++;
    this.#observe(next);
    if (this.#stopVisible === undefined) {
      this.#stopVisible = stopOld;
      source.whenOnScreen(this.#onScreen);
    } else stopOld();
    if (
      !selector.isEqual(this.#visible!, next) ||
      !selector.isEqual(this.rendered!, next)
    ) return true;
    if (next.needsRequest) {
      // a component that leaves in the same batch must not start the request
      source.afterCommit(() => {
        if (this.#stop && this.#newest === next) selector.request!(next);
      });
    }
    return false;
  }

  /** The newest state is on screen. */
  readonly #onScreen = (): void => {
    this.#stopVisible?.();
    this.#stopVisible = undefined;
  };

  readonly #leave = (): void => {
    this.#onScreen();
    this.#stop?.();
    this.#stop = undefined;
    this.#outgoing = undefined;
    clearTimeout(this.#timer);
    this.#since = Date.now();
    forgetHook(this, this.#selector);
  };
}

/** What React holds of the transition whose function is running, by version. */
interface Internals {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: {
    readonly T?: unknown;
  };
  readonly __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED?: {
    readonly ReactCurrentBatchConfig?: { readonly transition?: unknown };
  };
}

/**
 * Runs something that has a component render. In development React warns of a
 * transition that has more than ten of them render, since a subscription that
 * uses no hooks of React could tear; a transition inside of it is not counted.
 */
function sameTransition(render: () => void): void {
  if (isDevelopment()) {
    const {
      __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: newer,
      __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED: older,
    } = React as Internals;
    const transition = newer?.T ?? older?.ReactCurrentBatchConfig?.transition;
    if (transition) return React.startTransition(render);
  }
  render();
}
