// deno-lint-ignore-file no-explicit-any -- rows are untyped until a class types them
import type { EntityMeta, EntityRow, Mergeable } from "./contract.ts";
import type { MergeHooks } from "./entity_types.ts";
import {
  absence,
  historyOf,
  isSameOrder,
  observedAt,
  type Order,
  orderAfter,
  orderAfterLost,
  orderBeneath,
  orderOf,
  ordersOf,
  type Origin,
  presence,
  type RowOrders,
  type Span,
  withOrders,
} from "./order.ts";
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

/** Times of records that came without, such as rows of a foreign state. */
export const UNKNOWN_META: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});

/** What a write leaves in the store. */
export interface Merged {
  readonly value: EntityRow;
  readonly meta: EntityMeta;
  /** What it said, if it is pending. */
  readonly edit?: RowEdit;
  /** Whether only the server knows which is right, what was there or what was read. */
  readonly isDoubtful?: boolean;
}

/** Combines a stored row with an incoming one by the law of time. */
export type LawfulMerge = (
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
  span: Span,
  write?: RowWrite,
) => Merged;

/** What a write says of the fields of a row. */
export interface RowWrite {
  /** How all fields are known, if that is the same for all. */
  readonly origin?: Origin | undefined;
  /** How a field is known; `undefined` where it repeats what is stored. */
  originOf?(name: string, value: unknown): Origin | undefined;
  /** How it is known that there is the row. */
  readonly existence: Origin;
  /** Whether it sends nothing of the row, so that it may have written what was there before. */
  readonly sendsUnknown?: boolean | undefined;
  /** Of a pending one, names of the fields that it changes; fields that repeat what is stored are none of these. */
  readonly changed?: Set<string | symbol> | undefined;
  /** Called with each field that is to change, with what is known of it. */
  note(name: string | symbol, order: Order, origin: Origin): void;
  /** Whether everything that it names was sent, so that nothing was observed. */
  readonly isLocal: boolean;
}

/** Merges by the hook `merge` that stands for them, in addition to that of fields. */
const merges = new Map<unknown, LawfulMerge>();

/** Declares what a hook `merge` stands for, where the other hooks are the default ones. */
export function mergedBy(
  hook: MergeHooks["merge"],
  merge: LawfulMerge,
): void {
  merges.set(hook, merge);
}

/** How the rows of a schema are merged that has all default hooks. */
export function mergeOf(schema: Mergeable): LawfulMerge | undefined {
  return schema.shouldUpdate === mergeHooks.shouldUpdate &&
      schema.shouldReorder === mergeHooks.shouldReorder &&
      schema.mergeWithStore === mergeHooks.mergeWithStore &&
      schema.mergeMetaWithStore === mergeHooks.mergeMetaWithStore
    ? schema.merge === mergeHooks.merge ? mergeFields : merges.get(schema.merge)
    : undefined;
}

/**
 * Merges a row by fields: each has the value that the law of time says. The
 * meta is that of the newer request. A result equal to the stored row leaves
 * the stored row.
 */
