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
import type { EntityPath } from "../schema/mod.ts";
import type { Cell } from "../schema/nodes.ts";
import type { Controller } from "./controller.ts";
import type { EndpointRecord, State } from "./graph/state.ts";

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
  /** Whether the server has certainly not carried out what failed; by default its error tells. */
  readonly isUndone?: boolean;
}

/** A mutation that is pending, of which {@linkcode Controller} knows all. */
export interface BegunMutation {
  /** The action of the call. */
  readonly action: FetchAction;
  /** The confirmed state when it began. */
  readonly state: State;
  /** Names of fields that its optimistic response changed, by the cell of their row. */
  readonly changed: Map<unknown, Set<string | symbol>>;
  /** Whether it was sent more than once. */
  isRepeated?: boolean;
}

/** Pending mutations, by their stamp; those of a {@linkcode Controller}. */
export interface PendingMutations extends Map<number, BegunMutation> {
  /** Called when one has its response and was taken out. */
  onEnd?(): void;
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
 * The interface of a store for the controller and its middlewares, in the form
 * that Redux uses. The example of {@linkcode Middleware} needs only the
 * controller.
 */
export interface MiddlewareAPI {
  /** Sends an action through the whole chain, from the first manager. */
  readonly dispatch: Dispatch;
  /** The current base state. */
  readonly getState: () => State;
  /** The current state with all pending optimistic layers applied. */
  readonly getVisibleState?: (() => State) | undefined;
  /**
   * The visible state, or the base state, for somebody who lets go of it before
   * the next change.
   *
   * @internal
   */
  readonly peek?: ((isVisible: boolean) => State) | undefined;
  /** Puts another state on display, such as a recorded one; `undefined` ends that. */
  readonly showState?: ((state: State | undefined) => void) | undefined;
  /** Applies an action to the store without asking any middleware. */
  readonly commit?: Dispatch | undefined;
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
 * Decides what stays in memory. {@linkcode GCPolicy} counts references and
 * removes what is old; `ImmortalGCPolicy` retains everything.
 *
 * @example
 * ```ts
 * import { createClient } from "@tessera/client";
 * import { type GCInterface } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * // retains everything, and counts how many readers there are
 * let readers = 0;
 * const counting: GCInterface = {
 *   createCountRef: () => () => {
 *     readers++;
 *     return () => {
 *       readers--;
 *     };
 *   },
 *   init() {},
 *   cleanup() {},
 * };
 * using client = createClient({ gcPolicy: counting });
 * assertEquals(readers, 0);
 * ```
 */
export interface GCInterface {
  /** Prepares a reference; the returned function takes it and returns its release, which has an effect once. */
  createCountRef(target: CountRefTarget): () => () => void;
  /** Starts collecting. */
  init(controller: Controller): void;
  /** Stops collecting; `init` starts again. */
  cleanup(): void;
  /** The store calls it with what each commit wrote. */
  noteTouched?(touched: Touched): void;
  /** Asked by the store right before a removal is applied; drops what is in use again. */
  recheck?(action: GCAction): GCAction;
}

/**
 * Wraps dispatch. The factory runs once per store.
 *
 * @example
 * ```ts
 * import { createClient, type Middleware, NetworkManager } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const seen: string[] = [];
 * const log: Middleware = () => (next) => (action) => {
 *   seen.push(action.type);
 *   return next(action);
 * };
 *
 * await using client = createClient({
 *   managers: [{ middleware: log, cleanup() {} }, new NetworkManager()],
 * });
 * await client.resetEntireStore();
 * assertEquals(seen, ["rdc/reset"]);
 * ```
 */
export type Middleware = (
  controller: Controller,
) => (next: Dispatch) => Dispatch;

/**
 * A middleware with a life cycle. `init` and `cleanup` must be symmetric: init,
 * cleanup, init leaves it working.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 * import type { Manager, Middleware } from "@tessera/client";
 *
 * // fetches everything again every hour
 * class HourlyRefresh implements Manager {
 *   #timer: ReturnType<typeof setInterval> | undefined;
 *   #refresh = () => {};
 *
 *   readonly middleware: Middleware = (controller) => {
 *     this.#refresh = () => controller.expireAll({ testKey: () => true });
 *     return (next) => next;
 *   };
 *   init() {
 *     this.#timer = setInterval(() => this.#refresh(), 3_600_000);
 *   }
 *   cleanup() {
 *     clearInterval(this.#timer);
 *   }
 * }
 *
 * using client = createClient({
 *   managers: [new HourlyRefresh(), ...getDefaultManagers()],
 * });
 * ```
 */
export interface Manager {
  /** Wraps dispatch. */
  readonly middleware?: Middleware;
  /** Legacy form of `middleware`. */
  getMiddleware?(): Middleware;
  /**
   * Called after the store exists.
   *
   * @param state what the store starts with
   */
  init?(state: State): void;
  /** Stops everything `init` and the middleware started. */
  cleanup(): void;
}

/**
 * The part a manager plays, by which {@linkcode applyManager} warns of orders
 * in which managers miss what they wait for, without importing every manager
 * there is.
 */
export type ManagerRole =
  | "network"
  | "offline"
  | "persist"
  | "push"
  | "subscription"
  | "tabs";

/** A manager that says which part it plays. See {@linkcode applyManager}. */
export interface ManagerWithRole extends Manager {
  /** The part this manager plays; a replacement for NetworkManager says `"network"`. */
  readonly role?: ManagerRole;
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

/**
 * One change of what is confirmed, as `onCommit` of {@linkcode Controller} tells it.
 * Optimistic changes are left out until they are confirmed.
 */
export interface CommitNotice {
  /** The action; `undefined` if a state was put in the place of another. */
  readonly action: ActionTypes | undefined;
  /** The confirmed state before. Not to be retained, because what it holds has to be retained for it. */
  readonly before: State;
  /** The confirmed state now. */
  readonly state: State;
  /** The difference between the two states. */
  readonly touched: Touched;
  /**
   * Rows and lists of which only the server knows what they are; with a stamp
   * where that is so because a row changed its place in them.
   *
   * @internal
   */
  readonly doubts?: ReadonlyMap<Cell, number | undefined> | undefined;
}
