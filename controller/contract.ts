/**
 * Actions, managers and the metas of stored responses: the vocabulary that the
 * store, the controller and the managers share. Nothing here has behaviour.
 *
 * @module
 */
import type { EndpointInterface, ErrorPolicy } from "../endpoint/contract.ts";
import type {
  EntityMeta,
  EntitySlot,
  EntityValue,
} from "../schema/contract.ts";
import type { Write } from "../schema/engine.ts";
import type { EntityPath } from "../schema/mod.ts";

export type { EntityPath } from "../schema/mod.ts";

/**
 * Age, error and validity of the response stored under an endpoint key; times
 * in milliseconds.
 *
 * @example
 * ```ts
 * import { createClient, Endpoint } from "@tessera/client";
 * import { type ResponseMeta } from "@tessera/client/controller";
 * import { assert } from "@std/assert";
 *
 * const getTide = new Endpoint(() => Promise.resolve({ height: 2 }), {
 *   name: "getTide",
 *   dataExpiryLength: 60_000,
 * });
 * await using client = createClient();
 * await client.fetch(getTide);
 *
 * const meta: ResponseMeta = client.getState().getMeta(getTide.key())!;
 * assert(meta.expiresAt === meta.date + 60_000);
 * ```
 */
export interface ResponseMeta {
  /** Wall clock when it was stored; milliseconds. */
  readonly date: number;
  /** Position in time of the request or write; milliseconds. */
  readonly fetchedAt: number;
  /** Wall clock after which it is stale; milliseconds. */
  readonly expiresAt: number;
  /** The error of the endpoint, of any type. */
  readonly error?: unknown;
  /** The endpoint's policy for that error. */
  readonly errorPolicy?: ErrorPolicy;
  /** Whether the response was dropped and must be fetched again. */
  readonly invalidated?: boolean;
  /** How many members lists had in the response: numbers next to them go by these. */
  readonly counted?: number;
}

/**
 * Times carried by actions that write, such as those of {@linkcode createSet}.
 */
export interface ActionMeta {
  /** Position in time of the request or write; milliseconds. */
  readonly fetchedAt: number;
  /** Wall clock when it was stored; milliseconds. */
  readonly date: number;
  /** Wall clock after which it is stale; milliseconds. */
  readonly expiresAt: number;
  /** Stamp at which the action was created; orders confirmations within one millisecond. */
  readonly confirmedAt?: number;
  /** Stamp of the layer that ends with a response. Default: that of the request. */
  readonly layerAt?: number;
  /** Whether the server has certainly not carried out what failed; by default its error tells. False where it may be an earlier attempt that is in its way. */
  readonly isUndone?: boolean | undefined;
}

/**
 * Arguments of an endpoint call, or of a query, as actions such as
 * {@linkcode createFetch} carry them.
 */
// deno-lint-ignore no-explicit-any -- endpoints take any arguments
export type ActionArgs = readonly any[];

/**
 * Members of all actions about a call of an endpoint, such as those that
 * {@linkcode createFetch} makes.
 */
export interface EndpointAction<E extends EndpointInterface> {
  /** Key of the endpoint with these arguments. */
  readonly key: string;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** The called endpoint. */
  readonly endpoint: E;
}

/** Starts a request. Made by {@linkcode createFetch}. */
export interface FetchAction<E extends EndpointInterface = EndpointInterface>
  extends EndpointAction<E> {
  /** Tells the action apart. */
  readonly type: "rdc/fetch";
  /** Position in time, and the promise of the outcome. */
  readonly meta: {
    /** Stamp of the request, in milliseconds. */
    readonly fetchedAt: number;
    /** Resolves the promise. */
    resolve(value?: unknown): void;
    /** Rejects the promise. */
    reject(reason?: unknown): void;
    /** Resolves or rejects with the raw outcome. */
    readonly promise: Promise<unknown>;
    /** Whether a reader wants it that renders what comes: it may share a request that a mutation has superseded. */
    readonly isForReader?: boolean;
    /** Whether the pending layer of this stamp is computed again; of an offline queue, in which arguments change. */
    readonly isRevised?: boolean;
    /** Whether readers are notified after what else the running task does. */
    readonly isQuiet?: boolean;
  };
}

/** A pending optimistic layer. Made by {@linkcode createOptimistic}. */
export interface OptimisticAction<
  E extends EndpointInterface = EndpointInterface,
> extends EndpointAction<E> {
  /** Tells the action apart. */
  readonly type: "rdc/optimistic";
  /** Times of the layer; its stamp is that of the fetch. */
  readonly meta: ActionMeta;
  /**
   * Fields that it has changed since it was visible first, by the cell of the row.
   *
   * @internal
   */
  readonly changed?: Write["changed"];
  /**
   * Whether another program left it, and may have sent it.
   *
   * @internal
   */
  readonly isRepeated?: boolean | undefined;
}