export const mergeFields: LawfulMerge = (
  existing,
  existingMeta,
  incoming,
  incomingMeta,
  span,
  write,
) => {
  if (write?.changed) {
    return new EditedRow(existing, existingMeta)
      .addEdit(incoming, incomingMeta, span, write, write.changed);
  }
  const before = historyOf(existingMeta) as RowOrders | undefined;
  const base = before?.base ?? orderOf(existingMeta);
  if (
    write === undefined && before === undefined && base.sent === 0 &&
    span.began >= base.seen
  ) return mergeNewer(existing, base, incoming, incomingMeta, span);
  const known = before?.fields;
  const isLocal = write?.isLocal === true;
  const seen = isLocal ? undefined : orderAfter(base, "seen", span);
  // W6c: most of the row is as before, so that few fields differ from that
  const isPart = !isLocal && 2 * countOf(incoming) < countOf(existing);
  const merging: Merging = {
    base,
    known,
    lacking: known?.get(absence) ?? base,
    seen,
    sent: isLocal ? orderAfter(base, "sent", span) : undefined,
    // what is local observes nothing
    after: isPart ? base : seen ?? base,
    isPart,
    fields: undefined,
    isAllSent: isLocal,
    isChanged: false,
    isDoubtful: false,
  };
  const value = mergeIncoming(merging, existing, incoming, span, write);
  const isExistence = known?.has(presence) ||
    write !== undefined && write.existence !== "seen" && !isLocal;
  if (isExistence) {
    write?.note(presence, known?.get(presence) ?? base, write.existence);
  }
  const { isDoubtful } = merging;
  if (!merging.isChanged) return { value, meta: existingMeta, isDoubtful };
  orderRow(merging, span, write, isExistence);
  const isOlder = span.began < existingMeta.fetchedAt;
  const meta = isOlder ? existingMeta : incomingMeta;
  return {
    value,
    meta: withOrders(meta, merging.after, merging.fields),
    isDoubtful,
  };
};

/** What is known of the fields of a row, and what a merge has found of them. */
interface Merging {
  /** The stored order of fields without one of their own. */
  readonly base: Order;
  /** Stored orders of single fields. */
  readonly known: RowOrders["fields"];
  /** The stored order of what the row lacks. */
  readonly lacking: Order;
  /** What the order of the row becomes where it was seen. */
  readonly seen: Order | undefined;
  /** What it becomes where everything was sent. */
  readonly sent: Order | undefined;
  /** Whether only few fields came in. */
  readonly isPart: boolean;
  /** The order of fields without one of their own, from now on. */
  after: Order;
  /** Orders of single fields, from now on. */
  fields: Map<string | symbol, Order> | undefined;
  /** Whether each field of the row was sent. */
  isAllSent: boolean;
  /** Whether anything is visible of what came in. */
  isChanged: boolean;
  /** Whether a read says something else than what was there, which a write may have said since. */
  isDoubtful: boolean;
}

/** Remembers the order of a field where it is not that of the row. */
function remember(
  merging: Merging,
  name: string | symbol,
  order: Order,
): void {
  merging.isAllSent = false;
  if (order !== merging.after && !isSameOrder(order, merging.after)) {
    (merging.fields ??= new Map()).set(name, order);
  }
}

/** Merges each field that came in; notes their orders, and those of the other ones. */
function mergeIncoming(
  merging: Merging,
  existing: EntityRow,
  incoming: EntityRow,
  span: Span,
  write: RowWrite | undefined,
): EntityRow {
  const { base, known, lacking, seen, sent } = merging;
  let value = existing;
  let shared = 0;
  // for-in: by far the fastest way through the members
  for (const name in incoming) {
    const next = incoming[name];
    const stored = existing[name];
    // 0 may be -0, which is printed in another way
    const isIdentical = stored === next && next !== undefined && next !== 0;
    const isKnown = isIdentical || Object.hasOwn(existing, name);
    if (isKnown) shared++;
    const order = known?.get(name) ??
      // what the row lacks only its creation may have left out
      (isKnown ? base : { ...lacking, seen: lacking.sentUntil });
    const isSame = isIdentical || isKnown && isSameValue(stored, next);
    let after: Order | undefined, noted: Order | undefined;
    if (write === undefined) {
      after = order === base ? seen : orderSeen(merging, order, isSame, span);
    } else {
      const origin = write.origin ?? write.originOf?.(name, next);
      if (origin) {
        // of two writes a read between them may have brought what one says
        const isOutdone = origin === "reported"
          ? order.reported > span.began
          : order.sent > span.began && order.seen > order.sentUntil;
        if (isKnown && (!isSame || isOutdone)) write.note(name, order, origin);
        // what was read meanwhile may be later than what the response reports
        if (
          origin === "reported" && isKnown && !isSame &&
          isReadSince(order, span)
        ) merging.isDoubtful = true;
        after = order === base && origin === "sent" && sent ||
          orderAfter(order, origin, span);
        if (origin === "seen" && write.sendsUnknown) {
          // it may be a write for all that is known
          noted = orderAfterLost(after ?? order, span);
        } else noted = after ?? orderBeneath(order, origin, span);
      }
    }
    noted ??= after;
    if (noted !== undefined && noted === sent) {
      (merging.fields ??= new Map()).set(name, noted);
    } else remember(merging, name, noted ?? order);
    if (noted !== undefined) merging.isChanged = true;
    if (after === undefined || isSame) continue;
    if (value === existing) value = { ...existing };
    setOwn(value, name, next);
  }
  if (merging.isChanged && countOf(existing) > shared) {
    rememberOthers(merging, existing, incoming);
  }
  return value;
}

