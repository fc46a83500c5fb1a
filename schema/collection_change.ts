/**
 * Changes of the members of stored lists and maps: what is added, taken out,
 * or moved, by which response, and where.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { ArraySchema, readItems } from "./array.ts";
import type { Collection } from "./collection.ts";
import {
  addConfirmed,
  addedTo,
  confirmedFor,
  contradicted,
  hasMember,
  indexOf,
  isLeftOut,
  isPlain,
  joining,
  listsHaving,
  noteMembers,
  referredBy,
  selecting,
  sentAbout,
} from "./collection_follow.ts";
import { membersOf, nameOfLists } from "./collection_key.ts";
import type { CollectionFilter } from "./collection_types.ts";
import type {
  ConfirmedWrite,
  EntityInterface,
  EntityRow,
  IDenormalizeDelegate,
  INormalizeDelegate,
  ListSchema,
  ListScope,
  Mergeable,
  SchemaSimple,
} from "./contract.ts";
import { processedBy, requiredPk } from "./entity_plan.ts";
import type { SchemaTypes } from "./inference.ts";
import { isObject } from "./is_object.ts";
import { choicesOf, isEntity } from "./kind.ts";
import {
  adding,
  append,
  assign,
  enter,
  listStampOf,
  type MemberMerge,
  type MembershipChange,
  removing,
  without,
} from "./merge_membership.ts";
import { Values } from "./values.ts";

/** Names of the changes that a Collection has. */
export type ChangeName = "push" | "unshift" | "assign" | "remove" | "move";

/** The part of a {@linkcode Collection} that its changes use. */
export type ChangedCollection =
  & Mergeable
  & Pick<
    Collection,
    keyof ListSchema | "addAt" | "listsOf" | "owner" | "schema"
  >;

/**
 * A schema for responses that change the members of stored lists or maps,
 * derived from the Collection they belong to.
 *
 * @typeParam Types of the members
 *
 * @example
 * ```ts
 * import { Collection, Entity } from "@tessera/client";
 * import { type CollectionChange } from "@tessera/client/schema";
 *
 * class Task extends Entity {
 *   id = "";
 * }
 * const tasks = new Collection([Task]);
 * export const changes: Record<string, CollectionChange> = {
 *   created: tasks.push,
 *   createdFirst: tasks.unshift,
 *   reassigned: tasks.move,
 *   archived: tasks.remove,
 * };
 * ```
 */
export class CollectionChange<
  Types extends SchemaTypes<any, any, any, any> = any,
