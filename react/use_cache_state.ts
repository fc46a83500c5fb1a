"use client";
// @ts-types="npm:@types/react@^19"
import { useRef, useState } from "react";
import type { State } from "../controller/mod.ts";
import { useRegistrationEffect } from "./use_registration_effect.ts";
import { useIsHydrating } from "./use_is_hydrating.ts";
import { useReaderSource } from "./use_reader_source.ts";

/**
 * The whole state, optimistic changes included. Renders on every change of
 * the store: for tools only.
 *
 * @example
 * ```ts
 * import { useCacheState } from "@tessera/client/react";
 *
 * function useLastReset(): number {
 *   return useCacheState().lastReset;
 * }
 * ```
 */
export function useCacheState(): State {
  const source = useReaderSource();
  const isHydrating = useIsHydrating();
  const [, render] = useState<State | null>(null);
  const state = isHydrating ? source.getHydrationState() : source.getState();
  const committed = useRef(state);
  useRegistrationEffect(() => {
    committed.current = state;
  });
  useRegistrationEffect(() => {
    const check = () => render(source.getState());
    check();
    return source.subscribe((isOptimistic) => {
      check();
      if (!isOptimistic) return;
      // outside of the scope of a transition, which may be pending for long
      queueMicrotask(() => {
        if (committed.current !== source.getState()) check();
      });
    });
  }, [source]);
  return state;
}
