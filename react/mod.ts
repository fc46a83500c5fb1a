/**
 * Hooks and components for React 18 and later, and for Preact by `preact/compat`:
 * a provider of a store, hooks that read from it and request what is missing, and
 * boundaries for what is loading or failed. Schemas and endpoints come from
 * `@tessera/client`.
 *
 * @example
 * ```tsx
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { AsyncBoundary, DataProvider, useSuspense } from "@tessera/client/react";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShip = new RestEndpoint({ path: "/ships/:id", schema: Ship });
 *
 * function ShipName({ id }: { id: string }) {
 *   return <h1>{useSuspense(getShip, { id }).name}</h1>;
 * }
 *
 * export const page = (
 *   <DataProvider>
 *     <AsyncBoundary fallback={<p>Loading</p>}>
 *       <ShipName id="7" />
 *     </AsyncBoundary>
 *   </DataProvider>
 * );
 * ```
 *
 * @module
 */
export {
  AsyncBoundary,
  type AsyncBoundaryProps,
  UniversalSuspense,
} from "./async_boundary.ts";
export { BackupLoading } from "./provider_contexts.ts";
export {
  __INTERNAL__,
  ControllerContext,
  StateContext,
  StoreContext,
  useController,
} from "./contexts.ts";
export {
  DataProvider,
  DataProvider as CacheProvider,
  type DataProviderProps,
  type DataProviderProps as ProviderProps,
  type ProvidedStoreOptions,
} from "./data_provider.ts";
export type {
  DevButtonPosition,
  DevButtonPosition as DevToolsPosition,
} from "./devtools/dev_panel.ts";
export {
  ErrorBoundary,
  ErrorBoundary as NetworkErrorBoundary,
  type ErrorBoundaryProps,
  type ErrorFallbackProps,
} from "./error_boundary.ts";
export {
  type CallValues,
  type CheckedCalls,
  type DLE,
  type EndpointCall,
  type NullableDLE,
  useDLE,
  useFetch,
  useSuspense,
  useSuspenseAll,
} from "./fetching_hooks.ts";
export {
  type AnyEndpoint,
  type SchemaOnly,
  useCache,
  useCacheState,
  useError,
  useQuery,
} from "./stored_hooks.ts";
export {
  type InfiniteDLE,
  type InfiniteList,
  type InfiniteOptions,
  type ListEndpoint,
  type ListItems,
  type LoadedPages,
  useInfinite,
  type WithCollection,
} from "./use_infinite.ts";
export { useLive, useSubscription } from "./use_subscription.ts";
export { useDebounce } from "./use_debounce.ts";
export { type Loading, useLoading } from "./use_loading.ts";
export { HydrateData, type HydrateDataProps } from "./hydrate_data.ts";
export { prefetchState } from "./prefetch_state.ts";
export { Prefetch, type PrefetchProps, usePrefetch } from "./prefetch.ts";
export { NetworkError } from "../endpoint/response.ts";
export type { CollectionsIn } from "../endpoint/types/lists.ts";
export type {
  EndpointInterface,
  ErrorTypes,
  FetchFunction,
  UnknownError,
} from "../endpoint/mod.ts";
export type {
  AbstractInstanceType,
  Denormalize,
  DenormalizeNullable,
  EntityInterface,
  Queryable,
  Schema,
  SchemaArgs,
} from "../schema/mod.ts";
export type {
  IfNullable,
  NullableArgs,
  ReadableEndpoint,
  ReadComplaints,
} from "./endpoint_types.ts";
export type { ReaderSource, ReaderStats } from "./reader_source.ts";
export { type CancellableEndpoint, useCancelling } from "./use_cancelling.ts";
export {
  type ActionTypes,
  actionTypes,
  Controller,
  type ControllerOptions,
  DefaultConnectionListener,
  DevToolsManager,
  type Dispatch,
  ExpiryStatus,
  type FetchValue,
  type GCInterface,
  type GCOptions,
  GCPolicy,
  getDefaultManagers,
  IdlingNetworkManager,
  ImmortalGCPolicy,
  initialState,
  LogoutManager,
  type Manager,
  type Middleware,
  NetworkManager,
  PollingSubscription,
  type ReadEndpoint,
  type State,
  type StoredArgs,
  type StoredEndpoint,
  type StoredValue,
  SubscriptionManager,
  type UsablePromise,
} from "../controller/mod.ts";
