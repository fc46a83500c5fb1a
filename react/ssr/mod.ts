/**
 * Server rendering: a store for one request, and the way of its state to the
 * client.
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
export { ServerData, type ServerDataProps } from "./server_data.ts";
export {
  createServerDataComponent,
  type ServerDataComponentProps,
} from "./server_data_component.ts";
