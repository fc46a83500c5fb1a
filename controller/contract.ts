/**
 * Actions, managers and the metas of stored responses: the vocabulary that the
 * store, the controller and the managers share. Nothing here has behaviour.
 *
 * @module
 */
import type { EndpointInterface, ErrorPolicy } from "../endpoint/contract.ts";
import type { Controller } from "./controller.ts";
import type { State } from "./state/state.ts";

/** Age, error and validity of the response stored under an endpoint key; times in milliseconds. */
export interface ResponseMeta {
  readonly date: number;
  readonly fetchedAt: number;
  readonly expiresAt: number;
  readonly prevExpiresAt?: number | undefined;
  /** Whatever the endpoint rejected with. */
  readonly error?: unknown;
  readonly errorPolicy?: ErrorPolicy;
  readonly invalidated?: boolean;
}

/** Times carried by actions that write. */
export interface ActionMeta {
  readonly fetchedAt: number;
  readonly date: number;
  readonly expiresAt: number;
  /** Stamp at which the action was created; orders confirmations within one millisecond. */
  readonly confirmedAt?: number;
  /** Stamp of the first attempt of a request that was repeated. */
  readonly firstFetchedAt?: number;
}

/** Arguments of an endpoint call, or of a query. */
// deno-lint-ignore no-explicit-any -- endpoints take any arguments
export type ActionArgs = readonly any[];

/** Starts a request. */
export interface FetchAction<E extends EndpointInterface = EndpointInterface> {
  readonly type: "rdc/fetch";
  readonly key: string;
  readonly args: ActionArgs;
  readonly endpoint: E;
  readonly meta: {
    readonly fetchedAt: number;
    resolve(value?: unknown): void;
    reject(reason?: unknown): void;
    readonly promise: Promise<unknown>;
    /** Stamp of the failed attempt this one replaces: the layer with that stamp moves to `fetchedAt`. */
    readonly renews?: number;
  };
}

/** A pending optimistic layer. */
export interface OptimisticAction<
  E extends EndpointInterface = EndpointInterface,
> {
  readonly type: "rdc/optimistic";
  readonly key: string;
  readonly args: ActionArgs;
  readonly endpoint: E;
  readonly meta: ActionMeta;
}

/** Writes a value by schema. */
export interface SetAction {
  readonly type: "rdc/set";
  /** The value, or a function from the current value. */
  readonly value: unknown;
  readonly args: ActionArgs;
  // deno-lint-ignore no-explicit-any -- any queryable schema
  readonly schema: any;
  readonly meta: ActionMeta;
}

/** Stores the outcome of a request. */
export interface SetResponseAction<
  E extends EndpointInterface = EndpointInterface,
> {
  readonly type: "rdc/setresponse";
  readonly key: string;
  /** The resolved value, or the reason of rejection when `error` is true. */
  readonly response: unknown;
  readonly args: ActionArgs;
  readonly endpoint: E;
  readonly meta: ActionMeta;
  readonly error?: boolean;
  /** The key was invalidated after the request had started: entities are merged, entry and meta of the key stay as they are. */
  readonly outdated?: boolean;
}

/** Empties the store. */
export interface ResetAction {
  readonly type: "rdc/reset";
  readonly date: number;
}

/** A reader wants a key kept up to date. */
export interface SubscribeAction<
  E extends EndpointInterface = EndpointInterface,
> {
  readonly type: "rdc/subscribe";
  readonly key: string;
  readonly args: ActionArgs;
  readonly endpoint: E;
}

/** A reader no longer wants a key kept up to date. */
export interface UnsubscribeAction<
  E extends EndpointInterface = EndpointInterface,
> {
  readonly type: "rdc/unsubscribe";
  readonly key: string;
  readonly args: ActionArgs;
  readonly endpoint: E;
}

/** Drops the response of a key. */
export interface InvalidateAction {
  readonly type: "rdc/invalidate";
  readonly key: string;
}

