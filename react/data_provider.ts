"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import { isDevelopment } from "../schema/engine.ts";
import {
  type ProvidedStoreOptions,
  useProvidedStore,
} from "./provided_store.ts";
import { ProviderContexts } from "./provider_contexts.ts";

/** Properties of {@linkcode DataProvider}. All but `children` are read once, at the first render. */
export interface DataProviderProps extends ProvidedStoreOptions {
  /** The application. */
  readonly children?: ReactNode;
}

/**
 * Gives the components below it a store of their own.
 *
 * @example
 * ```ts
 * import { createElement } from "react";
 * import { DataProvider } from "@tessera/client/react";
 *
 * const application = createElement(DataProvider, null, "content");
 * ```
 */
export function DataProvider(
  { children, ...options }: DataProviderProps,
): ReactNode {
  warnOnServer();
  const { dataStore, source } = useProvidedStore(options);
  const { controller } = dataStore;
  return createElement(ProviderContexts, { controller, source }, children);
}

let hasWarned = false;

/** Effects never run on a server, so this provider never starts there. */
function warnOnServer(): void {
  if (hasWarned || typeof window !== "undefined" || !isDevelopment()) return;
  hasWarned = true;
  console.warn(
    "<DataProvider> was rendered on a server. What components request there does not reach the client. " +
      "Use createPersistedStore from @tessera/client/react/ssr, or the DataProvider of @tessera/client/react/nextjs.",
  );
}
