"use client";
/**
 * Lists that are loaded page by page.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { useMemo, useRef, useState } from "react";
import type {
  Controller,
  FetchValue,
  NetworkManager,
  ReadEndpoint,
  State,
  StoredValue,
} from "../controller/mod.ts";
import {
  isNullArgs,
  keyOf,
  noDependencies,
  readQuery,
  readResponse,
  valueOf,
  versionOf,
} from "../controller/views.ts";
import type { ResolveType } from "../endpoint/contract.ts";
import {
  isEmpty,
  isPageError,
  replaceCollections,
  rowsIn,
} from "../endpoint/lists.ts";
import type { ErrorTypes } from "../endpoint/mod.ts";
import type { CollectionsIn } from "../endpoint/types/lists.ts";
import {
  isObject,
  isPlainObject,
  isSameValue,
  serializeArgs,
} from "../schema/engine.ts";
import {
  type Collection,
  type Denormalize,
  type Entity,
  unshift,
} from "../schema/mod.ts";
import { useController, useReaderSource } from "./contexts.ts";
import type { NullableArgs } from "./endpoint_types.ts";
import { useDLE, useSuspense } from "./fetching_hooks.ts";
import type { Selection } from "./subscription.ts";
import { useRegistrationEffect, useSelection } from "./use_selection.ts";
import type { ReaderSource } from "./reader_source.ts";

/**
 * An endpoint of a list that has pages: what {@linkcode useInfinite} takes.
 * Every RestEndpoint whose schema contains a Collection is one.
 */
export type ListEndpoint = ReadEndpoint & {
  // deno-lint-ignore no-explicit-any -- typed by each endpoint
  readonly extend: any;
  /** Derives an endpoint whose responses continue the list. */
  // deno-lint-ignore no-explicit-any -- typed by each endpoint
  readonly paginated: any;
};

/** The members of the Collection in the schema of a list: `items` of {@linkcode useInfinite}. */
export type ListItems<E extends ListEndpoint> = Denormalize<
  CollectionsIn<E["schema"]>
>;

/** The message of the compiler about a list without a Collection; see {@linkcode useInfinite}. */
export type WithCollection<E extends ListEndpoint> =
  [CollectionsIn<E["schema"]>] extends [never]
    ? "useInfinite needs a Collection in the schema of the list: new Collection([Entity])."
    : unknown;

/** The loaded pages, when {@linkcode useInfinite} looks for the next one. */
export interface LoadedPages<E extends ListEndpoint> {
  /** The members of all of them, as the server sent them: what was created, moved or deleted since does not count. */
  readonly items: ListItems<E>;
  /** How many there are. */
  readonly pageCount: number;
  /** The parameter of the page that is asked about; `undefined` for the first one. */
  readonly lastParam: unknown;
}

/** How {@linkcode useInfinite} finds the other pages of a list. */
export interface InfiniteOptions<E extends ListEndpoint, Data> {
  /**
   * Tells what selects the page after the last one.
   *
   * @param lastPage the response that brought the last page, as the endpoint
   * resolved it; the stored value where another program requested it, such as a server
   * @returns the value of the endpoint's `paginationField`, or an object of
   * arguments; `null` or `undefined` if there is no further page
   */
  getNextPageParam(lastPage: ResolveType<E>, pages: LoadedPages<E>): unknown;
  /** The same for the page before the first one. */
  getPreviousPageParam?(
    firstPage: ResolveType<E>,
    pages: LoadedPages<E>,
  ): unknown;
  /** Makes `data` of the response; called again when that changes. */
  select?(data: FetchValue<E>): Data;
  /**
   * `"suspense"`: waits for the first page as `useSuspense` does. `"dle"`: has
   * `loading` and `error`, as `useDLE` does. Default `"suspense"`; a component
   * never changes its mode.
   */
  readonly mode?: "suspense" | "dle";
  /**
   * The pages that are requested again when the list has become stale: all that
   * are loaded, or the first. Default `"all"`.
   */
  readonly refetch?: "all" | "first";
}

