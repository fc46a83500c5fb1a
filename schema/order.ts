/**
 * The law of time: which of two values of one thing is visible.
 *
 * A thing is a field of a row, whether a row exists, or whether a list has a
 * member. It becomes what it is by a read (what a server says) or by a
 * write (what somebody changed). Its {@linkcode Order} says since when:
 *
 * - A write stands over every read whose request began before the write
 *   was confirmed; a pending one stands over all.
 * - Of two writes the one that began later stands, whichever response came
 *   first.
 * - Of two reads the one whose request began later stands.
 * - What a response reports that nobody sent is a write as well, but stands
 *   under each sent one that was pending with it.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- metas of rows and of lists
import type {
  EntityMeta,
  EntityRow,
  EntitySlot,
  EntityValue,
  Span,
} from "./contract.ts";

export type { Span } from "./contract.ts";
import { isSameValue } from "./same_value.ts";

/** Less than what lies between two stamps; in milliseconds. */
export const instant: number = 1 / 2048;

/** How something came to be known. */
export type Origin = "seen" | "reported" | "sent";

/** Since when a thing is what it is. All times are stamps; 0 stands for never. */
export interface Order {
  /** Reads that began before this are too old: when the newest one began, or the newest write was confirmed. */
  readonly seen: number;
  /** When the newest sent write began. */
  readonly sent: number;
  /** When it was confirmed. */
  readonly sentUntil: number;
  /** When the newest reported write began. */
  readonly reported: number;
  /** When it was confirmed. */
  readonly reportedUntil: number;
  /**
   * When the newest write began that was known when the newest one of all did;
   * -1 if that is not known, -2 if two tabs wrote without having heard of each
   * other.
   */
  readonly over: number;
  /** When a write of another tab was heard of: own reads that began before are too old. */
  readonly heard: number;
}

/** What somebody changed, as the rows and lists that come of it are merged. */
export interface Write extends Span {
  /** What the row at the top was sent; `undefined` where everything was. */
  readonly sent: Readonly<Record<string, unknown>> | undefined;
  /** How the entity at the top is known to exist: by a POST it was sent, by a PUT reported. */
  readonly existence: Origin;
  /** Whether nobody here knows if it was carried out: nothing is written, but what overlaps with it is in doubt. */
  readonly isLost?: boolean;
  /** Whether the server has not found what it concerns: only what it takes away is written. */
  readonly isGone?: boolean;
  /** Whether another tab has set it: of that no list is asked for. */
  readonly isSet?: boolean | undefined;
  /** Of a creation in another tab, the Collection that it was made in, by its name. */
  readonly list?: string | undefined;
  /** Template of the address that it was sent to, if it has one. */
  readonly path?: string | undefined;
  /** Whether a function of the row made it: what that repeats it has not written. */
  readonly isUpdate?: boolean;
  /** What was stored when it began. */
  before?:
    | ((slot: EntitySlot) => Pick<EntitySlot, "value" | "meta">)
    | undefined;
  /** Whether a deletion of a row was pending when it began. */
  wasBeingDeleted?(key: string, pk: string): boolean;
  /** Whether another change of a row is pending. */
  isBeingChanged?(key: string, pk: string): boolean;
  /** What its optimistic response has changed, by the row. */
  readonly changed: Map<unknown, RowChanges>;
}

/** What an optimistic response has changed of a row since it was visible first. */
export interface RowChanges {
  /** The row as it was visible until then. */
  readonly before: unknown;
  /** Names of the fields; {@linkcode presence} where there was no row. */
  readonly names: Set<string | symbol>;
}

/** Nothing is known of the thing. */
const never: Order = {
  seen: 0,
  sent: 0,
  sentUntil: 0,
  reported: 0,
  reportedUntil: 0,
  over: 0,
  heard: 0,
};

/**
 * The order of a thing after something new about it.
 *
 * @returns `undefined` if the new value is not to be visible
 */
export function orderAfter(
  order: Order,
  origin: Origin,
  { began, until }: Span,
): Order | undefined {
  const { was } = latest;
  if (
    was !== order || latest.origin !== origin || latest.began !== began ||
    latest.until !== until
  ) {
    const is = nextOrder(order, origin, began, until);
    latest = { was: order, origin, began, until, is };
  }
  return latest.is;
}