/** Whether a field is what was read of it after a write began. */
function isReadSince(
  { seen, sentUntil, reportedUntil }: Order,
  { began, until }: Span,
): boolean {
  return until < Infinity &&
    seen > Math.max(began, sentUntil, reportedUntil);
}

/** The order of a field that was read; `undefined` if what was there stays, which may have been written since. */
function orderSeen(
  merging: Merging,
  order: Order,
  isSame: boolean,
  span: Span,
): Order | undefined {
  const after = orderAfter(order, "seen", span);
  if (after === undefined || isSame || order.reportedUntil <= span.began) {
    return after;
  }
  merging.isDoubtful = true;
  return undefined;
}

/** Remembers the orders of fields that did not come in. */
function rememberOthers(
  merging: Merging,
  existing: EntityRow,
  incoming: EntityRow,
): void {
  const { base, known, after } = merging;
  merging.isAllSent = false;
  if (known === undefined && after === base) return;
  for (const name in existing) {
    if (!Object.hasOwn(incoming, name)) {
      remember(merging, name, known?.get(name) ?? base);
    }
  }
}

/** Orders that there is the row, and what it lacks, after its fields. */
function orderRow(
  merging: Merging,
  span: Span,
  write: RowWrite | undefined,
  isExistence: boolean,
): void {
  const { base, known, lacking, sent } = merging;
  const row = known?.get(presence) ?? base;
  const origin = write?.existence ?? "seen";
  if (isExistence || merging.isPart) {
    const after = orderAfter(row, origin, span) ??
      orderBeneath(row, origin, span);
    remember(merging, presence, after ?? row);
  }
  if (merging.isAllSent && sent !== undefined) {
    merging.after = sent;
    // W4: who sets the same row again and again leaves the same
    merging.fields =
      known?.size === 2 && known.has(presence) && known.has(absence)
        ? known as Map<string | symbol, Order>
        : new Map<string | symbol, Order>().set(presence, row)
          .set(absence, lacking);
  } else if (known?.has(absence)) remember(merging, absence, lacking);
}

/** A field with its value. */
interface Field {
  readonly name: string;
  readonly value: unknown;
}

/** What a pending write says of a row that is there. */
export interface RowEdit extends Pick<RowWrite, "existence" | "sendsUnknown"> {
  /** Fields that repeat what is stored. */
  readonly repeated: readonly Field[];
  /** The others. */
  readonly sent: readonly Field[];
  readonly meta: EntityMeta;
  readonly span: Span;
}

/** A row with pending writes above it, which are added oldest first. */
export class EditedRow {
  readonly #stored: EntityRow;
  /** With the writes. */
  #row: EntityRow;
  #meta: EntityMeta;
  readonly #orders: RowOrders;
  /** Whether there is the row, if that has an order of its own. */
  #presence: Order | undefined;
  /** The write of each field that has one. */
  readonly #spans = new Map<string, Span>();

  constructor(row: EntityRow, meta: EntityMeta = UNKNOWN_META) {
    this.#stored = this.#row = row;
    this.#meta = meta;
    this.#orders = ordersOf(meta);
    this.#presence = this.#orders.fields?.get(presence);
  }

