import {
  QueryClient,
  QueryClientProvider,
  useSuspenseQuery,
} from "@tanstack/react-query";
import type { Article } from "../../harness/articles.ts";
import type { FirstPage } from "../../first_page/contract.ts";
import { getJson } from "../size/json.ts";

const client = new QueryClient();

/** TanStack Query: one key for each article. */
export const tanstackQuery: FirstPage = {
  Provider: ({ children }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  ),
  useArticle: (id) =>
    useSuspenseQuery<Article>({
      queryKey: ["article", id],
      queryFn: () => getJson(`/articles/${id}`),
    }).data,
};
