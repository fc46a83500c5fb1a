// deno-lint-ignore-file no-explicit-any -- responses and arguments are untyped here
import type { Collection } from "./collection.ts";
import { adding, append } from "./collection_operations.ts";
import type {
  EntityMeta,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  SchemaSimple,
} from "./contract.ts";
import { isInvalid } from "./invalid.ts";
import { changeMembers } from "./merge_membership.ts";

/**
 * Returns the arguments of a list, given those of one of its pages: the second
 * argument of {@linkcode CollectionPage}.
 */
export type RemoveCursor = (...args: any[]) => readonly any[];

/**
 * A part of a Collection: what it holds is added at the end of the list, and
 * what a reader sees is the whole list. Endpoints of pages have it in place of
 * the Collection of the list's schema.
 *
 * @example
 * ```ts
 * import {
 *   Collection,
 *   createClient,
 *   Entity,
 *   RestEndpoint,
 * } from "@tessera/client";
 * import { CollectionPage } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Entry extends Entity {
 *   id = "";
 *   static override key = "Entry";
 * }
 * const log = new Collection([Entry]);
 * const getLog = new RestEndpoint({
 *   path: "/log",
 *   searchParams: {} as { ship: string },
 *   schema: log,
 * });
 * // what getLog.paginated("cursor") makes
 * const getPage = new RestEndpoint({
 *   path: "/log",
 *   searchParams: {} as { ship: string; cursor: string },
 *   schema: new CollectionPage(log, ({ cursor: _, ...list }) => [list]),
 * });
 *
 * await using client = createClient();
 * await client.setResponse(getLog, { ship: "7" }, [{ id: "a" }]);
 * await client.setResponse(getPage, { ship: "7", cursor: "a" }, [{ id: "b" }]);
 * const { data } = client.read(getLog, { ship: "7" });
 * assertEquals(data?.map(({ id }) => id), ["a", "b"]);
 * ```
 */
export class CollectionPage implements SchemaSimple {
  /** The whole list. */
  readonly collection: Collection<any, any>;
  /** Gives the arguments of the list. */
  readonly removeCursor: RemoveCursor;

  /**
   * Makes a page of a list.
   *
   * @param collection the whole list
   * @param removeCursor returns the arguments of the list, given those of a page
   */
  constructor(collection: Collection<any, any>, removeCursor: RemoveCursor) {
    this.collection = collection;
    this.removeCursor = removeCursor;
  }

  /** Name of the table of the list. */
  get key(): string {
    return this.collection.key;
  }

  /** The schema of the list. */
  get schema(): any {
    return this.collection.schema;
  }

  /** Shares identity with reads of the list. */
  get cacheWith(): object {
    return this.collection.cacheWith;
  }

  /** As of the list. */
  get push(): any {
    return this.collection.push;
  }

  /** As of the list. */
  get unshift(): any {
    return this.collection.unshift;
  }

  /** As of the list. */
  get assign(): any {
    return this.collection.assign;
  }

  /** As of the list. */
  get remove(): any {
    return this.collection.remove;
  }

  /** As of the list. */
  get move(): any {
    return this.collection.move;
  }

  /** As of the list. */
  addWith(...options: Parameters<Collection["addWith"]>): any {
    return this.collection.addWith(...options);
  }

  /** As of the list. */
  moveWith(...options: Parameters<Collection["moveWith"]>): any {
    return this.collection.moveWith(...options);
  }

  /** A part of this part. */
  pageWith(removeCursor: RemoveCursor): CollectionPage {
    return new CollectionPage(this as unknown as Collection, removeCursor);
  }

  /** The primary key of the list. */
  pk(
    value: any,
    parent: any,
    key: any,
    args: readonly any[],
    parentEntity?: any,
  ): string {
    return this.collection.pk(
      value,
      parent,
      key,
      this.removeCursor(...args),
      parentEntity,
    );
  }

  /** Stores the members and adds references to them to the list; gives the primary key of the list. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): string {
    const { collection } = this;
    const pk = this.pk(input, parent, key, delegate.args, parentEntity);
    const members = this.schema.normalize(
      input,
      parent,
      key,
      delegate,
      collection,
    );
    const add = adding(append, members);
    const existing = delegate.getEntity(collection.key, pk);
    if (existing === undefined) {
      const { value, meta } = changeMembers(
        Array.isArray(members) ? [] : {},
        neverFetched,
        add,
        delegate.meta,
      );
      delegate.setEntity(collection, pk, value as any, meta);
    } else if (isInvalid(existing)) {
      delegate.mergeEntity(collection, pk, members);
    } else {
      delegate.changeMembers(collection, pk, add);
    }
    return pk;
  }

  /** The whole list as a reader sees it. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return this.collection.denormalize(input, delegate);
  }

  /** The stored references, as the reading engine may change them. */
  createIfValid(row: any): any {
    return this.collection.createIfValid(row);
  }

  /** The primary key of the list that arguments of a page belong to, if it is stored. */
  queryKey(
    args: readonly any[],
    recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any {
    return this.collection.queryKey(
      this.removeCursor(...args),
      recurse,
      delegate,
    );
  }

  /** As of the list. */
  toJSON(): unknown {
    return this.collection.toJSON();
  }
}

/** A page without its list: whenever the list comes, it is newer, and lacks the page. */
const neverFetched: EntityMeta = Object.freeze({
  fetchedAt: 0,
  date: 0,
  expiresAt: 0,
});
