import type { Dependencies, DevToolsRecord } from "../../controller/mod.ts";
import { partsOf, type ValuePart } from "../../controller/views.ts";
import { isDevelopment } from "../../schema/engine.ts";
import { callerOf, rendersOf, type VisibleHook } from "../visible_hooks.ts";
import {
  actionLink,
  deed,
  details,
  differenceList,
  entityLink,
  facts,
  limitOf,
  link,
  more,
  muted,
  note,
  part,
  responseLink,
} from "./details.ts";
import { type Child, h, type VirtualElement } from "./dom.ts";
import type { Tab, TabContext } from "./tab.ts";
import {
  aboutOf,
  nameOf,
  type Rendering,
  schemaName,
  type StoreView,
  typeOf,
} from "./store_view.ts";
import { type Column, column, orderOf, table } from "./table.ts";
import { timeText } from "./values.ts";

/** Hooks of one component that read the same, or somebody outside of components. */
interface Row {
  readonly id: string;
  readonly component: string;
  readonly hook: string;
  readonly reads: string;
  /** Key of the response, if it is one. */
  readonly key: string | undefined;
  /** What stands for each of the hooks. */
  readonly observers: object[];
  /** How many read without a hook. */
  readonly others: number;
}

/** Hooks that show something: what it is made of, and why their component rendered. */
export const readersTab: Tab = {
  id: "readers",
  label: "Why did it render?",
  isTicking: true,
  count: (context) => rowsOf(context).length,
  render(context) {
    const { view } = context;
    const rows = rowsOf(context);
    // links from responses name the key alone
    const row = rows.find(({ id }) => id === view.selected) ??
      rows.find(({ key }) => key !== undefined && key === view.selected);
    if (row) view.selected = row.id;
    return [
      table(context, {
        name: "readers",
        caption: "Readers",
        columns,
        rows,
        keyOf: ({ id }) => id,
        empty: context.search
          ? `No reader is about “${context.search}”.`
          : "No component on this page renders something of the store.",
      }),
      row ? readerDetails(context, row) : rows.length > 0 && note(
        isDevelopment()
          ? "Select a hook of a component, to see what its value is made of and which actions changed it."
          : "Select a response, to see what it is made of and which actions changed it. The hooks that read it, and their components, are known in development only.",
        "hint",
      ),
    ];
  },
};

function rowsOf(context: TabContext): readonly Row[] {
  const { store, search, view: { sort } } = context;
  const { hooks, controller } = store;
  const isOwn = context.tab === readersTab.id;
  return context.list<Row>("readers").ask({
    query: JSON.stringify([search, isOwn && sort]),
    data: `${hooks.size} ${store.revision} ${rendersOf()}`,
    *source() {
      const groups = new Map<string, Row>();
      const keys = new Set<string>();
      for (const [observer, hook] of hooks) {
        const row = rowOf(observer, hook);
        const group = groups.get(row.id) ?? row;
        group.observers.push(observer);
        groups.set(row.id, group);
        if (row.key !== undefined) keys.add(row.key);
        yield group;
      }
      for (const { key, endpoint, count } of controller.readers()) {
        if (keys.has(key)) continue;
        yield newRow("", nameOf(endpoint), key, key, count);
      }
    },
    matches: ({ observers, reads, component, hook }) =>
      // the first of a group stands for the others
      observers.length <= 1 && reads !== "" && (search === "" ||
        `${component} ${hook} ${reads}`.toLowerCase().includes(search)),
    compare: isOwn ? orderOf(context, columns) : undefined,
  });
}

function rowOf(observer: object, { selector, dependencies }: VisibleHook): Row {
  const { component, hook } = callerOf(observer);
  const { key, schema, name = "" } = selector;
  const { endpoints } = dependencies;
  const reads = schema === undefined
    ? key ?? endpoints.join(", ")
    : `${schemaName(schema)} ${name.replace(/^query /, "")}`.trim();
  return newRow(component || "(no name)", hook, reads, key ?? endpoints[0], 0);
}

function newRow(
  component: string,
  hook: string,
  reads: string,
  key: string | undefined,
  others: number,
): Row {
  const id = [component, hook, reads].join(" ");
  return { id, component, hook, reads, key, observers: [], others };
}

/** Leads to what is known of a hook. */
export function hookLink(
  context: TabContext,
  observer: object,
  visible: VisibleHook,
): VirtualElement {
  const { id, component, hook } = rowOf(observer, visible);
  return link(context, `${component} ${hook}`, "readers", undefined, id);
}

const columns: readonly Column<Row>[] = [
  column("component", "Component", "name", ({ component }) => component, {
    cell: ({ component }) =>
      component ||
      muted(isDevelopment() ? "outside of components" : "not known"),
  }),
  column("hook", "Hook", "name", ({ hook }) => hook),
  column("reads", "Reads", "rest", ({ reads }) => reads),
  column("count", "Renders", "number", rendersIn),
];

