import {
  type Environment,
  type TimerHandle,
  unrefTimer,
} from "./environment.ts";

/**
 * Counts down to the next attempt of a request, and rests while it would be
 * pointless: offline, while its manager is cleaned up, and for reads while
 * nobody can see the page.
 */
export class RetryCountdown {
  readonly #environment: Environment;
  readonly #isRead: boolean;
  readonly #callback: () => void;
  #remaining: number;
  /** End of the countdown on the clock; `undefined` while it rests. */
  #dueAt: number | undefined;
  #timer: TimerHandle;

  /**
   * @param environment Clock, connection and visibility.
   * @param isRead Whether the request also rests while the page is hidden.
   * @param delay Time to count down, in milliseconds.
   * @param callback Runs once, at the end.
   */
  constructor(
    environment: Environment,
    isRead: boolean,
    delay: number,
    callback: () => void,
  ) {
    this.#environment = environment;
    this.#isRead = isRead;
    this.#remaining = delay;
    this.#callback = callback;
    this.pause(false);
  }

  /** Rests, or continues, on demand of the manager. A resting countdown holds on to nothing. */
  pause(isPaused: boolean): void {
    const { connection, visibility } = this.#environment;
    connection.removeOnlineListener(this.#update);
    connection.removeOfflineListener(this.#rest);
    if (this.#isRead) visibility.removeListener(this.#update);
    if (isPaused) return this.#rest();
    connection.addOnlineListener(this.#update);
    connection.addOfflineListener(this.#rest);
    if (this.#isRead) visibility.addListener(this.#update);
    this.#update();
  }

  /** Ends the countdown without calling back. */
  stop(): void {
    this.pause(true);
  }

  readonly #update = (): void => {
    const { clock, connection, visibility } = this.#environment;
    if (
      !connection.isOnline() || (this.#isRead && !visibility.isVisible())
    ) return this.#rest();
    if (this.#dueAt !== undefined) return;
    this.#dueAt = clock.now() + this.#remaining;
    this.#timer = clock.setTimeout(() => {
      this.stop();
      this.#callback();
    }, this.#remaining);
    unrefTimer(this.#timer);
  };

  readonly #rest = (): void => {
    if (this.#dueAt === undefined) return;
    const { clock } = this.#environment;
    clock.clearTimeout(this.#timer);
    this.#remaining = Math.max(0, this.#dueAt - clock.now());
    this.#dueAt = undefined;
  };
}
