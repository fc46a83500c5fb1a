import type { Dependencies, State } from "../controller/mod.ts";
import type { ReaderSource, Registration } from "./reader_source.ts";

/** What a hook renders from. */
export interface Answer {
  /** What it depends on. */
  readonly dependencies: Dependencies;
  /** Protects what it shows from collection. */
  readonly countRef: () => () => void;
  /** Until when data is fresh that was fresh when that was looked at. */
  readonly freshUntil?: number;
}

/** What a hook wants to know of a state; two answers that are equal need no render. */
export interface Question<A extends Answer> {
  /**
   * Reads one state.
   *
   * @param state The state.
   * @param previous The last answer to the same question.
   * @param isHydrating Whether the answer has to be the one a server gave:
   *   since then time has passed, which must not change what is shown.
   */
  read(state: State, previous: A | undefined, isHydrating?: boolean): A;
  /** Whether rendering either answer would show the same. */
  isEqual(a: A, b: A): boolean;
  /** Whether a component with this answer may be hidden until another one comes. */
  isWaiting(answer: A): boolean;
  /** Whether the answer calls for a request. */
  needsRequest(answer: A): boolean;
  /** Makes that request. */
  request(answer: A): void;
}

/** The answer captured when the identity of a question changed. */
export interface Capture<A extends Answer> {
  readonly source: ReaderSource;
  readonly answer: A;
  /** The moment of the source it was read at; `undefined` if it may be older than what is there. */
  readonly moment: object | undefined;
}

/** What a hook shows: state of its component. */
export interface Shown<A extends Answer> {
  readonly observation: Observation<A>;
  /** What the answer is newer than. */
  readonly capture?: Capture<A>;
  readonly answer?: A;
}

/**
 * Watches the answers of one hook while its component is visible. The store
 * calls it only when something the answer depends on was touched; it has the
 * component render only when the answer would render differently.
 */
export class Observation<A extends Answer> {
  /** Whether the component may hydrate markup of a server: as its provider did or did not. */
  readonly mayHydrate: boolean;
  #capture: Capture<A> | undefined;
  #question!: Question<A>;
  /** The newest: what the component shows or was given to show. */
  #answer!: A;
  #registration: Registration | undefined;
  #show!: (shown: Shown<A>) => void;
  /** What the component was told to show last. */
  #shown: Shown<A> | undefined;
  /** What it shows. */
  #committed!: A;
  #isProtected = false;
  #wasHidden = false;

  constructor(mayHydrate: boolean) {
    this.mayHydrate = mayHydrate;
  }

  /**
   * The component is visible, or was rendered anew.
   *
   * @param capture What it shows an answer to.
   * @param question How to ask again.
   * @param answer What it shows.
   * @param readAt The moment it has read the answer itself; `undefined` if it was given it.
   * @param show Has it show another answer.
   */
  committed(
    capture: Capture<A>,
    question: Question<A>,
    answer: A,
    readAt: object | undefined,
    show: (shown: Shown<A>) => void,
  ): void {
    const { source } = capture;
    const isNew = this.#capture !== capture;
    this.#committed = answer;
    const old = this.#registration;
    this.#question = question;
    // What it was given last it may show later, at the end of a transition.
    if (isNew || readAt !== undefined) this.#answer = answer;
    if (old !== undefined && !isNew) {
      if (readAt === undefined) return;
      old.update(answer.dependencies);
      if (readAt !== source.moment()) this.#check();
      return;
    }
    this.#capture = capture;
    this.#show = show;
    const newest = this.#answer;
    this.#registration = source.observe(
      newest.dependencies,
      (isOptimistic) => this.#check(false, isOptimistic),
    );
    old?.release();
    // Since it was rendered time may have passed, and the store may have moved.
    const { freshUntil = Infinity } = newest;
    if (this.#wasHidden || (isNew && Date.now() > freshUntil)) {
      this.#check(true);
    } else if (
      newest !== capture.answer || capture.moment !== source.moment()
    ) this.#check();
    this.#wasHidden = false;
  }

  /** The component left, or is hidden. */
  stop(): void {
    this.#registration?.release();
    this.#registration = undefined;
  }

  /**
   * Protects what an answer shows from collection. New references are taken
   * before the old ones are released, so that no count touches zero between.
   *
   * @returns Ends the protection.
   */
  protect(answer: A): () => void {
    const release = answer.countRef();
    this.#isProtected = true;
    return () => {
      this.#isProtected = false;
      queueMicrotask(() => {
        release();
        // Only hiding takes longer than a task; StrictMode starts again at once.
        this.#wasHidden = !this.#isProtected;
      });
    };
  }

  /**
   * Reads the current state again.
   *
   * @param isFirst Whether to look at the age of the data, as at the first read.
   * @param isOptimistic Whether what has changed is to be seen at once.
   */
  #check(isFirst = false, isOptimistic = false): void {
    if (this.#registration === undefined) return;
    const { source } = this.#capture!;
    const question = this.#question;
    const previous = this.#answer;
    source.countRead();
    const next = question.read(
      source.getState(),
      isFirst ? undefined : previous,
    );
    if (next === previous) return;
    this.#answer = next;
    const registration = this.#registration;
    registration.update(next.dependencies);
    if (!question.isEqual(previous, next)) {
      const capture = this.#capture!;
      this.#show(this.#shown = { observation: this, capture, answer: next });
      if (isOptimistic) this.#showAtOnce();
    } else if (question.needsRequest(next)) {
      // A component that leaves in the same batch must not start the request.
      source.afterCommit(() => {
        if (this.#registration === registration) question.request(next);
      });
    }
  }

  /**
   * Has the component show what it was told to show, also where a pending
   * transition would have it wait: a microtask is outside of its scope.
   */
  #showAtOnce(): void {
    queueMicrotask(() => {
      const shown = this.#shown!;
      if (
        this.#registration === undefined || shown.capture !== this.#capture ||
        shown.answer === this.#committed
      ) return;
      this.#show(shown);
    });
  }
}
