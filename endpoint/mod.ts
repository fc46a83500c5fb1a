/**
 * Endpoints: functions that request something, with a key that tells requests
 * apart and a schema of what they resolve with. Import it for an API package that
 * requests without a cache. Everything here is in `@tessera/client`, too;
 * endpoints of GraphQL servers are in `@tessera/client/graphql`.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client/endpoint";
 * import { assertEquals } from "@std/assert";
 *
 * const getShip = new RestEndpoint({
 *   urlPrefix: "https://harbour.test",
 *   path: "/ships/:id",
 *   process: ({ name }: { name: string }) => name,
 * });
 * assertEquals(getShip.url({ id: 7 }), "https://harbour.test/ships/7");
 *
 * // requests it, outside of any store
 * export const nameOf = (id: number): Promise<string> => getShip({ id });
 * ```
 *
 * @module
 */
export { filenameFromContentDisposition } from "./content_disposition.ts";
export {
  Endpoint,
  type Endpoint as EndpointInstance,
  Endpoint as ExtendableEndpoint,
  type EndpointConstructor,
  type EndpointOptions,
  type ExtendEndpoint,
  type FetchFunction,
  type KeyofEndpoint,
} from "./endpoint.ts";
export {
  type ErrorTypes,
  NetworkError,
  type NetworkErrorOptions,
  type UnknownError,
} from "./response.ts";
export {
  getUrlBase,
  getUrlTokens,
  type PathParameters,
} from "./path_template.ts";
export {
  type HookableEndpointInterface,
  hookifyResource,
  type HookResource,
} from "./hookify_resource.ts";
export { createResource, resource } from "./resource.ts";
export { RestEndpoint } from "./rest_endpoint.ts";
export type * from "./types/named_endpoints.ts";
export type {
  KeysToArgs,
  PathArgs,
  PathKeys,
  ShortenPath,
} from "./types/path_args.ts";
export type {
  CustomResource,
  ExtendedResource,
  ExtendResource,
  Resource,
  ResourceDefinition,
  ResourceEndpoint,
  ResourceEndpointExtensions,
  ResourceExtension,
  ResourceGenerics,
  ResourceInterface,
  ResourceOptions,
  ResourceShape,
} from "./types/resource.ts";
export type {
  AnyString,
  Derived,
  ExtendRest,
  HookThis,
  KeyofRestEndpoint,
  Paginated,
  RestEndpoint as RestEndpointInstance,
  RestEndpointConstructor,
  RestEndpointConstructorOptions,
  RestEndpointOptions,
  RestInstanceBase,
} from "./types/rest_endpoint.ts";
export type {
  AnyForm,
  ContentType,
  Defaults,
  EndpointSchema,
  ItemSchema,
  JsonOrNoSchema,
  PathArgsAndSearch,
  RestGenerics,
  Several,
} from "./types/rest_generics.ts";
export type {
  EndpointExtraOptions,
  EndpointInterface,
  ErrorPolicy,
  ResolveType,
  SnapshotInterface,
  StoredArgs,
  StoredEndpoint,
  StoredValue,
} from "./contract.ts";
