// deno-lint-ignore-file no-explicit-any -- responses and schemas are untyped here
import { normalizeArray } from "./array.ts";
import { nameOfLists, sentWith } from "./collection_key.ts";
import type {
  ConfirmedWrite,
  DataReport,
  EntityInterface,
  EntityMeta,
  EntityRow,
  EntitySlot,
  EntityTableView,
  EntityValue,
  EntityWriter,
  INormalizeDelegate,
  ListRegistry,
  ListSchema,
  ListScope,
  Mergeable,
  NormalizedField,
  RowChange,
} from "./contract.ts";
import {
  createTemporaryPk,
  pkOfArgs,
  requiredOf,
  sharedFields,
  type StandIn,
  standIns,
  usablePk,
} from "./entity_plan.ts";
import { isDevelopment } from "./environment.ts";
import { INVALID, isInvalid } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import {
  type Merged,
  mergeHooks,
  mergeOf,
  type RowEdit,
  type RowWrite,
  UNKNOWN_META,
} from "./merge.ts";
import {
  changeMembers,
  isContested,
  isNumberBeside,
  listStampOf,
  type MembershipChange,
} from "./merge_membership.ts";
import { normalizeObject } from "./object.ts";
import {
  absence,
  besideAnother,
  existenceOf,
  isCertainNow,
  isOverlapping,
  isUnsettled,
  metaAfterLost,
  type Order,
  orderAfter,
  orderBeneath,
  ordersOf,
  type Origin,
  presence,
  type RowChanges,
  sentBy,
  type Span,
  undeleted,
  withOrders,
  withPresence,
  type Write,
} from "./order.ts";
import { getOwn, setOwn } from "./own.ts";
import { errorPlace, notePlace, placesIn } from "./place_in_response.ts";
import type { Reporter } from "./report.ts";
import { isSameValue } from "./same_value.ts";
import { isValidator, validateOnWrite } from "./standard_schema.ts";

/** Entities are visited this deep at once; more could overflow the stack. */
const MAX_DEPTH = 64;

/**
 * One walk over a response, which writes as it goes. Whoever owns the writer
 * takes everything back if it throws.
 */
export class Normalizer implements INormalizeDelegate {
  parentPk: string | undefined;
  parentRow: EntityRow | undefined;
  unfollowed: ListSchema | undefined;
  isTakenOut = false;
  former: EntityInterface | undefined;
  counted: number | undefined;

  readonly meta: EntityMeta;

  readonly #writer: EntityWriter;
  readonly #report: Reporter;
  readonly #isStrict: boolean;
  /** Entities of which it is known what was visited. */
  readonly #entered: EntitySlot[] = [];
  #parentEntity: any;
  /** The depth at which entities are created. */
  #creatingDepth = -1;
  /** The depth at which entities may have temporary primary keys. */
  #nameless = -1;
  #temporaryPks = 0;
  /** Entities around the value being visited. */
  #depth = 0;
  /** Entities whose fields wait for the stack to be free. Grows while it is worked off. */
  #deferred: (() => void)[] | undefined;
  #response: unknown;
  /** What it is, if it is not just a response. */
  #standIn: StandIn | undefined;
  /** Each object of the response; looked for when something is thrown. */
  #places: ReadonlyMap<unknown, string> | undefined;
  /** Rows of which hooks of an application have taken nothing yet. */
  #unchanged: Set<EntitySlot> | undefined;
  /** Why rows of lists were left out. */
  #refusals: unknown[] | undefined;
  /** Indexed fields that were reported missing. */
  #warned: Set<string> | undefined;
  readonly #write: Write | undefined;
  readonly #span: Span;
  /** Times of what a write makes be, or not be, as a whole; made when that comes. */
  #sentMeta: EntityMeta | undefined;
  /** Lists that lack a row, and are requested unless they came with it. */
  #lacking: EntitySlot[] | undefined;
  /** What a write says that sent all fields of all rows. */
  #local: RowWrite | undefined;
  /** Fields of the row that is being merged of which only the server knows what they are. W4: mostly there are none. */
  #doubtful: Set<string | symbol> | undefined;
  /** Whether nothing was sent of the row that is being merged. */
  #isAny = false;
  /** Where this response deleted something, or brought it back. */
  #decided: Set<EntitySlot> | undefined;
  /** W2: looked for once, when a list comes for the first time. */
  #changes: readonly ConfirmedWrite[] | undefined;

  /**
   * @param writer takes what was found; to be discarded if anything throws
   * @param args arguments of the endpoint
   * @param times of the response
   * @param report takes what is left out
   * @param isStrict whether no row of a list is left out
   * @param write what somebody changed; nothing where a server was only asked
   */
  constructor(
    writer: EntityWriter,
    readonly args: readonly any[],
    times: EntityMeta,
    report: Reporter,
    isStrict: boolean,
    write?: Write,
  ) {
    const { fetchedAt, date, expiresAt, confirmedAt } = times;
    // of what is stored only a write was confirmed
    this.meta = confirmedAt === undefined
      ? times
      : { fetchedAt, date, expiresAt };
    this.#writer = writer;
    this.#report = report;
    this.#isStrict = isStrict;
    this.#write = write;
    const began = fetchedAt || date;
    this.#span = write ?? { began, until: confirmedAt ?? date };
  }

