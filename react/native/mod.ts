/**
 * Hooks and components for React Native: all of `@tessera/client/react`, aware
 * of screens, with fallbacks made of `<Text>` and `<View>`. Import it in place of
 * that one. React Navigation is used where it is installed.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { AsyncBoundary, DataProvider, useLive } from "@tessera/client/react/native";
 *
 * const getTide = new RestEndpoint({ path: "/tides/:port", pollFrequency: 5000 });
 *
 * // does not poll while another screen is in front
 * function Tide({ port }: { port: string }) {
 *   return useLive(getTide, { port }).height;
 * }
 *
 * export const application = (
 *   <DataProvider>
 *     <AsyncBoundary>
 *       <Tide port="aden" />
 *     </AsyncBoundary>
 *   </DataProvider>
 * );
 * ```
 *
 * @module
 */
export * from "../mod.ts";
export {
  AsyncBoundary,
  BackupLoading,
  DataProvider,
  DataProvider as CacheProvider,
  type DataProviderProps,
  type DataProviderProps as ProviderProps,
  ErrorBoundary,
  ErrorBoundary as NetworkErrorBoundary,
  Prefetch,
} from "./components.ts";
export {
  useDLE,
  useFetch,
  useLive,
  useSubscription,
  useSuspense,
  useSuspenseAll,
} from "./hooks.ts";
export type { NavigationContext, Screen } from "./platform.ts";
