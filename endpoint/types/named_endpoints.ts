import type {
  CollectionMember,
  PageByFunctionGenerics,
  PageGenerics,
} from "./lists.ts";
import type { Override, RestEndpoint } from "./rest_endpoint.ts";
import type { IsAny, RestArgs, RestGenerics } from "./rest_generics.ts";

/**
 * An endpoint that reads; without type arguments, any such REST endpoint.
 *
 * @example
 * ```ts
 * import { Entity, type GetEndpoint, RestEndpoint } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 * }
 * const getVessel: GetEndpoint<{ path: "/vessels/:id"; schema: typeof Vessel }> =
 *   new RestEndpoint({ path: "/vessels/:id", schema: Vessel });
 * ```
 */
export type GetEndpoint<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> =
  & RestEndpoint<Override<O, { method: "GET" }>>
  & { readonly sideEffect?: false | undefined };

/**
 * An endpoint that changes something, of any method unless one is named; without
 * type arguments, any such REST endpoint.
 *
 * @example
 * ```ts
 * import { type MutateEndpoint, RestEndpoint } from "@tessera/client";
 *
 * const moor: MutateEndpoint<
 *   { path: "/vessels/:id/moor"; schema: undefined; body: { berth: number } }
 * > = new RestEndpoint({
 *   path: "/vessels/:id/moor",
 *   schema: undefined,
 *   method: "POST",
 *   body: {} as { berth: number },
 * });
 * ```
 */
export type MutateEndpoint<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> =
  & RestEndpoint<
    Override<O, {
      method: O extends { method: infer M extends string } ? M : string;
    }>
  >
  & { readonly sideEffect: true };

/**
 * The endpoint that adds to the list of another one: its member `push`.
 *
 * @example
 * ```ts
 * import {
 *   type AddEndpoint,
 *   Collection,
 *   Entity,
 *   RestEndpoint,
 * } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * const getVessels = new RestEndpoint({
 *   path: "/vessels",
 *   schema: new Collection([Vessel]),
 * });
 *
 * const add: AddEndpoint<
 *   { path: "/vessels"; schema: typeof getVessels.schema }
 * > = getVessels.push;
 * ```
 */
export type AddEndpoint<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> = RestEndpoint<CollectionMember<O, "push">>;

/**
 * The endpoint of a page, which takes arguments of its own: what `paginated` of
 * a {@linkcode RestEndpoint} gives for a function.
 */
export type PaginationEndpoint<
  E,
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[],
> = E extends RestEndpoint<infer O>
  ? RestEndpoint<PageByFunctionGenerics<O, Args>>
  : never;

/**
 * The endpoint of a page that a field selects: what `paginated` of a
 * {@linkcode RestEndpoint} gives for a name.
 *
 * @example
 * ```ts
 * import {
 *   Collection,
 *   Entity,
 *   type PaginationFieldEndpoint,
 *   RestEndpoint,
 * } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 * }
 * const getVessels = new RestEndpoint({
 *   path: "/vessels",
 *   schema: new Collection([Vessel]),
 * });
 *
 * const getPage: PaginationFieldEndpoint<typeof getVessels, "cursor"> =
 *   getVessels.paginated("cursor");
 * const page: Parameters<typeof getPage> = [{ cursor: "7" }];
 * ```
 */
export type PaginationFieldEndpoint<E, Field extends string> = E extends
  RestEndpoint<infer O> ? RestEndpoint<PageGenerics<O, Field>>
  : never;

/**
 * A REST endpoint by the parts of its type. `GetEndpoint` and `MutateEndpoint`,
 * which take the path, say more.
 *
 * @typeParam Params the object for path and query; `undefined` for none
 * @typeParam Body the payload; `undefined` for none
 * @typeParam S schema of the response
 * @typeParam M `true` for mutations
 * @typeParam R what a call resolves with
 *
 * @example
 * ```ts
 * import type { RestType } from "@tessera/client";
 *
 * type Rename = RestType<{ id: string }, { name: string }>;
 * const args: Parameters<Rename> = [{ id: "7" }, { name: "Fram" }];
 * ```
 */
export type RestType<
  // deno-lint-ignore no-explicit-any -- of any parameters
  Params = any,
  // deno-lint-ignore no-explicit-any -- of any payload
  Body = any,
  S = undefined,
  M extends boolean | undefined = boolean | undefined,
  R = unknown,
> = RestInstance<RestFetch<Params, Body, R>, S, M>;

/**
 * A REST endpoint by its function, its schema and its side effect; see
 * {@linkcode RestType}. Of neither function nor schema, any REST endpoint.
 */
export type RestInstance<
  // deno-lint-ignore no-explicit-any -- of any signature
  F extends (...args: any) => Promise<any> = any,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
  O extends RestGenerics = true extends IsAny<F> & IsAny<S>
    // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
    ? any
    : { path: string },
> = RestEndpoint<
  Override<O, {
    callArgs: Parameters<F>;
    schema: S;
    sideEffect: M;
    process: () => ReturnType<F>;
  }>
>;

/**
 * The call of a {@linkcode RestType}: takes parameters and a payload, where
 * there are such.
 */
export type RestFetch<
  // deno-lint-ignore no-explicit-any -- of any parameters
  Params = any,
  Body = undefined,
  // deno-lint-ignore no-explicit-any -- of any result
  R = any,
> = [Body] extends [undefined] ? IsAny<Body> extends true ? FetchMutate<
      [params: Params, body?: Body],
      R
    >
  : FetchGet<Params, R>
  : [Params] extends [undefined] ? FetchMutate<[body: Body], R>
  : FetchMutate<[params: Params, body: Body], R>;

/** The call of a {@linkcode GetEndpoint}: takes parameters only. */
export type FetchGet<
  // deno-lint-ignore no-explicit-any -- of any parameters
  Params = any,
  // deno-lint-ignore no-explicit-any -- of any result
  R = any,
> = (
  ...args: [Params] extends [undefined]
    // deno-lint-ignore no-explicit-any -- of any parameters
    ? IsAny<Params> extends true ? [params?: any] : []
    : [params: Params]
) => Promise<R>;

/** The call of a {@linkcode MutateEndpoint}. */
export type FetchMutate<
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[] = [any, any] | [any],
  // deno-lint-ignore no-explicit-any -- of any result
  R = any,
> = (...args: Args) => Promise<R>;

/**
 * The call that options describe.
 *
 * @example
 * ```ts
 * import type { OptionsToFunction } from "@tessera/client";
 *
 * type Rename = OptionsToFunction<
 *   { path: "/vessels/:id"; method: "PATCH"; body: { name: string } }
 * >;
 * const args: Parameters<Rename> = [{ id: 7 }, { name: "Fram" }];
 * ```
 */
export type OptionsToFunction<O extends RestGenerics> = (
  ...args: RestArgs<O>
) => ReturnType<RestEndpoint<O>>;

/** Any {@linkcode RestEndpoint}. */
// deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
export type IRestEndpoint = RestEndpoint<any>;
