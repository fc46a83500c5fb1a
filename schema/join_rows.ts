/**
 * What two tabs know of a row, in one, by the law of time (`order.ts`). Lists:
 * `join_lists.ts`.
 *
 * @module
 */
import type { EntityMeta, EntityRow } from "./contract.ts";
import type { Hearing } from "./join_lists.ts";
import {
  absence,
  besideAnother,
  instant,
  isSameOrder,
  isUnsettled,
  newestIn,
  type Order,
  orderAfterLost,
  orderIn,
  ordersOf,
  presence,
  type RowOrders,
} from "./order.ts";
import { setOwn } from "./own.ts";
import { isSameValue } from "./same_value.ts";

const marks = [presence, absence];

/** Orders with a number in place of a symbol, so that they can be sent. */
export interface PlainOrders {
  readonly base: Order;
  readonly fields: ReadonlyMap<string | number, Order>;
  readonly later: EntityRow | undefined;
}

/** What is known of the order of a row, as it is sent to another tab. */
export function plainOrders(meta: EntityMeta): PlainOrders {
  const { base, fields, later } = ordersOf(meta);
  const named = [...fields ?? []].map(([name, order]) =>
    [typeof name === "symbol" ? marks.indexOf(name) : name, order] as const
  );
  return { base, fields: new Map(named), later };
}

/** The same again. */
export function fullOrders({ base, fields, later }: PlainOrders): RowOrders {
  const named = [...fields].map(([name, order]) =>
    [typeof name === "number" ? marks[name]! : name, order] as const
  );
  return { base, fields: new Map(named), later };
}

/**
 * Whether what another tab knows of a thing stands over what is known here. Of
 * two at one stamp it is the same one in both tabs.
 */
function isAhead(
  theirs: Order,
  ours: Order,
  their: unknown,
  our: unknown,
): boolean {
  const lead = theirs.sent - ours.sent || theirs.reported - ours.reported ||
    theirs.seen - ours.seen;
  return lead > 0 ||
    lead === 0 && `${JSON.stringify(their)}` > `${JSON.stringify(our)}`;
}

/** Whether another tab wrote the thing while this one did: what is over one of them need not be over both. */
function isBeside({ over }: Order): boolean {
  return over < -1;
}

/** Whether two tabs wrote the thing, and it is asked for here: what the other tab reads meanwhile may be older. */
function isAsked(own: Order): boolean {
  return isBeside(own) && !isSeenSince(own);
}

/** Whether two tabs wrote a thing without having heard of each other. */
function isContested(theirs: Order, ours: Order, isSame = true): boolean {
  const { later, earlier } = inOrder(theirs, ours);
  const known = newestIn(earlier);
  if (known === 0) return false;
  // clocks of two tabs may be equal: a write that both have was confirmed at one time, or heard of
  if (newestIn(later) === known) {
    const isOne = isSame && untilIn(later) === untilIn(earlier);
    return !isOne && !isHeard(later) && !isHeard(earlier);
  }
  return later.over !== known || isBeside(earlier);
}

/** When the newest write of a thing was confirmed. */
function untilIn(
  { sent, sentUntil, reported, reportedUntil }: Order,
): number {
  return sent < reported ? reportedUntil : sentUntil;
}

/** Whether the newest write of a thing was heard of. */
function isHeard(order: Order): boolean {
  return order.heard === untilIn(order);
}

/** The order of what two tabs wrote, as it is joined: whether neither had heard of the other is not forgotten. */
function joined(order: Order, theirs: Order, ours: Order): Order {
  const { later, earlier } = inOrder(theirs, ours);
  return newestIn(later) > newestIn(earlier) && isContested(theirs, ours)
    ? { ...order, over: -2 }
    : order;
}

/** Whether a thing was observed by what began after its newest write was confirmed. */
function isSeenSince({ seen, sentUntil, reportedUntil }: Order): boolean {
  return seen > Math.max(sentUntil, reportedUntil);
}

function inOrder(
  theirs: Order,
  ours: Order,
): { readonly later: Order; readonly earlier: Order } {
  return newestIn(theirs) > newestIn(ours)
    ? { later: theirs, earlier: ours }
    : { later: ours, earlier: theirs };
}