/** How often the components of a row rendered; nothing where they are not known. */
function rendersIn({ observers }: Row): number | undefined {
  if (observers.length === 0) return undefined;
  return observers.reduce<number>((sum, hook) => sum + rendersOf(hook), 0);
}

/** An action, and the parts of a value that it changed. */
interface Cause {
  readonly record: DevToolsRecord;
  readonly parts: readonly ValuePart[];
}

/** So many parts of a value are listed at first. */
const mostParts = 30;
/** So many actions that changed it are. */
const mostCauses = 10;

function readerDetails(context: TabContext, row: Row): VirtualElement {
  const { store } = context;
  const { id, key, component, hook, reads } = row;
  const [maxCauses, maxParts] = [
    limitOf(context, `causes ${id}`, mostCauses),
    limitOf(context, `parts ${id}`, mostParts),
  ];
  const all = dependenciesOf(store, row);
  const causes = store.found(
    `why ${row.id}`,
    (record) => changedIn(store, record, all, key),
  );
  const { changedBy, listed } = sortedParts(causes, all[0], maxParts);
  return details(
    context,
    component ? [component, muted(` ${hook}`)] : reads,
    [
      key !== undefined && {
        label: "Open response",
        run: () => context.go("endpoints", undefined, key),
      },
    ],
    facts([
      ["Reads", reads],
      row.observers.length > 1 && [
        "Rendered by",
        `${row.observers.length} hooks of such components`,
      ],
      row.others > 0 && ["Readers", String(row.others)],
    ]),
    part(
      "Why it rendered",
      causes.length === 0
        ? note(
          "None of the recorded actions changed what it is made of. If it rendered, its props, its state or a parent did.",
        )
        : h(
          "ul",
          causes.slice(0, maxCauses).map((cause) => causeOf(context, cause)),
        ),
      more(context, `causes ${id}`, causes.length, maxCauses),
    ),
    part(
      "Made of",
      h(
        "ul.parts",
        listed.slice(0, maxParts).map((part) =>
          h(
            "li",
            { key: idOf(part) },
            partLink(context, part),
            h("span.muted", lastChange(changedBy.get(idOf(part)))),
          )
        ),
      ),
      more(context, `parts ${id}`, listed.length, maxParts),
    ),
  );
}

/** The parts of a value, those first that an action has changed. */
function sortedParts(
  causes: readonly Cause[],
  dependencies: Dependencies | undefined,
  maxParts: number,
): { changedBy: Map<string, DevToolsRecord>; listed: ValuePart[] } {
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
  for (const part of dependencies ? partsOf(dependencies) : []) {
    if (others.length > maxParts) break;
    if (!changedBy.has(idOf(part))) others.push(part);
  }
  return { changedBy, listed: [...changed, ...others] };
}

/** What the values are made of that a row displays. */
function dependenciesOf(
  store: StoreView,
  { observers, key = "" }: Row,
): readonly Dependencies[] {
  const { hooks, controller, state } = store;
  const found = observers.flatMap((observer) =>
    hooks.get(observer)?.dependencies ?? []
  );
  if (found.length > 0) return found;
  const call = store.callOf(key);
  return call
    ? [controller.getResponse(call.endpoint, ...call.args, state).dependencies]
    : [];
}

/** So many entities of one action are looked at. */
const mostWritten = 200;

/** Follows the graph from what was changed upwards, which takes as long for a long list as for a short one. */
function changedIn(
  store: StoreView,
  record: DevToolsRecord,
  all: readonly Dependencies[],
  key: string | undefined,
): Cause | undefined {
  const rendering = store.renderedBy(record);
  const isChanged = (part: ValuePart) =>
    isOther(store, record, rendering, part);
  const keys = new Set(all.flatMap(({ endpoints }) => endpoints));
  const parts: ValuePart[] = [...keys]
    .map((key) => ({ table: undefined, key })).filter(isChanged);
  let count = 0;
  for (const part of rendering.written()) {
    if (++count > mostWritten) break;
    if (!isChanged(part)) continue;
    const { endpoints, readers } = store.usesOf(part.table!, part.key);
    const isPart = key !== undefined && endpoints.includes(key) ||
      [...readers].some(({ dependencies }) => all.includes(dependencies!));
    if (isPart) parts.push(part);
  }
  return parts.length > 0 ? { record, parts } : undefined;
}

/** Whether it is another value; that it was fetched again renders nobody. */
function isOther(
  store: StoreView,
  record: DevToolsRecord,
  rendering: Rendering,
  { table, key }: ValuePart,
): boolean {
  const { before, after } = rendering;
  if (table !== undefined) {
    // what is applied again may be equal without being the same
    return before.getEntity(table, key) !== after.getEntity(table, key) &&
      store.changeOf(record, table, key, rendering).length > 0;
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
    "li",
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
        { key: idOf(part) },
        partLink(context, part),
        differenceList(
          store.changeOf(record, part.table, part.key, store.renderedBy(record))
            .filter(({ path }) => path[0] !== "meta").slice(0, 8),
        ),
      )
    ),
    parts.length > 8 &&
      note(`and ${parts.length - 8} more`),
  );
}
