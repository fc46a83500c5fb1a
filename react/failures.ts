/**
 * Which errors of the store are on display in error boundaries, and which of
 * them are to be tried again.
 *
 * @internal
 */
export class Failures {
  readonly #thrown = new Map<string, unknown>();
  readonly #retried = new Set<string>();

  /** A component throws the stored error of a key. */
  thrown(key: string, error: unknown): void {
    this.#thrown.set(key, error);
  }

  /** Keys whose stored error this is. */
  keysOf(error: unknown): string[] {
    return [...this.#thrown].flatMap(([key, thrown]) =>
      Object.is(thrown, error) ? [key] : []
    );
  }

  /** From now on readers of these keys request again, however new the error is. */
  retry(keys: readonly string[]): void {
    for (const key of keys) {
      this.#thrown.delete(key);
      this.#retried.add(key);
    }
  }

  /** Whether the stored error of a key is to be tried again. */
  isRetried(key: string): boolean {
    return this.#retried.has(key);
  }

  /** A request for the key has settled, or the key is shown. */
  settled(key: string): void {
    this.#retried.delete(key);
    this.#thrown.delete(key);
  }
}
