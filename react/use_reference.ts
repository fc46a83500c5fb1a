"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect } from "react";

/**
 * Protects what a mounted component shows from collection. New references are
 * taken before the old ones are released, so that no count touches zero between.
 */
export function useReference(
  reading: { readonly countRef: () => () => void },
): void {
  useEffect(() => {
    const release = reading.countRef();
    return () => queueMicrotask(release);
  }, [reading]);
}
