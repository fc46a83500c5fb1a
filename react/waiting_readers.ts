import type { State, UsablePromise } from "../controller/mod.ts";
import { nothing, pendingPromise } from "../controller/views.ts";
import type { EndpointInterface } from "../endpoint/contract.ts";
import type { EndpointQuestion, EndpointReading } from "./question.ts";

/** How often a request that ends without an answer is made again. */
export const maximumAttempts = 3;

/** How long a response counts as new for the component that waited for it, in milliseconds. */
const arrivalTime = 5000;

/** How long an error is kept at least, in milliseconds: React renders what has thrown once more before it shows a boundary. */
const shortestErrorTime = 100;

/** What the components that wait for one key wait for. */
export interface Wait {
  /** The first question. */
  readonly question: EndpointQuestion;
  /** Given to all of them. */
  readonly promise: UsablePromise<unknown>;
  /** What was read last. */
  answer: EndpointReading;
  /** From which state. */
  at?: WeakRef<State>;
  /** Until when nobody who waited reads anew, once it is over. */
  until?: number;
}

/**
 * What suspended components wait for, by key. React forgets everything about a
 * component that suspends on its first render, so it lives with the store,
 * until a component shows what has arrived.
 *
 * @internal
 */
export class WaitingReaders {
  /** What is waited for under a key, or has arrived and was not shown yet. */
  readonly waits: Map<string | null, Wait> = new Map();

  /**
   * Settles once the key can be shown or its request has failed. Starts the
   * request if none is under way.
   *
   * @param isNeeded Whether the component cannot go on without it.
   * @throws What the last request ended with, if that is not in the store, as long as an error counts, and the data is needed.
   */
  promiseFor(
    question: EndpointQuestion,
    reading: EndpointReading,
    isNeeded = true,
  ): UsablePromise<unknown> {
    const { key } = question;
    const before = this.waits.get(key);
    const promise = before?.promise;
    if (promise?.resolved === false) return promise;
    const isFailed = promise?.status === "rejected";
    if (isFailed && isKept(before!, question, reading)) {
      if (isNeeded) throw promise.reason;
      return promise;
    }
    const wait = beginWait(question, reading, false, isFailed);
    this.waits.set(key, wait);
    return wait.promise;
  }

  /** A request was made for components that wait, which may leave before they are shown. */
  requested(question: EndpointQuestion, request: Promise<unknown>): void {
    question.register(request);
  }

  /** A component shows the key: from now on its age counts. */
  shown(key: string): void {
    if (this.waits.get(key)?.promise.resolved) this.waits.delete(key);
  }

  /** Whoever still needs what no request has brought asks again. */
  forgetFailed(): void {
    for (const [key, { promise }] of this.waits) {
      if (promise.status === "rejected") this.waits.delete(key);
    }
  }

  /** Keys whose request has ended with this error. */
  failed(error: unknown): string[] {
    return [...this.waits].flatMap(([key, { promise }]) =>
      promise.status === "rejected" && promise.reason === error ? [key!] : []
    );
  }
}

/** Whether a failure still counts: a request now would be aborted too, or the error is new and nothing has happened since. */
function isKept(
  { question, answer, until }: Wait,
  asked: EndpointQuestion,
  { meta, lastReset }: EndpointReading,
): boolean {
  const signal = signalOf(asked);
  return signal?.aborted ||
    signal === signalOf(question) && until! >= Date.now() &&
      answer.meta === meta && answer.lastReset === lastReset;
}

function signalOf({ endpoint }: EndpointQuestion): AbortSignal | undefined {
  return (endpoint as { readonly signal?: AbortSignal }).signal;
}

/**
 * Waits until the data can be shown, whoever stores it; or fails with the error
 * readers have to report, or with that of a request that was aborted. An answer
 * from before the key was invalidated is not stored: then it is requested again.
 *
 * @param isOnDisplay Whether the component shows something meanwhile, and tells when it leaves.
 * @param isRepeated Whether the last wait has failed, and it is not known whether that was shown: then a render may take longer than errors are kept.
 */
export function beginWait(
  question: EndpointQuestion,
  first: EndpointReading,
  isOnDisplay = false,
  isRepeated = false,
): Wait {
  const { source, controller } = question;
  let resolve!: (data: unknown) => void;
  let reject!: (error: unknown) => void;
  const promise = pendingPromise(
    new Promise<unknown>((...settle) => [resolve, reject] = settle)
      // a few microtasks later: whoever awaits the request goes on before components do
      .finally(nothing),
  );
  const wait: Wait = { question, promise, answer: first };
  let attempts = 0;
  let isRequested = false;
  /** When what was there was asked for, as the last request began. */
  let before: number | undefined;
  let stop = nothing;
  const end = (error: unknown) => {
    stop();
    const { errorExpiryLength = controller.expiryLengths.errorExpiryLength } =
      question.endpoint as EndpointInterface;
    wait.until = Date.now() +
      (error === undefined || isRepeated
        ? arrivalTime
        : Math.max(shortestErrorTime, errorExpiryLength));
    if (error === undefined) resolve(wait.answer.data);
    else reject(error);
  };
  const read = () => {
    const state = source.getState();
    wait.at = new WeakRef(state);
    return wait.answer = question.read(state, wait.answer);
  };
  const proceed = () => {
    if (wait.until !== undefined) return;
    const { isMissing, error } = read();
    if (isMissing) ask();
    else end(error);
  };
  const ask = () => {
    const stopOld = stop;
    stop = source.observe(wait.answer.dependencies, proceed);
    stopOld();
    if (isRequested || source.isLive === false) return;
    isRequested = true;
    attempts++;
    before = wait.answer.meta?.fetchedAt;
    const request = question.fetch();
    if (!isOnDisplay) source.waiting.requested(question, request);
    request.then(() => settled(), settled);
  };
  const settled = (reason?: unknown) => {
    isRequested = false;
    if (wait.until !== undefined) return;
    const { isMissing, error } = read();
    if (!isMissing) end(error);
    // the answer is in the store, which this state does not show
    else if (!source.isLive) return;
    // aborted by somebody else, or reset: the reader still wants the data
    else if (
      attempts < maximumAttempts &&
      (isOnDisplay
        // a stored answer that has nothing to show would have nothing again;
        // one that was invalidated has no time
        ? reason === undefined &&
          (wait.answer.meta?.fetchedAt ?? 0) === (before ?? 0) &&
          controller.hasReader(question.key!)
        : !signalOf(question)?.aborted)
    ) ask();
    else end(reason);
  };
  // a page may have what its server has shown without; and a render of an older
  // moment may lack what the store has: it waits for that to be shown
  const isBehind = isOnDisplay || source.shownState !== undefined ||
    !source.isSettled;
  if (isBehind && !read().isMissing) source.whenSettled(proceed);
  else {
    wait.at ??= new WeakRef(source.getState());
    ask();
  }
  return wait;
}
