import {
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
  type PayloadAction,
} from "@reduxjs/toolkit";
import { createApi, fakeBaseQuery } from "@reduxjs/toolkit/query";
import type { Article, Author } from "../harness/articles.ts";
import type {
  Adapter,
  ArticlePatch,
  ResultValue,
} from "../harness/contract.ts";
import { resultValue } from "../workloads/change_result.ts";

/** Redux Toolkit: its entity adapters for what has an id, its queries for results and lists. */
export const reduxToolkit: Adapter = {
  library: "redux-toolkit",
  role: "competitor",
  ids: ["string", "integer"],
  largest: {
    lists: 10_000,
    entities: 100_000,
    results: 1_000,
    collections: 1_000,
    all: 10_000,
  },
  lists() {
    const store = newArticleStore();
    return {
      write: (response) => void store.dispatch(received(response)),
      read: () => selectList(store.getState()),
      writeUnrelated: (wind) => void store.dispatch(weather(wind)),
      set: (id, changes) => void store.dispatch(changed({ id, changes })),
      setAuthor: (id, name) => void store.dispatch(renamed({ id, name })),
    };
  },
  entities(seed) {
    const store = newArticleStore();
    store.dispatch(received(seed));
    return {
      set: (id, changes) => void store.dispatch(changed({ id, changes })),
      get: (id) => store.getState().data.articles.entities[id]!,
      snapshot() {
        const { entities } = store.getState().data.articles;
        return (id) => entities[id]!;
      },
    };
  },
  all(seed) {
    const store = newArticleStore();
    store.dispatch(received(seed));
    return {
      read: () => selectList(store.getState()),
      set: (id, changes) => void store.dispatch(changed({ id, changes })),
    };
  },
  results(count) {
    const { store, api } = newQueryStore();
    const endpointName = "getResult";
    store.dispatch(api.util.upsertQueryEntries(
      Array.from({ length: count }, (_, index) => ({
        endpointName,
        arg: `k${index}`,
        value: resultValue(0),
      })),
    ));
    return {
      set: (arg, value) =>
        void store.dispatch(
          api.util.upsertQueryEntries([{ endpointName, arg, value }]),
        ),
      get: (key) => api.endpoints.getResult.select(key)(store.getState()).data!,
      hasMeta: (key) =>
        api.endpoints.getResult.select(key)(store.getState())
          .fulfilledTimeStamp! > 0,
    };
  },
  collections(seed) {
    const { store, api } = newQueryStore();
    const endpointName = "getGroup";
    store.dispatch(api.util.upsertQueryEntries(
      [...seed].map(([arg, value]) => ({ endpointName, arg, value })),
    ));
    return {
      push(group, member) {
        store.dispatch(
          api.util.updateQueryData(endpointName, group, (list) => {
            list.push(member);
          }),
        );
      },
      reset: (arg, value) =>
        void store.dispatch(
          api.util.upsertQueryEntries([{ endpointName, arg, value }]),
        ),
      get: (group) =>
        api.endpoints.getGroup.select(group)(store.getState()).data!,
    };
  },
};

type Id = string | number;
type Row = Omit<Article, "author"> & { author: Id };

const articleAdapter = createEntityAdapter<Row>();
const authorAdapter = createEntityAdapter<Author>();

const slice = createSlice({
  name: "data",
  initialState: {
    articles: articleAdapter.getInitialState(),
    authors: authorAdapter.getInitialState(),
    list: [] as Id[],
    wind: 0,
  },
  reducers: {
    received(state, { payload }: PayloadAction<Article[]>) {
      const authors = payload.map(({ author }) => author);
      const rows = payload.map((item) => ({ ...item, author: item.author.id }));
      authorAdapter.upsertMany(state.authors, authors);
      articleAdapter.upsertMany(state.articles, rows);
      state.list = rows.map(({ id }) => id);
    },
    changed(
      state,
      { payload }: PayloadAction<{ id: Id; changes: ArticlePatch }>,
    ) {
      articleAdapter.updateOne(state.articles, payload);
    },
    renamed(
      state,
      { payload: { id, name } }: PayloadAction<Pick<Author, "id" | "name">>,
    ) {
      authorAdapter.updateOne(state.authors, { id, changes: { name } });
    },
    weather(state, { payload }: PayloadAction<number>) {
      state.wind = payload;
    },
  },
});
const { received, changed, renamed, weather } = slice.actions;

type ArticleState = { data: ReturnType<typeof slice.getInitialState> };

const selectList = createSelector(
  [
    ({ data }: ArticleState) => data.list,
    ({ data }: ArticleState) => data.articles.entities,
    ({ data }: ArticleState) => data.authors.entities,
  ],
  (list, articles, authors) =>
    list.map((id) => {
      const row = articles[id]!;
      return { ...row, author: authors[row.author]! };
    }),
);

function newArticleStore() {
  return configureStore({ reducer: { data: slice.reducer } });
}

function newQueryStore() {
  const queryFn = () => ({ error: "Nothing is fetched here." });
  const api = createApi({
    baseQuery: fakeBaseQuery<string>(),
    endpoints: (build) => ({
      getResult: build.query<ResultValue, string>({ queryFn }),
      getGroup: build.query<Article[], string>({ queryFn }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  return { store, api };
}
