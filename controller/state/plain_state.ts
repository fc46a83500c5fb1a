import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import { partsOf, type State } from "./state.ts";
import { absent, type StateParts } from "./state_parts.ts";

/**
 * A {@linkcode State} as plain objects. Values are the stored ones: rows,
 * tombstone symbols, error objects.
 */
export interface StateJSON {
  /** Rows and tombstones, by table and primary key. */
  readonly entities: {
    readonly [key: string]: { readonly [pk: string]: EntityValue };
  };
  /** Normalized results, or raw responses where there is no schema, by endpoint key. */
  readonly endpoints: { readonly [key: string]: unknown };
  /** Primary keys, by table, field and value. */
  readonly indexes: {
    readonly [key: string]: {
      readonly [field: string]: { readonly [value: string]: string };
    };
  };
  /** Age, error and validity of entries, by endpoint key. */
  readonly meta: { readonly [key: string]: ResponseMeta };
  /** Age of entities, by table and primary key. */
  readonly entitiesMeta: {
    readonly [key: string]: { readonly [pk: string]: EntityMeta };
  };
  /** Always empty: pending layers are made of functions and promises. */
  readonly optimistic: readonly OptimisticAction[];
  /** Stamp of the last reset; 0 if there was none. */
  readonly lastReset: number;
}

/** Parts that are made of many records. */
type PartName = "entities" | "endpoints" | "indexes" | "meta" | "entitiesMeta";

/** The whole state as plain objects. */
export function plainStateOf(state: State): StateJSON {
  return {
    entities: plainPart(state, "entities"),
    endpoints: plainPart(state, "endpoints"),
    indexes: plainPart(state, "indexes"),
    meta: plainPart(state, "meta"),
    entitiesMeta: plainPart(state, "entitiesMeta"),
    optimistic: [],
    lastReset: state.lastReset,
  };
}

/** One part as plain objects; the same ones until the part changes. */
export function plainPart<N extends PartName>(
  state: State,
  name: N,
): StateJSON[N] {
  const parts = partsOf(state);
  const { revisions, indexTables } = parts;
  const revision = name === "indexes" ? indexTables : revisions[name as never];
  return remembered(revision, name, () => builders[name](parts));
}

const builders: {
  readonly [N in PartName]: (parts: StateParts) => StateJSON[N];
} = {
  entities: ({ tables }) =>
    plainOf(
      tables,
      (table) =>
        remembered(table.revision as object, "rows", () =>
          plainOf(table, (row) =>
            row)),
    ),
  entitiesMeta: ({ tables }) =>
    plainOf(
      tables,
      ({ records }) =>
        remembered(records, "metas", () =>
          plainOf(records, ({ meta }) =>
            meta ? timesOf(meta) : absent)),
    ),
  endpoints: ({ responses }) => plainOf(responses, ({ value }) => value),
  meta: ({ responses }) => plainOf(responses, ({ meta }) => meta ?? absent),
  indexes: ({ indexTables }) =>
    plainOf(
      indexTables,
      (fields) =>
        remembered(fields, "fields", () =>
          plainOf(fields, (table) =>
            plainOf(table, ({ pk }) => pk))),
    ),
};

/** What is known of a record's age outside the library. */
export function timesOf(
  { fetchedAt, date, expiresAt }: EntityMeta,
): EntityMeta {
  return { fetchedAt, date, expiresAt };
}

/** A plain object of what the values of a table are shown as; those that are shown as `absent` are left out. */
function plainOf<V, P>(
  table: { entries(): Iterable<[string, V]> },
  show: (value: V) => P | typeof absent,
): Record<string, P> {
  const plain = emptyObject<P>();
  for (const [name, value] of table.entries()) {
    const shown = show(value);
    if (shown !== absent) plain[name] = shown as P;
  }
  return plain;
}

/** Without a prototype every string, `__proto__` too, is an ordinary name. */
export function emptyObject<V>(): Record<string, V> {
  return Object.create(null);
}

const memory = new WeakMap<object, Record<string, unknown>>();

/** What was built of something that never changes. */
function remembered<T extends object>(
  source: object,
  name: string,
  build: () => T,
): T {
  let built = memory.get(source);
  if (built === undefined) memory.set(source, built = {});
  return (built[name] ??= build()) as T;
}
