/**
 * The imperative interface to the store.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { DataReport, ListChange } from "../schema/contract.ts";
import { logReport } from "../schema/engine.ts";
import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../schema/mod.ts";
import * as creators from "./actions.ts";
import type { Cell } from "../schema/nodes.ts";
import type {
  ActionArgs,
  ActionTypes,
  Dispatch,
  ExpiryLengths,
  FetchAction,
  Touched,
} from "./contract.ts";
import { type Clock, systemClock } from "./environment.ts";
import { Creations } from "./creations.ts";
import { DisposedError, UnboundDispatchError } from "./errors.ts";
import { needsFetch } from "./expiry.ts";
import { type GCInterface, ImmortalGCPolicy } from "./gc_policy.ts";
import { nothing, stored } from "./promises.ts";
import {
  fetchedValue,
  isNullArgs,
  keyOf,
  type QueryReading,
  type QueryState,
  type Reading,
  readQuery,
  readResponse,
  type ResponseReading,
} from "./read.ts";
import { type ReaderEntry, Readers } from "./readers.ts";
import type { Received } from "./received.ts";
import { Snapshot } from "./snapshot.ts";
import { Stamps } from "./stamps.ts";
import {
  initialState,
  type State,
  type Version,
  versionOf,
} from "./graph/state.ts";
import type {
  ArgsThen,
  FetchValue,
  NullableArgs,
  RawResponse,
  ReadEndpoint,
  SetRest,
  StoredArgs,
  StoredEndpoint,
  StoredValue,
  WriteOnlySchema,
} from "./types.ts";
import type { Manager } from "./manager.ts";

/** Parts of a {@linkcode Controller}. */
export interface ControllerOptions {
  /** Sends an action on its way. Default: throws, until a store is bound. */
  readonly dispatch?: Dispatch | undefined;
  /** Returns the base state. Default: the initial state. */
  readonly getState?: (() => State) | undefined;
  /** Decides what stays in memory. Default: everything. */
  readonly gcPolicy?: GCInterface | undefined;
  /** Source of time and timers. Default: the platform's. */
  readonly clock?: Clock | undefined;
  /** Called with what of a response was left out or cannot be read, in production too. */
  readonly onReport?: ((report: DataReport) => void) | undefined;
  /** A controller of the same store; everything else is taken from it unless it is here. */
  readonly outer?: Controller | undefined;
}

/**
 * Says which keys are meant, for `expireAll` and `invalidateAll` of a
 * {@linkcode Controller}. An endpoint is one, too, and means all of its
 * own.
 */
export interface KeyTest {
  /** Whether this key is meant. */
  testKey(key: string): boolean;
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
  readonly peek?: ((isVisible: boolean) => Version) | undefined;
  /** Puts another state on display, such as a recorded one; `undefined` ends that. */
  readonly showState?: ((state: State | undefined) => void) | undefined;
  /** Applies an action to the store without asking any middleware. */
  readonly commit?: Dispatch | undefined;
}

/** A mutation that is pending, of which {@linkcode Controller} knows all. */
export interface BegunMutation {
  /** The action of the call. */
  readonly action: FetchAction;
  /** Those of mutations that were pending when it began, and of some that began later. */
  readonly pending: readonly FetchAction[];
  /** How many of them were pending when it began. */
  readonly count: number;
  /** The confirmed state when it began. */
  readonly state: State;
  /** Whether it was sent more than once. */
  isRepeated?: boolean;
}

/** Pending mutations, by their stamp; those of a {@linkcode Controller}. */
export interface PendingMutations extends Map<number, BegunMutation> {
  /** Called when one has its response and was taken out. */
  onEnd?(): void;
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
  /**
   * Changes of lists, also of those that are not stored here.
   *
   * @internal
   */
  readonly changes?: readonly ListChange[] | undefined;
}

