/**
 * Sends what happens in a store to the Redux devtools.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import type {
  ActionTypes,
  Dispatch,
  FetchAction,
  Touched,
} from "./contract.ts";
import type { CommitNotice, Controller } from "./controller.ts";
import type { RunningRequest } from "./network_request.ts";
import type { State } from "./graph/state.ts";
import { currentOrigin } from "./origin.ts";
import { applyLayers } from "./state/layers.ts";
import type { Manager, Middleware } from "./manager.ts";

/** A message of the Redux DevTools extension to a {@linkcode DevToolsManager}. */
export interface DevToolsMessage {
  /** `START` and `STOP` of monitoring, or `DISPATCH` of a command. */
  readonly type: string;
  /** Of `DISPATCH`: the command. */
  readonly payload?: {
    readonly type?: string;
    readonly actionId?: number;
    readonly index?: number;
    readonly status?: boolean;
  } | undefined;
}

/** One connection of a {@linkcode DevToolsManager} to the extension. */
export interface DevToolsConnection {
  /** Sends an action and the state after it. */
  send(action: unknown, state: unknown): void;
  /** Starts a new history. */
  init(state: unknown): void;
  /** Listens to what the extension sends; returns the end of it. */
  subscribe(
    listener: (message: DevToolsMessage) => void,
  ): (() => void) | undefined | void;
}

/**
 * The global that the Redux DevTools extension makes, as far as a
 * {@linkcode DevToolsManager} uses it.
 */
export interface DevToolsExtension {
  /** Opens a connection. */
  connect(config: DevToolsConfig): DevToolsConnection;
}

/**
 * Options of a {@linkcode DevToolsManager}; anything the extension knows is
 * passed on.
 */
export interface DevToolsConfig {
  /** Name of the connection. */
  readonly name?: string | undefined;
  /** Longest history, in actions. */
  readonly maxAge?: number | undefined;
  /** Delay with which actions are sent in batches, in milliseconds. */
  readonly latency?: number | undefined;
  /** Chooses the actions that are sent, by the state after each. Default: all. */
  readonly predicate?:
    | ((state: State, action: ActionTypes) => boolean)
    | undefined;
  /** Makes the object that is sent in place of an action. */
  readonly actionSanitizer?:
    | ((action: ActionTypes, id: number) => unknown)
    | undefined;
  /** Makes the object that is sent in place of a state. */
  readonly stateSanitizer?:
    | ((state: State, index: number) => unknown)
    | undefined;
  /** The features that the window of the extension offers. */
  readonly features?: Readonly<Record<string, boolean | string>> | undefined;
  /** Any other option of the extension. */
  readonly [option: string]: unknown;
}

/** An event, as {@linkcode DevToolsManager} records it for a panel. */
export interface DevToolsRecord {
  /** Position among all records of the manager, from 1. */
  readonly number: number;
  /** The action. */
  readonly action: ActionTypes;
  /** The sender, such as a manager and its channel; `undefined` for the application. Known in development. */
  readonly origin?: string | undefined;
  /** Time at which it was dispatched, in milliseconds. */
  readonly date: number;
  /** How long its fetch took, in milliseconds; of responses only. */
  readonly duration: number | undefined;
  /** The confirmed states before and after; `undefined` if it changed nothing. */
  readonly commit: Pick<CommitNotice, "before" | "state"> | undefined;
  /** The data that it changed, computed when it is asked for. */
  readonly changes: Touched;
}

/**
 * An action that a {@linkcode DevToolsManager} saw, and the visible state after
 * it.
 */
export interface DevToolsStep {
  /** The action. */
  readonly action: ActionTypes;
  /** The visible state after it. */
  readonly state: State;
}

/** Globals of a page: those of the extension, and what tools find controllers by. */
interface DevToolsGlobals {
  readonly __REDUX_DEVTOOLS_EXTENSION__?: DevToolsExtension;
  readonly document?: { readonly title?: string };
  __DC_CONTROLLERS__?: Map<string, Controller>;
}
const globals = globalThis as DevToolsGlobals;

