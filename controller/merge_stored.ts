/**
 * Takes over what was stored elsewhere, where it is newer than what is here.
 *
 * @module
 */
import type { EntityMeta } from "../schema/contract.ts";
import { indexedValue } from "../schema/engine.ts";
import type { EndpointRecord, ResponseMeta, StoredParts } from "./contract.ts";
import type { EntityRecord, State } from "./graph/state.ts";

/** A row as it was stored elsewhere. */
export interface StoredEntity {
  readonly key: string;
  readonly pk: string;
  readonly record: EntityRecord;
  /** Fields by whose values it is found. */
  readonly indexed?: readonly string[] | undefined;
}

/** A response as it was stored elsewhere. */
export interface StoredResponse {
  readonly key: string;
  readonly record: EndpointRecord;
}

/** When something was confirmed, or else asked for. */
export function stampOf(meta: EntityMeta | ResponseMeta | undefined): number {
  if (meta === undefined) return -Infinity;
  return (meta as EntityMeta).confirmedAt ?? meta.fetchedAt;
}

/**
 * Stores what is newer in a state from elsewhere.
 *
 * @param isPatch Whether the state is what has changed in another one: then it
 *   also has what requests have failed with, and rows that an older request has
 *   completed, whose stamp has not changed.
 */
export function mergeState(
  stored: StoredParts,
  state: State,
  isPatch: boolean,
): void {
  for (const key of state.tableKeys()) {
    const indexed = Object.keys(state.indexes[key] ?? {});
    for (const pk of state.getEntities(key)!.keys()) {
      const record = state.getRecord(key, pk)!;
      mergeEntity(stored, { key, pk, record, indexed }, isPatch);
    }
  }
  for (const key of state.endpointKeys()) {
    const record = state.getEndpointRecord(key)!;
    if (isPatch || record.meta?.error === undefined) {
      mergeResponse(stored, { key, record });
    }
  }
}

/** Stores a row unless the one that is here is newer, or as new and this is no patch. */
export function mergeEntity(
  stored: StoredParts,
  entity: StoredEntity,
  isPatch = false,
): void {
  const { key, pk, record } = entity;
  const { value, meta } = stored.slotOf(key, pk);
  const lead = stampOf(record.meta) - stampOf(meta);
  if (value !== undefined && !(lead > 0 || isPatch && lead === 0)) return;
  putEntity(stored, entity);
}

/** Stores a row, and lets it be found by its indexed fields. */
export function putEntity(
  stored: StoredParts,
  { key, pk, record: { value, meta }, indexed = [] }: StoredEntity,
): void {
  const slot = stored.slotOf(key, pk);
  const { value: before } = slot;
  stored.put(slot, value, meta);
  for (const field of indexed) {
    const found = indexedValue(value, field);
    if (found !== undefined && found !== indexedValue(before, field)) {
      stored.setIndex(key, field, found, pk);
    }
  }
}

/** Stores a response unless the one that is here is as new. */
export function mergeResponse(
  stored: StoredParts,
  { key, record }: StoredResponse,
): void {
  const present = stored.responseOf(key).meta;
  if (present !== undefined && !isNewer(record.meta, present)) return;
  stored.setEndpoint(key, record);
}

/** Of two that were asked for at once, the one that lives shorter has been expired since. */
function isNewer(meta: ResponseMeta | undefined, present: ResponseMeta) {
  const difference = stampOf(meta) - stampOf(present);
  if (difference !== 0 || meta === undefined) return difference > 0;
  return meta.expiresAt < present.expiresAt;
}