/** W6, W11: fields that have one order have one afterwards, too. */
let latest: {
  readonly was: Order;
  readonly origin: Origin;
  readonly began: number;
  readonly until: number;
  readonly is: Order | undefined;
} = { was: never, origin: "seen", began: 0, until: 0, is: never };

function nextOrder(
  order: Order,
  origin: Origin,
  began: number,
  until: number,
): Order | undefined {
  const { heard } = order;
  let { seen, sent, sentUntil, reported, reportedUntil, over } = order;
  switch (origin) {
    case "seen":
      if (began < seen || began < heard) return undefined;
      if (sent === 0 && reportedUntil === 0) return observedAt(began);
      seen = began;
      break;
    case "sent":
      if (began < sent) return undefined;
      seen = Math.max(seen, until);
      sent = began;
      sentUntil = Math.max(sentUntil, until);
      over = overAfter(order, began, until);
      break;
    case "reported":
      if (began < sentUntil || began < reported) return undefined;
      seen = Math.max(seen, until);
      reported = began;
      reportedUntil = Math.max(reportedUntil, until);
      over = overAfter(order, began, until);
  }
  // W4: a spread with other values takes Node.js a microsecond
  return { seen, sent, sentUntil, reported, reportedUntil, over, heard };
}

/** What a write knew of that is confirmed: what was heard of meanwhile it did not know. */
function overAfter(order: Order, began: number, until: number): number {
  const newest = newestIn(order);
  return until === Infinity || began === newest
    ? order.over
    : order.heard > began
    ? -1
    : newest;
}

/** When the newest write of a thing began. */
export function newestIn({ sent, reported }: Order): number {
  return Math.max(sent, reported);
}

/** The order of a thing after a write of which nobody here knows whether it was carried out. */
export function orderAfterLost(order: Order, { until }: Span): Order {
  const { reportedUntil } = order;
  return { ...order, reportedUntil: Math.max(reportedUntil, until) };
}

/**
 * The order of a thing after a write over which a later one stands already:
 * nobody knows which of them the server carried out last.
 *
 * @returns `undefined` if it is the same
 */
export function orderBeneath(
  order: Order,
  origin: Origin,
  span: Span,
): Order | undefined {
  return origin === "sent" ||
      origin === "reported" && order.reported > span.began
    ? orderAfterLost(order, span)
    : undefined;
}

/**
 * Whether a write was pending together with one that has its response, so
 * that only the server knows which came last.
 */
export function isOverlapping(
  { sent, sentUntil, reported, reportedUntil, heard }: Order,
  { began }: Span,
): boolean {
  // what was heard of since is another one, also if it began at the same stamp
  const isOther = (start: number) => start !== began || heard > began;
  return sentUntil > began && isOther(sent) ||
    reportedUntil > began && isOther(reported) ||
    // it was deleted, and is seen again
    sentUntil === 0 && sent > began;
}

/**
 * Whether nothing has been heard of a thing since a write of which nobody knows
 * whether it was carried out.
 *
 * @param began when something began that would decide it, had it begun later
 */
export function isUnsettled(
  { seen, reportedUntil }: Order,
  began: number = -Infinity,
): boolean {
  return reportedUntil > seen && reportedUntil > began;
}

/** The order of what was observed. W2: rows of one response share theirs. */
export function observedAt(seen: number): Order {
  if (observed.seen !== seen) observed = { ...never, seen };
  return observed;
}

let observed = never;

export function isSameOrder(left: Order, right: Order): boolean {
  return left === right || left.seen === right.seen &&
      left.sent === right.sent && left.sentUntil === right.sentUntil &&
      left.reported === right.reported &&
      left.reportedUntil === right.reportedUntil &&
      left.over === right.over && left.heard === right.heard;
}

/** What a meta remembers of a row. */
export interface RowOrders {
  /** The order of everything that has none of its own. */
  readonly base: Order;
  /** Orders by the name of a field, and that of {@linkcode presence}. */
  readonly fields?: ReadonlyMap<string | symbol, Order> | undefined;
  /** Of a deleted row: fields that were written by what began after the deletion. */
  readonly later?: EntityRow | undefined;
  /** Of a row whose deletion is pending: what is there without that. */
  readonly hidden?: EntityValue | undefined;
}

/** Stands among the names of fields for whether there is the row. */
export const presence: unique symbol = Symbol("presence");

