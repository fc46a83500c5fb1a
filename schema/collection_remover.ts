// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { CollectionChange } from "./collection_change.ts";
import { membersOf } from "./collection_key.ts";
import { identifyMembers, readMembers } from "./collection_member.ts";
import { removing } from "./collection_operations.ts";
import { CollectionSearch } from "./collection_search.ts";
import type { IDenormalizeDelegate, INormalizeDelegate } from "./contract.ts";
import type { SchemaTypes } from "./inference.ts";

/**
 * Takes the members of a response out of all stored lists or maps of a
 * Collection that the arguments match; without arguments, out of all.
 *
 * @typeParam Types of the members
 *
 * @example
 * ```ts
 * import { Collection, Entity } from "@tessera/client";
 * import { type CollectionRemover } from "@tessera/client/schema";
 *
 * class Task extends Entity {
 *   id = "";
 * }
 * const tasks = new Collection([Task]);
 * // takes a task out of the lists, and keeps the task
 * export const archived: CollectionRemover = tasks.remove;
 * ```
 */
export class CollectionRemover<
  Types extends SchemaTypes<any, any, any, any> = any,
> extends CollectionChange<Types> {
  /** Takes references to the members out; gives the references. */
  override normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    const { args } = delegate;
    const removed = identifyMembers(
      this.schema,
      input,
      parent,
      key,
      delegate,
      "Collection.remove: ",
      (entity, pk, member) => {
        // what is not known gains nothing from being taken out
        if (typeof delegate.getEntity(entity.key, pk) === "object") {
          delegate.visit(entity, member, parent, key);
        }
      },
    );
    const { collection } = this;
    const search = new CollectionSearch(collection, delegate);
    const pks = saysNothing(args) ? search.all() : search.matching(args);
    for (const pk of pks) {
      delegate.changeMembers(collection, pk, removing(removed));
    }
    return removed;
  }

  /** The members as they were given: one, a list, or a map. */
  override denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return readMembers(this.schema, input, delegate);
  }
}

/** Whether arguments have no member by which lists could be chosen. */
function saysNothing(args: readonly any[]): boolean {
  return args.slice(0, 2).every((argument) =>
    Object.keys(membersOf(argument)).length === 0
  );
}
