// deno-lint-ignore-file no-explicit-any -- the cache holds anything
import { initCache } from "swr/_internal";
import type { Article } from "../harness/articles.ts";
import type { Adapter, ResultValue } from "../harness/contract.ts";
import { resultValue } from "../workloads/change_result.ts";

/** SWR without its hooks: its cache, and `mutate` as components get it. */
export const swr: Adapter = {
  library: "swr",
  role: "competitor",
  ids: ["string", "integer"],
  largest: { entities: 1_000_000, results: 1_000_000 },
  entities(seed) {
    const { set, get } = newCache();
    for (const item of seed) set(`article/${item.id}`, item);
    return {
      set: (id, patch) =>
        set(`article/${id}`, (item: Article) => ({ ...item, ...patch })),
      get: (id) => get(`article/${id}`) as Article,
    };
  },
  results(count) {
    const { set, get } = newCache();
    for (let index = 0; index < count; index++) {
      set(`result/k${index}`, resultValue(0));
    }
    return {
      set: (key, value) => set(`result/${key}`, value),
      get: (key) => get(`result/${key}`) as ResultValue,
    };
  },
};

function newCache() {
  const cache = new Map<string, any>();
  const [, mutate] = initCache(cache) as any;
  return {
    set: (key: string, value: unknown) =>
      void mutate(key, value, { revalidate: false }),
    get: (key: string) => cache.get(key)?.data,
  };
}
