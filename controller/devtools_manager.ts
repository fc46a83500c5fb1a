/**
 * Shows actions and states in the Redux DevTools browser extension.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import type {
  ActionTypes,
  Dispatch,
  FetchAction,
  Manager,
  Middleware,
} from "./contract.ts";
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
import { type DevToolsRecord, DevToolsRecords } from "./devtools_records.ts";
import {
  registerController,
  unregisterController,
} from "./devtools_registry.ts";
import { applyLayers } from "./state/layers.ts";
import { createReducer, type Reducer } from "./state/reduce.ts";
import type { State } from "./graph/state.ts";

const pass: Middleware = () => (next) => next;
const defaultBufferLength = 100;

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
  readonly #records: DevToolsRecords;
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
    this.#records = new DevToolsRecords(this.#bufferLength);
    this.devTools = this.#isActive
      ? attempt(() => devToolsExtension()?.connect(all))
      : undefined;
    this.middleware = this.#isActive
      ? (controller) => {
        this.#controller = controller;
        this.#reduce = createReducer(controller);
        return (next) => this.#watch(next);
      }
      : pass;
  }

  /** Begins a history with this state, and listens to the extension. */
  init(state: State): void {
    if (!this.#isActive) return;
    if (this.#controller) registerController(this.#name, this.#controller);
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
    const unsubscribe = this.#unsubscribe;
    // an extension that cannot be left keeps its one subscription
    if (!unsubscribe) return;
    attempt(unsubscribe);
    this.#unsubscribe = undefined;
    this.#isSubscribed = false;
  }

  /** What happened, oldest first; bounded. For panels. */
  records(): readonly DevToolsRecord[] {
    return this.#records.all;
  }

  /** Fetches that have not settled, oldest first. For panels. */
  inFlight(): readonly FetchAction[] {
    return this.#records.inFlight;
  }

  #watch(next: Dispatch): Dispatch {
    return (action) => {
      // a fetch that is shared can only be told before it is passed on
      const isSkipped = attempt(() => this.skipLogging?.(action)) ?? false;
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
    };
  }

  /** An action is committed; others that were dispatched later may be, too. */
  #note(action: ActionTypes, isSkipped: boolean): void {
    const controller = this.#controller!;
    const before = this.#state!;
    const isAlone = this.#underWay-- === 1;
    this.#state = isAlone
      ? controller.getState()
      : this.#reduce!(before, action);
    if (isSkipped || this.#isPaused) return;
    if (action.type === "rdc/fetch") this.#records.follow(action);
    this.#records.add(controller, before, action);
    if (this.devTools) {
      this.#show({ action, state: applyLayers(controller, this.#state) });
    }
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