/** Drops the responses of all matching keys. */
export interface InvalidateAllAction {
  readonly type: "rdc/invalidateall";
  readonly testKey: (key: string) => boolean;
}

/** Marks the responses of all matching keys stale. */
export interface ExpireAllAction {
  readonly type: "rdc/expireall";
  readonly testKey: (key: string) => boolean;
}

/** Aborts the requests in flight for a key. Never changes the state. */
export interface AbortAction {
  readonly type: "rdc/abort";
  readonly key: string;
}

/** Removes what nothing refers to any more. */
export interface GCAction {
  readonly type: "rdc/gc";
  readonly entities: readonly { readonly key: string; readonly pk: string }[];
  readonly endpoints: readonly string[];
}

/** Every action the store understands. */
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
  | GCAction;

/** Lifetimes of results whose endpoint does not say, in milliseconds. */
export interface ExpiryLengths {
  /** How long data is fresh. */
  readonly dataExpiryLength: number;
  /** How long an error keeps readers from fetching again. */
  readonly errorExpiryLength: number;
}

/** What a store offers to the controller and to its middlewares; the same form Redux uses. */
export interface MiddlewareAPI {
  /** Sends an action through the whole chain, from the first manager. */
  readonly dispatch: Dispatch;
  /** The current base state. */
  readonly getState: () => State;
  /** The current state with all pending optimistic layers applied. */
  readonly getVisibleState?: (() => State) | undefined;
}

/** Sends an action on its way; resolves once the resulting state is committed. */
export type Dispatch = (action: ActionTypes) => Promise<void>;

/** An entity by table and primary key. */
export interface EntityPath {
  readonly key: string;
  readonly pk: string;
}

/** What a value was computed from: it can only change when one of these does. */
export interface Dependencies {
  /** Entities, missing ones included. */
  readonly entities: readonly EntityPath[];
  /** Tables (or their indexes) as a whole. */
  readonly tables: readonly string[];
  /** Endpoint keys: their entry or their meta. */
  readonly endpoints: readonly string[];
}

/** What a reference protects from collection. */
export interface CountRefTarget {
  /** An endpoint key. */
  readonly key?: string | undefined;
  /** Entities. */
  readonly paths?: readonly EntityPath[] | undefined;
}

/** Decides what stays in memory. */
export interface GCInterface {
  /** Prepares a reference; the returned function takes it and returns its release, which counts once. */
  createCountRef(target: CountRefTarget): () => () => void;
  /** Starts collecting. */
  init(controller: Controller): void;
  /** Stops collecting; `init` starts again. */
  cleanup(): void;
  /** Told by the store what each commit wrote. */
  noteTouched?(touched: Touched): void;
  /** Asked by the store right before a removal is applied; drops what is in use again. */
  recheck?(action: GCAction): GCAction;
}

/** Wraps dispatch. The factory runs once per store. */
export type Middleware = (
  controller: Controller,
) => (next: Dispatch) => Dispatch;

/** A middleware with a life cycle. `init` and `cleanup` must be symmetric: init, cleanup, init leaves it working. */
export interface Manager {
  /** Wraps dispatch. */
  readonly middleware?: Middleware;
  /** Legacy form of `middleware`. */
  getMiddleware?(): Middleware;
  /** Called after the store exists. */
  init?(state: State): void;
  /** Stops everything `init` and the middleware started. */
  cleanup(): void;
}

/** Entities and endpoint keys that one commit really changed: one mechanism for notification, devtools, persistence. */
export interface Touched {
  /** Entities whose row was added, changed, invalidated or removed, by table. */
  readonly entities: ReadonlyMap<string, ReadonlySet<string>>;
  /** Endpoint keys whose result or meta changed. */
  readonly endpoints: ReadonlySet<string>;
  /** Everything may have changed: reset, or a state put in place from outside. */
  readonly everything: boolean;
  /** Tables that got new primary keys; omitted where that is not known. */
  readonly grown?: ReadonlySet<string> | undefined;
}
