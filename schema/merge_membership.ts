// deno-lint-ignore-file no-explicit-any -- lists, maps and references of every kind
import type {
  ConfirmedWrite,
  EntityMeta,
  EntityRow,
  EntitySlot,
  INormalizeDelegate,
} from "./contract.ts";
import { isObject } from "./is_object.ts";
import type { Merged } from "./merge.ts";
import { historyOf, remembering, type Span } from "./order.ts";
import { defined } from "./own.ts";
import { isSameValue } from "./same_value.ts";

/**
 * Adds, removes or moves members of a list or map. Must be repeatable: applied
 * to a value that has the change already, it leaves the value as it is. The
 * changes of a {@linkcode Collection} make them.
 */
export interface MembershipChange {
  /** Returns the members after the change; must not change its arguments. */
  (existing: any): any;
  /** Arguments and members of the call that brought a page of the list, if it did. */
  readonly page?: ListPage | undefined;
  /** The members that it puts in or takes out, if they are known. */
  readonly members?: readonly any[];
  /** The members that it adds, or a map of them. */
  readonly added?: any;
  /** Whether at the start. */
  readonly isFirst?: boolean;
  /** Whether at the end. */
  readonly isLast?: boolean;
  /** Whether to a map, unless that has them. */
  readonly isEntry?: boolean;
  /** The same change for some of these members. */
  only?(members: readonly any[]): MembershipChange;
}

/**
 * Combines the members of a stored list or map with others; must not change
 * either. {@linkcode unshift} is one, for `addWith` and `moveWith` of a
 * Collection.
 */
export type MemberMerge = (existing: any, incoming: any) => any;

/** A page of a {@linkcode Collection}: a part that was asked for by itself. */
export interface ListPage {
  /** Arguments of the request that brought it. */
  readonly args: readonly unknown[];
  /** Primary keys in it: a list, or a map as the Collection has them. */
  readonly members: any;
  /** Whether it is a page before those that are there. */
  readonly isBefore?: boolean;
}

/** The parts that a list came in. */
export type ListPages = NonNullable<EntityMeta["pages"]>;

/** No request is expected to be under way for longer; in milliseconds. */
const WINDOW = 10 * 60 * 1000;

/** A change that was confirmed. */
export interface ConfirmedChange extends Span {
  readonly change: MembershipChange;
  /** Whether it changed anything when it was made. */
  readonly isNew: boolean;
  /** Whether a later one stood over it when it was confirmed: it is never made. */
  readonly isDead?: boolean;
  /** When it was confirmed, if it stands later, over a response of another tab. */
  readonly confirmedAt?: number;
}

/**
 * What is remembered of a list: the stamp of the response that it as a whole
 * comes from, and changes since that a later response may not know of.
 */
export interface ListHistory {
  readonly listStamp: number;
  /** Whether another response was there before, which pages may have followed. */
  readonly isRepeated?: boolean | undefined;
  /** When a response came that was another one than that before. */
  readonly changedAt?: number | undefined;
  /** In the order of their arrival. W6: shared with later histories of the list, whose changes follow. */
  readonly changes: ConfirmedChange[];
  /** How many of the changes belong to this history. */
  readonly count: number;
  /** When the newest of them began. */
  readonly newest: number;
}

/** What is known of a list that comes in, in addition to its members. */
export interface ListFacts {
  /** Its pages, if it came with all of them: no member of the stored list stays that they lack. */
  readonly pages?: ListPages | undefined;
  /** Arguments that do not select its rows. */
  readonly ignores?: readonly string[] | undefined;
  /** Whether it came inside an entity, which may have only some of its rows. */
  readonly isPreview?: boolean | undefined;
  /** How many more rows a number next to it counts than are loaded. */
  readonly beyond?: number | undefined;
}

/** What is known of lists that come in, by their members. */
export const listFacts: WeakMap<object, ListFacts> = new WeakMap();

/**
 * Orders a list or map that a response brings: it replaces the stored one, or
 * the first page of it, unless that comes from a newer response, but does not
 * undo changes of members that were confirmed after its request began.
 */