/** How a fetch ended: what `resolve` of a {@linkcode Controller} takes. */
export interface FetchOutcome {
  /** Key of the FETCH action. Default: what the endpoint makes of the arguments. */
  readonly key?: string | undefined;
  /** Arguments of the call. */
  readonly args: ActionArgs;
  /** The resolved value of the endpoint; with `error`, its error. */
  readonly response: unknown;
  /** Stamp of the FETCH action in milliseconds. Default: now, which is not any fetch's. */
  readonly fetchedAt?: number | undefined;
  /** Whether the endpoint rejected. */
  readonly error?: boolean | undefined;
}

/**
 * Fetches, writes and reads. All methods retain their identity and work
 * detached: `const { fetch, set } = controller`.
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
 * const getVessel = new RestEndpoint({
 *   path: "/vessels/:id",
 *   schema: Vessel,
 *   // in place of a server
 *   fetchResponse: () =>
 *     Promise.resolve(Response.json({ id: "7", name: "Fram" })),
 * });
 * const rename = getVessel.extend({ method: "PATCH", body: {} as { name: string } });
 *
 * await using client = createClient();
 * const { controller } = client;
 * const id = { id: "7" };
 * const nameOf = () => controller.get(Vessel, id, controller.getState())?.name;
 *
 * const vessel = await controller.fetch(rename, id, { name: "Fram" });
 * assertEquals([vessel.name, nameOf()], ["Fram", "Fram"]);
 * await controller.set(Vessel, id, { id: "7", name: "Gjøa" });
 * assertEquals(nameOf(), "Gjøa");
 *
 * await controller.fetch(getVessel, id);
 * assertEquals(nameOf(), "Fram");
 * // stale, and visible until the next response arrives
 * await controller.expireAll(getVessel);
 * // gone until then
 * await controller.invalidate(getVessel, id);
 *
 * // when somebody logs out
 * await controller.resetEntireStore();
 * assertEquals(nameOf(), undefined);
 * ```
 */
export class Controller {
  /** Decides what stays in memory. */
  readonly gcPolicy: GCInterface;
  /** Strictly increasing positions in time of all requests and writes. */
  readonly stamps: Stamps;
  /**
   * The readers of each response, which display or observe it.
   *
   * @internal
   */
  readonly registry: Readers;
  /**
   * Removes what the storage needs least, where something is stored; a
   * PersistManager sets it.
   *
   * @internal
   */
  declare makeRoom?: (() => Promise<void>) | undefined;
  /**
   * The session that the storage belongs to, where something is stored.
   *
   * @internal
   */
  declare storedSession?: {
    readonly name: number | undefined;
    check(): Promise<unknown>;
  } | undefined;
  /**
   * The listeners of `onCommit`.
   *
   * @internal
   */
  readonly commitListeners: Set<(notice: CommitNotice) => void>;
  /** Lifetimes for endpoints that do not say; a NetworkManager sets its own here. */
  expiryLengths: ExpiryLengths = creators.defaultExpiryLengths;
  /**
   * Pending mutations, by their stamp: what was confirmed when each
   * began, and the fields that its optimistic response changed.
   *
   * @internal
   */
  readonly begun: PendingMutations;
  /**
   * The fields that were received, as far as that is known.
   *
   * @internal
   */
  readonly received: Received;
  /** The managers of a store that has started; devtools show what they are doing. */
  managers: readonly Manager[] = [];

  /** What the store offers. */
  #store: MiddlewareAPI;
  readonly #creations: Creations;
  readonly #onReport: ControllerOptions["onReport"];
  /** What was reported, as text. */
  readonly #reported = new Set<string>();

  /**
   * Makes a controller. Inside `createClient` and DataProvider this is done for you.
   *
   * @param options See {@linkcode ControllerOptions}.
   */
  constructor(options: ControllerOptions = {}) {
    const { outer, clock } = options;
    const { dispatch = refuseDispatch, getState = () => initialState } =
      options;
    this.#store = outer ?? { dispatch, getState };
    this.#onReport = options.onReport;
    this.gcPolicy = options.gcPolicy ?? outer?.gcPolicy ??
      new ImmortalGCPolicy();
    this.stamps = outer?.stamps ?? new Stamps(clock && (() => clock.now()));
    this.registry = outer?.registry ?? new Readers(clock ?? systemClock);
    this.#creations = outer ? outer.#creations : new Creations();
    this.commitListeners = outer?.commitListeners ?? new Set();
    this.begun = outer?.begun ?? new Map();
    this.received = outer?.received ??
      { leftOut: new Set(), isPendingVisible: false };
    bindMethods(this);
    if (outer) {
      this.expiryLengths = outer.expiryLengths;
      this.managers = outer.managers;
      this.report = outer.report;
    }
  }

