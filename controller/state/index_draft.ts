import type { Ownership } from "./radix_vector.ts";
import { Table } from "./table.ts";
import { TableDraft } from "./table_draft.ts";

/** The entity an index value leads to. */
export interface IndexEntry {
  readonly pk: string;
}

/** The indexes of one table, by field. */
export type FieldIndexes = ReadonlyMap<string, Table<IndexEntry>>;

/** All indexes, by table. */
export type Indexes = Table<FieldIndexes>;

/** Indexes while one commit writes them. */
export class IndexDraft {
  readonly #base: Indexes;
  readonly #owner: Ownership;
  readonly #open = new Map<string, Map<string, Table<IndexEntry>>>();
  readonly #adopted = new Map<string, FieldIndexes>();

  /**
   * @param base The indexes to start from; they stay as they are.
   * @param owner Identity of the writing commit.
   */
  constructor(base: Indexes, owner: Ownership) {
    this.#base = base;
    this.#owner = owner;
  }

  /** Primary key of the entity an index value leads to. */
  get(key: string, field: string, value: string): string | undefined {
    return this.of(key)?.get(field)?.get(value)?.pk;
  }

  /** The indexes of one table, as written so far. */
  of(key: string): FieldIndexes | undefined {
    return this.#open.get(key) ?? this.#base.get(key);
  }

  /** Points an index value at an entity, or with `undefined` at nothing; returns whether that is new. */
  set(
    key: string,
    field: string,
    value: string,
    pk: string | undefined,
  ): boolean {
    if (this.get(key, field, value) === pk) return false;
    const draft = this.#openField(key, field);
    if (pk === undefined) draft.delete(value);
    else draft.set(value, { pk });
    return true;
  }

  /** Takes the indexes of a table as they are elsewhere; the table is not written otherwise. */
  adopt(key: string, fields: FieldIndexes): void {
    this.#adopted.set(key, fields);
  }

  /** Ends writing: the new indexes, or the original ones when nothing changed. */
  seal(): Indexes {
    const indexes = new TableDraft(this.#base, this.#owner);
    for (const [key, fields] of this.#adopted) indexes.set(key, fields);
    for (const [key, fields] of this.#open) {
      const existing = this.#base.get(key);
      let isChanged = false;
      for (const [field, table] of fields) {
        if (!(table instanceof TableDraft)) continue;
        const sealed = table.seal();
        fields.set(field, sealed);
        isChanged ||= sealed !== existing?.get(field);
      }
      if (isChanged) indexes.set(key, fields);
    }
    return indexes.seal();
  }

  /** Ends writing without effect. */
  discard(): void {
    for (const fields of this.#open.values()) {
      for (const table of fields.values()) {
        if (table instanceof TableDraft) table.discard();
      }
    }
  }

  #openField(key: string, field: string): TableDraft<IndexEntry> {
    let fields = this.#open.get(key);
    if (fields === undefined) {
      this.#open.set(key, fields = new Map(this.#base.get(key)));
    }
    const table = fields.get(field) ?? new Table<IndexEntry>();
    if (table instanceof TableDraft) return table;
    const draft = new TableDraft(table, this.#owner);
    fields.set(field, draft);
    return draft;
  }
}
