/**
 * Shows actions and states in the Redux DevTools browser extension.
 *
 * @module
 */
import { isDevelopment } from "../schema/mod.ts";
import type { ActionTypes, Dispatch, Manager, Middleware } from "./contract.ts";
import type { Controller } from "./controller.ts";
import {
  defaultDevToolsConfig,
  type DevToolsConfig,
  type DevToolsConnection,
  devToolsExtension,
  type DevToolsMessage,
} from "./devtools_connection.ts";
import { DevToolsHistory, type DevToolsStep } from "./devtools_history.ts";
import { presentAction } from "./devtools_presentation.ts";
import { createReducer, type State } from "./state/mod.ts";

/** What happened, for a panel. */
export interface DevToolsRecord {
  /** The action. */
  readonly action: ActionTypes;
  /** Time at which it was committed, in milliseconds. */
  readonly date: number;
  /** How long its fetch took, in milliseconds; of responses only. */
  readonly duration: number | undefined;
}

const pass: Middleware = () => (next) => next;
const defaultBufferLength = 100;

/**
 * Sends every action, with the state it led to, to the Redux DevTools browser
 * extension. Does nothing in production.
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

  readonly #name: string;
  readonly #bufferLength: number;
  #controller: Controller | undefined;
  #reduce: ((state: State, action: ActionTypes) => State) | undefined;
  /** Base state after the actions shown so far. */
  #state: State | undefined;
  /** Actions that are on their way through the other managers. */
  #underWay = 0;
  #history: DevToolsHistory | undefined;
  #records: DevToolsRecord[] = [];
  #isStarted = false;
  #isPaused = false;
  #isSubscribed = false;
  #unsubscribe: (() => void) | undefined;

  /**
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
    const isActive = isDevelopment();
    this.devTools = isActive
      ? attempt(() => devToolsExtension()?.connect(all))
      : undefined;
    this.middleware = isActive
      ? (controller) => {
        this.#controller = controller;
        this.#reduce = createReducer(controller);
        return this.devTools ? (next) => this.#watch(next) : (next) => next;
      }
      : pass;
  }

  /** Begins a history with this state, and listens to the extension. */
  init(state: State): void {
    if (!isDevelopment()) return;
    register(this.#name, this.#controller);
    const { devTools } = this;
    if (!devTools) return;
    this.#state = this.#controller?.getState() ?? state;
    this.#history = new DevToolsHistory(state, this.#bufferLength);
    attempt(() => devTools.init(state));
    if (this.#isSubscribed) return;
    this.#isSubscribed = true;
    this.#unsubscribe =
      attempt(() => devTools.subscribe((message) => this.#receive(message))) ??
        undefined;
  }

  /** Stops listening. */
  cleanup(): void {
    unregister(this.#controller);
    if (!this.#unsubscribe) return;
    const unsubscribe = this.#unsubscribe;
    attempt(unsubscribe);
    this.#unsubscribe = undefined;
    this.#isSubscribed = false;
  }

  /** What happened, oldest first; bounded. For panels. */
  records(): readonly DevToolsRecord[] {
    return this.#records;
  }

  #watch(next: Dispatch): Dispatch {
    return (action) => {
      // a fetch that is shared can only be told before it is passed on
      const isSkipped = attempt(() => this.skipLogging?.(action)) ?? false;
      this.#underWay++;
      try {
        return next(action).finally(() => this.#note(action, isSkipped));
      } catch (error) {
        this.#underWay--;
        throw error;
      }
    };
  }

  /** An action is committed; other actions may already be committed as well. */
  #note(action: ActionTypes, isSkipped: boolean): void {
    const controller = this.#controller!;
    const isAlone = this.#underWay-- === 1;
    this.#state = isAlone
      ? controller.getState()
      : this.#reduce!(this.#state ?? controller.getState(), action);
    if (isSkipped || this.#isPaused) return;
    const visible = isAlone
      ? controller.getVisibleState()
      : this.#replay(this.#state);
    this.#record(action);
    if (this.#isStarted) this.#send({ action, state: visible });
    else this.#keep({ action, state: visible });
  }

  #replay(state: State): State {
    return state.optimistic.reduce<State>(
      (visible, layer) => this.#reduce!(visible, layer),
      state,
    );
  }

  #record(action: ActionTypes): void {
    const date = Date.now();
    const duration = action.type === "rdc/setresponse"
      ? date - action.meta.fetchedAt
      : undefined;
    this.#records.push({ action, date, duration });
    if (this.#records.length > this.#bufferLength) this.#records.shift();
  }

  #keep(step: DevToolsStep): void {
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
    switch (type) {
      case "START": {
        this.#isStarted = true;
        const steps = this.buffer;
        this.buffer = [];
        for (const step of steps) this.#send(step);
        break;
      }
      case "STOP":
        this.#isStarted = false;
        break;
      case "DISPATCH":
        if (payload) this.#obey(payload);
        break;
    }
  }

  #obey(payload: NonNullable<DevToolsMessage["payload"]>): void {
    const controller = this.#controller;
    if (!controller) return;
    switch (payload.type) {
      case "RESET":
        controller.resetEntireStore();
        break;
      case "COMMIT": {
        const state = controller.getVisibleState();
        this.#history?.begin(state);
        attempt(() => this.devTools?.init(state));
        break;
      }
      case "PAUSE_RECORDING":
        this.#isPaused = payload.status ?? !this.#isPaused;
        break;
    }
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

interface DevToolsGlobals {
  __DC_CONTROLLERS__?: Map<string, Controller>;
}

/** Lets browser tools find the controllers of a page. */
function register(name: string, controller: Controller | undefined): void {
  if (!controller) return;
  const globals = globalThis as DevToolsGlobals;
  const controllers = globals.__DC_CONTROLLERS__ ??= new Map();
  let free = name;
  for (let number = 2; controllers.has(free); number++) {
    if (controllers.get(free) === controller) return;
    free = `${name} ${number}`;
  }
  controllers.set(free, controller);
}

function unregister(controller: Controller | undefined): void {
  const controllers = (globalThis as DevToolsGlobals).__DC_CONTROLLERS__;
  for (const [name, registered] of controllers ?? []) {
    if (registered === controller) controllers?.delete(name);
  }
}
