import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import { partsOf, type State } from "./state.ts";
import { absent } from "./state_parts.ts";

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
  const { revisions, indexTables } = partsOf(state);
  const revision = name === "indexes" ? indexTables : revisions[name as never];
  return remembered(name, revision, () => builders[name](state));
}

const builders: { readonly [N in PartName]: (state: State) => StateJSON[N] } = {
  entities(state) {
    const plain = emptyObject<StateJSON["entities"][string]>();
    for (const key of state.tableKeys()) {
      const table = partsOf(state).tables.get(key)!;
      plain[key] = remembered("rows", table.revision as object, () => {
        const rows = emptyObject<EntityValue>();
        for (const [pk, value] of table.entries()) rows[pk] = value;
        return rows;
      });
    }
    return plain;
  },
  entitiesMeta(state) {
    const plain = emptyObject<StateJSON["entitiesMeta"][string]>();
    for (const key of state.tableKeys()) {
      const { records } = partsOf(state).tables.get(key)!;
      plain[key] = remembered("metas", records, () => {
        const metas = emptyObject<EntityMeta>();
        for (const [pk, { meta }] of records.entries()) {
          if (meta !== undefined) metas[pk] = timesOf(meta);
        }
        return metas;
      });
    }
    return plain;
  },
  endpoints(state) {
    const plain = emptyObject<unknown>();
    for (const [key, { value }] of partsOf(state).responses.entries()) {
      if (value !== absent) plain[key] = value;
    }
    return plain;
  },
  meta(state) {
    const plain = emptyObject<ResponseMeta>();
    for (const [key, { meta }] of partsOf(state).responses.entries()) {
      if (meta !== undefined) plain[key] = meta;
    }
    return plain;
  },
  indexes(state) {
    const plain = emptyObject<StateJSON["indexes"][string]>();
    for (const [key, fields] of partsOf(state).indexTables.entries()) {
      plain[key] = remembered("fields", fields, () => {
        const plainFields = emptyObject<
          { readonly [value: string]: string }
        >();
        for (const [field, table] of fields) {
          const entries = emptyObject<string>();
          for (const [value, { pk }] of table.entries()) entries[value] = pk;
          plainFields[field] = entries;
        }
        return plainFields;
      });
    }
    return plain;
  },
};

/** What is known of a record's age outside the library. */
function timesOf({ fetchedAt, date, expiresAt }: EntityMeta): EntityMeta {
  return { fetchedAt, date, expiresAt };
}

/** Without a prototype every string, `__proto__` too, is an ordinary key. */
function emptyObject<V>(): Record<string, V> {
  return Object.create(null);
}

const caches = new Map<string, WeakMap<object, unknown>>();

function remembered<T>(name: string, source: object, build: () => T): T {
  let cache = caches.get(name);
  if (cache === undefined) caches.set(name, cache = new WeakMap());
  if (!cache.has(source)) cache.set(source, build());
  return cache.get(source) as T;
}