/** So many steps are retained for the extension. */
const defaultBufferLength = 100;
/** So many actions are recorded for panels. */
const defaultHistory = 200;

/**
 * Records what happened for panels, and sends every action, with the state it
 * led to, to the Redux DevTools browser extension. Does nothing in production.
 *
 * @example
 * ```ts
 * import { createClient, DevToolsManager, NetworkManager } from "@tessera/client";
 *
 * const network = new NetworkManager();
 * const devTools = new DevToolsManager({ name: "Harbour" }, (action) => network.skipLogging(action));
 * using client = createClient({ managers: [devTools, network] });
 * ```
 */
export class DevToolsManager implements Manager {
  /** Sends each action. */
  readonly middleware: Middleware;
  /** The connection; `undefined` where there is no extension, and in production. */
  protected readonly devTools: DevToolsConnection | undefined;
  /** Steps that wait until the extension wants them. */
  protected buffer: DevToolsStep[] = [];
  /** Whether an action is not worth showing. */
  protected readonly skipLogging:
    | ((action: ActionTypes) => boolean)
    | undefined;

  readonly #isActive: boolean = isDevelopment();
  readonly #name: string;
  readonly #bufferLength: number;
  readonly #historyLength: number;
  readonly #records: ActionRecord[] = [];
  readonly #recordListeners = new Set<() => void>();
  #recordCount = 0;
  /** What is being dispatched. */
  #current: ActionRecord | undefined;
  /** How many actions are being dispatched, recorded or not. */
  #depth = 0;
  #stopFollowing: (() => void) | undefined;
  #controller: Controller | undefined;
  /** Where the history of the extension begins. */
  #committed: State | undefined;
  /** States by the numbers of the extension: 0 is where the history begins. Only the newest are retained. */
  readonly #states = new Map<number, State>();
  #newest = 0;
  #isStarted = false;
  #isPaused = false;
  /** The listener of the extension; one that cannot be ended stays. */
  #subscription: { readonly end: (() => void) | undefined | void } | undefined;

  /**
   * Connects to the extension, if it is there.
   *
   * @param config Options of the extension's connection.
   * @param skipLogging Tells which actions are not worth showing.
   */
  constructor(
    config?: DevToolsConfig | undefined,
    skipLogging?: ((action: ActionTypes) => boolean) | undefined,
  ) {
    const all = { ...defaultConfig(), ...config };
    const length = all.maxAge && all.maxAge * 2;
    this.skipLogging = skipLogging;
    this.#name = all.name ?? "Data Client";
    this.#bufferLength = length ?? defaultBufferLength;
    this.#historyLength = length ?? defaultHistory;
    this.devTools = this.#isActive
      ? attempt(() => globals.__REDUX_DEVTOOLS_EXTENSION__?.connect(all))
      : undefined;
    this.middleware = (controller) => {
      if (!this.#isActive) return (next) => next;
      this.#controller = controller;
      this.#follow(controller);
      return (next) => (action) => this.#forward(action, next, controller);
    };
  }

  /** Begins a history with this state, and listens to the extension. */
  init(initialState: State): void {
    if (!this.#isActive) return;
    const controller = this.#controller;
    if (controller) {
      register(this.#name, controller);
      this.#follow(controller);
    }
    const { devTools } = this;
    if (!devTools) return;
    this.#begin(controller?.getState() ?? initialState);
    this.#subscription ??= attempt(() => ({
      end: devTools.subscribe((message) => this.#receive(message)),
    }));
  }

  /** Stops listening, and puts the newest state on display. */
  cleanup(): void {
    if (this.#controller) {
      unregister(this.#controller);
      this.#controller.showState(undefined);
    }
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    const end = this.#subscription?.end;
    if (!end) return;
    attempt(end);
    this.#subscription = undefined;
  }

  /** The latest events, oldest first; their number is bounded. For panels. */
  records(): readonly DevToolsRecord[] {
    return this.#records;
  }

  /**
   * Listens to new records. For panels.
   *
   * @param listener Called while an action is dispatched, so it must not do much.
   * @returns Stops listening.
   */
  onRecord(listener: () => void): () => void {
    this.#recordListeners.add(listener);
    return () => void this.#recordListeners.delete(listener);
  }

  /** Fetches that have not settled, oldest first. For panels. */
  inFlight(): readonly FetchAction[] {
    const managers: readonly RequestingManager[] = this.#controller?.managers ??
      [];
    return managers.flatMap((manager) => manager.requests?.() ?? [])
      .map(({ action }) => action);
  }

  /** Learns what actions change, and the states they lead from and to. */
  #follow(controller: Controller): void {
    this.#stopFollowing ??= controller.onCommit((notice) => {
      const record = this.#current?.isOf(notice)
        ? this.#current
        // another manager has held it for a while, or sends its own past this
        // one
        : this.#records.findLast((record) => record.isOf(notice));
      if (record) record.commit = notice;
      // a queue in front of this manager dispatches a change before it sends it
      else if (notice.action && this.#depth === 0 && !this.#isPaused) {
        this.#record(notice.action).commit = notice;
        for (const listener of this.#recordListeners) listener();
      }
    });
  }

