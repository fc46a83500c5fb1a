"use client";
/**
 * Hooks that show what is stored, and never request anything.
 *
 * @module
 */
import type {
  State,
  StoredArgs,
  StoredEndpoint,
  StoredValue,
} from "../controller/mod.ts";
import {
  holdNothing,
  isNullArgs,
  keyOf,
  readQuery,
  readResponse,
} from "../controller/views.ts";
import type { ErrorTypes } from "../endpoint/mod.ts";
import { isDevelopment, serializeArgs } from "../schema/engine.ts";
import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import { useReaderSource } from "./contexts.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useReading, useVisibleData } from "./endpoint_selector.ts";
import type { Selection } from "./subscription.ts";
import { useSelection } from "./use_selection.ts";
import { everything } from "./reader_source.ts";

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
export function useCache<E extends StoredEndpoint, Null = never>(
  endpoint: E,
  ...args: NullableArgs<StoredArgs<E>, Null>
): StoredValue<E> {
  return useVisibleData(useReading(endpoint, args, "stored")) as StoredValue<E>;
}

/**
 * Looks a schema up in the store: an entity by primary key or index, all
 * entities of a kind, a collection, or a query over them. Never requests,
 * suspends or throws.
 *
 * @param schema Any queryable schema.
 * @param args The arguments to look up, compared by value. `null` looks nothing
 * up.
 * @returns The value; `undefined` when nothing is found.
 *
 * @example
 * ```ts
 * import { All, Entity, Query } from "@tessera/client";
 * import { useQuery } from "@tessera/client/react";
 *
 * class Ship extends Entity {
 *   id = "";
 *   tons = 0;
 *   static override key = "Ship";
 * }
 * const heavyShips = new Query(
 *   new All(Ship),
 *   (ships, { min }: { min: number }) => ships.filter((ship) => ship.tons > min).length,
 * );
 *
 * function useHeavyShips(min: number): number {
 *   return useQuery(heavyShips, { min }) ?? 0;
 * }
 * ```
 */
export function useQuery<S extends Queryable | AnyEndpoint, Null = never>(
  schema: SchemaOnly<S> & S,
  ...args: NullableArgs<SchemaArgs<S>, Null>
): DenormalizeNullable<S> | undefined {
  checkSchema(schema);
  const source = useReaderSource();
  const argsKey = serializeArgs(args);
  const reading = useSelection({
    source,
    name: `query ${argsKey}`,
    schema,
    read: (state) => readQuery(source.controller, schema, args, state),
    isEqual: (a, b) => Object.is(a.data, b.data),
  }, [schema, argsKey]);
  return reading.data as DenormalizeNullable<S> | undefined;
}

/** Members that an endpoint has, and a schema has not. {@linkcode useQuery} takes a schema. */
export interface AnyEndpoint {
  /** Names what is stored of a request. */
  // deno-lint-ignore no-explicit-any -- endpoints take any arguments
  readonly key: (...args: any) => string;
}

/** The message of the compiler to a program that gives {@linkcode useQuery} an endpoint. */
export type SchemaOnly<S> = S extends AnyEndpoint
  ? "useQuery takes a schema. What is stored of an endpoint is read by useCache."
  : unknown;

/**
 * The error the last request ended with. Never requests, suspends or throws.
 *
 * @param endpoint Any endpoint, or an object with its `key`.
 * @param args Its arguments; `null` as the first one reads nothing.
 * @returns The error; `undefined` after a success, and for a soft error next to data.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useError } from "@tessera/client/react";
 *
 * const getReport = new RestEndpoint({ path: "/reports/:id" });
 *
 * function useIsForbidden(id: string): boolean {
 *   return useError(getReport, { id })?.status === 403;
 * }
 * ```
 */
export function useError<E extends StoredEndpoint, Null = never>(
  endpoint: E,
  ...args: NullableArgs<StoredArgs<E>, Null>
): ErrorTypes | undefined {
  const source = useReaderSource();
  const key = isNullArgs(args) ? null : keyOf(endpoint, args);
  const selection = useSelection<ErrorSelection>({
    source,
    name: `error ${key}`,
    // only the error is asked for
    read: (state) =>
      readResponse(
        source.controller,
        { key: () => key! },
        key === null ? [null] : [],
        state,
      ),
    isEqual: (a, b) => Object.is(a.error, b.error),
  }, [key]);
  return selection.error as ErrorTypes | undefined;
}

interface ErrorSelection extends Selection {
  readonly error: unknown;
}

/**
 * The whole state, optimistic changes included. Renders on every change of
 * the store: for tools only.
 *
 * @example
 * ```ts
 * import { useCacheState } from "@tessera/client/react";
 *
 * function useLastReset(): number {
 *   return useCacheState().lastReset;
 * }
 * ```
 */
export function useCacheState(): State {
  const source = useReaderSource();
  return useSelection<StateSelection>({
    source,
    name: "state",
    read: (state) => ({
      state,
      dependencies: everything,
      countRef: holdNothing,
    }),
    isEqual: (a, b) => a.state === b.state,
  }, []).state;
}

interface StateSelection extends Selection {
  readonly state: State;
}

/**
 * Explains in development that an endpoint is no schema.
 *
 * @param schema The value in place of a schema.
 * @throws {TypeError} If it is an endpoint.
 */
function checkSchema(schema: unknown): void {
  if (!isDevelopment()) return;
  const endpoint = schema as { readonly name: string; readonly key?: unknown };
  if (typeof endpoint?.key !== "function") return;
  throw new TypeError(
    `useQuery takes a schema, and '${endpoint.name}' is an endpoint. ` +
      "Read it with useSuspense, useDLE or useCache, or pass its schema.",
  );
}
