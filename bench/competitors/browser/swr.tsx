import useSWR, { type Cache, SWRConfig, useSWRConfig } from "swr";
import type { Article } from "../../harness/articles.ts";
import type { PageAdapter, Shown } from "../../browser/contract.ts";

/** SWR: one key for each article. It does not normalize. */
export const swr: PageAdapter = {
  open(seed, reading) {
    const cache: Cache = new Map();
    if (reading === "list") cache.set("list", { data: seed });
    else for (const item of seed) cache.set(key(item.id), { data: item });
    cache.set("light", { data: 0 });
    const options = {
      provider: () => cache,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: false,
      revalidateOnMount: false,
    };
    let mutate!: ReturnType<typeof useSWRConfig>["mutate"];
    const put = (at: string, value: unknown) =>
      void mutate(at, value, { revalidate: false });

    function Handle(): null {
      mutate = useSWRConfig().mutate;
      return null;
    }
    return {
      Provider: ({ children }) => (
        <SWRConfig value={options}>
          <Handle />
          {children}
        </SWRConfig>
      ),
      useArticle: (id) => useSWR<Shown>(key(id), neverFetched).data!,
      useArticles: () => useSWR<Shown[]>("list", neverFetched).data!,
      useBeacon: () => useSWR<number>("light", neverFetched).data!,
      update(id, patch) {
        const change = (item: Shown) => ({ ...item, ...patch });
        if (reading === "entity") {
          return put(key(id), (item: Shown) => change(item));
        }
        put(
          "list",
          (list: Shown[]) =>
            list.map((item) => item.id === id ? change(item) : item),
        );
      },
      light: (value) => put("light", value),
      refetch(response: Article[]) {
        if (reading === "list") return put("list", response);
        for (const item of response) put(key(item.id), item);
      },
    };
  },
};

function key(id: string | number): string {
  return `article/${id}`;
}

function neverFetched(): Promise<never> {
  return Promise.reject(new Error("Nothing is fetched."));
}
