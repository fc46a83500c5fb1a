"use client";
/**
 * Hooks that request what is missing or stale.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { useMemo, useState } from "react";
import type {
  FetchValue,
  ReadEndpoint,
  StoredValue,
  UsablePromise,
} from "../controller/mod.ts";
import { fulfilledPromise, rejectedPromise } from "../controller/views.ts";
import type { EndpointInterface, ErrorTypes } from "../endpoint/mod.ts";
import { useController, useReaderSource } from "./contexts.ts";
import type {
  IfNullable,
  NullableArgs,
  ReadableEndpoint,
  ReadComplaints,
} from "./endpoint_types.ts";
import {
  EndpointSelector,
  type Unfulfilled,
  useReading,
  useVisibleData,
} from "./endpoint_selector.ts";
import type { EndpointReading } from "./pending_reads.ts";
import type { Selection, Selector } from "./subscription.ts";
import { useSelection } from "./use_selection.ts";
import type { ReaderSource, RenderedSelector } from "./reader_source.ts";
import { useSameList } from "./same_list.ts";
import { noteArrival, noteWait } from "./waterfall_hint.ts";

/**
 * Data of an endpoint, always present: suspends until it has arrived. Missing
 * data is requested, stale data is rendered while it is requested again.
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
export function useSuspense<E extends ReadableEndpoint, Null = never>(
  endpoint: ReadComplaints[`${E["sideEffect"]}`] & E,
  ...args: NullableArgs<Parameters<E>, Null>
): IfNullable<Null, StoredValue<E>, FetchValue<E>>;
export function useSuspense(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  const { reading, selector } = useReading(endpoint, args, "suspending");
  if (reading.isMissing) {
    const wait = selector.source.pending.promiseFor(selector, reading);
    noteWait(selector, wait);
    throw wait;
  }
  if (reading.error !== undefined) throw reading.error;
  noteArrival(selector, reading.data);
  return reading.data;
}

/**
 * Data, loading and error of a request that always has arguments: what
 * {@linkcode useDLE} returns. `data` is complete once `loading` is `false` and
 * `error` is `undefined`.
 */
