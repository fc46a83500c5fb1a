import type { StandardSchema } from "../../schema/mod.ts";
import type {
  EndpointExtraOptions,
  EndpointHooks,
  ErrorPolicy,
  Optional,
} from "../contract.ts";
import type {
  CollectionMember,
  IsListOf,
  ListArgs,
  PageByFunctionGenerics,
  PageGenerics,
} from "./lists.ts";
import type {
  AsGenerics,
  Beyond,
  ContentType,
  DeclaredArgs,
  EndpointSchema,
  GenericKey,
  GenericsOf,
  IsAny,
  JsonOrNoSchema,
  KnownMember,
  Member,
  MethodOf,
  PlainArgs,
  RestArgs,
  RestGenerics,
  RestResult,
  SchemaInOptions,
  SchemaOf,
  SideEffectOf,
  UrlArgs,
} from "./rest_generics.ts";

/**
 * Options of a REST endpoint.
 *
 * @example
 * ```ts
 * import { RestEndpoint, type RestEndpointConstructorOptions } from "@tessera/client";
 *
 * const options: RestEndpointConstructorOptions<{ path: "/vessels/:id" }> = {
 *   path: "/vessels/:id",
 *   pollFrequency: 2000,
 * };
 * const getVessel = new RestEndpoint(options);
 * ```
 */
export type RestEndpointConstructorOptions<
  O extends RestGenerics = RestGenerics,
> = RestEndpointOptions<HookArgs<RestArgs<O>>> & { readonly path: O["path"] };

/**
 * All options of a {@linkcode RestEndpoint} in addition to its path;
 * all of it optional. Functions are hooks: each replaces one step of a request,
 * and has the endpoint as `this`.
 *
 * @example
 * ```ts
 * import { RestEndpoint, type RestEndpointOptions } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const harbour: RestEndpointOptions = {
 *   urlPrefix: "https://harbour.test",
 *   dataExpiryLength: 60_000,
 *   getHeaders: (headers) => ({ ...headers, "x-port": "rtm" }),
 * };
 * const getVessel = new RestEndpoint({ ...harbour, path: "/vessels/:id" });
 * assertEquals(getVessel.url({ id: 7 }), "https://harbour.test/vessels/7");
 * ```
 */
export interface RestEndpointOptions<
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[] = any,
> extends
  Optional<EndpointExtraOptions>,
  Optional<EndpointHooks<Args, PlainArgs<Args>>>,
  Optional<RestHooks<Args, DeclaredArgs<Args>>>,
  RestSettings {
  /** Name for messages. Default: `urlPrefix + path`. */
  readonly name?: string | undefined;
  /** Text before the path, taken as it is. Default: none. */
  readonly urlPrefix?: string | undefined;
  /** HTTP method. Default: `POST` with a side effect or a body, else `GET`. */
  readonly method?: AnyString | undefined;
  /** Whether a call changes something on the server. Default: whether the method is not `GET`. */
  readonly sideEffect?: boolean | undefined;
}

/**
 * Members that an endpoint has only if an option sets them.
 *
 * @internal
 */
export interface RestSettings {
  /** How the body of a response is read. Default: as the response says. */
  readonly content?: ContentType | undefined;
  /** Name of the argument that selects a page, for `getPage`. */
  readonly paginationField?: AnyString | undefined;
  /** Path template by which `move` addresses an item. */
  readonly movePath?: AnyString | undefined;
  /** Start value of every request. */
  readonly requestInit?: RequestInit | undefined;
  /** Aborts every request of this endpoint. */
  readonly signal?: AbortSignal | undefined;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
}

/**
 * Hooks of every endpoint that requests something.
 *
 * @internal
 */
export interface RequestHooks {
  /**
   * Adds headers, such as one with a token.
   *
   * @param headers those that the request has already
   */
  getHeaders(headers: HeadersInit): Promise<HeadersInit> | HeadersInit;
  /**
   * Performs the request.
   *
   * @param input address
   * @param init method, headers, body, signal
   * @throws {NetworkError} for a response that is not ok, of a REST endpoint
   * @throws {TypeError} when the network fails
   */
  fetchResponse(
    input: RequestInfo,
    init: RequestInit,
  ): Promise<Response> | Response;
  /**
   * Reads the response: its body, or the `data` of a GraphQL response.
   *
   * @param response the response; one that is ok, of a REST endpoint
   * @throws {NetworkError} for a body that the schema cannot describe
   * @throws {GQLNetworkError} for a GraphQL response with errors
   * @throws {SyntaxError} for JSON that is malformed; with `status` 400 and `response`
   */
  // deno-lint-ignore no-explicit-any -- any value
  parseResponse(response: Response): any;
  /**
   * Corrects what a stored response has next to its list, such as a total, when
   * `push`, `remove` or another change makes the list longer or shorter.
   *
   * @param stored the response with primary keys in place of lists and entities
   * @param difference by how many members the list has grown; negative if it has shrunk
   * @returns the response in its place
   */
  // deno-lint-ignore no-explicit-any -- normalized, so of any shape
  adjust?(stored: any, difference: number): any;
}

