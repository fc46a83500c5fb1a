import { configureStore } from "@reduxjs/toolkit";
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import { createElement } from "react";
import { Provider } from "react-redux";

interface Article {
  id: string;
  title: string;
}

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: globalThis.origin }),
  endpoints: (build) => ({
    article: build.query<Article, string>({ query: (id) => `/articles/${id}` }),
    top: build.query<Article[], void>({ query: () => "/articles/top" }),
    rename: build.mutation<Article, Article>({
      query: (body) => ({ url: `/articles/${body.id}`, method: "PUT", body }),
    }),
  }),
});
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (defaults) => defaults().concat(api.middleware),
});

function Row() {
  const article = api.useArticleQuery("a1").data;
  const top = api.useTopQuery().data?.[0];
  const [rename] = api.useRenameMutation();
  if (!article || !top) return null;
  return createElement(
    "p",
    { onClick: () => rename({ id: "a1", title: "two" }) },
    article.title,
    top.title,
  );
}

export const app = createElement(Provider, {
  store,
  children: createElement(Row),
});
