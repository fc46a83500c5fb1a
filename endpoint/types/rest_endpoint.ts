import type { StandardSchema } from "../../schema/mod.ts";
import type { EndpointExtraOptions, ErrorPolicy } from "../contract.ts";
import type {
  MethodOf,
  RestArgs,
  SideEffectOf,
  UrlArgs,
} from "./call_arguments.ts";
import type {
  ExtendRest,
  Generic,
  GenericsIn,
  Given,
  HookThis,
  NotGiven,
  Override,
  Paginated,
} from "./extend.ts";
import type { CollectionMember, PageGenerics } from "./lists.ts";
import type {
  Beyond,
  ContentType,
  GenericsOf,
  IsAny,
  KnownMember,
  Member,
  RestGenerics,
} from "./rest_generics.ts";
import type {
  AnyString,
  HookArgs,
  RestEndpointOptions,
} from "./rest_options.ts";
import type {
  JsonOrNoSchema,
  RestResult,
  SchemaForContent,
  SchemaOf,
} from "./result.ts";
import type { SnapshotInterface } from "./snapshot.ts";

/**
 * Members of every REST endpoint; those that a subclass may replace have the
 * widest type that works. What a class that extends {@linkcode RestEndpoint}
 * inherits.
 */
export interface RestInstanceBase<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> extends EndpointExtraOptions {
  /**
   * In types only. `Required` makes TypeScript compare endpoints by their
   * members, and not by their generics.
   */
  "~generics"?(generics: O, compared: Required<O>): void;
  /** Performs the request. */
  (...args: RestArgs<O>): Promise<RestResult<O>>;
  /** Name for messages. */
  name: string;
  /**
   * Decides per error whether existing data stays visible (`soft`); by default
   * for failures that say nothing of the data, such as 5xx and 429.
   *
   * @param error what the endpoint rejected with
   */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  errorPolicy(error: any): ErrorPolicy;
  /** Path template. */
  readonly path: O["path"];
  /** Text before the path, taken as it is. */
  readonly urlPrefix: string;
  /** HTTP method. */
  readonly method: string;
  /** Description of the response. */
  readonly schema: SchemaOf<O>;
  /** `true` for mutations. */
  readonly sideEffect: SideEffectOf<O>;
  /** Declares the type of the payload; the value is not sent. */
  readonly body?: Member<O, "body">;
  /** Declares the type of the query entries; the value is not sent. */
  readonly searchParams?: Member<O, "searchParams">;
  /** How the body of the response is read. */
  readonly content?: ContentType | undefined;
  /** Name of the argument that selects a page. */
  readonly paginationField?: string | undefined;
  /** Path template by which `move` addresses an item. */
  readonly movePath?: string | undefined;
  /** Start value of every request. */
  readonly requestInit?: RequestInit | undefined;
  /** Aborts every request of this endpoint. */
  readonly signal?: AbortSignal | undefined;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
  /**
   * Does the work of a call: builds, performs and reads the request by the
   * hooks below.
   *
   * @param args arguments of the call
   * @throws {NetworkError} for a response that is not ok, or whose body is not what was asked for
   */
  // deno-lint-ignore no-explicit-any -- for subclasses of any signature
  fetch(...args: any): Promise<any>;
  /**
   * The only identity of a request, by default method and address: calls with
   * the same key share a response.
   *
   * @param args arguments of the call
   */
  // deno-lint-ignore no-explicit-any -- for subclasses of any signature
  key(...args: any): string;
  /**
   * Whether a key belongs to this endpoint, for some arguments.
   *
   * @param key any key
   */
  testKey(key: string): boolean;
  /**
   * Address of a request: prefix, path with its parameters filled in, and the
   * query.
   *
   * @param args the parameters, without the payload
   * @throws {TypeError} when a parameter is missing or does not fit the path
   */
  // deno-lint-ignore no-explicit-any -- for subclasses of any signature
  url(...args: any): string;
  /**
   * Encodes the query entries, without the leading `?`.
   *
   * @param searchParams entries that the path does not take
   */
  // deno-lint-ignore no-explicit-any -- entries of any type
  searchToString(searchParams: Record<string, any>): string;
  /**
   * Builds the request from the payload.
   *
   * @param body the payload; `undefined` for none
   */
  // deno-lint-ignore no-explicit-any -- any payload
  getRequestInit(body?: any): Promise<RequestInit> | RequestInit;
  /**
   * Adds headers, such as one with a token.
   *
   * @param headers those that the request has already
   */
  getHeaders(headers: HeadersInit): Promise<HeadersInit> | HeadersInit;
  /**
   * Performs the request and refuses what is not ok.
   *
   * @param input address
   * @param init method, headers, body, signal
   * @throws {NetworkError} for a response that is not ok
   * @throws {TypeError} when the network fails; with `status` 500, as if a server had
   */
  fetchResponse(input: RequestInfo, init: RequestInit): Promise<Response>;
  /**
   * Reads the body of a response.
   *
   * @param response a response that is ok
   * @throws {NetworkError} for a body that the schema cannot describe
   * @throws {SyntaxError} for JSON that is malformed; with `status` 400 and `response`
   */
  // deno-lint-ignore no-explicit-any -- any value
  parseResponse(response: Response): Promise<any>;
  /**
   * Turns the parsed response into the value of the call.
   *
   * @param value the parsed body
   * @param args arguments of the call
   */
  // deno-lint-ignore no-explicit-any -- any value and arguments
  process(value: any, ...args: any): any;
  /**
   * The response to expect, shown until the real one arrives.
   *
   * @param snap the store as it is shown now
   * @param args arguments of the call
   * @throws {AbortOptimistic} as `snap.abort`, to show nothing this time
   */
  getOptimisticResponse?(
    snap: SnapshotInterface,
    // deno-lint-ignore no-explicit-any -- for subclasses of any signature
    ...args: any
    // deno-lint-ignore no-explicit-any -- of the form of a response
  ): any;
  /**
   * Corrects what a stored response has beside its list, such as a total, when
   * `push`, `remove` or another change makes the list longer or shorter.
   *
   * @param stored the response with primary keys in place of lists and entities
   * @param difference by how many members the list has grown; negative if it has shrunk
   * @returns the response in its place
   */
  adjust?(
    // deno-lint-ignore no-explicit-any -- normalized, so of any shape
    stored: any,
    difference: number,
    // deno-lint-ignore no-explicit-any -- of the same shape
  ): any;
  /**
   * Changes stored results of other endpoints, by their key.
   *
   * @param normalizedResult the response with primary keys in place of entities
   * @param args arguments of the call
   * @returns by the key of another endpoint, what makes its new result of the previous one
   */
  update?(
    // deno-lint-ignore no-explicit-any -- normalized, so of any shape
    normalizedResult: any,
    // deno-lint-ignore no-explicit-any -- for subclasses of any signature
    ...args: any
    // deno-lint-ignore no-explicit-any -- results of other endpoints
  ): Record<string, (previous: any) => any>;
  /**
   * Returns an endpoint whose first arguments are already given; it has the keys of the complete call.
   *
   * @param receiver `this` of the function; by default the endpoint
   * @param bound the first arguments
   */
  // deno-lint-ignore no-explicit-any -- inferred from the arguments
  bind<E extends Generic, Bound extends any[], Rest extends any[]>(
    // deno-lint-ignore no-explicit-any -- of any result
    this: E & ((...args: [...Bound, ...Rest]) => any),
    receiver: unknown,
    ...bound: Bound
  ): Derived<Override<GenericsIn<E>, { callArgs: Rest }>, E>;
  /** Adds an item at the end of the list. */
  readonly push: Derived<CollectionMember<O, "push">, this>;
  /** Adds an item at the start of the list. */
  readonly unshift: Derived<CollectionMember<O, "unshift">, this>;
  /** Adds entries to a collection of values. */
  readonly assign: Derived<CollectionMember<O, "assign">, this>;
  /** Takes items out of the list without deleting them. */
  readonly remove: Derived<CollectionMember<O, "remove">, this>;
  /** Moves an item from list to list. */
  readonly move: Derived<CollectionMember<O, "move">, this>;
  /** Fetches a further page of the list; needs `paginationField`. */
  readonly getPage: GetPage<O, this>;
  /** Derives an endpoint whose responses continue the list. */
  paginated: Paginated;
  /** Returns an endpoint of the same class with some members replaced. */
  extend: ExtendRest;
}

