import {
  defineOwn,
  isDevelopment,
  isObject,
  stableJson,
} from "../../schema/engine.ts";
import {
  defineDefaults,
  type Endpoint,
  EndpointImpl,
  type EndpointOptions,
  type Members,
  ownClasses,
} from "../endpoint.ts";
import {
  accepted,
  asFailure,
  lostBody,
  messageIn,
  NetworkError,
  softIfTemporary,
  unchanged,
  withoutRepeats,
} from "../response.ts";
import type { ErrorPolicy, Optional } from "../contract.ts";
import type { CustomMembers, RequestHooks } from "../types/rest_endpoint.ts";
import type { Beyond, IsAny, IsUnknown } from "../types/rest_generics.ts";

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
      `GQLEndpoint ${this.url}: a query is missing. Derive an endpoint with ` +
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
    const headers = this.getHeaders({
      Accept: accepted,
      "Content-Type": "application/json",
    });
    const withHeaders = (headers: HeadersInit) => ({
      ...init,
      headers: headers && withoutRepeats(headers),
    });
    // by what it can do: React Native has promises of several classes
    return "then" in Object(headers)
      ? (headers as Promise<HeadersInit>).then(withHeaders)
      : withHeaders(headers as HeadersInit);
  }

  fetchResponse(input: RequestInfo, init: RequestInit): Promise<Response> {
    return globalThis.fetch(input, init);
  }

  /** Returns the `data` of a response without errors. */
  async parseResponse(response: Response): Promise<unknown> {
    const { url, signal } = this;
    let body: unknown;
    if (response.ok) {
      try {
        body = await response.json();
      } catch (error) {
        if (!(error instanceof SyntaxError)) {
          throw asFailure(error, url, signal);
        }
        if (response.redirected) throw lostBody(response, url);
        throw Object.assign(error, { status: 400, response });
      }
    } else {
      const error = await NetworkError.from(response, { url });
      if (signal?.aborted) throw signal.reason;
      // a gateway that responds in HTML says more with its status
      if (error.data === undefined) throw error;
      body = error.data;
    }
    const { data, errors } = Object(body);
    if (Array.isArray(errors) ? errors.length > 0 : errors) {
      const all = [errors].flat().map((error) =>
        asError(error, excerpt(error))
      );
      throw new GQLNetworkError(all, response);
    }
    if (data !== undefined && response.ok) return data;
    const problem = response.ok
      ? `${url}: the response has no data` +
        (isDevelopment() ? `: ${excerpt(body)}` : ".")
      : "";
    throw new GQLNetworkError([asError(body, problem)], response);
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
  // for messages: queries differ by their key
  name() {
    return this.url;
  },
});

/** An error in the form that GraphQL has for them, whatever a server sent in its place. */
function asError(sent: unknown, problem: string): GQLError {
  const message = messageIn(sent) || problem;
  return { ...isObject(sent) && sent, message } as GQLError;
}

/** What a server sent, or the start of it. */
function excerpt(sent: unknown): string {
  return JSON.stringify(sent).slice(0, 300);
}

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
 * Collapses the white space of a GraphQL document.
 *
 * Strings and block strings are retained as they are, and a comment retains the
 * line end that closes it.
 *
 * @param document text as it stands in a template literal
 */
function collapseQuery(document: string): string {
  return document
    .replace(tokens, (token, comment) => {
      if (comment !== undefined) return `${comment}\n`;
      return token.startsWith('"') ? token : " ";
    })
    .trim();
}

/** Block string (GraphQL October 2021, 2.9.4), string, comment with the white space after it, white space. */
const tokens =
  /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\r\n])*"|(#[^\r\n]*)\s*|\s+/g;

/**
 * One error of a GraphQL response, as {@linkcode GQLNetworkError} lists them.
 */
export interface GQLError {
  /** The message of the server. */
  readonly message: string;
  /** Positions in the query. */
  readonly locations: readonly {
    readonly line: number;
    readonly column: number;
  }[];
  /** Members of the result that are concerned. */
  readonly path: readonly (string | number)[];
}

/**
 * A GraphQL response with errors.
 *
 * @example
 * ```ts
 * import { GQLNetworkError } from "@tessera/client/graphql";
 * import { assertEquals } from "@std/assert";
 *
 * const error = new GQLNetworkError([
 *   { message: "no such vessel", locations: [], path: ["vessel"] },
 * ]);
 * assertEquals([error.message, error.status], ["no such vessel", 400]);
 * ```
 */
export class GQLNetworkError extends Error {
  /** As of a failed REST request, so that one handler serves both. */
  override name = "NetworkError";
  /** HTTP status when it is not ok, else 400. */
  status: number;
  /** All errors of the response. */
  errors: GQLError[];
  /** The response; its body has been read. */
  response?: Response;

  /**
   * Makes the error of a response.
   *
   * @param errors errors of the response body, or what it has in their place
   * @param response the HTTP response
   */
  constructor(errors: GQLError[], response?: Response) {
    super(
      errors[0]?.message ||
        response?.statusText || `Status not 'ok': ${response?.status ?? 400}`,
    );
    this.errors = errors;
    this.status = response !== undefined && !response.ok
      ? response.status
      : 400;
    if (response !== undefined) this.response = response;
  }
}

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
  /** {@linkcode GQLEndpoint.mutation} under another name. */
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

/** The class {@linkcode GQLEndpoint}. */
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
  /** Members that subclasses inherit. */
  new <
    F extends GQLFetch = GQLFetch,
    // deno-lint-ignore no-explicit-any -- any schema
    S = any,
    M extends boolean | undefined = undefined,
  >(
    url: string,
    options?: GQLOptions<F, S, M> & CustomMembers,
  ): GQLEndpoint<F, S, M>;
  /** Members that endpoints inherit; subclasses add to them. */
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