export function mergeList(
  existing: EntityRow,
  existingMeta: EntityMeta,
  incoming: EntityRow,
  incomingMeta: EntityMeta,
  { began, until }: Span,
): Merged {
  const history = historyOfList(existingMeta);
  if (began < history.listStamp) {
    return { value: existing, meta: existingMeta };
  }
  let value = incoming;
  const isRepeated = history.listStamp > 0;
  const facts = listFacts.get(incoming);
  let pages = facts?.pages;
  if (pages) pages = { ...pages, until };
  else if (existingMeta.pages !== undefined) {
    // what other pages and changes brought stays
    const { first, before } = existingMeta.pages;
    const others = removing(itemsOf(first))(existing);
    const { pushed, isTorn } = pushedOut(existing, first, incoming, others);
    value = append(
      before ? append(membersBefore(first, existing), incoming) : incoming,
      pushed.length > 0 ? [...pushed, ...others] : others,
    );
    pages = {
      ...existingMeta.pages,
      first: removing(itemsOf(others))(incoming),
      ...isTorn && { isTorn },
    };
  }
  const changes = standingAfter(history, began);
  for (const { change, began: since } of changes) {
    pages = pagesAfter(change, value, pages, isRepeated && since < began);
    value = change(value);
  }
  // a page that came meanwhile follows what is not there any more
  const isTorn = pages && changes.some(({ change }) => change.page) &&
    without(itemsOf(existing), itemsOf(value)).length > 0;
  if (isTorn) pages = { ...pages!, isTorn };
  const { beyond, pages: former } = existingMeta;
  const isOther = isRepeated &&
    !isSameValue(former?.first ?? existing, incoming);
  const known = { ...facts, pages, beyond };
  return left(existing, existingMeta, value, incomingMeta, known, {
    ...history,
    listStamp: began,
    isRepeated,
    changedAt: isOther ? until : history.changedAt,
  });
}

/**
 * A meta of a list that comes for the first time: it remembers changes that were
 * confirmed before, as if the list had been there, and empty.
 */
export function metaBefore(
  none: EntityRow,
  never: EntityMeta,
  changes: readonly ConfirmedWrite[],
): EntityMeta {
  let before: Merged = { value: none, meta: never };
  for (const { members, ...span } of changes) {
    before = changeMembers(before.value, before.meta, members!, never, span);
  }
  return before.meta;
}

/** Changes members of a stored list or map, and remembers the change for responses that do not know of it. */
export function changeMembers(
  existing: EntityRow,
  existingMeta: EntityMeta,
  change: MembershipChange,
  incomingMeta: EntityMeta,
  { began, until, from }: Span,
): Merged {
  const history = historyOfList(existingMeta);
  const { listStamp, isRepeated, changedAt, changes: known, count, newest } =
    history;
  const standing = standingPart(change, history, began);
  // what another tab has sent of the list itself, its row need not say again, unless a response lacks it
  const isSent = from !== undefined &&
    hasChange(existingMeta, change, began, from, listStamp);
  const isDead = standing === undefined;
  if (isDead && until === Infinity || isSent) {
    return { value: existing, meta: existingMeta };
  }
  change = standing ?? change;
  const now = until < Infinity ? until : began;
  const isInOrder = !((known[count - 1]?.until ?? 0) > until);
  // those of a state that was dropped follow, or many are too old to matter
  const changes = known.length > count || !isInOrder ||
      now - (known[0]?.until ?? now) > 2 * WINDOW
    ? rememberedAfter(history, now - WINDOW)
    : known;
  let { pages } = existingMeta;
  let value = existing;
  const later = laterPages(change, history, began);
  // the order of pages is that of their requests
  for (const { page } of later) {
    value = removing(itemsOf(page!.members))(value);
    const args = pages!.args.filter((args) => !isSameValue(args, page!.args));
    pages = { ...pages!, args };
  }
  const isOlder = isRepeated && began < Math.max(listStamp, changedAt ?? 0);
  for (const one of isDead ? [] : [change, ...later]) {
    pages = pagesAfter(one, value, pages, isOlder);
    value = inOrder(one, value, history, began);
  }
  const isNew = value !== existing;
  for (const { change: one } of sincePage(change, history, began)) {
    value = one(value);
  }
  if (pages && change.page) pages = { ...pages, until };
  changes.push({ change, began, until, from, isNew, isDead });
  if (!isInOrder) changes.sort((left, right) => left.until - right.until);
  const facts = { ...existingMeta, pages };
  return left(existing, existingMeta, value, incomingMeta, facts, {
    listStamp,
    isRepeated,
    changedAt,
    changes,
    count: changes.length,
    newest: Math.max(began, newest),
  });
}

