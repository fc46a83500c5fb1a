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
import type { State } from "./graph/state.ts";
import type { StoredArgs, StoredEndpoint, StoredValue } from "./types.ts";

/**
 * The part of a {@linkcode Controller} that reads states.
 *
 * @example
 * ```ts
 * import { Controller, Entity, State } from "@tessera/client";
 * import { type ControllerReads } from "@tessera/client/controller";
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
   * import { createClient, Entity } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   name = "";
   *   static override key = "Vessel";
   * }
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.set(Vessel, { id: "7" }, { id: "7", name: "Fram" });
   * const vessel = controller.get(Vessel, { id: "7" }, controller.getState());
   * assertEquals(vessel?.name, "Fram");
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
   * import { createClient, Entity } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   name = "";
   *   static override key = "Vessel";
   * }
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.set(Vessel, { id: "7" }, { id: "7", name: "Fram" });
   * const { data, countRef } = controller
   *   .getQueryMeta(Vessel, { id: "7" }, controller.getState());
   * const release = countRef();
   * assertEquals(data?.name, "Fram"); // stays in memory until it is released
   * release();
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
   * import { createClient, Endpoint, ExpiryStatus } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * const getTide = new Endpoint(
   *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.fetch(getTide, { port: "aden" });
   * const { data, expiryStatus } = controller
   *   .getResponse(getTide, { port: "aden" }, controller.getState());
   * assertEquals([data?.height, expiryStatus], [2, ExpiryStatus.Valid]);
   * ```
   */
  getResponse<E extends StoredEndpoint>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | readonly [...StoredArgs<E>, State]
  ): ResponseReading<StoredValue<E>> {
    const args = rest.slice(0, -1);
    const state = rest[rest.length - 1] as State;
    return readResponse(this, endpoint, args, state) as ResponseReading<
      StoredValue<E>
    >;
  }

  /**
   * The same as {@linkcode ControllerReads.getResponse}.
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
      | readonly [...StoredArgs<E>, State]
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
   * import { createClient, Endpoint } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * const getTide = new Endpoint(
   *   (_: { port: string }) => Promise.reject(new Error("no such port")),
   *   { name: "getTide" },
   * );
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.prefetch(getTide, { port: "atlantis" });
   * const error = controller
   *   .getError(getTide, { port: "atlantis" }, controller.getState());
   * assertEquals(error?.message, "no such port");
   * ```
   */
  getError<E extends Pick<StoredEndpoint, "key">>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | readonly [...StoredArgs<E>, State]
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
   * import { createClient, Endpoint } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * const getTide = new Endpoint(
   *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.fetch(getTide, { port: "aden" });
   * const before = controller.snapshot(controller.getState());
   * await controller.setResponse(getTide, { port: "aden" }, { port: "aden", height: 3 });
   * assertEquals(before.getResponse(getTide, { port: "aden" }).data?.height, 2);
   * ```
   */
  snapshot(state: State, fetchedAt = 0): Snapshot {
    return new Snapshot(this, state, fetchedAt);
  }
}
