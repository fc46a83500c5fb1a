import {
  Controller,
  type Dependencies,
  type EntityPath,
  type State,
  type Touched,
} from "../controller/mod.ts";
import { Cancellations } from "./cancellations.ts";
import { Failures } from "./failures.ts";
import { WaitingReaders } from "./waiting_readers.ts";

/** Keeps a dependency registration of a {@linkcode ReaderSource} up to date. */
export interface Registration {
  /** Replaces what is depended on. */
  update(dependencies: Dependencies): void;
  /** Ends the registration. */
  release(): void;
}

/**
 * What reading from a {@linkcode ReaderSource} has cost since the provider was
 * created.
 */
export interface ReaderStats {
  /** How often a hook was told that something it depends on was written. */
  readonly checks: number;
  /** How often a hook has read its value; parts that did not change come from memory. */
  readonly denormalizations: number;
}

/**
 * What hooks read from: the store of the nearest provider. It is the value of
 * StoreContext and never changes during the life of a provider.
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
export interface ReaderSource {
  /** Reads the states: all hooks share what it remembers. */
  readonly controller: Controller;
  /** The source for components whose requests this controller makes. */
  requestedBy(controller: Controller): ReaderSource;
  /**
   * What becomes of requests. `"live"`: the answer changes what is read.
   * `"paused"`: another state is on display, so nothing is requested until that
   * ends. `"given"`: the state was given by hand and never changes.
   */
  readonly mode: "live" | "paused" | "given";
  /** The visible state: confirmed data with pending optimistic changes on top. */
  getState(): State;
  /** The state the provider was created with, which the server rendered from; on a server the visible state. */
  getHydrationState(): State;
  /** Whether components may hydrate markup of a server; decided before the first of them renders. */
  readonly mayHydrate: boolean;
  /** Something that is the same as long as the visible state is, and does not keep it alive. */
  moment(): object;
  /**
   * Calls `listener` after each commit that touched one of the dependencies;
   * `isOptimistic` says that an optimistic change came or was taken back, which
   * is to be seen at once, also inside a transition.
   */
  observe(
    dependencies: Dependencies,
    listener: (isOptimistic: boolean) => void,
  ): Registration;
  /** Calls `listener` after each commit that changed the visible state. */
  subscribe(listener: (isOptimistic: boolean) => void): () => void;
  /** Runs a callback once React has committed what the current dispatch changed. */
  afterCommit(callback: () => void): void;
  /** Suspended components and what they wait for. */
  readonly waiting: WaitingReaders;
  /** Errors that error boundaries show. */
  readonly failures: Failures;
  /** Requests that components may cancel. */
  readonly cancellations: Cancellations;
  /** What reading has cost so far, for tests and tools. */
  stats(): ReaderStats;
  /** A hook reads its value. */
  countRead(): void;
}

/** What a reader source needs of a store. */
export interface ObservableStore {
  /** Whether that is the state of the store, not another one on display. */
  readonly isLive: boolean;
  /** The confirmed state with pending optimistic changes on top. */
  getVisibleState(): State;
  /** Tells that a state is kept for long. */
  keep?(state: State): void;
  /** Calls `listener` after each commit that touched one of the dependencies. */
  observe(
    dependencies: Dependencies,
    listener: ObservableStoreListener,
  ): () => void;
  /** Calls `listener` after each commit that changed the visible state. */
  subscribe(listener: ObservableStoreListener): () => void;
}

/** A listener of the library's own store, or of one that cannot tell what a commit touched. */
export type ObservableStoreListener = (
  visibleState: State,
  touched: Touched | undefined,
  isOptimistic: boolean,
) => void;

/** Reads from a running store. */
export class StoreReaderSource implements ReaderSource {
  readonly waiting: WaitingReaders = new WaitingReaders();
  readonly failures: Failures = new Failures();
  readonly cancellations: Cancellations = new Cancellations();
  readonly controller: Controller;
  mayHydrate = true;
  readonly #store: ObservableStore;
  readonly #hydrationState: State;
  readonly #callbacks: (() => void)[] = [];
  #pulse: (() => void) | null = null;
  #moment: WeakRef<State>;
  #checks = 0;
  #reads = 0;

