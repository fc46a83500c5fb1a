"use client";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useSubscription } from "./use_subscription.ts";
import { useSuspense } from "./use_suspense.ts";

/**
 * Data of an endpoint, always present and kept up to date:
 * {@linkcode useSubscription} and {@linkcode useSuspense} in one.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one requests nothing.
 * @returns The value by the endpoint's schema.
 * @throws Like {@linkcode useSuspense}; a failing poll never does while there is data.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useLive } from "@tessera/client/react";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 5000 });
 *
 * function useTide(port: string) {
 *   return useLive(getTide, { port });
 * }
 * ```
 */
export function useLive<E extends ReadEndpoint>(
  endpoint: E,
  ...args: readonly [...Parameters<E>]
): FetchValue<E>;
/**
 * Data of an endpoint, kept up to date; with `null` nothing is requested, and
 * what has no value is `undefined`.
 */
export function useLive<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>>
): StoredValue<E>;
export function useLive(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useSubscription(endpoint, ...args);
  return useSuspense(endpoint, ...args);
}
