import {
  All,
  Collection,
  type Controller,
  Endpoint,
  type EndpointInterface,
  Entity,
  type FetchFunction,
  getDefaultManagers,
  type NetworkError,
  Query,
  resource,
  type ResourceInterface,
  RestEndpoint,
  type Schema,
  type State,
  Union,
  type UnknownError,
} from "../../mod.ts";
import type { UsablePromise } from "../../controller/mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  ErrorBoundary,
  type ErrorFallbackProps,
  type NetworkError as ReactNetworkError,
  type NullableArgs,
  type ReadEndpoint,
  type StoredArgs,
  type StoredEndpoint,
  useCache,
  useCacheState,
  useCancelling,
  useDebounce,
  useDLE,
  useError,
  useFetch,
  useInfinite,
  useLive,
  useLoading,
  usePrefetch,
  useQuery,
  useSubscription,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { createElement } from "react";
import { use } from "./support/renderer.ts";
import { exact } from "../support/exact.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  tons = 0;
  static override indexes = ["name"] as const;
}
class Sailor extends Entity {
  id = "";
}
class Tug extends Entity {
  id = "";
  type = "tug" as const;
}
class Ferry extends Entity {
  id = "";
  type = "ferry" as const;
}

const VesselResource = resource({
  path: "/vessels/:id",
  schema: Vessel,
  searchParams: {} as { flag?: string } | undefined,
  paginationField: "cursor",
});
const getManifest = new RestEndpoint({
  path: "/vessels/:id/manifest",
  schema: { crew: new Collection([Sailor]), next: "" },
});
const getWeather = new Endpoint(({ port }: { port: string }) =>
  Promise.resolve({ port, wind: 3 })
);
const getChart = new RestEndpoint({ path: "/charts/:id", content: "blob" });
const countOver = new Query(
  new All(Vessel),
  (all, { min }: { min: number }) => all.filter((v) => v.tons > min).length,
);
const ships = new Union({ tug: Tug, ferry: Ferry }, "type");
const sorted = new Endpoint(({ sort }: { sort?: "asc" | "desc" }) =>
  Promise.resolve({ sort })
);
// deno-lint-ignore no-explicit-any -- the rule is about any
const loose = new Endpoint((id: any) => Promise.resolve(String(id)));

declare const maybe: boolean;
declare const controller: Controller;

/** Checked, and never run. */
function compiles(_check: () => void): void {}

Deno.test("useSuspense infers from endpoint and arguments [react/TYP-1] [react/TYP-2] [react/TYP-3]", () => {
  compiles(() => {
    const vessel = useSuspense(VesselResource.get, { id: "1" });
    exact<typeof vessel, Vessel>();
    // @ts-expect-error: no such member
    vessel.captain;
    // @ts-expect-error: missing arguments
    useSuspense(VesselResource.get);
    // @ts-expect-error: no such argument
    useSuspense(VesselResource.get, { idd: "1" });
    // @ts-expect-error: one argument too many
    useSuspense(VesselResource.get, { id: "1" }, 5);

    const perhaps = useSuspense(VesselResource.get, maybe ? { id: "1" } : null);
    exact<typeof perhaps, Vessel | undefined>();
    // @ts-expect-error: may be undefined
    perhaps.name;

    const list = useSuspense(VesselResource.getList);
    exact<typeof list, Vessel[]>();
    const flagged = useSuspense(VesselResource.getList, { flag: "NO" });
    exact<typeof flagged, Vessel[]>();
    // @ts-expect-error: not an object
    useSuspense(VesselResource.getList, 5);
    // @ts-expect-error: flag is a text
    useSuspense(VesselResource.getList, { flag: 1 });
  });
});

Deno.test("objects, values without schema and binary content [react/TYP-4] [react/TYP-5] [react/TYP-6] [react/TYP-7]", () => {
  compiles(() => {
    const manifest = useSuspense(getManifest, { id: "1" });
    exact<typeof manifest, { crew: Sailor[]; next: string }>();
    const nothing = useSuspense(getManifest, null);
    exact<typeof nothing, { crew: Sailor[] | undefined; next: string }>();
    // @ts-expect-error: may be undefined
    const crew: Sailor[] = nothing.crew;
    void crew;

    const weather = useSuspense(getWeather, { port: "X" });
    exact<typeof weather, { port: string; wind: number }>();
    const perhaps = useSuspense(getWeather, maybe ? { port: "X" } : null);
    exact<typeof perhaps, { port: string; wind: number } | undefined>();

    const chart = useSuspense(getChart, { id: "1" });
    exact<typeof chart, Blob>();
    // @ts-expect-error: no schema describes what is binary
    new RestEndpoint({ path: "/charts/:id", content: "blob", schema: Vessel });
  });
});

