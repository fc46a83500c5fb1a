/**
 * What `@tessera/client/react` is in server components, which have no state and
 * no effects: bundlers choose it there by the condition `react-server`. Components
 * render on the client; a hook says that it cannot be called.
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

/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useCache: Refused = /* @__PURE__ */ refused("useCache");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useCacheState: Refused = /* @__PURE__ */ refused("useCacheState");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useCancelling: Refused = /* @__PURE__ */ refused("useCancelling");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useController: Refused = /* @__PURE__ */ refused("useController");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useDLE: Refused = /* @__PURE__ */ refused("useDLE");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useDebounce: Refused = /* @__PURE__ */ refused("useDebounce");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useError: Refused = /* @__PURE__ */ refused("useError");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useFetch: Refused = /* @__PURE__ */ refused("useFetch");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useInfinite: Refused = /* @__PURE__ */ refused("useInfinite");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useLive: Refused = /* @__PURE__ */ refused("useLive");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useLoading: Refused = /* @__PURE__ */ refused("useLoading");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const usePrefetch: Refused = /* @__PURE__ */ refused("usePrefetch");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useQuery: Refused = /* @__PURE__ */ refused("useQuery");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useSubscription: Refused = /* @__PURE__ */ refused(
  "useSubscription",
);
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useSuspense: Refused = /* @__PURE__ */ refused("useSuspense");
/** Says that it is a hook; see {@linkcode HydrateData}. */
export const useSuspenseAll: Refused = /* @__PURE__ */ refused(
  "useSuspenseAll",
);
