// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { CollectionChange } from "./collection_change.ts";
import { membersOf } from "./collection_key.ts";
import { identifyMembers, readMembers } from "./collection_member.ts";
import {
  adding,
  append,
  type MemberMerge,
  removing,
} from "./collection_operations.ts";
import { CollectionSearch } from "./collection_search.ts";
import type {
  EntityRow,
  IDenormalizeDelegate,
  INormalizeDelegate,
} from "./contract.ts";
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
 * import { Collection, Entity, unshift } from "@tessera/client";
 * import { type CollectionMover } from "@tessera/client/schema";
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
    this.#merge = merge ?? append;
  }

  /** Stores the members and moves references to them; gives the references. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    const { args } = delegate;
    // moves add no lists, so one search serves all members
    const search = new CollectionSearch(this.collection, delegate);
    return identifyMembers(
      this.schema,
      input,
      parent,
      key,
      delegate,
      "Collection.move: ",
      (entity, pk, member, reference) => {
        const before = delegate.getEntity(entity.key, pk);
        delegate.visit(entity, member, parent, key);
        const after = delegate.getIncoming(entity.key, pk);
        const left = typeof before === "object"
          ? search.matching(argsBefore(args, before))
          : [];
        const entered = search.matching(argsAfter(args, before, after));
        this.#transfer(reference, pk, left, entered, delegate);
      },
    );
  }

  /** The members as they were given: one, a list, or a map. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return readMembers(this.schema, input, delegate);
  }

  /** Lists on both sides stay as they are. */
  #transfer(
    reference: any,
    pk: string,
    left: readonly string[],
    entered: readonly string[],
    delegate: INormalizeDelegate,
  ): void {
    const { collection } = this;
    const leave = removing([reference]);
    const enter = adding(
      this.#merge,
      this.schema instanceof Values ? entry(pk, reference) : [reference],
    );
    const isLeft = new Set(left);
    const isEntered = new Set(entered);
    for (const list of left) {
      if (!isEntered.has(list)) delegate.changeMembers(collection, list, leave);
    }
    for (const list of entered) {
      if (!isLeft.has(list)) delegate.changeMembers(collection, list, enter);
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