Deno.test("mutations cannot be read [react/TYP-8]", () => {
  compiles(() => {
    const body = { name: "Fram" };
    // @ts-expect-error: a mutation
    useSuspense(VesselResource.update, { id: "1" }, body);
    // @ts-expect-error: a mutation
    useDLE(VesselResource.update, { id: "1" }, body);
    // @ts-expect-error: a mutation
    useFetch(VesselResource.getList.push, {}, body);
    // @ts-expect-error: a mutation
    useLive(VesselResource.update, { id: "1" }, body);
    // @ts-expect-error: a mutation
    useSubscription(VesselResource.getList.push, {}, body);
  });
});

Deno.test("literals stay literals [react/TYP-9]", () => {
  compiles(() => {
    const value = useSuspense(sorted, { sort: "asc" });
    exact<typeof value, { sort: "asc" | "desc" | undefined }>();
    // @ts-expect-error: not a direction
    useSuspense(sorted, { sort: "up" });
  });
});

Deno.test("useLive and useSubscription take what useSuspense takes [react/TYP-10] [react/TYP-11]", () => {
  compiles(() => {
    const vessel = useLive(VesselResource.get, { id: "1" });
    exact<typeof vessel, Vessel>();
    const perhaps = useLive(VesselResource.get, maybe ? { id: "1" } : null);
    exact<typeof perhaps, Vessel | undefined>();
    // @ts-expect-error: no such argument
    useLive(VesselResource.get, { idd: "1" });
    const nothing = useSubscription(VesselResource.get, null);
    exact<typeof nothing, void>();
  });
});

Deno.test("useCache may find nothing [react/TYP-12] [react/TYP-13] [react/TYP-14]", () => {
  compiles(() => {
    const vessel = useCache(VesselResource.get, { id: "1" });
    exact<typeof vessel, Vessel | undefined>();
    useCache(VesselResource.update, { id: "1" }, { name: "Fram" });
    // @ts-expect-error: without body
    useCache(VesselResource.update, { id: "1" });
    const manifest = useCache(getManifest, { id: "1" });
    manifest.next.length;
    // @ts-expect-error: may be undefined
    manifest.crew.length;
  });
});

Deno.test("useDLE narrows [react/TYP-15] [react/TYP-16] [react/TYP-17]", () => {
  compiles(() => {
    const result = useDLE(VesselResource.get, { id: "1" });
    if (!result.loading && !result.error) {
      exact<typeof result.data, Vessel>();
    }
    // @ts-expect-error: may be undefined
    result.data.name;
    const perhaps = useDLE(VesselResource.get, maybe ? { id: "1" } : null);
    exact<typeof perhaps.data, Vessel | undefined>();
    exact<typeof perhaps.loading, boolean>();
    exact<typeof perhaps.error, NetworkError | UnknownError | undefined>();
    if (!perhaps.loading && !perhaps.error) {
      // @ts-expect-error: may be undefined
      perhaps.data.name;
    }
    const weather = useDLE(getWeather, maybe ? { port: "X" } : null);
    exact<typeof weather.data, { port: string; wind: number } | undefined>();
  });
});

Deno.test("useQuery takes what a schema can be looked up by [react/TYP-18] [react/TYP-19] [react/TYP-20]", () => {
  compiles(() => {
    const vessel = useQuery(Vessel, { id: "1" });
    exact<typeof vessel, Vessel | undefined>();
    useQuery(Vessel, { name: "Fram" });
    const byPk = useQuery(Vessel, "1");
    exact<typeof byPk, Vessel | undefined>();
    // @ts-expect-error: no arguments
    useQuery(Vessel);
    // @ts-expect-error: no such field
    useQuery(Vessel, { tonnage: 1 });
    // @ts-expect-error: two arguments
    useQuery(Vessel, { id: "1" }, { id: "2" });

    const count = useQuery(countOver, { min: 3 });
    exact<typeof count, number | undefined>();
    // @ts-expect-error: min is a number
    useQuery(countOver, { min: "3" });
    // @ts-expect-error: no arguments
    useQuery(countOver);
    // @ts-expect-error: an endpoint is no schema
    useQuery(getWeather, { port: "X" });
    // @ts-expect-error: a list cannot be looked up
    useQuery([Vessel], { id: "1" });

    const ship = useQuery(ships, { id: "1", type: "tug" });
    exact<typeof ship, Tug | Ferry | undefined>();
    // @ts-expect-error: no such kind
    useQuery(ships, { id: "1", type: "raft" });
  });
});