/** Stands there for what the row lacks: only its creation can have left it out. */
export const absence: unique symbol = Symbol("absence");

/** The order that times tell: those of a write say when it was confirmed. */
export function orderOf({ fetchedAt, date, confirmedAt }: EntityMeta): Order {
  return confirmedAt === undefined
    ? observedAt(fetchedAt || date)
    : nextOrder(never, "sent", fetchedAt, confirmedAt)!;
}

/** A meta of what a write made be, or not be, as a whole. */
export function sentBy(meta: EntityMeta, span: Span): EntityMeta {
  return withOrders(meta, orderAfter(never, "sent", span)!);
}

/** What is known of the order of a row. */
export function ordersOf(meta: EntityMeta): RowOrders {
  const orders = historyOf(meta) as RowOrders | undefined;
  // a list remembers something else
  return orders?.base ? orders : { base: orderOf(meta) };
}

/** Since when it is known that a row exists, or that it does not. */
export function existenceOf(meta: EntityMeta): Order {
  return orderIn(ordersOf(meta), presence);
}

/** Whether nobody knew of a row, since a write without a response, whether it is there, until now. */
export function isCertainNow(
  before: EntityMeta | undefined,
  after: EntityMeta | undefined,
): boolean {
  return before !== undefined && isUnsettled(existenceOf(before)) &&
    !isUnsettled(existenceOf(after!));
}

/** The order of a field, or of {@linkcode presence}, of a row. */
export function orderIn(
  { base, fields }: RowOrders,
  name: string | symbol,
): Order {
  return fields?.get(name) ?? base;
}

/** When the newest write of some fields of a row began, or that by which there is the row; 0 if there is none. */
export function lastWriteOf(
  orders: RowOrders,
  names: ReadonlySet<string | symbol>,
  isCreated: boolean,
): number {
  const all = isCreated ? [presence, ...names] : [...names];
  return Math.max(0, ...all.map((name) => newestIn(orderIn(orders, name))));
}

/** A meta with the orders of a row. */
export function withOrders(
  meta: EntityMeta,
  base: Order,
  fields?: ReadonlyMap<string | symbol, Order>,
  others?: Pick<RowOrders, "later" | "hidden">,
): EntityMeta {
  return fields === undefined && others === undefined &&
      isSameOrder(base, orderOf(meta))
    ? meta
    : remembering(meta, { base, fields, ...others } satisfies RowOrders);
}

/**
 * A meta with another order of whether there is the row. If a row is deleted,
 * this is the order of everything about it.
 */
export function withPresence(
  meta: EntityMeta,
  isThere: boolean,
  order: Order,
): EntityMeta {
  const { base, fields, ...others } = ordersOf(meta);
  return isThere || fields?.has(presence)
    ? withOrders(meta, base, new Map(fields).set(presence, order), others)
    : withOrders(meta, order, fields, others);
}

/**
 * A meta of a row, or of none, after a write of which nobody here knows whether
 * it was carried out.
 */
export function metaAfterLost(
  meta: EntityMeta,
  isThere: boolean,
  span: Span,
): EntityMeta {
  const order = orderAfterLost(existenceOf(meta), span);
  return withPresence(meta, isThere, order);
}

/** The order of what a write here and one of another tab decided without having heard of each other. */
export function besideAnother(order: Order): Order {
  return { ...order, over: -2 };
}

/** What is there without a pending deletion: for what cannot do without the row. */
export function undeleted<Value>(
  value: Value,
  meta: EntityMeta | undefined,
): Value | EntityValue | undefined {
  return typeof value === "symbol" && meta !== undefined &&
      existenceOf(meta).sentUntil === Infinity
    ? ordersOf(meta).hidden
    : value;
}

/** A meta that remembers nothing. W2: the entities of a response share theirs. */
let forgetful: EntityMeta | undefined;

/** A constructor that returns an object lets a subclass add its private fields to that. */
class Returning {
  constructor(meta: EntityMeta) {
    return meta;
  }
}

/**
 * A meta that remembers something. It is a plain object with a private field:
 * copies, comparisons and JSON are without it. A WeakMap would do the same, but
 * asks some engines for more than a microsecond for each meta.
 */
class RememberingMeta extends Returning {
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
  const history: any = meta && historyOf(meta);
  return history?.base
    ? [{ ...history, fields: undefined }, ...history.fields ?? []]
    : history;
}
