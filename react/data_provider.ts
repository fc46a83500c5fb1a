"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import { isDevelopment } from "../schema/mod.ts";
import { BackupLoading } from "./backup_loading.ts";
import {
  type ProvidedStoreOptions,
  useProvidedStore,
} from "./provided_store.ts";
import { StoreProvider } from "./store_provider.ts";

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
  return createElement(
    StoreProvider,
    {
      controller: dataStore.controller,
      source,
      fallback: createElement(BackupLoading),
    },
    children,
  );
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