/** When a row was heard of, and what of this tab the other one knew. */
export type RowHearing = Pick<Hearing, "heard" | "knownThere">;

/** A row with all that is known of its order. */
export interface OrderedRow {
  /** The row; `undefined` for one that was deleted. */
  readonly row: EntityRow | undefined;
  readonly orders: RowOrders;
}

/**
 * What two tabs know of a row, in one: the same in both, whoever heard first.
 *
 * @param hearing when it was heard here, and what of this tab the other one knew
 * @param contested takes the names of fields of which only the server knows what they are
 * @param written takes the names of fields that the other tab wrote last, or wrote as this one did
 */
export function joinRows(
  ours: OrderedRow,
  theirs: OrderedRow,
  hearing: RowHearing,
  contested: Set<string | symbol>,
  written: Set<string | symbol>,
): OrderedRow {
  const { heard } = hearing;
  const joint = joinPresence(ours, theirs, hearing, contested);
  const { winner, base } = joint;
  const here = orderIn(ours.orders, presence);
  let isNews = winner === theirs;
  const row: EntityRow = {};
  const fields = new Map<string | symbol, Order>();
  const join = (name: string | symbol, their: unknown, our: unknown) => {
    const own = sentIn(ours.orders, our === absent ? absence : name);
    const other = sentIn(theirs.orders, their === absent ? absence : name);
    const isTheirs = our === absent
      ? isLasting(winner, theirs, other, lackingSince(ours, own))
      : their === absent
      ? !isLasting(winner, ours, own, lackingSince(theirs, other))
      : joint.aware && own.sent === other.sent
      ? joint.aware === theirs
      : isAhead(other, own, their, our);
    const value = isTheirs ? their : our;
    if (value === absent) return;
    const single = isTheirs ? orderHeard(other, own, heard) : own;
    const isInBoth = our !== absent && their !== absent;
    const order = isInBoth ? joined(single, other, own) : single;
    const isSame = isSameValue(our, their);
    // what was read since is no other write
    const isOne = isSame || isSeenSince(own) || isSeenSince(other);
    // what only a deletion lacks is in doubt no more than whether there is the row
    if (
      (isInBoth || ours.row && theirs.row) &&
      (!isSame && isAsked(own) || isContested(other, own, isOne))
      // of two that wrote the same, one need not know what that changed
    ) (isSame ? written : contested).add(name);
    if (typeof name === "string") setOwn(row, name, value);
    if (isTheirs && newestIn(other) > newestIn(own)) written.add(name);
    if (written.has(name) || other.seen > here.reportedUntil) isNews = true;
    if (!isSameOrder(order, base)) fields.set(name, order);
  };
  for (const name of Object.keys({ ...valuesOf(ours), ...valuesOf(theirs) })) {
    join(name, valueIn(theirs, name), valueIn(ours, name));
  }
  if (winner.row) { for (const mark of marks) join(mark, 0, 0); }
  const later = !winner.row && fields.size > 0 && { later: row };
  const orders = { base, fields, ...later };
  if (isUnsettled(here)) {
    // whoever asks what became of a write has not asked about what is heard now
    if (isNews) contested.add(presence);
    const span = { began: heard, until: isNews ? heard : here.reportedUntil };
    const asked = orderAfterLost(orderIn(orders, presence), span);
    if (winner.row) fields.set(presence, asked);
    else orders.base = asked;
  }
  return { row: winner.row && row, orders };
}

/** Whether a field of a tab stays that the other one lacks, since its row was created or deleted there. */
function isLasting(
  winner: OrderedRow,
  side: OrderedRow,
  { sent }: Order,
  lacking: number,
): boolean {
  // who writes a row has written what is known of it
  const rowSent = winner.row && side.row
    ? standingSince(side, orderIn(side.orders, presence))
    : 0;
  return Math.max(sent, rowSent) >= lacking;
}

/**
 * Which tab knows whether there is a row, and the order of that. Where one tab
 * saw a deleted row again without having heard what the other one wrote, `aware`
 * is the other one.
 */
