"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, useEffect, useRef } from "react";
import {
  Controller as DefaultController,
  DevToolsManager,
  getDefaultManagers,
  initialState as emptyState,
  initManager,
  State,
} from "../../controller/mod.ts";
import {
  type PreparedStore,
  prepareStore,
} from "../../controller/redux/mod.ts";
import { ExternalStoreView } from "../external_data_provider.ts";
import type { DataProviderProps } from "../data_provider.ts";
import { ProviderContexts } from "../provider_contexts.ts";
import { ReaderSource } from "../reader_source.ts";

interface Parts {
  readonly prepared: PreparedStore<Record<never, never>>;
  readonly source: ReaderSource;
  readonly start: () => () => void;
  readonly hasDevManager: boolean;
}

/**
 * The DataProvider of `@tessera/client/react`, except that its store is one of
 * Redux. For tests that must hold for an application with its own store.
 *
 * @example
 * ```tsx
 * import { DataProvider } from "@tessera/client/react/redux";
 *
 * const application = <DataProvider>content</DataProvider>;
 * ```
 */
export function DataProvider(
  { children, devButton, ...options }: DataProviderProps,
): ReactNode {
  const parts = useRef<Parts | null>(null);
  const { prepared, source, start, hasDevManager } = parts.current ??= assemble(
    options,
  );
  useEffect(start, [start]);
  const { controller } = prepared;
  return createElement(
    ProviderContexts,
    { controller, source, devButton, hasDevManager },
    children,
  );
}

function assemble(
  {
    managers = getDefaultManagers(),
    initialState = emptyState,
    Controller = DefaultController,
    gcPolicy,
  }: DataProviderProps,
): Parts {
  const state = State.from(initialState);
  const prepared = prepareStore(
    state,
    managers,
    Controller,
    {},
    [],
    gcPolicy,
  );
  const { store, selector, controller } = prepared;
  const source = new ReaderSource(
    new ExternalStoreView(store, selector, controller),
    controller,
  );
  const start = initManager(managers, controller, state);
  const hasDevManager = managers.some((manager) =>
    manager instanceof DevToolsManager
  );
  return { prepared, source, start, hasDevManager };
}