/**
 * Adds to another version of a list what a write has added to an earlier one.
 *
 * @param leftMeta what the write left of the earlier version
 * @param meta times of the write
 * @returns nothing where it did more than that
 */
export function addAgain(
  { value, meta: existingMeta }: Pick<EntitySlot, "value" | "meta">,
  leftMeta: EntityMeta,
  meta: EntityMeta,
): Merged | undefined {
  const { changes, count, listStamp } = historyOfList(leftMeta);
  // a newer response may say of which lists the row is a member
  if (historyOfList(existingMeta!).listStamp !== listStamp) return undefined;
  let merged = { value: value as EntityRow, meta: existingMeta! };
  let first = count;
  while (changes[first - 1]?.began === meta.fetchedAt) first--;
  for (const { change, isDead, ...span } of changes.slice(first, count)) {
    if (!change.added || isDead) return undefined;
    merged = changeMembers(merged.value, merged.meta, change, meta, span);
  }
  return first < count ? merged : undefined;
}

/**
 * A list after a change. What that adds at an end stands as if what was added there
 * by changes that began later had come later, unless a response has their order.
 */
function inOrder(
  change: MembershipChange,
  list: any,
  history: ListHistory,
  began: number,
): any {
  const { isFirst, isLast } = change;
  const next = change(list);
  // W6: mostly nothing began later
  if (
    began >= history.newest || !Array.isArray(list) || !isFirst && !isLast
  ) return next;
  const adding = standingAfter(history, history.listStamp)
    .filter((one) => one.isNew);
  const later = adding.flatMap(({ change, began: since }, index) =>
    since > began && change.isFirst === isFirst && change.isLast === isLast
      // what was there already stays where it was
      ? without(change.members!, adding.slice(0, index).flatMap(membersOf))
      : []
  );
  const isLater = (member: unknown) => has(later, member);
  const place = isFirst
    ? list.findLastIndex(isLater) + 1
    : list.findIndex(isLater);
  return place < 0
    ? next
    : [...list.slice(0, place), ...without(next, list), ...list.slice(place)];
}

function membersOf({ change: { members = [] } }: ConfirmedChange) {
  return members;
}

/** The pages that were requested after one, and came before it; not those that were set by hand. */
function laterPages(
  { page }: MembershipChange,
  history: ListHistory,
  began: number,
): MembershipChange[] {
  if (!page || page.isBefore) return [];
  return changesAfter(history, history.listStamp)
    .filter((one) => one.began > began && one.until > one.began)
    .sort((left, right) => left.began - right.began)
    .map(({ change }) => change)
    .filter(({ page }) => page && !page.isBefore);
}

/**
 * The part of a change that no later one of the same members has overtaken;
 * `undefined` if there is none.
 *
 * @param isKind whether one of the same kind overtakes it as well
 */
function standingPart(
  change: MembershipChange,
  { changes, count, newest }: Pick<ListHistory, "changes" | "count" | "newest">,
  began: number,
  isKind = true,
): MembershipChange | undefined {
  const { members, added } = change;
  // W6: mostly nothing began later
  if (members === undefined || began >= newest) return change;
  const later = changes.slice(0, count)
    .filter((other) =>
      other.began > began && (isKind || !other.change.added !== !added)
    ).flatMap(membersOf);
  if (later.length === 0) return change;
  const standing = without(members, later);
  if (standing.length === 0) return undefined;
  return standing === members ? change : change.only!(standing);
}

