// deno-lint-ignore-file no-explicit-any -- plain objects of every shape
import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import {
  defined,
  describe,
  isDevelopment,
  isObject,
} from "../../schema/engine.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import { absent, Graph, mostFound } from "../graph/graph.ts";
import type { Version } from "../graph/state.ts";

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

type Plain = Record<string, any>;

/** Parts that are made of many records. */
type StateParts = Pick<
  StateJSON,
  "entities" | "endpoints" | "indexes" | "meta" | "entitiesMeta"
>;

/** The parts of states that were asked for. */
const made = new WeakMap<Version, StateParts>();

/** Rows of tables, by what changes with them. */
const tables = new WeakMap<object, Plain>();

/** A state as plain objects, made when it is first asked for. */
export function plainParts(version: Version): StateParts {
  let parts = made.get(version);
  if (parts === undefined) made.set(version, parts = partsOf(version));
  return parts;
}

function partsOf(version: Version): StateParts {
  const { graph } = version;
  const entities = emptyObject();
  const endpoints = emptyObject();
  const indexes = emptyObject();
  const meta = emptyObject();
  const entitiesMeta = emptyObject();
  for (const [pk, held] of graph ? version.heldIn(graph.responses) : []) {
    if (held.value !== absent) endpoints[pk] = held.value;
    if (held.meta) meta[pk] = held.meta;
  }
  for (const [key, table] of graph?.tables ?? []) {
    const revision = version.at(table.whole).value as object | undefined;
    if (revision === undefined) continue;
    const rows = emptyObject();
    const metas = entitiesMeta[key] = emptyObject();
    for (const [pk, held] of version.heldIn(table)) {
      rows[pk] = held.value;
      if (held.meta) metas[pk] = timesOf(held.meta);
    }
    // selectors compare tables
    entities[key] = tables.get(revision) ?? rows;
    tables.set(revision, entities[key]);
    for (const [field, index] of table.indexes) {
      for (const [value, held] of version.heldIn(index)) {
        const pks = (held.value as string[]).slice().reverse();
        const fields = indexes[key] ??= emptyObject();
        (fields[field] ??= emptyObject())[value] = pks.length > 1
          ? pks
          : pks[0];
      }
    }
  }
  return { entities, endpoints, indexes, meta, entitiesMeta };
}

/** The times of a meta, and the pages of a list, without what it remembers for ordering. */
export function timesOf(
  { fetchedAt, date, expiresAt, pages, ignores, isPreview, beyond }: EntityMeta,
): EntityMeta {
  return defined({
    fetchedAt,
    date,
    expiresAt,
    pages,
    ignores,
    isPreview,
    beyond,
  });
}

/** An object without anything inherited, so that any text is a name like any other. */
export function emptyObject(): Plain {
  return Object.create(null);
}

/** Lists the rows of a table, in their order. */
export type RowsOf = (
  rows: unknown,
  key: string,
) => [pk: string, row: unknown][];

/**
 * Reads the plain form of a state into a graph. Never throws for what is missing or has
 * another type than expected: that is taken as empty.
 *
 * @param plain Plain objects.
 * @param rowsOf Lists the rows of a table, in their order.
 * @throws {TypeError} If a state was spread, or was written by `serialize`.
 */
export function graphFrom(
  plain: Partial<StateJSON>,
  rowsOf: RowsOf = members,
): Pick<Version, "lastReset"> & { readonly graph: Graph } {
  const has = (name: string) => isObject(plain) && Object.hasOwn(plain, name);
  const isSpread = has("optimistic") && has("lastReset") && !has("entities");
  if (!isObject(plain) || has("format") || isSpread) {
    throw new TypeError(
      "A state was expected." +
        (isDevelopment()
          ? isSpread
            ? " A state that was spread has lost its tables. Spread its plain form: { ...state.toJSON(), endpoints }."
            : ` Pass controller.getState(), its plain form, or what deserialize() returns, not ${
              describe(plain, 80)
            }.`
          : ""),
    );
  }
  const graph = new Graph();
  const metas = new Map(members(plain.entitiesMeta));
  for (const [key, rows] of members(plain.entities)) {
    const table = graph.tableFor(key);
    graph.put(table.whole, {}, undefined);
    const times = new Map(members(metas.get(key)));
    for (const [pk, row] of rowsOf(rows, key)) {
      if (!isObject(row) && typeof row !== "symbol") continue;
      graph.put(table.cellOf(pk), row, metaIn(times.get(pk)));
    }
  }
  const metaOf = new Map(members(plain.meta));
  for (const [key, value] of members(plain.endpoints)) {
    graph.put(graph.responses.cellOf(key), value, metaIn(metaOf.get(key)));
    metaOf.delete(key);
  }
  for (const [key, times] of metaOf) {
    const meta = metaIn(times);
    if (meta) graph.put(graph.responses.cellOf(key), absent, meta);
  }
  for (const [key, fields] of members(plain.indexes)) {
    for (const [field, pks] of members(fields)) {
      for (const [value, held] of members(pks)) {
        const pks = [held].flat().map(String).reverse().slice(-mostFound);
        const cell = graph.indexCellOf(key, field, value);
        if (pks.length > 0) graph.put(cell, pks, undefined);
      }
    }
  }
  return { graph, lastReset: stampIn(plain.lastReset) };
}

/** The stamp of a reset; 0 where none is known. */
function stampIn(lastReset: number | undefined): number {
  if (Number.isFinite(lastReset)) return lastReset!;
  if (isDevelopment() && lastReset !== undefined) {
    console.error(
      `state.lastReset is ${
        String(lastReset)
      }, but a time in milliseconds is needed. It was taken as 0. Correct it where the state was imported.`,
    );
  }
  return 0;
}

/** A meta of a plain state. Stamps that are not finite would win or lose every comparison: they are treated as 0. */
function metaIn(meta: unknown): any {
  if (!isObject(meta)) return undefined;
  let times = meta;
  for (const name of ["fetchedAt", "date", "expiresAt"]) {
    const time = meta[name] ?? 0;
    const isTime = Number.isFinite(time) ||
      name === "expiresAt" && time === Infinity;
    if (!isTime) times = { ...times, [name]: 0 };
  }
  return times;
}

/** Names and values of own members only: a member named like one of Object.prototype is data. */
export function members(source: unknown): [string, unknown][] {
  return isObject(source) ? Object.entries(source) : [];
}