function joinPresence(
  ours: OrderedRow,
  theirs: OrderedRow,
  { heard, knownThere }: RowHearing,
  contested: Set<string | symbol>,
): { winner: OrderedRow; base: Order; aware: OrderedRow | undefined } {
  const here = orderIn(ours.orders, presence);
  const there = orderIn(theirs.orders, presence);
  const isGone = ours.row === undefined || theirs.row === undefined;
  const isInBoth = (ours.row === undefined) === (theirs.row === undefined);
  // what is seen again after a deletion is no write
  const isSame = isInBoth || isAgain(ours) || isAgain(theirs);
  const isUnheard = isContested(there, here, isSame);
  if (isUnheard && !isInBoth) contested.add(presence);
  const isOursUnaware = isUnaware(ours, here, there, isUnheard);
  const isTheirsUnaware = isUnaware(theirs, there, here, isUnheard);
  const aware = isOursUnaware === isTheirsUnaware
    ? undefined
    : isOursUnaware
    ? theirs
    : ours;
  if (isGone && aware) contested.add(presence);
  const isTheirs = isGone &&
    (aware ? aware === theirs : isAhead(
      { ...there, sent: standingSince(theirs, there) },
      { ...here, sent: standingSince(ours, here) },
      theirs.row,
      ours.row,
    ));
  const winner = isTheirs ? theirs : ours;
  const known = winner.orders.base;
  const order = isTheirs ? orderHeard(known, here, heard) : known;
  const base = winner.row ? order : joined(order, there, here);
  // what is over the deletion need not be over that
  return isTheirs && !winner.row && isWrittenSince(ours, knownThere)
    ? { winner, base: besideAnother(base), aware }
    : { winner, base, aware };
}

/** Whether this tab has written a row since another one heard of it. */
function isWrittenSince({ orders }: OrderedRow, known: number): boolean {
  return [...orders.fields ?? []].some(([_, order]) =>
    !isHeard(order) && untilIn(order) > known
  );
}

/** Whether a deleted row was seen again by a tab that had not heard what the other one wrote. */
function isUnaware(
  side: OrderedRow,
  own: Order,
  other: Order,
  isUnheard: boolean,
): boolean {
  const { base, fields } = side.orders;
  return isAgain(side) &&
    ![...fields ?? []].some(([_, { sent }]) => sent > base.sent) &&
    (isUnheard ||
      newestIn(own) === newestIn(other) && isBeside(other) && !isBeside(own));
}

/** Since when a row has not a field that it lacks; of what two tabs did at one stamp, a deletion is the later one. */
function lackingSince(side: OrderedRow, { sent }: Order): number {
  return side.row === undefined || isAgain(side) ? sent + instant / 2 : sent;
}

/** Since when there is a row, or none: of what two tabs did at one stamp a deletion stands, unless a later call has reported the row. */
function standingSince(side: OrderedRow, order: Order): number {
  const { sent, reported } = order;
  return reported > sent ? sent + instant / 2 : lackingSince(side, order);
}

/** Whether a row was seen again after it was deleted. */
function isAgain({ row, orders: { base } }: OrderedRow): boolean {
  return row !== undefined && base.sent > 0 && base.sentUntil === 0;
}

/** The order of a field as another tab takes it: a deletion before the row was seen again sent no value. */
function sentIn(orders: RowOrders, name: string | symbol): Order {
  const order = orderIn(orders, name);
  return order.sentUntil === 0 && order.sent > 0
    ? { ...order, sent: 0 }
    : order;
}

const absent = Symbol("absent");

/** The fields of a row, or what stays of a deleted one. */
function valuesOf({ row, orders: { later = {} } }: OrderedRow): EntityRow {
  return row ?? later;
}

function valueIn(side: OrderedRow, name: string): unknown {
  const values = valuesOf(side);
  return Object.hasOwn(values, name) ? values[name] : absent;
}

/** The order of what another tab knows, as it stands here: a write is confirmed when it is heard of. */
function orderHeard(order: Order, known: Order, heard: number): Order {
  return order.sent > known.sent
    ? { ...order, sentUntil: heard, heard }
    : order.reported > known.reported
    ? { ...order, reportedUntil: heard, heard }
    : order;
}
