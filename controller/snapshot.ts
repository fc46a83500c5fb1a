/**
 * One state, for reading.
 *
 * @module
 */
import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import type { ActionArgs, Dependencies } from "./contract.ts";
import { AbortOptimistic } from "./errors.ts";
import {
  type QueryReading,
  type ReadContext,
  readQuery,
  readResponse,
  type ResponseReading,
} from "./read.ts";
import type { State } from "./graph/state.ts";
import type { StoredArgs, StoredEndpoint, StoredValue } from "./types.ts";

/**
 * Reads one state, however the store moves on. Handed to
 * `getOptimisticResponse`.
 *
 * @example
 * ```ts
 * import { Controller, Entity, initialState } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * const snapshot = new Controller().snapshot(initialState);
 * assertEquals(snapshot.get(Vessel, { id: "1" }), undefined);
 * ```
 */
export class Snapshot {
  /** Stamp of the fetch the snapshot was made for, in milliseconds; 0 if for none. */
  readonly fetchedAt: number;
  readonly #context: ReadContext;
  readonly #state: State;
  /**
   * The sources of all reads of this snapshot so far.
   *
   * @internal
   */
  readonly reads: Dependencies[] = [];

  /**
   * Holds on to a state; usually made by `controller.snapshot`.
   *
   * @param context Cache and reference counts to read with; a controller.
   * @param state The state to read.
   * @param fetchedAt Stamp of the fetch, in milliseconds.
   */
  constructor(context: ReadContext, state: State, fetchedAt = 0) {
    this.#context = context;
    this.#state = state;
    this.fetchedAt = fetchedAt;
  }

  /**
   * Throw it to say that there is no optimistic response for now.
   *
   * @example
   * ```ts
   * import { Entity, RestEndpoint } from "@tessera/client";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   moored = false;
   * }
   * const toggle = new RestEndpoint({
   *   path: "/vessels/:id/toggle",
   *   method: "POST",
   *   body: undefined,
   *   schema: Vessel,
   *   getOptimisticResponse(snapshot, { id }) {
   *     const vessel = snapshot.get(Vessel, { id });
   *     if (!vessel) throw snapshot.abort;
   *     return { id, moored: !vessel.moored };
   *   },
   * });
   * ```
   */
  get abort(): AbortOptimistic {
    return abort;
  }

  /**
   * Queries by schema.
   *
   * @param schema Any queryable schema.
   * @param args Arguments of the schema.
   * @returns The value; `undefined` when it is missing or deleted.
   *
   * @example
   * ```ts
   * import { Controller, Entity } from "@tessera/client";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   name = "";
   * }
   * function nameOf(controller: Controller, id: string) {
   *   return controller.snapshot(controller.getState()).get(Vessel, { id })?.name;
   * }
   * ```
   */
  get<S extends Queryable>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined {
    return this.getQueryMeta(schema, ...args).data;
  }

  /**
   * Queries by schema.
   *
   * @param schema Any queryable schema.
   * @param args Arguments of the schema.
   * @returns The value, and a way to protect it from collection.
   */
  getQueryMeta<S extends Queryable>(
    schema: S,
    ...args: SchemaArgs<S>
  ): QueryReading<DenormalizeNullable<S> | undefined> {
    return this.#note(
      readQuery(this.#context, schema, args as ActionArgs, this.#state),
    ) as QueryReading<DenormalizeNullable<S> | undefined>;
  }

  /**
   * Reads a stored response.
   *
   * @param endpoint The endpoint that was fetched.
   * @param args With what; `null` for a reader that is not active.
   * @returns The data with its validity and expiry.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const snapshot = (controller: Controller) => controller.snapshot(controller.getState());
   * const height = (controller: Controller) =>
   *   snapshot(controller).getResponse(getTide, { port: "aden" }).data?.height;
   * ```
   */
  getResponse<E extends StoredEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): ResponseReading<StoredValue<E>> {
    return this.#note(
      readResponse(this.#context, endpoint, args, this.#state),
    ) as ResponseReading<StoredValue<E>>;
  }

  /**
   * The same as {@linkcode Snapshot.getResponse}.
   *
   * @param endpoint The endpoint that was fetched.
   * @param args With what; `null` for a reader that is not active.
   * @returns The data with its validity and expiry.
   */
  getResponseMeta<E extends StoredEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): ResponseReading<StoredValue<E>> {
    return this.getResponse(endpoint, ...args);
  }

  /**
   * The error a reader of this response has to report.
   *
   * @param endpoint The endpoint that was fetched.
   * @param args With what; `null` for a reader that is not active.
   * @returns The error of the fetch; `undefined` if there is nothing to report.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const snapshot = (controller: Controller) => controller.snapshot(controller.getState());
   * const failure = (controller: Controller) =>
   *   snapshot(controller).getError(getTide, { port: "aden" });
   * ```
   */
  getError<E extends Pick<StoredEndpoint, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
    // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  ): any {
    return this.#note(
      readResponse(this.#context, endpoint, args, this.#state),
    ).error;
  }

  #note<R extends { readonly dependencies: Dependencies }>(reading: R): R {
    this.reads.push(reading.dependencies);
    return reading;
  }
}

/** One instance for all, so that it can be recognized by identity. */
const abort = new AbortOptimistic();
