/**
 * Shows what happens in a store to the Redux devtools.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import { isDevelopment } from "../schema/engine.ts";
import type {
  ActionTypes,
  CommitNotice,
  Dispatch,
  FetchAction,
  Manager,
  Middleware,
  Touched,
} from "./contract.ts";
import type { Controller } from "./controller.ts";
import type { RunningRequest } from "./network_flight.ts";
import type { State } from "./graph/state.ts";
import { applyLayers } from "./state/layers.ts";
import { createReducer, type Reducer } from "./state/reduce.ts";

/** What the Redux DevTools extension sends to a {@linkcode DevToolsManager}. */
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
  /** Shows an action and the state after it. */
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
  /** Name shown for the connection. */
  readonly name?: string | undefined;
  /** Longest history, in actions. */
  readonly maxAge?: number | undefined;
  /** Delay with which actions are sent in batches, in milliseconds. */
  readonly latency?: number | undefined;
  /** Which actions are shown, given the state after each. Default: all. */
  readonly predicate?:
    | ((state: State, action: ActionTypes) => boolean)
    | undefined;
  /** What is shown in place of an action. */
  readonly actionSanitizer?:
    | ((action: ActionTypes, id: number) => unknown)
    | undefined;
  /** What is shown in place of a state. */
  readonly stateSanitizer?:
    | ((state: State, index: number) => unknown)
    | undefined;
  /** What the extension's window offers. */
  readonly features?: Readonly<Record<string, boolean | string>> | undefined;
  /** Any other option of the extension. */
  readonly [option: string]: unknown;
}

/** The extension of this page, if it is installed. */
export function devToolsExtension(): DevToolsExtension | undefined {
  const { __REDUX_DEVTOOLS_EXTENSION__: extension } = globalThis as {
    __REDUX_DEVTOOLS_EXTENSION__?: DevToolsExtension;
  };
  return extension;
}