  /**
   * Calls an endpoint and stores the outcome.
   *
   * @param endpoint The endpoint to call.
   * @param args Arguments of the call, passed on unchanged.
   * @returns The resolved value of the endpoint; with a schema, instances. It
   * ends when the result is stored. The store notifies observers of that of
   * a mutation a task later, so that its caller can leave what has changed.
   * @throws {UnboundDispatchError} While middleware is being constructed. Everything
   * else that goes wrong rejects the promise.
   */
  fetch<E extends EndpointInterface>(
    endpoint: E,
    ...args: readonly [...Parameters<E>]
  ): Promise<FetchValue<E>> {
    let action: FetchAction;
    let isMutation: boolean;
    try {
      isMutation = Boolean(endpoint?.sideEffect);
      action = creators.createFetch(
        endpoint,
        {
          args: isMutation ? args : this.#creations.present(args),
          isHandled: true,
        },
        this.stamps,
      );
      if (isMutation) action = this.#creations.prepare(action);
      const page = endpoint as RefreshableEndpoint<E>;
      if (page["~follow"]) {
        const state = this.getState();
        page["~follow"](action.args, state.getEndpoint(action.key), state);
      }
    } catch (error) {
      return Promise.reject(error);
    }
    const { promise } = action.meta;
    const result: Promise<unknown> = promise.then(
      (response) => fetchedValue(this, action, isMutation, response),
      (error) => {
        // nobody can still do anything about it
        if (error instanceof DisposedError) result.catch(nothing);
        throw error;
      },
    );
    this.#write(action);
    // readers show the error from the store
    if (!isMutation) result.catch(nothing);
    return result as Promise<FetchValue<E>>;
  }

  /**
   * Arguments with the primary keys that the server has made for what was
   * created in place of temporary ones.
   *
   * @internal
   */
  present<Args extends ActionArgs>(args: Args): Args {
    return this.#creations.present(args);
  }

  /**
   * Calls an endpoint on behalf of a registered reader. Unlike a caller of
   * {@linkcode Controller.fetch} it does not hold the request, and it
   * takes the data from the store.
   *
   * @param endpoint The endpoint to call.
   * @param args Arguments of the call.
   * @returns Resolves or rejects with the request; its rejection is never
   * reported as unhandled.
   */
  fetchForReader(
    endpoint: EndpointInterface,
    ...args: ActionArgs
  ): Promise<unknown> {
    return this.fetchByKey(endpoint, args);
  }

