/**
 * Which requests a page of a server waits for.
 *
 * @module
 */
import type {
  ActionTypes,
  Dispatch,
  Manager,
  Middleware,
  UsablePromise,
} from "../../controller/mod.ts";
import type { EndpointQuestion, EndpointReading } from "../question.ts";
import { WaitingReaders } from "../waiting_readers.ts";

/** Knows which requests have been started and not settled, by whomever. */
export class RequestLog implements Manager {
  /** Schemas of everything that was requested or written. */
  readonly schemas: Set<unknown> = new Set();
  readonly #pending = new Set<Promise<unknown>>();

  readonly middleware: Middleware = () => (next: Dispatch) => (action) => {
    this.#note(action);
    return next(action);
  };

  /** Promises of the requests that are not settled. */
  pending(): Promise<unknown>[] {
    return [...this.#pending];
  }

  cleanup(): void {}

  #note(action: ActionTypes): void {
    if (action.type === "rdc/set") this.schemas.add(action.schema);
    if (action.type !== "rdc/fetch") return;
    this.schemas.add(action.endpoint.schema);
    const { promise } = action.meta;
    this.#pending.add(promise);
    const remove = () => void this.#pending.delete(promise);
    promise.then(remove, remove);
  }
}

/**
 * What components wait for on a server. None of them leaves, so nothing is kept
 * waiting for that. A page is ready without what nobody needs.
 */
export class ServerReaders extends WaitingReaders {
  /** Questions of components that have suspended. */
  readonly suspended: WeakSet<object> = new WeakSet();
  /** For which question each request was made. */
  readonly #questions = new WeakMap<Promise<unknown>, EndpointQuestion>();
  /** Questions without whose answer a component cannot go on. */
  readonly #needed = new WeakSet<EndpointQuestion>();
  /** The last question that was given each promise. */
  readonly #askedLast = new WeakMap<Promise<unknown>, EndpointQuestion>();

  /**
   * @param isNeeded Whether the component cannot go on without it. If not, that
   *   shows as soon as somebody awaits the promise.
   */
  override promiseFor(
    question: EndpointQuestion,
    reading: EndpointReading,
    isNeeded = true,
  ): UsablePromise<unknown> {
    const promise = super.promiseFor(question, reading, isNeeded);
    const first = this.questionOf(question.key);
    // its request was aborted
    if (first === undefined) return promise;
    if (isNeeded) this.#needed.add(first);
    const isKnown = this.#askedLast.has(promise);
    this.#askedLast.set(promise, question);
    if (isKnown) return promise;
    const then = promise.then.bind(promise) as typeof promise.then;
    promise.then = (onFulfilled, onRejected) => {
      this.#needed.add(first);
      // a component awaits it while it renders
      this.suspended.add(this.#askedLast.get(promise)!);
      return then(onFulfilled, onRejected);
    };
    return promise;
  }

  override requested(
    question: EndpointQuestion,
    request: Promise<unknown>,
  ): void {
    this.#questions.set(request, question);
  }

  /** Whether a request was made for a promise that nobody awaits. */
  isUnneeded(request: Promise<unknown>): boolean {
    const question = this.#questions.get(request);
    return question !== undefined && !this.#needed.has(question);
  }
}

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
   * Settles when nothing is under way; `undefined` if that is so. At first it
   * is not: components further down may not have rendered yet.
   */
  untilQuiet(): Promise<void> | undefined {
    if (this.#isQuiet && this.#pending().length === 0) return undefined;
    this.#isQuiet = false;
    return this.#quiet ??= this.#untilQuiet();
  }

  /** Whoever asks next has to wait: components go on that may ask for more. */
  stir(): void {
    this.#isQuiet = false;
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
