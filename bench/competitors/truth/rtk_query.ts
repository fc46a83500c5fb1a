import { configureStore } from "@reduxjs/toolkit";
import { createApi } from "@reduxjs/toolkit/query";
import {
  type Fields,
  type ListName,
  listNames,
  type Row,
  type Setting,
  type Subject,
} from "../../../tests/controller/truth/contract.ts";
import { flush } from "./flush.ts";
import { belongs, changed, leftOut, restOf } from "./rest.ts";

/** A change of what is stored, which can be taken back. */
interface Undoable {
  undo(): void;
}

/**
 * RTK Query with tags, as its guide on automated refetching says; and
 * with `updateQueryData`, as its guide on manual cache updates says: with `undo`
 * where changes are optimistic, else when they are answered.
 */
export function rtkQuery({ fetch, isOptimistic }: Setting): Subject {
  const rest = restOf(fetch);
  const tag = (id: string) => ({ type: "Row", id }) as const;
  const lists = tag("LIST");
  const api = createApi({
    baseQuery: async (send: () => Promise<unknown>) => {
      try {
        return { data: await send() ?? null };
      } catch (error) {
        return { error };
      }
    },
    tagTypes: ["Row"],
    keepUnusedDataFor: 3600,
    endpoints: (build) => ({
      list: build.query<Row[], ListName>({
        query: (name) => () => rest.list(name),
        providesTags: (rows = []) => [lists, ...rows.map(({ id }) => tag(id))],
      }),
      get: build.query<Row, string>({
        query: (id) => () => rest.get(id),
        providesTags: (_row, _error, id) => [tag(id)],
      }),
      patch: build.mutation<Row, { id: string; fields: Fields }>({
        query: ({ id, fields }) => () => rest.patch(id, fields),
        invalidatesTags: (_row, _error, { id, fields }) =>
          fields.status === undefined ? [tag(id)] : [tag(id), lists],
        onQueryStarted: ({ id, fields }, { queryFulfilled }): Promise<void> =>
          changeAround(queryFulfilled, () => {
            const row = find(id);
            return [
              ...changeLists((list, name) =>
                changed(list, name, id, fields, row)
              ),
              changeRow(id, fields),
            ];
          }),
      }),
      delete: build.mutation<unknown, string>({
        query: (id) => () => rest.delete(id),
        invalidatesTags: [lists],
        onQueryStarted: (id, { queryFulfilled }): Promise<void> =>
          changeAround(
            queryFulfilled,
            () => changeLists((list) => list.filter((row) => row.id !== id)),
          ),
      }),
      create: build.mutation<Row, Row>({
        query: (row) => () => rest.create(row),
        invalidatesTags: [lists],
        onQueryStarted: (row, { queryFulfilled }): Promise<void> =>
          changeAround(
            queryFulfilled,
            () =>
              changeLists((list, name) =>
                belongs(name, row) ? [...list, row] : list
              ),
          ),
      }),
    }),
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false })
        .concat(api.middleware),
    enhancers: (defaults) => defaults({ autoBatch: { type: "tick" } }),
  });
  const { list, get, patch, delete: remove, create } = api.endpoints;
  function listOf(name: ListName): Row[] | undefined {
    return list.select(name)(store.getState()).data;
  }
  function rowOf(id: string): Row | undefined {
    return pages.has(id) ? get.select(id)(store.getState()).data : undefined;
  }
  function find(id: string): Row | undefined {
    return rowOf(id) ??
      listNames.flatMap((name) => listOf(name) ?? [])
        .find((row) => row.id === id);
  }
  function changeLists(
    change: (list: Row[], name: ListName) => Row[],
  ): Undoable[] {
    return listNames.map((name) =>
      store.dispatch(api.util.updateQueryData(
        "list",
        name,
        (rows) => change(rows, name),
      ))
    );
  }
  function changeRow(id: string, fields: Fields): Undoable {
    return store.dispatch(
      api.util.updateQueryData(
        "get",
        id,
        (row) => void Object.assign(row, fields),
      ),
    );
  }
  async function changeAround(
    fulfilled: Promise<unknown>,
    change: () => Undoable[],
  ): Promise<void> {
    const changes = isOptimistic ? change() : [];
    try {
      await fulfilled;
      if (!isOptimistic) change();
    } catch {
      for (const { undo } of changes) undo();
    }
  }
  /** Subscriptions of what is shown. */
  const shown = new Map<ListName, { refetch(): unknown }>();
  const pages = new Map<
    string,
    { refetch(): unknown; unsubscribe(): void }
  >();
  return {
    hasStore: false,
    async list(name) {
      const known = shown.get(name);
      if (known) await known.refetch();
      else shown.set(name, store.dispatch(list.initiate(name)));
    },
    async get(id) {
      const known = pages.get(id);
      if (known) await known.refetch();
      else pages.set(id, store.dispatch(get.initiate(id)));
    },
    patch: (id, fields) =>
      store.dispatch(patch.initiate({ id, fields })).unwrap(),
    move: (id, status) =>
      store.dispatch(patch.initiate({ id, fields: { status } })).unwrap(),
    async delete(id) {
      await store.dispatch(remove.initiate(id)).unwrap();
      // the page is left
      pages.get(id)?.unsubscribe();
      pages.delete(id);
    },
    create: (row) => store.dispatch(create.initiate(row)).unwrap(),
    put: leftOut,
    restore: leftOut,
    leave: leftOut,
    ids: (name) => listOf(name)?.map(({ id }) => id),
    total: () => undefined,
    copies(id, where) {
      const found = listNames.flatMap((name) =>
        listOf(name)?.filter((row) => row.id === id) ?? []
      );
      const alone = where === "lists" ? undefined : rowOf(id);
      return alone ? [...found, alone] : found;
    },
    reopen() {},
    flush,
    dispose: () => void store.dispatch(api.util.resetApiState()),
  };
}
