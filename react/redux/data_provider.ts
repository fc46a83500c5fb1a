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
import { prepareStore } from "../../controller/redux/mod.ts";
import { isDevelopment } from "../../schema/engine.ts";
import { useChangeReports } from "../change_reports.ts";
import type { DataProviderProps } from "../data_provider.ts";
import { ExternalDataProvider } from "../external_data_provider.ts";

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
  const parts = useRef<ReturnType<typeof assemble> | null>(null);
  const { start, ...external } = parts.current ??= assemble(options);
  // the same in all renders
  if (isDevelopment()) useChangeReports(options);
  useEffect(start, [start]);
  return createElement(
    ExternalDataProvider<ReturnType<typeof external.store.getState>>,
    { ...external, devButton },
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
) {
  const state = State.from(initialState);
  const prepared = prepareStore(
    state,
    managers,
    Controller,
    {},
    [],
    gcPolicy,
  );
  return {
    ...prepared,
    start: initManager(managers, prepared.controller, state),
    hasDevManager: managers.some((manager) =>
      manager instanceof DevToolsManager
    ),
  };
}
