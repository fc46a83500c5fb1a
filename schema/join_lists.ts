/**
 * What two tabs know of a list, in one: its newer response, and what was put in
 * and taken out since. Rows: `join_rows.ts`.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- lists, maps and references of every kind
import type { EntityMeta, EntitySlot } from "./contract.ts";
import { isObject } from "./is_object.ts";
import type { Merged } from "./merge.ts";
import {
  addFirst,
  adding,
  addingPage,
  append,
  changesAfter,
  type ConfirmedChange,
  enter,
  historyOfList,
  isOpposed,
  left,
  type ListHistory,
  type ListPage,
  type ListPages,
  type MembershipChange,
  pagesAfter,
  removing,
  standing,
  unshift,
} from "./merge_membership.ts";
import { instant, type Span } from "./order.ts";

/** A change of members as it is sent to another tab. */
export interface PlainMembers {
  readonly added?: any;
  readonly removed?: readonly any[];
  readonly page?: ListPage;
  readonly isFirst?: boolean | undefined;
  readonly isEntry?: boolean | undefined;
}

/** The same with when it was made. */
export interface PlainChange extends PlainMembers, Span {
  readonly isNew: boolean;
}

/** What is remembered of a list, as it is sent to another tab. */
export interface PlainHistory {
  /** When the response began that the list comes from. */
  readonly listStamp: number;
  /** Changes that the other tab may not know of. */
  readonly changes: readonly PlainChange[];
}

/** Nothing that another tab tells is expected to be on its way for longer; in milliseconds. */
export const LATELY = 10_000;

/** So many changes of a list may be on their way at once. */
const MOST = 100;

/** What another tab gets of a list, in addition to its members. */
export function plainHistory(meta: EntityMeta): PlainHistory {
  const history = historyOfList(meta);
  const { listStamp, changes, count } = history;
  const newest = changes[count - 1]?.until ?? 0;
  return {
    listStamp,
    changes: changesAfter(history, newest - LATELY).slice(-MOST).map(
      ({ change, ...span }) => ({ ...plainMembers(change), ...span }),
    ),
  };
}

/** A change of members without what cannot be sent. */
export function plainMembers(
  { added, members, page, isFirst, isEntry }: MembershipChange,
): PlainMembers {
  return page
    ? { page }
    : added
    ? { added, isFirst, isEntry }
    : { removed: members! };
}

/** A list with all that is remembered of it. */
export interface JoinedList extends Merged {
  /** Whether one tab took out what another put in, and neither had heard of the other. */
  readonly isContested: boolean;
  /** Whether the response is that of the other tab. */
  readonly isTheirs: boolean;
  /** Just before the first change of the other tab began that took something out. */
  readonly removedAt: number;
}

/** What two tabs had heard of each other. */
export interface Hearing {
  /** The other tab. */
  readonly from: number;
  /** This tab. */
  readonly here: number;
  /** When the list was heard of here. */
  readonly heard: number;
  /** What was confirmed here before that, the other tab knew when it requested the list. */
  readonly knownThere: number;
  /** What was confirmed there before that, this tab knew when it requested its own. */
  readonly knownHere: number;
}

/**
 * What two tabs know of a list, in one: the newer response, and the changes that
 * whoever sent for it did not know of.
 *
 * @param isFollowed whether the list has rows by what was written to them here; if not, only the other tab knows these
 */
export function joinLists(
  slot: Pick<EntitySlot, "value" | "meta">,
  { value: incoming, meta: incomingMeta }: Merged,
  { listStamp, changes }: PlainHistory,
  hearing: Hearing,
  isFollowed: boolean,
): JoinedList {
  const empty = Array.isArray(incoming) ? [] : {};
  const existing: any = isObject(slot.value) ? slot.value : empty;
  const existingMeta = slot.meta ?? { fetchedAt: 0, date: 0, expiresAt: 0 };
  const history = historyOfList(existingMeta);
  const isTheirs = isFollowed
    ? listStamp > history.listStamp
    : listStamp >= history.listStamp;
  const known = differences(history, changes, hearing);
  const { news, unheard, ours, theirs } = known;
  const newest = Math.max(listStamp, history.listStamp);
  const response = isTheirs ? incomingMeta : existingMeta;
  const lacking = isTheirs ? unheard : confirmedSince(news, hearing.knownHere);
  const since = new Map(
    [...isTheirs ? theirs : ours].filter(([_, { until }]) => until > newest),
  );
  // what is made again has its turn
  const others = [...ours, ...theirs]
    .filter(([id, one]) => !since.has(id) && !lacking.includes(one))
    .map(([_, one]) => one);
  const { value, pages } = replayed(
    isTheirs ? incoming : existing,
    response.pages,
    standing(lacking, {
      changes: others,
      count: others.length,
      newest: Infinity,
    }),
    [...since.values()],
  );
  const asked = isTheirs ? listStamp : 0;
  const remaining = remembered(history, known, asked, hearing.heard);
  const isPaged = news.some(({ change }) => change.page);
  const { beyond } = isPaged ? incomingMeta : response;
  const facts = { ...response, pages, beyond };
  const merged = left(existing, existingMeta, value, incomingMeta, facts, {
    listStamp: newest,
    changes: remaining,
    count: remaining.length,
    newest: Math.max(history.newest, ...news.map(({ began }) => began)),
  });
  return {
    ...merged,
    isTheirs,
    removedAt: Math.min(
      ...news.map(({ change, began }) =>
        change.added ? Infinity : began - instant
      ),
    ),
    isContested: news.some(({ change }) => isOpposed(change, unheard)),
  };
}

