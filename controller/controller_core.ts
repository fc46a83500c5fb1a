/**
 * The wiring of a controller: its store, its clock and its readers.
 *
 * @module
 */
import type { DataReport } from "../schema/contract.ts";
import { logReport } from "../schema/engine.ts";
import type { EndpointInterface, StoredArgs } from "../endpoint/contract.ts";
import { defaultExpiryLengths } from "./actions.ts";
import type {
  ActionArgs,
  Dispatch,
  ExpiryLengths,
  GCInterface,
  MiddlewareAPI,
} from "./contract.ts";
import { type Clock, systemClock } from "./environment.ts";
import { UnboundDispatchError } from "./errors.ts";
import { ImmortalGCPolicy } from "./immortal_gc_policy.ts";
import { keyOf } from "./key_of.ts";
import { nothing } from "./nothing.ts";
import { isNullArgs } from "./null_args.ts";
import { type ReaderEntry, Readers } from "./readers.ts";
import { Stamps } from "./stamps.ts";
import { initialState, type State } from "./graph/state.ts";

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
  /** How long a key stays without reader before that counts, in milliseconds. Default 0. */
  readonly readerGraceMs?: number | undefined;
  /** Told what of a response was left out or cannot be read, in production too. */
  readonly onReport?: ((report: DataReport) => void) | undefined;
  /** A controller of the same store; everything else is taken from it unless given here. */
  readonly outer?: ControllerCore | undefined;
}

/**
 * The part of a {@linkcode Controller} that connects it to a store and knows
 * its readers.
 *
 * @example
 * ```ts
 * import { Controller, initialState } from "@tessera/client";
 * import { type ControllerCore } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * const unbound: ControllerCore = new Controller();
 * assertEquals(unbound.getState(), initialState);
 * ```
 */
export class ControllerCore {
  /** Decides what stays in memory. */
  readonly gcPolicy: GCInterface;
  /** Strictly increasing positions in time of all requests and writes. */
  readonly stamps: Stamps;
  /** Lifetimes for endpoints that do not say; a NetworkManager sets its own here. */
  expiryLengths: ExpiryLengths = defaultExpiryLengths;

  /** Sends an action to the bound store. */
  protected _dispatch: Dispatch;
  /** Returns the base state of the bound store. */
  protected _getState: () => State;
  /** Returns the visible state of the bound store, where it keeps one. */
  protected _getVisibleState: (() => State) | undefined;
  /** Shows readers another state, where the bound store can. */
  protected _showState: ((state: State | undefined) => void) | undefined;
  /** Applies an action to the bound store past all managers, where the store can. */
  protected _commit: Dispatch | undefined;
  readonly #readers: Readers;
  readonly #onReport: ControllerOptions["onReport"];
  /** What was reported, as text. */
  readonly #reported: Set<string>;
  readonly #send: Dispatch = (action) => this._dispatch(action);

  /**
   * Makes a controller that is to be bound to a store.
   *
   * @param options See {@linkcode ControllerOptions}.
   */
  constructor(options: ControllerOptions = {}) {
    const { outer, clock = systemClock } = options;
    this._dispatch = options.dispatch ?? outer?.dispatch ?? refuseDispatch;
    this._getState = options.getState ??
      (outer ? () => outer.getState() : () => initialState);
    if (outer) {
      this._getVisibleState = () => outer.getVisibleState();
      this._showState = (state) => outer.showState(state);
      this.expiryLengths = outer.expiryLengths;
    }
    this.gcPolicy = options.gcPolicy ?? outer?.gcPolicy ??
      new ImmortalGCPolicy();
    this.stamps = outer?.stamps ?? new Stamps(() => clock.now());
    this.#onReport = options.onReport ??
      (outer ? outer.#onReport : undefined);
    this.#reported = outer ? outer.#reported : new Set();
    this.#readers = outer ? outer.#readers : new Readers(
      clock,
      options.readerGraceMs,
    );
  }

  /**
   * Sends an action through all managers to the store. Resolves once the
   * resulting state is stored; no view is waited for.
   *
   * @throws {UnboundDispatchError} As long as no store is bound, and while
   * middleware is being constructed.
   *
   * @example
   * ```ts
   * import { type Controller } from "@tessera/client";
   * import { actions } from "@tessera/client/controller";
   *
   * const empty = (controller: Controller) => controller.dispatch(actions.createReset(controller.stamps));
   * ```
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
    this._showState = api.showState;
    this._commit = api.commit;
  }

  /** For managers that undo what they did, although another one refuses every action: applies an action to the store past all managers, where the store can. */
  get commit(): Dispatch | undefined {
    return this._commit;
  }

