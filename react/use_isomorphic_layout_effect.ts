"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useLayoutEffect } from "react";
import { isServer } from "./host.ts";

/**
 * `useLayoutEffect` on every client. On a server effects never run, and
 * React 18 warns about layout effects there.
 */
export const useIsomorphicLayoutEffect: typeof useLayoutEffect = isServer()
  ? useEffect
  : useLayoutEffect;
