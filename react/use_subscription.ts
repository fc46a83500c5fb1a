"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect } from "react";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import { isNullArgs, keyOf } from "../controller/views.ts";
import { useController } from "./contexts.ts";
import type {
  IfNullable,
  NullableArgs,
  ReadableEndpoint,
  ReadComplaints,
} from "./endpoint_types.ts";
import { useSuspense } from "./fetching_hooks.ts";

/**
 * Refreshes an endpoint's data while the component is mounted and
 * visible, for instance by polling at the endpoint's `pollFrequency`.
 * Never suspends and never causes a render.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one pauses.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSubscription } from "@tessera/client/react";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 5000 });
 *
 * function useFreshTide(port: string, isVisible: boolean): void {
 *   useSubscription(getTide, isVisible ? { port } : null);
 * }
 * ```
 */
export function useSubscription<E extends ReadableEndpoint, Null = never>(
  endpoint: ReadComplaints[`${E["sideEffect"]}`] & E,
  ...args: NullableArgs<Parameters<E>, Null>
): void;
export function useSubscription(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): void {
  useSubscriptionWhile(always, endpoint, args);
}

/** Starts something when a condition holds, and ends it when it holds no more. */
export type While = (start: () => () => void) => () => void;

/**
 * A subscription for as long as a condition holds.
 *
 * @param condition The same function as long as it means the same.
 */
export function useSubscriptionWhile(
  condition: While,
  endpoint: ReadEndpoint,
  args: readonly unknown[],
): void {
  const controller = useController();
  const key = isNullArgs(args) ? null : keyOf(endpoint, args);
  useEffect(() => {
    if (key === null) return;
    return condition(() => {
      void controller.subscribe(endpoint, ...args);
      return () => {
        void controller.unsubscribe(endpoint, ...args);
      };
    });
    // only the key tells arguments apart
  }, [condition, controller, key, endpoint.pollFrequency]);
}

function always(start: () => () => void): () => void {
  return start();
}

/**
 * Data of an endpoint, always present and refreshed:
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
export function useLive<E extends ReadableEndpoint, Null = never>(
  endpoint: ReadComplaints[`${E["sideEffect"]}`] & E,
  ...args: NullableArgs<Parameters<E>, Null>
): IfNullable<Null, StoredValue<E>, FetchValue<E>>;
export function useLive(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useSubscription(endpoint, ...args);
  return useSuspense(endpoint, ...args);
}
