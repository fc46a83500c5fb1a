"use client";
// @ts-types="npm:@types/react@^19"
import { useMemo } from "react";
import type {
  StoredArgs,
  StoredEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useStoredReading } from "./use_endpoint_reading.ts";

/**
 * Data of an endpoint as far as the store has it. Never requests, suspends or
 * throws.
 *
 * @param endpoint Any endpoint, or an object with its `key` and `schema`.
 * @param args Its arguments; `null` as the first one reads nothing.
 * @returns The value by the endpoint's schema; `undefined` where something is missing.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useCache } from "@tessera/client/react";
 *
 * const getSession = new RestEndpoint({ path: "/session" });
 *
 * function useIsSignedIn(): boolean {
 *   return useCache(getSession) !== undefined;
 * }
 * ```
 */
export function useCache<E extends StoredEndpoint>(
  endpoint: E,
  ...args: NullableArgs<StoredArgs<E>>
): StoredValue<E> {
  const { reading, question } = useStoredReading(endpoint, args);
  const { isMissing } = reading;
  const empty = useMemo(
    () => isMissing ? question.emptyData() : undefined,
    // what is shown instead depends on the schema alone
    [isMissing, endpoint.schema],
  );
  return (isMissing ? empty : reading.data) as StoredValue<E>;
}
