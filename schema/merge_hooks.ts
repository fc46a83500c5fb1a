import type { EntityMeta, EntityRow, Mergeable } from "./contract.ts";
import { isInvalid } from "./invalid.ts";

/** Default `merge`: a shallow copy in which incoming fields win. */
export function mergeRows(existing: EntityRow, incoming: EntityRow): EntityRow {
  return { ...existing, ...incoming };
}

/** Default `shouldReorder`: the request of the incoming row started before that of the existing one. */
export function startedEarlier(
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
): boolean {
  return incomingMeta.fetchedAt < existingMeta.fetchedAt;
}

/** Default `mergeWithStore`: the order of the schema's hooks for whole rows. */
export function mergeRowsWithStore(
  schema: Mergeable,
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
  existing: EntityRow,
  incoming: EntityRow,
): EntityRow {
  if (
    schema.shouldUpdate?.(existingMeta, incomingMeta, existing, incoming) ===
      false
  ) return existing;
  const isReordered = schema.shouldReorder(
    existingMeta,
    incomingMeta,
    existing,
    incoming,
  );
  if (isInvalid(existing) || isInvalid(incoming)) {
    return isReordered ? existing : incoming;
  }
  return isReordered
    ? schema.merge(incoming, existing)
    : schema.merge(existing, incoming);
}

/** Default `mergeMetaWithStore`: the meta of the later request. */
export function laterMeta(
  schema: Mergeable,
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
  existing: EntityRow,
  incoming: EntityRow,
): EntityMeta {
  return schema.shouldReorder(existingMeta, incomingMeta, existing, incoming)
    ? existingMeta
    : incomingMeta;
}
