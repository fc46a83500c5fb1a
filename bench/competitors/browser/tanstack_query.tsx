import {
  notifyManager,
  QueryClient,
  QueryClientProvider,
  useQuery,
} from "@tanstack/react-query";
import type { Article } from "../../harness/articles.ts";
import type { PageAdapter, Shown } from "../../browser/contract.ts";

/** TanStack Query: one key for each article. It does not normalize. */
export const tanstackQuery: PageAdapter = {
  open(seed, reading) {
    const client = new QueryClient({
      defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } },
    });
    const store = (response: Article[]) =>
      notifyManager.batch(() => {
        if (reading === "list") return client.setQueryData(["list"], response);
        for (const item of response) client.setQueryData(key(item.id), item);
      });
    store(seed);
    client.setQueryData(["light"], 0);
    return {
      Provider: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
      useArticle: (id) =>
        useQuery<Shown>({ queryKey: key(id), queryFn: neverFetched }).data!,
      useArticles: () =>
        useQuery<Shown[]>({ queryKey: ["list"], queryFn: neverFetched }).data!,
      useBeacon: () =>
        useQuery<number>({ queryKey: ["light"], queryFn: neverFetched }).data!,
      update(id, patch) {
        const change = (item?: Shown) => item && { ...item, ...patch };
        if (reading === "entity") return client.setQueryData(key(id), change);
        client.setQueryData<Shown[]>(
          ["list"],
          (list) => list?.map((item) => item.id === id ? change(item)! : item),
        );
      },
      light: (value) => client.setQueryData(["light"], value),
      refetch: store,
    };
  },
};

function key(id: string | number): readonly unknown[] {
  return ["article", id];
}

function neverFetched(): Promise<never> {
  return Promise.reject(new Error("Nothing is fetched."));
}
