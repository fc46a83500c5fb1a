import type { State, UsablePromise } from "../controller/mod.ts";
import { pendingPromise, rejectedPromise } from "../controller/views.ts";
import type { EndpointQuestion, EndpointReading } from "./question.ts";

/** How often a request that ends without an answer is made again. */
const maximumAttempts = 3;

/** How long a response counts as new for the component that waited for it, in milliseconds. */
const arrivalTime = 5000;

/** What requests ended with after their endpoint's own signal was aborted, which would abort the next one too. */
const aborted = new WeakMap<AbortSignal, UsablePromise<never>>();

/**
 * The promises suspended components wait for, one for each key. React forgets
 * everything about a component that suspends on its first render, so they live
 * with the store.
 *
 * @internal
 */
export class WaitingReaders {
  readonly #waits = new Map<string, Wait>();
  readonly #arrivals = new Map<string, number>();

  /**
   * Settles once the key can be shown or its request has failed. Starts the
   * request if none is under way.
   *
   * @param isNeeded Whether the component cannot go on without it.
   * @throws What the request ended with, if the endpoint's own signal was aborted and it is needed.
   */
  promiseFor(
    question: EndpointQuestion,
    reading: EndpointReading,
    isNeeded = true,
  ): UsablePromise<unknown> {
    const key = question.key!;
    let wait = this.#waits.get(key);
    if (wait === undefined) {
      const end = aborted.get((question.endpoint as Abortable).signal!);
      if (end) {
        if (isNeeded) throw (end as { readonly reason?: unknown }).reason;
        return end;
      }
      wait = { question };
      this.#waits.set(key, wait);
      wait.promise = pendingPromise(
        untilShown(question, reading).finally(() => {
          this.#waits.delete(key);
          this.#arrivals.set(key, Date.now());
          question.settled();
        }),
      );
    }
    return wait.promise!;
  }

  /** The first question whose answer is waited for. */
  questionOf(key: string | null): EndpointQuestion | undefined {
    return this.#waits.get(key!)?.question;
  }

  /** A request was made for components that wait, which may leave before they are shown. */
  requested(question: EndpointQuestion, request: Promise<unknown>): void {
    question.register(request);
  }

  /** Whether somebody waited for this key a moment ago and has not shown it yet. */
  hasArrived(key: string): boolean {
    const time = this.#arrivals.get(key);
    return time !== undefined && Date.now() - time <= arrivalTime;
  }

  /** A component shows the key: from now on its age counts. */
  shown(key: string): void {
    this.#arrivals.delete(key);
  }
}

/** An endpoint that may have a signal of its own. */
interface Abortable {
  readonly signal?: AbortSignal;
}

/** What the components that wait for one key wait for. */
interface Wait {
  readonly question: EndpointQuestion;
  /** Given to all of them. */
  promise?: UsablePromise<unknown>;
}

/**
 * Resolves with the data once it can be shown, whoever stored it; rejects with
 * the error readers have to report.
 */
function untilShown(
  question: EndpointQuestion,
  first: EndpointReading,
): Promise<unknown> {
  const { source } = question;
  return new Promise((resolve, reject) => {
    let reading = first;
    let attempts = 0;
    let isRequested = false;
    let isFinished = false;
    const check = () => {
      if (endIfShowable()) return;
      const stopOld = stop;
      stop = source.observe(reading.dependencies, check);
      stopOld();
      request();
    };
    let stop = source.observe(first.dependencies, check);
    const isAnswered = (state: State) =>
      state.getMeta(question.key!)?.fetchedAt !== first.fetchedAt;
    const endIfShowable = (): boolean => {
      if (isFinished) return true;
      const state = source.getState();
      if (isAnswered(state)) question.settled();
      reading = question.read(state, reading);
      if (reading.isMissing) return false;
      isFinished = true;
      stop();
      if (reading.error === undefined) resolve(reading.data);
      else reject(reading.error);
      return true;
    };
    const settled = (reason?: unknown) => {
      isRequested = false;
      if (endIfShowable()) return;
      // The answer is in the store, which this state does not show.
      if (source.mode !== "live") return;
      // Aborted by somebody else, or reset: the reader still wants the data.
      const { signal } = question.endpoint as Abortable;
      if (signal?.aborted) aborted.set(signal, rejectedPromise(reason));
      else if (attempts < maximumAttempts) return request();
      stop();
      reject(reason);
    };
    const request = () => {
      if (isRequested || source.mode === "paused") return;
      isRequested = true;
      attempts++;
      const request = question.fetch();
      source.waiting.requested(question, request);
      request.then(() => settled(), settled);
    };
    // a page may have what its server has shown without
    if (source.shownState !== undefined) check();
    // a render of an older moment lacks what the store has: it waits for that to be shown
    else if (!source.isSettled && isAnswered(source.getState())) {
      source.whenShown(isAnswered, check);
    } else request();
  });
}
