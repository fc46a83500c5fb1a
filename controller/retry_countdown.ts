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
  #isPaused = false;
  /** Since when the timer runs; `undefined` while it rests. */
  #runningSince: number | undefined;
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
    this.#listen();
    this.#update();
  }

  /** Rests, or continues, on demand of the manager. A resting countdown holds on to nothing. */
  pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#ignore();
    else this.#listen();
    this.#update();
  }

  /** Ends the countdown without calling back. */
  stop(): void {
    this.#ignore();
    this.#environment.clock.clearTimeout(this.#timer);
    this.#runningSince = undefined;
  }

  #listen(): void {
    const { connection, visibility } = this.#environment;
    connection.addOnlineListener(this.#update);
    connection.addOfflineListener(this.#onOffline);
    if (this.#isRead) visibility.addListener(this.#update);
  }

  #ignore(): void {
    const { connection, visibility } = this.#environment;
    connection.removeOnlineListener(this.#update);
    connection.removeOfflineListener(this.#onOffline);
    if (this.#isRead) visibility.removeListener(this.#update);
  }

  readonly #update = (): void => {
    const { connection, visibility } = this.#environment;
    const mayRun = !this.#isPaused && connection.isOnline() &&
      (!this.#isRead || visibility.isVisible());
    if (mayRun) this.#run();
    else this.#rest();
  };

  readonly #onOffline = (): void => this.#rest();

  #run(): void {
    if (this.#runningSince !== undefined) return;
    const { clock } = this.#environment;
    this.#runningSince = clock.now();
    this.#timer = clock.setTimeout(() => {
      this.stop();
      this.#callback();
    }, this.#remaining);
    unrefTimer(this.#timer);
  }

  #rest(): void {
    if (this.#runningSince === undefined) return;
    const { clock } = this.#environment;
    clock.clearTimeout(this.#timer);
    const elapsed = clock.now() - this.#runningSince;
    this.#remaining = Math.max(0, this.#remaining - elapsed);
    this.#runningSince = undefined;
  }
}
