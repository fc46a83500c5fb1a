import type { Dependencies, State, Store } from "../controller/mod.ts";

/** Keeps a dependency registration up to date. */
export interface Registration {
  /** Replaces what is depended on. */
  update(dependencies: Dependencies): void;
  /** Ends the registration. */
  release(): void;
}

/**
 * What hooks read from: the store of the nearest provider. It is the value of
 * StoreContext and never changes during the life of a provider.
 */
export interface ReaderSource {
  /** The visible state: confirmed data with pending optimistic changes on top. */
  getState(): State;
  /** The state the provider was created with; what the server rendered. */
  getHydrationState(): State;
  /** Calls `listener` after each commit that touched one of the dependencies. */
  observe(dependencies: Dependencies, listener: () => void): Registration;
  /** Calls `listener` after each commit that changed the visible state. */
  subscribe(listener: () => void): () => void;
  /** Runs a callback once React has committed what the current dispatch changed. */
  afterCommit(callback: () => void): void;
  /** Requests that suspended components wait for, by key. */
  readonly waiting: Map<string, Promise<unknown>>;
  /** Keys whose request settled for a component that has not committed yet. */
  readonly arrived: Set<string>;
}

/** Reads from a running store. */
export class StoreReaderSource implements ReaderSource {
  readonly waiting: Map<string, Promise<unknown>> = new Map();
  readonly arrived: Set<string> = new Set();
  readonly #store: Store;
  readonly #hydrationState: State;
  readonly #callbacks: (() => void)[] = [];
  #pulse: (() => void) | null = null;

  constructor(store: Store) {
    this.#store = store;
    this.#hydrationState = store.getVisibleState();
  }

  getState(): State {
    return this.#store.getVisibleState();
  }

  getHydrationState(): State {
    return this.#hydrationState;
  }

  observe(dependencies: Dependencies, listener: () => void): Registration {
    return this.#store.observe(dependencies, () => {
      // The pulse joins the batch of the components this commit concerns.
      this.#pulse?.();
      listener();
    });
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(() => {
      this.#pulse?.();
      listener();
    });
  }

  afterCommit(callback: () => void): void {
    if (this.#pulse === null) return void queueMicrotask(callback);
    this.#callbacks.push(callback);
    this.#pulse();
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

/** Reads from one given state, for tests that provide StateContext by hand. */
export class StaticReaderSource implements ReaderSource {
  readonly waiting: Map<string, Promise<unknown>> = new Map();
  readonly arrived: Set<string> = new Set();
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
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

  afterCommit(callback: () => void): void {
    queueMicrotask(callback);
  }
}
