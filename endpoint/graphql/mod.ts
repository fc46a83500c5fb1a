/**
 * Endpoints of GraphQL servers, and everything that other endpoints need.
 *
 * @module
 */
export * from "../mod.ts";
export { GQLEndpoint } from "./gql_endpoint.ts";
export { GQLEntity } from "./gql_entity.ts";
export { type GQLError, GQLNetworkError } from "./gql_network_error.ts";