  /**
   * Visits a response and writes what it finds. What is thrown meanwhile knows
   * its place.
   *
   * @returns the response with references in place of entities
   */
  store(schema: any, input: any): any {
    this.#response = input;
    this.#standIn = standIns.get(input);
    if (this.#standIn === "sent") this.#nameless = 0;
    try {
      const result = this.visit(schema, input, input, undefined);
      // none of these is at the top
      this.#depth = 1;
      for (const visitFields of this.#deferred ?? none) visitFields();
      this.#askLacking();
      if (this.counted !== undefined && isObject(result)) {
        memberCounts.set(result, this.counted);
      }
      for (const error of this.#refusals ?? none) {
        this.report({ message: leftOutText(error), cause: error });
      }
      return result;
    } finally {
      for (const slot of this.#entered) slot.visited = undefined;
    }
  }

  visit(schema: any, value: any, parent: any, key: any): any {
    if (value === undefined || !schema) return value;
    if (
      (typeof value !== "object" || value === null) &&
      schema.acceptsPrimitives !== true
    ) {
      if (value === null) return null;
      if (!isValidator(schema)) {
        // a primary key that is known already
        return typeof schema.pk === "function" && value !== false &&
            usablePk(value) !== undefined
          ? String(value)
          : value;
      }
    }
    const parentEntity = this.#parentEntity;
    try {
      const isTable = typeof schema.pk === "function";
      // first, for validators of texts may have a method normalize
      if (!isTable && isValidator(schema)) {
        const where = key === undefined ? "the response" : `member ${key}`;
        validateOnWrite(schema, value, where);
        return value;
      }
      if (typeof schema.normalize === "function") {
        if (isTable) this.#parentEntity = schema;
        return schema.normalize(value, parent, key, this, parentEntity);
      }
      if (typeof schema !== "object") return value;
      return Array.isArray(schema)
        ? normalizeArray(schema, value, parent, key, this)
        : normalizeObject(schema, value, this);
    } catch (error) {
      this.#leave(error, value);
      throw error;
    } finally {
      this.#parentEntity = parentEntity;
    }
  }

  visitItems(
    items: readonly any[],
    visit: (item: any, index: number) => any,
    isStrict = false,
  ): any[] {
    const result: any[] = [];
    let refusals: unknown[] | undefined;
    for (let index = 0; index < items.length; index++) {
      try {
        const value = visit(items[index], index);
        // an object that stands for nothing is no member
        if (value !== null || !isObject(items[index])) result.push(value);
      } catch (error) {
        this.#leave(error, items[index]);
        if (isStrict || this.#isStrict || !isRefusal(error)) throw error;
        (refusals ??= []).push(error);
      }
    }
    if (refusals !== undefined) {
      // where no row is as the schema says, it is the schema that is wrong
      if (refusals.length === items.filter((item) => item != null).length) {
        throw refusals[0];
      }
      const known = this.#refusals ??= [];
      for (const error of refusals) known.push(error);
    }
    return result;
  }

  visitCreating(visit: () => any): any {
    const outer = this.#creatingDepth;
    this.#creatingDepth = this.#nameless = this.#depth;
    try {
      return visit();
    } finally {
      this.#creatingDepth = this.#nameless = outer;
    }
  }

  visitAndMerge(
    slot: EntitySlot,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    if (this.#depth < MAX_DEPTH) {
      this.#visitFields(slot, schema, row, fields);
      return;
    }
    const parentEntity = this.#parentEntity;
    (this.#deferred ??= []).push(() => {
      this.#parentEntity = parentEntity;
      this.#visitFields(slot, schema, row, fields);
    });
  }

  temporaryPk(key: string): string | undefined {
    if (this.#nameless !== this.#depth) return undefined;
    const { fetchedAt, date } = this.meta;
    const stamp = fetchedAt || date;
    let pk: string;
    do {
      pk = createTemporaryPk(stamp, this.#temporaryPks++);
    } while (this.getEntity(key, pk) !== undefined);
    return pk;
  }

  report(report: DataReport): void {
    this.#report({ place: errorPlace(report.cause), ...report });
  }

  enter(key: string, pk: string, input: object): EntitySlot | undefined {
    const slot = this.#writer.slotOf(key, pk);
    const { visited } = slot;
    if (visited === undefined) {
      slot.visited = input;
      this.#entered.push(slot);
    } else if (visited instanceof Set) {
      if (visited.has(input)) return undefined;
      visited.add(input);
    } else if (visited === input) return undefined;
    else slot.visited = new Set([visited, input]);
    return slot;
  }

  checkLoop(key: string, pk: string, input: object): boolean {
    return this.enter(key, pk, input) === undefined;
  }

  mergeEntity(
    schema: Mergeable,
    pk: string,
    incoming: EntityValue,
    isShared = false,
    slot: EntitySlot = this.#writer.slotOf(schema.key, pk),
  ): void {
    const { meta } = this;
    const existing = slot.value as EntityValue | undefined;
    if (typeof existing !== "object" && typeof incoming === "object") {
      // W1: most of what is read is new
      if (existing === undefined && this.#write === undefined) {
        this.#put(slot, schema, isShared ? { ...incoming } : incoming, meta);
        return;
      }
      this.#doubtFormer(schema, pk);
    }
    if (this.#write?.isLost) return this.#lose(slot, schema, incoming);
    if (this.#saysNothing(existing, incoming)) return;
    if (typeof existing === "object" && typeof incoming === "object") {
      return this.#mergeFields(slot, schema, existing, incoming);
    }
    const origin = this.#existenceIn(incoming, slot);
    const change = this.#mergeExistence(slot, schema, incoming, origin);
    if (change === undefined) {
      if (isObject(incoming)) this.#putAside(slot, schema, incoming);
      return;
    }
    let { next, row, orders } = change;
    const carried = isObject(incoming) ? this.#carried(schema, pk) : undefined;
    if (carried) {
      ({ row, orders } = carried);
      next = withOrders(next, ordersOf(next).base, orders);
    }
    // what was written apart from the row has an order of its own
    if (
      isObject(incoming) &&
      (orders !== undefined || this.#write && origin !== "sent")
    ) {
      const merged = mergeOf(schema)?.(
        row,
        next,
        incoming,
        next,
        this.#span,
        this.#write && this.#rowWrite(this.#write, slot, schema),
      );
      if (merged) ({ value: incoming, meta: next } = merged);
    }
    if (carried || this.#standIn === "named") {
      this.#complete(slot, schema, incoming);
    }
    if (existing !== undefined || isInvalid(incoming)) {
      (this.#decided ??= new Set()).add(slot);
    }
    this.#put(slot, schema, isShared ? { ...incoming as any } : incoming, next);
    if (!this.#write && isInvalid(existing) && isObject(incoming)) {
      this.#observe(schema.key, pk, incoming, incoming, true);
    }
  }

  /** Has readers ask for what neither a response nor what was sent has. */
  #complete(slot: EntitySlot, schema: Mergeable, incoming: EntityValue): void {
    const isIncomplete = isObject(incoming) && this.#span.until < Infinity &&
      requiredOf(schema).some((name) => !Object.hasOwn(incoming, name));
    if (isIncomplete) this.#writer.doubt?.(slot);
  }

  /** Whether only what is stored is changed, or deleted, and that is not so. */
  #saysNothing(
    existing: EntityValue | undefined,
    incoming: EntityValue,
  ): boolean {
    return this.#write?.isGone === true && isObject(incoming) ||
      existing === undefined && this.#standIn === "partial" &&
        this.#depth === 0;
  }

  /** Merges a row that is there with one that came in. */
  #mergeFields(
    slot: EntitySlot,
    schema: Mergeable,
    existing: EntityRow,
    incoming: EntityRow,
  ): void {
    const existingMeta = slot.meta ?? UNKNOWN_META;
    const merge = mergeOf(schema);
    this.#doubtful = undefined;
    const merged: Merged = merge === undefined
      ? this.#mergeByHooks(slot, schema, existing, existingMeta, incoming)
      : merge(
        existing,
        existingMeta,
        incoming,
        this.meta,
        this.#span,
        this.#write && this.#rowWrite(this.#write, slot, schema),
      );
    // what the merge has noted
    const doubtful = this.#doubtful as Set<string | symbol> | undefined;
    // what such a call has changed its response does not say either
    const isUnknown = this.#isAny && this.#standIn && !this.isPending;
    const meta = isUnknown && doubtful?.has(presence)
      ? metaAfterLost(merged.meta, true, this.#span)
      : merged.meta;
    this.#put(slot, schema, merged.value, meta, merged.edit);
    if (!this.#write && isCertainNow(existingMeta, meta)) {
      this.#observe(schema.key, slot.pk, existing, merged.value, true);
    }
    if (merged.isDoubtful) this.#writer.doubt?.(slot);
    if (doubtful) {
      const rows = [existing, incoming, merged.value];
      this.#doubt(slot, schema, rows, doubtful);
    }
  }

  /**
   * Orders that a row is deleted, or is there again.
   *
   * @returns the meta, and what stays of the row as it was; `undefined` if the change is not to be visible
   */
  #mergeExistence(
    slot: EntitySlot,
    schema: Mergeable,
    incoming: EntityValue,
    origin: Origin,
  ): ExistenceChange | undefined {
    const existing = slot.value as EntityValue | undefined;
    const existingMeta = slot.meta ?? UNKNOWN_META;
    const next = origin === "sent"
      ? this.#sentMeta ??= sentBy(this.meta, this.#write!)
      : this.meta;
    // of one response the last write wins
    if (existing === undefined || this.#decided?.has(slot)) {
      return { next, row: {}, orders: undefined };
    }
    const { isPending } = this;
    const order = existenceOf(existingMeta);
    // what is pending saw nothing, and may bring back only what was gone when it began
    const isEdit = origin !== "sent" && isInvalid(existing) && isPending &&
      this.#wasVisible(slot);
    const after = isEdit ? undefined : orderAfter(order, origin, this.#span);
    const { fields, later } = ordersOf(existingMeta);
    if (
      isObject(existing) !== isObject(incoming) &&
      this.#isContested(order, origin)
    ) {
      this.#doubt(slot, schema, [existing, incoming, later].filter(isObject));
    }
    if (after === undefined) {
      if (!isPending) this.#noteBeneath(slot, schema, order, origin);
      return undefined;
    }
    const known = (isObject(existing) ? existing : later) ?? {};
    if (isObject(incoming)) {
      return this.#thereAgain(next, after, known, fields, origin);
    }
    return {
      next: this.#deletedMeta(slot, next, after, known),
      row: known,
      orders: undefined,
    };
  }

  /** Notes a write over which a later one says whether there is the row. */
  #noteBeneath(
    slot: EntitySlot,
    schema: Mergeable,
    order: Order,
    origin: Origin,
  ): void {
    if (origin === "seen") return;
    const existing = slot.value as EntityValue;
    const isThere = isObject(existing);
    // the tab that wrote over it has not heard of it
    if (order.heard > this.#span.began) {
      const beside = withPresence(slot.meta!, isThere, besideAnother(order));
      return this.#put(slot, schema, existing, beside);
    }
    const after = orderBeneath(order, origin, this.#span);
    if (after === undefined) return;
    this.#writer.put(slot, existing, withPresence(slot.meta!, isThere, after));
  }

  /** What stays of a row that is there again: of its fields what was written later. */
  #thereAgain(
    next: EntityMeta,
    after: Order,
    known: EntityRow,
    fields: ReadonlyMap<string | symbol, Order> | undefined,
    origin: Origin,
  ): ExistenceChange {
    // who creates a row leaves nothing of what was sent before
    const written = [...fields ?? []].filter(([name, { sent }]) =>
      typeof name === "string" &&
      (origin !== "sent" || sent > this.#span.began)
    );
    const orders = written.length > 0 ? new Map(written) : undefined;
    const row = Object.fromEntries(
      written.map(([name]) => [name, known[name as ""]]),
    );
    if (origin !== "seen") {
      return { next: withOrders(next, after, orders), row, orders };
    }
    // of what was seen since a deletion that sent no field
    const marks = [presence, absence].map((mark) => [mark, after] as const);
    const all = new Map([...marks, ...written]);
    const seen = { ...after, sentUntil: 0 };
    return { next: withOrders(next, seen, all), row, orders };
  }

  /** The meta of a row that is deleted: of its fields stay those that were sent later. */
  #deletedMeta(
    slot: EntitySlot,
    next: EntityMeta,
    after: Order,
    row: EntityRow,
  ): EntityMeta {
    const existingMeta = slot.meta ?? UNKNOWN_META;
    const { base, fields } = ordersOf(existingMeta);
    const known = new Map<string | symbol, Order>([
      ...Object.keys(row).map((name) => [name, base] as const),
      ...fields ?? [],
    ]);
    const sent = [...known].filter(([_, { sent }]) => sent > this.#span.began);
    return withOrders(
      next,
      after,
      sent.length > 0 ? new Map(sent) : undefined,
      {
        later: sent.length > 0
          ? Object.fromEntries(sent.map(([name]) => [name, row[name as ""]]))
          : undefined,
        hidden: this.isPending
          ? undeleted(slot.value as EntityValue, existingMeta)
          : undefined,
      },
    );
  }

  /** Whether only the server knows what came last of a write and of another one that says whether there is the row. */
  #isContested(order: Order, origin: Origin): boolean {
    const write = this.#write;
    // an edit knows nothing of a deletion that was heard of since, nor of what came after that
    return write !== undefined && isOverlapping(order, write) &&
      (origin !== "seen" || order.heard > write.began);
  }

  /** What was known, and since when, of a row that was an entity of another class until now. */
  #carried(schema: Mergeable, pk: string) {
    const { former } = this;
    if (former === undefined || this.#depth > 0) return undefined;
    const known = this.getEntity(former.key, pk);
    const meta = this.getEntityMeta(former.key, pk);
    if (!isObject(known) || meta === undefined) return undefined;
    const { sent = {} } = this.#write ?? {};
    const row: EntityRow = sharedFields(former, schema, known, sent);
    const { base, fields } = ordersOf(meta);
    const orders = new Map<string | symbol, Order>(
      Object.keys(row).map((name) => [name, fields?.get(name) ?? base]),
    );
    return { row, orders };
  }

  /** Whether a row was there when an optimistic write of it was visible first, by whatever else was pending. */
  #wasVisible(slot: EntitySlot): boolean {
    return this.#write?.changed.get(slot)?.names.has(presence) === false;
  }

  /** Notes of a row what a write would have changed of which nobody knows whether it was carried out. */
  #lose(slot: EntitySlot, schema: Mergeable, incoming: EntityValue): void {
    const write = this.#write!;
    const existing = slot.value as EntityValue | undefined;
    const known = isObject(existing) ? existing : {};
    const names = new Set<string>();
    if (slot.meta !== undefined) {
      // it may have changed more than was sent
      const meta = metaAfterLost(slot.meta, isObject(existing), write);
      this.#writer.put(slot, existing!, meta);
      if (this.#existenceIn(incoming, slot) === "seen") {
        for (const [name, value] of Object.entries(incoming)) {
          if (!isSameValue(known[name], value)) names.add(name);
        }
      }
    }
    const rows = [known, { ...known, ...incoming as object }];
    this.#doubt(slot, schema, rows, names);
  }

  /**
   * Has a row of which only the server knows what it is requested again, and the
   * lists that may have it.
   *
   * @param names fields that this is about; nothing if it is whether there is the row
   */
  #doubt(
    slot: EntitySlot,
    { key }: Pick<Mergeable, "key">,
    rows: readonly EntityRow[],
    names: ReadonlySet<string | symbol> = new Set(),
  ): void {
    const write = this.#write!;
    // what is pending has no response yet
    if (write.until === Infinity) return;
    this.#writer.doubt?.(slot);
    // every list depends on whether there is the row
    if (names.has(presence)) names = new Set();
    const before = write.before?.(slot).value;
    const known = isObject(before) ? [before, ...rows] : rows;
    // a response may have less than its list is asked for by
    const whole: EntityRow = Object.assign({}, ...known);
    const all = known.map((row) => ({ ...whole, ...row }));
    const isAny = sendsUnknown(write, slot);
    for (const list of this.#writer.collections?.get(key) ?? []) {
      for (
        const pk of isAny
          ? list.listsOf(this, null)
          : list.listsWith(this, all, names)
      ) {
        this.doubt(list.key, pk);
      }
    }
    this.#suspect(write, key, slot.pk, isAny ? null : all);
  }

  /**
   * Has lists requested once more that were requested before, come later, and
   * may have a row.
   *
   * @param possible what the row may be; `null` where nothing is known of that
   * @param isThere whether only those are that lack it
   */
  #suspect(
    { began, until, from }: Span,
    key: string,
    pk: string,
    possible: readonly EntityRow[] | null,
    isThere = false,
  ): void {
    this.#writer.confirm?.({
      began,
      until,
      from,
      key,
      pk,
      isThere,
      possible,
    });
  }

