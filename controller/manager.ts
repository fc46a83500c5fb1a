import type { Dispatch } from "./contract.ts";
import type { Controller } from "./controller.ts";
import type { State } from "./graph/state.ts";

/**
 * Wraps dispatch. The factory runs once per store.
 *
 * @example
 * ```ts
 * import { createClient, type Middleware, NetworkManager } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const seen: string[] = [];
 * const log: Middleware = () => (next) => (action) => {
 *   seen.push(action.type);
 *   return next(action);
 * };
 *
 * await using client = createClient({
 *   managers: [{ middleware: log, cleanup() {} }, new NetworkManager()],
 * });
 * await client.resetEntireStore();
 * assertEquals(seen, ["rdc/reset"]);
 * ```
 */
export type Middleware = (
  controller: Controller,
) => (next: Dispatch) => Dispatch;

/**
 * A middleware with a life cycle. `init` and `cleanup` must be symmetric: init,
 * cleanup, init leaves it working.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers } from "@tessera/client";
 * import type { Manager, Middleware } from "@tessera/client";
 *
 * // fetches everything again every hour
 * class HourlyRefresh implements Manager {
 *   #timer: ReturnType<typeof setInterval> | undefined;
 *   #refresh = () => {};
 *
 *   readonly middleware: Middleware = (controller) => {
 *     this.#refresh = () => controller.expireAll({ testKey: () => true });
 *     return (next) => next;
 *   };
 *   init() {
 *     this.#timer = setInterval(() => this.#refresh(), 3_600_000);
 *   }
 *   cleanup() {
 *     clearInterval(this.#timer);
 *   }
 * }
 *
 * using client = createClient({
 *   managers: [new HourlyRefresh(), ...getDefaultManagers()],
 * });
 * ```
 */
export interface Manager {
  /** Wraps dispatch. */
  readonly middleware?: Middleware;
  /** Legacy form of `middleware`. */
  getMiddleware?(): Middleware;
  /**
   * Called after the store exists.
   *
   * @param state what the store starts with
   */
  init?(state: State): void;
  /** Stops everything `init` and the middleware started. */
  cleanup(): void;
}

/**
 * The part a manager plays, by which a store, or {@linkcode applyManager}, warns
 * of orders in which managers miss what they wait for, without importing every
 * manager there is.
 */
export type ManagerRole =
  | "network"
  | "offline"
  | "persist"
  | "push"
  | "subscription"
  | "tabs";

/** A manager that says which part it plays. See {@linkcode ManagerRole} and {@linkcode applyManager}. */
export interface ManagerWithRole extends Manager {
  /** The part this manager plays; a replacement for NetworkManager says `"network"`. */
  readonly role?: ManagerRole;
}
