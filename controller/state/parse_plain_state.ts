import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import { isDevelopment } from "../../schema/engine.ts";
import type { ResponseMeta } from "../contract.ts";
import { type EntityRecord, EntityTable } from "./entity_table.ts";
import type { FieldIndexes } from "./index_draft.ts";
import type { StateJSON } from "./plain_state.ts";
import { absent, type EndpointRecord, type StateParts } from "./state_parts.ts";
import { Table } from "./table.ts";
import { TableDraft } from "./table_draft.ts";

/** Order of primary keys, by table, where plain objects cannot keep it. */
export type KeyOrder = { readonly [key: string]: readonly string[] };

/**
 * Reads the plain form of a state. Never throws: what is missing or has
 * another type than expected is taken as empty.
 *
 * @param plain Plain objects.
 * @param order Order of primary keys where it differs from that of the objects.
 * @param decode Turns what stands for a row or a response into it.
 * @param decodeMeta Turns what stands for a meta into it.
 */
export function parsePlainState(
  { entities, entitiesMeta, endpoints, meta, indexes, lastReset }: Partial<
    StateJSON
  >,
  order?: KeyOrder,
  decode: (value: unknown) => unknown = (value) => value,
  decodeMeta: (meta: unknown) => unknown = decode,
): StateParts {
  const readMeta = <M>(written: unknown): M | undefined => {
    const meta = decodeMeta(written);
    return isObject(meta) ? meta as M : undefined;
  };

  const tables = tableOf(entities, (rows, key) => {
    const metas = member(entitiesMeta, key);
    const records = new TableDraft(new Table<EntityRecord>());
    const add = (pk: string, written: unknown) => {
      const value = decode(written);
      if (!isObject(value) && typeof value !== "symbol") return;
      records.set(pk, {
        value: value as EntityValue,
        meta: readMeta<EntityMeta>(member(metas, pk)),
      });
    };
    const ordered = member(order, key);
    if (Array.isArray(ordered)) {
      for (const pk of ordered) add(pk, member(rows, pk));
    }
    for (const [pk, written] of members(rows)) {
      if (!records.has(pk)) add(pk, written);
    }
    return new EntityTable(records.seal());
  });

  const stored = tableOf<EndpointRecord>(endpoints, (value, key) => ({
    value: decode(value),
    meta: readMeta<ResponseMeta>(member(meta, key)),
  }));
  const responses = new TableDraft(stored);
  for (const [key, value] of members(meta)) {
    if (responses.has(key)) continue;
    const alone = readMeta<ResponseMeta>(value);
    if (alone !== undefined) responses.set(key, { value: absent, meta: alone });
  }

  const indexTables = tableOf<FieldIndexes>(
    indexes,
    (fields) =>
      new Map(
        members(fields).map(([field, pks]) => [
          field,
          tableOf(pks, (pk) => ({ pk: String(pk) })),
        ]),
      ),
  );

  return {
    tables,
    responses: responses.seal(),
    indexTables,
    optimistic: [],
    lastReset: parseLastReset(lastReset),
    revisions: { entities: {}, entitiesMeta: {}, endpoints: {}, meta: {} },
  };
}

/** A table of what the members of an object are read as. */
function tableOf<R extends object>(
  source: unknown,
  read: (value: unknown, name: string) => R,
): Table<R> {
  const table = new TableDraft(new Table<R>());
  for (const [name, value] of members(source)) {
    table.set(name, read(value, name));
  }
  return table.seal();
}

function parseLastReset(lastReset: unknown): number {
  if (Number.isFinite(lastReset)) return lastReset as number;
  if (lastReset !== undefined && isDevelopment()) {
    console.error(
      `state.lastReset is ${
        String(lastReset)
      }, but a time in milliseconds is needed. It was taken as 0. Correct it where the state was imported.`,
    );
  }
  return 0;
}

/** Own members only: a member named like one of Object.prototype is data. */
function members(source: unknown): [string, unknown][] {
  return isObject(source) ? Object.entries(source) : [];
}

function member(source: unknown, name: string): unknown {
  return isObject(source) && Object.hasOwn(source, name)
    ? source[name]
    : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