  #record(action: ActionTypes): ActionRecord {
    const record = new ActionRecord(++this.#recordCount, action);
    this.#records.push(record);
    if (this.#records.length > this.#historyLength) this.#records.shift();
    return record;
  }

  #forward(
    action: ActionTypes,
    next: Dispatch,
    controller: Controller,
  ): Promise<void> {
    // a fetch that joins another is known only before it is forwarded
    const isSkipped = this.#isPaused ||
      (attempt(() => this.skipLogging?.(action)) ?? false);
    const record = isSkipped ? undefined : this.#record(action);
    const outer = this.#current;
    this.#current = record;
    this.#depth++;
    try {
      // a middleware written in JavaScript may return nothing
      const outcome = Promise.resolve(next(action));
      if (record && this.devTools) {
        const passed = controller.getState();
        const show = () => {
          // what else was dispatched meanwhile has a state of its own
          const state = record.commit?.state ?? passed;
          this.#show({ action, state: applyLayers(controller, state) });
        };
        // sent before the caller goes on, who gets the very promise
        outcome.then(show, show);
      }
      return outcome;
    } finally {
      this.#current = outer;
      this.#depth--;
      for (const listener of this.#recordListeners) listener();
    }
  }

  #show(step: DevToolsStep): void {
    if (this.#isStarted) return this.#send(step);
    this.buffer.push(step);
    if (this.buffer.length > this.#bufferLength) {
      this.buffer = this.buffer.slice(this.buffer.length >> 1);
    }
  }

  #send({ action, state }: DevToolsStep): void {
    this.#states.set(++this.#newest, state);
    this.#states.delete(this.#newest - this.#bufferLength);
    attempt(() => this.devTools?.send(presented(action), state));
  }

