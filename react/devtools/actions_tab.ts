import type { DevToolsRecord } from "../../controller/mod.ts";
import { isDevelopment } from "../../schema/engine.ts";
import {
  details,
  differenceList,
  entityLink,
  facts,
  limitOf,
  more,
  muted,
  note,
  part,
  responseLink,
  tree,
} from "./details.ts";
import { type Child, h, type VirtualElement } from "./dom.ts";
import type { Tab, TabContext } from "./tab.ts";
import {
  type Change,
  endpointNameOf,
  nameOf,
  subjectOf,
  typeOf,
} from "./store_view.ts";
import { type Column, column, orderOf, table } from "./table.ts";
import { durationText, timeText } from "./values.ts";

/** What happened, newest first: what each action changed, and the way back to it. */
export const actionsTab: Tab = {
  id: "actions",
  label: "Actions",
  count: (context) => rowsOf(context).length,
  render(context) {
    const { store, view: { selected } } = context;
    const record = store.records.find(({ number }) =>
      String(number) === selected
    );
    return [
      table(context, {
        name: "actions",
        caption: "Actions",
        columns,
        rows: rowsOf(context),
        keyOf: ({ number }) => String(number),
        empty: context.search
          ? `No action is about “${context.search}”.`
          : isDevelopment()
          ? "Nothing has happened yet."
          : "Nothing has changed since the panel is on the page.",
      }),
      record && actionDetails(context, record),
    ];
  },
};

function rowsOf(context: TabContext): readonly DevToolsRecord[] {
  const { store, search, view: { sort } } = context;
  const isOwn = context.tab === actionsTab.id;
  return context.list<DevToolsRecord>("actions").ask({
    query: JSON.stringify([search, isOwn && sort]),
    data: store.lastNumber,
    source: () => [...store.records].reverse(),
    matches: ({ action, origin = "" }) =>
      search === "" ||
      `${typeOf(action)} ${subjectOf(action)} ${
        endpointNameOf(action)
      } ${origin}`
        .toLowerCase().includes(search),
    compare: isOwn ? orderOf(context, columns) : undefined,
  });
}

const columns: readonly Column<DevToolsRecord>[] = [
  column("number", "No.", "number", ({ number }) => number),
  column("type", "Action", "word", ({ action }) => typeOf(action), {
    cell: ({ action }) =>
      action.type === "rdc/setresponse" && action.error
        ? h("span", { class: "badge error" }, "✕ error")
        : typeOf(action),
  }),
  column("subject", "Key", "rest", ({ action }) => subjectOf(action)),
  column(
    "endpoint",
    "Endpoint",
    "name",
    ({ action }) => endpointNameOf(action),
    {
      isMinor: true,
    },
  ),
  column("date", "Time", "time", undefined, {
    cell: ({ date }) => timeText(date),
  }),
  column("duration", "Took", "time", ({ duration }) => duration, {
    cell: ({ duration }) =>
      duration === undefined ? "" : durationText(duration),
  }),
];

function actionDetails(
  context: TabContext,
  record: DevToolsRecord,
): VirtualElement {
  const { store } = context;
  const { number, action, origin, date, duration } = record;
  const isDisplayed = store.displayed === record;
  const canTravel = store.stateAfter(record) !== undefined;
  return details(
    context,
    [muted(`${number} `), typeOf(action)],
    [
      canTravel && (isDisplayed
        ? {
          label: "Back to live",
          run: () => store.display(undefined),
        }
        : {
          label: "Show this state",
          title:
            "Let the page show the state after this action. Nothing is requested meanwhile.",
          run: () => store.display(record),
        }),
    ],
    facts([
      subjectOf(action) !== "" && [
        "Key",
        "key" in action ? responseLink(context, action.key) : subjectOf(action),
      ],
      "endpoint" in action && ["Endpoint", nameOf(action.endpoint)],
      origin !== undefined && ["From", origin],
      ["Time", timeText(date)],
      duration !== undefined && ["Took", durationText(duration)],
    ]),
    part("Changes", changes(context, record)),
    "args" in action &&
      part("Arguments", tree(context, `args ${number}`, action.args)),
    action.type === "rdc/setresponse" &&
      part(
        action.error ? "Error" : "Response",
        tree(context, `response ${number}`, action.response),
      ),
    action.type === "rdc/set" &&
      part("Value", tree(context, `value ${number}`, action.value)),
  );
}

/** So many things that an action changed are listed at first. */
const mostListed = 20;
/** So many differences of one of them are. */
const mostDifferences = 20;

function changes(context: TabContext, record: DevToolsRecord): Child {
  const { commit, changes: { everything } } = record;
  if (!commit) return note("It has not changed the store.");
  if (everything) return note("It has replaced everything.");
  const changes = context.store.changesOf(record);
  if (changes.length === 0) {
    return note("Only times have changed: what was stored said the same.");
  }
  const id = `changes ${record.number}`;
  const limit = limitOf(context, id, mostListed);
  return [
    changes.slice(0, limit).map((change) => changed(context, id, change)),
    more(context, id, changes.length, limit),
  ];
}

function changed(
  context: TabContext,
  within: string,
  { table, key, differences }: Change,
): VirtualElement {
  const id = `${within} ${table}/${key}`;
  const limit = limitOf(context, id, mostDifferences);
  return h(
    "div",
    { key: `${table}/${key}`, class: "change" },
    h(
      "h5",
      table === undefined
        ? [
          muted("Response "),
          responseLink(context, key),
        ]
        : key === ""
        ? table
        : [
          muted(`${table} `),
          entityLink(context, table, key),
        ],
    ),
    differenceList(differences.slice(0, limit)),
    more(context, id, differences.length, limit),
  );
}
