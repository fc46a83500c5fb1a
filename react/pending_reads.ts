import type {
  Controller,
  Dependencies,
  State,
  StoredEndpoint,
  UsablePromise,
} from "../controller/mod.ts";
import {
  maximumAttempts,
  nothing,
  pendingPromise,
  type readResponse,
} from "../controller/views.ts";
import type { EndpointInterface } from "../endpoint/contract.ts";

/**
 * What a reader does about missing data: nothing (`"stored"`), request it
 * (`"fetching"`), request it and give a promise (`"promising"`), or request it
 * and stay hidden meanwhile (`"suspending"`).
 */
export type ReaderKind = "stored" | "fetching" | "promising" | "suspending";

/** What a state says about one request, and what that asks of its reader. */
export type EndpointReading = ReturnType<typeof readResponse> & {
  /** Nothing may be rendered until a response arrives. */
  readonly isMissing: boolean;
  /** The component has to make a request. */
  readonly needsRequest: boolean;
  /** The data had expired when that was looked at. */
  readonly isStale: boolean;
  /** A request was needed, whatever the clock says. */
  readonly isInvalid: boolean;
  readonly lastReset: number;
};

/** Reads and requests the response that a {@linkcode Wait} is for. */
export interface PendingSelector {
  readonly source: PendingSource;
  readonly controller: Controller;
  readonly endpoint: StoredEndpoint;
  readonly kind: ReaderKind;
  readonly key: string | null;
  read(state: State, previous: EndpointReading | undefined): EndpointReading;
  fetch(): Promise<unknown>;
  register(request?: Promise<unknown>): () => void;
}

/** The store of a provider, and what of it is on screen. */
interface PendingSource {
  readonly pending: PendingReads;
  readonly isLive: boolean | undefined;
  readonly isOnScreen: boolean;
  readonly renderedStateOf: unknown;
  getState(): State;
  observe(dependencies: Dependencies, listener: () => void): () => void;
  whenOnScreen(callback: () => void): void;
}

/** How long a response is treated as new for the component that waited for it, in milliseconds. */
const arrivalTime = 5000;

/** How long an error is retained at least, in milliseconds: React renders what has thrown once more before it renders a boundary. */
const shortestErrorTime = 100;

/**
 * The promises that suspended components wait for, by key. React forgets
 * everything about a component that suspends on its first render, so the
 * `ReaderSource` of its provider has them, until a component renders what has
 * arrived.
 *
 * @internal
 */
export class PendingReads {
  /** What is waited for under a key, or has arrived and was not rendered yet. */
  readonly waits: Map<string | null, Wait> = new Map();

  /**
   * Resolves once the key can be rendered or its request has failed. Starts the
   * request if none is under way.
   *
   * @param isNeeded Whether the component cannot go on without it.
   * @throws What the last request ended with, if that is not in the store, as long as an error is not expired, and the data is needed.
   */
  promiseFor(
    selector: PendingSelector,
    reading: EndpointReading,
    isNeeded = true,
  ): UsablePromise<unknown> {
    const { key } = selector;
    const before = this.waits.get(key);
    const promise = before?.promise;
    if (promise?.resolved === false) return promise;
    const isFailed = promise?.status === "rejected";
    if (isFailed && isRecent(before!, selector, reading)) {
      if (isNeeded) throw promise.reason;
      return promise;
    }
    const wait = new Wait(selector, reading, false, isFailed);
    this.waits.set(key, wait);
    return wait.promise;
  }

  /** A request was made for components that wait, which may leave before they are rendered. */
  requested(selector: PendingSelector, request: Promise<unknown>): void {
    selector.register(request);
  }

