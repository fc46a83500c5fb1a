"use client";
// @ts-types="npm:@types/react@^19"
import { useContext } from "react";
import type { Controller } from "../controller/mod.ts";
import { ControllerContext } from "./contexts.ts";

/**
 * The controller of the nearest provider: fetches, writes and invalidates.
 * Never causes a render; its methods may be destructured.
 *
 * @returns The same object for the whole life of the provider.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useController } from "@tessera/client/react";
 *
 * const cancelOrder = new RestEndpoint({ path: "/orders/:id", method: "DELETE" });
 *
 * function useCancelOrder(id: string) {
 *   const { fetch } = useController();
 *   return () => fetch(cancelOrder, { id });
 * }
 * ```
 */
export function useController(): Controller {
  return useContext(ControllerContext);
}
