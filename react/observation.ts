import type { Dependencies, State } from "../controller/mod.ts";
import type { ReaderSource, Registration } from "./reader_source.ts";

/**
 * What a hook wants to know of a state. `Answer` is what it renders from;
 * two answers that are equal need no render.
 */
export interface Question<Answer> {
  /**
   * Reads one state.
   *
   * @param state The state.
   * @param previous The last answer to the same question.
   * @param isHydrating Whether the answer has to be the one a server gave:
   *   since then time has passed, which must not change what is shown.
   */
  read(
    state: State,
    previous: Answer | undefined,
    isHydrating?: boolean,
  ): Answer;
  /** Whether rendering either answer would show the same. */
  isEqual(a: Answer, b: Answer): boolean;
  /** What the answer depends on. */
  dependencies(answer: Answer): Dependencies;
  /** Whether a component with this answer may be hidden until another one comes. */
  isWaiting(answer: Answer): boolean;
  /** Whether the answer calls for a request. */
  needsRequest(answer: Answer): boolean;
  /** Makes that request. */
  request(answer: Answer): void;
}

/**
 * Watches the answer to one question on behalf of one mounted hook. The store
 * calls it only when something the answer depends on was touched; it calls
 * `deliver` only when the answer would render differently.
 */
export class Observation<Answer> {
  #question: Question<Answer>;
  #answer: Answer;
  #isActive = true;
  readonly #source: ReaderSource;
  readonly #deliver: (answer: Answer) => void;
  readonly #registration: Registration;

  constructor(
    source: ReaderSource,
    question: Question<Answer>,
    answer: Answer,
    deliver: (answer: Answer) => void,
  ) {
    this.#source = source;
    this.#question = question;
    this.#answer = answer;
    this.#deliver = deliver;
    this.#registration = source.observe(
      question.dependencies(answer),
      () => this.check(),
    );
  }

  /** Tells what the component rendered last, and with which question. */
  rendered(question: Question<Answer>, answer: Answer): void {
    this.#question = question;
    if (this.#answer === answer) return;
    this.#answer = answer;
    this.#registration.update(question.dependencies(answer));
  }

  /**
   * Reads the current state again.
   *
   * @param isFirst Whether the component appears again, which is a reason of
   *   its own to look at the age of the data.
   */
  check(isFirst = false): void {
    if (!this.#isActive) return;
    const previous = this.#answer;
    this.#source.countRead();
    const next = this.#question.read(
      this.#source.getState(),
      isFirst ? undefined : previous,
    );
    if (next === previous) return;
    this.#answer = next;
    this.#registration.update(this.#question.dependencies(next));
    if (!this.#question.isEqual(previous, next)) {
      this.#deliver(next);
    } else if (this.#question.needsRequest(next)) {
      // A component that leaves in the same batch must not start the request.
      this.#source.afterCommit(() => {
        if (this.#isActive) this.#question.request(next);
      });
    }
  }

  release(): void {
    this.#isActive = false;
    this.#registration.release();
  }
}
