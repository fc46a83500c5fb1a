"use client";
// @ts-types="npm:@types/react@^19"
import { useSyncExternalStore } from "react";

/**
 * Whether this render hydrates markup of the server. React offers no direct
 * answer, but it asks for the server's snapshot in exactly that case. Both
 * snapshots are equal, so the question itself never causes another render.
 */
export function useIsHydrating(): boolean {
  let hydrating = false;
  useSyncExternalStore(subscribeToNothing, snapshot, () => {
    hydrating = true;
    return snapshot();
  });
  return hydrating;
}

function subscribeToNothing(): () => void {
  return unsubscribe;
}

function unsubscribe(): void {}

function snapshot(): null {
  return null;
}
