import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import useSWR, { SWRConfig } from "swr";
import { initCache } from "swr/_internal";
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

// React asks it for the event in which an update happens; there is none
Object.assign(globalThis, { window: { event: undefined } });

type Mutate = (
  key: string,
  data?: unknown,
  options?: object,
) => Promise<unknown>;

/**
 * SWR as its guide on mutation says: `mutate` with `optimisticData` and
 * `rollbackOnError`, and revalidation of what a change concerns.
 */
export function swr({ fetch, isOptimistic }: Setting): Subject {
  const rest = restOf(fetch);
  const cache = new Map();
  const [, mutate] = initCache(cache) as unknown as [unknown, Mutate];
  /** What hooks have rendered. */
  const shown = new Map<string, unknown>();
  const roots = new Map<string, Root>();
  const settings = {
    provider: () => cache,
    shouldRetryOnError: false,
    dedupingInterval: 0,
  };
  function show(key: string, fetcher: () => Promise<unknown>) {
    function Reader() {
      shown.set(key, useSWR(key, fetcher).data);
      return null;
    }
    const root = createRoot(emptyElement());
    roots.set(key, root);
    root.render(
      createElement(SWRConfig, { value: settings }, createElement(Reader)),
    );
  }
  async function read(key: string, fetcher: () => Promise<unknown>) {
    if (roots.has(key)) await mutate(key);
    else show(key, fetcher);
  }
  const listKey = (name: ListName) => `/rows/${name}`;
  const rowKey = (id: string) => `/row/${id}`;
  const listOf = (name: ListName) =>
    shown.get(listKey(name)) as Row[] | undefined;
  const rowOf = (id: string) => shown.get(rowKey(id)) as Row | undefined;
  /** One request, by which several keys change. */
  async function change(
    send: () => Promise<unknown>,
    id: string,
    inList: (list: Row[], name: ListName) => Row[],
    inRow: (row: Row) => Row,
  ): Promise<void> {
    const answer = send();
    const how = (next: (data: never) => unknown) => {
      const apply = (data: unknown) => data && next(data as never);
      return {
        ...isOptimistic && { optimisticData: apply },
        rollbackOnError: true,
        populateCache: (_answer: unknown, data: unknown) => apply(data),
        revalidate: true,
      };
    };
    await Promise.all([
      ...listNames.filter((name) => roots.has(listKey(name))).map((name) =>
        mutate(
          listKey(name),
          answer,
          how((list: Row[]) => inList(list, name)),
        )
      ),
      ...roots.has(rowKey(id)) ? [mutate(rowKey(id), answer, how(inRow))] : [],
      answer,
    ]);
  }
  const update = (id: string, fields: Fields) => {
    const row = rowOf(id) ??
      listNames.flatMap((name) => listOf(name) ?? [])
        .find((row) => row.id === id);
    return change(
      () => rest.patch(id, fields),
      id,
      (list, name) => changed(list, name, id, fields, row),
      (row) => ({ ...row, ...fields }),
    );
  };
  function leave(key: string) {
    roots.get(key)?.unmount();
    roots.delete(key);
    shown.delete(key);
  }
  return {
    hasStore: false,
    waitsForReads: true,
    list: (name) => read(listKey(name), () => rest.list(name)),
    get: (id) => read(rowKey(id), () => rest.get(id)),
    patch: update,
    move: (id, status) => update(id, { status }),
    async delete(id) {
      const send = async () => {
        const answer = await rest.delete(id);
        // the page is left
        leave(rowKey(id));
        cache.delete(rowKey(id));
        return answer;
      };
      await change(
        send,
        id,
        (list) => list.filter((row) => row.id !== id),
        (row) => row,
      );
    },
    create: (row) =>
      change(
        () => rest.create(row),
        row.id,
        (list, name) => belongs(name, row) ? [...list, row] : list,
        (row) => row,
      ),
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
    dispose() {
      for (const key of [...roots.keys()]) leave(key);
    },
  };
}

/** As much of an element as React needs where nothing is rendered into it. */
function emptyElement(): Element {
  const view = { HTMLIFrameElement: class {} };
  const page = {
    nodeType: 9,
    addEventListener() {},
    removeEventListener() {},
    defaultView: view,
    activeElement: null,
  };
  const element = {
    nodeType: 1,
    nodeName: "DIV",
    tagName: "DIV",
    namespaceURI: "http://www.w3.org/1999/xhtml",
    firstChild: null,
    lastChild: null,
    ownerDocument: page,
    addEventListener() {},
    removeEventListener() {},
    removeChild() {},
  };
  return element as unknown as Element;
}
