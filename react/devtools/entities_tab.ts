import type { DevToolsRecord } from "../../controller/mod.ts";
import type { CellReader } from "../../controller/views.ts";
import type { EntityValue } from "../../schema/contract.ts";
import { type IEntityClass, Invalidate } from "../../schema/mod.ts";
import {
  actionLink,
  deed,
  details,
  differenceList,
  facts,
  muted,
  note,
  part,
  responseLink,
  tree,
  valueText,
} from "./details.ts";
import { type Child, h, type VirtualElement } from "./dom.ts";
import type { Tab, TabContext } from "./tab.ts";
import { hookLink } from "./readers_tab.ts";
import {
  aboutOf,
  endpointNameOf,
  subjectOf,
  typeOf,
  type Written,
} from "./store_view.ts";
import { type Column, column, orderOf, table } from "./table.ts";
import { holds, jsonOf, short, timeText } from "./values.ts";

/** An entity: its primary key, and what is stored. */
type Row = readonly [pk: string, value: EntityValue];

/** How many entities each table has, with what is searched for. */
interface Census {
  counts: ReadonlyMap<string, number>;
}

const censuses = new WeakMap<object, Census>();

/** Tables of entities: each with its rows, and what is known of one of them. */
export const entitiesTab: Tab = {
  id: "entities",
  label: "Entities",
  isTicking: false,
  count: (context) => {
    let sum = 0;
    for (const count of censusOf(context).values()) sum += count;
    return sum;
  },
  render(context) {
    const counts = censusOf(context);
    if (counts.size === 0) {
      return h(
        "p.empty",
        context.search
          ? `No entity contains “${context.search}”.`
          : "Nothing is stored yet. Entities appear here when a response has some.",
      );
    }
    const { view } = context;
    const first = counts.keys().next().value!;
    const isFound = context.search === "" || counts.has(view.kind ?? first);
    const kind = isFound ? view.kind ?? first : first;
    const rows = rowsOf(context, kind);
    const selected = isFound ? view.selected : undefined;
    return [
      sidebar(
        context,
        "Kinds of entities",
        [...counts].map(([key, count]) => ({ key, label: key, count })),
        kind,
      ),
      entityTable(context, kind, rows),
      selected !== undefined && entityDetails(context, kind, selected),
    ];
  },
};

function matches({ search }: TabContext, [pk, value]: Row): boolean {
  return search === "" || pk.toLowerCase().includes(search) ||
    // long lists are of primary keys, which are rows of their own
    !(Array.isArray(value) && value.length > 100) &&
      holds(value, search);
}

/** Counted in slices, as rows are; the last counts stay until then. */
function censusOf(context: TabContext): ReadonlyMap<string, number> {
  const list = context.list<Row>("census");
  let census = censuses.get(list);
  if (census === undefined) {
    censuses.set(list, census = { counts: new Map() });
  }
  list.ask({
    query: context.search,
    data: context.store.state,
    *source() {
      const { state } = context.store;
      const counts = new Map<string, number>();
      for (const key of state.tableKeys()) {
        let count = 0;
        for (const row of state.getEntities(key)?.entries() ?? []) {
          if (typeof row[1] === "object" && matches(context, row)) count++;
          yield row;
        }
        if (count > 0 || context.search === "") counts.set(key, count);
      }
      // entities before the lists of them
      census.counts = new Map(
        [...counts].sort(([a], [b]) =>
          Number(a.startsWith("[")) - Number(b.startsWith("["))
        ),
      );
    },
    matches: () => false,
  });
  return census.counts;
}

/** The lists of a tab, one of which is displayed. */
export function sidebar(
  context: TabContext,
  label: string,
  entries: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number | string;
  }[],
  current: string,
): VirtualElement {
  return h(
    "nav",
    { class: "side", "aria-label": label },
    h(
      "ul",
      entries.map(({ key, label, count }) =>
        h(
          "li",
          { key },
          h(
            "button",
            {
              type: "button",
              "aria-current": key === current ? true : undefined,
              title: label,
              onclick: () => {
                context.view.selected = undefined;
                context.view.sort = undefined;
                context.go(context.tab, key, undefined);
              },
            },
            h("span.label", label),
            h("span.count", count),
          ),
        )
      ),
    ),
  );
}