  /**
   * The same, for whoever may know the key.
   *
   * @internal
   */
  fetchByKey(
    endpoint: EndpointInterface,
    args: ActionArgs,
    key?: string,
  ): Promise<unknown> {
    let request: Promise<unknown>;
    try {
      const present = this.#creations.present(args);
      const action = creators.createFetch(
        this.#toRefresh(endpoint, present),
        {
          key: present === args ? key : undefined,
          args: present,
          isForReader: true,
          isHandled: true,
        },
        this.stamps,
      );
      request = action.meta.promise;
      this.#write(action);
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
   * @param endpoint The endpoint to call.
   * @param args Arguments of the call; `null` for none at all.
   * @returns The stored data, or a promise of what {@linkcode Controller.fetch} gives. It
   * rejects with the stored error until that expires.
   */
  fetchIfStale<E extends EndpointInterface, Null = never>(
    endpoint: E,
    ...args: NullableArgs<Parameters<E>, Null>
  ): Promise<FetchValue<E>> | FetchValue<E> {
    return this.#fetchIfStale(endpoint, args, this.getState());
  }

  #fetchIfStale<E extends EndpointInterface>(
    endpoint: E,
    args: ActionArgs,
    state: State,
  ): Promise<FetchValue<E>> | FetchValue<E> {
    let reading;
    try {
      reading = readResponse(this, endpoint, args, state);
    } catch (error) {
      return Promise.reject(error);
    }
    const { "~isLoaded": isLoaded } = endpoint as RefreshableEndpoint<E>;
    if (
      needsFetch(reading, this.stamps.now()) ||
      // what is stored under its key is the list, which may lack this page
      !isNullArgs(args) && isLoaded?.call(endpoint, args, state) === false
    ) {
      return this.fetch(
        this.#toRefresh(endpoint, args as Parameters<E>),
        ...args as Parameters<E>,
      );
    }
    const { data, error } = reading;
    if (error === undefined) return data as FetchValue<E>;
    const failed = Promise.reject(error);
    // readers show it
    failed.catch(nothing);
    return failed;
  }

  /**
   * Starts a request whose result will be wanted soon, unless its response is
   * known and fresh.
   *
   * @param endpoint A read endpoint.
   * @param args Arguments of the call; `null` for none at all.
   * @returns Resolves when the request has settled; never rejects, since readers
   * show the error.
   */
  async prefetch<E extends ReadEndpoint, Null = never>(
    endpoint: E,
    ...args: NullableArgs<Parameters<E>, Null>
  ): Promise<void> {
    try {
      await this.#fetchIfStale(endpoint, args, this.getVisibleState());
    } catch (error) {
      if (error instanceof UnboundDispatchError) throw error;
    }
  }

  /**
   * Marks responses stale. Their readers refetch in the background and retain
   * showing them; responses nobody reads wait for their next reader.
   *
   * @param options `testKey` says which keys are meant; an endpoint means all of its own.
   * @returns Resolves when that is stored; does not wait for requests.
   * @throws The error of `testKey`; nothing has changed then.
   */
  expireAll(options: KeyTest): Promise<void> {
    const expired = this.dispatch(
      creators.createExpireAll((key) => options.testKey(key)),
    );
    const version = this.peek();
    for (const { key, endpoint, args } of this.registry) {
      // what was found without a response of its own has none that could expire
      if (!version.getMeta(key) && options.testKey(key)) {
        void this.fetchByKey(endpoint, args, key);
      }
    }
    return expired;
  }

  /**
   * Drops a response. Its readers must wait for a new one.
   *
   * @param endpoint The endpoint that was fetched.
   * @param args With what; `null` does nothing.
   */
  invalidate<E extends Pick<EndpointInterface, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): Promise<void> {
    return this.#tell(creators.createInvalidate, endpoint, args);
  }

  /**
   * Drops responses. Their readers must wait for new ones.
   *
   * @param options `testKey` says which keys are meant; an endpoint means all of its own.
   * @throws The error of `testKey`; nothing has changed then.
   */
  invalidateAll(options: KeyTest): Promise<void> {
    return this.dispatch(
      creators.createInvalidateAll((key) => options.testKey(key)),
    );
  }

