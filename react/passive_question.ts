import type { State } from "../controller/mod.ts";
import type { Answer, Question } from "./observation.ts";

/** A question of a hook that looks at what is there, and never waits or requests. */
export abstract class PassiveQuestion<A extends Answer> implements Question<A> {
  abstract read(state: State): A;
  abstract isEqual(a: A, b: A): boolean;

  isWaiting(): boolean {
    return false;
  }

  needsRequest(): boolean {
    return false;
  }

  request(): void {}
}
