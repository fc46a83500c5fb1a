// deno-lint-ignore-file no-explicit-any -- arguments of any endpoint
import { testByMembers } from "./collection_filter.ts";
import { CollectionIndex } from "./collection_index.ts";
import { COLLECTION_KEY } from "./collection_key.ts";
import type { CollectionFilter } from "./collection_types.ts";
import type { INormalizeDelegate } from "./contract.ts";
import { StoredCollection } from "./stored_collection.ts";

/**
 * Finds the stored lists that a change applies to. Those of Collections with
 * the default filter are looked up; a filter of their own has to see each key.
 */
export class CollectionSearch {
  readonly #collection: StoredCollection<any, any>;
  readonly #delegate: INormalizeDelegate;
  readonly #filter: CollectionFilter | undefined;
  readonly #index: CollectionIndex | undefined;

  /**
   * @param collection whose table is searched
   * @param delegate reads the table
   * @param filter replaces that of the collection
   */
  constructor(
    collection: StoredCollection<any, any>,
    delegate: INormalizeDelegate,
    filter?: CollectionFilter,
  ) {
    this.#collection = collection;
    this.#delegate = delegate;
    this.#filter = filter ?? ownFilterOf(collection);
    const table = delegate.getEntities(collection.key);
    this.#index = table && CollectionIndex.of(table);
  }

  /** Primary keys of lists that a change with these arguments applies to. */
  matching(args: readonly any[]): string[] {
    const collection = this.#collection;
    return this.#filter === undefined
      ? this.#stored(
        this.#index?.matching(
          testByMembers(
            args,
            (name) => !collection.nonFilterArgumentKeys(name),
            collection.collectionKey,
          ),
        ),
      )
      : this.#passing(this.#filter.apply(collection, [...args]));
  }

  /** Primary keys of all lists. */
  all(): string[] {
    return this.#passing(() => true);
  }

  /** Lists with the key of another Collection are not looked at. */
  #passing(test: (key: Record<string, unknown>) => boolean): string[] {
    const own = this.#collection.collectionKey;
    return this.#stored(
      this.#index?.passing((
        { [COLLECTION_KEY]: collectionKey = own, ...key },
      ) => collectionKey === own && test(key)),
    );
  }

  /** The index may know keys of other versions of the table; and deleted lists stay deleted. */
  #stored(pks: string[] = []): string[] {
    const { key } = this.#collection;
    return pks.filter((pk) =>
      typeof this.#delegate.getEntity(key, pk) === "object"
    );
  }
}

/** The filter of a collection unless it is the default one. */
function ownFilterOf(
  collection: StoredCollection<any, any>,
): CollectionFilter | undefined {
  const { createCollectionFilter } = collection;
  return createCollectionFilter ===
      StoredCollection.prototype.createCollectionFilter
    ? undefined
    : createCollectionFilter;
}