Deno.test("useFetch gives what use understands [react/TYP-21] [react/TYP-22]", () => {
  compiles(() => {
    const promise = useFetch(VesselResource.get, { id: "1" });
    const vessel = use(promise);
    exact<typeof vessel, Vessel>();
    exact<typeof promise.resolved, boolean>();
    const perhaps = useFetch(VesselResource.get, maybe ? { id: "1" } : null);
    exact<typeof perhaps, UsablePromise<Vessel | undefined> | undefined>();
    // @ts-expect-error: may be undefined
    perhaps.resolved;
  });
});

Deno.test("useError, useLoading and useDebounce [react/TYP-23] [react/TYP-24] [react/TYP-25]", () => {
  compiles(() => {
    const error = useError(VesselResource.get, { id: "1" });
    exact<typeof error, NetworkError | UnknownError | undefined>();
    error?.status;
    // @ts-expect-error: no such argument
    useError(VesselResource.get, { idd: "1" });

    const asyncFunction = (id: string, n?: number) =>
      Promise.resolve(id.length + (n ?? 0));
    const [run, loading, failure, done] = useLoading(asyncFunction, []);
    exact<typeof done, boolean>();
    exact<typeof run, typeof asyncFunction>();
    exact<typeof loading, boolean>();
    exact<typeof failure, Error | undefined>();
    // @ts-expect-error: not asynchronous
    useLoading((id: string) => id.length, []);

    const [value, isPending] = useDebounce("a" as "a" | "b", 200);
    exact<typeof value, "a" | "b">();
    exact<typeof isPending, boolean>();
    // @ts-expect-error: without delay
    useDebounce("a");
  });
});

Deno.test("useCancelling gives the endpoint it is given [react/TYP-26]", () => {
  compiles(() => {
    const endpoint = useCancelling(VesselResource.get, { id: "1" });
    exact<typeof endpoint, typeof VesselResource.get>();
    // @ts-expect-error: no such argument
    useCancelling(VesselResource.get, { idd: "1" });
    const bare = {} as {
      (id: string): Promise<string>;
      key(id: string): string;
    };
    // @ts-expect-error: cannot be extended
    useCancelling(bare, "1");
  });
});

Deno.test("the controller infers like the hooks [react/TYP-28] [react/TYP-29] [react/TYP-30]", () => {
  compiles(() => {
    const vessel = controller.fetch(VesselResource.get, { id: "1" });
    exact<typeof vessel, Promise<Vessel>>();
    const weather = controller.fetch(getWeather, { port: "X" });
    exact<typeof weather, Promise<{ port: string; wind: number }>>();
    const chart = controller.fetch(getChart, { id: "1" });
    exact<typeof chart, Promise<Blob>>();
    // @ts-expect-error: missing arguments
    controller.fetch(VesselResource.get);
    // @ts-expect-error: one argument too many
    controller.fetch(VesselResource.get, { id: "1" }, 5);
    // @ts-expect-error: the body is an object
    controller.fetch(VesselResource.update, { id: "1" }, 5);
    controller.set(Vessel, { id: "1" }, (v) => {
      exact<typeof v, Vessel>();
      return { id: "1", tons: v.tons + 1 };
    });
    // @ts-expect-error: which vessel
    controller.set(Vessel, { id: "1" });
    const done = controller.invalidate(VesselResource.get, null);
    exact<typeof done, Promise<void>>();
    controller.expireAll(VesselResource.get);
    // @ts-expect-error: without testKey
    controller.expireAll({});
  });
});

Deno.test("components check their properties [react/TYP-31] [react/TYP-32] [react/TYP-33]", () => {
  compiles(() => {
    createElement(DataProvider, {
      devButton: "top-left",
      managers: getDefaultManagers(),
    });
    // @ts-expect-error: no corner
    createElement(DataProvider, { devButton: "left" });
    // @ts-expect-error: nothing else makes requests
    getDefaultManagers({ networkManager: null });
    createElement(AsyncBoundary, {
      errorComponent: ({ error, resetErrorBoundary }) => {
        resetErrorBoundary();
        return error.message;
      },
    });
    // @ts-expect-error: needs a property nobody gives
    createElement(AsyncBoundary, { errorComponent: NeedsMore });
    createElement(ErrorBoundary<NetworkError>, {
      fallbackComponent: ({ error }) => {
        exact<typeof error, NetworkError>();
        return String(error.status);
      },
    });
    createElement(ErrorBoundary<NetworkError>, {});
    createElement(ErrorBoundary<NetworkError>, {
      // @ts-expect-error: needs a property nobody gives
      fallbackComponent: NeedsMore,
    });
  });
});

