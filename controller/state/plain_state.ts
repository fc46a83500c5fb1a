// deno-lint-ignore-file no-explicit-any -- plain objects of every shape
import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import { describe, isDevelopment, isObject } from "../../schema/engine.ts";
import type { Before } from "../../schema/nodes.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import { Commit } from "../graph/commit.ts";
import type { GraphTable, Holder } from "../graph/graph.ts";
import {
  absent,
  initialState,
  pksIn,
  recordIn,
  type State,
  versionOf,
} from "../graph/state.ts";

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

type Plain = Record<string, any>;

/** Parts that were made of states, and the last ones of graphs. */
const made = new WeakMap<object, Plain>();

/** One part of a state as plain objects, made when first asked for; what did not change since another state is the same object. */
export function plainPart(state: State, name: PartName): any {
  const version = versionOf(state);
  const { graph } = version;
  const parts = partsOf(state);
  if (graph === undefined || parts[name]) return parts[name] ??= emptyObject();
  const list = (
    table: GraphTable,
    show: (held: Before, pk: string) => unknown = ({ value }) => value,
  ) => {
    const plain = emptyObject();
    for (const [{ pk }, held] of version.heldIn(table)) {
      const shown = show(held, pk);
      if (shown !== absent) plain[pk] = shown;
    }
    return plain;
  };
  let plain = emptyObject();
  if (name === "endpoints") {
    plain = list(graph.responses, (held) => recordIn(held)!.value);
  } else if (name === "meta") {
    plain = list(graph.responses, ({ meta }) => meta ?? absent);
  } else if (name === "indexes") {
    for (const [key, fields] of graph.indexes) {
      for (const [field, index] of fields) {
        const values = list(index, (held, value) => {
          const pks = pksIn(state, held, key, field, value);
          return pks.length > 1 ? pks : (held.value as Holder).pk;
        });
        for (const _ in values) (plain[key] ??= emptyObject())[field] = values;
      }
    }
  } else {
    const show = name === "entities"
      ? undefined
      : ({ meta }: Before) => meta ? timesOf(meta) : absent;
    for (const key of state.tableKeys()) {
      plain[key] = list(graph.tables.get(key)!, show);
    }
  }
  const last = partsOf(graph);
  return parts[name] = last[name] = sameOr(last[name], plain, depths[name]);
}

/** How deep the objects of a part are its own. */
const depths = {
  endpoints: 0,
  meta: 0,
  entities: 1,
  indexes: 2,
  entitiesMeta: 2,
};

function partsOf(owner: object): Plain {
  let parts = made.get(owner);
  if (parts === undefined) made.set(owner, parts = {});
  return parts;
}

/** The last object where a new one shows the same in the same order, and so for objects in it. */
function sameOr(last: Plain | undefined, plain: Plain, depth: number): Plain {
  if (last === undefined) return plain;
  const names = Object.keys(plain);
  const lastNames = Object.keys(last);
  let isSame = names.length === lastNames.length;
  for (const [index, name] of names.entries()) {
    if (depth > 0) plain[name] = sameOr(last[name], plain[name], depth - 1);
    isSame &&= lastNames[index] === name && last[name] === plain[name];
  }
  return isSame ? last : plain;
}

/** The times of a meta, and the pages of a list, without what it remembers for ordering. */
export function timesOf(
  { fetchedAt, date, expiresAt, pages }: EntityMeta,
): EntityMeta {
  const times = { fetchedAt, date, expiresAt };
  return pages === undefined ? times : { ...times, pages };
}

/** An object without anything inherited, so that any text is a name like any other. */
export function emptyObject(): Plain {
  return Object.create(null);
}

/**
 * Reads the plain form of a state. Never throws for what is missing or has
 * another type than expected: that is taken as empty.
 *
 * @param plain Plain objects.
 * @param rowsOf Lists the rows of a table, in their order.
 * @throws {TypeError} If a state was spread, or was written by `serialize`.
 */
export function stateFrom(
  plain: Partial<StateJSON>,
  rowsOf: (rows: unknown, key: string) => [pk: string, row: unknown][] =
    members,
): State {
  const has = (name: string) => isObject(plain) && Object.hasOwn(plain, name);
  const isSpread = has("optimistic") && has("lastReset") && !has("entities");
  if (!isObject(plain) || has("format") || isSpread) {
    throw new TypeError(
      "A state was expected." +
        (isDevelopment()
          ? isSpread
            ? " A state was spread, which loses its tables. Spread its plain form instead: { ...state.toJSON(), endpoints }."
            : ` Pass controller.getState(), the plain form of a state, or what ` +
              `deserialize() makes of the text of one, not ${
                describe(plain, 80)
              }.`
          : ""),
    );
  }
  const { entities, entitiesMeta, endpoints, meta, indexes } = plain;
  const commit = new Commit(initialState);
  for (const [key, rows] of members(entities)) {
    commit.createTable(key);
    for (const [pk, row] of rowsOf(rows, key)) {
      if (!isObject(row) && typeof row !== "symbol") continue;
      const times = metaIn(member(member(entitiesMeta, key), pk));
      commit.setEntity(key, pk, row as EntityValue, times);
    }
  }
  for (const [key, value] of members(endpoints)) {
    commit.setEndpoint(key, { value, meta: metaIn(member(meta, key)) });
  }
  for (const [key, written] of members(meta)) {
    const times = metaIn(written);
    if (times && commit.getEndpointRecord(key) === undefined) {
      commit.setEndpoint(key, { value: absent, meta: times });
    }
  }
  for (const [key, fields] of members(indexes)) {
    for (const [field, pks] of members(fields)) {
      for (const [value, held] of members(pks)) {
        for (const pk of [held].flat().reverse()) {
          commit.setIndex(key, field, value, String(pk));
        }
      }
    }
  }
  const { lastReset } = plain;
  const isStamp = Number.isFinite(lastReset);
  if (isDevelopment() && !isStamp && lastReset !== undefined) {
    console.error(
      `state.lastReset is ${
        String(lastReset)
      }, but a time in milliseconds is needed. It was taken as 0. Correct it where the state was imported.`,
    );
  }
  commit.setLastReset(isStamp ? lastReset! : 0);
  return commit.seal().state;
}

/** A meta of a given state. Stamps that are not finite would win or lose every comparison: they count as 0. */
function metaIn(meta: unknown): any {
  if (!isObject(meta)) return undefined;
  let times = meta;
  for (const name of ["fetchedAt", "date", "expiresAt"]) {
    const time = meta[name];
    if (time === undefined || Number.isFinite(time)) continue;
    if (name === "expiresAt" && time === Infinity) continue;
    times = { ...times, [name]: 0 };
  }
  return times;
}

/** Names and values of own members only: a member named like one of Object.prototype is data. */
export function members(source: unknown): [string, unknown][] {
  return isObject(source) ? Object.entries(source) : [];
}

function member(source: unknown, name: string): unknown {
  return isObject(source) && Object.hasOwn(source, name)
    ? (source as Plain)[name]
    : undefined;
}
