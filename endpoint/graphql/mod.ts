/**
 * Endpoints of GraphQL servers, with all schemas and other endpoints.
 *
 * @module
 */
export * from "../../schema/mod.ts";
export * from "../mod.ts";
export { GQLEndpoint } from "./gql_endpoint.ts";
export { GQLEntity } from "./gql_entity.ts";
export { type GQLError, GQLNetworkError } from "./gql_network_error.ts";
export type {
  GQLEndpoint as GQLEndpointInstance,
  GQLEndpointConstructor,
  GQLFetch,
  GQLOptions,
  GQLQuery,
  KeyofGQLEndpoint,
} from "../types/gql_endpoint.ts";