  /** The base state: everything except pending optimistic changes. Reflects every dispatch at once. */
  getState(): State {
    return this._getState();
  }

  /** The state readers see: the base state with all pending optimistic changes on top. */
  getVisibleState(): State {
    return (this._getVisibleState ?? this._getState)();
  }

  /**
   * Shows readers another state, such as one that a developer tool recorded.
   * The store goes on; what happens is seen when the display ends.
   *
   * @param state What to show; `undefined` ends the display.
   */
  showState(state: State | undefined): void {
    this._showState?.(state);
  }

  /**
   * Takes a report of something that was left out of what is stored, or that
   * cannot be read. It is printed in development and goes to `onReport`, once:
   * the same again, such as with the next answer of a poll, is not told.
   *
   * @param report What happened, and where.
   *
   * @example
   * ```ts
   * import { Controller, type DataReport } from "@tessera/client";
   * import { assertEquals } from "@std/assert";
   *
   * const told: DataReport[] = [];
   * const controller = new Controller({ onReport: (report) => told.push(report) });
   * controller.report({ message: "The tide table has no heights.", key: "GET /tides" });
   * assertEquals(told.length, 1);
   * ```
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
   *
   * @example
   * ```ts
   * import type { Controller } from "@tessera/client";
   *
   * function report(controller: Controller) {
   *   for (const { key, count } of controller.readers()) console.log(key, count);
   * }
   * ```
   */
  readers(): Iterable<ReaderEntry> {
    return this.#readers;
  }

  /**
   * Registers a reader on display.
   *
   * @param endpoint What it reads.
   * @param args With what; `null` registers nothing.
   * @returns Its release; calling it again does nothing.
   *
   * @example
   * ```ts
   * import { Controller, Endpoint } from "@tessera/client";
   *
   * const getTide = new Endpoint(
   *   async ({ port }: { port: string }) => ({ port, height: 2 }),
   *   { name: "getTide" },
   * );
   * function show(controller: Controller) {
   *   const release = controller.addReader(getTide, { port: "aden" });
   *   return () => release();
   * }
   * ```
   */
  addReader<E extends EndpointInterface>(
    endpoint: E,
    ...args: readonly [null] | readonly [...StoredArgs<E>]
  ): () => void {
    if (isNullArgs(args)) return nothing;
    return this.#readers.add(keyOf(endpoint, args), endpoint, args);
  }

  /**
   * Registers a reader that waits for a request before it can be displayed.
   * Ends by itself five seconds after the request settled.
   *
   * @param request What it waits for.
   * @param endpoint What it reads.
   * @param args With what; `null` registers nothing.
   * @returns Its release; calling it again does nothing.
   */
  addWaitingReader(
    request: Promise<unknown>,
    endpoint: EndpointInterface,
    ...args: ActionArgs
  ): () => void {
    if (isNullArgs(args)) return nothing;
    const key = keyOf(endpoint, args);
    return this.#readers.addWaiting(key, endpoint, args, request);
  }

  /**
   * Whether anybody displays, observes or awaits a response.
   *
   * @param key Key of the response.
   */
  hasReader(key: string): boolean {
    return this.#readers.has(key);
  }

  /**
   * Registers a caller that awaits a request, until it settles.
   *
   * @param request What is awaited.
   * @param key Key of the response.
   * @param endpoint What is called.
   * @param args With what.
   */
  protected _addCaller(
    request: Promise<unknown>,
    key: string,
    endpoint: EndpointInterface,
    args: ActionArgs,
  ): void {
    this.#readers.addCaller(key, endpoint, args, request);
  }

  /** Forgets all readers and their timers; the store is gone for good. */
  clearReaders(): void {
    this.#readers.clear();
  }

  /**
   * Listens for responses that have lost their last reader.
   *
   * @param listener Called with the key, after the grace time.
   * @returns Stops listening.
   *
   * @example
   * ```ts
   * import type { Controller } from "@tessera/client";
   *
   * const logUnread = (controller: Controller) => controller.onUnread((key) => console.log(key));
   * ```
   */
  onUnread(listener: (key: string) => void): () => void {
    return this.#readers.onUnread(listener);
  }
}

/** How many reports are known, so that none is told twice. */
const mostReported = 1000;

function refuseDispatch(): never {
  throw new UnboundDispatchError();
}