  constructor(store: ObservableStore, controller: Controller) {
    this.#store = store;
    this.controller = controller;
    this.#hydrationState = store.getVisibleState();
    store.keep?.(this.#hydrationState);
    this.#moment = new WeakRef(this.#hydrationState);
  }

  requestedBy(): this {
    return this;
  }

  get mode(): "live" | "paused" {
    return this.#store.isLive ? "live" : "paused";
  }

  getState(): State {
    return this.#store.getVisibleState();
  }

  getHydrationState(): State {
    return this.#hydrationState;
  }

  moment(): object {
    const state = this.getState();
    if (this.#moment.deref() !== state) this.#moment = new WeakRef(state);
    return this.#moment;
  }

  observe(
    dependencies: Dependencies,
    listener: (isOptimistic: boolean) => void,
  ): Registration {
    const announce: ObservableStoreListener = (
      _state,
      _touched,
      isOptimistic,
    ) => {
      this.#checks++;
      listener(isOptimistic);
    };
    let current = dependencies;
    let release = this.#store.observe(current, announce);
    return {
      update: (next) => {
        const isRegistered = isSame(next, current);
        current = next;
        if (isRegistered) return;
        const releaseOld = release;
        release = this.#store.observe(next, announce);
        releaseOld();
      },
      release: () => release(),
    };
  }

  subscribe(listener: (isOptimistic: boolean) => void): () => void {
    return this.#store.subscribe((_state, _touched, isOptimistic) =>
      listener(isOptimistic)
    );
  }

  afterCommit(callback: () => void): void {
    if (this.#pulse === null) return queueMicrotask(callback);
    if (this.#callbacks.push(callback) > 1) return;
    this.#pulse();
    // A transition may be pending for long; here its scope has ended.
    queueMicrotask(() => {
      if (this.#callbacks.length > 0) this.#pulse?.();
    });
  }

  stats(): ReaderStats {
    return { checks: this.#checks, denormalizations: this.#reads };
  }

  countRead(): void {
    this.#reads++;
  }

  /** The provider lends the function that makes React commit something. */
  setPulse(pulse: (() => void) | null): void {
    this.#pulse = pulse;
    if (pulse === null) this.committed();
  }

  /** React has committed: everyone who waited for it goes on. */
  committed(): void {
    for (const callback of this.#callbacks.splice(0)) callback();
  }
}

/** Whether nothing has to be registered anew. A value that changed has new lists, mostly of the same. */
function isSame(next: Dependencies, current: Dependencies): boolean {
  return isSameList(next.entities, current.entities, isSamePath) &&
    isSameList(next.tables, current.tables, Object.is) &&
    isSameList(next.endpoints, current.endpoints, Object.is);
}

function isSameList<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSameItem: (a: Item, b: Item) => boolean,
): boolean {
  return a === b || a.length === b.length &&
      a.every((item, index) => isSameItem(item, b[index]!));
}

function isSamePath(a: EntityPath, b: EntityPath): boolean {
  return a.pk === b.pk && a.key === b.key;
}

/** Reads from one given state, for tests that provide StateContext by hand. */
export class StaticReaderSource implements ReaderSource {
  readonly waiting: WaitingReaders = new WaitingReaders();
  readonly failures: Failures = new Failures();
  readonly cancellations: Cancellations = new Cancellations();
  readonly controller: Controller;
  readonly mayHydrate = true;
  readonly mode = "given";
  readonly #state: State;
  readonly #byRequester = new WeakMap<Controller, ReaderSource>();

  constructor(state: State, controller: Controller = new Controller()) {
    this.#state = state;
    this.controller = controller;
  }

  /** Many may have been given the same state: what one asks for, another does not wait for. */
  requestedBy(controller: Controller): ReaderSource {
    let source = this.#byRequester.get(controller);
    if (source === undefined) {
      source = new StaticReaderSource(this.#state, this.controller);
      this.#byRequester.set(controller, source);
    }
    return source;
  }

  moment(): object {
    return this;
  }

  getState(): State {
    return this.#state;
  }

  getHydrationState(): State {
    return this.#state;
  }

  observe(): Registration {
    return { update() {}, release() {} };
  }

  subscribe(): () => void {
    return () => {};
  }

  stats(): ReaderStats {
    return { checks: 0, denormalizations: 0 };
  }

  countRead(): void {}

  afterCommit(callback: () => void): void {
    queueMicrotask(callback);
  }
}