/**
 * Hooks of REST endpoints: each is one step of a request.
 *
 * @internal
 */
export interface RestHooks<
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[] = any,
  // deno-lint-ignore no-explicit-any -- of any arguments
  Declared extends readonly any[] = Args,
> extends RequestHooks {
  /**
   * Does the work of a call: builds, performs and reads the request by the
   * hooks below.
   *
   * @param args arguments of the call
   * @throws {NetworkError} for a response that is not ok, or whose body is not what was asked for
   */
  // deno-lint-ignore no-explicit-any -- of any result
  fetch(...args: Args): Promise<any>;
  /**
   * Address of a request: prefix, path with its parameters filled in, and the
   * query.
   *
   * @param params the parameters, without the payload
   * @throws {TypeError} when a parameter is missing or does not fit the path
   */
  // deno-lint-ignore no-explicit-any -- parameters without the payload
  url(params?: any): string;
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
   * Turns the parsed response into the value of the call.
   *
   * @param value the parsed body
   * @param args arguments of the call
   */
  // deno-lint-ignore no-explicit-any -- any value
  process(value: any, ...args: Declared): any;
}

/**
 * Arguments as hooks see them: what takes none may still name one, and where
 * parameters may be left out, the payload comes first or second.
 *
 * @internal
 */
export type HookArgs<Args> = Joined<
  Args extends readonly []
    // deno-lint-ignore no-explicit-any -- never there
    ? any
    // deno-lint-ignore no-explicit-any -- of any arguments
    : Args extends readonly any[] ? Args
    // deno-lint-ignore no-explicit-any -- of any arguments
    : any
>;

/** One list of arguments for both: TypeScript takes no function with fewer parameters for a union. */
// deno-lint-ignore no-explicit-any -- of any arguments
type Joined<Args extends readonly any[]> = IsAny<Args> extends true ? Args
  : number extends Args["length"] ? Args
  : 1 | 2 extends Args["length"] ? [
      paramsOrBody: Args[0],
      // deno-lint-ignore no-explicit-any -- of any arguments
      body?: Extract<Args, readonly [any, any]>[1],
    ]
  : Args;

/**
 * Members that users gave, which `this` has in hooks.
 *
 * @internal
 */
export interface CustomMembers {
  // deno-lint-ignore no-explicit-any -- members are whatever the options have
  readonly [member: string]: any;
}

/**
 * Any text, in a form that retains the literal type of a value, as
 * options of a {@linkcode RestEndpoint} need it. Every literal is one of the
 * first two, any other text the third.
 */
export type AnyString =
  | Capitalize<string>
  | Uncapitalize<string>
  | (string & Record<never, never>);

/**
 * Members of every REST endpoint; those that a subclass may replace have the
 * widest type that works. A class that extends {@linkcode RestEndpoint}
 * inherits these members.
 */
