// deno-lint-ignore-file no-explicit-any -- rows are untyped until a class types them
import type { EntityMeta, EntityRow, Mergeable } from "./contract.ts";
import type { MergeHooks } from "./entity_types.ts";
import { setOwn } from "./own.ts";
import { countOf, isSameValue } from "./same_value.ts";

/** The default hooks: statics of entity classes, methods of Collections and Scalars. */
export const mergeHooks: MergeHooks = {
  merge(existing: any, incoming: any): any {
    return { ...existing, ...incoming };
  },
  shouldUpdate(): boolean {
    return true;
  },
  shouldReorder(existingMeta: EntityMeta, incomingMeta: EntityMeta): boolean {
    return incomingMeta.fetchedAt < existingMeta.fetchedAt;
  },
  mergeWithStore(existingMeta, incomingMeta, existing, incoming): any {
    const versions = [existingMeta, incomingMeta, existing, incoming] as const;
    if (!this.shouldUpdate(...versions)) return existing;
    const [older, newer] = this.shouldReorder(...versions)
      ? [incoming, existing]
      : [existing, incoming];
    return this.merge(older, newer);
  },
  mergeMetaWithStore(existingMeta, incomingMeta, existing, incoming) {
    return this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? existingMeta
      : incomingMeta;
  },
};

/** What a write leaves in the store. */
export interface Merged {
  readonly value: EntityRow;
  readonly meta: EntityMeta;
}

/** Combines a stored row with an incoming one, as the default hooks say, and more precisely. */
export type MergeOrder = (
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
) => Merged;

/** Orders by the `merge` that stands for them, beside that of fields. */
const orders = new Map<unknown, MergeOrder>();

/** Declares that a `merge` stands for an order, where the other hooks are the default ones. */
export function orderedBy(
  merge: MergeHooks["merge"],
  order: MergeOrder,
): void {
  orders.set(merge, order);
}

/** The order that a schema declares by keeping all default hooks. */
export function orderOf(schema: Mergeable): MergeOrder | undefined {
  return schema.shouldUpdate === mergeHooks.shouldUpdate &&
      schema.shouldReorder === mergeHooks.shouldReorder &&
      schema.mergeWithStore === mergeHooks.mergeWithStore &&
      schema.mergeMetaWithStore === mergeHooks.mergeMetaWithStore
    ? schema.merge === mergeHooks.merge ? mergeFields : orders.get(schema.merge)
    : undefined;
}

/** When a change was confirmed: known to the server, or made locally. */
export function confirmationOf({ confirmedAt, date }: EntityMeta): number {
  return confirmedAt ?? date;
}

/** When the request of a write began; writes without a stamp begin as they arrive. */
export function beginningOf({ fetchedAt, date }: EntityMeta): number {
  return fetchedAt === 0 ? date : fetchedAt;
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

/** What a meta remembers, for the order of its table. */
export const historyOf: (meta: EntityMeta) => object | undefined =
  RememberingMeta.historyOf;

/** A meta with the members of another one that remembers something. */
export function remembering(
  meta: EntityMeta,
  history: object,
): EntityMeta {
  return new RememberingMeta(meta, history) as unknown as EntityMeta;
}

/** Whether two metas say the same, also in what they remember. */
export function isSameMeta(left: any, right: any): boolean {
  return left === right ||
    isSameValue(left, right) &&
      isSameValue(remembered(left), remembered(right));
}

function remembered(meta: EntityMeta): unknown {
  const history = meta && historyOf(meta);
  return history instanceof Map ? [...history] : history;
}

/** Stamps of fields that the newest write did not set, by name. Of all others the meta tells. */
type FieldStamps = ReadonlyMap<string, number>;

/**
 * Orders a row by fields: a field of the incoming row is taken unless a write
 * with a greater stamp has set that field. The meta is that of the newest
 * write. A result equal to the stored row keeps the stored row.
 */
export function mergeFields(
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
): Merged {
  const known = historyOf(existingMeta) as FieldStamps | undefined;
  const stamp = incomingMeta.fetchedAt;
  const existingStamp = existingMeta.fetchedAt;
  const isOlder = stamp < existingStamp;
  let value = existing;
  let shared = 0;
  let isRenewed = false;
  let fields: Map<string, number> | undefined;
  // for-in: by far the fastest way through the members
  for (const name in incoming) {
    const next = incoming[name];
    const stored = existing[name];
    // 0 may be -0, which is shown in another way
    const isSame = stored === next && next !== undefined && next !== 0;
    const isKnown = isSame || Object.hasOwn(existing, name);
    if (isOlder) {
      if (isKnown && (known?.get(name) ?? existingStamp) > stamp) continue;
      (fields ??= new Map(known)).set(name, stamp);
    } else if (known?.has(name)) isRenewed = true;
    if (isKnown) shared++;
    if (isSame || isKnown && isSameValue(stored, next)) continue;
    if (value === existing) value = { ...existing };
    setOwn(value, name, next);
  }
  if (isOlder) {
    return {
      value,
      meta: fields ? remembering(existingMeta, fields) : existingMeta,
    };
  }
  const left = countOf(existing) - shared;
  const older = left === 0 || known === undefined && existingStamp === stamp
    ? undefined
    : known?.size === left && !isRenewed
    // W4: who changes the same fields again and again leaves the same ones
    ? known
    : olderFields(existing, existingStamp, incoming, stamp, known);
  return {
    value,
    meta: older ? remembering(incomingMeta, older) : incomingMeta,
  };
}

/** Fields of one write that a newer one left as they were. */
let lastLeft: FieldStamps = new Map();

/** Stamps of the fields that the incoming row leaves as they were. */
function olderFields(
  existing: EntityRow,
  existingStamp: number,
  incoming: EntityRow,
  stamp: number,
  known: FieldStamps | undefined,
): FieldStamps | undefined {
  const stampOf = (name: string) => known?.get(name) ?? existingStamp;
  const names = Object.keys(existing).filter((name) =>
    !Object.hasOwn(incoming, name) && stampOf(name) !== stamp
  );
  if (names.length === 0) return undefined;
  // W4: rows of one response that lose the same fields share what is left
  const isLast = lastLeft.size === names.length &&
    names.every((name) => lastLeft.get(name) === stampOf(name));
  if (!isLast) lastLeft = new Map(names.map((name) => [name, stampOf(name)]));
  return lastLeft;
}