/** A list, and the means to load more of it: what {@linkcode useInfinite} returns. */
export interface InfiniteList<E extends ListEndpoint, Data> {
  /** The response by the endpoint's schema, with the list of all pages in it; or what `select` made of it. */
  readonly data: Data;
  /** The members of all loaded pages, in the order of the pages; each once. */
  readonly items: ListItems<E>;
  /**
   * Requests the next page, unless that is under way or there is none. The same
   * function as long as the arguments of the list are.
   *
   * @returns Resolves with the response; with `undefined` if there is none.
   */
  fetchNextPage(): Promise<ResolveType<E> | undefined>;
  /** The same for the page before the first one. */
  fetchPreviousPage(): Promise<ResolveType<E> | undefined>;
  /** Whether there is a page after the last one. */
  readonly hasNextPage: boolean;
  /** Whether there is a page before the first one. */
  readonly hasPreviousPage: boolean;
  /** Whether this component is requesting the next page. */
  readonly isFetchingNextPage: boolean;
  /** Whether it is requesting the previous page. */
  readonly isFetchingPreviousPage: boolean;
  /** The error of the page that it has requested last; or of a later page, when the list was requested again. */
  readonly pageError: ErrorTypes | undefined;
  /** Requests the loaded pages again. */
  refetch(): Promise<unknown>;
}

/** The result of {@linkcode useInfinite} with `mode: "dle"`. */
export interface InfiniteDLE<E extends ListEndpoint, Data>
  extends InfiniteList<E, Data | StoredValue<E>> {
  /** Whether there is nothing to show yet. */
  readonly loading: boolean;
  /** The error of the request of the list. */
  readonly error: ErrorTypes | undefined;
}

/**
 * A list that is loaded page by page, for infinite scrolling or a button "Load
 * more". The first page is requested as by `useSuspense`; the others when
 * `fetchNextPage` is called, which never suspends.
 *
 * @param endpoint Of the list; a Collection must be in its schema.
 * @param args Arguments of the list, without those that select a page; `[null]` requests nothing.
 * @param options See {@linkcode InfiniteOptions}.
 * @throws The stored error of the list, to the nearest error boundary; a promise while the first page is missing.
 *
 * @example
 * ```tsx
 * import { Collection, Entity, RestEndpoint } from "@tessera/client";
 * import { useInfinite } from "@tessera/client/react";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 * const getShips = new RestEndpoint({
 *   path: "/ships",
 *   schema: { items: new Collection([Ship]), next: "" },
 *   paginationField: "cursor",
 * });
 *
 * function Ships() {
 *   const { items, hasNextPage, fetchNextPage } = useInfinite(getShips, [], {
 *     getNextPageParam: (lastPage) => lastPage.next || null,
 *   });
 *   return (
 *     <>
 *       <ul>{items.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>
 *       {hasNextPage && <button onClick={fetchNextPage}>Load more</button>}
 *     </>
 *   );
 * }
 * ```
 */
