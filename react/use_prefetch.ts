"use client";
// @ts-types="npm:@types/react@^19"
import { useMemo } from "react";
import type { ReadEndpoint } from "../controller/mod.ts";
import { isNullArgs, keyOf } from "../controller/views.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useController } from "./use_controller.ts";

/**
 * Requests data that a component further down will want, unless it is there
 * and fresh. Never suspends and never causes a render.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one requests nothing.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { usePrefetch } from "@tessera/client/react";
 *
 * const getCrew = new RestEndpoint({ path: "/ships/:id/crew" });
 *
 * function useCrewSoon(id: string): void {
 *   usePrefetch(getCrew, { id });
 * }
 * ```
 */
export function usePrefetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: readonly [...Parameters<E>]
): void;
/**
 * Requests data that a component further down will want; nothing for `null`.
 */
export function usePrefetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>>
): void;
export function usePrefetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): void {
  const controller = useController();
  const key = isNullArgs(args) ? null : keyOf(endpoint, args);
  useMemo(() => {
    if (key !== null) void controller.prefetch(endpoint, ...args);
    // once for each key
  }, [controller, key]);
}
