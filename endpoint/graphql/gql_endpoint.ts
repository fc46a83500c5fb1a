import { defineOwn, stableJson } from "../../schema/engine.ts";
import {
  defineDefaults,
  EndpointImpl,
  type Members,
  ownClasses,
} from "../endpoint.ts";
import {
  asFailure,
  NetworkError,
  softIfTemporary,
  unchanged,
} from "../response.ts";
import { type GQLError, GQLNetworkError } from "./gql_network_error.ts";
import type {
  GQLEndpoint as GQLEndpointInstance,
  GQLEndpointConstructor,
  GQLFetch,
} from "../types/gql_endpoint.ts";
import { collapseQuery } from "./query_text.ts";

type Variables = Record<string, unknown>;

/** Behaviour of {@linkcode GQLEndpoint}. */
export class GQLEndpointImpl extends EndpointImpl {
  constructor(url: string, options?: Members) {
    super(undefined, options);
    defineOwn(this, "url", url);
  }

  override async fetch(variables: Variables = {}): Promise<unknown> {
    const init = await this.getRequestInit(variables);
    let response: Response;
    try {
      response = await this.fetchResponse(this.url, init);
    } catch (error) {
      throw asFailure(error, this.url, init.signal);
    }
    const data = await this.parseResponse(response);
    return await this.process(data, variables);
  }

  getQuery(_variables: Variables): string {
    throw new Error(
      `GQLEndpoint ${this.url}: a query must be given. Derive an endpoint with ` +
        "`query(text, schema)` or `mutation(text, schema)`, or define `getQuery`.",
    );
  }

  /** Not a promise unless headers are one, for overrides that spread the init without awaiting it. */
  getRequestInit(variables: Variables): RequestInit | Promise<RequestInit> {
    const init = {
      method: "POST",
      signal: this.signal ?? null,
      body: JSON.stringify({ query: this.getQuery(variables), variables }),
    };
    const headers = this.getHeaders({ "Content-Type": "application/json" });
    // by what it can do: React Native has promises of several classes
    return "then" in Object(headers)
      ? (headers as Promise<HeadersInit>)
        .then((headers) => ({ ...init, headers }))
      : { ...init, headers: headers as HeadersInit };
  }

  fetchResponse(input: RequestInfo, init: RequestInit): Promise<Response> {
    return globalThis.fetch(input, init);
  }

  /** Returns the `data` of a response without errors. */
  async parseResponse(response: Response): Promise<unknown> {
    let body: { data?: unknown; errors?: unknown } | null;
    try {
      body = await response.json();
    } catch (error) {
      // a gateway that answers in HTML says more with its status
      if (!response.ok && !this.signal?.aborted) {
        throw new NetworkError(response, { url: this.url });
      }
      throw error instanceof SyntaxError
        ? Object.assign(error, { status: 400, response })
        : asFailure(error, this.url, this.signal);
    }
    const errors = body?.errors;
    if (Array.isArray(errors) && errors.length > 0) {
      throw new GQLNetworkError(errors, response);
    }
    if (!response.ok) throw new GQLNetworkError([body as GQLError], response);
    return body?.data;
  }

  override key(variables: Variables = {}): string {
    return `${this.getQuery(variables)} ${stableJson(variables)}`;
  }

  /** A key is a query and its variables; which is which, only `getQuery` can tell. */
  override testKey(key: string): boolean {
    for (
      let index = key.indexOf(" {");
      index >= 0;
      index = key.indexOf(" {", index + 1)
    ) {
      try {
        const variables = JSON.parse(key.slice(index + 1));
        if (this.getQuery(variables) === key.slice(0, index)) return true;
      } catch {
        // no variables begin here, or none that the query takes
      }
    }
    return false;
  }

  /** Derives an endpoint that reads. */
  query(query: Query, schema?: unknown): this {
    return this.extend(optionsOf(query, schema, undefined));
  }

  /** Derives an endpoint that changes something. */
  mutation(query: Query, schema?: unknown): this {
    return this.extend(optionsOf(query, schema, true));
  }

  /** {@linkcode GQLEndpointImpl.mutation} under its documented name. */
  mutate(query: Query, schema?: unknown): this {
    return this.mutation(query, schema);
  }
}

ownClasses.add(GQLEndpointImpl);
Object.assign(GQLEndpointImpl.prototype, {
  "~first": "url",
  getHeaders: unchanged,
  process: unchanged,
  errorPolicy: softIfTemporary,
});
defineDefaults(GQLEndpointImpl.prototype, {
  // for messages: queries are told apart by their key
  name() {
    return this.url;
  },
});

/** Text of a query, or a function of its variables. */
type Query = string | ((variables: Variables) => string);

function optionsOf(
  query: Query,
  schema: unknown,
  sideEffect: true | undefined,
): Members {
  const text = typeof query === "string" ? collapseQuery(query) : undefined;
  return {
    getQuery: typeof query === "string" ? () => text : query,
    sideEffect,
    ...(schema === undefined ? {} : { schema }),
  };
}

/**
 * A GraphQL server, and the queries derived from it.
 *
 * @example
 * ```ts
 * import { GQLEndpoint, GQLEntity } from "@tessera/client/graphql";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends GQLEntity {
 *   name = "";
 * }
 *
 * const gql = new GQLEndpoint("https://harbour.test/graphql");
 * const getVessel = gql.query(
 *   (variables: { name: string }) =>
 *     `query ($name: String!) { vessel(name: $name) { id name } }`,
 *   { vessel: Vessel },
 * );
 * assertEquals(
 *   getVessel.getQuery({ name: "Fram" }),
 *   "query ($name: String!) { vessel(name: $name) { id name } }",
 * );
 * ```
 *
 * @typeParam F takes the variables
 * @typeParam S schema of the `data` of a response
 * @typeParam M `true` for mutations
 */
export type GQLEndpoint<
  F extends GQLFetch = GQLFetch,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> = GQLEndpointInstance<F, S, M>;

/**
 * Makes a {@linkcode GQLEndpoint} of the address of a server. Its methods are
 * hooks for subclasses.
 *
 * @example
 * ```ts
 * import { GQLEndpoint } from "@tessera/client/graphql";
 * import { assertEquals } from "@std/assert";
 *
 * class HarbourGraph extends GQLEndpoint {
 *   override getHeaders(headers: HeadersInit): HeadersInit {
 *     return { ...headers, authorization: "Bearer secret" };
 *   }
 * }
 *
 * const gql = new HarbourGraph("https://harbour.test/graphql");
 * const moor = gql.mutation("mutation ($id: ID!) { moor(id: $id) { id } }");
 * assertEquals(moor.sideEffect, true);
 * ```
 */
export const GQLEndpoint: GQLEndpointConstructor =
  GQLEndpointImpl as unknown as GQLEndpointConstructor;
