"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useLayoutEffect } from "react";

/**
 * Whether this renders on a server, where effects never run. It is known by
 * `document`, which no build replaces, and React Native has neither.
 */
export function isServer(): boolean {
  return typeof document === "undefined" && !isReactNative();
}

function isReactNative(): boolean {
  const { navigator } = globalThis as { navigator?: { product?: string } };
  return navigator?.product === "ReactNative";
}

/**
 * `useLayoutEffect` on every client. On a server effects never run, and
 * React 18 warns about layout effects there.
 */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect = isServer()
  ? useEffect
  : useLayoutEffect;
