"use client";
import type { ReadEndpoint } from "../../controller/mod.ts";
import { useDLE as useDLEOfReact } from "../fetching_hooks.ts";
import { useRefetchOnReturn } from "./use_refetch_on_return.ts";

/**
 * Data of an endpoint together with its state, as `useDLE` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useDLE } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function useShipTitle(id: string): string {
 *   const { data, loading, error } = useDLE(getShip, { id });
 *   return error?.message ?? (loading ? "loading" : data.name);
 * }
 * ```
 */
export const useDLE: typeof useDLEOfReact = function useDLE(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useRefetchOnReturn([[endpoint, ...args]]);
  return useDLEOfReact(endpoint, ...args);
} as typeof useDLEOfReact;
