import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
  KeyLineage,
} from "./contract.ts";
import type { PendingEntities, PendingEntity } from "./normalize_pending.ts";

/** A table of the store together with what a pass has found so far. */
export class PendingTable implements EntityTableView {
  /** Unlike any other: the pass is not done. */
  readonly revision: unknown = {};
  readonly #stored: EntityTableView | undefined;
  readonly #pending: PendingEntities;
  readonly #store: EntityReader;
  readonly #meta: EntityMeta;

  constructor(
    stored: EntityTableView | undefined,
    pending: PendingEntities,
    store: EntityReader,
    meta: EntityMeta,
  ) {
    this.#stored = stored;
    this.#pending = pending;
    this.#store = store;
    this.#meta = meta;
  }

  /** That of the store. */
  get lineage(): KeyLineage | undefined {
    return this.#stored?.lineage;
  }

  /** Keys that the store lacks. */
  get newKeys(): string[] {
    const keys: string[] = [];
    for (const { key, pk, isWritten } of this.#pending) {
      if (isWritten && this.#store.getEntity(key, pk) === undefined) {
        keys.push(pk);
      }
    }
    return keys;
  }

  *keys(): IterableIterator<string> {
    for (const [pk] of this.entries()) yield pk;
  }

  *entries(): IterableIterator<[pk: string, value: EntityValue]> {
    if (this.#stored !== undefined) {
      for (const [pk, value] of this.#stored.entries()) {
        const pending = this.#pending.get(pk);
        yield [pk, this.#resultOf(pending) ?? value];
      }
    }
    for (const pending of this.#pending) {
      const { key, pk } = pending;
      if (this.#store.getEntity(key, pk) !== undefined) continue;
      const value = this.#resultOf(pending);
      if (value !== undefined) yield [pk, value];
    }
  }

  #resultOf(pending: PendingEntity | undefined): EntityValue | undefined {
    return pending?.isWritten
      ? pending.result(this.#store, this.#meta)?.value
      : undefined;
  }
}
