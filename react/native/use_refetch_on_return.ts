"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useRef } from "react";
import type { EndpointCall } from "../fetching_hooks.ts";
import { useController } from "../contexts.ts";
import { afterInteractions } from "./after_interactions.ts";
import { watchReturns } from "./screen.ts";
import { usePlatform, useScreen } from "./use_screen.ts";

/**
 * Requests what is missing or stale when the user comes back to the screen.
 * The component stays mounted while the user is elsewhere, so nothing else
 * would look at the age of what it shows.
 */
export function useRefetchOnReturn(calls: readonly EndpointCall[]): void {
  const controller = useController();
  const { interactions } = usePlatform();
  const screen = useScreen();
  const latest = useRef(calls);
  useEffect(() => {
    latest.current = calls;
  });
  useEffect(() => {
    if (screen === undefined) return;
    let cancel: (() => void) | undefined;
    const forget = () => cancel?.();
    const refetch = () => {
      for (const call of latest.current) {
        if (call === null) continue;
        const [endpoint, ...args] = call;
        void controller.prefetch(endpoint, ...args);
      }
    };
    const stop = watchReturns(
      screen,
      () => {
        forget();
        cancel = afterInteractions(refetch, interactions);
      },
      forget,
    );
    return () => {
      stop();
      forget();
    };
  }, [screen, controller, interactions]);
}
