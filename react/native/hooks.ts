"use client";
/**
 * Hooks that know on which screen their component is.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { useCallback, useEffect, useRef } from "react";
import type { Interactions, ReadEndpoint } from "../../controller/mod.ts";
import { useController } from "../contexts.ts";
import {
  type EndpointCall,
  useDLE as useDLEOfReact,
  useFetch as useFetchOfReact,
  useSuspense as useSuspenseOfReact,
  useSuspenseAll as useSuspenseAllOfReact,
} from "../fetching_hooks.ts";
import {
  type useLive as useLiveOfReact,
  type useSubscription as useSubscriptionOfReact,
  useSubscriptionWhile,
} from "../use_subscription.ts";
import { usePlatform, useScreen, whileFocused } from "./platform.ts";

/**
 * Data of an endpoint, always present, as `useSuspense` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSuspense } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function useShip(id: string) {
 *   return useSuspense(getShip, { id });
 * }
 * ```
 */
export const useSuspense: typeof useSuspenseOfReact =
  /* @__PURE__ */ refetching(
    useSuspenseOfReact,
  );

/**
 * Data of several endpoints, requested at once, as `useSuspenseAll` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useSuspenseAll } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 * const getPort = new RestEndpoint({ path: "/ports/:id" });
 *
 * function useVoyage(ship: string, port: string) {
 *   return useSuspenseAll([[getShip, { id: ship }], [getPort, { id: port }]]);
 * }
 * ```
 */
export const useSuspenseAll: typeof useSuspenseAllOfReact =
  function useSuspenseAll(calls: readonly EndpointCall[]): unknown {
    useRefetchOnReturn(calls);
    return useSuspenseAllOfReact(calls as never);
  } as typeof useSuspenseAllOfReact;

/**
 * Data of an endpoint together with its state, as `useDLE` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useDLE } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function useShipTitle(id: string): string {
 *   const { data, loading, error } = useDLE(getShip, { id });
 *   return error?.message ?? (loading ? "loading" : data.name);
 * }
 * ```
 */
export const useDLE: typeof useDLEOfReact = /* @__PURE__ */ refetching(
  useDLEOfReact,
);

/**
 * Requests what is missing or stale without suspending, as `useFetch` of
 * `@tessera/client/react`. Stale data is also requested again when the user
 * comes back to the screen.
 *
 * @example
 * ```ts
 * import { use } from "react";
 * import { RestEndpoint } from "@tessera/client";
 * import { useFetch } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * function useShip(id: string) {
 *   return use(useFetch(getShip, { id }));
 * }
 * ```
 */
export const useFetch: typeof useFetchOfReact = /* @__PURE__ */ refetching(
  useFetchOfReact,
);

/**
 * Refreshes an endpoint's data while the component is mounted, as
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

/**
 * Data of an endpoint, always present, and refreshed while the user is
 * on its screen: {@linkcode useSubscription} and {@linkcode useSuspense} in one.
 *
 * @example
 * ```ts
 * import { RestEndpoint } from "@tessera/client";
 * import { useLive } from "@tessera/client/react/native";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 5000 });
 *
 * function useTide(port: string) {
 *   return useLive(getTide, { port });
 * }
 * ```
 */
export const useLive: typeof useLiveOfReact = function useLive(
  endpoint: ReadEndpoint,
  ...args: readonly unknown[]
): unknown {
  useSubscription(endpoint, ...args);
  return useSuspense(endpoint, ...args);
} as typeof useLiveOfReact;

/** A hook that also requests again what is stale when the user comes back to the screen. */
function refetching<
  Hook extends (endpoint: never, ...args: never) => unknown,
>(hook: Hook): Hook {
  const call = hook as unknown as (...call: unknown[]) => unknown;
  function useRefetching(endpoint: ReadEndpoint, ...args: unknown[]): unknown {
    useRefetchOnReturn([[endpoint, ...args]]);
    return call(endpoint, ...args);
  }
  return useRefetching as unknown as Hook;
}

/**
 * Requests what is missing or stale when the user comes back to the screen.
 * The component stays mounted while the user is elsewhere, so nothing else
 * would look at the age of what it renders.
 */
function useRefetchOnReturn(calls: readonly EndpointCall[]): void {
  const controller = useController();
  const { interactions } = usePlatform();
  const screen = useScreen();
  const latest = useRef(calls);
  useEffect(() => {
    latest.current = calls;
  });
  useEffect(() => {
    if (screen === undefined) return;
    const refetch = () => {
      for (const call of latest.current) {
        if (call === null) continue;
        const [endpoint, ...args] = call;
        void controller.prefetch(endpoint, ...args);
      }
    };
    return whileFocused(
      screen,
      (isReturn) =>
        isReturn ? afterInteractions(refetch, interactions) : undefined,
    );
  }, [screen, controller, interactions]);
}

/** Work starts after this many milliseconds at the latest, however busy the application is. */
const longestWait = 1000;

interface IdlePlatform {
  requestIdleCallback?(
    callback: () => void,
    options: { readonly timeout: number },
  ): unknown;
  cancelIdleCallback?(handle: unknown): void;
}

/**
 * Runs `callback` once the user's interaction, such as the transition to a
 * screen, has ended.
 *
 * @param interactions What knows of interactions, if the application has set
 * it.
 *   Otherwise the first idle time is used: React Native has removed its
 *   InteractionManager in favour of that.
 * @returns Cancels what has not run yet.
 */
function afterInteractions(
  callback: () => void,
  interactions: Interactions | undefined,
): () => void {
  if (interactions !== undefined) {
    let isCancelled = false;
    const run = () => {
      if (!isCancelled) callback();
    };
    const task = interactions.runAfterInteractions(run) as
      | { cancel?(): void }
      | undefined;
    return () => {
      isCancelled = true;
      task?.cancel?.();
    };
  }
  const platform = globalThis as unknown as IdlePlatform;
  if (platform.requestIdleCallback) {
    const handle = platform.requestIdleCallback(callback, {
      timeout: longestWait,
    });
    return () => platform.cancelIdleCallback?.(handle);
  }
  const timer = setTimeout(callback, 0);
  return () => clearTimeout(timer);
}
