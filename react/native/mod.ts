/**
 * Hooks and components for React Native: all of `@tessera/client/react`, aware
 * of screens, with fallbacks made of `<Text>` and `<View>`.
 *
 * @module
 */
export * from "../mod.ts";
export { AsyncBoundary } from "./async_boundary.ts";
export { BackupLoading } from "./backup_loading.ts";
export {
  DataProvider,
  DataProvider as CacheProvider,
  type DataProviderProps,
} from "./data_provider.ts";
export {
  ErrorBoundary,
  ErrorBoundary as NetworkErrorBoundary,
} from "./error_boundary.ts";
export { Prefetch } from "./prefetch.ts";
export type { NavigationContext, Screen } from "./screen.ts";
export { useDLE } from "./use_dle.ts";
export { useFetch } from "./use_fetch.ts";
export { useLive } from "./use_live.ts";
export { useSubscription } from "./use_subscription.ts";
export { useSuspense } from "./use_suspense.ts";
export { useSuspenseAll } from "./use_suspense_all.ts";
