"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, Fragment, type ReactNode, useState } from "react";
import type { State } from "../../controller/mod.ts";
import {
  type DataProviderProps as ClientProviderProps,
  useProvidedStore,
} from "../data_provider.ts";
import { isServer } from "../host.ts";
import { useProviderContexts } from "../provider_contexts.ts";
import { createPersistedStore } from "../ssr/persisted_store.ts";
import {
  awaitInitialData,
  getInitialData,
  hasInitialData,
} from "../ssr/initial_data.ts";
import {
  createServerDataComponent,
  defaultId,
  ScriptChain,
  scriptId,
} from "../ssr/server_data.ts";

/** Properties of {@linkcode DataProvider}: those of the provider from `@tessera/client/react`, except `initialState`. */
export type DataProviderProps = Omit<ClientProviderProps, "initialState">;

/**
 * Gives the components below it a store whose data the server and the client
 * share. Belongs into the root layout, inside `<body>`. On the server it has a
 * NetworkManager only.
 *
 * @param properties See {@linkcode DataProviderProps}.
 *
 * @example
 * ```tsx
 * import type { ReactNode } from "react";
 * import { DataProvider } from "@tessera/client/react/nextjs";
 *
 * function RootLayout({ children }: { children: ReactNode }) {
 *   return (
 *     <html>
 *       <body>
 *         <DataProvider devButton="bottom-left">{children}</DataProvider>
 *       </body>
 *     </html>
 *   );
 * }
 * ```
 */
export function DataProvider(properties: DataProviderProps): ReactNode {
  return createElement(
    isServer() ? ProviderOnServer : ProviderOnClient,
    properties,
  );
}

/** Never suspends itself, so it is rendered once for each request. */
function ProviderOnServer({ children }: DataProviderProps): ReactNode {
  const [{ ServerDataProvider, ServerDataComponent }] = useState(createParts);
  return createElement(
    Fragment,
    null,
    createElement(ServerDataProvider, null, children),
    createElement(ServerDataComponent),
  );
}

function createParts() {
  const [ServerDataProvider, useReadyCacheState] = createPersistedStore();
  const ServerDataComponent = createServerDataComponent(useReadyCacheState);
  return { ServerDataProvider, ServerDataComponent };
}

/** The same tree as on the server, with a store that goes on with its state. */
function ProviderOnClient(
  { children, devButton, ...options }: DataProviderProps,
): ReactNode {
  const initialState = readInitialState();
  const { dataStore, source, hasDevManager } = useProvidedStore({
    ...options,
    initialState,
  });
  const { controller } = dataStore;
  return createElement(
    Fragment,
    null,
    useProviderContexts({
      controller,
      source,
      fallback: null,
      devButton,
      hasDevManager,
      children,
    }),
    scripts,
  );
}

/**
 * Stand where the server has its script elements with data, which React takes
 * over as they are. Always the same, so that React leaves those alone that have
 * not arrived when the provider renders again.
 */
const scripts = /* @__PURE__ */ createElement(ScriptChain, {
  scriptAt(number: number): ReactNode {
    const id = scriptId(defaultId, number);
    if (number > 0 && document.getElementById(id) === null) return undefined;
    return createElement("script", {
      id,
      type: "application/json",
      suppressHydrationWarning: true,
      dangerouslySetInnerHTML: { __html: "" },
    });
  },
});

/**
 * What the page says, read once for each page load. React forgets what a
 * component remembers that suspends on its first render, so this is retained
 * here.
 */
let ofThisPage:
  | { readonly page: Document; state?: State; arrival?: Promise<void> }
  | undefined;

/**
 * The state the server put into the page, on the client.
 *
 * @throws {Promise<void>} while the page has not got that far.
 */
function readInitialState(): State {
  if (ofThisPage?.page !== document) ofThisPage = { page: document };
  const memory = ofThisPage;
  if (memory.state !== undefined) return memory.state;
  if (memory.arrival === undefined && hasInitialData(defaultId)) {
    return memory.state = getInitialData();
  }
  throw memory.arrival ??= awaitInitialData()
    // a page without data is no reason to show nothing
    .catch(() => getInitialData())
    .then((state) => {
      memory.state = state;
    });
}