/** What a response leaves: the list, and a meta with the times of the later request that knows more, where there is more to know. */
export function left(
  existing: EntityRow,
  existingMeta: EntityMeta,
  value: EntityRow,
  incomingMeta: EntityMeta,
  { pages, ignores, isPreview, beyond }: ListFacts,
  history: ListHistory,
): Merged {
  const newer = incomingMeta.fetchedAt < existingMeta.fetchedAt
    ? existingMeta
    : incomingMeta;
  let meta = newer;
  // a refetch may have found that it has one part
  if (pages?.args.length === 0) pages = undefined;
  // W6: most lists have none of these
  if (
    pages || ignores || isPreview || beyond !== undefined ||
    Object.keys(newer).length > 3
  ) meta = defined({ ...newer, pages, ignores, isPreview, beyond });
  const isSame = isSameValue(existing, value);
  return {
    // what has other rows is another list
    value: existingMeta.beyond !== beyond ||
        !isSameValue(existingMeta.ignores, ignores)
      ? isSame ? copyOf(value) : value
      : isSame
      ? existing
      : value,
    meta: history.count === 0 && history.listStamp === meta.fetchedAt &&
        !history.isRepeated
      ? meta
      : remembering(meta, history),
  };
}

/** A list or map with the same members: readers take it for another one. */
function copyOf(list: any): any {
  return Array.isArray(list) ? [...list] : { ...list };
}

/** Notes how many more rows a number next to a stored list counts than are loaded. */
export function setBeyond(
  slot: EntitySlot,
  delegate: INormalizeDelegate,
  beyond: number,
): void {
  const meta = slot.meta!;
  if (meta.beyond === beyond) return;
  const history = historyOfList(meta);
  const known = remembering({ ...meta, beyond }, history);
  delegate.setMembers(slot, copyOf(slot.value), known);
}

/**
 * The parts of a list after a change, which may have brought one.
 *
 * @param isOlder whether it was requested before what the list is from, so that it may follow something else
 */
export function pagesAfter(
  { page }: MembershipChange,
  existing: EntityRow,
  pages: ListPages = { first: existing, args: [] },
  isOlder = false,
): ListPages | undefined {
  if (page === undefined) return pages;
  const { args, members, isBefore } = page;
  const known = {
    ...pages,
    first: removing(itemsOf(members))(pages.first),
    ...isOlder && { isTorn: true },
  };
  if (pages.args.some((one) => isSameValue(one, args))) return known;
  return isBefore
    ? { ...known, args: [args, ...pages.args], before: (pages.before ?? 0) + 1 }
    : { ...known, args: [...pages.args, args] };
}

/**
 * The members of the first part of a list that newer ones may have pushed out of
 * it, so that they are on the second one now. Where rows of other parts take
 * their place they may have been deleted instead: then the list is torn.
 *
 * @param list with all of its parts
 * @param first what the first part brought before
 * @param incoming what it brings now
 * @param others what other parts brought
 */
function pushedOut(
  list: any,
  first: any,
  incoming: any,
  others: any,
): { readonly pushed: readonly any[]; readonly isTorn?: boolean } {
  if (!Array.isArray(first)) return { pushed: [] };
  const last = first.findLastIndex((item) => has(incoming, item));
  const pushed = first.slice(last + 1).filter((item) => has(list, item));
  const isTorn = pushed.length > 0 &&
    (!has(first, incoming.at(-1)) || incoming.length < first.length);
  return isTorn && without(incoming, others) !== incoming
    ? { pushed: [], isTorn }
    : { pushed, isTorn };
}

/** The members of a list that stand before all that its first part brought. */
function membersBefore(first: any, list: any): any {
  if (!Array.isArray(list)) return {};
  const known = new Set(first.map(identityOf));
  const start = list.findIndex((item) => known.has(identityOf(item)));
  return list.slice(0, Math.max(0, start));
}

/** Members that were added to a list by changes that its response, or that of a page, does not know of. */
export function addedSince(meta: EntityMeta, began: number): readonly any[] {
  return standingAfter(historyOfList(meta), began)
    .flatMap(({ change: { added } }) => itemsOf(added ?? {}));
}

/** Whether a number next to a stored list was requested after a time. */
export function isNumberSince(
  { meta }: Pick<EntitySlot, "meta">,
  time: number,
): boolean {
  return meta?.beyond !== undefined && newestPart(meta).began > time;
}