function NeedsMore(props: ErrorFallbackProps & { more: number }): string {
  return String(props.more);
}

Deno.test("lists that are loaded page by page [react/TYP-37]", () => {
  compiles(() => {
    const { items, data } = useInfinite(VesselResource.getList, [{}], {
      getNextPageParam: (p) => p.next,
    });
    exact<typeof items, Vessel[]>();
    exact<typeof data, Vessel[]>();
    const manifest = useInfinite(getManifest, [{ id: "1" }], {
      getNextPageParam: (_page, { items, pageCount }) => {
        exact<typeof items, Sailor[]>();
        return pageCount;
      },
      select: ({ next }) => next.length,
    });
    exact<typeof manifest.data, number>();
    const dle = useInfinite(getManifest, [maybe ? { id: "1" } : null], {
      getNextPageParam: () => null,
      mode: "dle",
    });
    exact<typeof dle.data.crew, Sailor[] | undefined>();
    exact<typeof dle.loading, boolean>();
    const options = { getNextPageParam: () => null };
    // @ts-expect-error: no Collection
    useInfinite(VesselResource.get, [{ id: "1" }], options);
    // @ts-expect-error: not an endpoint of a list
    useInfinite(getWeather, [{ port: "X" }], options);
    // @ts-expect-error: changes something
    useInfinite(VesselResource.getList.push, [{}], options);
    // @ts-expect-error: no such argument
    useInfinite(getManifest, [{ idd: "1" }], options);
    // @ts-expect-error: nothing says which page comes next
    useInfinite(getManifest, [{ id: "1" }], {});
  });
});

Deno.test("several calls at once, and prefetching [react/TYP-36] [react/TYP-38]", () => {
  compiles(() => {
    const values = useSuspenseAll([
      [VesselResource.get, { id: "1" }],
      [getWeather, maybe ? { port: "X" } : null],
    ]);
    exact<
      typeof values,
      readonly [Vessel, { port: string; wind: number } | undefined]
    >();
    useSuspenseAll([
      [getWeather, { port: "X" }],
      // @ts-expect-error: no such argument
      [VesselResource.get, { idd: "1" }],
    ]);
    const promise = controller.prefetch(VesselResource.get, null);
    exact<typeof promise, Promise<void>>();
    const nothing = usePrefetch(VesselResource.get, maybe ? { id: "1" } : null);
    exact<typeof nothing, void>();
    // @ts-expect-error: a mutation
    usePrefetch(VesselResource.update, { id: "1" }, { name: "Fram" });
    // @ts-expect-error: a mutation
    controller.prefetch(VesselResource.update, { id: "1" }, { name: "Fram" });
  });
});

Deno.test("the number of arguments counts even where their type is any [react/TYP-40]", () => {
  compiles(() => {
    useSuspense(loose, 1);
    // @ts-expect-error: one argument too many
    useSuspense(loose, 1, 2);
    // @ts-expect-error: missing argument
    useSuspense(loose);
  });
});

Deno.test("the whole state cannot be changed [react/TYP-41]", () => {
  compiles(() => {
    const state = useCacheState();
    exact<typeof state, State>();
    // @ts-expect-error: read only
    state.lastReset = 5;
  });
});

Deno.test("hooks can be called by functions that are generic in their endpoint [react/TYP-2] [react/TYP-12]", () => {
  type Read = EndpointInterface<FetchFunction, Schema | undefined, undefined>;
  type Stored = Pick<Read, "key" | "schema" | "invalidIfStale">;

  function useEverything<
    E extends Read,
    Args extends readonly [...Parameters<E>] | readonly [null],
  >(endpoint: E, ...args: Args) {
    useLive(endpoint, ...args);
    useFetch(endpoint, ...args);
    usePrefetch(endpoint, ...args);
    useSubscription(endpoint, ...args);
    const { data } = useDLE(endpoint, ...args);
    return [data, useSuspense(endpoint, ...args)] as const;
  }
  function useStored<
    E extends Stored,
    Args extends readonly [...Parameters<E["key"]>] | readonly [null],
  >(endpoint: E, ...args: Args) {
    return [useCache(endpoint, ...args), useError(endpoint, ...args)] as const;
  }
  function useEither<E extends StoredEndpoint>(
    endpoint: E,
    ...args: NullableArgs<StoredArgs<E>>
  ) {
    return useCache(endpoint, ...args) ?? useError(endpoint, ...args);
  }
  compiles(() => {
    useEither(VesselResource.get, { id: "1" });
    // @ts-expect-error: no such argument
    useEither(VesselResource.get, { idd: "1" });
    const [, ship] = useEverything(VesselResource.get, { id: "1" });
    exact<typeof ship, Vessel>();
    const [, missing] = useEverything(VesselResource.get, null);
    exact<typeof missing, Vessel | undefined>();
    const [stored] = useStored(VesselResource.get, null);
    exact<typeof stored, Vessel | undefined>();
    // @ts-expect-error: no such argument
    useEverything(VesselResource.get, { idd: "1" });
  });
});

