// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { CollectionChange } from "./collection_change.ts";
import { membersOf } from "./collection_key.ts";
import {
  type ChangedMember,
  changedMembers,
  readMembers,
} from "./collection_member.ts";
import { remove } from "./collection_operations.ts";
import { CollectionSearch } from "./collection_search.ts";
import type { IDenormalizeDelegate, INormalizeDelegate } from "./contract.ts";
import { pkOfInput } from "./entity_identity.ts";
import type { SchemaTypes } from "./inference.ts";
import type { MembershipChange } from "./merge_membership.ts";

/**
 * Takes the members of a response out of all stored lists or maps of a
 * Collection that the arguments match; without arguments, out of all.
 *
 * @typeParam Types of the members
 *
 * @example
 * ```ts
 * import { Collection, type CollectionRemover, Entity } from "@tessera/client";
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
    const removed = changedMembers(this.schema, input, parent, key, args).map(
      (member) => this.#referenceTo(member, parent, key, delegate),
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

  /** The reference under which a member is listed. Its fields are stored only if it is known. */
  #referenceTo(
    { entity, input, name }: ChangedMember,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
  ): any {
    const { schema } = this;
    if (
      entity === undefined || typeof input !== "object" || input === null
    ) return schema.normalizeValue(input, parent, key, delegate);
    const pk = pkOfInput(
      entity,
      input,
      parent,
      key,
      delegate.args,
      "Collection.remove: ",
    );
    if (typeof delegate.getEntity(entity.key, pk) === "object") {
      delegate.visit(entity, input, parent, key);
    }
    return name === undefined ? pk : { id: pk, schema: name };
  }
}

/** Whether arguments have no member by which lists could be chosen. */
function saysNothing(args: readonly any[]): boolean {
  return args.slice(0, 2).every((argument) =>
    Object.keys(membersOf(argument)).length === 0
  );
}

/** Made here because a change outlives its pass, and a closure of the pass would keep all of it. */
function removing(removed: readonly any[]): MembershipChange {
  return (existing) => remove(existing, removed);
}