/** Writes a value by schema. Made by {@linkcode createSet}. */
export interface SetAction {
  /** Tells the action apart. */
  readonly type: "rdc/set";
  /** The value, or a function from the current value. */
  readonly value: unknown;
  /** Arguments of the schema. */
  readonly args: ActionArgs;
  /** Describes the value. */
  // deno-lint-ignore no-explicit-any -- any queryable schema
  readonly schema: any;
  /** Times of the write. */
  readonly meta: ActionMeta;
}

/** Stores the outcome of a request. Made by {@linkcode createSetResponse}. */
export interface SetResponseAction<
  E extends EndpointInterface = EndpointInterface,
> extends EndpointAction<E> {
  /** Tells the action apart. */
  readonly type: "rdc/setresponse";
  /** The resolved value, or the reason of rejection when `error` is true. */
  readonly response: unknown;
  /** Times of the response. */
  readonly meta: ActionMeta;
  /** Whether the request failed. */
  readonly error?: boolean;
  /** The key was invalidated after the request had started. So entities are merged, and entry and meta of the key stay as they are. */
  readonly outdated?: boolean;
}

/** Empties the store. Made by {@linkcode createReset}. */
export interface ResetAction {
  /** Tells the action apart. */
  readonly type: "rdc/reset";
  /** Stamp of the reset. */
  readonly date: number;
  /** Stamp of the reset where it was made, if another tab made it and this one has heard of it. */
  readonly session?: number;
}

/**
 * A reader wants a key refreshed. Made by {@linkcode createSubscription}.
 */
export interface SubscribeAction<
  E extends EndpointInterface = EndpointInterface,
> extends EndpointAction<E> {
  /** Tells the action apart. */
  readonly type: "rdc/subscribe";
}

/**
 * A reader no longer wants a key refreshed. Made by
 * {@linkcode createUnsubscription}.
 */
export interface UnsubscribeAction<
  E extends EndpointInterface = EndpointInterface,
> extends EndpointAction<E> {
  /** Tells the action apart. */
  readonly type: "rdc/unsubscribe";
}

/** Drops the response of a key. Made by {@linkcode createInvalidate}. */
export interface InvalidateAction {
  /** Tells the action apart. */
  readonly type: "rdc/invalidate";
  /** The key that is meant. */
  readonly key: string;
}

/**
 * Drops the responses of all matching keys. Made by
 * {@linkcode createInvalidateAll}.
 */
export interface InvalidateAllAction {
  /** Tells the action apart. */
  readonly type: "rdc/invalidateall";
  /** Whether a key is meant. */
  readonly testKey: (key: string) => boolean;
}

/**
 * Marks the responses of all matching keys stale. Made by
 * {@linkcode createExpireAll}.
 */
export interface ExpireAllAction {
  /** Tells the action apart. */
  readonly type: "rdc/expireall";
  /** Whether a key is meant. */
  readonly testKey: (key: string) => boolean;
}

/**
 * Aborts the pending requests of a key. Never changes the state. Made by
 * {@linkcode createAbort}.
 */
export interface AbortAction {
  /** Tells the action apart. */
  readonly type: "rdc/abort";
  /** The key that is meant. */
  readonly key: string;
  /** The key of one request, if the action is about that alone. A page of a list has its own. */
  readonly request?: string;
}

/** Removes what nothing refers to any more. Made by {@linkcode GCPolicy}. */
export interface GCAction {
  /** Tells the action apart. */
  readonly type: "rdc/gc";
  /** Entities to remove. */
  readonly entities: readonly { readonly key: string; readonly pk: string }[];
  /** Keys whose responses to remove. */
  readonly endpoints: readonly string[];
}

/**
 * Writes rows and responses as they are stored, for managers that bring them
 * from elsewhere: a storage, another tab, a server. Pending changes stay on
 * top.
 *
 * @example
 * ```ts
 * import { createClient, Entity } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 * using client = createClient();
 * const meta = { fetchedAt: 1, date: 1, expiresAt: Infinity };
 * client.controller.dispatch({
 *   type: "rdc/merge",
 *   apply: (stored) => {
 *     const slot = stored.slotOf("Port", "rtm");
 *     if (slot.value !== undefined) return;
 *     stored.put(slot, { id: "rtm", name: "Rotterdam" }, meta);
 *   },
 * });
 * assertEquals(client.get(Port, { id: "rtm" })?.name, "Rotterdam");
 * ```
 */
