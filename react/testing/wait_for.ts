import { beginWaiting } from "./act_environment.ts";
import { inRealTime, realTask } from "./real_time.ts";

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
   * @returns What the callback returned at last.
   * @throws What the callback threw last, when time is up.
   */
  <T>(callback: () => T | Promise<T>, options?: WaitForOptions): Promise<T>;
}

/**
 * Makes a {@linkcode WaitFor}.
 *
 * @param onUpdate Tells when the callback may have another outcome.
 * @param settled Resolves when everything is rendered that is known.
 */
export function createWaitFor(
  onUpdate: (listener: () => void) => () => void,
  settled: () => Promise<void>,
): WaitFor {
  return async <T>(
    callback: () => T | Promise<T>,
    { timeout = 1000, interval = 50, onTimeout }: WaitForOptions = {},
  ): Promise<T> => {
    const end = beginWaiting();
    try {
      return await new Promise<T>((resolve, reject) => {
        const poll = new Poll(callback, (value) => {
          stop();
          resolve(value);
        });
        const cancel = [
          onUpdate(() => poll.look()),
          repeatedly(() => poll.look(), interval),
          inRealTime(() => {
            stop();
            const error = poll.failure(timeout);
            reject(onTimeout?.(error) ?? error);
          }, timeout),
        ];
        const stop = () => cancel.forEach((cancel) => cancel());
        poll.look();
      });
    } finally {
      await settled();
      // effects of the last commit
      await realTask();
      end();
    }
  };
}

/**
 * Resolves at the next commit or error.
 *
 * @param onUpdate Tells of it.
 * @param options `timeout`: reject after this many milliseconds.
 */
export function nextUpdate(
  onUpdate: (listener: () => void) => () => void,
  { timeout = 1000 }: { readonly timeout?: number } = {},
): Promise<void> {
  const endWaiting = beginWaiting();
  return new Promise<void>((resolve, reject) => {
    const stop = onUpdate(() => {
      stop();
      cancel();
      resolve();
    });
    const cancel = inRealTime(() => {
      stop();
      reject(
        new Error(
          `waitForNextUpdate waited ${timeout} ms, but the hook was not committed again. ` +
            "Give it more time with { timeout }, or use waitFor, which also sees what is committed already.",
        ),
      );
    }, timeout);
  }).finally(endWaiting);
}

/** One callback that is called until it succeeds. */
class Poll<T> {
  readonly #callback: () => T | Promise<T>;
  readonly #succeed: (value: T) => void;
  #isLooking = false;
  #isDone = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(
    callback: () => T | Promise<T>,
    succeed: (value: T) => void,
  ) {
    this.#callback = callback;
    this.#succeed = succeed;
  }

  async look(): Promise<void> {
    if (this.#isLooking || this.#isDone) return;
    this.#isLooking = true;
    try {
      const value = await this.#callback();
      this.#failure = undefined;
      this.#isDone = value !== false;
      if (this.#isDone) this.#succeed(value);
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#isLooking = false;
    }
  }

  /** Why it has not succeeded. */
  failure(timeout: number): Error {
    if (this.#failure) return this.#failure.error as Error;
    return new Error(
      `waitFor waited ${timeout} ms, but its callback ` +
        `${
          this.#isLooking ? "has not finished" : "kept returning false"
        }. Give it more time with { timeout }, or throw an error in the callback that tells what is missing.`,
    );
  }
}

function repeatedly(run: () => void, interval: number): () => void {
  let isStopped = false;
  let cancel: () => void;
  const plan = () => {
    cancel = inRealTime(() => {
      run();
      if (!isStopped) plan();
    }, interval);
  };
  plan();
  return () => {
    isStopped = true;
    cancel();
  };
}
