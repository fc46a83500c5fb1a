import type { EntityValue } from "../../schema/contract.ts";
import { indexedValue } from "../../schema/engine.ts";
import type { Commit } from "../graph/commit.ts";
import type { EntityRecord } from "../graph/state.ts";
import { access, type State } from "../graph/state.ts";
import type { EndpointRecord } from "../graph/state.ts";
import type { Changes } from "./touched.ts";

/** What a commit left in the store, so that it can be put on another state without being computed again. */
export interface Patch {
  /** Tables that came into existence, among others. */
  readonly tables: readonly string[];
  readonly entities: readonly EntityPatch[];
  readonly endpoints: readonly EndpointPatch[];
}

interface EntityPatch {
  readonly key: string;
  readonly pk: string;
  /** `undefined` when it was removed. */
  readonly record: EntityRecord | undefined;
  /** Fields and values of the index entries that lead here. */
  readonly indexed: readonly (readonly [field: string, value: string])[];
}

interface EndpointPatch {
  readonly key: string;
  readonly record: EndpointRecord | undefined;
}

/**
 * What a commit left in the store.
 *
 * @param state The state it led to.
 * @param changes What it changed.
 * @param tables Names of the tables of interest; default all.
 */
export function patchOf(
  state: State,
  changes: Changes,
  tables?: ReadonlySet<string>,
): Patch {
  const entities: EntityPatch[] = [];
  for (const paths of [changes.entities, changes.metas]) {
    for (const [key, pks] of paths) {
      if (tables !== undefined && !tables.has(key)) continue;
      for (const pk of pks) {
        const record = state.getRecord(key, pk);
        // an entry may lead elsewhere where the patch is put
        const indexed = paths === changes.metas
          ? []
          : indexEntriesOf(state, key, record?.value);
        entities.push({ key, pk, record, indexed });
      }
    }
  }
  const endpoints: EndpointPatch[] = [];
  for (const key of changes.endpoints) {
    endpoints.push({ key, record: state.getEndpointRecord(key) });
  }
  return {
    tables: tables === undefined ? [...changes.entities.keys()] : [],
    entities,
    endpoints,
  };
}

/** Writes a patch; what is already there keeps its identity. */
export function writePatch(commit: Commit, patch: Patch): void {
  for (const { key, pk, record, indexed } of patch.entities) {
    if (record === undefined) {
      commit.removeEntity(key, pk);
      continue;
    }
    const existing = commit.getEntity(key, pk);
    commit.setEntity(key, pk, record.value, record.meta);
    for (const [field, value] of indexed) {
      if (indexedValue(existing, field) !== value) {
        commit.setIndex(key, field, value, pk);
      }
    }
  }
  for (const key of patch.tables) commit.createTable(key);
  for (const { key, record } of patch.endpoints) {
    if (record === undefined) commit.removeEndpoint(key);
    else commit.setEndpoint(key, record);
  }
}

function indexEntriesOf(
  state: State,
  key: string,
  value: EntityValue | undefined,
): (readonly [string, string])[] {
  const fields = access.graphOf(state)?.indexes.get(key)?.keys() ?? [];
  const found: (readonly [string, string])[] = [];
  for (const field of fields) {
    const indexValue = indexedValue(value, field);
    if (indexValue !== undefined) found.push([field, indexValue]);
  }
  return found;
}
