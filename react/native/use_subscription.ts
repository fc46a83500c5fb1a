"use client";
// @ts-types="npm:@types/react@^19"
import { useCallback } from "react";
import type { ReadEndpoint } from "../../controller/mod.ts";
import {
  type useSubscription as useSubscriptionOfReact,
  useSubscriptionWhile,
} from "../use_subscription.ts";
import { whileFocused } from "./screen.ts";
import { useScreen } from "./use_screen.ts";

/**
 * Keeps an endpoint's data up to date while the component is mounted, as
 * `useSubscription` of `@tessera/client/react`, and the user is on its screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSubscription } from "@tessera/client/react/native";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 5000 });
 *
 * function useFreshTide(port: string): void {
 *   useSubscription(getTide, { port });
 * }
 * ```
 */
export const useSubscription: typeof useSubscriptionOfReact =
  function useSubscription(
    endpoint: ReadEndpoint,
    ...args: readonly unknown[]
  ): void {
    const screen = useScreen();
    const whileVisible = useCallback(
      (start: () => () => void) =>
        screen === undefined ? start() : whileFocused(screen, start),
      [screen],
    );
    useSubscriptionWhile(whileVisible, endpoint, args);
  } as typeof useSubscriptionOfReact;
