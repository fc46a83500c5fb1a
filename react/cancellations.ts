/** Components that share one abort signal. */
interface Cancellation {
  readonly abortController: AbortController;
  /** Mounted components that show the key. */
  holders: number;
}

/**
 * Abort signals of keys that components may cancel. One signal serves all of
 * them: the request they share is aborted when the last one has left.
 *
 * @internal
 */
export class Cancellations {
  readonly #byKey = new Map<string, Cancellation>();

  /** The signal for requests of a key. */
  signalFor(key: string): AbortSignal {
    let cancellation = this.#byKey.get(key);
    if (cancellation === undefined) {
      cancellation = { abortController: new AbortController(), holders: 0 };
      this.#byKey.set(key, cancellation);
    }
    return cancellation.abortController.signal;
  }

  /**
   * A mounted component shows the key.
   *
   * @returns Tells that it no longer does; what follows is decided after the
   *   current task, since StrictMode takes a component away and brings it back.
   */
  hold(key: string): () => void {
    this.signalFor(key);
    const cancellation = this.#byKey.get(key)!;
    cancellation.holders++;
    return () => {
      cancellation.holders--;
      queueMicrotask(() => this.abandon(key));
    };
  }

  /** Aborts what is in flight for a key unless a component shows it. */
  abandon(key: string): void {
    const cancellation = this.#byKey.get(key);
    if (cancellation === undefined || cancellation.holders > 0) return;
    this.#byKey.delete(key);
    cancellation.abortController.abort();
  }
}
