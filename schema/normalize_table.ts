import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "./contract.ts";
import type { PendingEntity } from "./normalize_pending.ts";

/** A table of the store together with what a pass has found so far. */
export class PendingTable implements EntityTableView {
  /** Unlike any other: the pass is not done. */
  readonly revision: unknown = {};
  readonly #stored: EntityTableView | undefined;
  readonly #pending: ReadonlyMap<string, PendingEntity>;
  readonly #store: EntityReader;
  readonly #meta: EntityMeta;

  constructor(
    stored: EntityTableView | undefined,
    pending: ReadonlyMap<string, PendingEntity>,
    store: EntityReader,
    meta: EntityMeta,
  ) {
    this.#stored = stored;
    this.#pending = pending;
    this.#store = store;
    this.#meta = meta;
  }

  *keys(): IterableIterator<string> {
    for (const [pk] of this.entries()) yield pk;
  }

  *entries(): IterableIterator<[pk: string, value: EntityValue]> {
    const seen = new Set<string>();
    if (this.#stored !== undefined) {
      for (const [pk, value] of this.#stored.entries()) {
        const pending = this.#pending.get(pk);
        if (pending?.value === undefined) {
          yield [pk, value];
        } else {
          seen.add(pk);
          yield [pk, pending.result(this.#store, this.#meta).value];
        }
      }
    }
    for (const [pk, pending] of this.#pending) {
      if (pending.value !== undefined && !seen.has(pk)) {
        yield [pk, pending.result(this.#store, this.#meta).value];
      }
    }
  }
}