  /**
   * Empties the store. Pending reads reject with `ResetError`.
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
   */
  set<S extends Queryable | WriteOnlySchema>(
    schema: S,
    ...rest: SetRest<S>
  ): Promise<void>;
  set(
    schema: Queryable | WriteOnlySchema,
    ...rest: ActionArgs
  ): Promise<void> {
    const args = rest as unknown[];
    return this.#write(
      creators.createSet(schema, { value: args.pop(), args }, this.stamps),
    );
  }

  /**
   * Stores a response as if it had just been fetched. Resolves a read of the
   * same key that is pending.
   *
   * @param endpoint An endpoint that could have been fetched.
   * @param rest Arguments of the call, then the response.
   * @returns Resolves when that is stored; rejects when the response cannot be processed.
   */
  setResponse<E extends EndpointInterface>(
    endpoint: E,
    ...rest: ArgsThen<Parameters<E>, RawResponse<E>>
  ): Promise<void> {
    const args = rest as unknown as unknown[];
    return this.resolve(endpoint, { response: args.pop(), args });
  }

  /**
   * Stores an error as if a fetch had just failed. Rejects a read of the same
   * key that is pending.
   *
   * @param endpoint An endpoint that could have been fetched.
   * @param rest Arguments of the call, then the error.
   */
  setError<E extends EndpointInterface>(
    endpoint: E,
    ...rest: ArgsThen<Parameters<E>, unknown>
  ): Promise<void> {
    const args = rest as unknown as unknown[];
    return this.resolve(endpoint, { response: args.pop(), args, error: true });
  }

  /**
   * Stores the outcome of one specific fetch; for managers that replace
   * NetworkManager.
   *
   * @param endpoint The endpoint that was fetched.
   * @param outcome `args` of the fetch, the `response` or with `error: true` the
   * reason of rejection, and `fetchedAt`, the stamp of the FETCH action.
   * @throws {Error} In development, for a negative expiry length.
   */
  resolve<E extends EndpointInterface>(
    endpoint: E,
    outcome: FetchOutcome,
  ): Promise<void> {
    // what was sent may stand for the response, and was sent with these
    const args = this.#creations.present(outcome.args);
    const sent = args === outcome.args ? outcome : {
      ...outcome,
      key: outcome.key ?? keyOf(endpoint, outcome.args),
      args,
    };
    return this.#write(
      creators.createSetResponse(
        endpoint,
        sent,
        this.stamps,
        this.expiryLengths,
      ),
    );
  }

  /**
   * Has readers request once more what they have read.
   *
   * @param isMeant Whether what a reader has read is requested again.
   * @internal
   */
  expireReaders(isMeant: (reading: Reading) => boolean): void {
    const state = this.getVisibleState();
    const meant = [...this.registry].filter(({ key, endpoint, args }) =>
      isMeant(readResponse(this, endpoint, args, state, key))
    );
    if (meant.length === 0) return;
    const keys = new Set(meant.map(({ key }) => key));
    void this.expireAll({ testKey: (key) => keys.has(key) });
    // what had expired before notifies nobody; requests of those that were
    // notified are joined
    for (const { key, endpoint, args } of meant) {
      void this.fetchByKey(endpoint, args, key);
    }
  }

  /**
   * Refreshes a response until {@linkcode Controller.unsubscribe}.
   *
   * @param endpoint A read endpoint, usually with `pollFrequency`.
   * @param args With what; `null` does nothing.
   */
  subscribe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E>]
  ): Promise<void> {
    return this.#tell(creators.createSubscription, endpoint, args);
  }

  /**
   * Ends what {@linkcode Controller.subscribe} began.
   *
   * @param endpoint A read endpoint.
   * @param args With what; `null` does nothing.
   */
  unsubscribe<E extends ReadEndpoint>(
    endpoint: E,
    ...args: readonly [null] | readonly [...Parameters<E>]
  ): Promise<void> {
    return this.#tell(creators.createUnsubscription, endpoint, args);
  }

  /**
   * Aborts the pending requests of a key: the request of a read, all requests
   * of a mutation. Does nothing if nothing is.
   *
   * @param endpoint The endpoint that was fetched.
   * @param args With what; `null` does nothing.
   */
  abort<E extends Pick<EndpointInterface, "key">>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): Promise<void> {
    return this.#tell(creators.createAbort, endpoint, args);
  }

  /**
   * Queries a state by schema.
   *
   * @param schema Any queryable schema.
   * @param rest Arguments of the schema, then the state.
   * @returns The value; `undefined` when it is missing or deleted.
   */
  get<S extends Queryable>(
    schema: S,
    ...rest: ArgsThen<SchemaArgs<S>, QueryState>
  ): DenormalizeNullable<S> | undefined {
    return this.getQueryMeta(schema, ...rest).data;
  }

  /**
   * Queries a state by schema.
   *
   * @param schema Any queryable schema.
   * @param rest Arguments of the schema, then the state.
   * @returns The value, and a way to protect it from collection.
   */
  getQueryMeta<S extends Queryable>(
    schema: S,
    ...rest: ArgsThen<SchemaArgs<S>, QueryState>
  ): QueryReading<DenormalizeNullable<S> | undefined> {
    const args = rest as unknown as unknown[];
    const state = args.pop() as QueryState;
    return readQuery(this, schema, args, state) as QueryReading<
      DenormalizeNullable<S> | undefined
    >;
  }

  /**
   * Reads a stored response; without one, what the schema finds in the state.
   *
   * @param endpoint The endpoint that was fetched; `key`, `schema` and
   * `invalidIfStale` are used.
   * @param rest Arguments of the call or `null`, then the state.
   * @returns The data with its validity and expiry.
   */
  getResponse<E extends StoredEndpoint>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | ArgsThen<StoredArgs<E>, State>
  ): ResponseReading<StoredValue<E>> {
    const args = rest as unknown as unknown[];
    const state = args.pop() as State;
    return readResponse(this, endpoint, args, state) as ResponseReading<
      StoredValue<E>
    >;
  }

  /**
   * The same as {@linkcode Controller.getResponse}.
   *
   * @param endpoint The endpoint that was fetched.
   * @param rest Arguments of the call or `null`, then the state.
   * @returns The data with its validity and expiry.
   */
  getResponseMeta<E extends StoredEndpoint>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | ArgsThen<StoredArgs<E>, State>
  ): ResponseReading<StoredValue<E>> {
    return this.getResponse(endpoint, ...rest);
  }

  /**
   * The error a reader of this response has to report.
   *
   * @param endpoint The endpoint that was fetched.
   * @param rest Arguments of the call or `null`, then the state.
   * @returns The error of the fetch; `undefined` if there is nothing to report.
   */
  getError<E extends Pick<StoredEndpoint, "key">>(
    endpoint: E,
    ...rest:
      | readonly [null, State]
      | ArgsThen<StoredArgs<E>, State>
    // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  ): any {
    const args = rest as unknown as unknown[];
    const state = args.pop() as State;
    return readResponse(this, endpoint as StoredEndpoint, args, state).error;
  }

  /**
   * Holds on to one state for reading.
   *
   * @param state The state to read, even if the store changes later.
   * @param fetchedAt Stamp of the fetch it is for, in milliseconds; 0 if for none.
   */
  snapshot(state: State, fetchedAt = 0): Snapshot {
    return new Snapshot(this, state, fetchedAt);
  }

  /**
   * Sends an action through all managers to the store. Resolves once the
   * resulting state is stored; no view is waited for.
   *
   * @throws {UnboundDispatchError} As long as no store is bound, and while
   * middleware is being constructed.
   */
  get dispatch(): Dispatch {
    return this.#store.dispatch;
  }

  /**
   * Wires a store; called once, before the first manager's middleware runs.
   *
   * @param api The store's `dispatch` and `getState`.
   */
  bindMiddleware(api: MiddlewareAPI): void {
    this.#store = api;
  }

  /** For managers that undo what they did, although another one refuses every action: applies an action to the store past all managers, where the store can. */
  get commit(): Dispatch | undefined {
    return this.#store.commit;
  }

  /** The base state: everything except pending optimistic changes. Reflects every dispatch at once. */
  getState(): State {
    return this.#store.getState();
  }

  /** The state readers see: the base state with all pending optimistic changes on top. */
  getVisibleState(): State {
    return (this.#store.getVisibleState ?? this.#store.getState)();
  }

  /**
   * The base state, for callers that let go of it before the next change. The
   * store need not retain for them what it overwrites.
   *
   * @internal
   */
  peek(): Version {
    const { peek, getState } = this.#store;
    return peek ? peek(false) : versionOf(getState());
  }

  /**
   * Puts another state on display, such as one that a developer tool recorded.
   * The store goes on; what happens is seen when the display ends.
   *
   * @param state The state to show; `undefined` ends the display.
   */
  showState(state: State | undefined): void {
    this.#store.showState?.(state);
  }

  /**
   * Tells a manager what each change of the confirmed state consists of, such
   * as one that stores it elsewhere. Components listen to what they read.
   *
   * @param listener Called when the change is made, before anybody else hears of
   * it. One that throws affects nobody else.
   * @returns Stops listening.
   */
  onCommit(listener: (notice: CommitNotice) => void): () => void {
    this.commitListeners.add(listener);
    return () => void this.commitListeners.delete(listener);
  }

  /**
   * Tells whoever listens by `onCommit`. Stores call it.
   *
   * @internal
   */
  noteCommit(notice: CommitNotice): void {
    for (const listener of this.commitListeners) {
      try {
        listener(notice);
      } catch (error) {
        console.error(error);
      }
    }
  }

  /**
   * Takes a report of something that was left out of what is stored, or that
   * cannot be read. It is printed in development and goes to `onReport`, once:
   * the same again, such as with the next response of a poll, is not reported.
   *
   * @param report The event and its place.
   */
  report(report: DataReport): void {
    const { key, place, message } = report;
    const text = `${key}\n${place}\n${message}`;
    if (this.#reported.has(text)) return;
    if (this.#reported.size === mostReported) this.#reported.clear();
    this.#reported.add(text);
    logReport(report);
    try {
      this.#onReport?.(report);
    } catch (error) {
      console.error(error);
    }
  }

  /**
   * The responses somebody displays or observes.
   *
   * @returns One entry for each key, oldest first.
   */
  readers(): Iterable<ReaderEntry> {
    return this.registry;
  }

  /**
   * Registers a reader on display.
   *
   * @param endpoint The endpoint that it reads.
   * @param args With what; `null` registers nothing.
   * @returns Its release; calling it again does nothing.
   */
  addReader<E extends EndpointInterface>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): () => void {
    return isNullArgs(args)
      ? nothing
      : this.registry.add(keyOf(endpoint, args), endpoint, args);
  }

  /**
   * Whether anybody displays or observes a response, or waits before it can.
   *
   * @param key Key of the response.
   */
  hasReader(key: string): boolean {
    return this.registry.has(key);
  }

  /**
   * Listens for responses that have lost their last reader.
   *
   * @param listener Called with the key, in a later task.
   * @returns Stops listening.
   */
  onUnread(listener: (key: string) => void): () => void {
    const { listeners } = this.registry;
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** The endpoint to call for data that is stale: that of a list also requests its pages. */
  #toRefresh<E extends EndpointInterface>(
    endpoint: E,
    args: ActionArgs,
  ): E {
    const { "~forRefresh": refresh } = endpoint as RefreshableEndpoint<E>;
    return refresh?.call(endpoint, args, this) ?? endpoint;
  }

  /** Dispatches what concerns one key; nothing for readers that are not active. */
  #tell<E extends Pick<EndpointInterface, "key">>(
    create: (endpoint: E, call: { readonly args: ActionArgs }) => ActionTypes,
    endpoint: E,
    args: ActionArgs,
  ): Promise<void> {
    return isNullArgs(args)
      ? stored
      : this.dispatch(create(endpoint, { args }));
  }

  /** Dispatches; what goes wrong on the way rejects, and may be ignored. Of a fetch it is the outcome. */
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
    written.catch(action.type === "rdc/fetch" ? action.meta.reject : nothing);
    return written;
  }
}

/** How many reports are known, so that none is made twice. */
const mostReported = 1000;

/** Dispatches where there is no store yet. */
export function refuseDispatch(): never {
  throw new UnboundDispatchError();
}

/** Makes all methods work detached, those that a subclass overrides as well. */
function bindMethods(controller: Controller): void {
  const members = Object.getOwnPropertyDescriptors(Controller.prototype);
  for (const [name, { value }] of Object.entries(members)) {
    // an accessor gives something that is bound, or not a method at all
    if (value === undefined || name === "constructor") continue;
    controller[name as "fetch"] = controller[name as "fetch"].bind(controller);
  }
}

interface RefreshableEndpoint<E> {
  readonly "~forRefresh"?: (args: ActionArgs, store: Controller) => E;
  /** Of a page of a list: finds out from what is stored by what pages are requested. */
  "~follow"?(args: ActionArgs, before: unknown, state: State): void;
  /** Of a page of a list: whether it was loaded. */
  readonly "~isLoaded"?: (args: ActionArgs, state: State) => boolean;
}