export function useInfinite<E extends ListEndpoint, Data = FetchValue<E>>(
  endpoint: E & WithCollection<E>,
  args: readonly [...Parameters<E>],
  options: InfiniteOptions<E, Data> & { readonly mode?: "suspense" },
): InfiniteList<E, Data>;
/** A list that is loaded page by page, for components that handle loading and errors themselves. */
export function useInfinite<E extends ListEndpoint, Data = FetchValue<E>>(
  endpoint: E & WithCollection<E>,
  args: NullableArgs<Parameters<E>>,
  options: InfiniteOptions<E, Data> & { readonly mode: "dle" },
): InfiniteDLE<E, Data>;
/** A list that is loaded page by page; with `null` nothing is requested. */
export function useInfinite<E extends ListEndpoint, Data = FetchValue<E>>(
  endpoint: E & WithCollection<E>,
  args: NullableArgs<Parameters<E>>,
  options: InfiniteOptions<E, Data>,
): InfiniteList<E, Data | StoredValue<E>>;
export function useInfinite(
  endpoint: ListEndpoint,
  args: readonly unknown[],
  options: InfiniteOptions<ListEndpoint, unknown>,
): InfiniteDLE<ListEndpoint, unknown> {
  const source = useReaderSource();
  const controller = useController();
  const { mode = "suspense", refetch = "all", select } = options;
  const list = listOf(source, endpoint, args);
  const latestOptions = useRef(options);
  const noting = useMemo(
    () => list.noting(endpoint, refetch, latestOptions),
    [list, endpoint, refetch],
  );
  // one or the other for the whole life of a component
  const { data: selected, loading = false, error } = mode === "dle"
    ? useDLE(noting, ...args as [null])
    : { data: useSuspense(noting, ...args as [null]) } as Partial<DLE>;
  const selection = useSelection<PagesSelection>({
    source,
    read: (state) => list.read(noting, state),
    isEqual: list.isSame,
  }, [list]);
  const latest = useRef(noting);
  useRegistrationEffect(() => {
    latest.current = noting;
    latestOptions.current = options;
  });
  const [fetchPage, progress] = usePageLoads(
    list,
    controller,
    latest,
    latestOptions,
  );
  const isThere = select !== undefined && selection.data !== undefined;
  const data = useMemo(
    () => isThere ? select(selected as never) : selected,
    [isThere, selected, select],
  );
  const { next = false, previous = false, pageError = selection.pageError } =
    progress;
  return {
    data,
    items: selection.items as never,
    fetchNextPage: fetchPage.next,
    fetchPreviousPage: fetchPage.previous,
    hasNextPage: isPage(list.paramOf("next", selection, options)),
    hasPreviousPage: isPage(list.paramOf("previous", selection, options)),
    isFetchingNextPage: next,
    isFetchingPreviousPage: previous,
    pageError: pageError as ErrorTypes | undefined,
    refetch: () =>
      list.key === null
        ? Promise.resolve()
        : controller.fetchForReader(noting, ...args as [null]),
    loading,
    error,
  };
}

type DLE = ReturnType<typeof useDLE>;

/** Loads one page at a time at each end of a list; says which are being loaded. */
function usePageLoads(
  list: PagedList,
  controller: Controller,
  endpoint: { readonly current: ListEndpoint },
  options: { readonly current: InfiniteOptions<ListEndpoint, unknown> },
): [{ [side in Side]: () => Promise<unknown> }, Progress] {
  const [progress, setProgress] = useState<Progress>({});
  const fetchPage = useMemo(() => {
    const loads: { [side in Side]?: Promise<unknown> } = {};
    const load = (side: Side) => () =>
      loads[side] ??= list.load(
        side,
        controller,
        endpoint.current,
        options.current,
        (change) =>
          setProgress((progress) => ({
            ...progress.list === list && progress,
            ...change,
            list,
          })),
      ).finally(() => delete loads[side]);
    return { next: load("next"), previous: load("previous") };
  }, [list, controller]);
  return [fetchPage, progress.list === list ? progress : {}];
}

/** Where a page is added to a list. */
type Side = "next" | "previous";

type Options = InfiniteOptions<ListEndpoint, unknown>;

/** How an endpoint requests its list, and all of its loaded pages. */
interface RequestMembers {
  readonly fetch?: ListEndpoint;
  "~forRefresh"?(args: readonly unknown[], store: Controller): unknown;
}

/** What becomes of the pages that a component has requested of a list. */
interface Progress {
  readonly list?: PagedList;
  /** Whether one is being requested. */
  readonly next?: boolean;
  readonly previous?: boolean;
  /** What the one that was requested last failed with. */
  readonly pageError?: unknown;
}

/** What a state says of the pages of a list. */
interface PagesSelection extends Selection {
  readonly items: readonly unknown[];
  readonly pages: ReturnType<Collection["pagesOf"]>;
  /** The response of the list; `undefined` as long as there is none. */
  readonly data: unknown;
  /** Position in time of that response, or of the request that failed since. */
  readonly fetchedAt: number | undefined;
  /** Whether a request has failed since. */
  readonly isFailed: boolean;
  /** What a later page has failed with when the list was requested again. */
  readonly pageError: unknown;
}

const nothing: readonly never[] = [];

const noTimes = { fetchedAt: 0, date: 0, expiresAt: 0 };

/** Lists that components show, by key, as long as a store is not reset; all components that show a list share it. */
const lists = new WeakMap<object, Map<string | null, PagedList>>();

