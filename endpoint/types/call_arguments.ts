import type { PathArgs } from "./path_args.ts";
import type {
  IsAny,
  IsNone,
  IsUnknown,
  KnownMember,
  MayBeUndefined,
  Member,
  RestGenerics,
} from "./rest_generics.ts";

/**
 * Arguments of a call: parameters, then the payload where one is taken.
 *
 * @internal
 */
export type RestArgs<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : KnownMember<O, "callArgs"> extends infer A extends readonly unknown[] ? A
  : TakesBody<O> extends true
    ? BodyArgs<UrlParams<O>, "body" extends keyof O ? O["body"] : AnyBody>
  : ParamsArgs<UrlParams<O>>;

/**
 * Arguments of `url()`: the parameters.
 *
 * @internal
 */
export type UrlArgs<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : ParamsArgs<UrlParams<O>>;

/** What addresses a request: the object that fills path and query, `unknown` when the call takes none. */
export type UrlParams<O extends RestGenerics> = KnownMember<O, "url"> extends
  (first: infer First, ...rest: never) => string
  ? IsAny<First> extends true ? PathParams<O>
  : [First] extends [string | number] ? First
  : PathParams<O>
  : PathParams<O>;

type PathParams<O extends RestGenerics> = PathArgsAndSearch<
  O["path"],
  Member<O, "searchParams">
>;

/**
 * The object that fills a path template and the query.
 *
 * @example
 * ```ts
 * import type { PathArgsAndSearch } from "@tessera/client";
 *
 * const args: PathArgsAndSearch<"/vessels/:id", { deck?: number }> = { id: 7 };
 * ```
 */
export type PathArgsAndSearch<Path extends string, Search = undefined> =
  IsAny<Search> extends true
    // without strictNullChecks a member given as `undefined` has the type `any`
    ? LooseNull extends true ? PathArgs<Path> : PathArgs<Path> & AnyEntries
    : IsNone<Search> extends true ? PathArgs<Path>
    : MayBeUndefined<Search> extends true
      ? PathArgs<Path> & Partial<Exclude<Search, undefined>>
    : PathArgs<Path> & Search;

/**
 * Arguments of a call without payload. What is optional is a union, so that
 * other arguments can follow.
 */
export type ParamsArgs<Params> = IsAny<Params> extends true
  ? [] | [params: Params]
  : IsUnknown<Params> extends true ? []
  : Empty extends Params ? [] | [params: Params | undefined]
  : [params: Params];

/** Arguments of a call with payload; parameters that are all optional may be left out altogether. */
export type BodyArgs<Params, Body> = IsAny<Params> extends true
  ? [] | [body: Body] | [params: Params, body: Body]
  : IsUnknown<Params> extends true ? OnlyBody<Body>
  : Empty extends Params ? OnlyBody<Body> | ParamsAndBody<Params, Body>
  : ParamsAndBody<Params, Body>;

type OnlyBody<Body> = MayBeUndefined<Body> extends true ? [] | [body: Body]
  : [body: Body];

type ParamsAndBody<Params, Body> = MayBeUndefined<Body> extends true
  ? [params: Params] | [params: Params, body: Body]
  : [params: Params, body: Body];

// deno-lint-ignore no-explicit-any -- no type was declared
type AnyBody = any;

/**
 * Query entries of any names.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- no type was declared
type AnyEntries = { [name: string]: any };

/**
 * Whether `strictNullChecks` is off.
 *
 * @internal
 */
type LooseNull = undefined extends string ? true : false;

/** An object without members, which is enough where all members are optional. */
export type Empty = Record<never, never>;

/**
 * HTTP method of an endpoint: what was given, else what side effect and body
 * ask for.
 *
 * @internal
 */
export type MethodOf<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : KnownMember<O, "method"> extends infer M extends string ? M
  : string extends Member<O, "method"> ? string
  : KnownMember<O, "sideEffect"> extends true ? "POST"
  : DeclaresBody<O> extends true ? "POST"
  : "GET";

/**
 * Whether an endpoint changes something: what was given, else what the method
 * says.
 *
 * @internal
 */
export type SideEffectOf<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : "sideEffect" extends keyof O ? O["sideEffect"]
  : string extends MethodOf<O> ? boolean | undefined
  : Uppercase<MethodOf<O>> extends "GET" | "HEAD" | "OPTIONS" ? undefined
  : true;

/** Whether there is a `body` option that is not `undefined`. */
export type DeclaresBody<O extends RestGenerics> = "body" extends keyof O
  ? IsNone<O["body"]> extends true ? false : true
  : false;

/** Whether the last argument of a call is a payload. */
export type TakesBody<O extends RestGenerics> = Uppercase<
  MethodOf<O>
> extends "GET" | "HEAD" ? false
  : "body" extends keyof O ? DeclaresBody<O>
  : Uppercase<MethodOf<O>> extends "DELETE" ? false
  : true;
