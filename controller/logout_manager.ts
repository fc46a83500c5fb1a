/**
 * Ends the session when a server says that there is none.
 *
 * @module
 */
import type { Manager, Middleware, SetResponseAction } from "./contract.ts";
import type { Controller } from "./controller.ts";
import {
  type Clock,
  systemClock,
  type TimerHandle,
  unrefTimer,
} from "./environment.ts";

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
 * Empties the store once a request fails with status 401. Several such
 * failures at once are one logout.
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
  /** Runs until the end of the task in which a logout was handled. */
  #timer: TimerHandle | undefined;

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
    this.middleware = (controller) => (next) => (action) =>
      action.type === "rdc/setresponse" && action.error
        // a middleware written in JavaScript may return nothing
        ? Promise.resolve(next(action))
          .then(() => this.#check(action, controller))
        : next(action);
  }

  /** Forgets that a logout was just handled. */
  cleanup(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
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
   * @param error Whatever a request failed with.
   */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  protected shouldLogout(error: any): boolean {
    return error?.status === 401;
  }

  #check(action: SetResponseAction, controller: Controller): void {
    if (this.#timer !== undefined) return;
    // a request of a session that is already over
    const { lastReset } = controller.getState();
    if (action.meta.fetchedAt <= lastReset) return;
    if (!this.shouldLogout(action.response)) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
    }, 0);
    unrefTimer(this.#timer);
    this.handleLogout(controller);
  }
}
