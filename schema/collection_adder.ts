// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { ArraySchema } from "./array.ts";
import { CollectionChange } from "./collection_change.ts";
import { adding, type MemberMerge } from "./collection_operations.ts";
import { CollectionSearch } from "./collection_search.ts";
import type { CollectionFilter } from "./collection_types.ts";
import type { INormalizeDelegate } from "./contract.ts";
import type { SchemaTypes } from "./inference.ts";
import type { StoredCollection } from "./stored_collection.ts";

/**
 * Adds the members of a response to all stored lists or maps of a Collection
 * that the arguments match. Members need no primary key yet.
 *
 * @typeParam Types of the members
 *
 * @example
 * ```ts
 * import { Collection, Entity } from "@tessera/client";
 * import { type CollectionAdder } from "@tessera/client/schema";
 *
 * class Task extends Entity {
 *   id = "";
 * }
 * const tasks = new Collection([Task]);
 * // the schema of a response of POST
 * export const created: CollectionAdder = tasks.push;
 * ```
 */
export class CollectionAdder<
  Types extends SchemaTypes<any, any, any, any> = any,
> extends CollectionChange<Types> {
  readonly #merge: MemberMerge;
  readonly #filter: CollectionFilter | undefined;

  /**
   * Makes the addition; usually derived by `push`, `unshift`, `assign` or `addWith` of the Collection.
   *
   * @param collection the Collection to add to
   * @param merge combines the stored references with the added ones
   * @param filter decides which lists are added to, in place of the Collection
   */
  constructor(
    collection: StoredCollection<any, any>,
    merge: MemberMerge,
    filter?: CollectionFilter,
  ) {
    super(collection);
    this.#merge = merge;
    this.#filter = filter;
  }

  /** Stores the members and adds references to them; gives the references. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    const { schema } = this;
    const given = schema instanceof ArraySchema && !Array.isArray(input)
      ? [input]
      : input;
    const added = delegate.visitCreating(() =>
      schema.normalize(given, parent, key, delegate, this.collection)
    );
    const { collection } = this;
    const search = new CollectionSearch(collection, delegate, this.#filter);
    for (const pk of search.matching(delegate.args)) {
      delegate.changeMembers(collection, pk, adding(this.#merge, added));
    }
    return added;
  }
}
