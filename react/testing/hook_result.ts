/**
 * What became of a hook under test, in what a {@linkcode RenderDataHook}
 * returns.
 */
export interface HookResult<Result> {
  /** What it returned at its last commit; `undefined` before the first one. */
  readonly current: Result;
  /** Whatever it threw last; `undefined` once it succeeds again. */
  readonly error: Error | undefined;
  /** Whether the fallback is on screen in its place. */
  readonly suspended: boolean;
}

/** Keeps a {@linkcode HookResult} up to date. */
export class HookRecord<Result> implements HookResult<Result> {
  current!: Result;
  error: Error | undefined = undefined;
  readonly #listeners = new Set<() => void>();
  #fallbacks = 0;

  get suspended(): boolean {
    return this.#fallbacks > 0;
  }

  /** The hook was committed. */
  committed(value: Result): void {
    this.current = value;
    this.error = undefined;
    this.#announce();
  }

  /** An error boundary shows what the hook threw. */
  failed(error: unknown): void {
    this.error = error as Error;
    this.#announce();
  }

  /** A fallback is shown; returns its end. */
  fallback(): () => void {
    this.#fallbacks++;
    return () => {
      this.#fallbacks--;
    };
  }

  /** Calls the listener after each commit and each error; returns the end of it. */
  onUpdate(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
