/**
 * Server rendering without a framework: a store for one request, and the way of
 * its state to the client. With Next.js, `@tessera/client/react/nextjs` does the
 * same.
 *
 * @example
 * ```tsx
 * import type { ReactNode } from "react";
 * import { hydrateRoot } from "react-dom/client";
 * import { DataProvider } from "@tessera/client/react";
 * import { awaitInitialData } from "@tessera/client/react/ssr";
 *
 * // in the browser: goes on with what the server has requested
 * export async function hydrate(application: ReactNode): Promise<void> {
 *   const initialState = await awaitInitialData();
 *   hydrateRoot(
 *     document.getElementById("root")!,
 *     <DataProvider initialState={initialState}>{application}</DataProvider>,
 *   );
 * }
 * ```
 *
 * @module
 */
export { awaitInitialData, getInitialData } from "./initial_data.ts";
export {
  createPersistedStore,
  type PersistedDataStore,
  type PersistedStore,
  type ServerDataProviderProps,
} from "./persisted_store.ts";
export {
  createServerDataComponent,
  ServerData,
  type ServerDataComponentProps,
  type ServerDataProps,
} from "./server_data.ts";
