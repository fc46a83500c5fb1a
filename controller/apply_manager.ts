/**
 * Puts managers between the controller and the store, and runs their life cycle.
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";
import type { Manager, Middleware, MiddlewareAPI } from "./contract.ts";
import type { Controller } from "./controller.ts";
import type { State } from "./graph/state.ts";

/**
 * A middleware in the form Redux's `applyMiddleware` takes: what
 * {@linkcode applyManager} makes of managers.
 */
export type ReduxMiddleware = (
  api: MiddlewareAPI,
  // deno-lint-ignore no-explicit-any -- what other middlewares of a chain take and return is unknown
) => (next: (action: any) => any) => (action: any) => any;

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
 * Turns managers into middlewares, in array order; the first one binds the controller to the store.
 *
 * @param managers The managers; the first sees every action first.
 * @param controller Receives the store's `dispatch` and `getState`, and is handed to each middleware.
 * @returns Middlewares in the form Redux's `applyMiddleware` takes.
 *
 * @example
 * ```ts
 * import { Controller, NetworkManager } from "@tessera/client";
 * import { applyManager } from "@tessera/client/controller";
 *
 * const controller = new Controller();
 * const middlewares = applyManager([new NetworkManager()], controller);
 * ```
 */
export function applyManager(
  managers: readonly Manager[],
  controller: Controller,
): ReduxMiddleware[] {
  warnAboutOrder(managers);
  const middlewares = managers.map(middlewareOf);
  const bind: ReduxMiddleware = (api) => {
    controller.bindMiddleware(api);
    return (next) => next;
  };
  return [
    bind,
    ...middlewares.map((middleware) => () => middleware(controller)),
  ];
}

/**
 * Prepares the life cycle of managers.
 *
 * @param managers Initialized and cleaned up in array order, followed by the collection policy of the controller.
 * @param controller The controller whose `gcPolicy` takes part.
 * @param state Handed to each `init`.
 * @returns A function that initializes everything and returns the cleanup. Errors
 * thrown by single managers are reported, and stop nobody else.
 *
 * @example
 * ```ts
 * import { Controller, initialState, initManager, NetworkManager } from "@tessera/client";
 *
 * const controller = new Controller();
 * const start = initManager([new NetworkManager()], controller, initialState);
 * const stop = start();
 * stop();
 * ```
 */
export function initManager(
  managers: readonly Manager[],
  controller: Controller,
  state: State,
): () => () => void {
  return () => {
    const { gcPolicy } = controller;
    controller.managers = managers;
    callEach(managers, "init", state);
    callEach([gcPolicy], "init", controller);
    // not a function of here, which would hold the state of the beginning
    return callEach.bind(undefined, [...managers, gcPolicy], "cleanup");
  };
}

/** Calls a method of each. One that throws stops nobody else. */
function callEach<T>(
  parts: readonly { init?(argument: T): void; cleanup(argument?: T): void }[],
  phase: "init" | "cleanup",
  argument?: T,
): void {
  for (const part of parts) {
    try {
      part[phase]?.(argument!);
    } catch (error) {
      console.error(`A manager threw in ${phase}().`, error);
    }
  }
}

/** What a manager does with actions; nothing if it does not say. */
export function middlewareOf(manager: Manager): Middleware {
  return manager.middleware ?? manager.getMiddleware?.() ??
    (() => (next) => next);
}

/** Orders that lose a guarantee; every other order is safe. */
const orderRules: readonly (readonly [ManagerRole, ManagerRole, string])[] = [
  ["network", "offline", "it queues nothing"],
  ["network", "persist", "requests do not wait for what is kept"],
  ["subscription", "push", "what it delivers is polled"],
  ["subscription", "tabs", "every tab polls"],
];

/** Warns of orders in which managers miss what they wait for, in development. */
export function warnAboutOrder(managers: readonly ManagerWithRole[]): void {
  if (!isDevelopment()) return;
  const roles = managers.map((manager) => manager.role);
  if (!roles.includes("network")) {
    console.warn(
      "A NetworkManager is required: without one no request is ever made. Add new NetworkManager() to the managers.",
    );
  }
  for (const [first, second, loss] of orderRules) {
    const position = roles.indexOf(first);
    if (position >= 0 && roles.indexOf(second, position + 1) >= 0) {
      console.warn(
        `The ${second} manager stands after the ${first} manager, so ${loss}. Move it before.`,
      );
    }
  }
}
