/**
 * Hooks over a store of the application, such as one of Redux: a provider for a
 * store that is there already, and everything of `@tessera/client/redux` to make
 * one. Hooks come from `@tessera/client/react`, as everywhere.
 *
 * @example
 * ```tsx
 * import { Controller, initialState, initManager, NetworkManager } from "@tessera/client";
 * import { ExternalDataProvider, prepareStore } from "@tessera/client/react/redux";
 *
 * const managers = [new NetworkManager()];
 * const parts = prepareStore(initialState, managers, Controller);
 *
 * // until the application ends
 * export const start = initManager(managers, parts.controller, initialState);
 * export const page = (
 *   <ExternalDataProvider {...parts}>content</ExternalDataProvider>
 * );
 * ```
 *
 * @module
 */
export * from "../../controller/redux/mod.ts";
export { DataProvider } from "./data_provider.ts";
export {
  ExternalDataProvider,
  type ExternalDataProviderProps,
} from "../external_data_provider.ts";
export type { SubscribableStore } from "../external_data_provider.ts";
