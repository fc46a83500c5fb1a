/**
 * How a controller writes to its store.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { Denormalize, Queryable } from "../schema/mod.ts";
import * as creators from "./actions.ts";
import type { ActionArgs, ActionTypes } from "./contract.ts";
import { ControllerReads } from "./controller_reads.ts";
import { UnboundDispatchError } from "./errors.ts";
import { nothing } from "./nothing.ts";
import { isNullArgs } from "./null_args.ts";
import { stored } from "./stored.ts";
import type { SetArgs, StoredArgs } from "./types.ts";

/**
 * Says which keys are meant, for `expireAll` and `invalidateAll` of a
 * {@linkcode ControllerWrites}. An endpoint is one, too, and means all of its
 * own.
 */
export interface KeyTest {
  /** Whether this key is meant. */
  testKey(key: string): boolean;
}

/**
 * A schema that describes a change, such as {@linkcode Invalidate} or the
 * adders of a Collection: `set` of a controller takes it, `get` does not.
 */
export interface WriteOnlySchema {
  /** Takes a value apart. */
  // deno-lint-ignore no-explicit-any -- called by the engine only
  normalize(input: any, parent: any, key: any, delegate: any): any;
  /** In types only. */
  readonly "~types": { readonly args: undefined };
}

/** How a fetch ended: what `resolve` of a {@linkcode Controller} takes. */
export interface FetchOutcome {
  /** Key of the FETCH action. Default: what the endpoint makes of the arguments. */
  readonly key?: string | undefined;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What the endpoint resolved with; with `error`, what it rejected with. */
  readonly response: unknown;
  /** Stamp of the FETCH action in milliseconds. Default: now, which is not any fetch's. */
  readonly fetchedAt?: number | undefined;
  /** Whether the endpoint rejected. */
  readonly error?: boolean | undefined;
}

/**
 * The part of a {@linkcode Controller} that writes to its store.
 *
 * @example
 * ```ts
 * import { createClient, Entity } from "@tessera/client";
 * import { type ControllerWrites } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 * function rename(writes: ControllerWrites, id: string, name: string) {
 *   return writes.set(Port, { id }, { id, name });
 * }
 *
 * await using client = createClient();
 * await rename(client.controller, "rtm", "Rotterdam");
 * assertEquals(client.get(Port, { id: "rtm" })?.name, "Rotterdam");
 * ```
 */
export class ControllerWrites extends ControllerReads {
  /**
   * Marks responses stale. Their readers refetch in the background and keep
   * showing them; responses nobody reads wait for their next reader.
   *
   * @param options `testKey` says which keys are meant; an endpoint means all of its own.
   * @returns Resolves when that is stored; does not wait for requests.
   * @throws What `testKey` throws; nothing has changed then.
   *
   * @example
   * ```ts
   * import { createClient, Endpoint } from "@tessera/client";
   * import { assert } from "@std/assert";
   *
   * const getTide = new Endpoint(
   *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.fetch(getTide, { port: "aden" });
   * await controller.expireAll(getTide);
   * // stale, and shown until the next answer arrives
   * const { data, expiresAt } = client.read(getTide, { port: "aden" });
   * assert(data?.height === 2 && expiresAt < Date.now());
   * ```
   */
  expireAll(options: KeyTest): Promise<void> {
    return this.dispatch(
      creators.createExpireAll((key) => options.testKey(key)),
    );
  }

