/**
 * How a controller reads states.
 *
 * @module
 */
import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import { ControllerCore } from "./controller_core.ts";
import {
  type QueryReading,
  type QueryState,
  readError,
  readQuery,
  readResponse,
  type ResponseReading,
} from "./read.ts";
import { Snapshot } from "./snapshot.ts";
import type { State } from "./state/state.ts";
import type { StoredEndpoint, StoredValue } from "./types.ts";

/**
 * The part of a {@linkcode Controller} that reads states.
 *
 * @example
 * ```ts
 * import { Controller, type ControllerReads, Entity, State } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 * function nameOf(reads: ControllerReads, id: string, state: State) {
 *   return reads.get(Port, { id }, state)?.name;
 * }
 *
 * const state = State.from({
 *   entities: { Port: { rtm: { id: "rtm", name: "Rotterdam" } } },
 * });
 * assertEquals(nameOf(new Controller(), "rtm", state), "Rotterdam");
 * ```
 */
export class ControllerReads extends ControllerCore {
  /**
   * Queries a state by schema.
   *
   * @param schema Any queryable schema.
   * @param rest Arguments of the schema, then the state.
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
   *   return controller.get(Vessel, { id }, controller.getState())?.name;
   * }
   * ```
   */
  get<S extends Queryable>(
    schema: S,
    ...rest: readonly [...SchemaArgs<S>, QueryState]
  ): DenormalizeNullable<S> | undefined {
    return this.getQueryMeta(schema, ...rest).data;
  }

  /**
   * Queries a state by schema.
   *
   * @param schema Any queryable schema.
   * @param rest Arguments of the schema, then the state.
   * @returns The value, and a way to protect it from collection.
   *
   * @example
   * ```ts
   * import { Controller, Entity } from "@tessera/client";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   name = "";
   * }
   * function hold(controller: Controller, id: string) {
   *   const { data, countRef } = controller.getQueryMeta(Vessel, { id }, controller.getState());
   *   return { vessel: data, release: countRef() };
   * }
   * ```
   */
  getQueryMeta<S extends Queryable>(
    schema: S,
    ...rest: readonly [...SchemaArgs<S>, QueryState]
  ): QueryReading<DenormalizeNullable<S> | undefined> {
    const args = rest.slice(0, -1);
    const state = rest[rest.length - 1] as QueryState;
    return readQuery(this, schema, args, state) as QueryReading<
      DenormalizeNullable<S> | undefined
    >;
  }

  /**
   * Reads a stored response; without one, what the schema finds in the state.
   *
   * @param endpoint What was fetched; `key`, `schema` and `invalidIfStale` are used.
   * @param rest Arguments of the call or `null`, then the state.
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
   * function heightAt(controller: Controller, port: string) {
   *   const { data } = controller.getResponse(getTide, { port }, controller.getState());
   *   return data?.height;
   * }
   * ```
   */
  getResponse<E extends StoredEndpoint>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | readonly [...Parameters<E["key"]>, State]
  ): ResponseReading<StoredValue<E>> {
    const args = rest.slice(0, -1);
    const state = rest[rest.length - 1] as State;
    return readResponse(this, endpoint, args, state) as ResponseReading<
      StoredValue<E>
    >;
  }

  /**
   * The same as {@linkcode Controller.getResponse}.
   *
   * @param endpoint What was fetched.
   * @param rest Arguments of the call or `null`, then the state.
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
   * function isFresh(controller: Controller, port: string) {
   *   const { expiresAt } = controller.getResponseMeta(getTide, { port }, controller.getState());
   *   return Date.now() <= expiresAt;
   * }
   * ```
   */
  getResponseMeta<E extends StoredEndpoint>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | readonly [...Parameters<E["key"]>, State]
  ): ResponseReading<StoredValue<E>> {
    return this.getResponse(endpoint, ...rest);
  }

  /**
   * The error a reader of this response has to report.
   *
   * @param endpoint What was fetched.
   * @param rest Arguments of the call or `null`, then the state.
   * @returns What the fetch rejected with; `undefined` when there is nothing to report.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function messageFor(controller: Controller, port: string): string | undefined {
   *   return controller.getError(getTide, { port }, controller.getState())?.message;
   * }
   * ```
   */
  getError<E extends Pick<StoredEndpoint, "key">>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | readonly [...Parameters<E["key"]>, State]
    // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  ): any {
    const args = rest.slice(0, -1);
    return readError(endpoint, args, rest[rest.length - 1] as State);
  }

  /**
   * Holds on to one state for reading.
   *
   * @param state What to read, however the store moves on.
   * @param fetchedAt Stamp of the fetch it is for, in milliseconds; 0 if for none.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function heightNow(controller: Controller) {
   *   const snapshot = controller.snapshot(controller.getState());
   *   return snapshot.getResponse(getTide, { port: "aden" }).data?.height;
   * }
   * ```
   */
  snapshot(state: State, fetchedAt = 0): Snapshot {
    return new Snapshot(this, state, fetchedAt);
  }
}
