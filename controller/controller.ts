/**
 * The imperative interface to the store.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import * as creators from "./actions.ts";
import { bindMethods } from "./bind_methods.ts";
import type { ActionArgs, FetchAction } from "./contract.ts";
import type { ControllerOptions } from "./controller_core.ts";
import { ControllerWrites } from "./controller_writes.ts";
import { DisposedError, UnboundDispatchError } from "./errors.ts";
import { needsFetch } from "./expiry.ts";
import { fetchedValue } from "./fetched_value.ts";
import { Loads } from "./load.ts";
import { nothing } from "./nothing.ts";
import { isNullArgs } from "./null_args.ts";
import { readResponse } from "./read.ts";
import { stored } from "./stored.ts";
import type { FetchValue, ReadEndpoint, StoredArgs } from "./types.ts";
import type { UsablePromise } from "./usable_promise.ts";

/**
 * Fetches, writes and reads. All methods keep their identity and work
 * detached: `const { fetch, set } = controller`.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   async ({ port }: { port: string }) => ({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * using client = createClient();
 * const tide = await client.controller.fetch(getTide, { port: "aden" });
 * assertEquals(tide.height, 2);
 * ```
 */
export class Controller extends ControllerWrites {
  readonly #loads: Loads;

  /**
   * Makes a controller. Inside `createClient` and DataProvider this is done for you.
   *
   * @param options See {@linkcode ControllerOptions}.
   */
  constructor(options: ControllerOptions = {}) {
    super(options);
    this.#loads = new Loads(this);
    bindMethods<Controller>(this, Controller.prototype);
  }

  /**
   * Calls an endpoint and stores the outcome.
   *
   * @param endpoint What to call.
   * @param args Arguments of the call, passed on unchanged.
   * @returns What the endpoint resolves with; with a schema, instances. It
   * settles when the result is stored. Observers are told of that of a mutation a
   * task later, so that its caller can leave what has changed.
   * @throws {UnboundDispatchError} While middleware is being constructed. Everything
   * else that goes wrong rejects the promise.
   *
   * @example
   * ```ts
   * import { createClient, Entity, RestEndpoint } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * class Vessel extends Entity {
   *   id = "";
   *   name = "";
   *   static override key = "Vessel";
   * }
   * const rename = new RestEndpoint({
   *   path: "/vessels/:id",
   *   method: "PATCH",
   *   body: {} as { name: string },
   *   schema: Vessel,
   *   // in place of a server
   *   fetchResponse: () =>
   *     Promise.resolve(Response.json({ id: "7", name: "Fram" })),
   * });
   *
   * await using client = createClient();
   * const { controller } = client;
   * const vessel = await controller.fetch(rename, { id: "7" }, { name: "Fram" });
   * assertEquals(vessel.name, "Fram");
   * assertEquals(client.get(Vessel, { id: "7" })?.name, "Fram");
   * ```
   */
  fetch<E extends EndpointInterface>(
    endpoint: E,
    ...args: readonly [...Parameters<E>]
  ): Promise<FetchValue<E>> {
    let action: FetchAction;
    try {
      action = creators.createFetch(endpoint, { args }, this.stamps);
    } catch (error) {
      return Promise.reject(error);
    }
    const { promise } = action.meta;
    const result: Promise<unknown> = promise.then(
      (response) => fetchedValue(this, action, response, this.getState()),
      (error) => {
        // nobody can still do anything about it
        if (error instanceof DisposedError) result.catch(nothing);
        throw error;
      },
    );
    this.#start(action);
    if (!endpoint.sideEffect) {
      // readers show the error from the store
      result.catch(nothing);
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
    request.catch(nothing);
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
   * import { createClient, Endpoint } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * let calls = 0;
   * const getTide = new Endpoint(
   *   ({ port }: { port: string }) => Promise.resolve({ port, height: ++calls }),
   *   { name: "getTide" },
   * );
   *
   * await using client = createClient();
   * const { controller } = client;
   * await controller.fetchIfStale(getTide, { port: "aden" });
   * await controller.fetchIfStale(getTide, { port: "aden" });
   * assertEquals(calls, 1);
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
   * // in the loader of a route
   * await controller.prefetch(getTide, { port: "aden" });
   * assertEquals(client.read(getTide, { port: "aden" }).data?.height, 2);
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
   * import { createClient, Endpoint } from "@tessera/client";
   * import { assertRejects } from "@std/assert";
   *
   * const getTide = new Endpoint(() => new Promise<never>(() => {}), {
   *   name: "getTide",
   * });
   *
   * await using client = createClient();
   * const { controller } = client;
   * const tide = controller.fetch(getTide);
   * controller.abort(getTide);
   * await assertRejects(() => tide, DOMException);
   * ```
   */
  abort<E extends Pick<EndpointInterface, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): Promise<void> {
    if (isNullArgs(args)) return Promise.resolve();
    return this.dispatch(creators.createAbort(endpoint, { args }));
  }

  /** Dispatches a fetch; what goes wrong on the way is its outcome. */
  #start(action: FetchAction): void {
    try {
      const passed = this.dispatch(action);
      if (passed !== stored) Promise.resolve(passed).catch(action.meta.reject);
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
      action.meta.reject(error);
    }
  }
}
