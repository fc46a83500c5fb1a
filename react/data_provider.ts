"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import { isDevelopment } from "../schema/engine.ts";
import type { DevButtonPosition } from "./devtools/dev_button.ts";
import { isServer } from "./host.ts";
import {
  type ProvidedStoreOptions,
  useProvidedStore,
} from "./provided_store.ts";
import { ProviderContexts } from "./provider_contexts.ts";

/** Properties of {@linkcode DataProvider}. All but `children` and `devButton` are read once, at the first render. */
export interface DataProviderProps extends ProvidedStoreOptions {
  /** The application. */
  readonly children?: ReactNode;
  /**
   * Corner of the devtools button, which is there in development if there is a
   * DevToolsManager; `null`: none. Default `"bottom-right"`.
   */
  readonly devButton?: DevButtonPosition | null | undefined;
}

/**
 * Gives the components below it a store of their own.
 *
 * @example
 * ```tsx
 * import { getDefaultManagers, LogoutManager } from "@tessera/client";
 * import { DataProvider } from "@tessera/client/react";
 *
 * const managers = [new LogoutManager(), ...getDefaultManagers()];
 *
 * const application = <DataProvider managers={managers}>content</DataProvider>;
 * ```
 */
export function DataProvider(
  { children, devButton, ...options }: DataProviderProps,
): ReactNode {
  warnOnServer();
  const { dataStore, source, hasDevManager } = useProvidedStore(options);
  const { controller } = dataStore;
  return createElement(
    ProviderContexts,
    { controller, source, devButton, hasDevManager },
    children,
  );
}

let hasWarned = false;

/** Effects never run on a server, so this provider never starts there. */
function warnOnServer(): void {
  if (hasWarned || !isServer() || !isDevelopment()) return;
  hasWarned = true;
  console.warn(
    "<DataProvider> was rendered on a server. What components request there does not reach the client. " +
      "Use createPersistedStore from @tessera/client/react/ssr, or the DataProvider of @tessera/client/react/nextjs.",
  );
}