function listOf(
  source: ReaderSource,
  endpoint: ListEndpoint,
  args: readonly unknown[],
): PagedList {
  const state = source.getState();
  const { graph = source } = versionOf(state);
  let known = lists.get(graph);
  if (known === undefined) lists.set(graph, known = new Map());
  const key = isNullArgs(args) ? null : keyOf(endpoint, args);
  let list = known.get(key);
  if (list === undefined) {
    // responses go when the store has let go of their list
    for (const [other, { isNoted }] of known) {
      if (isNoted && state.getMeta(other!) === undefined) known.delete(other);
    }
    known.set(key, list = new PagedList(source, endpoint, args, key));
  }
  return list;
}

/**
 * The pages of one list. Which of them are loaded, and their members, is in the
 * store; here is what their responses said in addition.
 */
class PagedList {
  /** Responses that brought pages, by their arguments. */
  readonly #responses = new Map<string, unknown>();
  /** The page that a refresh has found to be empty, so that the list ends before it. */
  #end: string | undefined;
  /** Responses that brought the list itself, by their position in time. */
  readonly #firsts = new Map<number, unknown>();
  /** A response of the list whose position in time is not known yet. */
  #arrived: { readonly response: unknown } | undefined;
  /** What the rows of a response are by the schema. */
  readonly #itemsOf = new WeakMap<object, readonly unknown[]>();
  /** Whether all loaded pages are requested again, whatever the policy is. */
  #isReloading = false;

  constructor(
    readonly source: ReaderSource,
    readonly endpoint: ListEndpoint,
    readonly args: readonly unknown[],
    readonly key: string | null,
  ) {}

  /** Whether a response is retained. */
  get isNoted(): boolean {
    return this.#firsts.size > 0;
  }

  /**
   * The endpoint of the list; its responses are noted here. When it requests
   * the loaded pages again, each says which one follows, for a cursor may be
   * made of rows that have moved.
   */
  noting(
    endpoint: ListEndpoint,
    refetch: "all" | "first",
    latestOptions: { readonly current: Options },
  ): ListEndpoint {
    const note = (args: readonly unknown[], response: unknown) => {
      const id = serializeArgs(args);
      if (id === serializeArgs(this.args)) {
        this.#arrived = { response };
        this.#end = undefined;
      } else {
        this.#responses.set(id, response);
        if (isEmpty(endpoint.schema, response)) this.#end = id;
      }
    };
    const collection = collectionIn(endpoint);
    const { fetch, "~forRefresh": whole } = endpoint as RequestMembers;
    const beside = (
      ask: "getNextPageParam" | "getPreviousPageParam",
      response: unknown,
      responses: readonly unknown[],
      args: readonly unknown[] | undefined,
    ) => {
      const rows = rowsIn(endpoint.schema, responses);
      const param = latestOptions.current[ask]?.(response as never, {
        items: valueOf(collection.schema, rows, this.args, noTimes) as never,
        pageCount: responses.length,
        lastParam: args && this.#paramIn(args),
      });
      return isPage(param) ? this.#argsOf(param) : undefined;
    };
    const { current } = latestOptions;
    const isReloading = () => this.#isReloading;
    return endpoint.extend({
      "~nextPage": (
        responses: readonly unknown[],
        lastArgs: readonly unknown[] | undefined,
      ) => beside("getNextPageParam", responses.at(-1), responses, lastArgs),
      ...current.getPreviousPageParam && {
        "~previousPage": (
          responses: readonly unknown[],
          firstArgs: readonly unknown[] | undefined,
        ) => beside("getPreviousPageParam", responses[0], responses, firstArgs),
      },
      async fetch(...args: never[]): Promise<unknown> {
        const response = await (fetch as ListEndpoint).apply(this, args);
        note(args, response);
        return response;
      },
      ...refetch === "first" && {
        "~forRefresh"(args: readonly unknown[], store: Controller): unknown {
          const pages = collection.pagesOf(store.getState(), args);
          return pages?.isTorn || isReloading()
            ? whole?.call(this, args, store)
            : this;
        },
      },
    });
  }

