/**
 * Counts the timers of the process that may still run.
 *
 * @module
 */
type Start = (
  callback: (...args: unknown[]) => void,
  delay?: number,
  ...args: unknown[]
) => number;

const live = new Set<number>();
const timers = globalThis as unknown as {
  setTimeout: Start;
  setInterval: Start;
  clearTimeout(handle?: number): void;
  clearInterval(handle?: number): void;
};
const { setTimeout, setInterval, clearTimeout, clearInterval } = timers;

timers.setTimeout = (callback, delay, ...args) => {
  const handle = setTimeout(
    (...given) => {
      live.delete(handle);
      callback(...given);
    },
    delay,
    ...args,
  );
  live.add(handle);
  return handle;
};
timers.setInterval = (callback, delay, ...args) => {
  const handle = setInterval(callback, delay, ...args);
  live.add(handle);
  return handle;
};
timers.clearTimeout = (handle) => {
  live.delete(handle!);
  clearTimeout(handle);
};
timers.clearInterval = (handle) => {
  live.delete(handle!);
  clearInterval(handle);
};

/** How many timers started since this module was loaded are neither over nor cleared. */
export function liveTimers(): number {
  return live.size;
}
