/**
 * A clock that only moves when it is told to.
 *
 * @module
 */

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  abortSignalTimeout: AbortSignal.timeout,
};

/** Thrown when fake time is used wrongly. */
export class TimeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TimeError";
  }
}

/** How fake time follows real time. */
export interface FakeTimeOptions {
  /** Milliseconds of fake time per millisecond of real time; 0 by default. */
  advanceRate: number;
  /** Milliseconds of real time between two updates; 10 by default. */
  advanceFrequency?: number;
}

interface Timer {
  readonly id: number;
  readonly due: number;
  readonly run: () => void;
  /** Milliseconds, of an interval. */
  readonly every: number | undefined;
}

/** The one installed clock: the globals it replaces exist once. */
let installed: FakeTime | undefined;

/** Replaces Date, timers and AbortSignal.timeout until it is restored. */
export class FakeTime {
  #now: number;
  #start: number;
  #lastId = 0;
  /** In the order in which they were set. */
  #timers: Map<number, Timer> = new Map();
  #follower: ReturnType<typeof real.setInterval> | undefined;

  constructor(
    start?: number | string | Date | null,
    options?: FakeTimeOptions,
  ) {
    if (installed) throw new TimeError("Fake time is already installed");
    this.#start = start === undefined || start === null
      ? real.Date.now()
      : typeof start === "number"
      ? Math.floor(start)
      : new real.Date(start).getTime();
    if (Number.isNaN(this.#start)) throw new TimeError("Invalid start time");
    this.#now = this.#start;
    const rate = Math.max(0, options?.advanceRate ?? 0);
    if (rate > 0) {
      const frequency = options?.advanceFrequency ?? 10;
      this.#follower = real.setInterval(
        () => this.tick(rate * frequency),
        frequency,
      );
    }
    installed = this;
    this.#install();
  }

  /** Restores real time. */
  static restore(): void {
    if (!installed) throw new TimeError("Time is already restored");
    installed.restore();
  }

  /** Restores real time until the callback has returned and resolved. */
  static async restoreFor<T>(
    // deno-lint-ignore no-explicit-any -- the signature of the published method
    callback: (...args: any[]) => Promise<T> | T,
    // deno-lint-ignore no-explicit-any -- the signature of the published method
    ...args: any[]
  ): Promise<T> {
    const clock = installed;
    if (!clock) throw new TimeError("There is no fake time");
    uninstall();
    try {
      return await callback(...args);
    } finally {
      clock.#install();
    }
  }

  /** Fake milliseconds since 1970. Setting it runs what falls due on the way. */
  get now(): number {
    return this.#now;
  }
  set now(value: number) {
    if (value < this.#now) throw new RangeError("Time cannot go backwards");
    for (
      let timer = this.#earliest();
      timer && timer.due <= value;
      timer = this.#earliest()
    ) {
      this.#now = Math.max(this.#now, timer.due);
      this.#timers.delete(timer.id);
      if (timer.every !== undefined) {
        this.#timers.set(timer.id, { ...timer, due: timer.due + timer.every });
      }
      timer.run();
    }
    this.#now = value;
  }

  /** Fake milliseconds since 1970 at which the clock was started. */
  get start(): number {
    return this.#start;
  }

  /** Resolves after that much real time. */
  delay(ms: number, options: { signal?: AbortSignal } = {}): Promise<void> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      const abort = () => {
        real.clearTimeout(id);
        reject(new DOMException("Delay was aborted.", "AbortError"));
      };
      const id = real.setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Lets all pending microtasks run. */
  async runMicrotasks(): Promise<void> {
    await this.delay(0);
  }

  /** Moves time forward, running what falls due on the way. */
  tick(ms = 0): void {
    this.now += ms;
  }

  /** Lets pending microtasks run, then moves time forward. */
  async tickAsync(ms = 0): Promise<void> {
    await this.runMicrotasks();
    this.now += ms;
  }

  /** Moves time to the next timer; `false` when there is none. */
  next(): boolean {
    const timer = this.#earliest();
    if (timer) this.now = Math.max(this.#now, timer.due);
    return timer !== undefined;
  }

  /** Lets pending microtasks run, then moves time to the next timer. */
  async nextAsync(): Promise<boolean> {
    await this.runMicrotasks();
    return this.next();
  }

  /** Runs timers until none is left. */
  runAll(): void {
    while (this.next());
  }

  /** Runs timers until none is left, with pending microtasks before each. */
  async runAllAsync(): Promise<void> {
    while (this.#timers.size > 0) await this.nextAsync();
  }

  /** Puts the real globals back. */
  restore(): void {
    if (installed !== this) throw new TimeError("Time is already restored");
    installed = undefined;
    if (this.#follower !== undefined) real.clearInterval(this.#follower);
    uninstall();
  }

  /** Puts the real globals back. */
  [Symbol.dispose](): void {
    this.restore();
  }

  #earliest(): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of this.#timers.values()) {
      if (!earliest || timer.due < earliest.due) earliest = timer;
    }
    return earliest;
  }

  #add(run: () => void, delay: number, repeat: boolean): number {
    const wait = Math.max(repeat ? 1 : 0, Math.floor(Number(delay) || 0));
    const id = ++this.#lastId;
    this.#timers.set(id, {
      id,
      run,
      due: this.#now + wait,
      every: repeat ? wait : undefined,
    });
    return id;
  }

  #install(): void {
    const set =
      (repeat: boolean) =>
      (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) =>
        this.#add(() => callback(...args), delay, repeat);
    const clear = (id?: unknown) => {
      this.#timers.delete(Number(id));
    };
    Object.assign(globalThis, {
      Date: this.#date(),
      setTimeout: set(false),
      setInterval: set(true),
      clearTimeout: clear,
      clearInterval: clear,
    });
    AbortSignal.timeout = (ms: number) => {
      const controller = new AbortController();
      this.#add(
        () =>
          controller.abort(
            new DOMException("Signal timed out.", "TimeoutError"),
          ),
        ms,
        false,
      );
      return controller.signal;
    };
  }

  /** The real constructor, except that the present is this clock's. */
  #date(): DateConstructor {
    const now = () => this.#now;
    return new Proxy(real.Date, {
      construct: (target, args, newTarget) =>
        Reflect.construct(
          target,
          args.length === 0 ? [now()] : args,
          newTarget,
        ),
      apply: () => new real.Date(now()).toString(),
      get: (target, name, receiver) =>
        name === "now" ? now : Reflect.get(target, name, receiver),
    });
  }
}

function uninstall(): void {
  const { abortSignalTimeout, ...globals } = real;
  Object.assign(globalThis, globals);
  AbortSignal.timeout = abortSignalTimeout;
}
