import type { EndpointInterface } from "../endpoint/contract.ts";
import type { UsablePromise } from "../controller/mod.ts";
import { pendingPromise } from "../controller/views.ts";
import type { EndpointQuestion, EndpointReading } from "./endpoint_question.ts";

/** How often a request that ends without an answer is made again. */
const maximumAttempts = 3;

/** How long a response counts as new for the component that waited for it, in milliseconds. */
const arrivalTime = 5000;

/**
 * The promises suspended components wait for, one for each key. React forgets
 * everything about a component that suspends on its first render, so they live
 * with the store.
 */
export class WaitingReaders {
  readonly #promises = new Map<string, UsablePromise<unknown>>();
  readonly #arrivals = new Map<string, number>();

  /**
   * Settles once the key can be shown or its request has failed. Starts the
   * request if none is under way.
   */
  promiseFor(
    question: EndpointQuestion,
    reading: EndpointReading,
  ): UsablePromise<unknown> {
    const key = question.key!;
    let promise = this.#promises.get(key);
    if (promise === undefined) {
      promise = pendingPromise(
        untilShown(question, reading).finally(() => {
          this.#promises.delete(key);
          this.#arrivals.set(key, Date.now());
          question.source.failures.settled(key);
        }),
      );
      this.#promises.set(key, promise);
    }
    return promise;
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

/**
 * Resolves with the data once it can be shown, whoever stored it; rejects with
 * the error readers have to report.
 */
function untilShown(
  question: EndpointQuestion,
  first: EndpointReading,
): Promise<unknown> {
  const { source, controller } = question;
  return new Promise((resolve, reject) => {
    let reading = first;
    let attempts = 0;
    let isFinished = false;
    const registration = source.observe(first.dependencies, () => {
      readAgain();
      if (reading.isMissing) registration.update(reading.dependencies);
      else finish();
    });
    const readAgain = () => {
      const state = source.getState();
      const isAnswered = state.getMeta(question.key!)?.date !== first.date;
      if (isAnswered) source.failures.settled(question.key!);
      reading = question.read(state, reading);
    };
    const finish = () => {
      isFinished = true;
      registration.release();
      if (reading.error === undefined) resolve(reading.data);
      else reject(reading.error);
    };
    const settled = (reason?: unknown) => {
      // Something else has stored the data meanwhile.
      if (isFinished) return;
      readAgain();
      if (!reading.isMissing) return finish();
      // Aborted by somebody else, or reset: the reader still wants the data.
      const { signal } = question.endpoint as { signal?: AbortSignal };
      if (!signal?.aborted && attempts < maximumAttempts) return request();
      registration.release();
      reject(reason);
    };
    const request = () => {
      attempts++;
      const request = question.fetch();
      controller.addWaitingReader(
        request,
        question.endpoint as EndpointInterface,
        ...question.args,
      );
      request.then(() => settled(), settled);
    };
    request();
  });
}
