"use client";
import type { EndpointCall } from "../fetching_hooks.ts";
import { useSuspenseAll as useSuspenseAllOfReact } from "../fetching_hooks.ts";
import { useRefetchOnReturn } from "./use_refetch_on_return.ts";

/**
 * Data of several endpoints, requested at once, as `useSuspenseAll` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSuspenseAll } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 * const getPort = new RestEndpoint({ path: "/ports/:id" });
 *
 * function useVoyage(ship: string, port: string) {
 *   return useSuspenseAll([[getShip, { id: ship }], [getPort, { id: port }]]);
 * }
 * ```
 */
export const useSuspenseAll: typeof useSuspenseAllOfReact =
  function useSuspenseAll(calls: readonly EndpointCall[]): unknown {
    useRefetchOnReturn(calls);
    return useSuspenseAllOfReact(calls as never);
  } as typeof useSuspenseAllOfReact;