export type DLE<E extends EndpointInterface> =
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
export interface NullableDLE<E extends EndpointInterface> {
  /** The value by the endpoint's schema, as far as there is one. */
  readonly data: StoredValue<E>;
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** The error of the last request. */
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
export function useDLE<E extends ReadableEndpoint, Null = never>(
  endpoint: ReadComplaints[`${E["sideEffect"]}`] & E,
  ...args: NullableArgs<Parameters<E>, Null>
): IfNullable<Null, NullableDLE<E>, DLE<E>>;
export function useDLE(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  // A request may end without a response, for instance if it is aborted.
  const state = useState<Unfulfilled>();
  const [unfulfilled] = state;
  const current = useReading(endpoint, args, "fetching", state);
  const { reading } = current;
  const { isMissing, error } = reading;
  const end = unfulfilled?.key === current.selector.key &&
      (reading === unfulfilled.reading || !reading.needsRequest)
    ? unfulfilled
    : undefined;
  return {
    data: useVisibleData(current),
    loading: isMissing && !end,
    error: isMissing ? end?.error : error,
  };
}

/**
 * Requests what is missing or stale without suspending. The result may be
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
export function useFetch<E extends ReadableEndpoint, Null = never>(
  endpoint: ReadComplaints[`${E["sideEffect"]}`] & E,
  ...args: NullableArgs<Parameters<E>, Null>
): IfNullable<
  Null,
  UsablePromise<StoredValue<E>> | undefined,
  UsablePromise<FetchValue<E>>
>;
export function useFetch(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  const { reading, selector } = useReading(endpoint, args, "promising");
  const { data, error, isMissing } = reading;
  const { key } = selector;
  const promise = isMissing
    ? selector.source.pending.promiseFor(selector, reading, false)
    : undefined;
  return useMemo(() => {
    if (key === null) return undefined;
    if (promise !== undefined) return promise;
    if (error !== undefined) return rejectedPromise(error);
    return fulfilledPromise(data);
  }, [key, data, error, promise]);
}

/**
 * The calls of {@linkcode useSuspenseAll}, with the arguments that each
 * endpoint takes.
 */
export type CheckedCalls<Calls extends readonly EndpointCall[]> = {
  readonly [I in keyof Calls]: Calls[I] extends
    readonly [infer E extends ReadEndpoint, ...infer _Args]
    ? Calls[I] extends readonly [E, ...Parameters<E>] ? Calls[I]
    : readonly [E, ...NullableArgs<Parameters<E>>]
    : Calls[I];
};

/** The values that {@linkcode useSuspenseAll} returns for a list of calls. */
export type CallValues<Calls extends readonly EndpointCall[]> = {
  readonly [I in keyof Calls]: Calls[I] extends
    readonly [infer E extends ReadEndpoint, ...infer _Args]
    ? Calls[I] extends readonly [E, ...Parameters<E>] ? FetchValue<E>
    : StoredValue<E>
    : undefined;
};

/**
 * Data of several endpoints, requested at once: suspends until all of it has
 * arrived.
 *
 * @param calls Endpoints, each with its arguments. `null` in place of a call or of its first argument requests nothing.
 * @returns The values, in the order of the calls.
 * @throws The first stored error, to the nearest error boundary; a promise while data is missing.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSuspenseAll } from "@tessera/client/react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 * const getPort = new RestEndpoint({ path: "/ports/:id" });
 *
 * function useVoyage(ship: string, port: string) {
 *   return useSuspenseAll([[getShip, { id: ship }], [getPort, { id: port }]]);
 * }
 * ```
 */
export function useSuspenseAll<const Calls extends readonly EndpointCall[]>(
  calls: Calls & CheckedCalls<Calls>,
): CallValues<Calls> {
  const controller = useController();
  const source = useReaderSource();
  const parts = calls.map((call) => {
    const [endpoint, ...args] = call ?? nothing;
    return new EndpointSelector(
      source,
      controller,
      endpoint,
      args,
      "suspending",
    );
  });
  const asked = parts.flatMap(({ key, endpoint }) => [
    key,
    endpoint.schema,
    endpoint.invalidIfStale,
  ]);
  const { readings } = useSelection(askAll(source, parts), [
    controller,
    useSameList<unknown>(asked),
  ]);

  // Every missing one is requested before the first is waited for.
  const promises = parts.flatMap((part, index) => {
    const reading = readings[index]!;
    return reading.isMissing ? [source.pending.promiseFor(part, reading)] : [];
  });
  if (promises.length > 0) throw promises[0];
  for (const { error } of readings) if (error !== undefined) throw error;
  return readings.map(({ data }) => data) as unknown as CallValues<Calls>;
}

/**
 * An endpoint with its arguments, or `null` for nothing: one call of
 * {@linkcode useSuspenseAll}.
 */
export type EndpointCall =
  // deno-lint-ignore no-explicit-any -- each call types its own arguments
  | readonly [endpoint: ReadEndpoint, ...args: any]
  | null;

/** What a state says about several requests. */
interface CallsReading extends Selection {
  /** One for each call. */
  readonly readings: readonly EndpointReading[];
}

/** Reads several endpoints as one. */
function askAll(
  source: ReaderSource,
  parts: readonly EndpointSelector[],
): Selector<CallsReading> & RenderedSelector {
  return {
    source,
    parts,
    read(state, previous, isHydrating, isFirst) {
      const readings = parts.map((part, index) =>
        part.read(
          state,
          previous?.readings[index] ?? part.known()?.selection,
          isHydrating,
          isFirst,
        )
      );
      const dependencies = readings.map(({ dependencies }) => dependencies);
      return {
        readings,
        needsRequest: readings.some(({ needsRequest }) => needsRequest),
        dependencies: {
          entities: dependencies.flatMap(({ entities }) => entities),
          tables: dependencies.flatMap(({ tables }) => tables),
          endpoints: dependencies.flatMap(({ endpoints }) => endpoints),
        },
        countRef: () => all(readings.map(({ countRef }) => countRef())),
      };
    },
    isEqual: (a, b) =>
      parts.every((part, index) =>
        part.isEqual(a.readings[index]!, b.readings[index]!)
      ),
    isLost: (a, b) =>
      parts.some((part, index) =>
        part.isLost(a.readings[index]!, b.readings[index]!)
      ),
    isPending: ({ readings }) => readings.some(({ isMissing }) => isMissing),
    request({ readings }) {
      readings.forEach((reading, index) => {
        if (reading.needsRequest) parts[index]!.request(reading);
      });
    },
    mount: ({ readings }) =>
      all(parts.map((part, index) => part.mount(readings[index]!))),
  };
}

/** One end of several things. */
function all(ends: readonly ((() => void) | undefined)[]): () => void {
  return () => ends.forEach((end) => end?.());
}

/** What `null` asks: no data, and no request. */
const nothing = [{ key: String, schema: undefined }, null] as const;
