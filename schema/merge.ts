import type {
  EntityMeta,
  EntityRow,
  EntityValue,
  Mergeable,
} from "./contract.ts";
import { isInvalid } from "./invalid.ts";
import { createMetaHistories } from "./meta_history.ts";
import { setOwn } from "./own.ts";
import { isSameValue } from "./same_value.ts";

/** What a write leaves in the store. */
export interface Merged {
  readonly value: EntityValue;
  readonly meta: EntityMeta;
}

/** Combines a stored record with the one that a pass brought. */
export type MergeRecord = (
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
) => Merged;

/**
 * Decides what becomes of a stored record when a pass writes to it: tombstones
 * first, then the order of the schema. Classes that keep the default hooks are
 * ordered by {@linkcode orderedBy}; hooks of their own decide for the record
 * as a whole. A result equal to the stored row keeps the stored row.
 */
export function mergeRecord(
  schema: Mergeable,
  existing: EntityValue,
  existingMeta: EntityMeta,
  incoming: EntityValue,
  incomingMeta: EntityMeta,
): Merged {
  if (isInvalid(incoming)) {
    return isInvalid(existing) &&
        confirmationOf(existingMeta) > confirmationOf(incomingMeta)
      ? { value: existing, meta: existingMeta }
      : { value: incoming, meta: incomingMeta };
  }
  if (isInvalid(existing)) {
    return revive(schema, existing, existingMeta, incoming, incomingMeta);
  }
  const ordered = orderOf(schema);
  if (ordered !== undefined) {
    return ordered(existing, existingMeta, incoming, incomingMeta);
  }
  const value = schema.mergeWithStore(
    existingMeta,
    incomingMeta,
    existing,
    incoming,
  );
  const meta = schema.mergeMetaWithStore(
    existingMeta,
    incomingMeta,
    existing,
    incoming,
  );
  return { value: isSameValue(existing, value) ? existing : value, meta };
}

/** When a change was confirmed: known to the server, or made locally. */
export function confirmationOf(meta: EntityMeta): number {
  return meta.confirmedAt ?? meta.date;
}

/** When the request of a write began; writes without a stamp begin as they arrive. */
export function beginningOf(meta: EntityMeta): number {
  return meta.fetchedAt === 0 ? meta.date : meta.fetchedAt;
}

/** Hooks that together define the order of a class. */
const HOOKS = [
  "merge",
  "shouldUpdate",
  "shouldReorder",
  "mergeWithStore",
  "mergeMetaWithStore",
] as const;

/** Whether a schema has the default order of entities, {@linkcode mergeFields}. */
export function isOrderedByFields(schema: unknown): boolean {
  return orderOf(schema as Mergeable) === mergeFields;
}

const orderOfHook = new WeakMap<object, MergeRecord>();
const orderOfSchema = new WeakMap<object, { order: MergeRecord | undefined }>();

/** Declares that the hooks found on `owner`, while none is overridden, stand for an order. */
export function orderedBy(owner: object, order: MergeRecord): void {
  for (const hook of HOOKS) {
    orderOfHook.set((owner as Record<string, object>)[hook]!, order);
  }
}

/** The order that a schema declares by keeping all default hooks. */
function orderOf(schema: Mergeable): MergeRecord | undefined {
  let known = orderOfSchema.get(schema);
  if (known === undefined) {
    const orders = HOOKS.map((hook) => orderOfHook.get(schema[hook] as object));
    const first = orders[0];
    known = {
      order: orders.every((order) => order === first) ? first : undefined,
    };
    orderOfSchema.set(schema, known);
  }
  return known.order;
}

/**
 * What per-field order remembers of a record beyond its meta. Held beside the
 * meta object, and only where the fields were not all set by the newest write.
 */
interface FieldHistory {
  /** Stamps of fields that an older write set last. */
  readonly fields?: ReadonlyMap<string, number> | undefined;
  /** Confirmation of the deletion that the record was revived from; older writes count no more. */
  readonly floor?: number | undefined;
}

const histories = createMetaHistories<FieldHistory>();

/**
 * Orders a record per field: a field of the incoming row is taken unless a
 * write with a greater stamp has set that field. The meta is that of the
 * newest write.
 */
export function mergeFields(
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
): Merged {
  const history = histories.of(existingMeta);
  if (
    history?.floor !== undefined && beginningOf(incomingMeta) < history.floor
  ) {
    return { value: existing, meta: existingMeta };
  }
  return incomingMeta.fetchedAt < existingMeta.fetchedAt
    ? mergeOlder(existing, existingMeta, incoming, incomingMeta, history)
    : mergeNewer(existing, existingMeta, incoming, incomingMeta, history);
}

