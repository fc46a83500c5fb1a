import type { Clock } from "../../../mod.ts";

/** Time moves only when nothing else happens. */
export class IdleClock implements Clock {
  readonly #due = new Set<() => void>();
  #now = 1_800_000_000_000;

  now(): number {
    return this.#now;
  }
  setTimeout(callback: () => void, delay: number): unknown {
    // a tab waits for so long to be greeted
    if (delay <= 50) this.#due.add(callback);
    return callback;
  }
  clearTimeout(handle: unknown): void {
    this.#due.delete(handle as () => void);
  }
  run(): boolean {
    const due = [...this.#due];
    this.#due.clear();
    this.#now++;
    for (const callback of due) callback();
    return due.length > 0;
  }
}