Deno.test("a generic hook passes on whether an argument may be null, and is as certain as the hooks in it [react/TYP-44]", () => {
  function useLiveDLE<E extends ReadEndpoint, Null = never>(
    endpoint: E,
    ...args: NullableArgs<Parameters<E>, Null>
  ) {
    useSubscription(endpoint, ...args);
    return useDLE<E, Null>(endpoint, ...args);
  }
  function useShown<E extends ReadEndpoint, Null = never>(
    endpoint: E,
    ...args: NullableArgs<Parameters<E>, Null>
  ) {
    return useSuspense<E, Null>(endpoint, ...args);
  }
  compiles(() => {
    const certain = useLiveDLE(VesselResource.get, { id: "1" });
    if (!certain.loading && !certain.error) {
      exact<typeof certain.data, Vessel>();
    }
    const chosen = useLiveDLE(VesselResource.get, maybe ? { id: "1" } : null);
    exact<typeof chosen.data, Vessel | undefined>();
    const vessel = useShown(VesselResource.get, { id: "1" });
    exact<typeof vessel, Vessel>();
    const perhaps = useShown(VesselResource.get, null);
    exact<typeof perhaps, Vessel | undefined>();
    const vessels = useShown(VesselResource.getList);
    exact<typeof vessels, Vessel[]>();
    // @ts-expect-error: no such argument
    useShown(VesselResource.get, { idd: "1" });
    // @ts-expect-error: a mutation
    useShown(VesselResource.update, { id: "1" }, {});
  });
});

Deno.test("a generic hook over a resource has the type of the endpoint, where it is named [react/TYP-44]", () => {
  function useItem<E extends ReadEndpoint>(
    resource: { readonly get: E },
    ...args: Parameters<E>
  ) {
    return useSuspense(resource.get, ...args);
  }
  function useMember<R extends ResourceInterface>(
    resource: R,
    ...args: Parameters<R["get"]>
  ) {
    return useSuspense<R["get"]>(resource.get, ...args);
  }
  compiles(() => {
    const item = useItem(VesselResource, { id: "1" });
    exact<typeof item, Vessel>();
    const member = useMember(VesselResource, { id: "1" });
    exact<typeof member, Vessel>();
    // @ts-expect-error: no such argument
    useItem(VesselResource, { idd: "1" });
    // @ts-expect-error: no such argument
    useMember(VesselResource, { idd: "1" });
  });
});

Deno.test("arguments of type any are taken for arguments, not for null [react/TYP-1] [react/TYP-40]", () => {
  compiles(() => {
    // deno-lint-ignore no-explicit-any -- what is tested
    const params: any = { id: "1" };
    const ship = useSuspense(VesselResource.get, params);
    exact<typeof ship, Vessel>();
    // @ts-expect-error: no second argument
    useSuspense(VesselResource.get, params, params);
  });
});

Deno.test("what annotates fallbacks and wrappers is where the components are [react/TYP-32]", () => {
  exact<ReactNetworkError, NetworkError>();
  function Failed({ error }: { error: ReactNetworkError }): number {
    return error.status;
  }
  compiles(() => {
    createElement(AsyncBoundary, { errorComponent: Failed });
  });
});

Deno.test("options of the developer tools know their arguments [react/TYP-31] [react/DVT-9]", () => {
  compiles(() => {
    getDefaultManagers({
      devToolsManager: {
        trace: true,
        predicate: (state, action) =>
          state.lastReset === 0 && action.type !== "rdc/gc",
        actionSanitizer: ({ type }, id) => ({ type, id }),
      },
    });
  });
});

Deno.test("useQuery given an endpoint says to call useCache [react/TYP-41a]", () => {
  type Given = typeof useQuery<typeof VesselResource.get> extends
    (schema: infer S, ...args: never) => unknown ? S : never;
  exact<
    Given,
    & "useQuery takes a schema. What is stored of an endpoint is read by useCache."
    & typeof VesselResource.get
  >();
  compiles(() => {
    // @ts-expect-error: an endpoint
    useQuery(VesselResource.get, { id: "1" });
  });
});