  /**
   * Adds what a pending write says of the row.
   *
   * @param changed names of fields that it has changed before; takes the others
   */
  addEdit(
    row: EntityRow,
    meta: EntityMeta,
    span: Span,
    { existence, sendsUnknown }: Omit<RowWrite, "note">,
    changed: Set<string | symbol>,
  ): Merged {
    const repeated: Field[] = [];
    const sent: Field[] = [];
    for (const name in row) {
      const field = { name, value: row[name] };
      if (!changed.has(name) && this.#repeats(field, sendsUnknown)) {
        repeated.push(field);
      } else {
        changed.add(name);
        sent.push(field);
      }
    }
    const edit = { repeated, sent, meta, span, existence, sendsUnknown };
    this.add(edit);
    return { ...this.merged, edit };
  }

  /** Whether a write repeats what it repeated before. */
  isRepeated({ repeated, sendsUnknown }: RowEdit): boolean {
    for (const field of repeated) {
      if (!this.#repeats(field, sendsUnknown)) return false;
    }
    return true;
  }

  add({ sent, meta, span, existence }: RowEdit): void {
    let isVisible = false;
    for (const field of sent) {
      if (this.#has(field)) continue;
      const { name, value } = field;
      const began = this.#spans.get(name)?.began ?? this.#orderOf(name).sent;
      if (span.began < began) continue;
      if (this.#row === this.#stored) this.#row = { ...this.#row };
      isVisible = true;
      this.#spans.set(name, span);
      setOwn(this.#row, name, value);
    }
    if (!isVisible) return;
    this.#presence &&= orderAfter(this.#presence, existence, span) ??
      this.#presence;
    if (span.began >= this.#meta.fetchedAt) this.#meta = meta;
  }

  get merged(): Merged {
    const value = this.#row;
    const meta = this.#meta;
    if (value === this.#stored) return { value, meta };
    const { base, fields } = this.#orders;
    const orders = new Map(fields);
    for (const [name, span] of this.#spans) {
      orders.set(name, orderAfter(this.#orderOf(name), "sent", span)!);
    }
    if (this.#presence) orders.set(presence, this.#presence);
    return { value, meta: withOrders(meta, base, orders) };
  }

  /** Where nothing is sent, what another pending write says may be meant as well. */
  #repeats(field: Field, sendsUnknown = false): boolean {
    const { name } = field;
    return this.#has(field) && !(sendsUnknown &&
      (this.#spans.has(name) || this.#orderOf(name).sentUntil === Infinity));
  }

  #has({ name, value }: Field): boolean {
    const stored = this.#row[name];
    return isSameValue(stored, value) &&
      (stored !== undefined || Object.hasOwn(this.#row, name));
  }

  /** The order of a field beneath all that was added. */
  #orderOf(name: string): Order {
    const { base, fields } = this.#orders;
    const order = fields?.get(name);
    if (order !== undefined) return order;
    if (Object.hasOwn(this.#stored, name)) return base;
    // what the row lacks only its creation may have left out
    const lacking = fields?.get(absence) ?? base;
    return { ...lacking, seen: lacking.sentUntil };
  }
}

/** Merges a newer response into a row of which nothing else is known. W2: mostly it is so. */
function mergeNewer(
  existing: EntityRow,
  base: Order,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
  { began }: Span,
): Merged {
  let value = existing;
  let shared = 0;
  for (const name in incoming) {
    const next = incoming[name];
    const stored = existing[name];
    // 0 may be -0, which is printed in another way
    if (stored === next && next !== undefined && next !== 0) {
      shared++;
      continue;
    }
    if (Object.hasOwn(existing, name)) {
      shared++;
      if (isSameValue(stored, next)) continue;
    }
    if (value === existing) value = { ...existing };
    setOwn(value, name, next);
  }
  if (began === base.seen || countOf(existing) === shared) {
    return { value, meta: incomingMeta };
  }
  const fields = new Map<string | symbol, Order>();
  for (const name in existing) {
    if (!Object.hasOwn(incoming, name)) fields.set(name, base);
  }
  return { value, meta: withOrders(incomingMeta, observedAt(began), fields) };
}
