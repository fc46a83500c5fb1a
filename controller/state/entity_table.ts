import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  KeyLineage,
} from "../../schema/contract.ts";
import { Table } from "./table.ts";

/**
 * What a table of a {@linkcode State} holds under a primary key: one object, so
 * that one write serves value and meta.
 */
export interface EntityRecord {
  /** The row, or the tombstone of a deleted entity. */
  readonly value: EntityValue;
  /** When it was asked for and stored; absent only for records of a foreign state that came without. */
  readonly meta: EntityMeta | undefined;
}

/** All entities of one kind. */
export class EntityTable implements EntityTableView {
  /** The records by primary key. */
  readonly records: Table<EntityRecord>;
  #revision: unknown;

  /**
   * @param records The records by primary key.
   * @param revision Of the table these values come from; omitted for new values.
   */
  constructor(
    records: Table<EntityRecord> = new Table(),
    revision?: unknown,
  ) {
    this.records = records;
    this.#revision = revision;
  }

  /** Changes identity exactly when a value, not only a meta, changed. */
  get revision(): unknown {
    return this.#revision ??= {};
  }

  /** Number of rows and tombstones. */
  get size(): number {
    return this.records.size;
  }

  /** Lets indexes over primary keys be kept at the cost of what is new. */
  get lineage(): KeyLineage {
    return this.records.lineage;
  }

  /** Primary keys in insertion order; the same list as long as none is added or removed. */
  get keyList(): readonly string[] {
    return this.records.keyList;
  }

  /** Primary keys in insertion order, tombstones included. */
  keys(): IterableIterator<string> {
    return this.records.keys();
  }

  /** Rows and tombstones in insertion order. */
  *entries(): IterableIterator<[pk: string, value: EntityValue]> {
    for (const [pk, { value }] of this.records.entries()) yield [pk, value];
  }

  /** Primary keys under which an earlier version has another row, at the cost of their number. */
  changesSince(
    earlier: EntityTableView,
    limit: number,
  ): ReadonlySet<string> | undefined {
    return earlier instanceof EntityTable
      ? this.records.keysChangedSince(earlier.records, limit, hasSameValue)
      : undefined;
  }

  /** Declares that a value changed; only for whoever is writing the table. */
  markChanged(): void {
    this.#revision = undefined;
  }

  /**
   * The same values, held by other records.
   *
   * @param records What became of the records of this table.
   */
  withRecords(records: Table<EntityRecord>): EntityTable {
    return new EntityTable(records, this.revision);
  }
}

function hasSameValue(
  left: EntityRecord | undefined,
  right: EntityRecord | undefined,
): boolean {
  return left?.value === right?.value;
}
