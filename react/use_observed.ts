// @ts-types="npm:@types/react@^19"
import { useContext, useMemo, useRef, useState } from "react";
import { StoreContext } from "./contexts.ts";
import { Observation, type Question } from "./observation.ts";
import type { ReaderSource } from "./reader_source.ts";
import { useIsHydrating } from "./use_is_hydrating.ts";
import { useIsomorphicLayoutEffect } from "./use_isomorphic_layout_effect.ts";

/** The answer captured when the identity of a question changed. */
interface Capture<Answer> {
  readonly answer: Answer;
}

/** A newer answer to the question of a capture. */
interface Update<Answer> {
  readonly capture: Capture<Answer>;
  readonly answer: Answer;
}

/**
 * The answer to a question, kept up to date.
 *
 * The answer is React state, set by the store's notification. So a write inside
 * `startTransition` is a transition, a pending transition keeps the old answer
 * on screen, and nothing tears. A subscription through useSyncExternalStore
 * alone could do neither, because its updates are always synchronous.
 *
 * @param question What to read. May be a new object on every render.
 * @param identity Values that make it another question; their number never changes.
 */
export function useObserved<Answer>(
  question: Question<Answer>,
  identity: readonly unknown[],
): Answer {
  const source: ReaderSource = useContext(StoreContext);
  const isHydrating = useIsHydrating();
  const capture = useMemo<Capture<Answer>>(() => {
    const state = isHydrating ? source.getHydrationState() : source.getState();
    return { answer: question.read(state, undefined) };
    // deno-lint-ignore react-hooks-exhaustive-deps -- the identity stands for the question
  }, [source, ...identity]);
  const [update, setUpdate] = useState<Update<Answer> | null>(null);
  const answer = update !== null && update.capture === capture
    ? update.answer
    : capture.answer;

  const observation = useRef<Observation<Answer> | null>(null);
  useIsomorphicLayoutEffect(() => {
    const observing = new Observation<Answer>(
      source,
      question,
      answer,
      (next) => setUpdate({ capture, answer: next }),
    );
    observation.current = observing;
    // The store may have moved between render and this commit.
    observing.check();
    return () => {
      observing.release();
      observation.current = null;
    };
  }, [capture]);
  useIsomorphicLayoutEffect(() => {
    observation.current?.rendered(question, answer);
  });
  return answer;
}
