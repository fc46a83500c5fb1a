/**
 * How stored lists follow writes of their rows: which of them a row joins, where
 * it is put, and of which only the server knows.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- lists, maps and references of every kind
import type { Collection } from "./collection.ts";
import type {
  ConfirmedWrite,
  EntityMeta,
  EntityRow,
  EntitySlot,
  INormalizeDelegate,
  ListRegistry,
  Mergeable,
  RowChange,
} from "./contract.ts";
import {
  contradicts,
  membersOf,
  nameOfLists,
  sentWith,
} from "./collection_key.ts";
import { isObject } from "./is_object.ts";
import { choicesOf } from "./kind.ts";
import {
  comparedFields,
  placeOf,
  sidesOf,
  type SortedMember,
} from "./list_order.ts";
import { ListIndex } from "./list_index.ts";
import type { ListState, ListVerdict, StoredList } from "./list_verdict.ts";
import {
  addFirst,
  adding,
  append,
  assign,
  enter,
  has,
  identityOf,
  insertBefore,
  itemsOf,
  listStampOf,
  type MemberMerge,
  type MembershipChange,
  placed,
  placeIn,
  push,
  removing,
  setBeyond,
  unshift,
  without,
} from "./merge_membership.ts";
import type { Span } from "./order.ts";
import { Values } from "./values.ts";

/** Names of the arguments that select the rows of a stored list. */
export function selecting(
  list: Pick<Collection, "nonFilterArgumentKeys">,
  key: Record<string, unknown>,
): string[] {
  return Object.keys(key).filter((name) => !list.nonFilterArgumentKeys(name));
}

/** Lets writes of the members of a Collection be followed. */
export function register(
  list: Collection,
  registry: ListRegistry | undefined,
): void {
  if (registry === undefined) return;
  for (const member of choicesOf(list.schema)) {
    const key = member?.key;
    if (typeof key !== "string" || typeof member.pk !== "function") continue;
    let known = registry.get(key);
    if (known === undefined) registry.set(key, known = new Set());
    if (known.has(list)) continue;
    known.add(list);
    registry.revision++;
    registry.onAdd?.();
  }
}

/** Where the stored lists of a Collection are found; nothing if there are none. */
export function indexOf(
  list: Collection,
  delegate: INormalizeDelegate,
): ListIndex | undefined {
  const table = delegate.getEntities(list.key);
  if (table === undefined) return undefined;
  const { lineage = { keys: [...table.keys()] } } = table;
  let lists = list.lists.get(lineage);
  if (lists === undefined) {
    list.lists.set(lineage, lists = new ListIndex(list));
  }
  const { keys } = lineage;
  for (let next = lists.follow(keys); next < keys.length; next++) {
    if (!list.isFiltering) noteIn(lists, list, keys[next]!, delegate);
  }
  return lists;
}

/** Lets a list be found by its members whose arguments do not say what readers see of it. */
export function noteMembers(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
): void {
  if (list.isFiltering) return;
  const index = indexOf(list, delegate);
  if (index) noteIn(index, list, pk, delegate);
}

function noteIn(
  index: ListIndex,
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
): void {
  const members = delegate.getEntity(list.key, pk);
  if (!isObject(members)) return;
  index.note(pk, itemsOf(members), delegate.isPending === true);
}

/**
 * Primary keys of the stored lists that have a row which is not what their
 * arguments say, and show it: something else than their own methods has changed it.
 *
 * @param args of the call that moves it
 * @param later a list that comes later, and is looked at in place of others
 */
