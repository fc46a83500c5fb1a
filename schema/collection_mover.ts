// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { CollectionChange } from "./collection_change.ts";
import { membersOf } from "./collection_key.ts";
import {
  type ChangedMember,
  changedMembers,
  readMembers,
} from "./collection_member.ts";
import {
  assign,
  type MemberMerge,
  push,
  remove,
} from "./collection_operations.ts";
import { CollectionSearch } from "./collection_search.ts";
import type {
  EntityRow,
  IDenormalizeDelegate,
  INormalizeDelegate,
} from "./contract.ts";
import { pkOfInput } from "./entity_identity.ts";
import type { SchemaTypes } from "./inference.ts";
import { setOwn } from "./own.ts";
import type { StoredCollection } from "./stored_collection.ts";
import { Values } from "./values.ts";

/**
 * Stores changed entities, takes them out of the lists or maps of a Collection
 * that match them no longer, and adds them to those that do now.
 *
 * @typeParam Types of the members
 *
 * @example
 * ```ts
 * import {
 *   Collection,
 *   type CollectionMover,
 *   Entity,
 *   unshift,
 * } from "@tessera/client";
 *
 * class Task extends Entity {
 *   id = "";
 *   status = "";
 * }
 * const tasks = new Collection([Task]);
 * // the schema of a response of PATCH that may change the status
 * export const moved: CollectionMover = tasks.moveWith(unshift);
 * ```
 */
export class CollectionMover<
  Types extends SchemaTypes<any, any, any, any> = any,
> extends CollectionChange<Types> {
  readonly #merge: MemberMerge;

  /**
   * Makes the move; usually derived by `move` or `moveWith` of the Collection.
   *
   * @param collection the Collection to move within
   * @param merge combines the stored references with those that move in; by default they are
   * appended, or assigned under their primary key
   */
  constructor(collection: StoredCollection<any, any>, merge?: MemberMerge) {
    super(collection);
    this.#merge = merge ?? (this.schema instanceof Values ? assign : push);
  }

  /** Stores the members and moves references to them; gives the references. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    // moves add no lists, so one search serves all members
    const search = new CollectionSearch(this.collection, delegate);
    return changedMembers(this.schema, input, parent, key, delegate.args).map(
      (member) => this.#move(member, parent, key, search, delegate),
    );
  }

  /** The members as they were given: one, a list, or a map. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return readMembers(this.schema, input, delegate);
  }

  #move(
    member: ChangedMember,
    parent: any,
    key: any,
    search: CollectionSearch,
    delegate: INormalizeDelegate,
  ): any {
    const { entity, input, name } = member;
    const { schema } = this;
    if (
      entity === undefined || typeof input !== "object" || input === null
    ) return schema.normalizeValue(input, parent, key, delegate);
    const { args } = delegate;
    const pk = pkOfInput(
      entity,
      input,
      parent,
      key,
      args,
      "Collection.move: ",
    );
    const before = delegate.getEntity(entity.key, pk);
    delegate.visit(entity, input, parent, key);
    const after = delegate.getIncoming(entity.key, pk);
    const reference = name === undefined ? pk : { id: pk, schema: name };
    const left = typeof before === "object"
      ? search.matching(argsBefore(args, before))
      : [];
    const entered = search.matching(argsAfter(args, before, after));
    this.#transfer(reference, pk, left, entered, delegate);
    return reference;
  }

  /** Lists on both sides stay as they are. */
  #transfer(
    reference: any,
    pk: string,
    left: readonly string[],
    entered: readonly string[],
    delegate: INormalizeDelegate,
  ): void {
    const isLeft = new Set(left);
    const isEntered = new Set(entered);
    const merge = this.#merge;
    const { collection } = this;
    const moved = this.schema instanceof Values
      ? entry(pk, reference)
      : [reference];
    for (const list of left) {
      if (isEntered.has(list)) continue;
      delegate.changeMembers(
        collection,
        list,
        (existing) => remove(existing, [reference]),
      );
    }
    for (const list of entered) {
      if (isLeft.has(list)) continue;
      delegate.changeMembers(
        collection,
        list,
        (existing) => merge(existing, moved),
      );
    }
  }
}

/** What the lists match that the member was in. */
function argsBefore(args: readonly any[], before: EntityRow): any[] {
  return [{ ...membersOf(args[0]), ...before }, before];
}

/** What the lists match that the member belongs to now; the payload may say more than the entity. */
function argsAfter(
  args: readonly any[],
  before: unknown,
  after: unknown,
): any[] {
  const now = {
    ...membersOf(args[args.length - 1]),
    ...(typeof after === "object" ? after : undefined),
  };
  const known = typeof before === "object" ? before : undefined;
  return [{ ...membersOf(args[0]), ...now }, { ...known, ...now }];
}

function entry(name: string, value: unknown): Record<string, unknown> {
  const map = {};
  setOwn(map, name, value);
  return map;
}
