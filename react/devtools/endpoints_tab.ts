import type { EndpointInterface } from "../../endpoint/contract.ts";
import type { ResponseMeta } from "../../controller/mod.ts";
import { type Deed, details, facts, link, part, tree } from "./details.ts";
import { h, type VirtualElement } from "./dom.ts";
import { history } from "./entities_tab.ts";
import type { Tab, TabContext } from "./tab.ts";
import { failure, nameOf } from "./store_view.ts";
import { type Column, column, orderOf, table } from "./table.ts";
import {
  durationText,
  fixtureText,
  holds,
  jsonOf,
  timeText,
} from "./values.ts";

/** What the table displays of a response. */
interface Row {
  readonly key: string;
  readonly name: string;
  readonly meta: ResponseMeta | undefined;
  /** Whether a request for it is running. */
  readonly isLoading: boolean;
}

type Status =
  | "fresh"
  | "stale"
  | "invalid"
  | "error"
  | "loading"
  | "not fetched";

/** Signs of the states of a response, next to which the word stands. */
const signs: Record<Status, string> = {
  fresh: "●",
  stale: "◐",
  invalid: "○",
  error: "✕",
  loading: "…",
  "not fetched": "–",
};

/** Responses by their keys: how fresh each is, and what can be done about it. */
export const endpointsTab: Tab = {
  id: "endpoints",
  label: "Endpoints",
  isTicking: true,
  count: (context) => rowsOf(context).length,
  render(context) {
    const { store: { controller }, view: { selected } } = context;
    const rows = rowsOf(context);
    const readers = new Map<string, number>();
    for (const { key, count } of controller.readers()) readers.set(key, count);
    const polls = new Map(
      context.store.pending().filter(({ kind }) => kind === "poll")
        .map(({ key, notes }) => [key, notes[0] ?? ""]),
    );
    return [
      table(context, {
        name: "responses",
        caption: "Responses",
        columns: columns(readers, polls),
        rows,
        keyOf: ({ key }) => key,
        empty: context.search
          ? `No response contains “${context.search}”.`
          : "Nothing was fetched yet.",
      }),
      selected !== undefined &&
      responseDetails(context, selected, readers, polls),
    ];
  },
};

function rowsOf(context: TabContext): readonly Row[] {
  const { store, search, view: { sort } } = context;
  const { state } = store;
  const isOwn = context.tab === endpointsTab.id;
  return context.list<Row>("responses").ask({
    query: JSON.stringify([search, isOwn && sort]),
    data: store.revision,
    *source() {
      const running = new Set(
        store.pending().filter(({ kind }) => kind !== "poll")
          .map(({ key }) => key),
      );
      const row = (key: string, meta: ResponseMeta | undefined): Row => {
        const name = nameOf(store.callOf(key)?.endpoint);
        return { key, name, meta, isLoading: running.has(key) };
      };
      for (const key of state.endpointKeys()) {
        yield row(key, state.getMeta(key));
      }
      for (const { key } of store.readers()) {
        if (!state.getEndpointRecord(key)) yield row(key, undefined);
      }
    },
    matches: ({ key, name }) =>
      search === "" || `${key} ${name}`.toLowerCase().includes(search) ||
      holds(state.getEndpoint(key), search),
    compare: isOwn
      ? orderOf(context, columns(new Map(), new Map()))
      : undefined,
  });
}

function statusOf(
  { meta, isLoading }: Pick<Row, "meta" | "isLoading">,
): Status {
  // what others have fetched may be enough for its readers
  if (meta === undefined) return isLoading ? "loading" : "not fetched";
  if (meta.error !== undefined) return "error";
  if (meta.invalidated) return "invalid";
  return Date.now() > meta.expiresAt ? "stale" : "fresh";
}

function statusBadge(row: Pick<Row, "meta" | "isLoading">): VirtualElement {
  const status = statusOf(row);
  return h(
    "span",
    { class: `badge ${status}` },
    h("span", { "aria-hidden": true }, signs[status]),
    ` ${status}`,
  );
}

function remaining(meta: ResponseMeta | undefined): string {
  if (meta === undefined || !Number.isFinite(meta.expiresAt)) return "";
  if (meta.invalidated) return "";
  const left = meta.expiresAt - Date.now();
  return left >= 0
    ? durationText(Math.ceil(left / 1000) * 1000)
    : `${durationText(Math.floor(-left / 1000) * 1000)} ago`;
}

