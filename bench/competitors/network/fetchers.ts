import { ApolloClient, ApolloLink, gql, InMemoryCache } from "@apollo/client";
import { Observable } from "rxjs";
import { configureStore } from "@reduxjs/toolkit";
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query";
import { QueryClient } from "@tanstack/query-core";
import { bareFetch } from "../../network/bare_fetch.ts";
import type { Fetcher } from "../../network/contract.ts";
import { tessera, tesseraEndpoint } from "../../network/tessera.ts";

interface Article {
  id: string;
  title: string;
}

async function getArticle(url: string, id: string): Promise<Article> {
  const response = await fetch(`${url}/articles/${id}`);
  if (!response.ok) throw new Error(response.statusText);
  return await response.json();
}

const tanstackQuery: Fetcher = {
  library: "tanstack-query",
  role: "competitor",
  open(url) {
    const client = new QueryClient({
      defaultOptions: { queries: { gcTime: Infinity } },
    });
    return {
      fetch: (id) =>
        client.fetchQuery({
          queryKey: ["article", id],
          queryFn: () => getArticle(url, id),
        }),
      titleOf: (id) => client.getQueryData<Article>(["article", id])?.title,
      fill(count) {
        for (let index = 0; index < count; index++) {
          const id = `s${index}`;
          client.setQueryData(["article", id], { id, title: "stored" });
        }
      },
      close: () => client.clear(),
    };
  },
};

const rtkQuery: Fetcher = {
  library: "redux-toolkit",
  role: "competitor",
  open(url) {
    const api = createApi({
      baseQuery: fetchBaseQuery({ baseUrl: url }),
      endpoints: (build) => ({
        article: build.query<Article, string>({
          query: (id) => `/articles/${id}`,
        }),
      }),
    });
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) =>
        defaults({ serializableCheck: false, immutableCheck: false })
          .concat(api.middleware),
    });
    return {
      fetch: (id) =>
        store.dispatch(api.endpoints.article.initiate(id)).unwrap(),
      titleOf: (id) =>
        api.endpoints.article.select(id)(store.getState()).data?.title,
      close: () => void store.dispatch(api.util.resetApiState()),
    };
  },
};

const articleQuery = gql`
  query Article($id: ID!) {
    article(id: $id) {
      id
      title
      views
    }
  }
`;

const apollo: Fetcher = {
  library: "apollo",
  role: "competitor",
  open(url) {
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      // the same small request as everybody's, not GraphQL's
      link: new ApolloLink(({ variables }) =>
        new Observable((observer) => {
          getArticle(url, variables.id as string).then((article) => {
            observer.next({
              data: { article: { __typename: "Article", ...article } },
            });
            observer.complete();
          }, (error) => observer.error(error));
        })
      ),
    });
    return {
      fetch: (id) => client.query({ query: articleQuery, variables: { id } }),
      titleOf: (id) =>
        client.readQuery<{ article: Article }>({
          query: articleQuery,
          variables: { id },
        })?.article.title,
      close: () => client.stop(),
    };
  },
};

/** Everything that is compared, in the order of the tables. */
export const fetchers: readonly Fetcher[] = [
  bareFetch,
  tessera,
  tesseraEndpoint,
  tanstackQuery,
  rtkQuery,
  apollo,
];