function mergeNewer(
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
  history: FieldHistory | undefined,
): Merged {
  if (incoming === existing) {
    return {
      value: existing,
      meta: remember(incomingMeta, undefined, history?.floor),
    };
  }
  let value = existing;
  let shared = 0;
  // for-in, as in countOf(): by far the fastest way through the members
  for (const name in incoming) {
    const next = incoming[name];
    const stored = existing[name];
    if (Object.is(stored, next) && stored !== undefined) {
      shared++;
      continue;
    }
    const isKnown = Object.hasOwn(existing, name);
    if (isKnown) shared++;
    if (!isKnown || !isSameValue(stored, next)) {
      if (value === existing) {
        // some engines are slow to extend what a spread made
        value = isKnown || Object.hasOwn(existing, "__proto__")
          ? { ...existing }
          : Object.assign({}, existing);
      }
      setOwn(value, name, next);
    }
  }
  const fields = countOf(existing) === shared ? undefined : olderFields(
    Object.keys(existing),
    shared,
    existingMeta.fetchedAt,
    incoming,
    incomingMeta.fetchedAt,
    history?.fields,
  );
  return { value, meta: remember(incomingMeta, fields, history?.floor) };
}

/** Stamps of the fields that the incoming row leaves as they were. */
function olderFields(
  existingNames: readonly string[],
  shared: number,
  existingStamp: number,
  incoming: EntityRow,
  incomingStamp: number,
  known: ReadonlyMap<string, number> | undefined,
): ReadonlyMap<string, number> | undefined {
  if (known === undefined && existingStamp === incomingStamp) return undefined;
  const count = existingNames.length - shared;
  if (known?.size === count && !hasAny(incoming, known)) return known;
  if (
    known === undefined && latest.stamp === existingStamp &&
    latest.fields.size === count &&
    existingNames.every((name) =>
      latest.fields.has(name) || Object.hasOwn(incoming, name)
    )
  ) return latest.fields;
  const fields = new Map<string, number>();
  for (const name of existingNames) {
    if (Object.hasOwn(incoming, name)) continue;
    const stamp = known?.get(name) ?? existingStamp;
    if (stamp !== incomingStamp) fields.set(name, stamp);
  }
  if (fields.size === 0) return undefined;
  if (known === undefined) latest = { stamp: existingStamp, fields };
  return fields;
}

/** What was made last for a single stamp: entities of one response are mostly changed alike, and share it. */
let latest: {
  readonly stamp: number;
  readonly fields: ReadonlyMap<string, number>;
} = { stamp: NaN, fields: new Map() };

function hasAny(row: EntityRow, names: ReadonlyMap<string, unknown>): boolean {
  for (const name in row) if (names.has(name)) return true;
  return false;
}

/** How many members of an incoming row say what the existing row says; -1 if one says something else. */
export function sharedWith(existing: EntityRow, incoming: EntityRow): number {
  let shared = 0;
  for (const name in incoming) {
    const next = incoming[name];
    const stored = existing[name];
    if (
      (!Object.is(stored, next) || stored === undefined) &&
      !(Object.hasOwn(existing, name) && isSameValue(stored, next))
    ) return -1;
    shared++;
  }
  return shared;
}

/** How many members a row has. */
export function countOf(row: EntityRow): number {
  let count = 0;
  for (const _ in row) count++;
  return count;
}

function mergeOlder(
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
  history: FieldHistory | undefined,
): Merged {
  const stamp = incomingMeta.fetchedAt;
  let value = existing;
  let fields: Map<string, number> | undefined;
  for (const name of Object.keys(incoming)) {
    const isKnown = Object.hasOwn(existing, name);
    if (
      isKnown &&
      (history?.fields?.get(name) ?? existingMeta.fetchedAt) > stamp
    ) continue;
    if (!isKnown || !isSameValue(existing[name], incoming[name])) {
      if (value === existing) value = { ...existing };
      setOwn(value, name, incoming[name]);
    }
    fields ??= new Map(history?.fields);
    fields.set(name, stamp);
  }
  return fields === undefined
    ? { value: existing, meta: existingMeta }
    : { value, meta: remember(existingMeta, fields, history?.floor) };
}

/** A meta that is equal to the one given and knows more; the one given where there is nothing to know. */
function remember(
  meta: EntityMeta,
  fields: ReadonlyMap<string, number> | undefined,
  floor: number | undefined,
): EntityMeta {
  if (fields === undefined && floor === undefined) return meta;
  return histories.create(meta, { fields, floor });
}

/** A row arrives for a deleted entity: only requests begun after the deletion was confirmed bring it back. */
function revive(
  schema: Mergeable,
  existing: symbol,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
): Merged {
  const deletedAt = confirmationOf(existingMeta);
  if (
    beginningOf(incomingMeta) < deletedAt ||
    schema.shouldReorder(
      existingMeta,
      incomingMeta,
      existing as unknown as EntityRow,
      incoming,
    )
  ) {
    return { value: existing, meta: existingMeta };
  }
  return {
    value: incoming,
    meta: remember(incomingMeta, undefined, deletedAt),
  };
}
