import { configureStore } from "@reduxjs/toolkit";
import { createApi } from "@reduxjs/toolkit/query/react";
import { Provider } from "react-redux";
import type { Article } from "../../harness/articles.ts";
import type { PageAdapter, Shown } from "../../browser/contract.ts";

/** RTK Query: one argument for each article. It does not normalize. */
export const rtkQuery: PageAdapter = {
  open(seed, reading) {
    const api = createApi({
      baseQuery: () => ({ error: "Nothing is fetched." }),
      endpoints: (build) => ({
        article: build.query<Shown, string>({ query: (id) => id }),
        list: build.query<Shown[], void>({ query: () => "list" }),
        light: build.query<number, void>({ query: () => "light" }),
      }),
    });
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) =>
        defaults({ serializableCheck: false, immutableCheck: false })
          .concat(api.middleware),
    });
    const { updateQueryData, upsertQueryEntries } = api.util;
    const put = (response: Article[]) =>
      reading === "list"
        ? upsertQueryEntries([
          { endpointName: "list", arg: undefined, value: response },
        ])
        : upsertQueryEntries(response.map((value) => ({
          endpointName: "article" as const,
          arg: String(value.id),
          value,
        })));
    const light = (value: number) =>
      upsertQueryEntries([
        { endpointName: "light", arg: undefined, value },
      ]);
    store.dispatch(put(seed));
    store.dispatch(light(0));
    return {
      Provider: ({ children }) => <Provider store={store}>{children}</Provider>,
      useArticle: (id) => api.useArticleQuery(id).data!,
      useArticles: () => api.useListQuery().data!,
      useBeacon: () => api.useLightQuery().data!,
      update(id, patch) {
        store.dispatch(
          reading === "entity"
            ? updateQueryData("article", id, (item) => {
              Object.assign(item, patch);
            })
            : updateQueryData("list", undefined, (list) => {
              Object.assign(list.find((item) => item.id === id)!, patch);
            }),
        );
      },
      light: (value) => store.dispatch(light(value)),
      refetch: (response) => store.dispatch(put(response)),
    };
  },
};