export interface MergeAction {
  /** Tells the action apart. */
  readonly type: "rdc/merge";
  /**
   * Writes, in one commit. Called once. Nothing is written if it throws.
   *
   * @param stored The confirmed data, without optimistic changes.
   */
  readonly apply: (stored: StoredParts) => void;
  /** Whether a component renders. If so, others are notified when that is over. */
  readonly isRendering?: boolean;
}

/** The record of a {@linkcode State} under an endpoint key. */
export interface EndpointRecord {
  /** The normalized result, the raw response where there is no schema, or a symbol that says that there is none. */
  readonly value: unknown;
  /** Age, error and validity; absent for entries that an `update` made. */
  readonly meta: ResponseMeta | undefined;
}

/** The places to which a {@linkcode MergeAction} writes. */
export interface StoredParts {
  /** The place of an entity, stored or not: its row or tombstone, with its meta. */
  slotOf(key: string, pk: string): EntitySlot;
  /** The place of a response, stored or not: its value, with its meta. */
  responseOf(key: string): Partial<EndpointRecord>;
  /** Stores a row there. */
  put(slot: EntitySlot, value: EntityValue, meta: EntityMeta | undefined): void;
  /** Lets an entity be found by the value of a field. */
  setIndex(key: string, field: string, value: string, pk: string): void;
  /** Stores a response. */
  setEndpoint(key: string, record: EndpointRecord): void;
  /**
   * Takes a row or list of which only the server knows what it is.
   *
   * @internal
   */
  doubt?(slot: EntitySlot): void;
}

/**
 * Every action the store understands; {@linkcode actionTypes} has the values of
 * `type`, by which they differ.
 */
export type ActionTypes =
  | FetchAction
  | OptimisticAction
  | SetAction
  | SetResponseAction
  | ResetAction
  | SubscribeAction
  | UnsubscribeAction
  | InvalidateAction
  | InvalidateAllAction
  | ExpireAllAction
  | AbortAction
  | GCAction
  | MergeAction;

/**
 * Lifetimes of results whose endpoint does not say, in milliseconds:
 * {@linkcode defaultExpiryLengths}, unless a NetworkManager has others.
 */
export interface ExpiryLengths {
  /** How long data is fresh, in milliseconds. */
  readonly dataExpiryLength: number;
  /** How long an error stops readers from fetching again, in milliseconds. */
  readonly errorExpiryLength: number;
}

/**
 * Sends an action on its way; resolves once the resulting state is stored.
 * Each {@linkcode Middleware} wraps one.
 */
export type Dispatch = (action: ActionTypes) => Promise<void>;

/**
 * The sources of a value. It can only change when one of these does.
 * `Store.observe` takes such, and readings carry them.
 *
 * @example
 * ```ts
 * import { createClient, Entity } from "@tessera/client";
 * import { type Dependencies } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 * await using client = createClient();
 * await client.set(Port, { id: "rtm" }, { id: "rtm" });
 *
 * const { controller } = client;
 * const dependencies: Dependencies = controller
 *   .getQueryMeta(Port, { id: "rtm" }, controller.getState()).dependencies;
 * assertEquals(dependencies.entities, [{ key: "Port", pk: "rtm" }]);
 * ```
 */
export interface Dependencies {
  /** Entities, missing ones included. */
  readonly entities: readonly EntityPath[];
  /** Tables (or their indexes) as a whole. */
  readonly tables: readonly string[];
  /** Endpoint keys: their entry or their meta. */
  readonly endpoints: readonly string[];
}

/** The data that a reference protects from collection by a {@linkcode GCPolicy}. */
export interface CountRefTarget {
  /** An endpoint key. */
  readonly key?: string | undefined;
  /** Entities. */
  readonly paths?: readonly EntityPath[] | undefined;
}

/**
 * Entities and endpoint keys that one commit really changed: one mechanism for
 * notification, devtools, persistence.
 *
 * @example
 * ```ts
 * import { createClient, Entity } from "@tessera/client";
 * import { type Touched } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 * await using client = createClient();
 * const tables: string[] = [];
 * client.subscribe((_state, touched: Touched) => {
 *   tables.push(...touched.entities.keys());
 * });
 * await client.set(Port, { id: "rtm" }, { id: "rtm" });
 * assertEquals(tables, ["Port"]);
 * ```
 */
export interface Touched {
  /** Entities whose row was added, changed, invalidated or removed, by table. */
  readonly entities: ReadonlyMap<string, ReadonlySet<string>>;
  /** Endpoint keys whose result or meta changed. */
  readonly endpoints: ReadonlySet<string>;
  /** Everything may have changed: reset, or a state put in place from outside. */
  readonly everything: boolean;
  /** Age and validity of a response after the change; omitted where that is not known. */
  getMeta?(key: string): ResponseMeta | undefined;
}
