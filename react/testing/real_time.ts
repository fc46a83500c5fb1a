/**
 * The timers of the machine, taken before a test can replace them.
 *
 * @module
 */
const { setTimeout, clearTimeout } = globalThis;

/**
 * Runs something later, whatever the test has done to the clock.
 *
 * @param run What to run.
 * @param delay In milliseconds.
 * @returns Cancels it.
 */
export function inRealTime(run: () => void, delay: number): () => void {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
}

/** Resolves in another task. */
export function realTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
