/**
 * Hooks over a store of the application, such as one of Redux.
 *
 * @module
 */
export * from "../../controller/redux/mod.ts";
export { DataProvider } from "./data_provider.ts";
export {
  ExternalDataProvider,
  type ExternalDataProviderProps,
} from "../external_data_provider.ts";
export type { SubscribableStore } from "../external_store_view.ts";
