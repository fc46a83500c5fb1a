import type { EndpointQuestion, EndpointReading } from "./endpoint_question.ts";

/** How long a response counts as new for the component that waited for it, in milliseconds. */
const arrivalTime = 5000;

/**
 * The promises suspended components wait for, one for each key. React forgets
 * everything about a component that suspends on its first render, so they live
 * with the store.
 */
export class WaitingReaders {
  readonly #promises = new Map<string, Promise<void>>();
  readonly #arrivals = new Map<string, number>();

  /**
   * Resolves once the key can be shown, or its request has failed.
   * Starts the request if none is under way.
   */
  promiseFor(
    question: EndpointQuestion,
    reading: EndpointReading,
  ): Promise<void> {
    const key = question.key!;
    let promise = this.#promises.get(key);
    if (promise === undefined) {
      promise = untilShown(question, reading).then(() => {
        this.#promises.delete(key);
        this.#arrivals.set(key, Date.now());
      });
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

/** Settles with the request, or earlier if something else stores the data. */
function untilShown(
  question: EndpointQuestion,
  reading: EndpointReading,
): Promise<void> {
  const { source, controller, endpoint, args } = question;
  const request = question.fetch();
  return new Promise((resolve) => {
    const registration = source.observe(reading.dependencies, () => {
      const next = question.read(source.getState(), reading);
      if (next.isMissing) registration.update(next.dependencies);
      else finish();
    });
    const finish = () => {
      registration.release();
      resolve();
    };
    request.then(finish, finish);
    controller.addWaitingReader(request, endpoint, ...args);
  });
}
