/**
 * The Redux DevTools browser extension, as far as the library talks to it.
 *
 * @module
 */
import type { ActionTypes } from "./contract.ts";
import { devToolsReplacer } from "./devtools_presentation.ts";
import type { State } from "./graph/state.ts";

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