export function contradicted(
  list: Collection,
  row: EntityRow,
  reference: unknown,
  args: readonly any[],
  delegate: INormalizeDelegate,
  later?: string,
): readonly string[] {
  if (list.isFiltering) return [];
  const { pk } = referredBy(list.schema, reference);
  const params = membersOf(args[0]);
  const isChosen = (row: EntityRow, key: StoredList["key"]) =>
    list.createCollectionFilter({ ...params, ...row }, row)(key);
  const isOut = ({ pk: stored, key }: StoredList) => {
    const { ignores } = delegate.getEntityMeta(list.key, stored) ?? {};
    const others = selecting(list, key).filter((name) =>
      !ignores?.includes(name) && contradicts(key, name, row, pk)
    );
    if (list.isByFields || others.length === 0) return others.length > 0;
    // a filter of the application's own has selected it as what the list says
    const was = others.map((name) => [name, key[name]]);
    return isChosen({ ...row, ...Object.fromEntries(was) }, key) &&
      !isChosen(row, key);
  };
  const index = indexOf(list, delegate);
  const one = later === undefined ? undefined : index?.all.get(later);
  const lists = one ? [one] : index?.having(reference) ?? [];
  return lists.filter((stored) =>
    (one || hasMember(list as any, stored.pk, reference, delegate)) &&
    isOut(stored)
  ).map(({ pk }) => pk);
}

/** How many members of a stored list readers see, other than some. */
export function visibleCount(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  others: readonly unknown[] = [],
): number {
  const meta = delegate.getEntityMeta(list.key, pk);
  const isHidden = list.filterOf(pk, meta, undefined);
  const members = itemsOf(delegate.getEntity(list.key, pk));
  return without(members, others).filter((member) => {
    const { entity, pk } = referredBy(list.schema, member);
    if (entity?.key === undefined) return true;
    const row = delegate.getEntity(entity.key, pk);
    return isObject(row) && !isHidden?.(row, pk);
  }).length;
}

/** The class and the primary key of what a list has a reference to. */
export function referredBy(
  schema: any,
  reference: any,
): { readonly entity: any; readonly pk: string } {
  return schema.isSingleSchema
    ? { entity: schema.schema, pk: String(reference) }
    : { entity: schema.schema[reference?.schema], pk: String(reference?.id) };
}

/** What a list has in place of an entity. */
export function referenceTo(schema: any, key: string, pk: string): any {
  if (schema.isSingleSchema) return pk;
  const kinds = Object.keys(schema.schema);
  return {
    id: pk,
    schema: kinds.find((name) => schema.schema[name].key === key),
  };
}

/** What is added to a list, or to a map under a name, for one member. */
export function addedTo(schema: any, name: string, reference: unknown): any {
  return schema instanceof Values ? { [name]: reference } : [reference];
}

/** A stored list, with what may change it. */
interface StoredPlace {
  readonly list: Collection;
  readonly delegate: INormalizeDelegate;
  readonly stored: StoredList;
  /** Its members, and what is known of them. */
  readonly slot: EntitySlot;
  /** Members that are not in their places yet. */
  readonly unplaced?: ReadonlySet<unknown>;
}

/** A stored list that a write may concern. W6c: of a class, for its functions need not be made for each list. */
class Concerned implements ListState, StoredPlace {
  readonly verdict: ListVerdict;
  #fields: readonly string[] | null | undefined;

  constructor(
    readonly list: Collection,
    readonly delegate: INormalizeDelegate,
    readonly stored: StoredList,
    readonly slot: EntitySlot,
    readonly write: RowChange,
  ) {
    this.verdict = stored.shape.verdictOn(write, stored, this);
  }

  get meta(): EntityMeta {
    return this.slot.meta!;
  }

  /** What the list has in place of the row. */
  get member(): unknown {
    return referenceTo(this.list.schema, this.write.key, this.write.pk);
  }

  /** Fields that decide where the row is; `null` if nothing says that. */
  get fields(): readonly string[] | null {
    if (this.#fields === undefined) {
      const { list, stored, write: { key, after } } = this;
      const compare = list.order?.(stored.key);
      const entity = compare && classOf(list.schema, key);
      this.#fields = compare &&
          comparedFields(compare, { entity, row: after }) || null;
    }
    return this.#fields;
  }

  isHolding(): boolean {
    const { list, delegate, slot, member } = this;
    return hasMember(list as any, slot.pk, member, delegate);
  }

