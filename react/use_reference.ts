"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useRef } from "react";

/**
 * Protects what a mounted component shows from collection. New references are
 * taken before the old ones are released, so that no count touches zero between.
 */
export function useReference(
  reading: { readonly countRef: () => () => void },
): void {
  const release = useRef<(() => void) | null>(null);
  useEffect(() => {
    const releaseOld = release.current;
    release.current = reading.countRef();
    releaseOld?.();
  }, [reading]);
  useEffect(() => () => {
    release.current?.();
    release.current = null;
  }, []);
}