  read(endpoint: ListEndpoint, state: State): PagesSelection {
    const { key, args, source: { controller } } = this;
    const collection = collectionIn(endpoint);
    const list = readQuery(controller, collection, args, state);
    const { data, isUsable, meta, dependencies } = readResponse(
      controller,
      endpoint,
      args,
      state,
      key ?? undefined,
    );
    return {
      items: list.data as PagesSelection["items"] ?? nothing,
      pages: key === null ? undefined : collection.pagesOf(state, args),
      data: isUsable && key !== null ? data : undefined,
      fetchedAt: meta?.fetchedAt,
      isFailed: meta?.error !== undefined,
      pageError: isPageError(meta?.error) ? meta!.error : undefined,
      countRef: list.countRef,
      // the list is in the response
      dependencies,
    };
  }

  /** Whether a component that renders one selection need not render another one. */
  readonly isSame = (a: PagesSelection, b: PagesSelection): boolean =>
    a.items === b.items && a.pages === b.pages && a.data === b.data &&
    a.pageError === b.pageError &&
    // a response may say that there are no more pages, and nothing else
    (a.fetchedAt === b.fetchedAt ||
      isSameValue(this.#first(a), this.#first(b)));

  /** What selects the page at one end of the list; `undefined` as long as nothing is there. */
  paramOf(side: Side, selection: PagesSelection, options: Options): unknown {
    return this.#choose(side, selection, options).param;
  }

  /** The same, and whether pages are counted for that, so that it depends on the rows before. */
  #choose(
    side: Side,
    selection: PagesSelection,
    options: Options,
  ): { readonly param?: unknown; readonly isCounted?: boolean } {
    const { pages, data } = selection;
    if (data === undefined) return {};
    const { args = nothing, before = 0 } = pages ?? {};
    const page = side === "next"
      ? args.slice(before).at(-1)
      : args.slice(0, before)[0];
    const response = page === undefined
      ? this.#first(selection)
      : this.#responses.get(serializeArgs(page)) ?? data;
    let isCounted = false;
    const count = <T>(value: T): T => {
      isCounted = true;
      return value;
    };
    const loaded = (lastParam: unknown): LoadedPages<ListEndpoint> => {
      const items = () => this.#served(selection);
      return {
        get items() {
          return count(items() as never);
        },
        get pageCount() {
          return count(args.length + 1);
        },
        get lastParam() {
          return count(lastParam);
        },
      };
    };
    const known = loaded(page && this.#paramIn(page));
    if (side === "previous") {
      return { param: options.getPreviousPageParam?.(response, known) };
    }
    let param = options.getNextPageParam(response, known);
    const end = this.#end;
    if (
      end !== undefined && isPage(param) &&
      end === serializeArgs(this.#argsOf(param))
    ) {
      const last = this.#responses.get(end);
      param = options.getNextPageParam(last, loaded(param));
    }
    const values = isPlainObject(param) ? Object.values(param) : [param];
    isCounted ||= values.some((value) => /^\d+$/.test(String(value)));
    return { param, isCounted };
  }

  /** The rows that the loaded pages came with; what is visible where a response is not known. */
  #served(selection: PagesSelection): readonly unknown[] {
    const { items, pages: { args = nothing, before = 0 } = {} } = selection;
    const responses = args.map((page) =>
      this.#responses.get(serializeArgs(page))
    );
    responses.splice(before, 0, this.#first(selection));
    return Array.isArray(items) && responses.every(isObject)
      ? responses.flatMap((response) => this.#rowsOf(response))
      : items;
  }

  #rowsOf(response: object): readonly unknown[] {
    const { schema } = this.endpoint;
    let rows = this.#itemsOf.get(response);
    if (rows === undefined) {
      const members = collectionIn(this.endpoint).schema;
      const sent = rowsIn(schema, [response]);
      rows = valueOf(members, sent, this.args, noTimes) as readonly unknown[];
      this.#itemsOf.set(response, rows);
    }
    return rows;
  }

  /** Whether rows were added, moved or deleted since their pages have come, so that the next page may not follow from these. */
  #isMoved(selection: PagesSelection): boolean {
    const { items } = selection;
    const { args, endpoint } = this;
    const served = this.#served(selection);
    if (served === items) return false;
    const rows = new Map(served.map((row) => [identityOf(row), row]));
    const compare = collectionIn(endpoint).order?.(args.at(-1) as object ?? {});
    // the last row may have moved behind rows that are not loaded
    const isBehind = (row: unknown, other: unknown) =>
      compare !== undefined && compare(row as never, other as never) > 0;
    return rows.size !== items.length ||
      [...rows].some(([id, row], index) =>
        identityOf(items[index]) !== id ||
        isBehind(row, items[index]) !== isBehind(items[index], row)
      );
  }

  /**
   * Requests the page at one end of the list, unless there is none. Which one
   * that is, a refetch of the list says that is under way; a list whose rows
   * have moved is requested again before.
   *
   * @param report Called when the request begins, and with what became of it.
   */
  load(
    side: Side,
    controller: Controller,
    endpoint: ListEndpoint,
    options: Options,
    report: (change: Progress) => void,
    isReloaded = false,
  ): Promise<unknown> {
    const { source } = this;
    const selection = this.read(endpoint, source.getState());
    const refetch = selection.data === undefined
      ? undefined
      : this.#refetch(controller);
    const { param, isCounted } = this.#choose(side, selection, options);
    const isMoved = isPage(param) && isCounted && this.#isMoved(selection);
    if (!refetch && (!isMoved || isReloaded)) {
      const page = this.#load(side, controller, endpoint, options, report);
      if (!isPage(param) || !isCounted || isMoved) return page;
      return page.finally(() => {
        const arrived = this.read(endpoint, source.getState());
        // a failure is that of the list, which tells of it
        if (this.#isMoved(arrived)) {
          this.#reload(controller, endpoint).catch(() => {});
        }
      });
    }
    report({ [side]: true, pageError: undefined });
    // meanwhile another one may have begun
    const load = (isReloaded: boolean) => () =>
      this.load(side, controller, endpoint, options, report, isReloaded);
    return (refetch
      ? refetch.then(load(isReloaded), load(isReloaded))
      : this.#reload(controller, endpoint).then(
        load(true),
        (pageError) => report({ pageError }),
      ))
      .finally(() => report({ [side]: false }));
  }

  /** Requests all loaded pages again, when no mutation is under way any more. */
  async #reload(
    controller: Controller,
    endpoint: ListEndpoint,
  ): Promise<unknown> {
    await Promise.allSettled(
      requestsOf(controller)
        .filter(({ action }) => action.endpoint.sideEffect)
        .map(({ action }) => action.meta.promise),
    );
    this.#isReloading = true;
    try {
      return await controller.fetchForReader(endpoint, ...this.args as [null]);
    } finally {
      this.#isReloading = false;
    }
  }