  /** Has the list requested. */
  doubt(since?: number): void {
    this.delegate.doubt?.(this.list.key, this.slot.pk, since);
  }

  /** Whether the row is among those that came last, and were added since. */
  isLoaded(): boolean {
    return has(itemsOf(this.slot.value), this.member);
  }

  isOrdered(): boolean {
    return this.fields !== null;
  }

  isAtEdge(): boolean {
    const { list, stored: { key }, slot, write, fields, member } = this;
    const names = fields ?? [];
    if (!names.some((name) => write.isChanged(name))) return false;
    const entity = classOf(list.schema, write.key);
    const others = without(itemsOf(slot.value), [member]);
    const sideOf = sidesOf(list.order!(key)!, names, others, rowsIn(this));
    const side = sideOf({ entity, row: write.after });
    return this.isHolding() ? side !== 0 : side === 0 ||
      write.before.some((row) => sideOf({ entity, row }) !== side);
  }

  /** Whether the list has the row by the write, or has it already. */
  isKnown(): boolean | undefined {
    const { wasNo, isTurned } = this.verdict;
    return this.write.isCreated || wasNo || isTurned || this.isHolding();
  }

  /** Whether nothing says that the list has a row that is there again: no argument selects. */
  isGuess(): boolean {
    const { stored, write } = this;
    return stored.shape.filters.length === 0 && write.list === undefined &&
      !this.isLoaded();
  }

  /** Whether the write may change the place of the row. */
  isSorted(): boolean {
    const { list, stored, write } = this;
    if (!stored.comparedBy && (this.fields || !list.order?.(stored.key))) {
      stored.shape.sort(stored, this.fields ?? []);
    }
    return stored.comparedBy?.some((name) => write.isWritten(name)) === true;
  }

  /** Whether the row belongs among those that are loaded, and is not: it may have come from a page that is not. */
  isMovedIn(): boolean {
    const { meta, member, fields } = this;
    return meta.beyond !== 0 && !this.isLoaded() &&
      nextOf(this, member, fields, append)?.[0] !== undefined;
  }

  /** Whether a page came since the write began, so that pages of before it and after it may both lack a row. */
  isTorn(): boolean {
    return this.meta.pages?.until! > this.write.began!;
  }

  /** Lets the list have the row, where it belongs. */
  join(merge: MemberMerge, span?: Span): void {
    const { list, delegate, slot, member, write } = this;
    const { former, pk, name = pk } = write;
    // it is another kind of entity now, by whose reference the list has it
    if (former !== undefined) {
      this.#change(removing([referenceTo(list.schema, former, pk)]), span);
    }
    // what is there already stays where it is, unless its order says something else
    const isMember = has(itemsOf(slot.value), member);
    const next = isPlain(merge)
      ? nextOf(this, member, this.fields, isMember ? undefined : merge)
      : undefined;
    if (!isMember) {
      const added = addedTo(list.schema, name, member);
      this.#change(adding(next ? insertBefore(next[0]) : merge, added), span);
    } else if (next) place(delegate, slot, member, next[0]);
  }

  /** Takes the row out of a list whose members nothing else hides. */
  leave(span?: Span): void {
    if (!this.list.isFiltering) this.#change(removing([this.member]), span);
  }

  #change(change: MembershipChange, span?: Span): void {
    const { list, delegate, slot } = this;
    delegate.changeMembers(list as any, slot.pk, change, span);
  }

  /** Lets a number next to the list follow a row that is not loaded. */
  count(): void {
    const { slot, delegate, meta: { beyond }, member } = this;
    const { difference = false, after } = this.verdict;
    const { began, until, from } = this.write;
    if (difference === false || beyond === undefined || !began) return;
    const count = beyond + difference;
    // a list that is loaded as a whole has each row that it counts
    const isMissing = (beyond === 0 ? after && difference > 0 : isNaN(count)) &&
      !this.isHolding();
    if (isMissing) this.doubt(until);
    else delegate.doubtNumber?.(slot, [member], { began, until, from });
    if (count >= 0 && !isMissing && !this.isLoaded()) {
      setBeyond(slot, delegate, count);
    }
  }

  /**
   * Whether a number that was requested before the write was confirmed may
   * count the row, or not.
   *
   * @param page members that it came with, if these are not the whole list
   */
  isUncertain(page?: readonly unknown[]): boolean {
    const { member, meta: { beyond }, verdict: { difference, after } } = this;
    if (!difference || beyond === undefined) return false;
    return page
      ? !has(page, member)
      : (beyond > 0 || difference > 0 && !after) && !this.isLoaded();
  }
}

