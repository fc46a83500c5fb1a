/**
 * How stored lists follow writes of their rows: which of them a row joins, where
 * it is put, and of which only the server knows.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- lists, maps and references of every kind
import type { Collection } from "./collection.ts";
import { contradicts, keyObjectOf, membersOf } from "./collection_key.ts";
import type {
  EntityRow,
  INormalizeDelegate,
  ListRegistry,
  Mergeable,
  RowChange,
} from "./contract.ts";
import { isObject } from "./is_object.ts";
import { comparedFields, placeOf, type SortedMember } from "./list_order.ts";
import { ListIndex } from "./list_index.ts";
import type { ListShape, StoredList } from "./list_shape.ts";
import {
  adding,
  append,
  assign,
  has,
  listStampOf,
  type MemberMerge,
  placing,
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

/** How many members of a stored list readers see. */
export function visibleCount(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
): number {
  const meta = delegate.getEntityMeta(list.key, pk);
  const isHidden = list.filterOf(pk, meta, undefined);
  const members = Object.values(delegate.getEntity(list.key, pk) as object);
  return members.filter((member) => {
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

/** Lets lists have a row whose fields agree with their arguments. */
export function join(
  list: Collection,
  delegate: INormalizeDelegate,
  write: RowChange,
  index: ListIndex,
  merge: MemberMerge,
): void {
  const { schema } = list as { schema: any };
  const { key, pk, before, after, isCreated, isThere } = write;
  const isWritten = (name: string) => write.isWritten(name);
  if (!isCreated && !isThere && ![...index.names].some(isWritten)) return;
  const reference = referenceTo(schema, key, pk);
  const added = addedTo(schema, pk, reference);
  const params = membersOf(delegate.args[0]);
  const asked = index.askedOf(params, after);
  for (const stored of list.listsOf(delegate, [asked, after])) {
    const selected = keyObjectOf(stored);
    const isNew = isCreated ||
      selecting(list, selected)
        .some((name) =>
          before.some((row) => contradicts(selected, name, row, pk))
        );
    if (isNew || hasMember(list as any, stored, reference, delegate)) {
      const members = delegate.getEntity(list.key, stored) as object;
      // what is there already stays where it is
      const isMember = has(Object.values(members), reference);
      const change = adding(isMember ? append : merge, added);
      removeFormer(list, delegate, stored, write);
      delegate.changeMembers(list as any, stored, change);
    } else if (write.from !== undefined && [...index.names].some(isWritten)) {
      // what it was in the other tab is not known here
      delegate.doubt?.(list.key, stored);
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
export function joinByFilter(
  list: Collection,
  delegate: INormalizeDelegate,
  { key, pk, before, after }: RowChange,
  merge: MemberMerge,
): void {
  const reference = referenceTo(list.schema, key, pk);
  const added = addedTo(list.schema, pk, reference);
  const params = membersOf(delegate.args[0]);
  const listsOf = (row: EntityRow) =>
    list.listsOf(delegate, [{ ...params, ...row }, row]);
  const was = listsOf(before[0]!);
  const is = listsOf(after);
  for (const stored of without(was, is)) {
    delegate.changeMembers(list as any, stored, removing([reference]));
  }
  for (const stored of without(is, was)) {
    delegate.changeMembers(list as any, stored, adding(merge, added));
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
  selected: Record<string, unknown>,
  { key, after }: Pick<RowChange, "key" | "after">,
): string[] | undefined {
  const compare = list.order?.(selected);
  return compare &&
    comparedFields(compare, { entity: classOf(list.schema, key), row: after });
}

/** Puts a row that was written where it belongs in the lists that have it, if it was sorted by what changed. */
export function sortRow(
  list: Collection,
  delegate: INormalizeDelegate,
  write: RowChange,
  index: ListIndex,
): void {
  const { key, pk, after, isCreated, before } = write;
  const isNew = isCreated || before.length === 0;
  const isWritten = (name: string) => write.isWritten(name);
  const asked = index.askedOf(membersOf(delegate.args[0]), after);
  const member = referenceTo(list.schema, key, pk);
  for (const shape of index.shapes.values()) {
    // what joins is placed as well
    const isJoining = isNew || shape.filters.some(isWritten);
    for (const [stored, selected] of shape.listsFor(asked)) {
      let fields = index.compared.get(stored);
      if (fields === undefined) {
        fields = fieldsBy(list, selected, write);
        if (fields) index.compared.set(stored, fields);
      }
      if (isJoining || fields?.some(isWritten)) {
        placeMember(list, delegate, stored, member);
      }
    }
  }
}

/** Puts a member of a stored list where its order has it. */
export function placeMember(
  list: Collection,
  delegate: INormalizeDelegate,
  pk: string,
  member: unknown,
  span?: Span,
): void {
  const compare = list.follow && list.order?.(keyObjectOf(pk));
  const members = delegate.getEntity(list.key, pk);
  if (!compare || !Array.isArray(members)) return;
  const place = isObject(member)
    ? members.findIndex((other) => has([other], member))
    : members.indexOf(member);
  if (place < 0) return;
  const meta = delegate.getEntityMeta(list.key, pk);
  const isHidden = list.filterOf(pk, meta, undefined);
  const rowOf = (reference: any): SortedMember => {
    const { entity, pk } = referredBy(list.schema, reference);
    const row = delegate.getEntity(entity.key, pk);
    // what readers do not see stands where it was
    return { entity, row: isObject(row) && isHidden?.(row, pk) ? 0 : row };
  };
  const others = members.filter((_, index) => index !== place);
  const otherAt = (index: number) => rowOf(others[index]);
  const { length } = others;
  const sorted = placeOf(compare, rowOf(member), length, otherAt, place);
  if (sorted === undefined || sorted === place) return;
  const change = placing(members[place], others[sorted]);
  delegate.changeMembers(list as any, pk, change, span);
}

/** The class of the members that are stored in a table. */
function classOf(schema: any, key: string): any {
  return schema.isSingleSchema
    ? schema.schema
    : Object.values<any>(schema.schema).find((member) => member.key === key);
}

/** Whether only the server knows what a stored list is after a write of a row. */
export function isInDoubt(
  list: Collection,
  delegate: INormalizeDelegate,
  shape: ListShape,
  [pk, selected]: StoredList,
  write: RowChange,
): boolean {
  const { key, schema } = list;
  if (!isObject(delegate.getEntity(key, pk))) return false;
  return shape.isInDoubt(write, selected, {
    ignores: delegate.getEntityMeta(key, pk)?.ignores,
    isHolding() {
      const member = referenceTo(schema, write.key, write.pk);
      return hasMember(list as any, pk, member, delegate);
    },
    isOrdered: () => fieldsBy(list, selected, write) !== undefined,
  });
}

/** Whether a stored list has a member, or had it when the write began that is going on, or may have had it. */
export function hasMember(
  { key }: Mergeable,
  pk: string,
  member: unknown,
  delegate: INormalizeDelegate,
): boolean {
  return [delegate.getEntity(key, pk), delegate.rowBefore?.(key, pk)]
    .some((list) => !isObject(list) || has(Object.values(list), member));
}

/** Gives a list that came in the rows that were written after it was requested. */
export function addConfirmed(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
  since: number = listStampOf(delegate.getEntityMeta(list.key, pk)),
  from?: number,
): void {
  let names: string[] | undefined;
  let selected: Record<string, unknown>;
  for (const write of delegate.confirmedMeanwhile?.() ?? []) {
    // what came later than this response knows of it
    if (write.until <= since) break;
    if (
      from !== undefined && write.from === from ||
      !delegate.collections?.get(write.key)?.has(list)
    ) continue;
    selected ??= keyObjectOf(pk);
    names ??= selecting(list, selected);
    const row: any = delegate.getEntity(write.key, write.pk);
    const isSelected = (row: any) =>
      names!.every((name) => String(row[name]) === selected[name]);
    if (write.possible?.some(isSelected)) delegate.doubt?.(list.key, pk);
    const { asking } = write;
    if (
      asking && (write.list ?? list) === list &&
      isInDoubt(
        list,
        delegate,
        indexOf(list, delegate)!.shapeOf(selected)!,
        [pk, selected],
        asking,
      )
    ) delegate.doubt?.(list.key, pk, write.until);
    const member = referenceTo(list.schema, write.key, write.pk);
    if (
      isObject(row) &&
      ((write.isCreated || write.isThere) && (write.list ?? list) === list ||
        names.some((name) => write.isWritten(name))) &&
      isSelected(row)
    ) {
      const added = addedTo(list.schema, write.pk, member);
      removeFormer(list, delegate, pk, write, write);
      delegate.changeMembers(list, pk, adding(joining(list), added), write);
    }
    if (list.order) placeMember(list, delegate, pk, member, write);
  }
}
