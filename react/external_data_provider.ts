"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, useMemo } from "react";
import type { Controller, State } from "../controller/mod.ts";
import type { DevButtonPosition } from "./devtools/dev_button.ts";
import {
  ExternalStoreView,
  type SubscribableStore,
} from "./external_store_view.ts";
import { ProviderContexts } from "./provider_contexts.ts";
import { StoreReaderSource } from "./reader_source.ts";
import { useIsomorphicLayoutEffect } from "./use_isomorphic_layout_effect.ts";

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
 * Reads from a store of the application, in place of a DataProvider. Whoever
 * made the store starts and stops its managers.
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
    return { view, source: new StoreReaderSource(view, controller) };
    // another selector is another way to the same data
  }, [store, controller]);
  useIsomorphicLayoutEffect(() => view.select(selector), [view, selector]);
  return createElement(
    ProviderContexts,
    { controller, source, devButton, hasDevManager },
    children,
  );
}