  /** The request of the list that is under way. */
  #refetch(controller: Controller): Promise<unknown> | undefined {
    return requestsOf(controller)
      .find(({ action: { key, endpoint } }) =>
        key === this.key && !("~isPage" in endpoint)
      )?.action.meta.promise;
  }

  #load(
    side: Side,
    controller: Controller,
    endpoint: ListEndpoint,
    options: Options,
    report: (change: Progress) => void,
  ): Promise<unknown> {
    const { source } = this;
    const selection = this.read(endpoint, source.getState());
    const param = this.paramOf(side, selection, options);
    if (!isPage(param)) return Promise.resolve();
    const page = this.#pageEndpoint(side, endpoint);
    const args = this.#argsOf(param);
    const key = keyOf(page, args);
    const meta = () => source.getState().getMeta(key);
    const before = meta()?.fetchedAt;
    let isOver = false;
    const finish = (pageError?: unknown) => {
      if (!isOver) report({ [side]: false, pageError });
      isOver = true;
      stop();
    };
    // the store notifies readers of what the page has brought at the same time
    const stop = source.observe({ ...noDependencies, endpoints: [key] }, () => {
      const { fetchedAt, error } = meta() ?? {};
      if (fetchedAt !== before) finish(error);
    });
    report({ [side]: true, pageError: undefined });
    return controller.fetch(page, ...args).then(() => {
      finish();
      return this.#responses.get(serializeArgs(args));
    }, finish);
  }

  /** The response that brought the list itself. */
  #first({ data, fetchedAt = 0, isFailed }: PagesSelection): unknown {
    const firsts = this.#firsts;
    if (!firsts.has(fetchedAt)) {
      const known = isFailed ? [...firsts.values()].at(-1) : undefined;
      // what somebody else requested is there as a value only
      const { response } = this.#arrived ?? { response: data };
      firsts.set(fetchedAt, known ?? response);
      this.#arrived = undefined;
      // a transition renders two states at a time
      const [oldest] = firsts.keys();
      if (firsts.size > 2) firsts.delete(oldest!);
    }
    return firsts.get(fetchedAt);
  }

  /** A request of its own for each page, whose response the list renders as its own. */
  #pageEndpoint(side: Side, endpoint: ListEndpoint): ListEndpoint {
    const { key, args } = this;
    const { key: keyOfList, update } = endpoint;
    return endpoint.extend({
      name: `${endpoint.name}.getPage`,
      schema: replaceCollections(
        endpoint.schema,
        (collection: Collection) =>
          collection.pageWith(
            () => args,
            side === "next" ? undefined : unshift,
          ),
      ),
      key(...args: never[]): string {
        const own = keyOfList.apply(this, args);
        return own === key ? `${key} ${serializeArgs(args)}` : own;
      },
      update(response: unknown, ...args: never[]): object {
        return {
          ...update?.call(this, response, ...args),
          ...side === "next" && {
            [key!]: (list: unknown) => list === undefined ? list : response,
          },
        };
      },
      persist: false,
    });
  }

  /** Arguments of a page. */
  #argsOf(param: unknown): readonly unknown[] {
    const { paginationField } = this.endpoint as { paginationField?: string };
    if (!isPlainObject(param) && paginationField === undefined) {
      throw new TypeError(
        `${this.endpoint.name} has no paginationField, so nothing says which argument selects the page ${
          String(param)
        }. Give it one, or return an object of arguments.`,
      );
    }
    const args = this.args.slice(0, -1);
    const last = this.args.at(-1);
    return [...args, {
      ...last as object,
      ...isPlainObject(param) ? param : { [paginationField!]: param },
    }];
  }

  /** What selected a page, from its arguments. */
  #paramIn(args: readonly unknown[]): unknown {
    const { paginationField } = this.endpoint as { paginationField?: string };
    const known = { ...this.args.at(-1) as object } as Record<string, unknown>;
    const param = Object.fromEntries(
      Object.entries(args.at(-1) as object)
        .filter(([name, value]) => !Object.is(known[name], value)),
    );
    const [name, ...others] = Object.keys(param);
    return name === paginationField && others.length === 0
      ? param[name!]
      : param;
  }
}

