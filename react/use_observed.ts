"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useMemo, useRef, useState } from "react";
import type { State } from "../controller/mod.ts";
import { Observation, type Question } from "./observation.ts";
import type { ReaderSource } from "./reader_source.ts";
import { useIsHydrating } from "./use_is_hydrating.ts";
import { useRegistrationEffect } from "./use_registration_effect.ts";

/** The answer captured when the identity of a question changed. */
interface Capture<Answer> {
  readonly answer: Answer;
  /** What it was read from, until it is on screen: a reader keeps no state alive. */
  state: State | undefined;
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
 * @param source What to read from.
 * @param question What to read. May be a new object on every render.
 * @param identity Values that make it another question; their number never changes.
 */
export function useObserved<Answer>(
  source: ReaderSource,
  question: Question<Answer>,
  identity: readonly unknown[],
): Answer {
  const isHydrating = useIsHydrating();
  const capture = useMemo<Capture<Answer>>(() => {
    const state = isHydrating ? source.getHydrationState() : source.getState();
    source.countRead();
    return { answer: question.read(state, undefined, isHydrating), state };
    // the identity stands for the question
  }, [source, ...identity]);
  const [update, setUpdate] = useState<Update<Answer> | null>(null);
  let answer = update !== null && update.capture === capture
    ? update.answer
    : capture.answer;
  // A component hidden by its fallback is not told of changes.
  if (question.isWaiting(answer)) {
    const current = question.read(source.getState(), answer);
    if (!question.isEqual(answer, current)) answer = current;
  }

  const observation = useRef<Observation<Answer> | null>(null);
  const wasHidden = useRef(false);
  useRegistrationEffect(() => {
    const observing = new Observation<Answer>(
      source,
      question,
      answer,
      (next) => setUpdate({ capture, answer: next }),
    );
    observation.current = observing;
    // The store may have moved between render and this commit.
    if (
      wasHidden.current || isHydrating || answer !== capture.answer ||
      capture.state !== source.getState()
    ) observing.check(wasHidden.current);
    capture.state = undefined;
    wasHidden.current = false;
    return () => {
      observing.release();
      observation.current = null;
    };
  }, [capture]);
  useRegistrationEffect(() => {
    observation.current?.rendered(question, answer);
  });
  // Only hiding ends effects for longer than a task; StrictMode restarts them at once.
  useEffect(() => () => {
    queueMicrotask(() => {
      wasHidden.current = observation.current === null;
    });
  }, []);
  return answer;
}