export interface RestInstanceBase<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> extends EndpointExtraOptions, EndpointHooks, RestHooks, RestSettings {
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
  /**
   * Performs the request and refuses what is not ok.
   *
   * @param input address
   * @param init method, headers, body, signal
   * @throws {NetworkError} for a response that is not ok
   * @throws {TypeError} when the network fails
   */
  fetchResponse(input: RequestInfo, init: RequestInit): Promise<Response>;
  /**
   * Returns an endpoint with its first arguments bound; it has the keys of the
   * complete call.
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
  /** Adds entries to a collection of values; a list has none to add. */
  readonly assign: Assign<O, this>;
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
  /**
   * The same, with all arguments of a call; the payload makes no difference.
   *
   * @param args the parameters and the payload
   * @throws {TypeError} when a parameter is missing or does not fit the path
   */
  // deno-lint-ignore no-explicit-any -- any parameters and payload
  url(...args: Extract<RestArgs<O>, readonly [any, any]>): string;
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
 * The endpoint that adds entries; `undefined` where the Collection is a list.
 *
 * @internal
 */
type Assign<O extends RestGenerics, Parent> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : IsListOf<Member<O, "schema">> extends true ? undefined
  : Derived<CollectionMember<O, "assign">, Parent>;

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
  // words of the compiler where it is used all the same
  : { readonly getPage: "needs the option paginationField" } | undefined;

/**
 * What options must be to type an endpoint; functions are left out so that
 * their parameters are inferred.
 *
 * @internal
 */
export type RestShape =
  & Pick<
    RestGenerics,
    | "path"
    | "method"
    | "sideEffect"
    | "content"
    | "paginationField"
    | "movePath"
  >
  & KnownSchema;

/**
 * Any schema of a generic function, with the literal type of a placeholder;
 * `SchemaInOptions` looks closer.
 *
 * @internal
 */
interface KnownSchema {
  readonly schema?: EndpointSchema | number | AnyString;
}

/** The class {@linkcode RestEndpoint}. */
export interface RestEndpointConstructor {
  /**
   * Makes an endpoint.
   *
   * @param options `path` is required
   * @throws {TypeError} when there is no path
   */
  new <
    X extends RestShape,
    // a second one that is required, so that `extends RestEndpoint<O>` means
    // the next signature; in JavaScript, where this one is meant all the same,
    // it is `any`
    Inherited,
    Path extends string = AnyString,
    Method extends string | undefined | Unset = Unset,
    Body = Unset,
    Search = Unset,
  >(
    options:
      & X
      & ConstructorOptions<Path, Method, Body, Search>
      & SchemaInOptions<X, X>
      & ThisType<HookThis>,
  ): IsAny<Inherited> extends true ? RestInstanceBase<X>
    : RestEndpoint<GenericsOf<X>> & Beyond<X, KeyofRestEndpoint>;
  /** Members that subclasses inherit. */
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  new <O extends RestGenerics = any>(
    options:
      & { readonly [K in keyof O]: O[K] }
      & RestEndpointOptions
      & { readonly path: AnyString; readonly schema?: EndpointSchema }
      & JsonOrNoSchema
      & ThisType<HookThis>,
  ): RestInstanceBase<O>;
  /** Members that endpoints inherit; subclasses add to them. */
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
  & ExtendOptions<
    GenericsOf<{ path: Path } & CallOptions<Unset, Method, Body, Search>>,
    Path,
    Method,
    Body,
    Search
  >
  & { readonly path: Path };

/**
 * Derives endpoints for pages: the member `paginated` of a
 * {@linkcode RestEndpoint}.
 *
 * @example
 * ```ts
 * import { Collection, Entity, RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 * }
 * const getVessels = new RestEndpoint({
 *   path: "/vessels",
 *   schema: new Collection([Vessel]),
 *   searchParams: {} as { fleet?: string },
 * });
 *
 * // by the name of the argument, or by what is left without it
 * const getPage = getVessels.paginated("cursor");
 * const getPageOf = getVessels.paginated(
 *   ({ cursor: _, ...list }: { cursor: string; fleet?: string }) => [list],
 * );
 * assertEquals(getPage.key({ cursor: "7" }), getPageOf.key({ cursor: "7" }));
 * ```
 */
export interface Paginated {
  /**
   * Pages whose arguments a function declares.
   *
   * @param removeCursor returns the arguments of the list from those of a page
   * @throws {Error} when the schema has no Collection that pages could be added to
   */
  // deno-lint-ignore no-explicit-any -- inferred from the function
  <E extends Generic, Args extends any[], List extends readonly [] | unknown[]>(
    this: E,
    removeCursor: (...args: Args) => List & ListArgs<GenericsIn<E>>,
  ): Derived<PageByFunctionGenerics<GenericsIn<E>, Args>, E>;
  /**
   * Pages that an argument selects.
   *
   * @param cursorField name of the argument that selects a page
   * @throws {Error} when the schema has no Collection that pages could be added to
   */
  <E extends Generic, Field extends string>(
    this: E,
    cursorField: Field,
  ): Derived<PageGenerics<GenericsIn<E>, Field>, E>;
}

/**
 * What says its generics; methods that ask `this` for them make no difference
 * between endpoints.
 *
 * @internal
 */
export interface Generic {
  // deno-lint-ignore no-explicit-any -- of any generics
  "~generics"?(generics: any, compared: any): void;
}

/**
 * Generics of an endpoint.
 *
 * @internal
 */
export type GenericsIn<E> = E extends {
  // deno-lint-ignore no-explicit-any -- the first parameter says it
  "~generics"?(generics: infer O extends RestGenerics, compared: any): void;
} ? O
  // deno-lint-ignore no-explicit-any -- an endpoint of another kind
  : any;

/**
 * The type of `this` in the hooks of a {@linkcode RestEndpoint}. Members of
 * other options are there too.
 */
export type HookThis = RestInstanceBase & CustomMembers;

/** Derives endpoints: the member `extend` of a {@linkcode RestEndpoint}. */
export interface ExtendRest {
  /**
   * Returns an endpoint of the same class in which some members differ.
   *
   * @param options members that differ
   */
  <
    E extends Generic,
    X extends object,
    Path extends string | Unset = Unset,
    Method extends string | undefined | Unset = Unset,
    Body = Unset,
    Search = Unset,
  >(
    this: E,
    options:
      & X
      & ExtendOptions<
        Override<GenericsIn<E>, CallOptions<Path, Method, Body, Search>>,
        Path,
        Method,
        Body,
        Search
      >
      & KnownSchema
      & SchemaInOptions<GenericsIn<E>, X>
      & ThisType<HookThis & Beyond<E, KeyofRestEndpoint>>,
  ): Extended<GenericsIn<E>, X, E>;
}

/**
 * Options of `extend`, typed for the endpoint that results.
 *
 * @internal
 */
export type ExtendOptions<O extends RestGenerics, Path, Method, Body, Search> =
  & RestEndpointOptions<HookArgs<RestArgs<O>>>
  & {
    readonly path?: Path | undefined;
    readonly method?: Method;
    readonly body?: Body;
    readonly searchParams?: Search;
  };

/**
 * What `extend` returns.
 *
 * @internal
 */
export type Extended<O extends RestGenerics, X, Parent> =
  & RestEndpoint<Override<O, X>>
  & Beyond<Parent, KeyofRestEndpoint, keyof X>
  & Beyond<X, KeyofRestEndpoint>;

/**
 * Stands for an option that was left out.
 *
 * @internal
 */
export interface Unset {
  readonly unset: never;
}

/**
 * Options that were set, of those that decide how a call looks.
 *
 * @internal
 */
export type CallOptions<Path, Method, Body, Search> =
  & Option<"path", Path>
  & Option<"method", Method>
  & Option<"body", Body>
  & Option<"searchParams", Search>;

type Option<Name extends string, T> = IsAny<T> extends true ? { [K in Name]: T }
  : [T] extends [Unset] ? unknown
  : { [K in Name]: T };

/**
 * The generics of an endpoint that was extended: `X` over `O`, and what follows
 * from that.
 *
 * @internal
 */
export type Override<O extends RestGenerics, X> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : [keyof X & GenericKey] extends [never] ? O
  : AsGenerics<
    & { [K in keyof O as InheritedKey<X, K>]: O[K] }
    & { [K in SetKey<X>]: X[K] }
    & PageParams<O, X>
    & FixedMethod<O, X>
  >;

/** Members of the parent that stay. */
type InheritedKey<X, K> = K extends SetKey<X> ? never
  : K extends "searchParams" ? "path" extends keyof X ? never : K
  : K extends "callArgs" ? CallMember & keyof X extends never ? K : never
  : K extends "sideEffect" ? SetsMethod<X> extends true ? never : K
  : K;

type CallMember = "path" | "searchParams" | "body" | "method";

/** Members that were set. A method that is `undefined` was not. */
type SetKey<X> = SetsMethod<X> extends true ? keyof X & GenericKey
  : Exclude<keyof X & GenericKey, "method">;

type SetsMethod<X> = "method" extends keyof X
  ? [X["method"]] extends [undefined] ? false : true
  : false;

/** A new path ends the query entries of the call, but pages still take them. */
type PageParams<O, X> = "path" extends keyof X
  ? "searchParams" extends keyof X ? unknown
  : "searchParams" extends keyof O ? { pageParams: O["searchParams"] }
  : unknown
  : unknown;

/** A new body does not change a method that was inferred. */
type FixedMethod<O extends RestGenerics, X> = "body" extends keyof X
  ? "method" extends SetKey<X> | keyof O ? unknown
  : { method: MethodOf<O> }
  : unknown;
