"use client";
// @ts-types="npm:@types/react@^19"
import { useReducer } from "react";
import type { StoreReaderSource } from "./reader_source.ts";
import { useIsomorphicLayoutEffect } from "./use_isomorphic_layout_effect.ts";

/**
 * Renders nothing. A request that a change calls for has it render in the same
 * batch as the components that the change concerns; its layout effect tells
 * when they are committed.
 */
export function CommitSignal(
  { source }: { readonly source: StoreReaderSource },
): null {
  const [, pulse] = useReducer(increment, 0);
  useIsomorphicLayoutEffect(() => source.committed());
  useIsomorphicLayoutEffect(() => {
    source.setPulse(pulse);
    return () => source.setPulse(null);
  }, [source]);
  return null;
}

function increment(count: number): number {
  return count + 1;
}
