"use client";
import type { ReadEndpoint } from "../../controller/mod.ts";
import { useFetch as useFetchOfReact } from "../fetching_hooks.ts";
import { useRefetchOnReturn } from "./use_refetch_on_return.ts";

/**
 * Requests what is missing or stale without waiting for it, as `useFetch` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { use } from "react";
 * import { RestEndpoint } from "@tessera/client";
 * import { useFetch } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function useShip(id: string) {
 *   return use(useFetch(getShip, { id }));
 * }
 * ```
 */
export const useFetch: typeof useFetchOfReact = function useFetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useRefetchOnReturn([[endpoint, ...args]]);
  return useFetchOfReact(endpoint, ...args);
} as typeof useFetchOfReact;