/** What a write makes of a stored list; `undefined` if there is none. */
function concernedBy(
  list: Collection,
  delegate: INormalizeDelegate,
  stored: StoredList | undefined,
  write: RowChange,
): Concerned | undefined {
  const slot = stored && delegate.slotOf(list.key, stored.pk);
  return isObject(slot?.value)
    ? new Concerned(list, delegate, stored!, slot, write)
    : undefined;
}

/**
 * Lets the stored lists have a row that was written if they select it and did
 * not before, each in its place, and has those requested that are in doubt. By
 * what was observed of a row none has it: of those that lack it the response
 * may say more.
 *
 * @param merge puts it into a list
 * @param isListed whether its lists have the row already
 * @returns whether a list may go by a field that was written
 */
export function follow(
  list: Collection,
  delegate: INormalizeDelegate,
  index: ListIndex,
  write: RowChange,
  merge: MemberMerge,
  isListed: boolean,
): boolean {
  const { isDeleted, isObserved, until } = write;
  let isConcerned = false;
  const isNew = write.isCreated || write.isNew;
  // what was created elsewhere is in none of its lists
  const isOwn = isOf(list, write);
  // what was created is new to the list that it was created in
  const isAsking = write.asking && !isObserved &&
    (isOwn && write.isCreated || write.isFound || isDeleted || isListed ||
      !isNew);
  const isThere = isOwn && !isListed && (write.isCreated || write.isThere);
  const isOrdered = list.order && isPlain(merge) && !isDeleted && !isObserved;
  for (const shape of index.shapes.values()) {
    const isSelected = isOwn && !isListed && !isDeleted &&
      shape.isSelectedBy(write);
    const isEntered = isThere || isSelected;
    const isOpen = (isAsking || isListed) &&
      (isDeleted || shape.isOpenTo(write));
    const isMoved = isOrdered &&
      (isNew || isEntered || shape.isSortedBy(write));
    if (!isEntered && !isOpen && !isMoved && !isDeleted) continue;
    isConcerned = true;
    const course = {
      merge,
      isListed,
      isNew,
      isOwn,
      isAsking,
      isThere,
      isSelected,
      isEntered,
      isMoved,
    };
    for (const stored of shape.listsFor(write, Boolean(isOpen || isMoved))) {
      const concerned = concernedBy(list, delegate, stored, write);
      if (!concerned) continue;
      if (isObserved) noteLack(concerned, course);
      else followIn(concerned, course);
    }
  }
  if (!isAsking) return isConcerned;
  for (const pk of list.loose) {
    const concerned = concernedBy(list, delegate, index.all.get(pk), write);
    if (concerned?.verdict.isInDoubt) concerned.doubt(until);
  }
  return isConcerned;
}

/**
 * Primary keys of the stored lists that have a row because each argument that
 * selects is what the row has, or what a call about it says.
 */
export function listsHaving(
  list: Collection,
  delegate: INormalizeDelegate,
  { key, pk, args }: Pick<RowChange, "key" | "pk" | "args">,
): readonly string[] {
  const index = indexOf(list, delegate);
  const row = sentAbout(delegate.getEntity(key, pk), args);
  if (index === undefined || row === undefined) return [];
  if (!list.isFiltering) return list.listsOf(delegate, [row, row]);
  const leaving: RowChange = {
    key,
    pk,
    args,
    before: [row],
    after: row,
    isNew: false,
    isCreated: false,
    isThere: false,
    isDeleted: true,
    until: Infinity,
    isWritten: isNothing,
    isChanged: isNothing,
  };
  return [...index.shapes.values()].flatMap((shape) =>
    shape.listsFor(leaving, true).filter((stored) =>
      concernedBy(list, delegate, stored, leaving)?.verdict.difference === -1
    ).map(({ pk }) => pk)
  );
}

