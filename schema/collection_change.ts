// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { ArraySchema } from "./array.ts";
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  SchemaSimple,
} from "./contract.ts";
import type { SchemaTypes } from "./inference.ts";
import type { StoredCollection } from "./stored_collection.ts";

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
export abstract class CollectionChange<
  Types extends SchemaTypes<any, any, any, any> = any,
> implements SchemaSimple {
  /** In types only. */
  declare readonly "~types": Types;
  /** The Collection that is changed. */
  readonly collection: StoredCollection<any, any>;

  /**
   * Makes the change.
   *
   * @param collection the Collection to change
   */
  constructor(collection: StoredCollection<any, any>) {
    this.collection = collection;
  }

  /** The schema of the list or map. */
  get schema(): any {
    return this.collection.schema;
  }

  /** Applies the change to stored lists or maps; gives the references of the members. */
  abstract normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any;

  /** The members as they were given: one, a list, or a map. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    const { schema } = this;
    return schema instanceof ArraySchema && !Array.isArray(input)
      ? schema.denormalizeValue(input, delegate)
      : schema.denormalize(input, delegate);
  }

  /** A change cannot be asked for. */
  queryKey(): undefined {
    return undefined;
  }

  /** Shows the Collection. */
  toJSON(): unknown {
    return { collection: this.collection };
  }
}