/**
 * The Collection of a list.
 *
 * @throws {TypeError} If there is none, or more than one.
 */
function collectionIn({ name, schema }: ListEndpoint): Collection {
  const found = new Set<Collection>();
  replaceCollections(schema, (collection) => {
    found.add(collection);
    return collection;
  });
  const [collection] = found;
  if (found.size === 1) return collection!;
  throw new TypeError(
    found.size === 0
      ? `useInfinite has found no list in the schema of ${name}. Wrap it: new Collection([Entity]).`
      : `useInfinite has found ${found.size} lists in the schema of ${name}, and cannot tell which one has pages.`,
  );
}

/** All requests that are under way. */
function requestsOf(
  { managers }: Controller,
): readonly ReturnType<NetworkManager["requests"]>[number][] {
  return managers.flatMap((manager) =>
    (manager as Partial<NetworkManager>).requests?.() ?? []
  );
}

/** Equal for values of the same row. */
function identityOf(row: unknown): unknown {
  const { pk, constructor } = (row ?? {}) as Partial<Entity>;
  return typeof pk === "function"
    ? `${(constructor as typeof Entity).key} ${pk.call(row as Entity)}`
    : row;
}

/** Whether a parameter selects a page. */
function isPage(param: unknown): boolean {
  return param !== undefined && param !== null;
}