/**
 * A request to a REST service and the description of its response: what
 * {@linkcode RestEndpoint} gives.
 *
 * @typeParam O what call and result follow from: path, schema, method, body, ...
 *
 * @example
 * ```ts
 * import { RestEndpoint, type RestEndpointInstance } from "@tessera/client";
 *
 * type Deletes = { path: string; method: "DELETE" };
 *
 * const endpoint: RestEndpointInstance<Deletes & { path: "/vessels/:id" }> =
 *   new RestEndpoint({ path: "/vessels/:id", method: "DELETE" });
 * ```
 */
export interface RestEndpoint<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> extends RestInstanceBase<O> {
  /** In types only; first, so that TypeScript comes to it before it has compared anything else. */
  "~generics"?(generics: O, compared: Required<O>): void;
  /** HTTP method. */
  readonly method: MethodOf<O>;
  /**
   * The only identity of a request, by default method and address: calls with
   * the same key share a response.
   *
   * @param args arguments of the call
   */
  key(...args: RestArgs<O>): string;
  /**
   * Address of a request: prefix, path with its parameters filled in, and the
   * query.
   *
   * @param args the parameters, without the payload
   * @throws {TypeError} when a parameter is missing or does not fit the path
   */
  url(...args: UrlArgs<O>): string;
}

