import type {
  EntityMeta,
  EntityRow,
  EntityValue,
  Mergeable,
} from "./contract.ts";
import type { MergeHooks } from "./entity_types.ts";
import { isInvalid } from "./invalid.ts";
import { mergeHooks } from "./merge_hooks.ts";
import { setOwn } from "./own.ts";
import { countOf, isSameValue } from "./same_value.ts";

/** What a write leaves in the store. */
export interface Merged {
  readonly value: EntityValue;
  readonly meta: EntityMeta;
}

/** Combines a stored record with the one that a pass brought. */
type MergeRecord = (
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
) => Merged;

/**
 * Decides what becomes of a stored record when a pass writes to it: what the
 * pass itself wrote first, then tombstones, then the order of the schema.
 * Classes that keep the default hooks are ordered by {@linkcode orderedBy};
 * hooks of their own decide for the record as a whole. A result equal to the
 * stored row keeps the stored row.
 *
 * @param order what {@linkcode orderOf} says of the schema
 */
export function mergeRecord(
  schema: Mergeable,
  existing: EntityValue | undefined,
  existingMeta: EntityMeta,
  incoming: EntityValue,
  incomingMeta: EntityMeta,
  order: MergeRecord | null | undefined,
): Merged {
  const isOwn = existingMeta === incomingMeta;
  if (
    existing === undefined ||
    isOwn && (isInvalid(existing) || isInvalid(incoming))
  ) return { value: incoming, meta: incomingMeta };
  if (isInvalid(incoming)) {
    return isInvalid(existing) &&
        confirmationOf(existingMeta) > confirmationOf(incomingMeta)
      ? { value: existing, meta: existingMeta }
      : { value: incoming, meta: incomingMeta };
  }
  if (isInvalid(existing)) {
    const deletedAt = confirmationOf(existingMeta);
    // only requests that began after the deletion was confirmed bring a row back
    return beginningOf(incomingMeta) < deletedAt ||
        schema.shouldReorder(
          existingMeta,
          incomingMeta,
          existing as unknown as EntityRow,
          incoming,
        )
      ? { value: existing, meta: existingMeta }
      : {
        value: incoming,
        meta: remembering(incomingMeta, { floor: deletedAt }),
      };
  }
  if (order) {
    return order(existing, existingMeta, incoming, incomingMeta);
  }
  if (isOwn) {
    return { value: schema.merge(existing, incoming), meta: existingMeta };
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
export function confirmationOf({ confirmedAt, date }: EntityMeta): number {
  return confirmedAt ?? date;
}

/** When the request of a write began; writes without a stamp begin as they arrive. */
export function beginningOf({ fetchedAt, date }: EntityMeta): number {
  return fetchedAt === 0 ? date : fetchedAt;
}

/** Orders by the default `merge` that stands for them, and who has the other hooks. */
const orders = new WeakMap<object, { owner: Mergeable; order: MergeRecord }>();
const orderOfSchema = new WeakMap<object, MergeRecord | null>();

/** Declares that the hooks found on `owner`, while none is overridden, stand for an order. */
export function orderedBy(
  owner: Omit<Mergeable, "key">,
  order: MergeRecord,
): void {
  orders.set(owner.merge, { owner: owner as Mergeable, order });
}

/** The order that a schema declares by keeping all default hooks; `null` if it has hooks of its own. */
export function orderOf(schema: Mergeable): MergeRecord | null {
  let order = orderOfSchema.get(schema);
  if (order === undefined) {
    const found = orders.get(schema.merge);
    order = found?.order ?? null;
    for (const hook of Object.keys(mergeHooks) as (keyof MergeHooks)[]) {
      if (schema[hook] !== found?.owner[hook]) order = null;
    }
    orderOfSchema.set(schema, order);
  }
  return order;
}

/**
 * Whether a schema without an order needs all that a pass brings for a record to
 * decide between that and what is stored: where hooks of the application do, or
 * what comes is older.
 */
export function hasOwnDecision(
  schema: Mergeable,
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
): boolean {
  return incomingMeta.fetchedAt < existingMeta.fetchedAt ||
    schema.shouldUpdate !== mergeHooks.shouldUpdate ||
    schema.shouldReorder !== mergeHooks.shouldReorder ||
    schema.mergeWithStore !== mergeHooks.mergeWithStore;
}

/** Whether a schema has the default order of entities, {@linkcode mergeFields}. */
export function isOrderedByFields(schema: unknown): boolean {
  return orderOf(schema as Mergeable) === mergeFields;
}

/** A meta that remembers nothing. W2: the entities of a response share theirs. */
let forgetful: EntityMeta | undefined;

/** A constructor that returns an object lets a subclass add its private fields to that. */
class Given {
  constructor(meta: EntityMeta) {
    return meta;
  }
}

/**
 * A meta that remembers something. It is a plain object with a private field:
 * copies, comparisons and JSON are without it. A WeakMap would do the same, but
 * asks some engines for more than a microsecond for each meta.
 */
class RememberingMeta extends Given {
  readonly #history: object;

  constructor(meta: EntityMeta, history: object) {
    // W4: what a spread made takes Node.js a microsecond to extend
    super(Object.assign({}, meta));
    this.#history = history;
  }

  static historyOf(meta: EntityMeta): object | undefined {
    if (meta === forgetful) return undefined;
    if (#history in meta) return meta.#history;
    forgetful = meta;
    return undefined;
  }
}

/** What a meta remembers, for the order of its table; of a row that came back, when it was deleted. */
export const historyOf: (meta: EntityMeta) => object | undefined =
  RememberingMeta.historyOf;

/** A meta with the members of another one that remembers something. */
export function remembering(meta: EntityMeta, history: object): EntityMeta {
  return new RememberingMeta(meta, history) as unknown as EntityMeta;
}

/** When fields were set last, by name. */
type FieldStamps = ReadonlyMap<string, number>;

/** What per-field order remembers of a record beyond its meta. */
interface FieldHistory {
  /** Stamps of fields that an older write set last; of fields that are not here the meta tells. */
  readonly fields?: FieldStamps | undefined;
  /** Confirmation of the deletion that the record was revived from; older writes count no more. */
  readonly floor?: number | undefined;
}

/** Whether two metas say the same, also in what they remember. */
export function isSameMeta(
  left: object | undefined,
  right: object | undefined,
): boolean {
  return left === right ||
    isSameValue(left, right) &&
      isSameValue(remembered(left!), remembered(right!));
}

function remembered(meta: object): unknown {
  const history: FieldHistory | undefined = historyOf(meta as EntityMeta);
  return history && { ...history, fields: [...history.fields ?? []] };
}

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
  const { fields: known, floor }: FieldHistory = historyOf(existingMeta) ?? {};
  const stamp = incomingMeta.fetchedAt;
  if (floor !== undefined && beginningOf(incomingMeta) < floor) {
    return { value: existing, meta: existingMeta };
  }
  const existingStamp = existingMeta.fetchedAt;
  const isOlder = stamp < existingStamp;
  if (incoming === existing && !isOlder && floor === undefined) {
    return { value: existing, meta: incomingMeta };
  }
  let value = existing;
  let shared = 0;
  let fields: Map<string, number> | undefined;
  // for-in: by far the fastest way through the members
  for (const name in incoming) {
    const next = incoming[name];
    const stored = existing[name];
    // W2m: older values are not compared; and 0 may be -0
    const isSame = !isOlder && stored === next && stored !== undefined &&
      stored !== 0;
    const isKnown = isSame || Object.hasOwn(existing, name);
    if (isOlder) {
      if (isKnown && (known?.get(name) ?? existingStamp) > stamp) continue;
      (fields ??= new Map(known)).set(name, stamp);
    }
    if (isKnown) shared++;
    if (isSame || isKnown && isSameValue(stored, next)) continue;
    if (value === existing) {
      // some engines are slow to extend what a spread made
      value = isKnown || Object.hasOwn(existing, "__proto__")
        ? { ...existing }
        : Object.assign({}, existing);
    }
    setOwn(value, name, next);
  }
  if (isOlder) {
    return fields === undefined
      ? { value: existing, meta: existingMeta }
      : { value, meta: remembering(existingMeta, { fields, floor }) };
  }
  const left = countOf(existing) - shared;
  const older = left === 0 || known === undefined && existingStamp === stamp
    ? undefined
    : known?.size === left && !hasAny(incoming, known)
    // W4: who changes the same fields again and again leaves the same ones
    ? known
    : olderFields(existing, existingStamp, incoming, stamp, known);
  return {
    value,
    meta: older === undefined && floor === undefined
      ? incomingMeta
      : remembering(incomingMeta, { fields: older, floor }),
  };
}

function hasAny(row: EntityRow, names: FieldStamps): boolean {
  for (const name in row) if (names.has(name)) return true;
  return false;
}

/** Fields of one write that a newer one left as they were. */
let lastLeft: { readonly stamp: number; readonly fields: FieldStamps } = {
  stamp: NaN,
  fields: new Map(),
};

/** Stamps of the fields that the incoming row leaves as they were. */
function olderFields(
  existing: EntityRow,
  existingStamp: number,
  incoming: EntityRow,
  stamp: number,
  known: FieldStamps | undefined,
): FieldStamps | undefined {
  const names = Object.keys(existing)
    .filter((name) => !Object.hasOwn(incoming, name));
  // W4: rows of one response that lose the same fields share what is left
  if (
    known === undefined && lastLeft.stamp === existingStamp &&
    lastLeft.fields.size === names.length &&
    names.every((name) => lastLeft.fields.has(name))
  ) return lastLeft.fields;
  const fields = new Map<string, number>();
  for (const name of names) {
    const own = known?.get(name) ?? existingStamp;
    if (own !== stamp) fields.set(name, own);
  }
  if (known === undefined) lastLeft = { stamp: existingStamp, fields };
  return fields.size === 0 ? undefined : fields;
}
