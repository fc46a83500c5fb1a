/**
 * Actions, managers and the metas of stored responses: the vocabulary that the
 * store, the controller and the managers share. Nothing here has behaviour.
 *
 * @module
 */
import type { EndpointInterface, ErrorPolicy } from "../endpoint/contract.ts";
import type { EntityPath } from "../schema/mod.ts";
import type { Controller } from "./controller.ts";
import type { State } from "./state/state.ts";

export type { EntityPath } from "../schema/mod.ts";

/** Age, error and validity of the response stored under an endpoint key; times in milliseconds. */
export interface ResponseMeta {
  /** Wall clock when it was stored. */
  readonly date: number;
  /** Position in time of the request or write; milliseconds. */
  readonly fetchedAt: number;
  /** Wall clock after which it is stale. */
  readonly expiresAt: number;
  /** The `expiresAt` before this one, for information. */
  readonly prevExpiresAt?: number | undefined;
  /** Whatever the endpoint rejected with. */
  readonly error?: unknown;
  /** What the endpoint said about that error. */
  readonly errorPolicy?: ErrorPolicy;
  /** Whether the response was dropped and must be fetched again. */
  readonly invalidated?: boolean;
}

/** Times carried by actions that write. */
export interface ActionMeta {
  /** Position in time of the request or write; milliseconds. */
  readonly fetchedAt: number;
  /** Wall clock when it was stored. */
  readonly date: number;
  /** Wall clock after which it is stale. */
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
  /** Tells the action apart. */
  readonly type: "rdc/fetch";
  /** Key of the endpoint with these arguments. */
  readonly key: string;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What is called. */
  readonly endpoint: E;
  /** Position in time, and the promise of the outcome. */
  readonly meta: {
    /** Stamp of the request, in milliseconds. */
    readonly fetchedAt: number;
    /** Settles the promise. */
    resolve(value?: unknown): void;
    /** Settles the promise. */
    reject(reason?: unknown): void;
    /** Settles with the raw outcome. */
    readonly promise: Promise<unknown>;
    /** Stamp of the failed attempt this one replaces: the layer with that stamp moves to `fetchedAt`. */
    readonly renews?: number;
  };
}

/** A pending optimistic layer. */
export interface OptimisticAction<
  E extends EndpointInterface = EndpointInterface,
> {
  /** Tells the action apart. */
  readonly type: "rdc/optimistic";
  /** Key of the endpoint with these arguments. */
  readonly key: string;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What is called. */
  readonly endpoint: E;
  /** Times of the layer; its stamp is that of the fetch. */
  readonly meta: ActionMeta;
}

/** Writes a value by schema. */
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

/** Stores the outcome of a request. */
export interface SetResponseAction<
  E extends EndpointInterface = EndpointInterface,
> {
  /** Tells the action apart. */
  readonly type: "rdc/setresponse";
  /** Key of the endpoint with these arguments. */
  readonly key: string;
  /** The resolved value, or the reason of rejection when `error` is true. */
  readonly response: unknown;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What is called. */
  readonly endpoint: E;
  /** Times of the response. */
  readonly meta: ActionMeta;
  /** Whether the request failed. */
  readonly error?: boolean;
  /** The key was invalidated after the request had started: entities are merged, entry and meta of the key stay as they are. */
  readonly outdated?: boolean;
}

/** Empties the store. */
export interface ResetAction {
  /** Tells the action apart. */
  readonly type: "rdc/reset";
  /** Stamp of the reset. */
  readonly date: number;
}

/** A reader wants a key kept up to date. */
export interface SubscribeAction<
  E extends EndpointInterface = EndpointInterface,
> {
  /** Tells the action apart. */
  readonly type: "rdc/subscribe";
  /** Key of the endpoint with these arguments. */
  readonly key: string;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What is called. */
  readonly endpoint: E;
}

/** A reader no longer wants a key kept up to date. */
export interface UnsubscribeAction<
  E extends EndpointInterface = EndpointInterface,
> {
  /** Tells the action apart. */
  readonly type: "rdc/unsubscribe";
  /** Key of the endpoint with these arguments. */
  readonly key: string;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** What is called. */
  readonly endpoint: E;
}

/** Drops the response of a key. */
export interface InvalidateAction {
  /** Tells the action apart. */
  readonly type: "rdc/invalidate";
  /** The key that is meant. */
  readonly key: string;
}

/** Drops the responses of all matching keys. */
export interface InvalidateAllAction {
  /** Tells the action apart. */
  readonly type: "rdc/invalidateall";
  /** Whether a key is meant. */
  readonly testKey: (key: string) => boolean;
}

/** Marks the responses of all matching keys stale. */
export interface ExpireAllAction {
  /** Tells the action apart. */
  readonly type: "rdc/expireall";
  /** Whether a key is meant. */
  readonly testKey: (key: string) => boolean;
}

/** Aborts the requests in flight for a key. Never changes the state. */
export interface AbortAction {
  /** Tells the action apart. */
  readonly type: "rdc/abort";
  /** The key that is meant. */
  readonly key: string;
}

/** Removes what nothing refers to any more. */
export interface GCAction {
  /** Tells the action apart. */
  readonly type: "rdc/gc";
  /** Entities to remove. */
  readonly entities: readonly { readonly key: string; readonly pk: string }[];
  /** Keys whose responses to remove. */
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
  /** Shows readers another state, such as a recorded one; `undefined` ends that. */
  readonly showState?: ((state: State | undefined) => void) | undefined;
}

/** Sends an action on its way; resolves once the resulting state is committed. */
export type Dispatch = (action: ActionTypes) => Promise<void>;

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
