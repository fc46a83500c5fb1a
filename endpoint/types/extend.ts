import type { MethodOf, RestArgs } from "./call_arguments.ts";
import type {
  ListArgs,
  PageByFunctionGenerics,
  PageGenerics,
} from "./lists.ts";
import type {
  Derived,
  KeyofRestEndpoint,
  RestEndpoint,
  RestInstanceBase,
} from "./rest_endpoint.ts";
import type {
  AsGenerics,
  Beyond,
  GenericKey,
  IsAny,
  Member,
  RestGenerics,
} from "./rest_generics.ts";
import type {
  CustomMembers,
  HookArgs,
  RestEndpointOptions,
} from "./rest_options.ts";
import type { SchemaForContent } from "./result.ts";

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
   * @param removeCursor returns the arguments of the list, given those of a page
   * @throws {Error} when the schema has no Collection that pages could be added to
   */
  // deno-lint-ignore no-explicit-any -- inferred from the function
  <E extends Generic, Args extends any[], List extends readonly [] | unknown[]>(
    this: E,
    removeCursor:
      & ((...args: Args) => List)
      & ((...args: Args) => ListArgs<GenericsIn<E>>),
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
 * What hooks find as `this`; members of other options are there too.
 *
 * @internal
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
    Path extends string | NotGiven = NotGiven,
    Method extends string | undefined | NotGiven = NotGiven,
    Body = NotGiven,
    Search = NotGiven,
  >(
    this: E,
    options:
      & X
      & ExtendOptions<
        Override<GenericsIn<E>, Given<Path, Method, Body, Search>>,
        Path,
        Method,
        Body,
        Search
      >
      & SchemaForContent<ContentOf<GenericsIn<E>, X>>
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
 * Content and schema after `X` was laid over `O`.
 *
 * @internal
 */
type ContentOf<O, X> = {
  content: Member<"content" extends keyof X ? X : O, "content">;
  schema: Member<"schema" extends keyof X ? X : O, "schema">;
};

/**
 * Stands for an option that was left out.
 *
 * @internal
 */
export interface NotGiven {
  readonly notGiven: never;
}

/**
 * Options that were given, of those that decide how a call looks.
 *
 * @internal
 */
export type Given<Path, Method, Body, Search> =
  & Option<"path", Path>
  & Option<"method", Method>
  & Option<"body", Body>
  & Option<"searchParams", Search>;

type Option<Name extends string, T> = IsAny<T> extends true ? { [K in Name]: T }
  : [T] extends [NotGiven] ? unknown
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
    & { [K in GivenKey<X>]: X[K] }
    & PageParams<O, X>
    & FixedMethod<O, X>
  >;

/** Members of the parent that stay. */
type InheritedKey<X, K> = K extends GivenKey<X> ? never
  : K extends "searchParams" ? "path" extends keyof X ? never : K
  : K extends "callArgs" ? CallMember & keyof X extends never ? K : never
  : K extends "sideEffect" ? GivesMethod<X> extends true ? never : K
  : K;

type CallMember = "path" | "searchParams" | "body" | "method";

/** Members that were given. A method given as `undefined` was not. */
type GivenKey<X> = GivesMethod<X> extends true ? keyof X & GenericKey
  : Exclude<keyof X & GenericKey, "method">;

type GivesMethod<X> = "method" extends keyof X
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
  ? "method" extends GivenKey<X> | keyof O ? unknown
  : { method: MethodOf<O> }
  : unknown;
