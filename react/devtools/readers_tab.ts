import type {
  DevToolsRecord,
  ReaderEntry,
  State,
} from "../../controller/mod.ts";
import { partsOf, type ValuePart } from "../../controller/views.ts";
import {
  actionLink,
  deed,
  details,
  differenceList,
  entityLink,
  facts,
  muted,
  note,
  part,
  responseLink,
} from "./details.ts";
import { type Child, h, type VirtualElement } from "./dom.ts";
import type { Tab, TabContext } from "./panel.ts";
import { aboutOf, nameOf, type StoreView, typeOf } from "./store_view.ts";
import { type Column, orderOf, table } from "./table.ts";
import { timeText } from "./values.ts";

/** Responses that components show: what each is made of, and why it rendered. */
export const readersTab: Tab = {
  id: "readers",
  label: "Why did it render?",
  count: (context) => rowsOf(context).length,
  render(context) {
    const { selected } = context.view;
    const rows = [...rowsOf(context)];
    const compare = orderOf(context, columns);
    if (compare) rows.sort(compare);
    const entry = context.store.readers().find(({ key }) => key === selected);
    return [
      table(context, {
        name: "readers",
        caption: "Readers",
        columns,
        rows,
        keyOf: ({ key }) => key,
        empty: context.search
          ? `No reader is about “${context.search}”.`
          : "No component on this page shows a response.",
      }),
      entry ? readerDetails(context, entry) : rows.length > 0 && note(
        "Select what a component reads, to see what its value is made of and which actions changed it.",
        "hint",
      ),
    ];
  },
};

function rowsOf({ store, search }: TabContext): readonly ReaderEntry[] {
  return store.readers().filter(({ key, endpoint }) =>
    search === "" ||
    `${key} ${nameOf(endpoint)}`.toLowerCase().includes(search)
  );
}

const columns: readonly Column<ReaderEntry>[] = [
  { id: "key", label: "Reads", width: "rest", value: ({ key }) => key },
  {
    id: "endpoint",
    label: "Endpoint",
    width: "name",
    value: ({ endpoint }) => nameOf(endpoint),
  },
  { id: "count", label: "Hooks", width: "number", value: (row) => row.count },
];

/** An action, and the parts of a value that it changed. */
interface Cause {
  readonly record: DevToolsRecord;
  readonly parts: readonly ValuePart[];
}

/** So many parts and causes are listed. */
const most = 30;

function readerDetails(
  context: TabContext,
  { key, endpoint, args, count }: ReaderEntry,
): VirtualElement {
  const { store } = context;
  const { controller, state } = store;
  const { dependencies } = controller.getResponse(endpoint, ...args, state);
  const causes = causesOf(context, key);
  const changedBy = new Map<string, DevToolsRecord>();
  const changed: ValuePart[] = [];
  for (const { record, parts } of causes) {
    for (const part of parts) {
      if (changedBy.has(idOf(part))) continue;
      changedBy.set(idOf(part), record);
      changed.push(part);
    }
  }
  const others: ValuePart[] = [];
  for (const part of partsOf(dependencies)) {
    if (others.length > most) break;
    if (!changedBy.has(idOf(part))) others.push(part);
  }
  const listed = [...changed, ...others];
  return details(
    context,
    key,
    [{
      label: "Open response",
      run: () => context.go("endpoints", undefined, key),
    }],
    facts([
      ["Endpoint", nameOf(endpoint)],
      ["Hooks", String(count)],
    ]),
    part(
      "Why it rendered",
      causes.length === 0
        ? note(
          "None of the recorded actions changed what it is made of. If it rendered, its props, its state or a parent did.",
        )
        : causes.slice(0, most).map((cause) => causeOf(context, cause)),
    ),
    part(
      "Made of",
      h(
        "ul.parts",
        listed.slice(0, most).map((part) =>
          h(
            "li",
            { key: `${part.table}/${part.key}` },
            partLink(context, part),
            h("span.muted", lastChange(changedBy.get(idOf(part)))),
          )
        ),
      ),
      listed.length > most && note("and more"),
    ),
  );
}

/** Made once for each state, since drawing is more frequent. */
const causesIn = new WeakMap<State, Map<string, readonly Cause[]>>();

/** The actions that changed a part of what is shown of a response, newest first. */
function causesOf({ store }: TabContext, key: string): readonly Cause[] {
  const { state } = store;
  let known = causesIn.get(state);
  if (known === undefined) causesIn.set(state, known = new Map());
  let causes = known.get(key);
  if (causes === undefined) {
    const isPart = new Map<string, boolean>();
    causes = [...store.records].reverse()
      .map((record) => ({
        record,
        parts: changedIn(store, record, key, isPart),
      }))
      .filter(({ parts }) => parts.length > 0);
    known.set(key, causes);
  }
  return causes;
}

/** So many entities of one action are looked at. */
const mostTouched = 200;

/** Follows the graph from what was changed upwards, which takes as long for a long list as for a short one. */
function changedIn(
  store: StoreView,
  { commit, changes: { everything, entities, endpoints } }: DevToolsRecord,
  key: string,
  isPart: Map<string, boolean>,
): ValuePart[] {
  if (!commit) return [];
  const parts: ValuePart[] = [];
  const add = (part: ValuePart) => {
    if (isOther(commit.before, commit.state, part)) parts.push(part);
  };
  if (everything || endpoints.has(key)) add({ table: undefined, key });
  let count = 0;
  for (const [table, pks] of entities) {
    for (const pk of pks) {
      if (++count > mostTouched) return parts;
      const id = JSON.stringify([table, pk]);
      let isIn = isPart.get(id);
      if (isIn === undefined) {
        isPart.set(id, isIn = store.usesOf(table, pk).endpoints.includes(key));
      }
      if (isIn) add({ table, key: pk });
    }
  }
  return parts;
}

/** Whether it is another value; that it was fetched again renders nobody. */
function isOther(
  before: State,
  after: State,
  { table, key }: ValuePart,
): boolean {
  if (table !== undefined) {
    return before.getEntity(table, key) !== after.getEntity(table, key);
  }
  const [was, is] = [before, after].map((state) => state.getMeta(key));
  return before.getEndpoint(key) !== after.getEndpoint(key) ||
    was?.error !== is?.error || was?.invalidated !== is?.invalidated;
}

function idOf({ table, key }: ValuePart): string {
  return JSON.stringify([table, key]);
}

function lastChange(record: DevToolsRecord | undefined): string {
  return record
    ? ` changed by ${record.number} ${typeOf(record.action)}, ${
      timeText(record.date)
    }`
    : " not changed by a recorded action";
}

function partLink(context: TabContext, { table, key }: ValuePart): Child {
  return [
    muted(`${table ?? "Response"} `),
    table === undefined
      ? responseLink(context, key)
      : entityLink(context, table, key),
  ];
}

function causeOf(
  context: TabContext,
  { record, parts }: Cause,
): VirtualElement {
  const { store } = context;
  const { number } = record;
  return h(
    "div",
    { key: number, class: "change" },
    h(
      "h5",
      actionLink(context, record),
      muted(` ${aboutOf(record)} `),
      deed(context, {
        label: "Show this state",
        run: () => store.display(record),
      }),
    ),
    parts.slice(0, 8).map((part) =>
      h(
        "div",
        { key: `${part.table}/${part.key}` },
        partLink(context, part),
        differenceList(
          store.changeOf(record, part.table, part.key)
            .filter(({ path }) => path[0] !== "meta").slice(0, 8),
        ),
      )
    ),
    parts.length > 8 &&
      note(`and ${parts.length - 8} more`),
  );
}
