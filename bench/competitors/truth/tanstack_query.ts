import {
  MutationObserver,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from "@tanstack/query-core";
import {
  type ListName,
  listNames,
  type Row,
  type Setting,
  type Subject,
} from "../../../tests/controller/truth/contract.ts";
import { flush } from "./flush.ts";
import { belongs, changed, leftOut, restOf } from "./rest.ts";

/**
 * TanStack Query by the pattern of its guide on optimistic updates: cancel,
 * snapshot, set, roll back, invalidate. Without optimism: invalidate.
 */
export function tanstackQuery({ fetch, isOptimistic }: Setting): Subject {
  const rest = restOf(fetch);
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, gcTime: Infinity },
      mutations: { retry: false, gcTime: Infinity },
    },
  });
  const observers = new Map<string, QueryObserver<unknown>>();
  const listKey = (name: ListName): QueryKey => ["rows", name];
  const rowKey = (id: string): QueryKey => ["row", id];
  const listOf = (name: ListName) => client.getQueryData<Row[]>(listKey(name));
  const find = (id: string) =>
    client.getQueryData<Row>(rowKey(id)) ??
      listNames.flatMap((name) => listOf(name) ?? [])
        .find((row) => row.id === id);
  function read(queryKey: QueryKey, queryFn: () => Promise<unknown>) {
    const name = queryKey.join();
    const known = observers.get(name);
    if (known) return known.refetch();
    const observer = new QueryObserver(client, { queryKey, queryFn });
    observers.set(name, observer);
    observer.subscribe(() => {});
    return Promise.resolve();
  }
  function mutate(
    id: string,
    send: () => Promise<unknown>,
    change: () => void,
    succeeded?: () => void,
  ): Promise<unknown> {
    return new MutationObserver(client, {
      mutationFn: send,
      ...isOptimistic && {
        async onMutate() {
          await client.cancelQueries({ queryKey: ["rows"] });
          await client.cancelQueries({ queryKey: rowKey(id) });
          const before = [
            ...client.getQueriesData({ queryKey: ["rows"] }),
            ...client.getQueriesData({ queryKey: rowKey(id) }),
          ];
          change();
          return before;
        },
        onError(
          _error: Error,
          _variables: void,
          before?: [QueryKey, unknown][],
        ) {
          for (const [key, data] of before ?? []) {
            client.setQueryData(key, data);
          }
        },
      },
      ...succeeded && { onSuccess: succeeded },
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: ["rows"] }),
          client.invalidateQueries({ queryKey: rowKey(id) }),
        ]),
    }).mutate();
  }
  const update = (id: string, fields: Partial<Row>) =>
    mutate(id, () => rest.patch(id, fields), () => {
      const row = find(id);
      for (const name of listNames) {
        client.setQueryData<Row[]>(
          listKey(name),
          (list) => list && changed(list, name, id, fields, row),
        );
      }
      client.setQueryData<Row>(
        rowKey(id),
        (row) => row && { ...row, ...fields },
      );
    });
  return {
    hasStore: false,
    waitsForReads: true,
    list: (name) => read(listKey(name), () => rest.list(name)),
    get: (id) => read(rowKey(id), () => rest.get(id)),
    patch: update,
    move: (id, status) => update(id, { status }),
    delete: (id) =>
      mutate(
        id,
        () => rest.delete(id),
        () => {
          for (const name of listNames) {
            client.setQueryData<Row[]>(
              listKey(name),
              (list) => list?.filter((row) => row.id !== id),
            );
          }
        },
        () => {
          // the page is left
          const name = rowKey(id).join();
          observers.get(name)?.destroy();
          observers.delete(name);
          client.removeQueries({ queryKey: rowKey(id) });
        },
      ),
    create: (row) =>
      mutate(row.id, () => rest.create(row), () => {
        for (const name of listNames.filter((name) => belongs(name, row))) {
          client.setQueryData<Row[]>(
            listKey(name),
            (list) => list && [...list, row],
          );
        }
      }),
    put: leftOut,
    restore: leftOut,
    leave: leftOut,
    ids: (name) => listOf(name)?.map(({ id }) => id),
    total: () => undefined,
    copies(id, where) {
      const found = listNames.flatMap((name) =>
        listOf(name)?.filter((row) => row.id === id) ?? []
      );
      const alone = where === "lists"
        ? undefined
        : client.getQueryData<Row>(rowKey(id));
      return alone ? [...found, alone] : found;
    },
    reopen() {},
    flush,
    dispose() {
      for (const observer of observers.values()) observer.destroy();
      client.clear();
    },
  };
}
