// @ts-types="npm:@types/react@^19"
import {
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import {
  Controller as DefaultController,
  createDataStore,
  type DataStore,
  type GCInterface,
  type Manager,
  type SerializedState,
  type State,
} from "../controller/mod.ts";
import { BackupLoading } from "./backup_loading.ts";
import { CommitSignal } from "./commit_signal.ts";
import { ControllerContext, StateContext, StoreContext } from "./contexts.ts";
import { StoreReaderSource } from "./reader_source.ts";

/** Where the developer tools' button is placed; `null` for nowhere. */
export type DevButtonPosition =
  | "bottom-right"
  | "bottom-left"
  | "top-right"
  | "top-left"
  | null;

/** Properties of {@linkcode DataProvider}. All but `children` are read once, at the first render. */
export interface DataProviderProps {
  /** The application. */
  readonly children?: ReactNode;
  /** Middlewares with a life cycle. Default: `getDefaultManagers()`. */
  readonly managers?: Manager[] | undefined;
  /** What the store starts with, for instance a state the server sent. */
  readonly initialState?: State | SerializedState | undefined;
  /** A subclass of Controller to construct. */
  readonly Controller?: typeof DefaultController | undefined;
  /** What stays in memory. */
  readonly gcPolicy?: GCInterface | undefined;
}

interface Parts {
  readonly dataStore: DataStore;
  readonly source: StoreReaderSource;
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
  { children, managers, initialState, Controller, gcPolicy }: DataProviderProps,
): ReactNode {
  const [{ dataStore, source }] = useState<Parts>(() => {
    const dataStore = createDataStore({
      managers,
      initialState,
      Controller,
      gcPolicy,
      settled: () => source.settled(),
    });
    const source: StoreReaderSource = new StoreReaderSource(dataStore.store);
    return { dataStore, source };
  });
  useEffect(() => {
    dataStore.start();
    return () => dataStore.stop();
  }, [dataStore]);
  return createElement(
    ControllerContext.Provider,
    { value: dataStore.controller },
    createElement(
      StateContext.Provider,
      { value: null },
      createElement(
        StoreContext.Provider,
        { value: source },
        createElement(
          Suspense,
          { fallback: createElement(BackupLoading) },
          children,
        ),
        createElement(CommitSignal, { source }),
      ),
    ),
  );
}