  #begin(state: State): void {
    this.#committed = state;
    this.#newest = 0;
    this.#states.clear();
    this.#states.set(0, state);
    attempt(() => this.devTools?.init(state));
  }

  #receive({ type, payload }: DevToolsMessage): void {
    if (type === "START") {
      this.#isStarted = true;
      for (const step of this.buffer.splice(0)) this.#send(step);
    } else if (type === "STOP") this.#isStarted = false;
    else if (type === "DISPATCH" && payload && this.#controller) {
      this.#obey(payload, this.#controller);
    }
  }

  #obey(
    { type, actionId, index, status }: NonNullable<DevToolsMessage["payload"]>,
    controller: Controller,
  ): void {
    switch (type) {
      case "RESET":
        controller.resetEntireStore();
        break;
      case "COMMIT":
        this.#begin(applyLayers(controller, controller.getState()));
        break;
      case "ROLLBACK":
        controller.showState(this.#committed);
        this.#begin(this.#committed!);
        break;
      case "JUMP_TO_STATE":
      case "JUMP_TO_ACTION": {
        const number = actionId ?? index ?? this.#newest;
        const state = this.#states.get(number);
        if (number >= this.#newest) controller.showState(undefined);
        else if (state) controller.showState(state);
        break;
      }
      case "PAUSE_RECORDING":
        this.#isPaused = status ?? !this.#isPaused;
        break;
    }
  }
}

/** A manager that makes requests. */
interface RequestingManager extends Manager {
  /** What is running. */
  requests?(): readonly RunningRequest[];
}

/** What changed when nothing did. */
const nothingTouched: Touched = {
  entities: new Map(),
  endpoints: new Set(),
  everything: false,
};

class ActionRecord implements DevToolsRecord {
  readonly date: number = Date.now();
  readonly origin: string | undefined = currentOrigin();
  commit: CommitNotice | undefined;

  constructor(readonly number: number, readonly action: ActionTypes) {}

  get duration(): number | undefined {
    const { action } = this;
    return action.type === "rdc/setresponse"
      ? this.date - action.meta.fetchedAt
      : undefined;
  }

  get changes(): Touched {
    return this.commit?.touched ?? nothingTouched;
  }

  /** Whether it is the record of what a store has committed; managers may forward a copy. */
  isOf({ action }: CommitNotice): boolean {
    if (this.commit || action?.type !== this.action.type) return false;
    return action === this.action ||
      "meta" in action && "meta" in this.action &&
        action.meta.fetchedAt === this.action.meta.fetchedAt;
  }
}

/** Lets browser tools find a controller. Equal names get a number. */
function register(name: string, controller: Controller): void {
  const controllers = globals.__DC_CONTROLLERS__ ??= new Map();
  let free = name;
  for (let number = 2; controllers.has(free); number++) {
    if (controllers.get(free) === controller) return;
    free = `${name} ${number}`;
  }
  controllers.set(free, controller);
}

function unregister(controller: Controller): void {
  for (const [name, registered] of globals.__DC_CONTROLLERS__ ?? []) {
    if (registered === controller) globals.__DC_CONTROLLERS__!.delete(name);
  }
}

/** Options that apply unless the user says otherwise. Only features that work are offered. */
function defaultConfig(): DevToolsConfig {
  return {
    name: `Data Client: ${globals.document?.title ?? ""}`,
    autoPause: true,
    features: {
      pause: true,
      lock: false,
      persist: false,
      export: true,
      import: false,
      jump: true,
      skip: false,
      reorder: false,
      dispatch: false,
      test: false,
    },
    serialize: { replacer: withLocalTimes },
  };
}

const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** Writes times as local time with milliseconds when JSON is made. */
function withLocalTimes(key: string, value: unknown): unknown {
  const isTime = key === "date" || key.endsWith("At");
  if (!isTime || typeof value !== "number") return value;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : timeFormat.format(time);
}

const endpointMembers = [
  "dataExpiryLength",
  "errorExpiryLength",
  "errorPolicy",
  "invalidIfStale",
  "pollFrequency",
  "getOptimisticResponse",
  "update",
] as const satisfies readonly (keyof EndpointInterface)[];

/** Replaces the endpoint of an action by what is worth seeing of it. */
function presented(action: ActionTypes): unknown {
  if (!("endpoint" in action) || action.endpoint === undefined) return action;
  const { name, schema, sideEffect } = action.endpoint as EndpointInterface & {
    readonly name?: string;
  };
  const { toJSON } = (schema ?? {}) as { toJSON?: unknown };
  const endpoint: Record<string, unknown> = {
    name,
    schema: typeof toJSON === "function" ? toJSON.call(schema) : schema,
    sideEffect,
  };
  for (const member of endpointMembers) {
    if (member in action.endpoint) endpoint[member] = action.endpoint[member];
  }
  return { ...action, endpoint };
}

/** The extension must never break the application. */
function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
