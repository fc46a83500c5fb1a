/** A clock for tests that talk to real servers meanwhile. */
import type { Clock } from "../../../controller/mod.ts";

interface Timer {
  readonly at: number;
  readonly delay: number;
  readonly callback: () => void;
}

/** Time stands still until it is moved. Timers without a delay are real: they wait for nothing but their turn. */
export class HeldClock implements Clock {
  /** Timers do not run, although their time has come. */
  isHeldBack = false;
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, delay: number): unknown {
    if (delay <= 0) return setTimeout(callback, 0);
    const timer = { at: this.#now + delay, delay, callback };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    if (!this.#timers.delete(handle as Timer)) clearTimeout(handle as number);
  }

  /** Delays of the timers that are pending, shortest first. */
  get pending(): number[] {
    return [...this.#timers].map(({ delay }) => delay).sort((a, b) => a - b);
  }

  /** Moves time on and runs what is due, in order. */
  tick(milliseconds: number): void {
    const end = this.#now + milliseconds;
    while (!this.isHeldBack) {
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
