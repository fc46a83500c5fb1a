/**
 * How stored lists follow writes of their rows: which of them a row joins, where
 * it is put, and of which only the server knows.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- lists, maps and references of every kind
import type { Collection } from "./collection.ts";
import { membersOf } from "./collection_key.ts";
import type {
  ConfirmedWrite,
  EntityMeta,
  EntityRow,
  INormalizeDelegate,
  ListRegistry,
  Mergeable,
  RowChange,
} from "./contract.ts";
import { isObject } from "./is_object.ts";
import { comparedFields, placeOf, type SortedMember } from "./list_order.ts";
import { ListIndex } from "./list_index.ts";
import type { ListState, ListVerdict, StoredList } from "./list_verdict.ts";
import {
  adding,
  append,
  assign,
  has,
  insertBefore,
  itemsOf,
  listStampOf,
  type MemberMerge,
  placed,
  placeIn,
  push,
  removing,
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
  const { schema } = list as { schema: any };
  const members = schema.isSingleSchema
    ? [schema.schema]
    : Object.values<any>(schema.schema ?? {});
  for (const member of members) {
    const key = member?.key;
    if (typeof key !== "string" || typeof member.pk !== "function") continue;
    let known = registry.get(key);
    if (known === undefined) registry.set(key, known = new Set());
    if (known.has(list)) continue;
    known.add(list);
    registry.revision++;
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
  lists.follow(lineage.keys);
  return lists;
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

/** What is added to a list, or to a map, for one member. */
export function addedTo(schema: any, pk: string, reference: unknown): any {
  return schema instanceof Values ? { [pk]: reference } : [reference];
}

/** A stored list that a write may concern. W6c: of a class, for its functions need not be made for each list. */
class Concerned implements ListState {
  readonly verdict: ListVerdict;
  readonly meta: EntityMeta;
  #fields: readonly string[] | null | undefined;

  constructor(
    readonly list: Collection,
    readonly delegate: INormalizeDelegate,
    readonly stored: StoredList,
    readonly write: RowChange,
  ) {
    this.meta = delegate.getEntityMeta(list.key, stored.pk)!;
    this.verdict = stored.shape.verdictOn(write, stored, this);
  }

  /** What the list has in place of the row. */
  get member(): unknown {
    return referenceTo(this.list.schema, this.write.key, this.write.pk);
  }

  /** Fields that decide where the row is; `null` if nothing says that. */
  get fields(): readonly string[] | null {
    const { list, stored, write } = this;
    if (this.#fields === undefined) {
      this.#fields = fieldsBy(list, stored, write) ?? null;
    }
    return this.#fields;
  }

  isHolding(): boolean {
    const { list, delegate, stored, member } = this;
    return hasMember(list as any, stored.pk, member, delegate);
  }

  isOrdered(): boolean {
    return this.fields !== null;
  }

  /**
   * Lets a number next to the list follow a row that is on no page which is loaded.
   *
   * @returns whether it does
   */
  count(): boolean {
    const { list, delegate, meta: { beyond }, verdict: { difference } } = this;
    if (
      beyond === undefined || !difference || !this.write.began ||
      this.isHolding()
    ) return false;
    const change: any = { beyond: beyond + difference };
    delegate.changeMembers(list as any, this.stored.pk, change);
    return true;
  }
}

/** What a write makes of a stored list; `undefined` if there is none. */
function concernedBy(
  list: Collection,
  delegate: INormalizeDelegate,
  stored: StoredList,
  write: RowChange,
): Concerned | undefined {
  return isObject(delegate.getEntity(list.key, stored.pk))
    ? new Concerned(list, delegate, stored, write)
    : undefined;
}

/**
 * Lets the stored lists have a row that was written if they select it and did
 * not before, each in its place, and has those requested that are in doubt.
 *
 * @param merge puts it into a list
 * @param isListed whether its lists have the row already
 */
