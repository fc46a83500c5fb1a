/**
 * Everything that needs no view: schemas that say what responses consist of,
 * endpoints that request them, and the controller with its normalizing cache.
 * Scripts and servers need nothing else; hooks for React and Preact are in
 * `@tessera/client/react`.
 *
 * These are the names that applications use. Authors of schemas, managers and
 * bindings find more in `@tessera/client/schema`, `/endpoint` and
 * `/controller`.
 *
 * @example
 * ```ts
 * import { createClient, Entity, RestEndpoint } from "@tessera/client";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShip = new RestEndpoint({
 *   urlPrefix: "https://harbour.test",
 *   path: "/ships/:id",
 *   schema: Ship,
 * });
 *
 * async function nameOf(id: string): Promise<string> {
 *   using client = createClient();
 *   return (await client.controller.fetch(getShip, { id })).name;
 * }
 * ```
 *
 * @module
 */

// What your data is: the schemas of responses.
export {
  All,
  Collection,
  Entity,
  EntityMixin,
  Invalidate,
  Lazy,
  Query,
  Scalar,
  schema,
  Union,
  unshift,
  Values,
} from "./schema/mod.ts";
export {
  INVALID,
  isEntity,
  isTemporaryPk,
  SchemaError,
  SchemaValidationError,
  validateRequired,
} from "./schema/mod.ts";
export type {
  AbstractInstanceType,
  CollectionOptions,
  Denormalize,
  DenormalizeNullable,
  EntityFields,
  EntityInterface,
  EntityOptions,
  Mergeable,
  Normalize,
  NormalizeNullable,
  Queryable,
  Schema,
  SchemaArgs,
  SchemaClass,
  SchemaSimple,
  StandardSchema,
} from "./schema/mod.ts";

// How it is requested.
export {
  createResource,
  Endpoint,
  ExtendableEndpoint,
  filenameFromContentDisposition,
  getUrlBase,
  getUrlTokens,
  hookifyResource,
  NetworkError,
  resource,
  RestEndpoint,
} from "./endpoint/mod.ts";
export type {
  AddEndpoint,
  ContentType,
  Defaults,
  EndpointExtraOptions,
  EndpointInstance,
  EndpointInterface,
  EndpointOptions,
  ErrorPolicy,
  ErrorTypes,
  FetchFunction,
  FetchGet,
  FetchMutate,
  GetEndpoint,
  KeyofEndpoint,
  KeyofRestEndpoint,
  KeysToArgs,
  MutateEndpoint,
  NetworkErrorOptions,
  OptionsToFunction,
  PaginationEndpoint,
  PaginationFieldEndpoint,
  PathArgs,
  PathArgsAndSearch,
  PathKeys,
  ResolveType,
  RestEndpointConstructorOptions,
  RestEndpointInstance,
  RestEndpointOptions,
  RestFetch,
  RestGenerics,
  RestInstance,
  RestInstanceBase,
  RestType,
  ShortenPath,
  SnapshotInterface,
  UnknownError,
} from "./endpoint/mod.ts";

// Resources: the endpoints of one entity.
export type {
  CustomResource,
  ExtendedResource,
  HookableEndpointInterface,
  HookResource,
  IRestEndpoint,
  Resource,
  ResourceEndpointExtensions,
  ResourceExtension,
  ResourceGenerics,
  ResourceInterface,
  ResourceOptions,
} from "./endpoint/mod.ts";

// Where it is stored, and how to fetch, read and change it.
export {
  type Client,
  type ClientOptions,
  Controller,
  type ControllerOptions,
  createClient,
  deserialize,
  ExpiryStatus,
  initialState,
  load,
  serialize,
  type SerializedState,
  Snapshot,
  State,
  type SubscribeOptions,
} from "./controller/mod.ts";

// What goes wrong.
export type { DataReport } from "./schema/mod.ts";
export {
  AbortOptimistic,
  DependencyError,
  DisposedError,
  ProcessingError,
  QueueFullError,
  ResetError,
  TimeoutError,
} from "./controller/mod.ts";

// Managers: what happens beside it, such as requests, polling and collecting.
export {
  type ConnectionListener,
  DefaultConnectionListener,
  DevToolsManager,
  type GCOptions,
  GCPolicy,
  getDefaultManagers,
  IdlingNetworkManager,
  ImmortalGCPolicy,
  initManager,
  LogoutManager,
  type Manager,
  type Middleware,
  type MiddlewareAPI,
  NetworkManager,
  type NetworkManagerOptions,
  PollingSubscription,
  type ReadEndpoint,
  type RetryOption,
  SubscriptionManager,
  type VisibilityListener,
} from "./controller/mod.ts";
export {
  type ActionTypes,
  actionTypes,
  type Clock,
  type Dispatch,
  type FetchAction,
  type InvalidateAction,
  type OptimisticAction,
  type ResetAction,
  type SetAction,
  type SetResponseAction,
  type SubscribeAction,
  type UnsubscribeAction,
} from "./controller/mod.ts";
