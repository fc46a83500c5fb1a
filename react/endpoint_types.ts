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
export type NullableArgs<Args extends readonly unknown[]> =
  | readonly [null]
  // for callers that are generic in their endpoint
  | readonly [...Args]
  | (Args extends readonly [] ? never
    : Args extends readonly [infer First, ...infer Rest]
      ? readonly [First | null, ...Rest]
    : Args extends readonly [(infer First)?, ...infer Rest]
      ? readonly [(First | null)?, ...Rest]
    : Args);