function columns(
  readers: ReadonlyMap<string, number>,
  polls: ReadonlyMap<string, string>,
): Column<Row>[] {
  return [
    column("key", "Key", "rest", ({ key }) => key),
    column("name", "Endpoint", "name", ({ name }) => name, { isMinor: true }),
    column("status", "Status", "word", statusOf, { cell: statusBadge }),
    column("expiresAt", "Expires", "time", ({ meta }) => meta?.expiresAt, {
      cell: ({ meta }) => remaining(meta),
    }),
    column("date", "Fetched", "time", ({ meta }) => meta?.date, {
      cell: ({ meta }) => timeText(meta?.date),
      isMinor: true,
    }),
    column("readers", "Readers", "number", undefined, {
      cell: ({ key }) => readers.get(key) ?? 0,
    }),
    column("poll", "Polled", "word", undefined, {
      cell: ({ key }) => polls.get(key) ?? "",
      isMinor: true,
    }),
  ];
}

function responseDetails(
  context: TabContext,
  key: string,
  readers: ReadonlyMap<string, number>,
  polls: ReadonlyMap<string, string>,
): VirtualElement {
  const { store } = context;
  const { controller, state } = store;
  const meta = state.getMeta(key);
  const call = store.callOf(key);
  const isLoading = store.pending().some(({ kind, key: other }) =>
    kind !== "poll" && other === key
  );
  const data = call && meta?.error === undefined
    ? controller.getResponse(call.endpoint, ...call.args, state).data
    : undefined;
  return details(
    context,
    key,
    deedsOn(context, key, data),
    facts([
      ["Endpoint", nameOf(call?.endpoint) || "–"],
      ["Status", [statusBadge({ meta, isLoading }), ` ${remaining(meta)}`]],
      ["Fetched", timeText(meta?.date)],
      ["Expires", timeText(meta?.expiresAt)],
      [
        "Readers",
        readers.has(key)
          ? link(context, String(readers.get(key)), "readers", undefined, key)
          : "none",
      ],
      polls.has(key) && ["Polled", polls.get(key)!],
    ]),
    meta?.error !== undefined &&
      part("Error", tree(context, `error ${key}`, meta.error)),
    part("Data", tree(context, `data ${key}`, data)),
    part(
      "As it is stored",
      tree(context, `raw ${key}`, state.getEndpoint(key), "response"),
    ),
    history(context, store.historyOf(undefined, key)),
  );
}

/** Buttons for what can be done to a response. */
function deedsOn(
  context: TabContext,
  key: string,
  data: unknown,
): (Deed | false | undefined)[] {
  const { controller, state } = context.store;
  const call = context.store.callOf(key);
  const isThis = { testKey: (other: string) => other === key };
  return [
    call && {
      label: "Fetch",
      title: "Request it now, however fresh it is",
      run: async () => {
        try {
          await controller.fetch(call.endpoint, ...call.args);
          return "Fetched.";
        } catch (error) {
          return `The request failed: ${error}`;
        }
      },
    },
    {
      label: "Expire",
      title: "Mark it as stale: readers use it and request it again",
      run: () => controller.expireAll(isThis),
    },
    {
      label: "Invalidate",
      title: "Drop it: readers wait for a new one",
      isDangerous: true,
      run: () => controller.invalidateAll(isThis),
    },
    {
      label: "Force error",
      title: "Let its readers see an error",
      isDangerous: true,
      run: () =>
        controller.resolve(
          call?.endpoint ?? { key: () => key } as EndpointInterface,
          { key, args: call?.args ?? [], response: failure(), error: true },
        ),
    },
    {
      label: "Copy result",
      run: () => context.copy(jsonOf(data ?? state.getEndpoint(key))),
    },
    call && {
      label: "Copy as fixture",
      title: "Copy what a test or a story needs to mock this call",
      run: () => context.copy(fixtureOf(context, key)),
    },
  ];
}

/** What a test needs to respond to a call: the last response as it came, or what is stored of it. */
function fixtureOf({ store }: TabContext, key: string): string {
  const { controller, state, records } = store;
  const { endpoint, args } = store.callOf(key)!;
  const { error } = state.getMeta(key) ?? {};
  const name = nameOf(endpoint);
  if (error !== undefined) return fixtureText(name, args, error, true);
  const resolved = records.findLast(({ action }) =>
    action.type === "rdc/setresponse" && action.key === key && !action.error
  )?.action;
  const response = resolved?.type === "rdc/setresponse"
    ? resolved.response
    : controller.getResponse(endpoint, ...args, state).data;
  return fixtureText(name, args, response);
}
