import type { ResponseMeta } from "../../controller/mod.ts";
import { indexValues } from "../../controller/views.ts";
import { details, part, tree, valueText } from "./details.ts";
import { sidebar } from "./entities_tab.ts";
import type { Tab, TabContext } from "./tab.ts";
import { type Column, column, orderOf, table } from "./table.ts";
import { holds, jsonOf, timeText } from "./values.ts";

/** A cell: where it is, and what it holds. */
interface Row {
  readonly key: string;
  readonly value: unknown;
  readonly meta?: unknown;
}

/** The store as it is: what its cells hold, without schemas. */
export const tablesTab: Tab = {
  id: "tables",
  label: "Cells",
  count: (context) =>
    context.tab === tablesTab.id
      ? rowsOf(context, kindOf(context)).length
      : undefined,
  render(context) {
    const { view } = context;
    const kind = kindOf(context);
    const rows = rowsOf(context, kind);
    const selected = rows.find(({ key }) => key === view.selected);
    return [
      sidebar(
        context,
        "Kinds of cells",
        Object.entries(sources).map(([key, { label, count }]) => ({
          key,
          label,
          count: count(context),
        })),
        kind,
      ),
      table(context, {
        name: kind,
        caption: sources[kind]!.label,
        columns,
        rows,
        keyOf: ({ key }) => key,
        empty: sources[kind]!.empty,
      }),
      selected &&
      details(
        context,
        selected.key,
        [{
          label: "Copy JSON",
          run: () => context.copy(jsonOf(selected.value)),
        }],
        part(
          "Value",
          tree(context, `cell ${kind} ${selected.key}`, selected.value),
        ),
        selected.meta !== undefined &&
          part(
            "Times",
            tree(context, `times ${kind} ${selected.key}`, selected.meta),
          ),
      ),
    ];
  },
};

function kindOf({ view: { kind = "" } }: TabContext): string {
  return sources[kind] ? kind : "responses";
}

interface Source {
  readonly label: string;
  readonly empty: string;
  count(context: TabContext): number | string;
  rows(context: TabContext): Iterable<Row>;
}

const sources: Readonly<Record<string, Source>> = {
  responses: {
    label: "Responses",
    empty: "No response is stored.",
    count: ({ store: { state } }) => counted(state.endpointKeys()),
    *rows({ store: { state } }) {
      for (const key of state.endpointKeys()) {
        yield { key, value: state.getEndpoint(key), meta: state.getMeta(key) };
      }
    },
  },
  entities: {
    label: "Entities",
    empty: "No entity is stored.",
    count: ({ store: { state } }) => counted(state.tableKeys()),
    *rows({ store: { state } }) {
      for (const table of state.tableKeys()) {
        for (const [pk, value] of state.getEntities(table)?.entries() ?? []) {
          const meta = state.getEntityMeta(table, pk);
          yield { key: `${table} ${pk}`, value, meta };
        }
      }
    },
  },
  indexes: {
    label: "Indexes",
    empty: "No index is used.",
    count: ({ store: { state } }) =>
      counted(
        ...[...state.tableKeys()].map((key) => state.indexedFields(key)),
      ),
    *rows({ store: { state } }) {
      for (const { table, field, value, pks } of indexValues(state)) {
        yield { key: `${table}.${field} = ${value}`, value: pks };
      }
    },
  },
  layers: {
    label: "Optimistic layers",
    empty: "No optimistic change is pending.",
    count: ({ store: { state } }) => state.optimistic.length,
    *rows({ store: { state } }) {
      for (const { key, args, meta } of state.optimistic) {
        yield { key: `${meta.fetchedAt} ${key}`, value: { key, args }, meta };
      }
    },
  },
};

/** So many things are counted for each drawing. */
const mostCounted = 9999;

function counted(...all: Iterable<unknown>[]): number | string {
  let count = 0;
  for (const items of all) {
    for (const _ of items) {
      if (++count > mostCounted) return `${mostCounted}+`;
    }
  }
  return count;
}

function rowsOf(context: TabContext, kind: string): readonly Row[] {
  const { search, store: { state }, view: { sort } } = context;
  return context.list<Row>("cells").ask({
    query: JSON.stringify([kind, search, sort]),
    data: state,
    source: () => sources[kind]!.rows(context),
    matches: search === ""
      ? undefined
      : ({ key, value }) =>
        key.toLowerCase().includes(search) || holds(value, search),
    compare: orderOf(context, columns),
  });
}

const columns: readonly Column<Row>[] = [
  column("key", "Cell", "rest", ({ key }) => key),
  column("value", "Holds", "rest", undefined, {
    cell: ({ value }) => valueText(value),
  }),
  column("meta", "Times", "name", undefined, {
    cell: ({ meta }) => {
      const { date, expiresAt } = (meta ?? {}) as Partial<ResponseMeta>;
      return date && `${timeText(date)} – ${timeText(expiresAt)}`;
    },
    isMinor: true,
  }),
];
