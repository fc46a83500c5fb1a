"use client";
// @ts-types="npm:@types/react@^19"
import { useMemo, useState } from "react";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import type { EndpointReading } from "./endpoint_question.ts";
import type { ErrorTypes } from "../endpoint/mod.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useFetchedReading } from "./use_endpoint_reading.ts";

/**
 * Data, loading and error of a request that always has arguments: what
 * {@linkcode useDLE} returns. `data` is complete once `loading` is `false` and
 * `error` is `undefined`.
 */
export type DLE<E extends ReadEndpoint> =
  | {
    readonly data: FetchValue<E>;
    readonly loading: false;
    readonly error: undefined;
  }
  | {
    readonly data: StoredValue<E>;
    readonly loading: true;
    readonly error: undefined;
  }
  | {
    readonly data: StoredValue<E>;
    readonly loading: false;
    readonly error: ErrorTypes;
  };

/**
 * Data, loading and error of a request that may be inactive: what
 * {@linkcode useDLE} returns for arguments that may be `null`.
 */
export interface NullableDLE<E extends ReadEndpoint> {
  /** The value by the endpoint's schema, as far as there is one. */
  readonly data: StoredValue<E>;
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** What the last request failed with. */
  readonly error: ErrorTypes | undefined;
}

/**
 * Data of an endpoint together with its state, for components that handle
 * loading and errors themselves. Requests like `useSuspense`, but never
 * suspends or throws.
 *
 * @param endpoint An endpoint that only reads.
 * @param args Its arguments; `null` as the first one requests nothing.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { useDLE } from "@tessera/client/react";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShip = new RestEndpoint({ path: "/ships/:id", schema: Ship });
 *
 * function useShipTitle(id: string): string {
 *   const { data, loading, error } = useDLE(getShip, { id });
 *   if (error) return error.message;
 *   return loading ? "loading" : data.name;
 * }
 * ```
 */
export function useDLE<E extends ReadEndpoint>(
  endpoint: E,
  ...args: readonly [...Parameters<E>]
): DLE<E>;
/**
 * Data of an endpoint together with its state; with `null` nothing is
 * requested, and nothing is loading.
 */
export function useDLE<E extends ReadEndpoint>(
  endpoint: E,
  ...args: NullableArgs<Parameters<E>>
): NullableDLE<E>;
export function useDLE(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  const [unanswered, setUnanswered] = useState<EndpointReading | null>(null);
  const { reading, question } = useFetchedReading(
    endpoint,
    args,
    "fetching",
    // A request may end without an answer, for instance by being aborted.
    setUnanswered,
  );
  const { isMissing } = reading;
  const empty = useMemo(
    () => isMissing ? question.emptyData() : undefined,
    // what is shown instead depends on the schema alone
    [isMissing, endpoint.schema],
  );
  if (isMissing) {
    return { data: empty, loading: reading !== unanswered, error: undefined };
  }
  return { data: reading.data, loading: false, error: reading.error };
}
