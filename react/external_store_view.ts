import {
  applyLayers,
  type Controller,
  type Dependencies,
  type State,
} from "../controller/mod.ts";
import type { ObservableStore } from "./reader_source.ts";

/** Any store that tells when it has changed, such as one of Redux. */
export interface SubscribableStore<S> {
  /** The current state. */
  readonly getState: () => S;
  /** Calls the listener after each change; returns the end of it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * The library's state inside a store of somebody else. Such a store does not
 * tell what has changed, so every observer looks for itself.
 */
export class ExternalStoreView<S> implements ObservableStore {
  readonly #store: SubscribableStore<S>;
  readonly #selector: (state: S) => State;
  readonly #controller: Controller;
  readonly #listeners = new Set<{ readonly call: () => void }>();
  #stop: (() => void) | undefined;
  #base: State | undefined;
  #visible: State | undefined;

  constructor(
    store: SubscribableStore<S>,
    selector: (state: S) => State,
    controller: Controller,
  ) {
    this.#store = store;
    this.#selector = selector;
    this.#controller = controller;
  }

  getVisibleState(): State {
    const base = this.#selector(this.#store.getState());
    if (base !== this.#base || this.#visible === undefined) {
      this.#base = base;
      this.#visible = applyLayers(this.#controller, base);
    }
    return this.#visible;
  }

  observe(_dependencies: Dependencies, listener: () => void): () => void {
    return this.subscribe(listener);
  }

  subscribe(call: () => void): () => void {
    const listener = { call };
    this.#listeners.add(listener);
    this.#stop ??= this.#store.subscribe(() => this.#announce());
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #announce(): void {
    const before = this.#base;
    this.getVisibleState();
    if (this.#base === before) return;
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) listener.call();
    }
  }
}
