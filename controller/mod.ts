/**
 * The store and what surrounds it: the controller that fetches, reads and writes,
 * managers that request and poll, policies, errors, and a client for scripts.
 * Import it for a manager or a binding to another view. Everything here is in
 * `@tessera/client`, too.
 *
 * @example
 * ```ts
 * import { type Manager, type Middleware, NetworkManager } from "@tessera/client/controller";
 * import { createClient } from "@tessera/client/controller";
 *
 * // warns of failed requests
 * const warnOfFailures: Middleware = () => (next) => (action) => {
 *   if (action.type === "rdc/setresponse" && action.error) {
 *     console.warn(`${action.key} failed`, action.response);
 *   }
 *   return next(action);
 * };
 * const manager: Manager = { middleware: warnOfFailures, cleanup() {} };
 *
 * using client = createClient({ managers: [new NetworkManager(), manager] });
 * ```
 *
 * @module
 */
export {
  type ActionCreators,
  actions,
  type ActionTypeConstants,
  actionTypes,
  createAbort,
  createExpireAll,
  createFetch,
  createInvalidate,
  createInvalidateAll,
  createOptimistic,
  createReset,
  createSet,
  createSetResponse,
  createSubscription,
  createUnsubscription,
  defaultExpiryLengths,
} from "./actions.ts";
export {
  type Clock,
  type ConnectionListener,
  DefaultConnectionListener,
  type Environment,
  type EnvironmentOptions,
  type TimerHandle,
  type VisibilityListener,
} from "./environment.ts";
export type * from "./contract.ts";
export {
  type BegunMutation,
  type CommitNotice,
  Controller,
  type ControllerOptions,
  type FetchOutcome,
  type KeyTest,
  type MiddlewareAPI,
  type PendingMutations,
} from "./controller.ts";
export {
  type AsyncDisposal,
  type Client,
  type ClientOptions,
  type ClientReading,
  type ControllerMethods,
  createClient,
  type Disposal,
  type WholeValue,
} from "./create_client.ts";
export {
  type DefaultManagersOptions,
  getDefaultManagers,
} from "./default_managers.ts";
export {
  type DevToolsConfig,
  type DevToolsConnection,
  type DevToolsExtension,
  DevToolsManager,
  type DevToolsMessage,
  type DevToolsRecord,
  type DevToolsStep,
} from "./devtools_manager.ts";
export {
  AbortOptimistic,
  DependencyError,
  DisposedError,
  QueueFullError,
  ResetError,
  TimeoutError,
  UnboundDispatchError,
} from "./errors.ts";
export { ExpiryStatus, mustWait, needsFetch } from "./expiry.ts";
export {
  type CollectableMeta,
  type GCInterface,
  type GCOptions,
  GCPolicy,
  ImmortalGCPolicy,
} from "./gc_policy.ts";
export type * from "./manager.ts";
export { LogoutManager, type LogoutOptions } from "./logout_manager.ts";
export {
  IdlingNetworkManager,
  type IdlingNetworkManagerOptions,
  type Interactions,
  NetworkManager,
  type NetworkManagerOptions,
} from "./network_manager.ts";
export type {
  RequestLimits,
  RetriedRequest,
  RetryDelayOption,
  RetryOption,
  RetryTiming,
} from "./network_request.ts";
export type { RunningRequest } from "./network_request.ts";
export { load } from "./load.ts";
export type {
  ObservedResponse,
  ResponseListener,
  SubscribeOptions,
} from "./watch.ts";
export type {
  QueryReading,
  QueryState,
  ReadContext,
  ResponseReading,
} from "./read.ts";
export type { ReadableEndpoint, ReaderEntry } from "./readers.ts";
export { Snapshot } from "./snapshot.ts";
export { Stamps, type StampSource } from "./stamps.ts";
export * from "./state/mod.ts";
export {
  applyManager,
  type ChangeListener,
  type ControllerConstructor,
  createDataStore,
  type DataStore,
  type DataStoreOptions,
  initManager,
  type ReduxMiddleware,
  Store,
  type StoreChange,
  type StoreListener,
} from "./store.ts";
export {
  PollingSubscription,
  type RunningSubscription,
  type Subscription,
  type SubscriptionConstructable,
  SubscriptionManager,
  type SubscriptionOptions,
} from "./polling.ts";
export type * from "./types.ts";
export type { UsablePromise } from "./promises.ts";