export function follow(
  list: Collection,
  delegate: INormalizeDelegate,
  index: ListIndex,
  write: RowChange,
  merge: MemberMerge,
  isListed: boolean,
): void {
  const isNew = write.isCreated || write.before.length === 0;
  // what was created is new to the list that it was created in
  const isAsking = write.asking &&
    (write.isCreated || write.isDeleted || isListed || !isNew);
  const isThere = !isListed && (write.isCreated || write.isThere);
  const isOrdered = list.order && isPlain(merge) && !isListed &&
    !write.isDeleted;
  for (const shape of index.shapes.values()) {
    const isSelected = !isListed && !write.isDeleted &&
      shape.isSelectedBy(write);
    const isEntered = isThere || isSelected;
    const isOpen = isAsking && (write.isDeleted || shape.isOpenTo(write));
    const isMoved = isOrdered &&
      (isNew || isEntered || shape.isSortedBy(write));
    if (!isEntered && !isOpen && !isMoved && !write.isDeleted) continue;
    for (const stored of shape.listsFor(write, Boolean(isOpen || isMoved))) {
      const concerned = concernedBy(list, delegate, stored, write);
      if (concerned === undefined) continue;
      const { after, isInDoubt } = concerned.verdict;
      let isPlaced = false;
      if (isEntered && after) {
        const isKnown = isNewTo(concerned, write) ||
          // a response may have brought the change before
          isSelected && !isNew && delegate.isInDoubt?.(list.key, stored.pk);
        if (isKnown) {
          join(concerned, merge);
          isPlaced = true;
        } else if (isSelected && write.from !== undefined) {
          // what it was in the other tab is not known here
          delegate.doubt?.(list.key, stored.pk);
        }
      }
      if (isOpen && isInDoubt) {
        delegate.doubt?.(list.key, stored.pk, write.until);
      }
      concerned.count();
      if (
        isMoved && after !== false && !isPlaced &&
        (isNew || isEntered || isSorted(list, stored, write))
      ) placeMember(list, delegate, stored, concerned.member);
    }
  }
  if (!isAsking) return;
  for (const pk of list.loose) {
    const stored = index.all.get(pk);
    const concerned = stored && concernedBy(list, delegate, stored, write);
    if (concerned?.verdict.isInDoubt) {
      delegate.doubt?.(list.key, pk, write.until);
    }
  }
}

/** Whether a list that selects a row has it by the write, or has it already. */
function isNewTo(concerned: Concerned, { isCreated }: RowChange): boolean {
  return isCreated || concerned.verdict.wasNo || concerned.isHolding();
}

/** Lets a list have a row whose fields agree with its arguments, where it belongs. */
function join(
  { list, delegate, stored, member, write, fields }: Concerned,
  merge: MemberMerge,
  span?: Span,
): void {
  const { pk } = stored;
  removeFormer(list, delegate, pk, write, span);
  const members = delegate.getEntity(list.key, pk) as object;
  // what is there already stays where it is, unless its order says something else
  const isMember = has(itemsOf(members), member);
  const next = isPlain(merge)
    ? nextOf(list, delegate, stored, member, {
      fields,
      merge: isMember ? undefined : merge,
    })
    : undefined;
  if (isMember) {
    if (next) place(list, delegate, pk, member, next[0]);
    return;
  }
  const added = addedTo(list.schema, write.pk, member);
  const change = adding(next ? insertBefore(next[0]) : merge, added);
  delegate.changeMembers(list as any, pk, change, span);
}

/** Primary keys of the stored lists that a row belongs into by what was observed of it, and that lack it. */
export function* lacking(
  list: Collection,
  delegate: INormalizeDelegate,
  index: ListIndex,
  observed: RowChange,
): Generator<string> {
  for (const shape of index.shapes.values()) {
    if (!shape.isSelectedBy(observed)) continue;
    for (const stored of shape.listsFor(observed, false)) {
      const concerned = concernedBy(list, delegate, stored, observed);
      const { after, wasNo } = concerned?.verdict ?? {};
      if (after && wasNo && !concerned!.isHolding()) yield stored.pk;
    }
  }
}

