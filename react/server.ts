/**
 * The entry `@tessera/client/react` for server components, which have no state
 * and no effects. Bundlers choose it there by the condition `react-server`.
 * Components render on the client; a hook says that it cannot be called.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { HydrateData, prefetchState } from "@tessera/client/react/server";
 * import type { ReactNode } from "react";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * export async function ShipPage({ children }: { children: ReactNode }) {
 *   const state = await prefetchState([[getShip, { id: "7" }]]);
 *   return <HydrateData state={state}>{children}</HydrateData>;
 * }
 * ```
 *
 * @module
 */
import { isDevelopment } from "../schema/engine.ts";

export { AsyncBoundary, UniversalSuspense } from "./async_boundary.ts";
export { BackupLoading } from "./provider_contexts.ts";
export {
  DataProvider,
  DataProvider as CacheProvider,
} from "./data_provider.ts";
export {
  ErrorBoundary,
  ErrorBoundary as NetworkErrorBoundary,
} from "./error_boundary.ts";
export { HydrateData } from "./hydrate_data.ts";
export { Prefetch } from "./prefetch.ts";
export { prefetchState } from "./prefetch_state.ts";
export { NetworkError } from "../endpoint/response.ts";
export {
  actionTypes,
  Controller,
  DefaultConnectionListener,
  DevToolsManager,
  ExpiryStatus,
  GCPolicy,
  getDefaultManagers,
  IdlingNetworkManager,
  ImmortalGCPolicy,
  initialState,
  LogoutManager,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../controller/mod.ts";

/** A hook in a place without hooks: see {@linkcode HydrateData}. */
export type Refused = () => never;

function refused(name: string): Refused {
  return () => {
    throw new Error(
      `${name} was called in a server component, where there are no hooks.` +
        (isDevelopment()
          ? ` Put "use client" at the top of the file that calls it. A server component calls endpoints themselves, \`await getShip({ id })\`, ` +
            "or requests by prefetchState what components of the client will read, and gives it to <HydrateData state>."
          : ""),
    );
  };
}

/**
 * Says that useCache is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useCache } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useCache, Error, "useCache");
 * ```
 */
export const useCache: Refused = /* @__PURE__ */ refused("useCache");
/**
 * Says that useCacheState is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useCacheState } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useCacheState, Error, "useCacheState");
 * ```
 */
export const useCacheState: Refused = /* @__PURE__ */ refused("useCacheState");
/**
 * Says that useCancelling is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useCancelling } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useCancelling, Error, "useCancelling");
 * ```
 */
export const useCancelling: Refused = /* @__PURE__ */ refused("useCancelling");
/**
 * Says that useController is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useController } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useController, Error, "useController");
 * ```
 */
export const useController: Refused = /* @__PURE__ */ refused("useController");
/**
 * Says that useDLE is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useDLE } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useDLE, Error, "useDLE");
 * ```
 */
export const useDLE: Refused = /* @__PURE__ */ refused("useDLE");
/**
 * Says that useDebounce is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useDebounce } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useDebounce, Error, "useDebounce");
 * ```
 */
export const useDebounce: Refused = /* @__PURE__ */ refused("useDebounce");
/**
 * Says that useError is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useError } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useError, Error, "useError");
 * ```
 */
export const useError: Refused = /* @__PURE__ */ refused("useError");
/**
 * Says that useFetch is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useFetch } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useFetch, Error, "useFetch");
 * ```
 */
export const useFetch: Refused = /* @__PURE__ */ refused("useFetch");
/**
 * Says that useInfinite is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useInfinite } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useInfinite, Error, "useInfinite");
 * ```
 */
export const useInfinite: Refused = /* @__PURE__ */ refused("useInfinite");
/**
 * Says that useLive is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useLive } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useLive, Error, "useLive");
 * ```
 */
export const useLive: Refused = /* @__PURE__ */ refused("useLive");
/**
 * Says that useLoading is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useLoading } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useLoading, Error, "useLoading");
 * ```
 */
export const useLoading: Refused = /* @__PURE__ */ refused("useLoading");
/**
 * Says that usePrefetch is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { usePrefetch } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(usePrefetch, Error, "usePrefetch");
 * ```
 */
export const usePrefetch: Refused = /* @__PURE__ */ refused("usePrefetch");
/**
 * Says that useQuery is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useQuery } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useQuery, Error, "useQuery");
 * ```
 */
export const useQuery: Refused = /* @__PURE__ */ refused("useQuery");
/**
 * Says that useSubscription is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useSubscription } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useSubscription, Error, "useSubscription");
 * ```
 */
export const useSubscription: Refused = /* @__PURE__ */ refused(
  "useSubscription",
);
/**
 * Says that useSuspense is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useSuspense } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useSuspense, Error, "useSuspense");
 * ```
 */
export const useSuspense: Refused = /* @__PURE__ */ refused("useSuspense");
/**
 * Says that useSuspenseAll is a hook, and where hooks belong.
 *
 * @example
 * ```ts
 * import { useSuspenseAll } from "@tessera/client/react/server";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(useSuspenseAll, Error, "useSuspenseAll");
 * ```
 */
export const useSuspenseAll: Refused = /* @__PURE__ */ refused(
  "useSuspenseAll",
);