function rowsOf(context: TabContext, kind: string): readonly Row[] {
  const { store: { state }, view: { sort }, search } = context;
  const list = context.list<Row>("entities");
  return list.ask({
    query: JSON.stringify([kind, search, sort]),
    data: state,
    // of the state at that time: the newest is the one that need not be made
    // first
    source: () => context.store.state.getEntities(kind)?.entries() ?? [],
    matches: search === "" ? undefined : (row) => matches(context, row),
    compare: orderOf(context, columnsOf(context, kind, list.rows)),
  });
}

/** So many fields have a column. */
const mostColumns = 5;
/** So many of them have one where there is little room. */
const leastColumns = 3;
/** Texts of so many characters have room in a narrow column. */
const shortText = 10;

function columnsOf(
  { store: { state } }: TabContext,
  kind: string,
  rows: readonly Row[],
): Column<Row>[] {
  /** How long the texts of each field are. */
  const fields = new Map<string, number>();
  let pkLength = 0;
  for (const [pk, value] of rows.slice(0, 20)) {
    pkLength = Math.max(pkLength, pk.length);
    if (typeof value !== "object" || Array.isArray(value)) continue;
    for (const field of Object.keys(value)) {
      const content = fieldOf(value, field);
      if (content === pk) continue;
      const { length } = typeof content === "object"
        ? short(content, 20)
        : String(content);
      fields.set(field, Math.max(fields.get(field) ?? field.length, length));
    }
  }
  const time = (member: "date" | "expiresAt", label: string): Column<Row> => {
    const value = ([pk]: Row) => state.getEntityMeta(kind, pk)?.[member];
    const cell = (row: Row) => timeText(value(row));
    return column(member, label, "time", value, { cell, isMinor: true });
  };
  const hasFields = fields.size > 0;
  return [
    column(
      "pk",
      "Primary key",
      hasFields && pkLength <= 14 ? "word" : "name",
      ([pk]) => pk,
    ),
    ...[...fields].slice(0, mostColumns).map(([field, length], index) =>
      column<Row>(
        `.${field}`,
        field,
        // one at least takes the rest
        length > shortText || index === 0 ? "rest" : "short",
        ([, value]) => fieldOf(value, field),
        {
          cell: ([pk]) => {
            const value = fieldOf(state.getEntity(kind, pk), field);
            // there is not much room
            if (typeof value === "string") return value.slice(0, 80);
            return value === undefined ? "" : valueText(value, 60);
          },
          isMinor: index >= leastColumns,
        },
      )
    ),
    ...hasFields ? [] : [
      column<Row>("value", "Value", "rest", undefined, {
        cell: ([pk]) => valueText(state.getEntity(kind, pk)),
      }),
    ],
    time("date", "Fetched"),
    time("expiresAt", "Expires"),
  ];
}

function fieldOf(value: EntityValue | undefined, field: string): unknown {
  return typeof value === "object"
    ? (value as unknown as Record<string, unknown>)[field]
    : undefined;
}

function entityTable(
  context: TabContext,
  kind: string,
  rows: readonly Row[],
): VirtualElement {
  return table(context, {
    name: kind,
    caption: kind,
    columns: columnsOf(context, kind, rows),
    rows,
    keyOf: ([pk]) => pk,
    empty: `No ${kind} contains what is searched for.`,
  });
}

function entityDetails(
  context: TabContext,
  kind: string,
  pk: string,
): VirtualElement {
  const { store } = context;
  const { controller, state } = store;
  const value = state.getEntity(kind, pk);
  const meta = state.getEntityMeta(kind, pk);
  const { endpoints, readers, schema } = store.usesOf(kind, pk);
  const isEntity = typeof schema === "function" && typeof value === "object" &&
    !Array.isArray(value);
  return details(
    context,
    [muted(`${kind} `), pk],
    [
      {
        label: "Copy JSON",
        run: () => context.copy(jsonOf(value)),
      },
      isEntity && {
        label: "Invalidate",
        title: "Delete it; what needs it is requested again",
        isDangerous: true,
        run: () =>
          controller.set(
            new Invalidate(schema as unknown as IEntityClass),
            value as never,
            value as never,
          ),
      },
    ],
    value === undefined
      ? note("It is not stored.", "empty")
      : isEntity
      ? fields(context, kind, pk, value as never, schema)
      : part("Value", tree(context, `${kind} ${pk}`, value)),
    part(
      "Used by",
      facts([
        ["Readers", readersOf(context, readers)],
        ["Responses", [
          endpoints.length === 0 && "none that was read",
          h(
            "ul.links",
            endpoints.slice(0, 50).map((key) =>
              h("li", responseLink(context, key))
            ),
          ),
        ]],
        ["Fetched", timeText(meta?.date)],
        ["Expires", timeText(meta?.expiresAt)],
      ]),
    ),
    history(context, store.historyOf(kind, pk)),
  );
}