/** Takes an entity out of a list that is another kind of entity now, by whose reference the list has it. */
function removeFormer(
  list: Collection,
  delegate: INormalizeDelegate,
  stored: string,
  { former, pk }: Pick<RowChange, "former" | "pk">,
  span?: Span,
): void {
  if (former === undefined) return;
  const member = referenceTo(list.schema, former, pk);
  delegate.changeMembers(list as any, stored, removing([member]), span);
}

/** Lets the lists have a row, or not, which a filter of an application's own chooses after the write and did not before. */
export function followByFilter(
  list: Collection,
  delegate: INormalizeDelegate,
  index: ListIndex,
  write: RowChange,
  merge: MemberMerge,
): void {
  const { key, pk, before, after } = write;
  const reference = referenceTo(list.schema, key, pk);
  const isChanged = before.length > 0 && write.isChanged();
  const isOrdered = list.order && isPlain(merge);
  if (!isChanged && !isOrdered) return;
  const params = membersOf(delegate.args[0]);
  const listsOf = (row: EntityRow) =>
    list.listsOf(delegate, [{ ...params, ...row }, row]);
  const was = isChanged ? listsOf(before[0]!) : undefined;
  const is = listsOf(after);
  for (const stored of without(was ?? is, is)) {
    delegate.changeMembers(list as any, stored, removing([reference]));
  }
  const entered = without(is, was ?? is);
  for (const stored of entered) {
    const added = addedTo(list.schema, pk, reference);
    delegate.changeMembers(list as any, stored, adding(merge, added));
  }
  if (!isOrdered) return;
  for (const one of is) {
    const stored = index.all.get(one)!;
    if (!was || entered.includes(one) || isSorted(list, stored, write)) {
      placeMember(list, delegate, stored, reference);
    }
  }
}

/** How rows join a list without an order. */
export function joining({ addAt }: Pick<Collection, "addAt">): MemberMerge {
  return addAt === "start" ? addFirst : append;
}

const addFirst: MemberMerge = (existing, incoming) =>
  (Array.isArray(existing) ? unshift : assign)(existing, incoming);

/** Whether a merge puts rows at an end of a list, so that its order may put them elsewhere. */
export function isPlain(merge: MemberMerge): boolean {
  return [append, addFirst, assign, push, unshift].includes(merge as any);
}

/** Fields of a written row that decide where it is in a list; `undefined` if nothing says that. */
function fieldsBy(
  list: Collection,
  { key: selected }: StoredList,
  { key, after }: Pick<RowChange, "key" | "after">,
): string[] | undefined {
  const compare = list.order?.(selected);
  return compare &&
    comparedFields(compare, { entity: classOf(list.schema, key), row: after });
}

/** Whether a write may change the place of a row in a list. */
function isSorted(
  list: Collection,
  stored: StoredList,
  write: RowChange,
): boolean {
  let { comparedBy } = stored;
  if (comparedBy === undefined) {
    const fields = list.order?.(stored.key)
      ? fieldsBy(list, stored, write)
      : [];
    comparedBy = fields && stored.shape.sort(stored, fields);
  }
  return comparedBy?.some((name) => write.isWritten(name)) === true;
}

/** Puts a member of a stored list where its order has it. */
export function placeMember(
  list: Collection,
  delegate: INormalizeDelegate,
  stored: StoredList | undefined,
  member: unknown,
): void {
  const next = stored && nextOf(list, delegate, stored, member);
  if (next) place(list, delegate, stored.pk, member, next[0]);
}

/** Puts a member of a stored list before another one. The list does not remember that: where a row belongs is found out again. */
function place(
  { key }: Collection,
  delegate: INormalizeDelegate,
  pk: string,
  member: unknown,
  next: unknown,
): void {
  const members = delegate.getEntity(key, pk) as unknown as readonly unknown[];
  delegate.setMembers(key, pk, placed(members, member, next));
}

/**
 * The member of a stored list that belongs after another one by its order;
 * nothing in place of the tuple if there is no order, or that is so.
 *
 * @param options what decides where it is, if that is known; and what puts it
 * into the list, if it is to be added
 */
