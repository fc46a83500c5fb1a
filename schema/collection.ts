// deno-lint-ignore-file no-explicit-any -- Denormalize types what is read
import { ArraySchema } from "./array.ts";
import { CollectionAdder } from "./collection_adder.ts";
import { CollectionMover } from "./collection_mover.ts";
import {
  assign,
  type MemberMerge,
  push,
  unshift,
} from "./collection_operations.ts";
import { CollectionPage, type RemoveCursor } from "./collection_page.ts";
import { CollectionRemover } from "./collection_remover.ts";
import type {
  AssignTypes,
  ChangeTypes,
  CollectionFilter,
  CollectionSchema,
  DefaultArgs,
  IsList,
  IsMap,
} from "./collection_types.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  SchemaTypes,
} from "./inference.ts";
import { type ChangeName, StoredCollection } from "./stored_collection.ts";
import { Values } from "./values.ts";

/**
 * A list or map that is stored once, however many responses contain it, and
 * that responses can add to, remove from and move between.
 *
 * @example
 * ```ts
 * import { Collection, createClient, Entity, RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Berth extends Entity {
 *   id = "";
 *   portId = "";
 *   static override key = "Berth";
 * }
 * const berths = new Collection([Berth], {
 *   argsKey: ({ portId }: { portId: string }) => ({ portId }),
 *   nestKey: (port: { id: string }) => ({ portId: port.id }),
 * });
 * const getBerths = new RestEndpoint({
 *   path: "/ports/:portId/berths",
 *   schema: berths,
 * });
 *
 * // as if a server had answered GET and POST
 * await using client = createClient();
 * const port = { portId: "rtm" };
 * await client.setResponse(getBerths, port, [{ id: "b1", ...port }]);
 * await client.setResponse(getBerths.push, port, {}, { id: "b2", ...port });
 * const { data } = client.read(getBerths, port);
 * assertEquals(data?.map(({ id }) => id), ["b1", "b2"]);
 * ```
 *
 * @typeParam S the schema of the list or map
 * @typeParam Args arguments that a list is asked for by
 * @typeParam Parent what contains a nested list
 */
export class Collection<
  S extends CollectionSchema = any,
  Args extends readonly any[] = DefaultArgs,
  Parent = any,
> extends StoredCollection<S, Args, Parent> {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Denormalize<S>,
    DenormalizeNullable<S>,
    string,
    Args
  >;

  /**
   * Makes a change that adds members in a way of its own.
   *
   * @param merge takes the stored and the added references, gives the new list or map; must not
   * change them, and must change nothing when repeated
   * @param createCollectionFilter decides, from the arguments, which lists the change applies to
   */
  addWith(
    merge: MemberMerge,
    createCollectionFilter?: CollectionFilter,
  ): CollectionAdder<ChangeTypes<S, Args>> {
    return new CollectionAdder(this, merge, createCollectionFilter);
  }

  /**
   * Makes a change that moves members, inserting them in a way of its own.
   *
   * @param merge takes the stored and the moved references, gives the new list or map; must not
   * change them, and must change nothing when repeated
   */
  moveWith(merge: MemberMerge): CollectionMover<ChangeTypes<S, Args>> {
    return new CollectionMover(this, merge);
  }

  /**
   * Makes the schema of a part of the list: what it holds is added at the end.
   * Endpoints of pages have it in place of the Collection.
   *
   * @param removeCursor returns the arguments of the list, given those of a page
   */
  pageWith(removeCursor: RemoveCursor): CollectionPage {
    return new CollectionPage(this, removeCursor);
  }

  /**
   * The Collection that an endpoint of another path has in place of this one:
   * the same with lists of its own, unless it was given a key. How a subclass is
   * constructed is known only where a resource did it.
   *
   * @internal
   */
  forPath(path: string): this {
    const { schema, key: _, collectionKey, isOfPath, ...options } = this;
    const isPlain = collectionKey === undefined &&
      this.constructor === Collection;
    if (!isOfPath && !isPlain) return this;
    const Class = this.constructor as any;
    return new Class(schema, options).ofPath(path);
  }

  /**
   * Gives the lists of a new Collection the path of its endpoint as their key,
   * unless they have one.
   *
   * @internal
   */
  ofPath(path: string): this {
    if (this.collectionKey === undefined) {
      this.collectionKey = path;
      this.isOfPath = true;
    }
    return this;
  }

  /** @ignore */
  protected override createChange(name: ChangeName): unknown {
    if (name === "remove") return new CollectionRemover(this);
    if (name === "move") return new CollectionMover(this);
    const Container = name === "assign" ? Values : ArraySchema;
    return this.schema instanceof Container
      ? new CollectionAdder(this, additions[name])
      : undefined;
  }
}

const additions = { push, unshift, assign };

/**
 * The changes of a {@linkcode Collection}. A subclass may declare them as
 * fields, or assign them in its constructor, made by `addWith` and `moveWith`.
 */
// not in the class, where TypeScript would let no field of a subclass override them
export interface Collection<
  S extends CollectionSchema = any,
  Args extends readonly any[] = DefaultArgs,
  Parent = any,
> {
  /** Adds a created member, or several, at the end of all lists that the arguments match. */
  get push(): IsList<S> extends true ? CollectionAdder<ChangeTypes<S, Args>>
    : never;
  /** @ignore */
  set push(change: CollectionAdder);

  /** Adds a created member, or several, at the start of all lists that the arguments match. */
  get unshift(): IsList<S> extends true ? CollectionAdder<ChangeTypes<S, Args>>
    : never;
  /** @ignore */
  set unshift(change: CollectionAdder);

  /** Adds entries to all maps that the arguments match; they replace those of the same name. */
  get assign(): IsMap<S> extends true ? CollectionAdder<AssignTypes<S, Args>>
    : never;
  /** @ignore */
  set assign(change: CollectionAdder);

  /** Takes a member, or several, out of all lists or maps that the arguments match. */
  get remove(): CollectionRemover<ChangeTypes<S, Args>>;
  /** @ignore */
  set remove(change: CollectionRemover);

  /** Takes a changed member out of lists or maps that it no longer belongs to, and adds it to those that it does. */
  get move(): CollectionMover<ChangeTypes<S, Args>>;
  /** @ignore */
  set move(change: CollectionMover);
}