/** The changes that a list remembers once another tab was heard, whose response was requested at a stamp, if it is the newer one. */
function remembered(
  { changes, count }: ListHistory,
  { news, unheard }: Record<"news" | "unheard", readonly ConfirmedChange[]>,
  asked: number,
  heard: number,
): ConfirmedChange[] {
  return [
    ...changes.slice(0, count)
      // after their response, and before what began here since
      .map((one) => unheard.includes(one) ? until(one, asked + instant) : one),
    ...news.map(({ confirmedAt: _, ...one }) => ({ ...one, until: heard })),
  ].sort((one, other) => one.until - other.until);
}

/** What two tabs remember of a list: all changes, those that are news here, and those that the other tab had not heard of. */
function differences(
  history: ListHistory,
  changes: readonly PlainChange[],
  { from, here, knownThere }: Hearing,
):
  & Record<"theirs" | "ours", ReadonlyMap<string, ConfirmedChange>>
  & Record<"news" | "unheard", readonly ConfirmedChange[]> {
  const theirs = byIdentity(
    changes.map((one) => ({
      ...one,
      from: one.from ?? from,
      change: changeFrom(one),
    })),
    from,
  );
  const since = Math.min(knownThere, ...changes.map(({ until }) => until));
  const ours = byIdentity(
    changesAfter(history, since - LATELY).slice(-2 * MOST),
    here,
  );
  // a third tab tells by itself what it changes; it may be this one before a reload
  const news = absentIn(ours, theirs).filter((one) => one.from === from);
  const unheard = confirmedSince(absentIn(theirs, ours), knownThere)
    .filter((one) => one.from !== from);
  return { theirs, ours, news, unheard };
}

/** The changes that were confirmed after a time. */
function confirmedSince(
  changes: readonly ConfirmedChange[],
  time: number,
): ConfirmedChange[] {
  return changes.filter(({ until, confirmedAt = until }) => confirmedAt > time);
}

/** A change that stands at a time at the earliest. */
function until(change: ConfirmedChange, time: number): ConfirmedChange {
  const { until, confirmedAt = until } = change;
  return { ...change, until: Math.max(until, time), confirmedAt };
}

/** A list after changes that it lacks, and those that it has since it was requested: in both tabs in the same places. */
function replayed(
  value: any,
  pages: ListPages | undefined,
  applied: readonly ConfirmedChange[],
  known: readonly ConfirmedChange[],
): { readonly value: any; readonly pages: ListPages | undefined } {
  if (applied.length === 0) return { value, pages };
  const all = [...applied, ...known].sort((one, other) =>
    one.began - other.began || rankOf(one).localeCompare(rankOf(other))
  );
  for (const { change, isNew } of all) {
    if (isNew && change.added) value = removing(change.members!)(value);
  }
  for (const { change } of all) {
    pages = pagesAfter(change, value, pages);
    value = change(value);
  }
  return { value, pages };
}

function absentIn(
  known: ReadonlyMap<string, ConfirmedChange>,
  changes: ReadonlyMap<string, ConfirmedChange>,
): ConfirmedChange[] {
  return [...changes].filter(([id]) => !known.has(id)).map(([_, one]) => one);
}

/** Changes by what they do, when they began, and where; of several that are the same the first one. */
function byIdentity(
  changes: readonly ConfirmedChange[],
  here: number,
): Map<string, ConfirmedChange> {
  return new Map(
    changes.map((one) => {
      const { began, from = here, change: { added } } = one;
      const kind = added ? "in" : "out";
      return [`${from} ${began} ${kind} ${nameOf(one)}`, one] as const;
    }).reverse(),
  );
}

/** Orders changes that began at once: in both tabs the same, what is put in last. */
function rankOf(one: ConfirmedChange): string {
  const kind = one.change.added ? 1 : 0;
  return `${kind}${one.isNew ? 0 : 1}${nameOf(one)}`;
}

function nameOf(
  { change: { members, page, isFirst = false } }: ConfirmedChange,
): string {
  return JSON.stringify([isFirst, members ?? page!.args]);
}

/** A change of members as it was before it was sent. */
export function changeFrom(
  { added, removed, page, isFirst, isEntry }: PlainMembers,
): MembershipChange {
  if (page) {
    const { args, members, isBefore } = page;
    return addingPage(args, members, isBefore ? unshift : append);
  }
  return removed
    ? removing(removed)
    : adding(isEntry ? enter : isFirst ? addFirst : append, added);
}
