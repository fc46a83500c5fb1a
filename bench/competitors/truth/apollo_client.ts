import {
  ApolloClient,
  ApolloLink,
  gql,
  InMemoryCache,
  type ObservableQuery,
} from "@apollo/client";
import { Observable } from "rxjs";
import {
  type Fields,
  type ListName,
  listNames,
  type Row,
  type Setting,
  type Status,
  type Subject,
} from "../../../tests/controller/truth/contract.ts";
import { flush } from "./flush.ts";
import { leftOut, type Rest, restOf } from "./rest.ts";

const fields = "id title note status f0 f1";
const listQuery = gql(
  `query List($status: String) { rows(status: $status) { ${fields} } }`,
);
const rowQuery = gql(`query Get($id: ID!) { row(id: $id) { ${fields} } }`);
const updating = gql(
  `mutation Update($id: ID!, $fields: Fields!) { updateRow(id: $id, fields: $fields) { ${fields} } }`,
);
const creating = gql(
  `mutation Create($row: Fields!) { createRow(row: $row) { ${fields} } }`,
);
const deleting = gql(`mutation Delete($id: ID!) { deleteRow(id: $id) }`);
const fragment = gql(`fragment Whole on Row { ${fields} }`);

/**
 * Apollo Client as its guides on optimistic results and on updating the cache
 * say: `optimisticResponse`, and `update` for the lists.
 */
export function apolloClient({ fetch, isOptimistic }: Setting): Subject {
  const rest = restOf(fetch);
  const cache = new InMemoryCache({
    typePolicies: { Query: { fields: { rows: { merge: false } } } },
  });
  const client = new ApolloClient({
    cache,
    link: new ApolloLink(({ operationName, variables }) =>
      new Observable((observer) => {
        answer(rest, operationName!, variables).then((data) => {
          observer.next({ data });
          observer.complete();
        }, (error) => observer.error(error));
      })
    ),
  });
  const variablesOf = (name: ListName) =>
    name === "all" ? {} : { status: name };
  const listOf = (name: ListName) =>
    cache.readQuery<{ rows: Row[] }>({
      query: listQuery,
      variables: variablesOf(name),
      optimistic: true,
    } as never)?.rows;
  const find = (id: string) =>
    cache.readFragment<Row>(
      { id: `Row:${id}`, fragment },
      true,
    );
  const shown = new Map<ListName, ObservableQuery>();
  const pages = new Map<string, ObservableQuery>();
  const open = (query: typeof listQuery, variables: object) => {
    const observable = client.watchQuery({
      query,
      variables,
      fetchPolicy: "network-only",
      nextFetchPolicy: "cache-first",
    });
    observable.subscribe({ error() {} });
    return observable;
  };
  /** Changes the lists that are stored. */
  const changeLists = (
    store: typeof cache,
    change: (rows: readonly Row[], name: ListName) => Row[],
  ) => {
    for (const name of listNames) {
      store.updateQuery<{ rows: Row[] }>(
        { query: listQuery, variables: variablesOf(name) },
        (data) => data && { rows: change(data.rows, name) },
      );
    }
  };
  const update = (id: string, sent: Fields) => {
    const row = find(id);
    return client.mutate<{ updateRow: Row }>({
      mutation: updating,
      variables: { id, fields: sent },
      ...isOptimistic && row && {
        optimisticResponse: { updateRow: { ...row, ...sent } },
      },
      ...sent.status && {
        update(store, { data }) {
          const changed = data!.updateRow;
          changeLists(store as typeof cache, (rows, name) => {
            if (name === "all") return [...rows];
            const others = rows.filter((one) => one.id !== id);
            if (changed.status !== name) return others;
            return rows.length > others.length
              ? [...rows]
              : [...others, changed];
          });
        },
      },
    });
  };
  return {
    hasStore: false,
    async list(name) {
      const known = shown.get(name);
      if (known) await known.refetch();
      else shown.set(name, open(listQuery, variablesOf(name)));
    },
    async get(id) {
      const known = pages.get(id);
      if (known) await known.refetch();
      else pages.set(id, open(rowQuery, { id }));
    },
    patch: update,
    move: (id, status) => update(id, { status }),
    async delete(id) {
      await client.mutate({
        mutation: deleting,
        variables: { id },
        ...isOptimistic && { optimisticResponse: { deleteRow: id } },
        update(store) {
          changeLists(
            store as typeof cache,
            (rows) => rows.filter((row) => row.id !== id),
          );
          store.evict({ id: `Row:${id}` });
          store.gc();
        },
      });
      // the page is left
      pages.get(id)?.stop();
      pages.delete(id);
    },
    create: (row) =>
      client.mutate<{ createRow: Row }>({
        mutation: creating,
        variables: { row },
        ...isOptimistic && {
          optimisticResponse: { createRow: typed(row) },
        },
        update(store, { data }) {
          const created = data!.createRow;
          changeLists(store as typeof cache, (rows, name) =>
            name === "all" || created.status === name
              ? [
                ...rows.filter(({ id }) =>
                  id !== created.id
                ),
                created,
              ]
              : [...rows]);
        },
      }),
    put: leftOut,
    restore: leftOut,
    leave: leftOut,
    ids: (name) =>
      shown.has(name) ? listOf(name)?.map(({ id }) => id) : undefined,
    total: () => undefined,
    copies(id, where) {
      const found = [...shown.keys()].flatMap((name) =>
        listOf(name)?.filter((row) => row.id === id) ?? []
      );
      const alone = where === "lists" || !pages.has(id)
        ? undefined
        : cache.readQuery<{ row: Row }>(
          { query: rowQuery, variables: { id } },
          true,
        )?.row;
      return alone ? [...found, alone] : found;
    },
    reopen() {},
    flush,
    dispose: () => client.stop(),
  };
}

function typed(row: Row): Row {
  return { __typename: "Row", ...row } as Row;
}

/** What a server of GraphQL would answer, from the same requests as everybody's. */
async function answer(
  rest: Rest,
  operation: string,
  // deno-lint-ignore no-explicit-any -- of the operations above
  variables: any,
): Promise<Record<string, unknown>> {
  switch (operation) {
    case "List": {
      const rows = await rest.list((variables.status ?? "all") as Status);
      return { rows: rows.map(typed) };
    }
    case "Get":
      return { row: typed(await rest.get(variables.id)) };
    case "Update":
      return {
        updateRow: typed(await rest.patch(variables.id, variables.fields)),
      };
    case "Create":
      return { createRow: typed(await rest.create(variables.row)) };
    default:
      await rest.delete(variables.id);
      return { deleteRow: variables.id };
  }
}
