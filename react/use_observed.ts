"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useMemo, useState } from "react";
import {
  type Answer,
  type Capture,
  Observation,
  type Question,
  type Shown,
} from "./observation.ts";
import type { ReaderSource } from "./reader_source.ts";
import { useIsHydrating } from "./use_is_hydrating.ts";
import { useRegistrationEffect } from "./use_registration_effect.ts";

/**
 * The answer to a question, kept up to date.
 *
 * The answer is React state, set by the store's notification. So a write inside
 * `startTransition` is a transition, a pending transition keeps the old answer
 * on screen, and nothing tears. A subscription through useSyncExternalStore
 * alone could do neither, because its updates are always synchronous.
 *
 * @param source What to read from.
 * @param question What to read. May be a new object on every render.
 * @param identity Values that make it another question; their number never changes.
 */
export function useObserved<A extends Answer>(
  source: ReaderSource,
  question: Question<A>,
  identity: readonly unknown[],
): A {
  const [shown, show] = useState<Shown<A>>(() => ({
    observation: new Observation(source.mayHydrate),
  }));
  const { observation } = shown;
  // a hook less for each reader of a page that no server rendered
  const isHydrating = observation.mayHydrate && useIsHydrating();
  const capture = useMemo<Capture<A>>(() => {
    const state = isHydrating ? source.getHydrationState() : source.getState();
    source.countRead();
    return {
      source,
      answer: question.read(state, undefined, isHydrating),
      moment: isHydrating ? undefined : source.moment(),
    };
    // the identity stands for the question
  }, [source, ...identity]);
  let answer = shown.capture === capture ? shown.answer! : capture.answer;
  // A component hidden by its fallback is not told of changes.
  let readAt: object | undefined;
  if (question.isWaiting(answer)) {
    const current = question.read(source.getState(), answer);
    if (!question.isEqual(answer, current)) {
      answer = current;
      readAt = source.moment();
    }
  }
  useRegistrationEffect(() =>
    observation.committed(capture, question, answer, readAt, show)
  );
  useRegistrationEffect(() => () => observation.stop(), []);
  useEffect(() => observation.protect(answer), [answer]);
  return answer;
}
