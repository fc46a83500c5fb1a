"use client";
// @ts-types="npm:@types/react@^19"
import { useMemo } from "react";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
  UsablePromise,
} from "../controller/mod.ts";
import { fulfilledPromise, rejectedPromise } from "../controller/views.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useFetchedReading } from "./use_endpoint_reading.ts";

/**
 * Requests what is missing or stale without waiting for it. The result may be
 * handed to React's `use`, which then waits: two calls of `useFetch` before
 * two calls of `use` make both requests at once.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one requests nothing.
 * @returns A promise that React can read at once when the data is there.
 *
 * @example
 * ```ts
 * import { use } from "react";
 * import { RestEndpoint } from "@tessera/client";
 * import { useFetch } from "@tessera/client/react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 * const getPort = new RestEndpoint({ path: "/ports/:id" });
 *
 * function useVoyage(ship: string, port: string) {
 *   const shipPromise = useFetch(getShip, { id: ship });
 *   const portPromise = useFetch(getPort, { id: port });
 *   return { ship: use(shipPromise), port: use(portPromise) };
 * }
 * ```
 */
export function useFetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: readonly [...Parameters<E>]
): UsablePromise<FetchValue<E>>;
/** Requests what is missing or stale; `undefined` for `null`. */
export function useFetch<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>>
): UsablePromise<StoredValue<E>> | undefined;
export function useFetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  const { reading, question } = useFetchedReading(
    endpoint,
    args,
    "suspending",
  );
  const { key, data, error, isMissing } = reading;
  const waiting = isMissing
    ? question.source.waiting.promiseFor(question, reading, false)
    : undefined;
  return useMemo(() => {
    if (key === null) return undefined;
    if (waiting !== undefined) return waiting;
    if (error !== undefined) return rejectedPromise(error);
    return fulfilledPromise(data);
  }, [key, data, error, waiting]);
}
