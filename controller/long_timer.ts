import type { Clock, TimerHandle } from "./environment.ts";

/** Platforms keep delays in 32 bits; a longer one would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** One timer that can be moved, and that can be further away than the platform's timers reach. */
export class LongTimer {
  readonly #clock: Clock;
  readonly #callback: () => void;
  #handle: TimerHandle;
  #isRunning = false;

  /**
   * @param clock Source of time.
   * @param callback Runs each time the timer goes off.
   */
  constructor(clock: Clock, callback: () => void) {
    this.#clock = clock;
    this.#callback = callback;
  }

  /** Whether the timer will go off. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Moves the timer to a time on the clock, in milliseconds; `Infinity` for never. */
  startAt(time: number): void {
    this.stop();
    this.#isRunning = true;
    if (time === Infinity) return;
    const delay = Math.max(0, time - this.#clock.now());
    this.#handle = delay <= longestDelay
      ? this.#clock.setTimeout(() => {
        this.#isRunning = false;
        this.#callback();
      }, delay)
      : this.#clock.setTimeout(() => this.startAt(time), longestDelay);
  }

  /** Cancels the timer. */
  stop(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#clock.clearTimeout(this.#handle);
    this.#handle = undefined;
  }
}
