"use client";
import type { ReadEndpoint } from "../../controller/mod.ts";
import { useSuspense as useSuspenseOfReact } from "../fetching_hooks.ts";
import { useRefetchOnReturn } from "./use_refetch_on_return.ts";

/**
 * Data of an endpoint, always present, as `useSuspense` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSuspense } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function useShip(id: string) {
 *   return useSuspense(getShip, { id });
 * }
 * ```
 */
export const useSuspense: typeof useSuspenseOfReact = function useSuspense(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useRefetchOnReturn([[endpoint, ...args]]);
  return useSuspenseOfReact(endpoint, ...args);
} as typeof useSuspenseOfReact;
