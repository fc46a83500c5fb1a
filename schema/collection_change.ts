/**
 * Changes of the members of stored lists and maps: what is added, taken out,
 * or moved, by which response, and where.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- responses and references are untyped here
import { ArraySchema, readItems } from "./array.ts";
import type { Collection } from "./collection.ts";
import { keyObjectOf, membersOf } from "./collection_key.ts";
import type { CollectionFilter } from "./collection_types.ts";
import type {
  EntityInterface,
  IDenormalizeDelegate,
  INormalizeDelegate,
  Mergeable,
  SchemaSimple,
} from "./contract.ts";
import { pkOfInput } from "./entity_plan.ts";
import type { SchemaTypes } from "./inference.ts";
import { isObject } from "./is_object.ts";
import {
  adding,
  append,
  type MemberMerge,
  type MembershipChange,
  removing,
  without,
} from "./merge_membership.ts";
import { setOwn } from "./own.ts";
import { PolymorphicSchema } from "./polymorphic.ts";
import { Values } from "./values.ts";

/** Names of the changes that a Collection has. */
export type ChangeName = "push" | "unshift" | "assign" | "remove" | "move";

/** What a change has to know of its {@linkcode Collection}. */
export type ChangedCollection =
  & Mergeable
  & Pick<Collection, "listsOf" | "schema">;

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
  /** What is done to the members of a response. */
  readonly kind: "add" | "remove" | "move";
  /**
   * Whether it is noted by how many members a response makes lists longer.
   *
   * @internal
   */
  isCounted: boolean = false;
  /** By how many members lists grew, by their primary key. */
  #growth = new Map<string, number>();
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
    merge: MemberMerge = append,
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
    this.#growth = new Map();
    const result = this.#change(input, parent, key, delegate);
    if (this.isCounted) growths.set(result, this.#growth);
    return result;
  }

  #change(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
  ): any {
    const { collection, kind, schema } = this;
    const { args } = delegate;
    if (kind === "add") {
      const given = schema instanceof ArraySchema && !Array.isArray(input)
        ? [input]
        : input;
      const members = delegate.visitCreating(() =>
        schema.normalize(given, parent, key, delegate, collection)
      );
      const lists = collection.listsOf(delegate, args, this.#filter);
      this.apply(adding(this.#merge, members), lists, delegate);
      return members;
    }
    const items: readonly any[] = Array.isArray(input) ? input : [input];
    const members = items.map((item) =>
      this.#visit(item, parent, key, delegate)
    );
    if (kind === "remove") {
      const isAnywhere = args.slice(0, 2).every((argument) =>
        !isObject(argument) || Object.keys(membersOf(argument)).length === 0
      );
      const lists = collection.listsOf(delegate, isAnywhere ? null : args);
      this.apply(removing(members), lists, delegate);
    }
    return members;
  }

  /** Changes lists or maps. */
  apply(
    change: MembershipChange,
    lists: readonly string[],
    delegate: INormalizeDelegate,
  ): void {
    const { collection } = this;
    for (const pk of lists) {
      if (this.isCounted) {
        const before = delegate.getEntity(collection.key, pk) as object;
        const size = Object.keys(change(before)).length;
        const growth = this.#growth.get(pk) ?? 0;
        this.#growth.set(pk, growth + size - Object.keys(before).length);
      }
      delegate.changeMembers(collection, pk, change);
    }
  }

  /** The members as they were given: one, a list, or what is assigned to a map. */
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

  /** Shows the Collection. */
  toJSON(): unknown {
    return { collection: this.collection };
  }

  /** Stores a member that is removed or moved, and moves it; gives the reference under which it is listed. */
  #visit(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
  ): any {
    const { kind, schema } = this;
    const entity = entityOf(schema, input, parent, key);
    if (entity === undefined) {
      return schema.normalizeValue(input, parent, key, delegate);
    }
    const { args } = delegate;
    const by = `Collection.${kind}: `;
    const pk = pkOfInput(entity, input, parent, key, args, by);
    const reference = schema.isSingleSchema ? pk : {
      id: pk,
      schema: String(schema.getSchemaAttribute(input, parent, key)),
    };
    const before = rowOf(delegate.getEntity(entity.key, pk));
    // what is not known gains nothing from being taken out
    if (kind === "move" || before !== undefined) {
      delegate.visit(entity, input, parent, key);
    }
    if (kind === "move") {
      const now = rowOf(delegate.getEntity(entity.key, pk)) ?? {};
      // the payload may say more than the answer
      const told = Object.keys(now).filter((name) =>
        Object.hasOwn(input, name) || now[name] !== before?.[name]
      );
      const answer = Object.fromEntries(
        told.map((name) => [name, now[name]]),
      );
      this.#move(reference, pk, before, answer, delegate);
    }
    return reference;
  }

  /** Lists that match a member before and after stay as they are. */
  #move(
    reference: any,
    pk: string,
    before: Row | undefined,
    now: Row,
    delegate: INormalizeDelegate,
  ): void {
    const { collection, schema } = this;
    const { args } = delegate;
    const params = membersOf(args[0]);
    const after = { ...membersOf(args[args.length - 1]), ...now };
    const left = before === undefined
      ? []
      : collection.listsOf(delegate, [{ ...params, ...before }, before]);
    const entered = collection.listsOf(delegate, [
      { ...params, ...after },
      { ...before, ...after },
    ]);
    const added: any = schema instanceof Values ? {} : [reference];
    if (schema instanceof Values) setOwn(added, pk, reference);
    this.apply(removing([reference]), without(left, entered), delegate);
    this.apply(adding(this.#merge, added), without(entered, left), delegate);
  }
}

/** By how many members lists grew, by what a change made of its response. */
const growths = new WeakMap<object, ReadonlyMap<string, number>>();

/**
 * The lists that a change made longer or shorter: the key object of each, and
 * by how many members.
 *
 * @param result what a change, which `isCounted`, made of its response
 */
export function sizeChangesOf(
  result: object,
): (readonly [key: Record<string, unknown>, difference: number])[] {
  return [...growths.get(result) ?? []].filter(([_, growth]) => growth !== 0)
    .map(([pk, growth]) => [keyObjectOf(pk), growth]);
}

type Row = Record<string, any>;

function rowOf(stored: unknown): Row | undefined {
  return isObject(stored) ? stored : undefined;
}

/** The class of an item of a removal or move; `undefined` for items that are not entities. */
function entityOf(
  schema: any,
  input: any,
  parent: any,
  key: any,
): EntityInterface | undefined {
  if (
    !(schema instanceof PolymorphicSchema) || !isObject(input) ||
    !schema.isSingleSchema && schema.isReference(input)
  ) return undefined;
  const entity = schema.inferSchema(input, parent, key);
  return typeof entity?.pk === "function" && typeof entity.key === "string"
    ? entity
    : undefined;
}
