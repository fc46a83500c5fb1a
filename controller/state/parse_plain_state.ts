import type { EntityMeta, EntityValue } from "../../schema/contract.ts";
import { isDevelopment } from "../../schema/engine.ts";
import type { ResponseMeta } from "../contract.ts";
import { Commit } from "../graph/commit.ts";
import { absent, initialState, type State } from "../graph/state.ts";
import type { StateJSON } from "./plain_state.ts";

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
  moveTime: (time: number) => number = (time) => time,
): State {
  const commit = new Commit(initialState);
  const readMeta = <M>(written: unknown): M | undefined => {
    const meta = decodeMeta(written);
    return isObject(meta) ? meta as M : undefined;
  };
  for (const [key, rows] of members(entities)) {
    commit.createTable(key);
    const metas = member(entitiesMeta, key);
    const add = (pk: string, written: unknown) => {
      const value = decode(written);
      if (!isObject(value) && typeof value !== "symbol") return;
      commit.setEntity(
        key,
        pk,
        value as EntityValue,
        readMeta<EntityMeta>(member(metas, pk)),
      );
    };
    const ordered = member(order, key);
    if (Array.isArray(ordered)) {
      for (const pk of ordered) add(pk, member(rows, pk));
    }
    for (const [pk, written] of members(rows)) {
      if (commit.getEntity(key, pk) === undefined) add(pk, written);
    }
  }
  for (const [key, value] of members(endpoints)) {
    commit.setEndpoint(key, {
      value: decode(value),
      meta: readMeta<ResponseMeta>(member(meta, key)),
    });
  }
  for (const [key, written] of members(meta)) {
    if (commit.getEndpointRecord(key) !== undefined) continue;
    const alone = readMeta<ResponseMeta>(written);
    if (alone !== undefined) {
      commit.setEndpoint(key, { value: absent, meta: alone });
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
  commit.setLastReset(moveTime(parseLastReset(lastReset)));
  return commit.seal().state;
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