/**
 * Whether a number next to a stored list may count a write of members or not: it
 * was requested while that was pending, or came then, and came without them.
 *
 * @param before what was known of the list when the write began, if that is known
 */
export function isNumberBeside(
  slot: Pick<EntitySlot, "value" | "meta">,
  { began, until, from }: Span,
  members: readonly unknown[],
  before?: Pick<EntitySlot, "meta">,
): boolean {
  const { value, meta } = slot;
  if (meta?.beyond === undefined || until === Infinity) return false;
  const { began: asked, until: came = asked, page } = newestPart(meta);
  // the server may have had what another tab wrote until the number came
  const isOverlapping = Math.max(came, from ? meta.date : 0) > began ||
    before !== undefined && newestPart(before.meta).began < asked;
  if (!isOverlapping) return false;
  // of several parts the number is that of one
  const rows = itemsOf(page ? page.members : meta.pages ? [] : value);
  return members.some((member) =>
    !has(rows, member) && (meta.beyond! > 0 || has(itemsOf(value), member))
  );
}

/** When what came last of a list was requested; when it came, if it is a page, and which. */
function newestPart(
  meta: EntityMeta | undefined,
): { began: number; until?: number; page?: ListPage | undefined } {
  if (meta === undefined) return { began: -Infinity };
  const { listStamp, changes, count } = historyOfList(meta);
  let newest: ReturnType<typeof newestPart> = { began: listStamp };
  for (const { change: { page }, began, until } of changes.slice(0, count)) {
    if (page && began > newest.began) newest = { began, until, page };
  }
  return newest;
}

/** What left a list, or came, since a page was requested: the page does not take it back. */
function sincePage(
  { page }: MembershipChange,
  history: ListHistory,
  began: number,
): ConfirmedChange[] {
  return page ? membershipAfter(history, began) : [];
}

/** The remembered changes of members that were confirmed after a time, by when they began; not the pages. */
function membershipAfter(
  history: ListHistory,
  time: number,
): ConfirmedChange[] {
  return standingAfter(history, time).filter(({ change }) => !change.page);
}

/** The remembered changes that were confirmed after a time, by when they began. */
function standingAfter(history: ListHistory, time: number): ConfirmedChange[] {
  return standing(changesAfter(history, time), history)
    .sort((left, right) => left.began - right.began);
}

/** What no later change has undone: another tab may tell of one that is dead. */
export function standing(
  changes: readonly ConfirmedChange[],
  history: Pick<ListHistory, "changes" | "count" | "newest">,
): ConfirmedChange[] {
  return changes.flatMap((one) => {
    const change = standingPart(one.change, history, one.began, false);
    return change ? [{ ...one, change }] : [];
  });
}

/** When the response began that a stored list comes from. */
export function listStampOf(meta: EntityMeta | undefined): number {
  return meta === undefined ? 0 : historyOfList(meta).listStamp;
}

export function historyOfList(meta: EntityMeta): ListHistory {
  const history = historyOf(meta) as ListHistory | undefined;
  // one that was set, or deleted, is ordered as rows are
  return history?.changes
    ? history
    : { listStamp: meta.fetchedAt, changes: [], count: 0, newest: 0 };
}

/** The remembered changes that were confirmed after a time, and stood then. */
export function changesAfter(
  history: ListHistory,
  time: number,
): ConfirmedChange[] {
  return rememberedAfter(history, time).filter(({ isDead }) => !isDead);
}

/** The remembered changes that were confirmed after a time. */
function rememberedAfter(
  { changes, count }: ListHistory,
  time: number,
): ConfirmedChange[] {
  let first = count;
  // they are in the order in which they were confirmed
  while (first > 0 && changes[first - 1]!.until > time) first--;
  return changes.slice(first, count);
}

/** Whether a change of a stored list was pending together with one that it is opposed to: only the server knows which came last. */
export function isContested(
  meta: EntityMeta,
  change: MembershipChange,
  { began, until, from, knownUntil }: Span,
): boolean {
  // what is pending has no response yet
  if (until === Infinity) return false;
  // another tab tells which of its own are
  const others = rememberedAfter(historyOfList(meta), knownUntil ?? began)
    .filter((other) =>
      knownUntil === undefined ? other.began !== began : other.from !== from
    );
  return isOpposed(change, others);
}

