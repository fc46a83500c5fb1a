import type { ErrorPolicy, Optional } from "../contract.ts";
import type { Endpoint, EndpointOptions } from "./endpoint.ts";
import type { Beyond, IsAny, IsUnknown } from "./rest_generics.ts";
import type { CustomMembers, RequestHooks } from "./rest_endpoint.ts";

/**
 * Does the work of a {@linkcode GQLEndpoint}: takes variables, gives the `data`
 * of the response.
 */
// deno-lint-ignore no-explicit-any -- of any variables and data
export type GQLFetch<Variables = any, Data = any> = (
  ...args: VariablesArgs<Variables>
) => Promise<Data>;

/**
 * A GraphQL server, or a query to it.
 *
 * @typeParam F takes the variables
 * @typeParam S schema of the `data` of a response
 * @typeParam M `true` for mutations
 *
 * @example
 * ```ts
 * import { GQLEndpoint, type GQLEndpointInstance } from "@tessera/client/graphql";
 *
 * const gql: GQLEndpointInstance = new GQLEndpoint("https://harbour.test/graphql");
 * export const getVessels = gql.query("{ vessels { id name } }");
 * ```
 */
export interface GQLEndpoint<
  F extends GQLFetch = GQLFetch,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends Endpoint<F, S, M>, GQLHooks {
  /** Address of the server. */
  readonly url: string;
  /** Aborts every request of this endpoint. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Decides per error whether existing data stays visible (`soft`); by default
   * for failures that say nothing of the data, such as 5xx and 429.
   *
   * @param error what the endpoint rejected with
   */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  errorPolicy(error: any): ErrorPolicy;
  /**
   * Performs the request.
   *
   * @param input address
   * @param init method, headers, body, signal
   * @throws {TypeError} when the network fails
   */
  fetchResponse(input: RequestInfo, init: RequestInit): Promise<Response>;
  /**
   * Derives an endpoint that reads.
   *
   * @param query its text, or a function of the variables that returns it
   * @param schema description of the `data` of a response
   */
  // deno-lint-ignore no-explicit-any -- any variables, as text has no types
  query<Variables = any, Schema = undefined>(
    query: GQLQuery<Variables>,
    schema?: Schema,
  ): DerivedGQL<Variables, Schema, undefined, this>;
  /**
   * Derives an endpoint that changes something.
   *
   * @param query its text, or a function of the variables that returns it
   * @param schema description of the `data` of a response
   */
  // deno-lint-ignore no-explicit-any -- any variables, as text has no types
  mutation<Variables = any, Schema = undefined>(
    query: GQLQuery<Variables>,
    schema?: Schema,
  ): DerivedGQL<Variables, Schema, true, this>;
  /** {@linkcode GQLEndpointInstance.mutation} under another name. */
  // deno-lint-ignore no-explicit-any -- any variables, as text has no types
  mutate<Variables = any, Schema = undefined>(
    query: GQLQuery<Variables>,
    schema?: Schema,
  ): DerivedGQL<Variables, Schema, true, this>;
}

/**
 * Hooks of GraphQL endpoints.
 *
 * @internal
 */
export interface GQLHooks<
  // deno-lint-ignore no-explicit-any -- of any variables
  Args extends readonly any[] = any,
> extends RequestHooks {
  /**
   * Text of the query.
   *
   * @param args the variables of a call
   * @throws {Error} for an endpoint of which no query was derived
   */
  getQuery(...args: Args): string;
  /**
   * Builds the request from the variables.
   *
   * @param args the variables of a call
   */
  getRequestInit(...args: Args): Promise<RequestInit> | RequestInit;
  /**
   * Turns the `data` of a response into the value of the call.
   *
   * @param value the `data` of the response
   * @param args the variables of the call
   */
  // deno-lint-ignore no-explicit-any -- any data
  process(value: any, ...args: Args): any;
}

/**
 * Names of the members that every {@linkcode GQLEndpoint} has; all others came
 * with its options.
 */
export type KeyofGQLEndpoint = keyof GQLEndpoint;

/**
 * Text of a query, or a function of its variables that returns it: what `query`
 * of a {@linkcode GQLEndpoint} takes.
 */
export type GQLQuery<Variables> = string | ((variables: Variables) => string);

/**
 * Options of a GraphQL endpoint.
 *
 * @example
 * ```ts
 * import { GQLEndpoint, type GQLOptions } from "@tessera/client/graphql";
 *
 * const options: GQLOptions = {
 *   getHeaders: (headers) => ({ ...headers, "X-Port": "rtm" }),
 * };
 * const gql = new GQLEndpoint("https://harbour.test/graphql", options);
 * ```
 */
export interface GQLOptions<
  F extends GQLFetch = GQLFetch,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointOptions<F, S, M>, Optional<GQLHooks<Parameters<F>>> {
  /** Aborts every request of this endpoint. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the whole network step. */
  readonly fetch?: F | undefined;
}

/** What {@linkcode GQLEndpoint} is as a class. */
export interface GQLEndpointConstructor {
  /**
   * Makes an endpoint of a server, from which queries are derived.
   *
   * @param url address of the server
   * @param options members of the endpoint, which every query derived from it inherits
   */
  new <X extends object, Unused1, Unused2, Unused3>(
    url: string,
    options: X & GQLOptions & ThisType<GQLEndpoint & CustomMembers>,
  ): GQLEndpoint<GQLFetch, undefined, undefined> & Beyond<X, KeyofGQLEndpoint>;
  /** What subclasses inherit. */
  new <
    F extends GQLFetch = GQLFetch,
    // deno-lint-ignore no-explicit-any -- any schema
    S = any,
    M extends boolean | undefined = undefined,
  >(
    url: string,
    options?: GQLOptions<F, S, M> & CustomMembers,
  ): GQLEndpoint<F, S, M>;
  /** What endpoints inherit; subclasses add to it. */
  // deno-lint-ignore no-explicit-any -- a subclass has more
  readonly prototype: any;
}

/**
 * A query of an endpoint, with the members that its options added.
 *
 * @internal
 */
type DerivedGQL<Variables, S, M extends boolean | undefined, Parent> =
  & GQLEndpoint<GQLFetch<Variables>, S, M>
  & Beyond<Parent, KeyofGQLEndpoint>;

/**
 * Arguments of a query; variables that are all optional may be left out
 * altogether.
 *
 * @internal
 */
type VariablesArgs<Variables> = true extends
  | IsAny<Variables>
  | IsUnknown<Variables>
  // deno-lint-ignore no-explicit-any -- text has no types
  ? [variables?: { readonly [name: string]: any }]
  : Record<never, never> extends Variables ? [variables?: Variables]
  : [variables: Variables];