/** How many readers there are, and which hooks of components are among them. */
function readersOf(
  context: TabContext,
  readers: ReadonlySet<CellReader>,
): Child {
  const found = [...readers].map(({ dependencies }) => dependencies);
  const hooks = [...context.store.hooks].filter(([, { dependencies }]) =>
    found.includes(dependencies)
  );
  return [
    String(readers.size),
    h(
      "ul.links",
      hooks.slice(0, 10).map((hook) => h("li", hookLink(context, ...hook))),
    ),
  ];
}

/** The fields of an entity: what each holds, who wrote it and when. */
function fields(
  context: TabContext,
  kind: string,
  pk: string,
  value: Record<string, unknown>,
  schema: unknown,
): VirtualElement {
  const sources = context.store.sourcesOf(kind, pk);
  const headings = ["Field", "Value", "Written by", ""].map((label) =>
    h(label ? "th" : "td", { scope: label ? "col" : undefined }, label)
  );
  return part(
    "Fields",
    h(
      "table.fields",
      h("caption", "Fields"),
      h(
        "thead",
        h(
          "tr",
          headings,
        ),
      ),
      h(
        "tbody",
        Object.entries(value).map(([field, content]) =>
          fieldRow(
            context,
            `${kind}/${pk}/${field}`,
            [field, content],
            source(context, sources.get(field)),
            (changed) =>
              context.store.controller.set(
                schema as never,
                value as never,
                { ...value, [field]: changed } as never,
              ),
          )
        ),
      ),
    ),
  );
}

/** A field of an entity, which can be edited in its place. */
function fieldRow(
  context: TabContext,
  id: string,
  [field, content]: [string, unknown],
  writtenBy: Child,
  set: (changed: unknown) => void,
): VirtualElement {
  const isEditing = context.editing === id;
  return h(
    "tr",
    { key: field },
    h("th", { scope: "row" }, field),
    h(
      "td",
      isEditing
        ? editor(context, field, content, set)
        : typeof content === "object" && content !== null
        ? tree(context, `field ${id}`, content, "")
        : valueText(content),
    ),
    h("td", writtenBy),
    h(
      "td",
      !isEditing && field !== "id" &&
        deed(context, {
          label: "Edit",
          title: `Edit ${field}`,
          run: () => void (context.editing = id),
        }),
    ),
  );
}

/** Which action wrote something, and when. */
function source(
  context: TabContext,
  record: DevToolsRecord | undefined,
): Child {
  if (!record) {
    return muted("before the recorded actions");
  }
  const { action, date } = record;
  const by = endpointNameOf(action) || subjectOf(action) || typeOf(action);
  return [
    actionLink(context, record, by),
    muted(` ${timeText(date)}`),
  ];
}

function editor(
  context: TabContext,
  field: string,
  content: unknown,
  save: (content: unknown) => unknown,
): VirtualElement {
  const isText = typeof content === "string";
  return h(
    "form",
    {
      class: "editor",
      onsubmit: (event: Event) => {
        event.preventDefault();
        const { value } = (event.currentTarget as HTMLFormElement)
          .querySelector("input")!;
        context.run(async () => {
          // an error leaves the field as it is, to be corrected
          const changed = isText ? value : JSON.parse(value);
          context.editing = undefined;
          await save(changed);
          return `${field} is ${short(changed, 40)} now.`;
        });
      },
    },
    h("input", {
      "aria-label": isText ? field : `${field}, as JSON`,
      value: isText ? content : jsonOf(content, 0),
      ref: (element) => element.focus(),
    }),
    h("button", { type: "submit", class: "deed" }, "Save"),
    deed(context, {
      label: "Cancel",
      run: () => void (context.editing = undefined),
    }),
  );
}

/** The actions that changed something, newest first. */
export function history(
  context: TabContext,
  written: readonly Written[],
): VirtualElement {
  return part(
    "Changes",
    written.length === 0 ? note("None of the recorded actions changed it.") : h(
      "ul.history",
      written.slice(0, 20).map(({ record, differences }) =>
        h(
          "li",
          { key: record.number },
          actionLink(context, record),
          muted(` ${aboutOf(record)} `),
          differenceList(differences.slice(0, 6)),
        )
      ),
    ),
  );
}
