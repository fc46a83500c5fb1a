/**
 * The imperative interface to the store.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  type Denormalize,
  type DenormalizeNullable,
  MemoCache,
  type Queryable,
  type SchemaArgs,
} from "../schema/mod.ts";
import * as creators from "./actions.ts";
import type {
  ActionArgs,
  ActionTypes,
  Dispatch,
  ExpiryLengths,
  GCInterface,
  MiddlewareAPI,
} from "./contract.ts";
import { type Clock, systemClock } from "./environment.ts";
import { UnboundDispatchError } from "./errors.ts";
import { ExpiryStatus } from "./expiry.ts";
import { fetchedValue } from "./fetched_value.ts";
import { ImmortalGCPolicy } from "./immortal_gc_policy.ts";
import { Loads, type UsablePromise } from "./load.ts";
import { isNullArgs } from "./null_args.ts";
import {
  type QueryReading,
  type QueryState,
  readError,
  readQuery,
  readResponse,
  type ResponseReading,
} from "./read.ts";
import { type ReaderEntry, Readers } from "./readers.ts";
import { Snapshot } from "./snapshot.ts";
import { Stamps } from "./stamps.ts";
import { initialState, type State } from "./state/mod.ts";
import type {
  FetchValue,
  ReadEndpoint,
  StoredEndpoint,
  StoredValue,
} from "./types.ts";

/** Parts of a {@linkcode Controller}. */
export interface ControllerOptions {
  /** Sends an action on its way. Default: throws, until a store is bound. */
  readonly dispatch?: Dispatch | undefined;
  /** Returns the base state. Default: the initial state. */
  readonly getState?: (() => State) | undefined;
  /** Cache of what was read. Default: a new one. */
  readonly memo?: MemoCache | undefined;
  /** Decides what stays in memory. Default: everything. */
  readonly gcPolicy?: GCInterface | undefined;
  /** Source of time and timers. Default: the platform's. */
  readonly clock?: Clock | undefined;
  /** How long a key stays without reader before that counts, in milliseconds. Default 0. */
  readonly readerGraceMs?: number | undefined;
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
 * const getTide = new Endpoint(async ({ port }: { port: string }) => ({ port, height: 2 }));
 * using client = createClient();
 * const tide = await client.controller.fetch(getTide, { port: "aden" });
 * console.log(tide.height);
 * ```
 */
export class Controller {
  /** Cache of what was read; never shared between controllers of different stores. */
  readonly memo: MemoCache;
  /** Decides what stays in memory. */
  readonly gcPolicy: GCInterface;
  /** Strictly increasing positions in time of all requests and writes. */
  readonly stamps: Stamps;
  /** Lifetimes for endpoints that do not say; a NetworkManager sets its own here. */
  expiryLengths: ExpiryLengths = creators.defaultExpiryLengths;

  protected _dispatch: Dispatch;
  protected _getState: () => State;
  protected _getVisibleState: (() => State) | undefined;
  readonly #readers: Readers;
  readonly #loads: Loads;
  readonly #send: Dispatch = (action) => this._dispatch(action);

  /** @param options See {@linkcode ControllerOptions}. */
  constructor(options: ControllerOptions = {}) {
    const { clock = systemClock } = options;
    this._dispatch = options.dispatch ?? refuseDispatch;
    this._getState = options.getState ?? (() => initialState);
    this.memo = options.memo ?? new MemoCache();
    this.gcPolicy = options.gcPolicy ?? new ImmortalGCPolicy();
    this.stamps = new Stamps(() => clock.now());
    this.#readers = new Readers(clock, options.readerGraceMs);
    this.#loads = new Loads(this);
    for (const name of boundMethods) {
      Object.defineProperty(this, name, {
        value: (this[name] as (...args: unknown[]) => unknown).bind(this),
        writable: true,
        configurable: true,
      });
    }
  }

  /**
   * Sends an action through all managers to the store. Resolves once the
   * resulting state is committed.
   */
  get dispatch(): Dispatch {
    return this.#send;
  }

  /**
   * Wires a store; called once, before the first manager's middleware runs.
   *
   * @param api The store's `dispatch` and `getState`.
   */
  bindMiddleware(api: MiddlewareAPI): void {
    this._dispatch = api.dispatch;
    this._getState = api.getState;
    this._getVisibleState = api.getVisibleState;
  }
