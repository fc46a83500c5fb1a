/**
 * Ends the session when a server says that there is none.
 *
 * @module
 */
import type { SetResponseAction } from "./contract.ts";
import type { Controller } from "./controller.ts";
import { type Clock, startTimer, systemClock } from "./environment.ts";
import type { Manager, Middleware } from "./manager.ts";

/** When, and how, a {@linkcode LogoutManager} ends a session. */
export interface LogoutOptions {
  /** Ends the session. Default: empties the store. */
  readonly handleLogout?: ((controller: Controller) => void) | undefined;
  /** Whether an error means that the session is over. Default: its `status` is 401. */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  readonly shouldLogout?: ((error: any) => boolean) | undefined;
  /** Source of timers. Default: the platform's. */
  readonly clock?: Clock | undefined;
}

/**
 * Empties the store once a request fails with status 401. Several such failures
 * at once are one logout. The data on screen is requested again; if that fails
 * in the same way, it is no further logout.
 *
 * @example
 * ```ts
 * import { createClient, getDefaultManagers, LogoutManager } from "@tessera/client";
 *
 * using client = createClient({
 *   managers: [
 *     new LogoutManager({
 *       handleLogout(controller) {
 *         controller.invalidateAll({ testKey: (key) => key.includes("/account") });
 *       },
 *     }),
 *     ...getDefaultManagers(),
 *   ],
 * });
 * ```
 */
export class LogoutManager implements Manager {
  /** Looks at failed responses after they are stored. */
  readonly middleware: Middleware;
  readonly #clock: Clock;
  /** Keys that were on screen at the last logout, and have been since, without a response. */
  #unserved = new Set<string>();
  /** Cancels a timer that runs until the end of the task in which a logout was handled. */
  #endTask: (() => void) | undefined;

  /**
   * Makes a manager for one store.
   *
   * @param options See {@linkcode LogoutOptions}.
   */
  constructor(
    { handleLogout, shouldLogout, clock = systemClock }: LogoutOptions = {},
  ) {
    if (handleLogout) this.handleLogout = handleLogout;
    if (shouldLogout) this.shouldLogout = shouldLogout;
    this.#clock = clock;
    this.middleware = (controller) => {
      // a later reader requests it again
      controller.onUnread((key) => void this.#unserved.delete(key));
      return (next) => (action) => {
        if (action.type !== "rdc/setresponse") return next(action);
        if (!action.error) {
          this.#unserved.delete(action.key);
          return next(action);
        }
        // a middleware written in JavaScript may return nothing
        return Promise.resolve(next(action))
          .then(() => this.#check(action, controller));
      };
    };
  }

  /** Forgets that a logout was just handled. */
  cleanup(): void {
    this.#endTask?.();
    this.#endTask = undefined;
    this.#unserved.clear();
  }

  /**
   * Ends the session.
   *
   * @param controller Where to clear.
   */
  protected handleLogout(controller: Controller): void {
    controller.resetEntireStore();
  }

  /**
   * Whether an error means that the session is over.
   *
   * @param error The error of a request, of any type.
   */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  protected shouldLogout(error: any): boolean {
    return error?.status === 401;
  }

  #check(action: SetResponseAction, controller: Controller): void {
    if (this.#endTask !== undefined) return;
    const { key, meta: { fetchedAt }, response } = action;
    // a request of a session that is already over
    if (fetchedAt <= controller.getState().lastReset) return;
    if (this.#unserved.has(key) || !this.shouldLogout(response)) return;
    // what the logout empties is requested again by those who show it
    this.#unserved = new Set(controller.registry.keys());
    this.#endTask = startTimer(this.#clock, () => {
      this.#endTask = undefined;
    }, 0);
    this.handleLogout(controller);
  }
}
