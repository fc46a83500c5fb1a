// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode, useEffect, useRef } from "react";
import {
  type ControllerConstructor,
  createDataStore,
  type DataStore,
  deserialize,
  type GCInterface,
  getDefaultManagers,
  type Manager,
  type SerializedState,
  State,
  type StateJSON,
} from "../controller/mod.ts";
import { ProviderContexts } from "./provider_contexts.ts";
import { StoreReaderSource } from "./reader_source.ts";

/** Properties of {@linkcode DataProvider}. All but `children` are read once, at the first render. */
export interface DataProviderProps {
  /** The application. */
  readonly children?: ReactNode;
  /** Middlewares with a life cycle. Default: `getDefaultManagers()`. */
  readonly managers?: readonly Manager[] | undefined;
  /** What the store starts with, for instance a state the server sent; its plain objects will do. */
  readonly initialState?:
    | State
    | Partial<StateJSON>
    | SerializedState
    | undefined;
  /** A subclass of Controller to construct. */
  readonly Controller?: ControllerConstructor | undefined;
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
  // StrictMode would run an initializer of useState twice and wire the managers
  // to the store it throws away.
  const parts = useRef<Parts | null>(null);
  parts.current ??= assemble({ managers, initialState, Controller, gcPolicy });
  const { dataStore, source } = parts.current;
  useEffect(() => {
    dataStore.start();
    return () => dataStore.stop();
  }, [dataStore]);
  const { controller } = dataStore;
  return createElement(ProviderContexts, { controller, source }, children);
}

function assemble(
  { managers, initialState, Controller, gcPolicy }: DataProviderProps,
): Parts {
  const dataStore = createDataStore({
    managers: managers ?? getDefaultManagers(),
    initialState: initialState === undefined || initialState instanceof State
      ? initialState
      : deserialize(initialState),
    Controller,
    gcPolicy,
    whenShown: () => source.settled(),
  });
  const source: StoreReaderSource = new StoreReaderSource(dataStore.store);
  return { dataStore, source };
}
