import { TableMap } from "../../schema/engine.ts";
import { type EntityRecord, EntityTable } from "./entity_table.ts";
import type { Ownership } from "./radix_vector.ts";
import type { Table } from "./table.ts";
import { TableDraft, withRecord } from "./table_draft.ts";

/** A table of entities while one commit writes it. */
export interface OpenTable {
  readonly draft: TableDraft<EntityRecord>;
  /** What readers of the commit see. */
  readonly view: EntityTable;
  /** Whether the commit made the table exist. */
  readonly isNew: boolean;
}

/** All tables of entities while one commit writes them. */
export class TablesDraft {
  readonly #base: Table<EntityTable>;
  readonly #owner: Ownership;
  readonly #open = new TableMap<OpenTable>();
  #adopted: Map<string, EntityTable> | undefined;

  /**
   * @param base The tables to start from; they stay as they are.
   * @param owner Identity of the writing commit.
   */
  constructor(base: Table<EntityTable>, owner: Ownership) {
    this.#base = base;
    this.#owner = owner;
  }

  /** A table that is being written; `undefined` while it is as in the base. */
  opened(key: string): OpenTable | undefined {
    return this.#open.get(key);
  }

  /** A table as it is written so far; `undefined` where there is none. */
  existing(key: string): OpenTable | undefined {
    const opened = this.#open.get(key);
    if (opened !== undefined) return opened;
    const existing = this.#base.get(key);
    return existing && this.open(key, existing);
  }

  /** Begins to write a table that is not opened yet. */
  open(
    key: string,
    existing: EntityTable | undefined = this.#base.get(key),
  ): OpenTable {
    const table = existing ?? new EntityTable();
    const draft = new TableDraft(table.records, this.#owner);
    return this.#open.add(key, {
      draft,
      view: table.withRecords(draft),
      isNew: existing === undefined,
    });
  }

  /** Takes a table as it is elsewhere; it is not written otherwise. */
  adopt(key: string, table: EntityTable): void {
    (this.#adopted ??= new Map()).set(key, table);
  }

  /** Ends writing: the new tables, or the original ones when nothing changed. */
  seal(): Table<EntityTable> {
    const { keys, values } = this.#open;
    const owner = this.#owner;
    let tables = this.#base;
    for (const [key, table] of this.#adopted ?? []) {
      tables = withRecord(tables, key, table, owner);
    }
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const { draft, view } = values[index]!;
      const existing = this.#base.get(key);
      const records = draft.seal();
      // an index that moved between equal rows changes the table as well
      if (
        existing === undefined || records !== existing.records ||
        view.revision !== existing.revision
      ) tables = withRecord(tables, key, view.withRecords(records), owner);
    }
    return tables;
  }

  /** Ends writing without effect. */
  discard(): void {
    for (const { draft } of this.#open.values) draft.discard();
  }
}