/** Options that apply unless the user says otherwise. Only features that work are offered. */
export function defaultDevToolsConfig(): DevToolsConfig {
  const { document } = globalThis as { document?: { title?: string } };
  return {
    name: `Data Client: ${document?.title ?? ""}`,
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
    serialize: { replacer: devToolsReplacer },
  };
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

const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** Replaces the endpoint of an action by what is worth seeing of it. */
export function presentAction(action: ActionTypes): unknown {
  if (!("endpoint" in action) || action.endpoint === undefined) return action;
  return { ...action, endpoint: presentEndpoint(action.endpoint) };
}

/** Shows times as local time with milliseconds when JSON is made. */
export function devToolsReplacer(key: string, value: unknown): unknown {
  const isTime = key === "date" || key.endsWith("At");
  if (!isTime || typeof value !== "number" || !Number.isFinite(value)) {
    return value;
  }
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return value;
  return timeFormat.format(time);
}

function presentEndpoint(endpoint: EndpointInterface): object {
  const { name, schema, sideEffect } = endpoint as EndpointInterface & {
    readonly name?: string;
  };
  const shown: Record<string, unknown> = {
    name,
    schema: presentSchema(schema),
    sideEffect,
  };
  for (const member of endpointMembers) {
    if (member in endpoint) shown[member] = endpoint[member];
  }
  return shown;
}

function presentSchema(schema: unknown): unknown {
  const { toJSON } = (schema ?? {}) as { toJSON?: unknown };
  return typeof toJSON === "function" ? toJSON.call(schema) : schema;
}

/** What happened, as {@linkcode DevToolsManager} records it for a panel. */
export interface DevToolsRecord {
  /** Position among all records of the manager, from 1. */
  readonly number: number;
  /** The action. */
  readonly action: ActionTypes;
  /** Time at which it was dispatched, in milliseconds. */
  readonly date: number;
  /** How long its fetch took, in milliseconds; of responses only. */
  readonly duration: number | undefined;
  /** The confirmed states before and after; `undefined` if it changed nothing. */
  readonly commit: Pick<CommitNotice, "before" | "state"> | undefined;
  /** What it changed; computed when asked for. */
  readonly changes: Touched;
}

/** What changed when nothing did. */
const nothingTouched: Touched = {
  entities: new Map(),
  endpoints: new Set(),
  everything: false,
};

class ActionRecord implements DevToolsRecord {
  readonly date: number = Date.now();
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

  /** Whether it is the record of what a store has committed; managers may pass on a copy. */
  isOf({ action }: CommitNotice): boolean {
    if (this.commit || action?.type !== this.action.type) return false;
    return action === this.action ||
      "meta" in action && "meta" in this.action &&
        action.meta.fetchedAt === this.action.meta.fetchedAt;
  }
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

/**
 * The steps the extension was told of, numbered as it numbers them: 0 is the
 * state the history began with. Only the newest are kept.
 */
export class DevToolsHistory {
  readonly #limit: number;
  #steps: State[] = [];
  /** Number of the oldest step that is kept. */
  #first = 0;
  #committed: State;

  /**
   * @param state Where the history begins.
   * @param limit How many states are kept.
   */
  constructor(state: State, limit: number) {
    this.#limit = limit;
    this.#committed = state;
    this.begin(state);
  }

  /** The state the history began with. */
  get committed(): State {
    return this.#committed;
  }

  /** Number of the newest step. */
  get newest(): number {
    return this.#first + this.#steps.length - 1;
  }

  /** Forgets all steps; the history begins with this state. */
  begin(state: State): void {
    this.#committed = state;
    this.#steps = [state];
    this.#first = 0;
  }

  /** Adds a step. */
  add(state: State): void {
    this.#steps.push(state);
    if (this.#steps.length > this.#limit) {
      this.#steps.shift();
      this.#first++;
    }
  }

  /** The state after a step; `undefined` once it is forgotten. */
  at(number: number): State | undefined {
    return this.#steps[number - this.#first];
  }
}

/** A manager that makes requests. */
interface RequestingManager extends Manager {
  /** What is running. */
  requests?(): readonly RunningRequest[];
}

interface DevToolsGlobals {
  __DC_CONTROLLERS__?: Map<string, Controller>;
}

/**
 * Lets browser tools find a controller. Equal names get a number.
 *
 * @param name Name of the connection.
 * @param controller The controller.
 */
export function registerController(name: string, controller: Controller): void {
  const globals = globalThis as DevToolsGlobals;
  const controllers = globals.__DC_CONTROLLERS__ ??= new Map();
  let free = name;
  for (let number = 2; controllers.has(free); number++) {
    if (controllers.get(free) === controller) return;
    free = `${name} ${number}`;
  }
  controllers.set(free, controller);
}

/**
 * Undoes {@linkcode registerController}.
 *
 * @param controller The controller; entries of others stay.
 */
export function unregisterController(controller: Controller): void {
  const controllers = (globalThis as DevToolsGlobals).__DC_CONTROLLERS__;
  for (const [name, registered] of controllers ?? []) {
    if (registered === controller) controllers?.delete(name);
  }
}

const pass: Middleware = () => (next) => next;
const defaultBufferLength = 100;
/** So many actions are recorded for panels. */
const defaultHistory = 200;

/**
 * Keeps what happened for panels, and sends every action, with the state it led
 * to, to the Redux DevTools browser extension. Does nothing in production.
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
  /** Sends on what passes. */
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
  #stopFollowing: (() => void) | undefined;
  #controller: Controller | undefined;
  #reduce: Reducer | undefined;
  /** Base state after the actions noted so far. */
  #state: State | undefined;
  /** Actions that are on their way through the other managers. */
  #underWay = 0;
  #history: DevToolsHistory | undefined;
  #isStarted = false;
  #isPaused = false;
  #isSubscribed = false;
  #unsubscribe: (() => void) | undefined;

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
    const all = { ...defaultDevToolsConfig(), ...config };
    this.skipLogging = skipLogging;
    this.#name = all.name ?? "Data Client";
    this.#bufferLength = all.maxAge === undefined
      ? defaultBufferLength
      : all.maxAge * 2;
    this.#historyLength = all.maxAge === undefined
      ? defaultHistory
      : all.maxAge * 2;
    this.devTools = this.#isActive
      ? attempt(() => devToolsExtension()?.connect(all))
      : undefined;
    this.middleware = this.#isActive
      ? (controller) => {
        this.#controller = controller;
        this.#reduce = createReducer(controller);
        this.#follow(controller);
        return (next) => this.#watch(next);
      }
      : pass;
  }

  /** Begins a history with this state, and listens to the extension. */
  init(given: State): void {
    if (!this.#isActive) return;
    const state = this.#controller?.getState() ?? given;
    if (this.#controller) {
      registerController(this.#name, this.#controller);
      this.#follow(this.#controller);
    }
    const { devTools } = this;
    if (!devTools) return;
    this.#history = new DevToolsHistory(state, this.#bufferLength);
    attempt(() => devTools.init(state));
    if (this.#isSubscribed) return;
    this.#isSubscribed = true;
    this.#unsubscribe =
      attempt(() => devTools.subscribe((message) => this.#receive(message))) ??
        undefined;
  }

  /** Stops listening, and shows what is really there. */
  cleanup(): void {
    if (this.#controller) {
      unregisterController(this.#controller);
      this.#controller.showState(undefined);
    }
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    const unsubscribe = this.#unsubscribe;
    // an extension that cannot be left keeps its one subscription
    if (!unsubscribe) return;
    attempt(unsubscribe);
    this.#unsubscribe = undefined;
    this.#isSubscribed = false;
  }

  /** What happened, oldest first; bounded. For panels. */
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
      let record = this.#current;
      if (!record?.isOf(notice)) {
        // another manager has kept it for a while, or sends its own past this one
        record = this.#records.findLast((record) => record.isOf(notice));
      }
      if (record) record.commit = notice;
    });
  }

  #record(action: ActionTypes): ActionRecord {
    const record = new ActionRecord(++this.#recordCount, action);
    this.#records.push(record);
    if (this.#records.length > this.#historyLength) this.#records.shift();
    return record;
  }

  #watch(next: Dispatch): Dispatch {
    return (action) => {
      // a fetch that is shared can only be told before it is passed on
      const isSkipped = this.#isPaused ||
        (attempt(() => this.skipLogging?.(action)) ?? false);
      const outer = this.#current;
      this.#current = isSkipped ? undefined : this.#record(action);
      try {
        return this.devTools
          ? this.#watchForExtension(next, action, isSkipped)
          : next(action);
      } finally {
        this.#current = outer;
        for (const listener of this.#recordListeners) listener();
      }
    };
  }

  #watchForExtension(
    next: Dispatch,
    action: ActionTypes,
    isSkipped: boolean,
  ): Promise<void> {
    if (this.#underWay === 0) this.#state = this.#controller!.getState();
    this.#underWay++;
    let outcome: Promise<void>;
    try {
      // a middleware written in JavaScript may return nothing
      outcome = Promise.resolve(next(action));
    } catch (error) {
      this.#underWay--;
      throw error;
    }
    const note = () => this.#note(action, isSkipped);
    // noted before the caller goes on, who gets the very promise
    outcome.then(note, note);
    return outcome;
  }

  /** An action is committed; others that were dispatched later may be, too. */
  #note(action: ActionTypes, isSkipped: boolean): void {
    const controller = this.#controller!;
    const before = this.#state!;
    const isAlone = this.#underWay-- === 1;
    this.#state = isAlone
      ? controller.getState()
      : this.#reduce!(before, action);
    if (isSkipped) return;
    this.#show({ action, state: applyLayers(controller, this.#state) });
  }

  #show(step: DevToolsStep): void {
    if (this.#isStarted) {
      this.#send(step);
      return;
    }
    this.buffer.push(step);
    if (this.buffer.length > this.#bufferLength) {
      this.buffer = this.buffer.slice(this.buffer.length >> 1);
    }
  }

  #send({ action, state }: DevToolsStep): void {
    this.#history?.add(state);
    attempt(() => this.devTools?.send(presentAction(action), state));
  }

  #receive({ type, payload }: DevToolsMessage): void {
    if (type === "START") {
      this.#isStarted = true;
      const steps = this.buffer;
      this.buffer = [];
      for (const step of steps) this.#send(step);
    } else if (type === "STOP") this.#isStarted = false;
    else if (type === "DISPATCH" && payload && this.#controller) {
      this.#obey(payload, this.#controller, this.#history!);
    }
  }

  #obey(
    { type, actionId, index, status }: NonNullable<DevToolsMessage["payload"]>,
    controller: Controller,
    history: DevToolsHistory,
  ): void {
    switch (type) {
      case "RESET":
        controller.resetEntireStore();
        break;
      case "COMMIT":
        this.#begin(applyLayers(controller, controller.getState()));
        break;
      case "ROLLBACK":
        controller.showState(history.committed);
        this.#begin(history.committed);
        break;
      case "JUMP_TO_STATE":
      case "JUMP_TO_ACTION": {
        const number = actionId ?? index ?? history.newest;
        const state = history.at(number);
        if (number >= history.newest) controller.showState(undefined);
        else if (state) controller.showState(state);
        break;
      }
      case "PAUSE_RECORDING":
        this.#isPaused = status ?? !this.#isPaused;
        break;
    }
  }

  #begin(state: State): void {
    this.#history?.begin(state);
    attempt(() => this.devTools?.init(state));
  }
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
