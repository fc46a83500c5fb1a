"use client";
import type { ReadEndpoint } from "../../controller/mod.ts";
import type { useLive as useLiveOfReact } from "../use_subscription.ts";
import { useSubscription } from "./use_subscription.ts";
import { useSuspense } from "./use_suspense.ts";

/**
 * Data of an endpoint, always present, and kept up to date while the user is
 * on its screen: {@linkcode useSubscription} and {@linkcode useSuspense} in one.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useLive } from "@tessera/client/react/native";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 5000 });
 *
 * function useTide(port: string) {
 *   return useLive(getTide, { port });
 * }
 * ```
 */
export const useLive: typeof useLiveOfReact = function useLive(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useSubscription(endpoint, ...args);
  return useSuspense(endpoint, ...args);
} as typeof useLiveOfReact;
