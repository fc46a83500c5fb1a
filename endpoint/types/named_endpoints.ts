import type { RestArgs } from "./call_arguments.ts";
import type { CollectionMember } from "./collection_members.ts";
import type { Override } from "./override.ts";
import type { PageByFunctionGenerics, PageGenerics } from "./pagination.ts";
import type { IsAny, RestGenerics } from "./rest_generics.ts";
import type { RestEndpoint } from "./rest_endpoint.ts";

/**
 * An endpoint that reads.
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
  O extends RestGenerics = { path: string },
> = RestEndpoint<
  Override<O, { method: "GET" }>
>;

/**
 * An endpoint that changes something.
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
  // deno-lint-ignore no-explicit-any -- of any payload
  O extends RestGenerics = { path: string; body: any },
> = RestEndpoint<
  Override<O, {
    method: O extends { method: infer M extends string } ? M : "POST";
    // deno-lint-ignore no-explicit-any -- no payload was declared
    body: O extends { body: infer Body } ? Body : any;
  }>
>;

/** The endpoint that adds to the list of another one. */
export type AddEndpoint<
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  O extends RestGenerics = any,
> = RestEndpoint<CollectionMember<O, "push">>;

/** The endpoint of a page, which takes arguments of its own. */
export type PaginationEndpoint<
  E,
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[],
> = E extends RestEndpoint<infer O>
  ? RestEndpoint<PageByFunctionGenerics<O, Args>>
  : never;

/** The endpoint of a page that a field selects. */
export type PaginationFieldEndpoint<E, Field extends string> = E extends
  RestEndpoint<infer O> ? RestEndpoint<PageGenerics<O, Field>>
  : never;

/**
 * A REST endpoint by the parts of its type.
 *
 * @typeParam Params the object for path and query; `undefined` for none
 * @typeParam Body the payload; `undefined` for none
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

/** A REST endpoint by its function, its schema and its side effect. */
export type RestInstance<
  // deno-lint-ignore no-explicit-any -- of any signature
  F extends (...args: any) => Promise<any> = (...args: any) => Promise<any>,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
  O extends RestGenerics = { path: string },
> = RestEndpoint<
  Override<O, {
    callArgs: Parameters<F>;
    schema: S;
    sideEffect: M;
    process: () => ReturnType<F>;
  }>
>;

/** The call of an endpoint that may take parameters and a payload. */
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

/** The call of an endpoint that reads. */
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

/** The call of an endpoint that changes something. */
export type FetchMutate<
  // deno-lint-ignore no-explicit-any -- of any arguments
  Args extends readonly any[] = [any, any] | [any],
  // deno-lint-ignore no-explicit-any -- of any result
  R = any,
> = (...args: Args) => Promise<R>;

/** The call that options describe. */
export type OptionsToFunction<O extends RestGenerics> = (
  ...args: RestArgs<O>
) => ReturnType<RestEndpoint<O>>;

/** Any REST endpoint. */
// deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
export type IRestEndpoint = RestEndpoint<any>;
