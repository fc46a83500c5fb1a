/**
 * Which requests a page of a server waits for, and when its scripts are written.
 *
 * @module
 */
import type {
  ActionTypes,
  Dispatch,
  Manager,
  Middleware,
  State,
  UsablePromise,
} from "../../controller/mod.ts";
import {
  type EndpointReading,
  PendingReads,
  type PendingSelector,
} from "../pending_reads.ts";
import { PageScripts, type PageStates } from "./page_states.ts";

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
 * What components wait for on a server. None of them leaves, so nothing is
 * waited for in vain. A page is ready without what nobody needs.
 */
export class ServerReaders extends PendingReads {
  /** Selectors of components that have suspended. */
  readonly suspended: WeakSet<object> = new WeakSet();
  /** For which selector each request was made. */
  readonly #selectors = new WeakMap<Promise<unknown>, PendingSelector>();
  /** Selectors without whose data a component cannot go on. */
  readonly #needed = new WeakSet<PendingSelector>();
  /** The last selector that got each promise. */
  readonly #askedLast = new WeakMap<Promise<unknown>, PendingSelector>();

  /**
   * @param isNeeded Whether the component cannot go on without it. If not, that
   *   renders as soon as somebody awaits the promise.
   */
  override promiseFor(
    selector: PendingSelector,
    reading: EndpointReading,
    isNeeded = true,
  ): UsablePromise<unknown> {
    const promise = super.promiseFor(selector, reading, isNeeded);
    const { selector: first } = this.waits.get(selector.key) ?? { selector };
    if (isNeeded) this.#needed.add(first);
    const isKnown = this.#askedLast.has(promise);
    this.#askedLast.set(promise, selector);
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
    selector: PendingSelector,
    request: Promise<unknown>,
  ): void {
    this.#selectors.set(request, selector);
  }

  /** Whether a request was made for a promise that nobody awaits. */
  isUnneeded(request: Promise<unknown>): boolean {
    const selector = this.#selectors.get(request);
    return selector !== undefined && !this.#needed.has(selector);
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
   * Resolves when nothing is pending; `undefined` if that is so. At first it is
   * not: components further down may not have rendered yet.
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

/**
 * The scripts of a page that is streamed: one in its shell, and one for
 * whatever has been stored since, before the components that have waited for it.
 *
 * A renderer goes on with suspended components in the order in which they were
 * called. Whoever is suspended here is called when the store changes, and those
 * that wait for data are called after the change.
 */
export class StreamedPage {
  readonly #scripts: PageScripts;
  readonly #written: (() => string)[] = [];
  /** The state of the script that was written last. */
  #sent: State | undefined;
  /** What components wait for. */
  #change: Promise<void> | undefined;
  #notify: (() => void) | undefined;

  /**
   * @param page What it is rendered from.
   * @param getState The state as it is now.
   * @param readiness Tells when nothing more is requested.
   */
  constructor(
    page: PageStates,
    readonly getState: () => State,
    readonly readiness: Readiness,
  ) {
    this.#scripts = new PageScripts(page);
  }

  /** The store has changed, or nothing more is requested. */
  changed(): void {
    this.#notify?.();
    this.#change = undefined;
  }

  /**
   * Writes the script with a number; `undefined` if there will be no such
   * script, because nothing more is requested.
   *
   * @throws {Promise<void>} while there is nothing new.
   */
  script(number: number): (() => string) | undefined {
    const state = this.getState();
    if (number === this.#written.length && state !== this.#sent) {
      this.#sent = state;
      this.readiness.stir();
      let content: string | undefined;
      this.#written.push(() => content ??= this.#scripts.write(state));
    }
    const script = this.#written[number];
    if (script !== undefined) return script;
    const quiet = this.readiness.untilQuiet();
    if (quiet === undefined) return undefined;
    throw this.#change ??= new Promise((resolve) => {
      this.#notify = resolve;
      void quiet.then(() => this.changed());
    });
  }
}

/** The page that a hook of `createPersistedStore` belongs to; none for a hook that somebody else has written. */
export const streams: WeakMap<() => State, StreamedPage> = new WeakMap();
