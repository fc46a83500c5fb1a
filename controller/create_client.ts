/**
 * The store without a view, for scripts and servers.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import type { ActionArgs } from "./contract.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import {
  type ControllerConstructor,
  createDataStore,
  type Store,
  type StoreListener,
} from "./store.ts";
import { getDefaultManagers } from "./default_managers.ts";
import type { Clock } from "./environment.ts";
import type { ExpiryStatus } from "./expiry.ts";
import { readQuery, readResponse } from "./read.ts";
import { State, type StateJSON } from "./state/mod.ts";
import type {
  IfNullable,
  NullableArgs,
  ReadEndpoint,
  StoredArgs,
  StoredEndpoint,
  StoredValue,
} from "./types.ts";
import {
  observeResponse,
  type ResponseListener,
  type SubscribeOptions,
} from "./watch.ts";
import type { GCInterface } from "./gc_policy.ts";
import type { Manager } from "./manager.ts";

/** The options of {@linkcode createClient}. */
export interface ClientOptions {
  /** The managers, in the order in which they see actions. Default: a NetworkManager, and a SubscriptionManager that polls. */
  readonly managers?: readonly Manager[] | undefined;
  /** The initial data: a state, its plain objects, or the result of {@linkcode deserialize}. Default: nothing. */
  readonly initialState?: State | Partial<StateJSON> | undefined;
  /** Decides what stays in memory. Default: a new GCPolicy. */
  readonly gcPolicy?: GCInterface | undefined;
  /** Class of the controller. Default: Controller. */
  readonly Controller?: ControllerConstructor | undefined;
  /** Source of time and timers of the controller; managers take their own. Default: the platform's. */
  readonly clock?: Clock | undefined;
  /** Called with what of a response was left out or cannot be read, in production too. */
  readonly onReport?: ControllerOptions["onReport"];
}

/**
 * The present result of an endpoint, as `read` of a {@linkcode Client} returns
 * it.
 */
export interface ClientReading<T> {
  /** The data; `undefined` as long as something of it is missing. */
  readonly data: T;
  /** The error that readers have to report; `undefined` if there is none. */
  readonly error: unknown;
  /** Whether the data may be rendered. */
  readonly expiryStatus: ExpiryStatus;
  /** Wall clock in milliseconds after which the data is stale. */
  readonly expiresAt: number;
}

/** The data of an endpoint when all of it is there: what {@linkcode createClient}'s `read` returns in its `data`. */
export type WholeValue<E extends StoredEndpoint> = E["schema"] extends
  undefined | null ? Exclude<StoredValue<E>, undefined>
  : Denormalize<E["schema"]>;

/** Methods of the controller that a {@linkcode Client} has as well. */
export type ControllerMethods = Pick<
  Controller,
  | "fetch"
  | "fetchIfStale"
  | "set"
  | "setResponse"
  | "setError"
  | "invalidate"
  | "invalidateAll"
  | "expireAll"
  | "resetEntireStore"
  | "getState"
>;

/**
 * A started store with its controller and managers.
 *
 * @example
 * ```ts
 * import { type Client, createClient, Endpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 *
 * async function heightAt(client: Client, port: string): Promise<number> {
 *   await client.fetchIfStale(getTide, { port });
 *   return client.read(getTide, { port }).data!.height;
 * }
 *
 * await using client = createClient();
 * assertEquals(await heightAt(client, "aden"), 2);
 * ```
 */
export interface Client extends ControllerMethods, Disposal, AsyncDisposal {
  /** The interface to the store; it works without the client, too. */
  readonly controller: Controller;
  /** Resolves when stored data is restored; at once where there is none. Never rejects. */
  readonly ready: Promise<void>;

  /**
   * Queries the visible state by schema.
   *
   * @param schema Any queryable schema.
   * @param args Arguments of the schema.
   * @returns The value; `undefined` when it is missing or deleted.
   */
  get<S extends Queryable>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined;

  /**
   * Reads a response from the visible state. The data is all there, as hooks
   * show it, or `undefined`.
   *
   * @param endpoint The endpoint that was fetched.
   * @param args With what.
   *
   * @example
   * ```ts
   * import { type Client, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * const height = (client: Client) => client.read(getTide, { port: "aden" }).data?.height;
   * ```
   */
  read<E extends StoredEndpoint, Null = never>(
    endpoint: E,
    ...args: NullableArgs<StoredArgs<E>, Null>
  ): ClientReading<
    // of a reader that is not active: what the schema has without data
    IfNullable<Null, StoredValue<E>, WholeValue<E> | undefined>
  >;

  /**
   * Calls a listener after each commit that changed the visible state. If
   * listeners dispatch actions, one call afterwards reports these together.
   *
   * @param listener Called with the visible state and what was touched.
   * @returns Stops listening.
   *
   * @example
   * ```ts
   * import { createClient } from "@tessera/client";
   *
   * using client = createClient();
   * client.subscribe((_state, touched) => console.log([...touched.endpoints]));
   * ```
   */
  subscribe(listener: StoreListener): () => void;

  /**
   * Observes one response: calls the listener soon, and again whenever what it
   * says has changed. Fetches when the data is missing, stale, expired or
   * invalidated; refreshes it if the endpoint has a `pollFrequency`.
   *
   * @param endpoint The endpoint to observe.
   * @param args Its arguments as a list.
   * @param listener Called with data, error, loading and stale.
   * @param options See {@linkcode SubscribeOptions}.
   * @returns Stops observing.
   *
   * @example
   * ```ts
   * import { type Client, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide", pollFrequency: 5000 },
   * );
   * const watch = (client: Client) =>
   *   client.subscribe(getTide, [{ port: "aden" }], ({ data, error, loading }) => {
   *     if (!loading) console.log(error ?? data?.height);
   *   });
   * ```
   */
  subscribe<E extends ReadEndpoint>(
    endpoint: E,
    args: readonly [null] | readonly [...Parameters<E>],
    listener: ResponseListener<WholeValue<E> | undefined>,
    options?: SubscribeOptions,
  ): () => void;