/** A stored row as a call knows it, whose arguments count more than its fields. */
export function sentAbout(
  row: unknown,
  args: readonly any[],
): EntityRow | undefined {
  return isObject(row) ? { ...row, ...sentWith(args) } : undefined;
}

const isNothing = (): boolean => false;

/** How lists whose arguments have the same names follow a write. */
interface Course {
  /** Puts the row into a list. */
  readonly merge: MemberMerge;
  /** Whether the lists that select the row have it already. */
  readonly isListed: boolean;
  readonly isNew: boolean | undefined;
  /** Whether it was created, if it was, in a list of their Collection. */
  readonly isOwn: boolean;
  /** Whether lists in doubt are asked. */
  readonly isAsking: boolean | undefined;
  /** Whether nobody knew of the row before. */
  readonly isThere: boolean | undefined;
  /** Whether a field that may select rows was written. */
  readonly isSelected: boolean;
  /** Whether the lists that select the row are to have it. */
  readonly isEntered: boolean | undefined;
  /** Whether it may have another place. */
  readonly isMoved: boolean | undefined;
}

/** Notes that a list lacks a row by what was observed of it. */
function noteLack(
  concerned: Concerned,
  { isEntered, isThere }: Course,
): void {
  const { list, delegate, stored, verdict: { after, wasNo } } = concerned;
  if (isEntered && after && (wasNo || isThere) && !concerned.isLoaded()) {
    delegate.lacks?.(list.key, stored.pk);
  }
}

/** Lets a stored list follow a write. */
function followIn(concerned: Concerned, course: Course): void {
  const { list, delegate, stored, write, verdict } = concerned;
  const { after, wasNo, isInDoubt } = verdict;
  const { isListed, isNew, isAsking, isSelected, isEntered } = course;
  const isIn = isEntered && after;
  const isJoining = isIn && (concerned.isKnown() ||
    isSelected && !isNew && isLeftOut(list, stored.pk, write, delegate));
  const isGuess = isJoining && concerned.isGuess();
  if (isJoining) concerned.join(course.merge);
  if (
    isAsking && (isInDoubt || isGuess) ||
    // what it was in the other tab is not known here
    isIn && !isJoining && isSelected && write.from !== undefined
  ) concerned.doubt(isInDoubt ? write.until : undefined);
  // what is created in the list joins it later
  if (course.isOwn && (!isListed || !after)) concerned.count();
  if (isEntered && after === false && !wasNo) concerned.leave();
  if (
    !course.isMoved || after === false || isJoining ||
    // a change of lists places its rows itself, but in those of a part
    isListed && after !== undefined ||
    !isNew && !isEntered && !concerned.isSorted()
  ) return;
  const isMoved = isAsking && after && !isNew && concerned.isSorted();
  const isMovedIn = isMoved && concerned.isMovedIn();
  if (isMovedIn || isMoved && concerned.isTorn()) concerned.doubt(write.until);
  if (!isMovedIn) placeMember(concerned, concerned.member);
}

/**
 * Whether a list may lack a row that it selects because another change of the
 * row is pending, or because it is in doubt. Then the list is asked.
 */
export function isLeftOut(
  list: Mergeable,
  stored: string,
  { key, pk }: Pick<RowChange, "key" | "pk">,
  delegate: INormalizeDelegate,
): boolean {
  if (delegate.isDoubted?.(list.key, stored)) return true;
  const isBeingChanged = delegate.isBeingChanged?.(key, pk) === true;
  if (isBeingChanged) delegate.doubt?.(list.key, stored);
  return isBeingChanged;
}

