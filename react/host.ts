"use client";
// @ts-types="npm:@types/react@^19"
import * as React from "react";

/**
 * Whether this renders on a server, where effects never run. It is told by
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
 * For effects that register something: `useLayoutEffect`, so that nothing is
 * missed before the browser paints. On a server effects never run, and React 18
 * warns about layout effects there.
 *
 * Preact, whose compat entry also renders, keeps the layout effects of a first
 * render that suspended. It runs them with those of the next attempt and never
 * ends them. Its other effects start with the attempt that succeeds.
 */
export const useRegistrationEffect: typeof React.useLayoutEffect =
  /* @__PURE__ */ isServer() || "render" in React
    ? React.useEffect
    : React.useLayoutEffect;
