/**
 * What the types of an endpoint say about its results.
 *
 * @module
 */
import type { EndpointInterface, ResolveType } from "../endpoint/contract.ts";
import type { Denormalize, RawValue, SchemaArgs } from "../schema/mod.ts";

export type {
  ResolveType,
  StoredArgs,
  StoredEndpoint,
  StoredValue,
} from "../endpoint/contract.ts";

/**
 * The result of a fetch of an endpoint: instances if it has a schema, else the
 * resolved value of its function.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { type FetchValue } from "@tessera/client/controller";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * const getVessels = new RestEndpoint({ path: "/vessels", schema: [Vessel] });
 *
 * export function names(vessels: FetchValue<typeof getVessels>): string[] {
 *   return vessels.map((vessel) => vessel.name);
 * }
 * ```
 */
export type FetchValue<E extends EndpointInterface> = E["schema"] extends
  undefined | null ? ResolveType<E> : Denormalize<E["schema"]>;

/**
 * Arguments that say where a value belongs: those of a query. An entity is named
 * by its fields, or by its primary key.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { type SetArgs } from "@tessera/client/controller";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * export const where: SetArgs<typeof Vessel>[] = [[{ id: "7" }], ["7"]];
 * ```
 */
export type SetArgs<S> = SchemaArgs<S>;

/**
 * Values that can be stored by a schema: what `set` of a controller takes. See
 * {@linkcode RawValue}.
 */
export type SetValue<S> = 0 extends 1 & RawValue<S> ? object : RawValue<S>;

/**
 * A schema that describes a change, such as {@linkcode Invalidate} or the
 * adders of a Collection: `set` of a controller takes it, `get` does not.
 */
export interface WriteOnlySchema {
  /** Takes a value apart. */
  // deno-lint-ignore no-explicit-any -- called by the engine only
  normalize(input: any, parent: any, key: any, delegate: any): any;
  /** In types only. */
  readonly "~types": { readonly args: undefined };
}

/**
 * The parameters of `set` of a {@linkcode Controller} after the schema:
 * arguments, then the value or a function of the previous one.
 */
export type SetRest<S> = [S] extends [WriteOnlySchema]
  // deno-lint-ignore no-explicit-any -- arguments only matter to the schema
  ? readonly [...args: any[], value: object]
  : ArgsThen<
    SetArgs<S>,
    SetValue<S> | ((previousValue: Denormalize<S>) => SetValue<S>)
  >;

/**
 * A response that an endpoint may resolve with, for `setResponse` of a
 * controller and for fixtures. See {@linkcode RawValue}.
 */
export type RawResponse<E extends EndpointInterface> = E["schema"] extends
  undefined | null ? ResolveType<E>
  : E["schema"] extends WriteOnlySchema
  // deno-lint-ignore no-explicit-any -- a deletion may have any response
    ? any
  : RawValue<E["schema"]>;

/**
 * An endpoint that only reads, as hooks and `fetchIfStale` require it.
 *
 * @example
 * ```ts
 * import { type Controller, RestEndpoint } from "@tessera/client";
 * import { type ReadEndpoint } from "@tessera/client/controller";
 *
 * export function prefetch(controller: Controller, endpoint: ReadEndpoint) {
 *   return controller.fetchIfStale(endpoint, { id: "7" });
 * }
 *
 * const getVessel = new RestEndpoint({ path: "/vessels/:id" });
 * const deleteVessel = getVessel.extend({ method: "DELETE" });
 * const accepted: ReadEndpoint = getVessel;
 * // @ts-expect-error a mutation is not fetched because somebody looks at it
 * const refused: ReadEndpoint = deleteVessel;
 * ```
 *
 * @typeParam F type of the endpoint as a function
 * @typeParam S type of its schema
 */
export type ReadEndpoint<
  // deno-lint-ignore no-explicit-any -- any function
  F extends (...args: any) => Promise<any> = (...args: any) => Promise<any>,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
> = EndpointInterface<F, S> & { readonly sideEffect?: false | undefined };

/**
 * Arguments, then one value: what methods such as {@linkcode Controller.set}
 * take. Arguments that are all optional may be left out.
 */
export type ArgsThen<Args extends readonly unknown[], Last> =
  | readonly [...Args, Last]
  | ([] extends Args ? readonly [Last] : never);

/**
 * Arguments of which the first may be `null`, meaning "not now", as hooks such
 * as {@linkcode useSuspense} take them.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { type NullableArgs, useSuspense } from "@tessera/client/react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * // the ship, once somebody has chosen one
 * export function useChosenShip(id: string | undefined) {
 *   const args: NullableArgs<Parameters<typeof getShip>> = [
 *     id === undefined ? null : { id },
 *   ];
 *   return useSuspense(getShip, ...args);
 * }
 * ```
 *
 * @typeParam Args The arguments of the endpoint.
 * @typeParam Null Hooks infer it from the call. If nothing can be `null`, only
 * `Args` are left, so that the compiler says which parameter is wrong.
 * @typeParam Is Whether the first may be `null`; not to be set.
 */
export type NullableArgs<
  Args extends readonly unknown[],
  Null = null,
  Is = Extract<Null, null>,
> =
  | readonly [...Args]
  // None for `never`. Else always true, so callers may be generic in the arguments.
  | (Is extends unknown ?
      | readonly [null]
      // never true here: infers from arguments that are generic
      | ([Null] extends [never] ? readonly Null[] : never)
      | (Args extends readonly [] ? never
        : Args extends readonly [infer First, ...infer Rest]
          ? readonly [First | Extract<Null, null>, ...Rest]
        : Args extends readonly [(infer First)?, ...infer Rest]
          ? readonly [(First | Extract<Null, null>)?, ...Rest]
        : Args)
    : never);

/**
 * The result of a hook, such as {@linkcode useSuspense}. It has another type if
 * the first argument may be `null`.
 *
 * @typeParam Null Inferred from the call, by {@linkcode NullableArgs}.
 */
export type IfNullable<Null, Nullable, Value> =
  // `any` is taken for arguments
  0 extends 1 & Null ? Value
    : [Extract<Null, null>] extends [never] ? Value
    : Nullable;
