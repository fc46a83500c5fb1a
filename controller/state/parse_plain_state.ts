import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import { isDevelopment } from "../../schema/engine.ts";
import type { ResponseMeta } from "../contract.ts";
import { type EntityRecord, EntityTable } from "./entity_table.ts";
import type { FieldIndexes, IndexEntry } from "./index_draft.ts";
import type { StateJSON } from "./plain_state.ts";
import { absent, type EndpointRecord, type StateParts } from "./state_parts.ts";
import { Table } from "./table.ts";

/** Order of primary keys, by table, where plain objects cannot keep it. */
export type KeyOrder = { readonly [key: string]: readonly string[] };

/**
 * Reads the plain form of a state. Never throws: what is missing or has
 * another type than expected is taken as empty.
 *
 * @param plain Plain objects.
 * @param order Order of primary keys where it differs from that of the objects.
 */
export function parsePlainState(
  plain: Partial<StateJSON>,
  order?: KeyOrder,
): StateParts {
  return {
    tables: parseTables(plain, order),
    responses: parseResponses(plain),
    indexTables: parseIndexes(plain),
    optimistic: [],
    lastReset: parseLastReset(plain.lastReset),
    revisions: { entities: {}, entitiesMeta: {}, endpoints: {}, meta: {} },
  };
}

function parseTables(
  { entities, entitiesMeta }: Partial<StateJSON>,
  order?: KeyOrder,
): Table<EntityTable> {
  const tables = new Table<EntityTable>().edit();
  for (const [key, rows] of members<object>(entities)) {
    const metas = member<object>(entitiesMeta, key);
    const records = new Table<EntityRecord>().edit();
    const add = (pk: string, value: EntityValue | undefined) => {
      if (typeof value !== "object" && typeof value !== "symbol") return;
      if (value === null) return;
      records.set(pk, { value, meta: member<EntityMeta>(metas, pk) });
    };
    const ordered = member<readonly string[]>(order, key);
    if (Array.isArray(ordered)) {
      for (const pk of ordered) add(pk, member<EntityValue>(rows, pk));
    }
    for (const [pk, value] of members<EntityValue>(rows)) {
      if (!records.has(pk)) add(pk, value);
    }
    tables.set(key, new EntityTable(records.seal()));
  }
  return tables.seal();
}

function parseResponses(
  { endpoints, meta }: Partial<StateJSON>,
): Table<EndpointRecord> {
  const responses = new Table<EndpointRecord>().edit();
  for (const [key, value] of members<unknown>(endpoints)) {
    responses.set(key, { value, meta: member<ResponseMeta>(meta, key) });
  }
  for (const [key, value] of members<ResponseMeta>(meta)) {
    if (!responses.has(key) && typeof value === "object" && value !== null) {
      responses.set(key, { value: absent, meta: value });
    }
  }
  return responses.seal();
}

function parseIndexes({ indexes }: Partial<StateJSON>): Table<FieldIndexes> {
  const tables = new Table<FieldIndexes>().edit();
  for (const [key, plainFields] of members<object>(indexes)) {
    const fields = new Map<string, Table<IndexEntry>>();
    for (const [field, plainEntries] of members<object>(plainFields)) {
      const entries = new Table<IndexEntry>().edit();
      for (const [value, pk] of members<string>(plainEntries)) {
        entries.set(value, { pk: String(pk) });
      }
      fields.set(field, entries.seal());
    }
    tables.set(key, fields);
  }
  return tables.seal();
}

function parseLastReset(lastReset: unknown): number {
  if (lastReset === undefined || Number.isFinite(lastReset)) {
    return (lastReset as number | undefined) ?? 0;
  }
  if (isDevelopment()) {
    console.error(
      `state.lastReset is ${
        String(lastReset)
      }, but a time in milliseconds is needed. It was taken as 0. Correct it where the state was imported.`,
    );
  }
  return 0;
}

/** Own members only: a member named like one of Object.prototype is data. */
function members<V>(source: object | undefined): [string, V][] {
  return typeof source === "object" && source !== null
    ? Object.entries(source)
    : [];
}

function member<V>(source: object | undefined, name: string): V | undefined {
  return typeof source === "object" && source !== null &&
      Object.hasOwn(source, name)
    ? (source as Record<string, V>)[name]
    : undefined;
}
