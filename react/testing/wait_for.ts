import { begin } from "./act.ts";

// the timers of the machine, taken before a test can replace them
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;

/** Resolves in another task, whatever the test has done to the clock. */
export function realTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/** How long a {@linkcode WaitFor} waits. */
export interface WaitForOptions {
  /** Give up after this many milliseconds. Default 1000. */
  readonly timeout?: number | undefined;
  /** Look at least this often, in milliseconds. Default 50. */
  readonly interval?: number | undefined;
  /** Makes the error that is reported from the one that would be. */
  readonly onTimeout?: ((error: Error) => Error) | undefined;
}

/**
 * Calls a function until it neither throws nor returns `false`. Time is that of
 * the machine, whatever a test has done to the clock.
 *
 * @example
 * ```ts
 * import type { WaitFor } from "@tessera/client/testing/renderer";
 *
 * export async function expectHeight(
 *   result: { readonly current: { height: number } },
 *   waitFor: WaitFor,
 * ) {
 *   await waitFor(() => result.current.height === 3, { timeout: 500 });
 * }
 * ```
 */
export interface WaitFor {
  /**
   * Calls the function after each commit of the hook, and from time to time.
   *
   * @param callback Expectations; may return a promise.
   * @param options See {@linkcode WaitForOptions}.
   * @returns The last result of the callback.
   * @throws The last error of the callback, when time is up.
   */
  <T>(callback: () => T | Promise<T>, options?: WaitForOptions): Promise<T>;
}

/** Calls a listener from now on; returns the end of that. */
type Subscribe = (listener: () => void) => () => void;

/**
 * Makes a {@linkcode WaitFor}.
 *
 * @param onUpdate Tells when the callback may have another outcome.
 * @param settled Resolves when everything is rendered that is known.
 */
export function createWaitFor(
  onUpdate: Subscribe,
  settled: () => Promise<void>,
): WaitFor {
  return async (callback, options) => {
    const end = begin("awaited");
    try {
      return await untilSuccess(callback, onUpdate, options);
    } finally {
      await settled();
      // effects of the last commit
      await realTask();
      end();
    }
  };
}

function untilSuccess<T>(
  callback: () => T | Promise<T>,
  onUpdate: Subscribe,
  { timeout = 1000, interval = 50, onTimeout }: WaitForOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLooking = false;
    let isOver = false;
    let failure: { readonly error: unknown } | undefined;
    const look = async () => {
      if (isLooking || isOver) return;
      isLooking = true;
      try {
        const value = await callback();
        failure = undefined;
        if (value !== false) {
          stop();
          resolve(value);
        }
      } catch (error) {
        failure = { error };
      }
      isLooking = false;
    };
    const stop = () => {
      isOver = true;
      stopListening();
      clearInterval(regularly);
      clearTimeout(timer);
    };
    const stopListening = onUpdate(look);
    const regularly = setInterval(look, interval);
    const timer = setTimeout(() => {
      stop();
      const error = failure
        ? failure.error as Error
        : noSuccess(timeout, isLooking);
      reject(onTimeout?.(error) ?? error);
    }, timeout);
    look();
  });
}

function noSuccess(timeout: number, isLooking: boolean): Error {
  const state = isLooking ? "has not finished" : "kept returning false";
  return new Error(
    `waitFor waited ${timeout} ms, but its callback ${state}. ` +
      "Give it more time with { timeout }, or throw an error in the callback that tells what is missing.",
  );
}

/**
 * Resolves at the next commit or error.
 *
 * @param onUpdate Tells of it.
 * @param options `timeout`: reject after this many milliseconds.
 */
export function nextUpdate(
  onUpdate: Subscribe,
  { timeout = 1000 }: { readonly timeout?: number } = {},
): Promise<void> {
  const endAwait = begin("awaited");
  return new Promise<void>((resolve, reject) => {
    const stop = onUpdate(() => {
      stop();
      clearTimeout(timer);
      resolve();
    });
    const timer = setTimeout(() => {
      stop();
      reject(
        new Error(
          `waitForNextUpdate waited ${timeout} ms, but the hook was not committed again. ` +
            "Give it more time with { timeout }, or use waitFor, which also sees what is committed already.",
        ),
      );
    }, timeout);
  }).finally(endAwait);
}
