/**
 * Tells when a page has everything it asked for.
 *
 * What arrives lets components render that ask for more. A renderer goes on
 * with suspended components in the order in which they were called: whoever is
 * suspended here is called after those that wait for data. When it renders
 * again, their requests are under way, and it suspends again.
 */
export class Readiness {
  readonly #pending: () => readonly Promise<unknown>[];
  #quiet: Promise<void> | undefined;
  #isQuiet = false;

  /** @param pending The requests under way. */
  constructor(pending: () => readonly Promise<unknown>[]) {
    this.#pending = pending;
  }

  /**
   * Returns when nothing is under way.
   *
   * @throws {Promise<void>} otherwise, and in any case at first: components
   * further down may not have rendered yet.
   */
  wait(): void {
    if (this.#isQuiet && this.#pending().length === 0) return;
    this.#isQuiet = false;
    this.#quiet ??= this.#untilQuiet();
    throw this.#quiet;
  }

  async #untilQuiet(): Promise<void> {
    do {
      await nextTask();
      await Promise.allSettled(this.#pending());
      // those who waited for these requests are called first
      await nextTask();
    } while (this.#pending().length > 0);
    this.#quiet = undefined;
    this.#isQuiet = true;
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
