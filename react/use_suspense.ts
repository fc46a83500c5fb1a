"use client";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useFetchedReading } from "./use_endpoint_reading.ts";
import { noteArrival, noteWait } from "./waterfall_hint.ts";

/**
 * Data of an endpoint, always present: suspends until it has arrived. Missing
 * data is requested, stale data is shown while it is requested again.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one requests nothing.
 * @returns The value by the endpoint's schema; the same object as long as nothing in it changes.
 * @throws The stored error, to the nearest error boundary; a promise while data is missing.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { useSuspense } from "@tessera/client/react";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShip = new RestEndpoint({ path: "/ships/:id", schema: Ship });
 *
 * function useShipName(id: string): string {
 *   return useSuspense(getShip, { id }).name;
 * }
 * ```
 */
export function useSuspense<E extends ReadEndpoint>(
  endpoint: E,
  ...args: readonly [...Parameters<E>]
): FetchValue<E>;
/**
 * Data of an endpoint; with `null` nothing is requested, and what has no value
 * is `undefined`.
 */
export function useSuspense<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>>
): StoredValue<E>;
export function useSuspense(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  const { reading, question } = useFetchedReading(
    endpoint,
    args,
    "suspending",
  );
  if (reading.isMissing) {
    const wait = question.source.waiting.promiseFor(question, reading);
    noteWait(question, wait);
    throw wait;
  }
  if (reading.error !== undefined) throw question.failure(reading);
  noteArrival(question, reading.data);
  return reading.data;
}
