"use client";
// @ts-types="npm:@types/react@^19"
import { type ReactNode, useEffect, useInsertionEffect, useRef } from "react";
import {
  type Controller,
  type ControllerConstructor,
  createDataStore,
  type DataStore,
  DevToolsManager,
  type GCInterface,
  getDefaultManagers,
  type Manager,
  State,
  type StateJSON,
} from "../controller/mod.ts";
import type { DataReport } from "../schema/contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import type { DevButtonPosition } from "./devtools/dev_panel.ts";
import { isServer } from "./host.ts";
import { useChangeReports } from "./change_reports.ts";
import { useProviderContexts } from "./provider_contexts.ts";
import { pages, ReaderSource } from "./reader_source.ts";

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
  const { controller, source, hasDevManager } = useProvidedStore(options);
  return useProviderContexts({
    controller,
    source,
    devButton,
    hasDevManager,
    children,
  });
}

let hasWarned = false;

/** Effects never run on a server, so this provider never starts there. */
function warnOnServer(): void {
  if (!isDevelopment() || hasWarned || !isServer()) return;
  hasWarned = true;
  console.warn(
    "<DataProvider> was rendered on a server. What components request there does not reach the client. " +
      "Use createPersistedStore from @tessera/client/react/ssr, or the DataProvider of @tessera/client/react/nextjs.",
  );
}

/** Options of the store of a {@linkcode DataProvider}. */
export interface ProvidedStoreOptions {
  /** Middlewares with a life cycle. Default: `getDefaultManagers()`. */
  readonly managers?: readonly Manager[] | undefined;
  /** The initial state, for instance one that the server sent; its plain objects will do. */
  readonly initialState?: State | Partial<StateJSON> | undefined;
  /** A subclass of Controller to construct. */
  readonly Controller?: ControllerConstructor | undefined;
  /** The policy that decides which data stays in memory. */
  readonly gcPolicy?: GCInterface | undefined;
  /** Called with what of a response was left out or cannot be read, in production too. */
  readonly onReport?: ((report: DataReport) => void) | undefined;
}

/** A store, and what hooks read from it. */
export interface ProvidedStore {
  /** The store. */
  readonly dataStore: DataStore;
  /** Its controller. */
  readonly controller: Controller;
  /** What hooks read from. */
  readonly source: ReaderSource;
  /** Whether one of the managers is a {@linkcode DevToolsManager}. */
  readonly hasDevManager: boolean;
}

/** A store that lives as long as the component; options are used at the first render. */
export function useProvidedStore(options: ProvidedStoreOptions): ProvidedStore {
  // StrictMode would run an initializer of useState twice and wire the managers
  // to the store it throws away.
  const provided = useRef<ProvidedStore | null>(null);
  provided.current ??= assemble(options);
  const { dataStore } = provided.current;
  // the same in all renders
  if (isDevelopment()) useChangeReports(options);
  useEffect(dataStore.start, [dataStore]);
  // these effects end with the component alone: not in StrictMode, nor while it is hidden
  useInsertionEffect(() => dataStore.stop, [dataStore]);
  return provided.current;
}

function assemble(options: ProvidedStoreOptions): ProvidedStore {
  const { managers = getDefaultManagers(), initialState } = options;
  const dataStore = createDataStore({
    ...options,
    managers,
    initialState: initialState && State.from(initialState),
  });
  const { store, controller } = dataStore;
  const source = new ReaderSource(store, controller);
  if (initialState) pages.get(initialState)?.(source);
  // in production there is nothing to show, and bundlers leave the manager out
  const hasDevManager = isDevelopment() &&
    managers.some((manager) => manager instanceof DevToolsManager);
  return { dataStore, controller, source, hasDevManager };
}