/**
 * Names of the members that every {@linkcode RestEndpoint} has; all others came
 * with its options.
 */
export type KeyofRestEndpoint = keyof RestInstanceBase;

/**
 * An endpoint derived from another {@linkcode RestEndpoint}, with whatever
 * members that had beyond those of every REST endpoint.
 */
export type Derived<O extends RestGenerics, Parent> =
  & RestEndpoint<O>
  & Beyond<Parent, KeyofRestEndpoint>;

/**
 * The endpoint of a further page; `undefined` without `paginationField`.
 *
 * @internal
 */
type GetPage<O extends RestGenerics, Parent> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : KnownMember<O, "paginationField"> extends infer Field extends string
    ? Derived<PageGenerics<O, Field>, Parent>
  : undefined;

/**
 * What options must be to type an endpoint; functions are left out so that
 * their parameters are inferred.
 *
 * @internal
 */
export interface RestShape {
  readonly path: string;
  readonly method?: string | undefined;
  readonly sideEffect?: boolean | undefined;
  readonly content?: ContentType | undefined;
  readonly paginationField?: string | undefined;
  readonly movePath?: string | undefined;
}

/** What {@linkcode RestEndpoint} is as a class. */
export interface RestEndpointConstructor {
  /**
   * Makes an endpoint.
   *
   * @param options `path` is required
   * @throws {TypeError} when there is no path
   */
  new <
    X extends RestShape,
    Path extends string,
    Method extends string | undefined | NotGiven = NotGiven,
    Body = NotGiven,
    Search = NotGiven,
  >(
    options:
      & X
      & ConstructorOptions<Path, Method, Body, Search>
      & SchemaForContent<X>
      & ThisType<HookThis>,
  ):
    & RestEndpoint<GenericsOf<X>>
    & Beyond<X, KeyofRestEndpoint>;
  /** What subclasses inherit. */
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  new <O extends RestGenerics = any>(
    options:
      & { readonly [K in keyof O]: O[K] }
      & RestEndpointOptions
      & { readonly path: AnyString }
      & JsonOrNoSchema
      & ThisType<HookThis>,
  ): RestInstanceBase<O>;
  /** What endpoints inherit; subclasses add to it. */
  // deno-lint-ignore no-explicit-any -- a subclass has more, and derives endpoints with more
  readonly prototype: any;
}

/**
 * Options of the constructor, with hooks typed by the call that path, method,
 * body and query entries make.
 *
 * @internal
 */
type ConstructorOptions<Path extends string, Method, Body, Search> =
  & RestEndpointOptions<
    HookArgs<
      RestArgs<
        GenericsOf<{ path: Path } & Given<NotGiven, Method, Body, Search>>
      >
    >
  >
  & {
    readonly path: Path;
    readonly method?: Method;
    readonly body?: Body;
    readonly searchParams?: Search;
  };
