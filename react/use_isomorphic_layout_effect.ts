"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useLayoutEffect } from "react";

/**
 * `useLayoutEffect` on every client. On a server effects never run, and
 * React 18 warns about layout effects there.
 */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect =
  typeof document === "undefined" && !isReactNative()
    ? useEffect
    : useLayoutEffect;

/** It has no document; this is how it tells that it is no server. */
function isReactNative(): boolean {
  const { navigator } = globalThis as { navigator?: { product?: string } };
  return navigator?.product === "ReactNative";
}