/** Whether a list remembers that a change was made in it, and confirmed after a time. */
export function hasChange(
  meta: EntityMeta,
  { members }: Pick<MembershipChange, "members">,
  began: number,
  from: number | undefined,
  since: number,
): boolean {
  const { changes, count } = historyOfList(meta);
  return changes.slice(0, count).some((one) =>
    one.from === from && one.began === began && one.until > since &&
    isSameValue(one.change.members, members)
  );
}

/** Whether that is so of a change that was confirmed after a time. */
export function isContestedSince(meta: EntityMeta, time: number): boolean {
  return rememberedAfter(historyOfList(meta), time)
    .some((one) => isContested(meta, one.change, one));
}

/** Whether a change puts in what another one takes out. */
export function isOpposed(
  { members, added }: Pick<MembershipChange, "members" | "added">,
  others: readonly {
    readonly change: Pick<MembershipChange, "members" | "added">;
  }[],
): boolean {
  return others.some(({ change: other }) =>
    members !== undefined && other.members !== undefined &&
    !added !== !other.added && without(members, other.members) !== members
  );
}

/** A change that adds. Made here because it outlives its response, and a closure made there would retain all of it. */
export function adding(merge: MemberMerge, added: any): MembershipChange {
  const change: MembershipChange = (existing) => merge(existing, added);
  // W6: V8 makes functions that a literal has by themselves old
  const only = (members: readonly any[]) =>
    adding(
      merge,
      Array.isArray(added) ? members : Object.fromEntries(
        Object.entries(added).filter(([_, member]) => has(members, member)),
      ),
    );
  return Object.assign(change, {
    members: itemsOf(added),
    added,
    isFirst: merge === unshift || merge === addFirst,
    isLast: merge === push || merge === append,
    isEntry: merge === enter,
    only,
  });
}

/** A change that adds a page, by default at the end. */
export function addingPage(
  args: readonly unknown[],
  members: any,
  merge: MemberMerge = append,
): MembershipChange {
  const isBefore = merge !== append;
  return Object.assign((existing: any) => merge(existing, members), {
    page: { args, members, isBefore },
  });
}

/** A change that takes out; see {@linkcode adding}. */
export function removing(removed: readonly any[]): MembershipChange {
  const change: MembershipChange = (existing) => {
    if (Array.isArray(existing)) return without(existing, removed);
    const entries = Object.entries(existing);
    const remaining = entries.filter(([_, item]) => !has(removed, item));
    return remaining.length === entries.length
      ? existing
      : Object.fromEntries(remaining);
  };
  return Object.assign(change, { members: removed, only: removing });
}

/** A list with a member before another one, or at the end. */
export function placed(
  list: readonly any[],
  member: unknown,
  next: unknown,
): readonly any[] {
  return inserted(without(list, [member]), member, next) ??
    append(list, [member]);
}

/** A list with a member that it lacks before another one, or at the end; nothing if it lacks the other one. W6c: one copy, however long it is. */
function inserted(
  list: readonly any[],
  member: unknown,
  next: unknown,
): readonly any[] | undefined {
  const place = next === undefined ? list.length : placeIn(list, next);
  if (place < 0) return undefined;
  const all = [...list];
  all.splice(place, 0, member);
  return all;
}

/** Puts members that a list lacks before another one. */
export function insertBefore(next: unknown): MemberMerge {
  return (existing, incoming) => {
    const [member] = without(incoming, existing);
    return member === undefined
      ? existing
      : inserted(existing, member, next) ?? [...existing, member];
  };
}

/** Appends members; those that are in the list stay in their place. */
export function push(
  existing: readonly any[],
  incoming: readonly any[],
): readonly any[] {
  const added = absentFrom(existing, incoming);
  return added.length === 0 ? existing : [...existing, ...added];
}

