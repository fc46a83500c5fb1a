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
 * @typeParam Args What the endpoint is called with.
 * @typeParam Null Hooks infer it from the call. Where nothing can be `null`,
 * only `Args` are left, so that the compiler says which parameter is wrong.
 * @typeParam Is Whether the first may be `null`; not to be given.
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
 * What a hook returns, {@linkcode useSuspense} for instance: another type where
 * its first argument may be `null`.
 *
 * @typeParam Null Inferred from the call, by {@linkcode NullableArgs}.
 */
export type IfNullable<Null, Nullable, Value> =
  // `any` is taken for arguments
  0 extends 1 & Null ? Value
    : [Extract<Null, null>] extends [never] ? Value
    : Nullable;