  /** Has the row asked about that a call names which sends another primary key for it. */
  #doubtFormer(schema: Mergeable, pk: string): void {
    // a pending change reads no more than it has to
    if (!this.isUpdate || this.isPending) return;
    const { args } = this;
    const named = usablePk(pkOfArgs(schema as any, args));
    if (
      named === undefined || named === pk ||
      usablePk(pkOfArgs(schema as any, args.slice(1))) !== pk
    ) return;
    const slot = this.#writer.slotOf(schema.key, named);
    if (!isObject(slot.value)) return;
    this.#doubt(slot, schema, [slot.value]);
  }

  doubt(key: string, pk: string, since?: number): void {
    this.#writer.doubt?.(this.#writer.slotOf(key, pk), since);
  }

  lacks(key: string, pk: string): void {
    (this.#lacking ??= []).push(this.#writer.slotOf(key, pk));
  }

  /** Has lists requested that lack a row, unless they came with it. */
  #askLacking(): void {
    const { began, until, from } = this.#span;
    // what was requested before another tab was heard of may not know of it
    const since = from === undefined ? began : until;
    for (const slot of this.#lacking ?? none) {
      if (listStampOf(slot.meta) < since) this.#writer.doubt?.(slot, since);
    }
  }

  isDoubted(key: string, pk: string): boolean {
    return this.#writer.isDoubted?.(this.#writer.slotOf(key, pk)) === true;
  }

  isBeingChanged(key: string, pk: string): boolean {
    const { before, isBeingChanged } = this.#write ?? {};
    const slot = this.#writer.slotOf(key, pk);
    return isUnsettled(presenceOf(slot)) ||
      isUnsettled(presenceOf(before?.(slot) ?? slot)) ||
      isBeingChanged?.(key, pk) === true;
  }

  /** Stores for a row that is deleted what was written by something that began after the deletion. */
  #putAside(slot: EntitySlot, schema: Mergeable, incoming: EntityRow): void {
    const write = this.#write;
    const sent = write?.sent;
    if (write === undefined || sent === undefined || this.#depth > 0) return;
    const { base, fields, later, hidden } = ordersOf(slot.meta!);
    const remaining = new Map(fields);
    const values: EntityRow = {};
    const { isPending } = this;
    const changes = this.#changesOf(write, slot);
    for (const [name, value] of Object.entries(incoming)) {
      const isSent = Object.hasOwn(sent, name) || changes?.names.has(name) ||
        isPending && !isSameValue(getOwn(hidden ?? later, name), value);
      const order = remaining.get(name) ?? base;
      const after = isSent && orderAfter(order, "sent", write);
      if (!after) continue;
      changes?.names.add(name);
      remaining.set(name, after);
      setOwn(values, name, value);
    }
    if (Object.keys(values).length === 0 && isPending) return;
    const meta = withOrders(slot.meta!, base, remaining, {
      later: { ...later, ...values },
      hidden: isInvalid(undeleted(INVALID, slot.meta))
        ? hidden
        : { ...hidden as EntityRow ?? incoming, ...values },
    });
    const isSuspected = this.isBeingChanged(schema.key, slot.pk);
    // what is created meanwhile may have come before the write
    const next = isPending ? meta : metaAfterLost(meta, false, write);
    this.#put(slot, schema, INVALID, next);
    if (isSuspected) this.#doubt(slot, schema, [incoming]);
  }

  /** How it is known that there is an incoming row, or that there is none. */
  #existenceIn(incoming: EntityValue, slot: EntitySlot): Origin {
    const write = this.#write;
    if (write === undefined) return "seen";
    if (isInvalid(incoming) || this.#creatingDepth === this.#depth) {
      return "sent";
    }
    if (this.#depth > 0) return "seen";
    const { existence, before, began } = write;
    if (existence !== "reported" || !this.#wasVisible(slot)) return existence;
    const { sent } = presenceOf(slot);
    // a PUT creates what the refused creation before it did not, also where that was seen meanwhile
    return before?.(slot).value === undefined && (sent === 0 || sent === began)
      ? "sent"
      : existence;
  }

  /** Notes a field of which only the server knows what it is. */
  #note(
    write: Write,
    name: string | symbol,
    order: Order,
    origin: Origin,
  ): void {
    // both say that there is the row, unless a deletion got lost: then a PUT may have created it
    const isDoubtful = name === presence
      ? isUnsettled(order, origin === "reported" ? undefined : write.began)
      : origin !== "seen"
      ? isOverlapping(order, write)
      // it may have written what was there before
      : this.#isAny && order.seen > write.began;
    if (isDoubtful) (this.#doubtful ??= new Set()).add(name);
  }

  /** What a write says of the fields of a stored row. */
  #rowWrite(write: Write, slot: EntitySlot, schema: Mergeable): RowWrite {
    const { sent, changed, until, existence } = write;
    // W4: V8 makes functions that a literal or a field has by themselves old
    const note: RowWrite["note"] = (name, order, origin) =>
      this.#note(write, name, order, origin);
    if (write.isUpdate) {
      const row = slot.value;
      const originOf: RowWrite["originOf"] = (name, value) =>
        isObject(row) && isSameValue(getOwn(row, name), value)
          ? undefined
          : "sent";
      return { existence, originOf, isLocal: true, note };
    }
    // W4: the same for all rows
    if (sent === undefined) {
      return this.#local ??= { existence, origin: "sent", isLocal: true, note };
    }
    const existenceIn = this.#existenceIn({}, slot);
    // what takes a row out of its lists changes these
    const isAny = this.#isAny = !this.isTakenOut && sendsUnknown(write, slot);
    if (until === Infinity) {
      return {
        existence: existenceIn,
        sendsUnknown: isAny,
        isLocal: true,
        changed: this.#changesOf(write, slot)!.names,
        note,
      };
    }
    if (isAny && this.#standIn && !changed.has(slot)) {
      (this.#doubtful ??= new Set()).add(presence);
    }
    return {
      existence: existenceIn,
      sendsUnknown: isAny,
      isLocal: false,
      originOf: this.#confirmedOrigins(write, sent, slot, schema),
      note,
    };
  }

  /** What the optimistic response of a write has changed of a row: of a pending one, takes what it changes. */
  #changesOf(
    { changed, until }: Write,
    slot: EntitySlot,
  ): RowChanges | undefined {
    let changes = changed.get(slot);
    if (changes === undefined && until === Infinity) {
      const { value } = slot;
      const names = new Set(isObject(value) ? [] : [presence]);
      changed.set(slot, changes = { before: value, names });
    }
    return changes;
  }

  /** How the fields of a row are known that a response to a write has. */
  #confirmedOrigins(
    write: Write,
    sent: EntityRow,
    slot: EntitySlot,
    { key, isStoredApart }: Mergeable & { readonly isStoredApart?: boolean },
  ): NonNullable<RowWrite["originOf"]> {
    // cells of a Scalar are those of the entity around them
    const isTop = this.#depth === 0 || this.#depth === 1 && isStoredApart;
    const before = write.before?.(slot).value;
    // who creates or restores a row sends all of it
    const isWhole = this.#existenceIn({}, slot) === "sent" &&
      (!isObject(slot.value) || !isObject(before) ||
        isUnsettled(presenceOf(slot)) ||
        write.wasBeingDeleted?.(key, slot.pk));
    return (name, value) =>
      isWhole || isTop && Object.hasOwn(sent, name) ||
        write.changed.get(slot)?.names.has(name)
        ? "sent"
        : isObject(before) && isSameValue(getOwn(before, name), value)
        ? "seen"
        : "reported";
  }

  setEntity(
    schema: Pick<Mergeable, "key" | "indexes">,
    pk: string,
    row: EntityRow,
    meta: EntityMeta = this.meta,
  ): void {
    this.#put(this.#writer.slotOf(schema.key, pk), schema, row, meta);
  }

  changeMembers(
    schema: Mergeable,
    pk: string,
    change: MembershipChange,
    span: Span = this.#span,
  ): void {
    const slot = this.#writer.slotOf(schema.key, pk);
    const existing = slot.value as EntityValue | undefined;
    if (existing === undefined || isInvalid(existing)) return;
    if (this.#write?.isLost) return this.#writer.doubt?.(slot);
    const existingMeta = slot.meta ?? UNKNOWN_META;
    if (isContested(existingMeta, change, span)) {
      this.#writer.doubt?.(slot);
    }
    const { value, meta } = changeMembers(
      existing,
      existingMeta,
      change,
      this.meta,
      span,
    );
    if (value !== existing && this.#write) {
      this.doubtNumber(slot, change.members ?? [], span);
    } else if (span.knownUntil && meta.beyond && meta !== existingMeta) {
      // whether the number counted what is not loaded the other tab cannot say
      this.#writer.doubt?.(slot);
    }
    // W6c: no list has lists, so that none follows
    this.#writer.put(slot, value, meta);
  }

  doubtNumber(slot: EntitySlot, members: readonly unknown[], span: Span): void {
    const before = this.#write?.before?.(slot);
    if (isNumberBeside(slot, span, members, before)) {
      this.#writer.doubt?.(slot, span.until);
    }
  }

  slotOf(key: string, pk: string): EntitySlot {
    return this.#writer.slotOf(key, pk);
  }

  setMembers(
    slot: EntitySlot,
    members: EntityRow,
    meta: EntityMeta = slot.meta!,
  ): void {
    this.#writer.put(slot, members, meta);
  }

  invalidate(schema: { readonly key: string }, pk: string): void {
    this.mergeEntity(schema as Mergeable, pk, INVALID);
  }

  get isChange(): boolean {
    return this.#write !== undefined;
  }

  get isPending(): boolean {
    return this.#span.until === Infinity;
  }

  get isUpdate(): boolean {
    const { sent, existence } = this.#write ?? {};
    return sent !== undefined && existence !== "sent" && this.#depth === 0;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#writer.getEntity(key, pk);
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#writer.getEntityMeta(key, pk);
  }

  get collections(): ListRegistry | undefined {
    return this.#writer.collections;
  }

  confirmMembers(
    key: string,
    change: Required<Pick<ConfirmedWrite, "members" | "listsOf">>,
    scope?: ListScope,
  ): void {
    const { began, until, from } = this.#span;
    if (until === Infinity) return;
    const { isLost = false } = this.#write ?? {};
    if (scope && from === undefined) {
      const { members } = change;
      this.#writer.changed?.({ ...scope, key, began, isLost, members });
    }
    if (isLost) return;
    this.#writer.confirm?.({
      began,
      until,
      from,
      key,
      pk: "",
      list: scope?.list,
      ...change,
    });
  }

  get confirmedChanges(): readonly ConfirmedWrite[] {
    if (this.#changes) return this.#changes;
    const { confirmed = none, pendingSince = Infinity } = this.#writer;
    const changes = confirmed.filter(({ members }) => members);
    const after = (time: number) => changes.filter(({ until }) => until > time);
    // what is pending, or comes later than the request, may be dead by one that was confirmed before
    const since = Math.min(this.#span.began, pendingSince);
    const oldest = Math.min(since, ...after(since).map(({ began }) => began));
    return this.#changes = after(oldest);
  }

  confirmedAfter(time: number): readonly ConfirmedWrite[] {
    const writes = this.#writer.confirmed ?? [];
    const since = Math.max(time, this.#span.began);
    let first = writes.length;
    while (first > 0 && writes[first - 1]!.until > since) first--;
    return writes.slice(first);
  }

  rowBefore(key: string, pk: string): unknown {
    const slot = this.#writer.slotOf(key, pk);
    const { changed, before } = this.#write ?? {};
    const changes = changed?.get(slot);
    return isObject(changes?.before)
      ? changes.before
      : before
      ? before(slot).value
      : slot.value;
  }

  getEntities(key: string): EntityTableView | undefined {
    return this.#writer.getEntities(key);
  }

  createTable(key: string): void {
    this.#writer.createTable(key);
  }

  #put(
    slot: EntitySlot,
    { key, indexes }: Pick<Mergeable, "key" | "indexes">,
    value: EntityValue,
    meta: EntityMeta,
    edit?: RowEdit,
  ): void {
    const existing = slot.value as EntityValue | undefined;
    this.#writer.put(slot, value, meta);
    const write = this.#write;
    if (write) {
      let isFollowed = false;
      if (typeof value === "object") {
        isFollowed = this.#follow(write, key, slot, existing, value);
      } else if (!isInvalid(existing)) {
        this.#unlist(write, key, slot.pk, existing as EntityRow | undefined);
      }
      if (write.until === Infinity) {
        const isAll = edit && !isFollowed && !this.former &&
          !indexes?.some((field) =>
            edit.sent.some(({ name }) => name === field)
          );
        this.#writer.edited?.(slot, isAll ? edit : undefined);
      }
    } else if (
      typeof existing === "object" && isObject(value) && existing !== value
    ) this.#observe(key, slot.pk, existing, value);
    if (indexes !== undefined && !isInvalid(value)) {
      this.#writeIndexes(key, slot.pk, indexes, existing, value);
    }
  }

  /**
   * Notes lists that a row belongs into by what was observed of it: the response
   * itself may bring them.
   *
   * @param isThere whether nobody knew until now that the row is there
   */
  #observe(
    key: string,
    pk: string,
    before: EntityRow,
    after: EntityRow,
    isThere = false,
  ): void {
    // lists that were requested while nobody knew may come later
    if (isThere) this.#suspect(this.#span, key, pk, [after], true);
    if (!this.#writer.collections?.get(key)?.size) return;
    const { args } = this;
    const observed = new WrittenRow(this.#span, args, key, pk, [before], after);
    observed.isThere = isThere;
    observed.isObserved = true;
    this.#tell(observed);
  }

  /** Lets lists have a row that was written elsewhere. */
  follow(
    slot: EntitySlot,
    { key, before, theirs, contested, isCreated, created, isThere }: SyncedRow,
  ): void {
    const { value } = slot;
    const write = this.#write!;
    const { isFound = false } = created ?? {};
    if (isObject(value) && isCreated && created && !isFound) {
      this.#follow(write, key, slot, INVALID, value);
    } else if (
      isObject(value) && (isCreated && !isFound || isInvalid(before))
    ) {
      // in which lists it was created, or is seen again, nobody remembers
      this.#observe(key, slot.pk, {}, value, true);
    } else if (isObject(value) && (isObject(before) || isFound)) {
      if (!isObject(before) || Object.keys(write.sent!).length > 0) {
        this.#follow(write, key, slot, before, value);
      } else this.#observe(key, slot.pk, before, value, isThere);
    } else if (isObject(before)) {
      this.#unlist(write, key, slot.pk, before);
    }
    this.#askLacking();
    if (contested.size === 0) return;
    const rows = [before, value, theirs].filter(isObject);
    this.#doubt(slot, { key }, rows, contested);
  }

  /**
   * Lets lists have a row that was written.
   *
   * @returns whether a list may go by a field that was
   */
  #follow(
    write: Write,
    key: string,
    slot: EntitySlot,
    existing: unknown,
    after: EntityRow,
  ): boolean {
    const { until } = write;
    const isTop = write.sent === undefined || this.#depth === 0;
    const stored = write.before ? write.before(slot).value : existing;
    const isCreated = this.#creatingDepth === this.#depth;
    const isThere = this.#existenceIn(after, slot) === "sent";
    const former = this.#depth === 0 ? this.former?.key : undefined;
    // it was deleted, or a PUT creates it
    const isRestored = isInvalid(existing) && former === undefined ||
      isThere && !isCreated && write.existence === "reported";
    const changes = write.changed.get(slot);
    // W4: what is pushed to an empty list takes room for 17, for as long as it is remembered
    const before: EntityRow[] = isObject(stored) && !isRestored ? [stored] : [];
    // by a read, or by what was pending before, it may be something else now
    const others = [
      !isRestored && existing !== stored && existing,
      !isRestored && changes?.before,
      former !== undefined && this.rowBefore(former, slot.pk),
    ];
    for (const row of others) if (isObject(row)) before.push(row);
    const isNew = !isObject(stored) && !isRestored;
    const isFound = isNew && !isCreated && until < Infinity &&
      write.sent !== undefined && isTop && isNamed(this.args, slot.pk) &&
      !isMentioned(write, slot.pk, after);
    // what such a call says it may have written
    const { sent = after } = this.#isAny && this.isBeingChanged(key, slot.pk)
      ? {}
      : write;
    if (before.length === 0 && !isRestored && !isCreated && !isFound) {
      return false;
    }
    const { args } = this;
    const change = new WrittenRow(write, args, key, slot.pk, before, after);
    if (isTop) change.sent = sent;
    change.isCreated = isRestored ||
      isThere && write.wasBeingDeleted?.(key, slot.pk) === true;
    change.isThere = isThere && !isFound;
    change.list = isRestored
      ? write.list
      : isCreated
      ? this.unfollowed && nameOfLists(this.unfollowed)
      : undefined;
    change.former = former;
    // a message may have brought it before the response did
    if (isCreated && isNew || isFound) change.isNew = true;
    change.isFound = isFound;
    return this.#tell(change);
  }

  /**
   * Tells lists what was written of a row, or observed.
   *
   * @returns whether one of them may go by a field of which it is
   */
  #tell(change: WrittenRow): boolean {
    const { key, until, isDeleted, isObserved } = change;
    if (until < Infinity && !isObserved) this.#writer.confirm?.(change);
    let isConcerned = false;
    for (const list of this.#writer.collections?.get(key) ?? []) {
      const isListed = !isDeleted && !isObserved && list === this.unfollowed;
      if (list.followRow(this, change, isListed)) isConcerned = true;
    }
    return isConcerned;
  }

  /**
   * Lets numbers next to lists follow a row that leaves, of which nothing may be
   * known, and has lists requested that may be short of it.
   *
   * @param list the only one whose lists it leaves; by default it is deleted
   */
  #unlist(
    write: Write,
    key: string,
    pk: string,
    row: EntityRow | undefined,
    list?: ListSchema,
  ): void {
    const { args } = this;
    const before = row ? [row] : [];
    const after = row ?? (list ? sentWith(args) : {});
    const change = new WrittenRow(write, args, key, pk, before, after);
    change.isDeleted = true;
    if (list) list.followRow(this, change);
    else this.#tell(change);
  }

  takeOut(
    list: ListSchema,
    key: string,
    pk: string,
    row: EntityRow | undefined,
  ): void {
    const write = this.#write;
    if (write && !write.isLost) this.#unlist(write, key, pk, row, list);
  }

  #visitFields(
    slot: EntitySlot,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void {
    const { parentPk, parentRow } = this;
    this.parentPk = slot.pk;
    this.parentRow = row;
    this.#depth++;
    try {
      for (let index = 0; index < fields.length; index++) {
        const { name, schema } = fields[index]!;
        if (!Object.hasOwn(row, name)) continue;
        const value = this.visit(schema, row[name], row, name);
        if (value === undefined && (schema.isLive || schema.isStoredApart)) {
          delete row[name];
        } else setOwn(row, name, value);
      }
    } finally {
      this.parentPk = parentPk;
      this.parentRow = parentRow;
      this.#depth--;
    }
    this.mergeEntity(schema, slot.pk, row, false, slot);
  }

  /**
   * Asks the hooks of an application what becomes of a row. Once they have
   * taken something of this response, `merge` adds what else it has of the row,
   * unless the application decides about that, too.
   */
  #mergeByHooks(
    slot: EntitySlot,
    schema: Mergeable,
    existing: EntityRow,
    existingMeta: EntityMeta,
    incoming: EntityRow,
  ): Merged {
    const { meta } = this;
    if (
      (existingMeta === meta || existingMeta === this.#sentMeta) &&
      !this.#unchanged?.has(slot) &&
      schema.mergeWithStore === mergeHooks.mergeWithStore
    ) {
      return { value: schema.merge(existing, incoming), meta };
    }
    const versions = [existingMeta, meta, existing, incoming] as const;
    const merged = schema.mergeWithStore(...versions);
    if (merged === existing) (this.#unchanged ??= new Set()).add(slot);
    else this.#unchanged?.delete(slot);
    return {
      value: isSameValue(existing, merged) ? existing : merged,
      meta: schema.mergeMetaWithStore(...versions),
    };
  }

  /** Notes that an error leaves a value. */
  #leave(error: unknown, value: unknown): void {
    if (errorPlace(error) !== undefined) return;
    this.#places ??= placesIn(this.#response);
    notePlace(error, this.#places.get(value));
  }

  /** Points the indexed values of a row that was written at its primary key. */
  #writeIndexes(
    key: string,
    pk: string,
    fields: readonly string[],
    existing: unknown,
    value: EntityRow,
  ): void {
    for (const field of fields) {
      if (!Object.hasOwn(value, field) && isDevelopment()) {
        warnOfMissing(key, field, value, this.#warned ??= new Set());
      }
      const after = indexedValue(value, field);
      if (
        after !== undefined &&
        (after !== indexedValue(existing, field) ||
          this.#writer.getIndex(key, field, after) === undefined)
      ) this.#writer.setIndex(key, field, after, pk);
    }
  }
}

/** What another tab has written, or seen, of a row. */
export interface SyncedRow {
  /** Of its table. */
  readonly key: string;
  readonly pk: string;
  /** The row as it was here. */
  readonly before: unknown;
  /** The row as it was in the other tab when the write began. */
  readonly was?: EntityRow | undefined;
  /** The row as the other tab has it. */
  readonly theirs: EntityRow | undefined;
  /** Times of the write. */
  readonly meta: EntityMeta;
  /** Names of fields of which only the server knows what they are. */
  readonly contested: ReadonlySet<string | symbol>;
  /** Names of fields that were written. */
  readonly written?: ReadonlySet<string | symbol>;
  /** Whether the row exists by that write. */
  readonly isCreated?: boolean;
  /** What the other tab remembers of its creation. */
  readonly created?: Creation | undefined;
  /** Whether nobody knew until now that the row is there. */
  readonly isThere?: boolean;
  /** Whether it was set there, which asks for nothing. */
  readonly isSet?: boolean;
  /** The tab. */
  readonly from: number;
}

/** A creation in another tab. */
export interface Creation {
  /** In which lists: see {@linkcode ConfirmedWrite}. */
  readonly list: string | undefined;
  /** Its arguments, without what was sent as the row. */
  readonly args?: readonly unknown[];
  /** Whether it is none: a call has named a row of which nothing was known. */
  readonly isFound?: boolean | undefined;
  /** When it began, if that was a write of fields: of a row that had been deleted. */
  readonly again?: number | undefined;
}

/** What becomes of a row that is deleted, or is there again. */
interface ExistenceChange {
  readonly next: EntityMeta;
  /** Fields that have orders of their own, with others. */
  readonly row: EntityRow;
  readonly orders: Map<string | symbol, Order> | undefined;
}

/** W4: most responses have none of what is looked for. */
const none: readonly never[] = [];

/** W4: of a class, since each literal with functions makes new ones. */
class WrittenRow implements RowChange, ConfirmedWrite {
  readonly began: number;
  readonly until: number;
  readonly from: number | undefined;
  readonly change = this as RowChange;
  readonly asking: boolean;
  sent: object | undefined;
  isCreated = false;
  isThere = false;
  isDeleted = false;
  isObserved = false;
  isNew: boolean;
  isFound = false;
  list: string | undefined;
  former: string | undefined;
  #isChanged: boolean | undefined;

  constructor(
    { began, until, from, sent: payload, isSet }: Span & Partial<Write>,
    readonly args: readonly any[],
    readonly key: string,
    readonly pk: string,
    readonly before: readonly EntityRow[],
    readonly after: EntityRow,
  ) {
    this.began = began;
    this.until = until;
    this.from = from;
    this.isNew = before.length === 0;
    // what is set, or pushed, asks nothing
    this.asking = payload !== undefined && until < Infinity && !isSet;
  }

  isChanged(name?: string): boolean {
    const { before, after, sent } = this;
    if (name === undefined) {
      return this.#isChanged ??= Object.keys(after)
        .some((name) => this.isChanged(name));
    }
    return before.some((row) =>
      (Object.hasOwn(row, name) || sent && Object.hasOwn(sent, name)) &&
      !isSameValue(row[name], after[name])
    );
  }

  isWritten(name: string): boolean {
    return this.sent !== undefined && Object.hasOwn(this.sent, name) ||
      this.before.some((row) => !isSameValue(row[name], this.after[name]));
  }
}

/** Since when it is known that there is the row, or that there is none. */
function presenceOf({ meta = UNKNOWN_META }: Pick<EntitySlot, "meta">): Order {
  return existenceOf(meta);
}

/** Whether a call names a row by its primary key, also among others. */
function isNamed(value: any, pk: string, depth = 4): boolean {
  return typeof value === "object" && value !== null
    ? depth > 0 &&
      Object.values(value).some((member) => isNamed(member, pk, depth - 1))
    : usablePk(value) === pk;
}

/** How many members lists had in a response, by what was made of it: numbers next to them go by these. */
export const memberCounts: WeakMap<object, number> = new WeakMap();

/** The text under which a field's value is found; `undefined` when a row has no value there. */
export function indexedValue(row: unknown, field: string): string | undefined {
  const value = getOwn(row, field);
  return value === undefined || value === null ? undefined : String(value);
}

function warnOfMissing(
  key: string,
  field: string,
  row: EntityRow,
  warned: Set<string>,
): void {
  const index = `${key}.${field}`;
  if (warned.has(index)) return;
  warned.add(index);
  console.warn(
    `The index ${index} cannot be kept: a row of ${key} has no own field ` +
      `"${field}". Remove it from static indexes, or add the field in process(). ` +
      `Fields: ${Object.keys(row).join(", ")}`,
  );
}

/** Whether an error says that a value is not as its schema says. */
function isRefusal(error: unknown): boolean {
  return isObject(error) && error.status === 400;
}

function leftOutText(error: unknown): string {
  const { message } = error as Error;
  return isDevelopment()
    ? `A row was left out of its list, the others are stored: ${message} ` +
      "Correct the response, or what the class asks for. With the option " +
      "strict: true the response is refused as a whole."
    : `A row was left out: ${message}`;
}

/** Whether a write sends the primary key of a row as a field, and no other field of it: it need not change the row. */
function isMentioned(
  { sent = {}, path }: Write,
  pk: string,
  row: EntityRow,
): boolean {
  const names = Object.keys(sent);
  const isPk = (name: string) => usablePk(sent[name]) === pk;
  return names.some((name) => isPk(name) && !path?.includes(`:${name}`)) &&
    !names.some((name) => !isPk(name) && Object.hasOwn(row, name));
}

/** Whether a write sends nothing of a row but its primary key, perhaps among others, so that only its response says what it has changed. */
function sendsUnknown(
  { sent, path }: Write,
  { pk, value }: EntitySlot,
): boolean {
  // a field may be sent that happens to have the value of the primary key
  const isField = (name: string) =>
    isObject(value) && Object.hasOwn(value, name) &&
    !isNamed((value as EntityRow)[name], pk);
  return sent !== undefined &&
    Object.keys(sent).every((name) =>
      isNamed(sent[name], pk) && !isField(name) || path?.includes(`:${name}`)
    );
}