/** How rows join a map, or a list without an order. */
export function joining(
  { addAt, schema }: Pick<Collection, "addAt" | "schema">,
): MemberMerge {
  if (schema instanceof Values) return enter;
  return addAt === "start" ? addFirst : append;
}

/** Whether a merge puts rows at an end of a list, so that its order may put them elsewhere. */
export function isPlain(merge: MemberMerge): boolean {
  return [append, addFirst, assign, enter, push, unshift].includes(
    merge as any,
  );
}

/** Puts members of a stored list where its order has them, one after the other. */
export function placeMembers(
  at: StoredPlace,
  members: readonly unknown[],
): void {
  const unplaced = new Set(members.map(identityOf));
  for (const member of members) {
    unplaced.delete(identityOf(member));
    placeMember({ ...at, unplaced }, member);
  }
}

/** Puts a member of a stored list where its order has it. */
function placeMember(at: StoredPlace, member: unknown): void {
  const next = nextOf(at, member);
  if (next) place(at.delegate, at.slot, member, next[0]);
}

/** Puts a member of a stored list before another one. The list does not remember that: where a row belongs is found out again. */
function place(
  delegate: INormalizeDelegate,
  slot: EntitySlot,
  member: unknown,
  next: unknown,
): void {
  delegate.setMembers(slot, placed(slot.value as unknown[], member, next));
}

/**
 * The member of a stored list that belongs after another one by its order;
 * nothing in place of the tuple if there is no order, or that is so.
 *
 * @param fields what decides where it is, if that is known
 * @param merge puts it into the list, if it is to be added
 */
function nextOf(
  at: StoredPlace,
  member: unknown,
  fields?: readonly string[] | null,
  merge?: MemberMerge,
): readonly [next: unknown] | undefined {
  const { list, stored, slot } = at;
  const compare = list.follow && list.order?.(stored.key);
  const members = slot.value;
  if (!compare || !Array.isArray(members)) return undefined;
  const { length } = members;
  const place = !merge
    ? placeIn(members, member)
    : merge === unshift || merge === addFirst
    ? 0
    : length;
  if (place < 0) return undefined;
  const otherAt = (index: number) =>
    members[!merge && index >= place ? index + 1 : index];
  const rowOf = rowsIn(at);
  const row = rowOf(member);
  const names = fields ?? comparedFields(compare, row);
  const sorted = names && placeOf(
    compare,
    names,
    row,
    merge ? length : length - 1,
    (index) => rowOf(otherAt(index)),
    place,
  );
  return sorted === undefined || !merge && sorted === place
    ? undefined
    : [otherAt(sorted)];
}

/** Gives the rows of members of a stored list; what readers do not see, or is not in its place, has none, and stands where it was. */
function rowsIn(
  { list, delegate, stored, slot, unplaced }: StoredPlace,
): (member: any) => SortedMember {
  const { ignores } = slot.meta!;
  return (reference) => {
    const { entity, pk } = referredBy(list.schema, reference);
    const row = delegate.getEntity(entity.key, pk);
    const isHidden = unplaced?.has(identityOf(reference)) ||
      isObject(row) && stored.shape.hides(stored, row, pk, ignores);
    return { entity, row: isHidden ? undefined : row };
  };
}

/** The class of the members that are stored in a table. */
function classOf(schema: any, key: string): any {
  return choicesOf(schema).find((member) => member.key === key);
}

/** Whether a stored list has a member, or had it when the write began that is going on, or may have had it. */
export function hasMember(
  { key }: Mergeable,
  pk: string,
  member: unknown,
  delegate: INormalizeDelegate,
): boolean {
  return [delegate.getEntity(key, pk), delegate.rowBefore?.(key, pk)]
    .some((list) => !isObject(list) || has(itemsOf(list), member));
}

/**
 * Writes that were confirmed after a list was requested, and its Collection has to
 * do with.
 *
 * @param since when, if not since its response
 * @param tab whose writes the list has already
 */
