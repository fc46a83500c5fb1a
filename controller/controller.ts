/**
 * The imperative interface to the store.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import * as creators from "./actions.ts";
import { bindMethods } from "./bind_methods.ts";
import type { ActionArgs, ActionTypes, FetchAction } from "./contract.ts";
import { ControllerCore, type ControllerOptions } from "./controller_core.ts";
import { DisposedError, UnboundDispatchError } from "./errors.ts";
import { needsFetch } from "./expiry.ts";
import { fetchedValue } from "./fetched_value.ts";
import { Loads } from "./load.ts";
import type { UsablePromise } from "./usable_promise.ts";
import { isNullArgs } from "./null_args.ts";
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
import type {
  FetchValue,
  ReadEndpoint,
  SetArgs,
  StoredEndpoint,
  StoredValue,
} from "./types.ts";

/** Says which keys are meant. An endpoint is one, too. */
export interface KeyTest {
  /** Whether this key is meant. */
  testKey(key: string): boolean;
}

/** A schema that describes a change, such as Invalidate or the adders of a Collection. */
export interface WriteOnlySchema {
  /** Takes a value apart. */
  // deno-lint-ignore no-explicit-any -- called by the engine only
  normalize(input: any, parent: any, key: any, delegate: any): any;
  /** In types only. */
  readonly "~types": { readonly args: undefined };
}

/** How a fetch ended. */
export interface FetchOutcome {
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What the endpoint resolved with; with `error`, what it rejected with. */
  readonly response: unknown;
  /** Stamp of the FETCH action in milliseconds. Default: now, which is not any fetch's. */
  readonly fetchedAt?: number | undefined;
  /** Whether the endpoint rejected. */
  readonly error?: boolean | undefined;
}

/** Methods that work detached from their controller. */
const boundMethods = [
  "fetch",
  "fetchForReader",
  "fetchIfStale",
  "prefetch",
  "load",
  "expireAll",
  "invalidate",
  "invalidateAll",
  "resetEntireStore",
  "set",
  "setResponse",
  "setError",
  "resolve",
  "subscribe",
  "unsubscribe",
  "abort",
  "get",
  "getQueryMeta",
  "getResponse",
  "getResponseMeta",
  "getError",
  "getState",
  "getVisibleState",
  "showState",
  "snapshot",
  "readers",
  "addReader",
  "addWaitingReader",
  "hasReader",
  "onUnread",
  "bindMiddleware",
] as const satisfies readonly (keyof Controller)[];

/**
 * Fetches, writes and reads. All methods keep their identity and work
 * detached: `const { fetch, set } = controller`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * using client = createClient();
 * const tide = await client.controller.fetch(getTide, { port: "aden" });
 * console.log(tide.height);
 * ```
 */
export class Controller extends ControllerCore {
  readonly #loads: Loads;

  /**
   * Makes a controller. Inside `createClient` and DataProvider this is done for you.
   *
   * @param options See {@linkcode ControllerOptions}.
   */
  constructor(options: ControllerOptions = {}) {
    super(options);
    this.#loads = new Loads(this);
    bindMethods<Controller>(this, boundMethods);
  }

  /**
   * Calls an endpoint and stores the outcome.
   *
   * @param endpoint What to call.
   * @param args Arguments of the call, passed on unchanged.
   * @returns What the endpoint resolves with; with a schema, instances. A read
   * settles after its result is stored, a mutation right before.
   * @throws {UnboundDispatchError} While middleware is being constructed. Everything
   * else that goes wrong rejects the promise.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * async function show(controller: Controller) {
   *   const tide = await controller.fetch(getTide, { port: "aden" });
   *   console.log(tide.height);
   * }
   * ```
   */
  fetch<E extends EndpointInterface>(
    endpoint: E,
    ...args: readonly [...Parameters<E>]
  ): Promise<FetchValue<E>> {
    let action;
    try {
      action = creators.createFetch(endpoint, { args }, this.stamps);
    } catch (error) {
      return Promise.reject(error);
    }
    const { promise, fetchedAt } = action.meta;
    const isRead = !endpoint.sideEffect;
    const result = new Promise<unknown>((resolve, reject) => {
      promise.then(
        (response) => {
          const state = this.getState();
          try {
            resolve(
              fetchedValue(this, endpoint, args, response, state, fetchedAt),
            );
          } catch (error) {
            reject(error);
          }
        },
        (error) => {
          // nobody can still do anything about it
          if (error instanceof DisposedError) result.catch(ignore);
          reject(error);
        },
      );
    });
    this.#start(action);
    if (isRead) {
      // readers show the error from the store
      result.catch(ignore);
      this._addCaller(promise, action.key, endpoint, args);
    }
    return result as Promise<FetchValue<E>>;
  }

  /**
   * Calls an endpoint on behalf of a registered reader. Unlike a caller of
   * {@linkcode Controller.fetch} it does not keep the request alive, and it
   * takes the data from the store.
   *
   * @param endpoint What to call.
   * @param args Arguments of the call.
   * @returns Settles with the request; its rejection never counts as unhandled.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function display(controller: Controller) {
   *   const release = controller.addReader(getTide, { port: "aden" });
   *   controller.fetchForReader(getTide, { port: "aden" });
   *   return release;
   * }
   * ```
   */
  fetchForReader(
    endpoint: EndpointInterface,
    ...args: ActionArgs
  ): Promise<unknown> {
    let request: Promise<unknown>;
    try {
      const action = creators.createFetch(endpoint, { args }, this.stamps);
      request = action.meta.promise;
      this.#start(action);
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
      request = Promise.reject(error);
    }
    request.catch(ignore);
    return request;
  }