> implements SchemaSimple {
  /** In types only. */
  declare readonly "~types": Types;
  /** The Collection that is changed. */
  readonly collection: ChangedCollection;
  /** The operation on the members of a response. */
  readonly kind: "add" | "remove" | "move";
  readonly #merge: MemberMerge;
  readonly #filter: CollectionFilter | undefined;

  /**
   * Makes the change; usually derived by `push`, `remove`, `move`, `addWith`
   * or the like of the Collection.
   *
   * @param collection the Collection to change
   * @param kind whether members are added, taken out, or moved to where they belong now
   * @param merge combines the stored references with those that come in; by default they are
   * appended, or assigned under their name
   * @param filter decides which lists are added to, in place of the Collection
   */
  constructor(
    collection: ChangedCollection,
    kind: "add" | "remove" | "move",
    merge: MemberMerge = kind === "add" && collection.schema instanceof Values
      ? assign
      : joining(collection),
    filter?: CollectionFilter,
  ) {
    this.collection = collection;
    this.kind = kind;
    this.#merge = merge;
    this.#filter = filter;
  }

  /** The schema of the list or map. */
  get schema(): any {
    return this.collection.schema;
  }

  /** Applies the change to stored lists or maps; gives the references of the members. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    const { collection, kind, schema } = this;
    let members: any;
    if (kind === "add") {
      const isOne = schema instanceof ArraySchema && !Array.isArray(input);
      const inputs = isOne ? [input] : input;
      const { unfollowed } = delegate;
      delegate.unfollowed = collection.owner;
      members = delegate.visitCreating(() =>
        schema.normalize(inputs, parent, key, delegate, collection)
      );
      delegate.unfollowed = unfollowed;
      this.#applyTo(adding(this.#merge, members), delegate);
      this.#addByRow(members, delegate);
    } else {
      members = (Array.isArray(input) ? input : [input]).map((item) =>
        this.#visit(item, parent, key, delegate)
      );
      if (kind === "remove") {
        this.#takeOut(members, delegate);
      }
    }
    return members;
  }

  /**
   * Takes members out of the lists that the arguments match, and out of those
   * that have them by fields of their rows as well.
   */
  #takeOut(members: readonly any[], delegate: INormalizeDelegate): void {
    const { collection: { owner } } = this;
    const { args } = delegate;
    // as long as lists have them
    for (const { entity, pk } of this.#rowsOf(members)) {
      const about = sentAbout(delegate.getEntity(entity.key, pk), args);
      delegate.takeOut?.(owner, entity.key, pk, about);
    }
    this.#applyTo(removing(members), delegate);
  }

  #rowsOf(members: readonly any[]): ReturnType<typeof referredBy>[] {
    return members.map((member) => referredBy(this.schema, member))
      .filter(({ entity }) => entity?.key);
  }

  /**
   * Finds the lists that a change of this kind concerns: those that arguments
   * match, and those that have what is taken out; all where nothing is said of
   * them. Made here because it outlives its response, and a closure made there
   * would retain all of it.
   *
   * @internal
   */
  listsOf(
    { members = [] }: MembershipChange,
    args: readonly any[],
  ): (delegate: INormalizeDelegate) => string[] {
    const { collection: { owner } } = this;
    const filter = this.#filter;
    if (this.kind === "add") {
      return (delegate) => owner.listsOf(delegate, args, filter);
    }
    const isAnywhere = args.slice(0, 2).every((argument) =>
      !isObject(argument) || Object.keys(membersOf(argument)).length === 0
    );
    const rows = isAnywhere ? [] : this.#rowsOf(members);
    return (delegate) => {
      const lists = owner.listsOf(delegate, isAnywhere ? null : args);
      const others = rows.flatMap(({ entity: { key }, pk }) =>
        listsHaving(owner, delegate, { key, pk, args })
      );
      return others.length > 0 ? [...new Set([...lists, ...others])] : lists;
    };
  }

  /**
   * Makes a change of the same kind that another tab has made.
   *
   * @internal
   */
  repeat(
    change: MembershipChange,
    moved: readonly EntityRow[] | undefined,
    delegate: INormalizeDelegate,
  ): void {
    const { members = [] } = change;
    if (!moved) return this.#applyTo(change, delegate);
    for (const member of members) {
      const { entity: { key }, pk } = referredBy(this.schema, member);
      const now = delegate.getEntity(key, pk);
      const row = { key, pk, seen: 0 };
      if (isObject(now)) this.#move(row, member, moved, now, delegate);
    }
  }

  /** Adds members to lists that their rows belong into, whatever the arguments say. */
  #addByRow(members: any, delegate: INormalizeDelegate): void {
    const { collection, schema } = this;
    // a filter of the application's own has the arguments decide
    if (
      this.#filter || !collection.owner.isFiltering ||
      !(Array.isArray(members) || schema instanceof Values)
    ) return;
    for (const [name, member] of Object.entries(members)) {
      const { entity, pk } = referredBy(schema, member);
      const after = entity?.key && delegate.getEntity(entity.key, pk);
      if (!isObject(after)) continue;
      collection.owner.followRow(
        delegate,
        {
          key: entity.key,
          pk,
          name,
          before: [],
          isNew: true,
          after,
          isCreated: true,
          isThere: true,
          args: delegate.args,
          isDeleted: false,
          until: Infinity,
          isWritten: () => true,
          isChanged: () => true,
        },
        false,
        this.#merge,
      );
    }
  }

  /** Changes lists, also those that come later. */
  #applyTo(
    members: MembershipChange,
    delegate: INormalizeDelegate,
  ): void {
    const listsOf = this.listsOf(members, delegate.args);
    this.#apply(members, listsOf(delegate), delegate);
    this.#confirm(members, listsOf, delegate, this.#scopeOf(delegate));
  }

  #scopeOf(delegate: INormalizeDelegate): ListScope {
    const { owner } = this.collection;
    return {
      list: nameOfLists(owner),
      args: delegate.args,
      stored: this.#filter && owner.listsOf(delegate, null),
    };
  }

  /** Changes lists that come later, or that other tabs have, as well. */
  #confirm(
    members: MembershipChange,
    listsOf: NonNullable<ConfirmedWrite["listsOf"]>,
    delegate: INormalizeDelegate,
    scope?: ListScope,
  ): void {
    const key = choicesOf(this.collection.schema)[0]?.key;
    delegate.confirmMembers?.(key, { members, listsOf }, scope);
  }

  #apply(
    change: MembershipChange,
    lists: readonly string[],
    delegate: INormalizeDelegate,
  ): void {
    const { collection, collection: { owner } } = this;
    for (const pk of lists) {
      delegate.changeMembers(collection, pk, change);
      // rows that were written since the change began are in the list by that
      if (!change.added) {
        const writes = confirmedFor(owner, pk, delegate);
        addConfirmed(owner, pk, delegate, writes);
      }
      if (isPlain(this.#merge)) {
        owner.place(delegate, pk, change.members ?? []);
      }
      noteMembers(owner, pk, delegate);
    }
  }

  /** The members as they came: one, a list, or what is assigned to a map. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    const { kind, schema } = this;
    if (kind === "add" && !(schema instanceof ArraySchema)) {
      return schema.denormalize(input, delegate);
    }
    const read = (item: any) => schema.denormalizeValue(item, delegate);
    return Array.isArray(input) ? readItems(input, read) : read(input);
  }

  /** A change cannot be asked for. */
  queryKey(): undefined {
    return undefined;
  }

  /** Returns the Collection. */
  toJSON(): unknown {
    return { collection: this.collection };
  }

  /** Stores a member that is removed or moved, and moves it; returns the reference under which it is listed. */
  #visit(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
  ): any {
    const { collection, kind, schema } = this;
    const { args } = delegate;
    let pk: string | undefined;
    let before: any[] = [];
    let now: any;
    let seen = 0;
    let table = "";
    const reference = schema.normalizeValue(input, parent, key, {
      args,
      isChange: delegate.isChange === true,
      isPending: delegate.isPending === true,
      isUpdate: delegate.isUpdate === true,
      getEntity: (key: string, pk: string) => delegate.getEntity(key, pk),
      mergeEntity: (...row: Parameters<INormalizeDelegate["mergeEntity"]>) =>
        delegate.mergeEntity(...row),
      visit(entity: EntityInterface, value: unknown) {
        if (!isObject(value) || !isEntity(entity)) {
          return delegate.visit(entity, value, parent, key);
        }
        const by = `Collection.${kind}: `;
        const processed = processedBy(entity, value, parent, key, args) ??
          value;
        pk = requiredPk(entity, processed, parent, key, args, by);
        table = entity.key;
        const { unfollowed } = delegate;
        before = [
          delegate.rowBefore?.(entity.key, pk),
          delegate.getEntity(entity.key, pk),
        ];
        seen = delegate.getEntityMeta(table, pk)?.fetchedAt ?? 0;
        delegate.unfollowed = collection.owner;
        delegate.isTakenOut = kind === "remove";
        // what is not known gains nothing from being taken out
        if (
          kind === "move" || isObject(delegate.getEntity(entity.key, pk))
        ) delegate.visit(entity, value, parent, key);
        delegate.unfollowed = unfollowed;
        delegate.isTakenOut = false;
        now = delegate.getEntity(entity.key, pk);
        return pk;
      },
    });
    if (kind === "move" && isObject(now)) {
      this.#move(
        { key: table, pk: pk!, seen },
        reference,
        before,
        now,
        delegate,
      );
    }
    return reference;
  }

  /** Finds the lists that a member leaves or enters, and those that it stays in. */
  #moving(
    reference: unknown,
    first: unknown,
    rows: readonly object[],
    now: object,
    sent: object,
    delegate: INormalizeDelegate,
  ) {
    const { collection, collection: { owner } } = this;
    const { args } = delegate;
    const params = membersOf(args[0]);
    const after = { ...membersOf(args.at(-1)), ...now };
    const outOf = (delegate: INormalizeDelegate, later?: string) =>
      contradicted(owner, now, reference, args, delegate, later);
    const isBehind = outOf(delegate).length > 0;
    return (delegate: INormalizeDelegate, later?: string) => {
      const matching = (row: object, other: object) =>
        collection.listsOf(delegate, [{ ...params, ...row }, other]);
      const left = rows.map((row) => matching(row, row));
      const all = matching(after, { ...first as object, ...after });
      // a number may have counted what nobody knew here
      const counts = (list: string) =>
        delegate.getEntityMeta(owner.key, list)?.beyond! > 0;
      const entered = rows.length > 0 || !owner.isByFields
        ? all
        : all.filter((list) =>
          !counts(list) || isSelecting(owner, list, sent, delegate)
        );
      // lists that match before and after stay as they are
      const same = isBehind
        ? []
        : entered.filter((list) =>
          left.length > 0 && left.every((lists) => lists.includes(list))
        );
      const away = new Set([...left.flat(), ...outOf(delegate, later)]);
      return {
        left: without([...away], entered),
        entered: without(entered, same),
        same,
      };
    };
  }

  /** Moves a member to the lists that it belongs into now. */
  #move(
    row: { readonly key: string; readonly pk: string; readonly seen: number },
    reference: unknown,
    before: readonly any[],
    now: object,
    delegate: INormalizeDelegate,
  ): void {
    const { collection, collection: { owner } } = this;
    const { args } = delegate;
    // when the request began, and just before its response
    const rows = [...new Set(before)].filter(isObject);
    // a message sends the row
    const sent = args.length > 1 ? membersOf(args.at(-1)) : now;
    const listsOf = this.#moving(
      reference,
      before[0],
      rows,
      now,
      sent,
      delegate,
    );
    const { left, entered, same } = listsOf(delegate);
    const others: string[] = [];
    // a filter would retain what takes the response apart
    for (const list of same) {
      if (
        hasMember(collection, list, reference, delegate) ||
        isLeftOut(collection, list, row, delegate) ||
        // it lacks what came since
        listStampOf(delegate.getEntityMeta(owner.key, list)) < row.seen &&
          isSelecting(owner, list, sent, delegate)
      ) others.push(list);
    }
    const added = addedTo(this.schema, row.pk, reference);
    const takingOut = removing([reference]);
    const puttingIn = adding(this.#merge, added);
    const again = this.schema instanceof Values ? enter : append;
    this.#apply(takingOut, left, delegate);
    this.#apply(puttingIn, entered, delegate);
    this.#apply(adding(again, added), others, delegate);
    // others go by what was written of the row, if it was known
    if (owner.follow && rows.length > 0) return;
    const scope = owner.follow
      ? undefined
      : { ...this.#scopeOf(delegate), moved: rows };
    this.#confirm(takingOut, (...all) => listsOf(...all).left, delegate, scope);
    this.#confirm(puttingIn, (...later) => listsOf(...later).entered, delegate);
  }
}

/** Whether a field that was sent selects the rows of a list. */
function isSelecting(
  list: Collection,
  pk: string,
  sent: object,
  delegate: INormalizeDelegate,
): boolean {
  const { key } = indexOf(list, delegate)?.all.get(pk) ?? {};
  return key !== undefined &&
    selecting(list, key).some((name) => Object.hasOwn(sent, name));
}