export function confirmedFor(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  since: number = listStampOf(delegate.getEntityMeta(list.key, pk)),
  tab?: number,
): readonly ConfirmedWrite[] {
  const writes = delegate.confirmedAfter?.(since) ?? [];
  // W2: mostly there are none
  return writes.length === 0 ? [] : writes.filter((write) =>
    list.follow &&
    (write.from === undefined || write.from !== tab) &&
    delegate.collections?.get(write.key)?.has(list) && isOf(list, write)
  );
}

/**
 * Gives a list that came in the rows that were written after it was requested.
 *
 * @returns the members that it has by these writes
 */
export function addConfirmed(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  writes: readonly ConfirmedWrite[],
): readonly unknown[] {
  const written: unknown[] = [];
  // those that came where they were before, so that others join between them
  list.place(
    delegate,
    pk,
    writes.flatMap(({ key, pk, members }) =>
      members?.members ?? [referenceTo(list.schema, key, pk)]
    ),
  );
  for (const write of writes) {
    const stored = indexOf(list, delegate)!.all.get(pk)!;
    const { shape } = stored;
    const row: any = delegate.getEntity(write.key, write.pk);
    const { change, possible } = write;
    const isOrdered = list.order?.(stored.key) !== undefined;
    const member = referenceTo(list.schema, write.key, write.pk);
    const isHolding = () => hasMember(list as any, pk, member, delegate);
    const isSelected = (row: any) =>
      shape.selects(stored, row, isOrdered, change, isHolding);
    if (
      (possible === null || possible?.some(isSelected)) &&
      !(write.isThere && isInOrNewer(list, pk, delegate, write))
    ) delegate.doubt?.(list.key, pk);
    const concerned = change && concernedBy(list, delegate, stored, change);
    if (!concerned) continue;
    const isIn = write.isCreated || write.isThere;
    if (
      isObject(row) && isSelected(row) && (isIn || shape.isSelectedBy(change))
    ) {
      if (
        isIn
          ? concerned.isGuess()
          : !concerned.verdict.wasNo && !concerned.isHolding()
      ) {
        // a change without a response yet may have been why the server left it out
        delegate.doubt?.(list.key, pk);
      }
      written.push(concerned.member);
      concerned.join(joining(list), write);
    } else if (isObject(row) && !isSelected(row)) concerned.leave(write);
  }
  return written;
}

/** Whether a list has a row that was seen, or was requested after the request by which that was seen. */
function isInOrNewer(
  list: Collection,
  stored: string,
  delegate: INormalizeDelegate,
  { key, pk, began }: ConfirmedWrite,
): boolean {
  const member = referenceTo(list.schema, key, pk);
  return listStampOf(delegate.getEntityMeta(list.key, stored)) > began ||
    hasMember(list as any, stored, member, delegate);
}

/**
 * Has a list that came in requested again if rows were written after it was
 * requested, and only the server knows whether it has these, or whether the
 * number next to it counts them.
 *
 * @param page members of the page that the number came with, if the list has several
 */
export function doubtConfirmed(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  writes: readonly ConfirmedWrite[],
  page?: readonly unknown[],
): void {
  for (const write of writes) {
    const { change, until } = write;
    const stored = indexOf(list, delegate)!.all.get(pk);
    const concerned = change && concernedBy(list, delegate, stored, change);
    if (!concerned) continue;
    const { isInDoubt, after } = concerned.verdict;
    // pages of before it and after it may both lack a row
    const isTorn = page && after && !change.isDeleted && concerned.isSorted();
    if (
      concerned.isUncertain(page) || change.asking && (isInDoubt || isTorn)
    ) delegate.doubt?.(list.key, pk, until);
    const row = delegate.getEntity(write.key, write.pk);
    // until then it counts what was written last
    if (change.isDeleted ? !isObject(row) : row === change.after) {
      concerned.count();
    }
  }
}

/** Whether what was created, if it was, may be in a list of this Collection. */
function isOf(list: Collection, { list: own }: RowChange | ConfirmedWrite) {
  return own === undefined || own === nameOfLists(list);
}