  /** A component with the key is on screen: from now on the age of its data matters. */
  rendered(key: string): void {
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

/** Whether a failure is still reported: a request now would be aborted too, or the error is new and nothing has happened since. */
function isRecent(
  { selector, selection, until }: Wait,
  asked: PendingSelector,
  { meta, lastReset }: EndpointReading,
): boolean {
  const signal = signalOf(asked);
  return signal?.aborted ||
    signal === signalOf(selector) && until! >= Date.now() &&
      selection.meta === meta && selection.lastReset === lastReset;
}

function signalOf({ endpoint }: PendingSelector): AbortSignal | undefined {
  return (endpoint as { readonly signal?: AbortSignal }).signal;
}

/**
 * Waits until the data can be rendered, whoever stores it; or fails with the
 * error readers have to report, or with that of a request that was aborted. A
 * response to a request from before the key was invalidated is not stored: then
 * the wait makes another request.
 */
export class Wait {
  /** The promise of all components that wait for it. */
  readonly promise: UsablePromise<unknown>;
  /** From which state it was read last. */
  at: WeakRef<State> | undefined;
  /** Until when nobody who waited reads it again, once it is over. */
  until: number | undefined;
  #resolve!: (data: unknown) => void;
  #reject!: (error: unknown) => void;
  #attempts = 0;
  #isRequested = false;
  /** When the last request began, or something has changed that leaves nothing to show. */
  #since = 0;
  /** When what was there was asked for, as the last request began. */
  #before: number | undefined;
  #stop: () => void = nothing;

  /**
   * @param selector The first selector.
   * @param selection What was read last.
   * @param isOnDisplay Whether the component renders something meanwhile, and
   * tells when it leaves.
   * @param isRepeated Whether the last wait has failed, and nobody knows if
   * that was rendered: then a render may take longer than errors are retained.
   */
  constructor(
    readonly selector: PendingSelector,
    public selection: EndpointReading,
    readonly isOnDisplay = false,
    readonly isRepeated = false,
  ) {
    const { source } = selector;
    this.promise = pendingPromise(
      new Promise<unknown>((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
      })
        // a few microtasks later: whoever awaits the request goes on before components do
        .finally(nothing),
    );
    // a page may have what its server has rendered without; and a render of an
    // older state may lack what the store has: it waits until that is on screen
    const isBehind = isOnDisplay || source.renderedStateOf !== undefined ||
      !source.isOnScreen;
    if (isBehind && !this.#read().isMissing) {
      source.whenOnScreen(this.#proceed);
    } else {
      this.at ??= new WeakRef(source.getState());
      this.#request();
    }
  }

  #read(): EndpointReading {
    const state = this.selector.source.getState();
    this.at = new WeakRef(state);
    return this.selection = this.selector.read(state, this.selection);
  }

  readonly #proceed = (): void => {
    if (this.until !== undefined) return;
    const { isMissing, error } = this.#read();
    if (!isMissing) return this.#end(error);
    if (this.#isBefore()) this.#since = Date.now();
    this.#request();
  };

  /** Whether what was read last is from before the request; what was invalidated has no time. */
  #isBefore(): boolean {
    return (this.selection.meta?.fetchedAt ?? 0) === (this.#before ?? 0);
  }

  /** Makes the request, unless it is pending already. */
  #request(): void {
    const { source } = this.selector;
    const stopOld = this.#stop;
    const { dependencies, meta } = this.selection;
    this.#stop = source.observe(dependencies, this.#proceed);
    stopOld();
    if (this.#isRequested || source.isLive === false) return;
    this.#isRequested = true;
    this.#since = Date.now();
    this.#attempts++;
    this.#before = meta?.fetchedAt;
    const request = this.selector.fetch();
    if (!this.isOnDisplay) source.pending.requested(this.selector, request);
    request.then(() => this.#responded(), (error) => this.#responded(error));
  }

  /** The request has ended. */
  #responded(reason?: unknown): void {
    this.#isRequested = false;
    if (this.until !== undefined) return;
    const { isMissing, error } = this.#read();
    if (!isMissing) this.#end(error);
    // the response is in the store, which this state does not have
    else if (!this.selector.source.isLive) return;
    else if (this.#attempts < maximumAttempts && this.#isWanted(reason)) {
      this.#request();
    } else this.#end(reason);
  }

  /** Whether the reader still wants the data of a request that was aborted by somebody else, or reset. */
  #isWanted(reason: unknown): boolean {
    const { selector, selection } = this;
    if (!this.isOnDisplay) return !signalOf(selector)?.aborted;
    // a stored response that has nothing to show would have nothing again,
    // unless it was requested before that was deleted
    return reason === undefined &&
      (this.#isBefore() ||
        (selection.meta?.fetchedAt ?? Infinity) < this.#since) &&
      selector.controller.hasReader(selector.key!);
  }

  #end(error: unknown): void {
    this.#stop();
    const { controller, endpoint } = this.selector;
    const { errorExpiryLength = controller.expiryLengths.errorExpiryLength } =
      endpoint as EndpointInterface;
    this.until = Date.now() +
      (error === undefined || this.isRepeated
        ? arrivalTime
        : Math.max(shortestErrorTime, errorExpiryLength));
    if (error === undefined) this.#resolve(this.selection.data);
    else this.#reject(error);
  }
}