  /**
   * Drops a response. Its readers must wait for a new one.
   *
   * @param endpoint What was fetched.
   * @param args With what; `null` does nothing.
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
   * await controller.invalidate(getTide, { port: "aden" });
   * assertEquals(client.read(getTide, { port: "aden" }).data, undefined);
   * ```
   */
  invalidate<E extends Pick<EndpointInterface, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): Promise<void> {
    if (isNullArgs(args)) return Promise.resolve();
    return this.dispatch(creators.createInvalidate(endpoint, { args }));
  }

  /**
   * Drops responses. Their readers must wait for new ones.
   *
   * @param options `testKey` says which keys are meant; an endpoint means all of its own.
   * @throws What `testKey` throws; nothing has changed then.
   *
   * @example
   * ```ts
   * import { createClient, RestEndpoint } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * const getAccount = new RestEndpoint({ path: "/accounts/:id" });
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.setResponse(getAccount, { id: "7" }, { balance: 12 });
   * await controller.invalidateAll({
   *   testKey: (key) => key.startsWith("GET /accounts/"),
   * });
   * assertEquals(client.read(getAccount, { id: "7" }).data, undefined);
   * ```
   */
  invalidateAll(options: KeyTest): Promise<void> {
    return this.dispatch(
      creators.createInvalidateAll((key) => options.testKey(key)),
    );
  }

  /**
   * Empties the store. Reads in flight reject with `ResetError`.
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
   * // when somebody logs out
   * await controller.resetEntireStore();
   * assertEquals(client.get(Vessel, { id: "7" }), undefined);
   * ```
   */
  resetEntireStore(): Promise<void> {
    return this.dispatch(creators.createReset(this.stamps));
  }

  /**
   * Writes a value by schema.
   *
   * @param schema Any queryable schema.
   * @param rest Arguments of the schema, then the value or a function from the current value.
   * @returns Resolves when that is stored; rejects when the value cannot be
   * stored, in which case nothing has changed.
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
   * await controller.set(Vessel, { id: "7" }, (vessel) => ({
   *   ...vessel,
   *   name: `${vessel.name} II`,
   * }));
   * assertEquals(client.get(Vessel, { id: "7" })?.name, "Fram II");
   * ```
   */
  set<S extends Queryable>(
    schema: S,
    ...rest: readonly [
      ...SetArgs<S>,
      (previousValue: Denormalize<S>) => unknown,
    ]
  ): Promise<void>;
  /** Writes a value by schema. */
  set<S extends Queryable>(
    schema: S,
    ...rest: readonly [...SetArgs<S>, object]
  ): Promise<void>;
  /** Applies a change that a schema describes, such as a deletion. */
  set<S extends WriteOnlySchema>(
    schema: S,
    // deno-lint-ignore no-explicit-any -- arguments only matter to the schema
    ...rest: readonly [...args: any[], value: object]
  ): Promise<void>;
  set(
    schema: Queryable | WriteOnlySchema,
    ...rest: ActionArgs
  ): Promise<void> {
    const args = rest.slice(0, -1);
    const value = rest[rest.length - 1];
    return this.#write(
      creators.createSet(schema, { args, value }, this.stamps),
    );
  }

  /**
   * Stores a response as if it had just been fetched. Settles a read of the
   * same key that is in flight.
   *
   * @param endpoint What could have been fetched.
   * @param rest Arguments of the call, then the response.
   * @returns Resolves when that is stored; rejects when the response cannot be processed.
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
   * // when a socket says so
   * await controller.setResponse(getTide, { port: "aden" }, { port: "aden", height: 3 });
   * assertEquals(client.read(getTide, { port: "aden" }).data?.height, 3);
   * ```
   */
  setResponse<E extends EndpointInterface>(
    endpoint: E,
    // deno-lint-ignore no-explicit-any -- responses are raw, whatever their schema makes of them
    ...rest: readonly [...Parameters<E>, any]
  ): Promise<void> {
    return this.resolve(endpoint, {
      args: rest.slice(0, -1),
      response: rest[rest.length - 1],
    });
  }

  /**
   * Stores an error as if a fetch had just failed. Settles a read of the same
   * key that is in flight.
   *
   * @param endpoint What could have been fetched.
   * @param rest Arguments of the call, then the error.
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
   * const error = new Error("The gauge is out of order.");
   * await controller.setError(getTide, { port: "aden" }, error);
   * assertEquals(client.read(getTide, { port: "aden" }).error, error);
   * ```
   */
  setError<E extends EndpointInterface>(
    endpoint: E,
    ...rest: readonly [...Parameters<E>, unknown]
  ): Promise<void> {
    return this.resolve(endpoint, {
      args: rest.slice(0, -1),
      response: rest[rest.length - 1],
      error: true,
    });
  }

  /**
   * Stores the outcome of one specific fetch; for managers that replace
   * NetworkManager.
   *
   * @param endpoint What was fetched.
   * @param outcome `args` of the fetch, the `response` or with `error: true` the
   * reason of rejection, and `fetchedAt`, the stamp of the FETCH action.
   * @throws {Error} In development, for a negative expiry length.
   *
   * @example
   * ```ts
   * import type { Middleware } from "@tessera/client";
   *
   * const offlineMiddleware: Middleware = (controller) => (next) => (action) => {
   *   if (action.type !== "rdc/fetch") return next(action);
   *   const { endpoint, args, meta } = action;
   *   return controller.resolve(endpoint, {
   *     args,
   *     response: { port: "aden", height: 2 },
   *     fetchedAt: meta.fetchedAt,
   *   });
   * };
   * ```
   */
  resolve<E extends EndpointInterface>(
    endpoint: E,
    outcome: FetchOutcome,
  ): Promise<void> {
    return this.#write(
      creators.createSetResponse(
        endpoint,
        outcome,
        this.stamps,
        this.expiryLengths,
      ),
    );
  }

  /** Dispatches a write whose failure may be ignored. */
  #write(action: ActionTypes): Promise<void> {
    let written: Promise<void>;
    try {
      const dispatched = this.dispatch(action);
      if (dispatched === stored) return stored;
      written = Promise.resolve(dispatched);
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
      written = Promise.reject(error);
    }
    written.catch(nothing);
    return written;
  }
}
