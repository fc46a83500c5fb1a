/**
 * Endpoints of GraphQL servers, with all schemas and other endpoints, so that an
 * application of such a server imports from here alone. Their data is in the same
 * store and is described by the same schemas as that of REST endpoints.
 *
 * @example
 * ```ts
 * import { GQLEndpoint, GQLEntity } from "@tessera/client/graphql";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends GQLEntity {
 *   name = "";
 *   static override key = "Vessel";
 * }
 *
 * const gql = new GQLEndpoint("https://harbour.test/graphql");
 * export const getVessels = gql.query(
 *   (_: { port: string }) => `query ($port: ID!) { vessels(port: $port) { id name } }`,
 *   { vessels: [Vessel] },
 * );
 * assertEquals(getVessels.sideEffect, undefined);
 * ```
 *
 * @module
 */
export * from "../../schema/mod.ts";
export * from "../mod.ts";
export { GQLEntity } from "./gql_entity.ts";
export {
  GQLEndpoint,
  type GQLEndpoint as GQLEndpointInstance,
  type GQLEndpointConstructor,
  type GQLError,
  type GQLFetch,
  GQLNetworkError,
  type GQLOptions,
  type GQLQuery,
  type KeyofGQLEndpoint,
} from "./gql_endpoint.ts";