  /** Resolves when nothing is pending and every result is stored. */
  allSettled(): Promise<void>;

  /**
   * Ends the client at once. Nothing dispatched later has an effect, requests
   * that are pending are aborted and reject with `DisposedError`, listeners are
   * dropped. Reads go on with the last state. `using` and `await using` do the
   * same.
   *
   * @returns Resolves when stored data is written.
   */
  dispose(): Promise<void>;
}

/** Methods of the controller that a client has as well. */
const controllerMethods = [
  "fetch",
  "fetchIfStale",
  "set",
  "setResponse",
  "setError",
  "invalidate",
  "invalidateAll",
  "expireAll",
  "resetEntireStore",
  "getState",
] as const satisfies readonly (keyof Controller)[];

/**
 * Makes a started client. Clients are independent of each other.
 *
 * @param options See {@linkcode ClientOptions}.
 *
 * @example
 * ```ts
 * import { createClient, Entity, RestEndpoint } from "@tessera/client";
 * import { assert } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Vessel";
 * }
 * const getVessel = new RestEndpoint({
 *   path: "/vessels/:id",
 *   schema: Vessel,
 *   // in place of a server
 *   fetchResponse: () =>
 *     Promise.resolve(Response.json({ id: "7", name: "Fram" })),
 * });
 *
 * await using client = createClient();
 * const vessel = await client.fetch(getVessel, { id: "7" });
 * assert(client.get(Vessel, { id: "7" }) === vessel);
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const releases = new Set<() => void>();
  let isDisposed = false;
  const {
    managers = getDefaultManagers({ devToolsManager: null }),
    initialState,
    ...others
  } = options;
  const { controller, store, start, allSettled, dispose } = createDataStore({
    ...others,
    managers,
    initialState: initialState && State.from(initialState),
  });
  const end = () => {
    if (!isDisposed) {
      isDisposed = true;
      for (const release of [...releases]) release();
      dispose();
    }
    return Promise.resolve();
  };
  const client = {
    ready: Promise.resolve(),
    controller,
    ...readsOf(controller, store),
    subscribe(
      listenerOrEndpoint: StoreListener | ReadEndpoint,
      args?: ActionArgs,
      listener?: ResponseListener,
      options?: SubscribeOptions,
    ): () => void {
      if (isDisposed) return () => {};
      if (isDevelopment() && "key" in listenerOrEndpoint) {
        checkObserving(args, listener);
      }
      const stop = args === undefined || listener === undefined
        ? store.subscribe(listenerOrEndpoint as StoreListener)
        : observeResponse(
          controller,
          store,
          listenerOrEndpoint as ReadEndpoint,
          args,
          listener,
          options,
        );
      const release = () => {
        releases.delete(release);
        stop();
      };
      releases.add(release);
      return release;
    },
    allSettled,
    dispose: end,
    [Symbol.dispose]: end,
    [Symbol.asyncDispose]: end,
  };
  start();
  return Object.assign(client, pick(controller)) as unknown as Client;
}

/** What a client reads. */
function readsOf(controller: Controller, store: Store) {
  return {
    get: (schema: Queryable, ...args: never[]) =>
      readQuery(controller, schema, args, store.peek(true)).data,
    read(
      endpoint: StoredEndpoint,
      ...args: ActionArgs
    ): ClientReading<unknown> {
      const version = store.peek(true);
      const { data, error, expiryStatus, expiresAt, isUsable } = readResponse(
        controller,
        endpoint,
        args,
        version,
      );
      const visible = isUsable ? data : undefined;
      return { data: visible, error, expiryStatus, expiresAt };
    },
  };
}

function pick(controller: Controller): Record<string, unknown> {
  const methods: Record<string, unknown> = {};
  for (const name of controllerMethods) methods[name] = controller[name];
  return methods;
}

/**
 * The method that `using` calls, under `Symbol.dispose`, as a client of
 * {@linkcode createClient} has it. No member where the `lib` of a compilation
 * does not declare that symbol.
 *
 * @internal
 */
export type Disposal = {
  [Method in SymbolNamed<"dispose">]: () => void;
};

/**
 * The method that `await using` calls, under `Symbol.asyncDispose`, as a client
 * of {@linkcode createClient} has it. No member where the `lib` of a
 * compilation does not declare that symbol.
 *
 * @internal
 */
export type AsyncDisposal = {
  [Method in SymbolNamed<"asyncDispose">]: () => Promise<void>;
};

/** A member of `Symbol` that an older `lib` may not declare. */
type SymbolNamed<Name extends string> = Name extends keyof SymbolConstructor
  ? Extract<SymbolConstructor[Name], symbol>
  : never;

/**
 * Explains how an endpoint is observed.
 *
 * @throws {TypeError} If the arguments are no list, or there is no listener.
 */
function checkObserving(args: unknown, listener: unknown): void {
  if (Array.isArray(args) && typeof listener === "function") return;
  throw new TypeError(
    "client.subscribe takes an endpoint, its arguments as a list, and a listener: " +
      'client.subscribe(getList, [{ status: "open" }], listener); without arguments the list is [].',
  );
}