/**
 * Puts members at the start, in their order; those that are in the list keep
 * their place. For use with `addWith` and `moveWith` of a Collection.
 *
 * @param existing the stored references
 * @param incoming the references to add
 *
 * @example
 * ```ts
 * import { Collection, createClient, Entity, RestEndpoint, unshift } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Task extends Entity {
 *   id = "";
 *   status = "";
 *   static override key = "Task";
 * }
 * const tasks = new Collection([Task]);
 * const getTasks = new RestEndpoint({
 *   path: "/tasks",
 *   searchParams: {} as { status: string },
 *   schema: tasks,
 * });
 * const moveToTop = new RestEndpoint({
 *   path: "/tasks/:id",
 *   method: "PATCH",
 *   body: {} as { status: string },
 *   schema: tasks.moveWith(unshift),
 * });
 *
 * await using client = createClient();
 * const done = { status: "done" };
 * await client.setResponse(getTasks, done, [{ id: "1", ...done }]);
 * await client.setResponse(getTasks, { status: "open" }, [{ id: "2", status: "open" }]);
 * await client.setResponse(moveToTop, { id: "2" }, done, { id: "2", ...done });
 * const { data } = client.read(getTasks, done);
 * assertEquals(data?.map(({ id }) => id), ["2", "1"]);
 * ```
 */
export function unshift(
  existing: readonly any[],
  incoming: readonly any[],
): readonly any[] {
  const added = absentFrom(existing, incoming);
  return added.length === 0 ? existing : [...added, ...existing];
}

/** Adds entries to a map; they replace those of the same name. */
export function assign(existing: any, incoming: any): any {
  const isKnown = Object.keys(incoming).every((name) =>
    Object.hasOwn(existing, name) &&
    identityOf(existing[name]) === identityOf(incoming[name])
  );
  return isKnown ? existing : { ...existing, ...incoming };
}

/** Adds entries to a map whose members it has under no name. */
export function enter(existing: any, incoming: any): any {
  const known = itemsOf(existing);
  const lacking = Object.entries(incoming)
    .filter(([_, member]) => !has(known, member));
  return assign(existing, Object.fromEntries(lacking));
}

/** Adds members at the end of a list, or entries to a map. */
export function append(existing: any, incoming: any): any {
  return (Array.isArray(existing) ? push : assign)(existing, incoming);
}

/** Puts members at the start of a list, or adds entries to a map. */
export function addFirst(existing: any, incoming: any): any {
  return (Array.isArray(existing) ? unshift : assign)(existing, incoming);
}

/** Incoming members that a list lacks, each once. */
function absentFrom(
  existing: readonly any[],
  incoming: readonly any[],
): readonly any[] {
  if (incoming.length === 1) return without(incoming, existing);
  const once = new Map(incoming.map((item) => [identityOf(item), item]));
  return without([...once.values()], existing);
}

/** The members of a list that another one lacks; the list itself if those are all. */
export function without(
  list: readonly any[],
  others: readonly any[],
): readonly any[] {
  if (list.length === 1) return has(others, list[0]) ? [] : list;
  // W6c: mostly one is taken out, or moved
  if (others.length === 1) {
    const place = placeIn(list, others[0]);
    if (place < 0) return list;
    const after = list.slice(place + 1);
    return [...list.slice(0, place), ...without(after, others)];
  }
  const known = new Set(others.map(identityOf));
  const remaining = list.filter((item) => !known.has(identityOf(item)));
  return remaining.length === list.length ? list : remaining;
}

/** The members of a list, or of a map. */
export function itemsOf(list: any): readonly any[] {
  return Array.isArray(list) ? list : Object.values(list);
}

/** Whether a list has a member. */
export function has(list: readonly any[], item: any): boolean {
  return placeIn(list, item) >= 0;
}

/** Where a member is in a list; -1 if it is not there. */
export function placeIn(list: readonly any[], item: any): number {
  if (!isObject(item)) return list.indexOf(item);
  const identity = identityOf(item);
  return list.findIndex((other) =>
    other?.id === item.id && identityOf(other) === identity
  );
}

/** Equal for members that are the same: by table and primary key, or as objects. */
export function identityOf(member: any): unknown {
  if (!isObject(member)) return member;
  const { id, schema } = member;
  return typeof schema === "string" && id !== undefined &&
      Object.keys(member).length === 2
    ? JSON.stringify([schema, id])
    : member;
}
