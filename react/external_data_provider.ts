"use client";
// @ts-types="npm:@types/react@^19"
import { type ReactNode, useMemo } from "react";
import {
  applyLayers,
  type ChangeListener,
  type Controller,
  type Dependencies,
  type State,
} from "../controller/mod.ts";
import { actionsBetween, versionOf } from "../controller/views.ts";
import type { DevButtonPosition } from "./devtools/dev_panel.ts";
import { useIsomorphicLayoutEffect } from "./host.ts";
import { useProviderContexts } from "./provider_contexts.ts";
import { type ObservableStore, pages, ReaderSource } from "./reader_source.ts";

/** Properties of {@linkcode ExternalDataProvider}. */
export interface ExternalDataProviderProps<S> {
  /** The application. */
  readonly children?: ReactNode;
  /** The store that contains the library's state. */
  readonly store: SubscribableStore<S>;
  /** Finds the library's state in that of the store. */
  readonly selector: (state: S) => State;
  /** The controller that was wired to the store. */
  readonly controller: Controller;
  /** Corner of the devtools button; `null`: none. Default `"bottom-right"`. */
  readonly devButton?: DevButtonPosition | null | undefined;
  /** Whether one of the managers is a DevToolsManager; otherwise there is no button. Default `false`. */
  readonly hasDevManager?: boolean | undefined;
}

/**
 * Reads from a store of the application, in place of a DataProvider. The
 * application that made the store starts and stops its managers.
 *
 * @example
 * ```tsx
 * import { Controller, initialState, NetworkManager } from "@tessera/client";
 * import { ExternalDataProvider, prepareStore } from "@tessera/client/react/redux";
 *
 * const managers = [new NetworkManager()];
 * const parts = prepareStore(initialState, managers, Controller);
 *
 * const application = (
 *   <ExternalDataProvider {...parts}>content</ExternalDataProvider>
 * );
 * ```
 */
export function ExternalDataProvider<S>(
  { children, store, selector, controller, devButton, hasDevManager }:
    ExternalDataProviderProps<S>,
): ReactNode {
  const { view, source } = useMemo(() => {
    const view = new ExternalStoreView(store, selector, controller);
    const source = new ReaderSource(view, controller);
    pages.get(selector(store.getState()))?.(source);
    return { view, source };
    // another selector is another way to the same data
  }, [store, controller]);
  useIsomorphicLayoutEffect(() => view.select(selector), [view, selector]);
  return useProviderContexts({
    controller,
    source,
    devButton,
    hasDevManager,
    children,
  });
}

/**
 * Any store that tells when it has changed, such as one of Redux: what an
 * {@linkcode ExternalDataProvider} reads from.
 */
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
  readonly isLive = true;
  readonly #listeners = new Set<{ readonly call: ChangeListener }>();
  #stop: (() => void) | undefined;
  #base: State | undefined;
  #visible: State | undefined;
  /** What the listeners know of; reads between two announcements go further. */
  #notified: State | undefined;
  /** The same without pending layers. */
  #notifiedBase: State | undefined;

  constructor(
    readonly store: SubscribableStore<S>,
    private selector: (state: S) => State,
    readonly controller: Controller,
  ) {}

  readonly getVisibleState = (): State => {
    const base = this.selector(this.store.getState());
    if (base !== this.#base || this.#visible === undefined) {
      this.#base = base;
      this.#visible = applyLayers(this.controller, base);
    }
    return this.#visible;
  };

  /**
   * From now on the library's state is found in another way. That must not
   * look like another store, or every reader would start over.
   *
   * @param selector Finds it.
   */
  select(selector: (state: S) => State): void {
    if (selector === this.selector) return;
    this.selector = selector;
    if (this.#stop !== undefined) this.#notify();
  }

  observe(
    _dependencies: Dependencies | undefined,
    call: ChangeListener,
  ): () => void {
    const listener = { call };
    this.#listeners.add(listener);
    if (this.#stop === undefined) {
      this.#notified = this.getVisibleState();
      this.#notifiedBase = this.#base;
      this.#stop = this.store.subscribe(() => this.#notify());
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #notify(): void {
    const state = this.getVisibleState();
    const before = this.#notified!;
    if (before === state) return;
    const base = this.#notifiedBase!;
    this.#notified = state;
    this.#notifiedBase = this.#base;
    // A layer that has gone may have been confirmed; nobody is notified of
    // that.
    const isOptimistic = before.optimistic !== state.optimistic &&
      before.lastReset === state.lastReset;
    // a store that went back to another state was asked for nothing that is known
    const change = {
      actions: actionsBetween(base, this.#base!),
      before: versionOf(before),
      base: versionOf(base),
    };
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) {
        listener.call(isOptimistic, change);
      }
    }
  }
}