function nextOf(
  list: Collection,
  delegate: INormalizeDelegate,
  stored: StoredList,
  member: unknown,
  { fields, merge }: {
    readonly fields?: readonly string[] | null;
    readonly merge?: MemberMerge | undefined;
  } = {},
): readonly [next: unknown] | undefined {
  const compare = list.follow && list.order?.(stored.key);
  const { pk, shape } = stored;
  const members = delegate.getEntity(list.key, pk);
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
  const { ignores } = delegate.getEntityMeta(list.key, pk) ?? {};
  const rowOf = (reference: any): SortedMember => {
    const { entity, pk } = referredBy(list.schema, reference);
    const row = delegate.getEntity(entity.key, pk);
    // what readers do not see stands where it was
    const isHidden = isObject(row) && list.isFiltering &&
      shape.hides(stored, row, pk, ignores);
    return { entity, row: isHidden ? undefined : row };
  };
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

/** The class of the members that are stored in a table. */
function classOf(schema: any, key: string): any {
  return schema.isSingleSchema
    ? schema.schema
    : Object.values<any>(schema.schema).find((member) => member.key === key);
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

/** Writes that were confirmed after a list was requested, and its Collection has to do with. */
function confirmedFor(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  since: number = listStampOf(delegate.getEntityMeta(list.key, pk)),
): readonly ConfirmedWrite[] {
  const writes = delegate.confirmedAfter?.(since) ?? [];
  // W2: mostly there are none
  return writes.length === 0 || !list.isFiltering
    ? []
    : writes.filter(({ key }) => delegate.collections?.get(key)?.has(list));
}

/**
 * Gives a list that came in the rows that were written after it was requested.
 *
 * @param from the tab whose writes the list has already
 * @returns the members that it has by these writes
 */
export function addConfirmed(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  since?: number,
  from?: number,
): readonly unknown[] {
  const written: unknown[] = [];
  for (const write of confirmedFor(list, pk, delegate, since)) {
    if (from !== undefined && write.from === from) continue;
    const stored = indexOf(list, delegate)!.all.get(pk)!;
    const { shape } = stored;
    const row: any = delegate.getEntity(write.key, write.pk);
    const isSelected = (row: any) =>
      shape.selects(stored, row, list.order?.(stored.key) !== undefined);
    const { change, possible } = write;
    if (possible === null || possible?.some(isSelected)) {
      delegate.doubt?.(list.key, pk);
    }
    const concerned = change && concernedBy(list, delegate, stored, change);
    if (!concerned) continue;
    const isIn = (write.isCreated || write.isThere) && isOf(list, write);
    if (
      isObject(row) && isSelected(row) && (isIn || shape.isSelectedBy(write))
    ) {
      if (!isIn && !concerned.verdict.wasNo && !concerned.isHolding()) {
        // a change without a response yet may have been why the server left it out
        delegate.doubt?.(list.key, pk);
      }
      written.push(concerned.member);
      join(concerned, joining(list), write);
    } else if (list.order) {
      placeMember(list, delegate, stored, concerned.member);
    }
  }
  return written;
}

/** Has a list that came in requested again if rows were written after it was requested, and only the server knows whether it has these, or whether the number next to it counts them. */
export function doubtConfirmed(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  since?: number,
): void {
  for (const write of confirmedFor(list, pk, delegate, since)) {
    const { change, until } = write;
    const stored = indexOf(list, delegate)!.all.get(pk)!;
    const concerned = change && concernedBy(list, delegate, stored, change);
    if (
      // the number may count it, or not
      concerned?.count() ||
      change?.asking && isOf(list, write) && concerned?.verdict.isInDoubt
    ) delegate.doubt?.(list.key, pk, until);
  }
}

/** Whether what was created, if it was, was created in a list of this Collection. */
function isOf(list: Collection, { list: own = list }: ConfirmedWrite): boolean {
  return own === list;
}
