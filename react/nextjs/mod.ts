/**
 * The provider for the App Router of Next.js.
 *
 * @module
 */
export { DataProvider, type DataProviderProps } from "./data_provider.ts";
