import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import { absent, access, type State } from "../graph/state.ts";

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
  /** Primary keys, by table, field and value: a list, the newest first, where several entities have the value. */
  readonly indexes: {
    readonly [key: string]: {
      readonly [field: string]: {
        readonly [value: string]: string | readonly string[];
      };
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

/** The whole state as plain objects; what did not change since another state is the same object. */
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

/** One part of that, made when first asked for. */
export function plainPart<N extends PartName>(
  state: State,
  name: N,
): StateJSON[N] {
  const { revisions } = access.factsOf(state);
  return remembered(revisions[name], name, () => builders[name](state));
}

const builders: {
  readonly [N in PartName]: (state: State) => StateJSON[N];
} = {
  entities: (state) =>
    plainOf(state.tableKeys(), (key) => {
      const table = state.getEntities(key)!;
      return remembered(table.revision as object, "rows", () => {
        const rows = emptyObject<EntityValue>();
        for (const [pk, row] of table.entries()) rows[pk] = row;
        return rows;
      });
    }),
  entitiesMeta: (state) =>
    plainOf(
      state.tableKeys(),
      (key) =>
        plainOf(state.getEntities(key)!.keys(), (pk) => {
          const meta = state.getEntityMeta(key, pk);
          return meta ? timesOf(meta) : absent;
        }),
    ),
  endpoints: (state) =>
    plainOf(
      state.endpointKeys(),
      (key) => state.getEndpointRecord(key)!.value,
    ),
  meta: (state) =>
    plainOf(state.endpointKeys(), (key) => state.getMeta(key) ?? absent),
  indexes: (state) => access.indexesOf(state),
};

/** The times of a meta, without what it remembers for ordering. */
export function timesOf(
  { fetchedAt, date, expiresAt }: EntityMeta,
): EntityMeta {
  return { fetchedAt, date, expiresAt };
}

function plainOf<P>(
  names: Iterable<string>,
  show: (name: string) => P | typeof absent,
): Record<string, P> {
  const plain = emptyObject<P>();
  for (const name of names) {
    const shown = show(name);
    if (shown !== absent) plain[name] = shown as P;
  }
  return plain;
}

/** An object without anything inherited, so that any text is a name like any other. */
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
