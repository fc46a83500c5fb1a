// @ts-types="npm:@types/react@^19"
import type { FunctionComponent, ReactNode } from "react";
import {
  type Controller,
  createDataStore,
  ImmortalGCPolicy,
  type Manager,
  type ManagerWithRole,
  NetworkManager,
  type State,
  type Store,
} from "../../controller/mod.ts";
import { useProviderContexts } from "../provider_contexts.ts";
import {
  Readiness,
  RequestLog,
  ServerReaders,
  StreamedPage,
  streams,
} from "./readiness.ts";
import type { Selection, Selector } from "../subscription.ts";
import { ReaderSource } from "../reader_source.ts";
import { PageStates, pagesUntil } from "./page_states.ts";

/** Properties of the provider that {@linkcode createPersistedStore} makes. */
export interface ServerDataProviderProps {
  /** The application. */
  readonly children?: ReactNode;
}

/**
 * The store of one request: the last part of what
 * {@linkcode createPersistedStore} returns.
 */
export interface PersistedDataStore extends Store {
  /** Ends the store before its request does: cleans the managers up and aborts what is pending. */
  dispose(): void;
}

/** The result of {@linkcode createPersistedStore}. */
export type PersistedStore = readonly [
  /** Leads the hooks of the application to the store. */
  ServerDataProvider: FunctionComponent<ServerDataProviderProps>,
  /** Suspends until everything requested has arrived; returns the state then. */
  useReadyCacheState: () => State,
  /** The interface to the store; may be used before rendering begins. */
  controller: Controller,
  /** The store. */
  store: PersistedDataStore,
];

/**
 * Makes the store for one request to a server. Nothing in it is shared with
 * another one: call this once for each request.
 *
 * @param managers Middlewares with a life cycle; a NetworkManager must be among them. Default: one NetworkManager.
 * @param _hasDevManager Whether the client has a DevToolsManager. The markup is the same either way.
 * @throws {Error} if there is no NetworkManager.
 *
 * @example
 * ```tsx
 * import type { ReactNode } from "react";
 * import { renderToReadableStream } from "react-dom/server";
 * import { createPersistedStore, createServerDataComponent } from "@tessera/client/react/ssr";
 *
 * function renderPage(application: ReactNode) {
 *   const [ServerDataProvider, useReadyCacheState] = createPersistedStore();
 *   const ServerDataComponent = createServerDataComponent(useReadyCacheState);
 *   return renderToReadableStream(
 *     <>
 *       <div id="root">
 *         <ServerDataProvider>{application}</ServerDataProvider>
 *       </div>
 *       <ServerDataComponent />
 *     </>,
 *   );
 * }
 * ```
 */
export function createPersistedStore(
  managers: readonly Manager[] = [new NetworkManager()],
  _hasDevManager = true,
): PersistedStore {
  if (!managers.some(makesRequests)) {
    throw new Error(
      "createPersistedStore() needs a NetworkManager among its managers, because nothing else makes requests. " +
        "Add `new NetworkManager()`, or leave the managers out.",
    );
  }
  const requests = new RequestLog();
  // The whole store goes with the request; until then everything may be needed.
  const { controller, store, start, dispose } = createDataStore({
    managers: [requests, ...managers],
    gcPolicy: new ImmortalGCPolicy(),
  });
  const readers = new ServerReaders();
  const page = new PageStates(controller, readers.suspended, requests.schemas);
  const source = new ReaderSource(store, controller, readers);
  source.renderedStateOf = (selector, place) => {
    page.rendered(place!, {
      selector: selector as Selector<Selection>,
      state: store.getState(),
    });
    return undefined;
  };
  const readiness = new Readiness(() =>
    requests.pending().filter((request) => !readers.isUnneeded(request))
  );
  const stream = new StreamedPage(page, () => store.getState(), readiness);
  // before anybody else hears of a change, who would render what the page lacks
  store.subscribe(() => {
    pagesUntil.set(store.getState(), page);
    stream.changed();
  });
  start();

  function ServerDataProvider(
    { children }: ServerDataProviderProps,
  ): ReactNode {
    return useProviderContexts({
      controller,
      source,
      fallback: null,
      children,
    });
  }
  function useReadyCacheState(): State {
    const quiet = readiness.untilQuiet();
    if (quiet) throw quiet;
    return store.getState();
  }
  streams.set(useReadyCacheState, stream);
  return [
    ServerDataProvider,
    useReadyCacheState,
    controller,
    Object.assign(store, { dispose }),
  ];
}

function makesRequests(manager: Manager): boolean {
  return manager instanceof NetworkManager ||
    (manager as ManagerWithRole).role === "network";
}
