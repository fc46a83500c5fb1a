import { assertEquals } from "@std/assert";

/** What each entry point must have at run time. */
const entries: Record<string, string> = {
  "react/mod.ts": `
    DataProvider CacheProvider AsyncBoundary ErrorBoundary NetworkErrorBoundary
    BackupLoading UniversalSuspense getDefaultManagers Prefetch
    useController useCacheState useSuspense useLive useSubscription useCache
    useDLE useQuery useFetch useError useLoading useDebounce useCancelling
    usePrefetch useSuspenseAll
    StateContext ControllerContext StoreContext
    NetworkManager IdlingNetworkManager SubscriptionManager PollingSubscription
    DevToolsManager LogoutManager DefaultConnectionListener
    Controller ExpiryStatus actionTypes GCPolicy ImmortalGCPolicy __INTERNAL__
    NetworkError`,
  "react/ssr/mod.ts": `
    createPersistedStore createServerDataComponent ServerData getInitialData
    awaitInitialData`,
  "react/nextjs/mod.ts": "DataProvider",
  "react/redux/mod.ts": `
    ExternalDataProvider DataProvider prepareStore mapMiddleware
    PromiseifyMiddleware applyManager createReducer initialState`,
  "controller/mock/mod.ts": `
    MockController mockInitialState collapseFixture createFixtureMap`,
};

for (const [path, names] of Object.entries(entries)) {
  Deno.test(`${path} has all it is to have [react/PUB-6]`, async () => {
    const module = await import(new URL(`../../${path}`, import.meta.url).href);
    const missing = names.trim().split(/\s+/).filter((name) =>
      module[name] === undefined
    );
    assertEquals(missing, []);
  });
}

Deno.test("what extensions build on is that of the providers [react/PUB-6]", async () => {
  const { __INTERNAL__, StateContext, StoreContext, ControllerContext } =
    await import("../../react/mod.ts");
  const { initialState } = await import("../../mod.ts");
  assertEquals(Object.entries(__INTERNAL__), [
    ["initialState", initialState],
    ["ControllerContext", ControllerContext],
    ["StateContext", StateContext],
    ["StoreContext", StoreContext],
  ]);
});