  /**
   * Calls an endpoint unless its response is known and fresh.
   *
   * @param endpoint What to call.
   * @param args Arguments of the call; `null` for none at all.
   * @returns The stored data, or a promise of what {@linkcode Controller.fetch} gives.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * async function preload(controller: Controller) {
   *   await controller.fetchIfStale(getTide, { port: "aden" });
   * }
   * ```
   */
  fetchIfStale<E extends EndpointInterface>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E>]
  ): Promise<FetchValue<E>> | FetchValue<E> {
    let reading;
    try {
      reading = readResponse(this, endpoint, args, this.getState());
    } catch (error) {
      return Promise.reject(error);
    }
    return needsFetch(reading, this.stamps.now())
      ? this.fetch(endpoint, ...args as Parameters<E>)
      : reading.data as FetchValue<E>;
  }

  /**
   * Starts a request whose result will be wanted soon, unless its response is
   * known and fresh.
   *
   * @param endpoint A read endpoint.
   * @param args Arguments of the call; `null` for none at all.
   * @returns Resolves when the request has settled; never rejects, since readers
   * show the error.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const loader = (controller: Controller) => controller.prefetch(getTide, { port: "aden" });
   * ```
   */
  async prefetch<E extends ReadEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E>]
  ): Promise<void> {
    try {
      await this.fetchIfStale(endpoint, ...args);
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
    }
  }

  /**
   * The data of a response as a promise that stays the same as long as the
   * data does, for React's `use`. Fetches when a reader would.
   *
   * @param endpoint A read endpoint.
   * @param args Arguments of the call; `null` for none at all.
   * @returns Fulfilled with what is stored, or with what the request brings; `undefined` for `null`.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function tideOf(controller: Controller) {
   *   return controller.load(getTide, { port: "aden" }); // use(tideOf(controller))
   * }
   * ```
   */
  load<E extends ReadEndpoint, A extends readonly [null] | Parameters<E>>(
    endpoint: E,
    ...args: A
  ): A extends readonly [null] ? undefined : UsablePromise<FetchValue<E>> {
    const promise = isNullArgs(args)
      ? undefined
      : this.#loads.load(endpoint, args);
    return promise as A extends readonly [null] ? undefined
      : UsablePromise<FetchValue<E>>;
  }

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
   * import type { Controller } from "@tessera/client";
   *
   * function refreshAll(controller: Controller) {
   *   return controller.expireAll({ testKey: (key) => key.startsWith("GET") });
   * }
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
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const refresh = (controller: Controller) => controller.invalidate(getTide, { port: "aden" });
   * ```
   */
  invalidate<E extends Pick<EndpointInterface, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E["key"]>]
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
   * import type { Controller } from "@tessera/client";
   *
   * function forgetHarbour(controller: Controller) {
   *   return controller.invalidateAll({
   *     testKey: (key) => key.startsWith("GET https://harbour.test"),
   *   });
   * }
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
   * import type { Controller } from "@tessera/client";
   *
   * const logOut = (controller: Controller) => controller.resetEntireStore();
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
   * import { Controller, Entity } from "@tessera/client";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   name = "";
   * }
   * async function rename(controller: Controller, id: string, name: string) {
   *   await controller.set(Vessel, { id }, { id, name });
   *   await controller.set(Vessel, { id }, (vessel) => ({ ...vessel, name }));
   * }
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
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function onMessage(controller: Controller, port: string, height: number) {
   *   controller.setResponse(getTide, { port }, { port, height });
   * }
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
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function onFailure(controller: Controller, port: string) {
   *   controller.setError(getTide, { port }, new Error("The gauge is out of order."));
   * }
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

  /**
   * Keeps a response up to date until {@linkcode Controller.unsubscribe}.
   *
   * @param endpoint A read endpoint, usually with `pollFrequency`.
   * @param args With what; `null` does nothing.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide", pollFrequency: 5000 },
   * );
   * function watch(controller: Controller) {
   *   controller.subscribe(getTide, { port: "aden" });
   *   return () => controller.unsubscribe(getTide, { port: "aden" });
   * }
   * ```
   */
  subscribe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E>]
  ): Promise<void> {
    if (isNullArgs(args)) return Promise.resolve();
    return this.dispatch(creators.createSubscription(endpoint, { args }));
  }

  /**
   * Ends what {@linkcode Controller.subscribe} began.
   *
   * @param endpoint A read endpoint.
   * @param args With what; `null` does nothing.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const unwatch = (controller: Controller) => controller.unsubscribe(getTide, { port: "aden" });
   * ```
   */
  unsubscribe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E>]
  ): Promise<void> {
    if (isNullArgs(args)) return Promise.resolve();
    return this.dispatch(creators.createUnsubscription(endpoint, { args }));
  }

  /**
   * Aborts what is in flight for a key: the request of a read, all requests of
   * a mutation. Does nothing if nothing is.
   *
   * @param endpoint What was fetched.
   * @param args With what; `null` does nothing.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const cancel = (controller: Controller) => controller.abort(getTide, { port: "aden" });
   * ```
   */
  abort<E extends Pick<EndpointInterface, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E["key"]>]
  ): Promise<void> {
    if (isNullArgs(args)) return Promise.resolve();
    return this.dispatch(creators.createAbort(endpoint, { args }));
  }

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

  /** Dispatches a fetch; what goes wrong on the way is its outcome. */
  #start(action: FetchAction): void {
    try {
      Promise.resolve(this.dispatch(action)).catch(action.meta.reject);
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
      action.meta.reject(error);
    }
  }

  /** Dispatches a write whose failure may be ignored. */
  #write(action: ActionTypes): Promise<void> {
    let written: Promise<void>;
    try {
      written = Promise.resolve(this.dispatch(action));
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
      written = Promise.reject(error);
    }
    written.catch(ignore);
    return written;
  }
}

function ignore(): void {}
