/** The platform's idle time, which the test decides about. */
export class IdleTime implements Disposable {
  /** `timeout` of every request for idle time, oldest first. */
  readonly timeouts: (number | undefined)[] = [];

  readonly #waiting = new Map<object, (deadline: Deadline) => void>();

  constructor() {
    Object.assign(globalThis, {
      requestIdleCallback: (
        callback: (deadline: Deadline) => void,
        options?: { readonly timeout?: number },
      ): object => {
        this.timeouts.push(options?.timeout);
        // React Native's handles are objects
        const handle = {};
        this.#waiting.set(handle, callback);
        return handle;
      },
      cancelIdleCallback: (handle: object): void => {
        this.#waiting.delete(handle);
      },
    });
  }

  /** How many callbacks wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Runs the oldest callback that waits. */
  runOne(): void {
    const [handle, callback] = this.#waiting.entries().next().value!;
    this.#waiting.delete(handle);
    callback({ didTimeout: false, timeRemaining: () => 50 });
  }

  [Symbol.dispose](): void {
    const globals = globalThis as unknown as Record<string, unknown>;
    delete globals.requestIdleCallback;
    delete globals.cancelIdleCallback;
  }
}

interface Deadline {
  readonly didTimeout: boolean;
  timeRemaining(): number;
}
