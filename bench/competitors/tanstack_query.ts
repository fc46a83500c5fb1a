import { QueryClient } from "@tanstack/query-core";
import type { Article } from "../harness/articles.ts";
import type { Adapter, ResultValue } from "../harness/contract.ts";
import { resultValue } from "../workloads/change_result.ts";

/** TanStack Query: values by key. What has no key of its own is not shared. */
export const tanstackQuery: Adapter = {
  library: "tanstack-query",
  role: "competitor",
  ids: ["string", "integer"],
  largest: { lists: 10_000, entities: 100_000, results: 1_000_000 },
  lists() {
    const client = newClient();
    const key = ["articles"];
    return {
      write: (response) => void client.setQueryData(key, response),
      read: () => client.getQueryData<Article[]>(key)!,
      writeUnrelated: (wind) => void client.setQueryData(["weather"], { wind }),
      set(id, patch) {
        client.setQueryData<Article[]>(
          key,
          (list) =>
            list!.map((item) => item.id === id ? { ...item, ...patch } : item),
        );
      },
      close: () => client.clear(),
    };
  },
  entities(seed) {
    const client = newClient();
    for (const item of seed) client.setQueryData(["article", item.id], item);
    return {
      set(id, patch) {
        client.setQueryData<Article>(
          ["article", id],
          (item) => ({ ...item!, ...patch }),
        );
      },
      get: (id) => client.getQueryData<Article>(["article", id])!,
      close: () => client.clear(),
    };
  },
  results(count) {
    const client = newClient();
    for (let index = 0; index < count; index++) {
      client.setQueryData(["result", `k${index}`], resultValue(0));
    }
    return {
      set: (key, value) => void client.setQueryData(["result", key], value),
      get: (key) => client.getQueryData<ResultValue>(["result", key])!,
      hasMeta: (key) =>
        client.getQueryState(["result", key])!.dataUpdatedAt > 0,
      close: () => client.clear(),
    };
  },
  collections(seed) {
    const client = newClient();
    const reset = (group: string, members: Article[]) =>
      void client.setQueryData(["group", group], members);
    for (const [group, members] of seed) reset(group, members);
    return {
      push(group, member) {
        client.setQueryData<Article[]>(
          ["group", group],
          (list) => [...list!, member],
        );
      },
      reset,
      get: (group) => client.getQueryData<Article[]>(["group", group])!,
      close: () => client.clear(),
    };
  },
};

/** A client whose values stay, without a timer for each. */
function newClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } });
}
