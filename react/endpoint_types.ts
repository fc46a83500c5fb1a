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
 */
export type NullableArgs<Args extends readonly unknown[]> = Args extends
  readonly [] ? readonly [null]
  : Args extends readonly [infer First, ...infer Rest]
    ? readonly [First | null, ...Rest] | readonly [null]
  : Args extends readonly [(infer First)?, ...infer Rest]
    ? readonly [(First | null)?, ...Rest] | readonly [null]
  : Args | readonly [null];
