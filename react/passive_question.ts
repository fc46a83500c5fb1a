import type { Dependencies, State } from "../controller/mod.ts";
import type { Question } from "./observation.ts";

/** A question of a hook that looks at what is there, and never waits or requests. */
export abstract class PassiveQuestion<Answer> implements Question<Answer> {
  abstract read(state: State, previous: Answer | undefined): Answer;
  abstract isEqual(a: Answer, b: Answer): boolean;
  abstract dependencies(answer: Answer): Dependencies;

  isWaiting(): boolean {
    return false;
  }

  needsRequest(): boolean {
    return false;
  }

  request(): void {}
}
