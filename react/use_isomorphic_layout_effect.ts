"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useLayoutEffect } from "react";

/**
 * `useLayoutEffect` where there is a document. On a server effects never run,
 * and React 18 warns about layout effects there.
 */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
