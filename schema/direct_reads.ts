import type { EntityReader } from "./contract.ts";

/**
 * What was read of a state besides the rows of nodes: missing and invalid
 * rows, cells, whole tables, indexes. Most of what reads so reads one row.
 */
export class DirectReads {
  /** Table of the first row; `undefined` if there is none. */
  #key: string | undefined = undefined;
  #pk = "";
  #row: unknown = undefined;
  #further: FurtherReads | undefined = undefined;

  /** Whether a row was the last one noted. */
  isLastRow(key: string, pk: string): boolean {
    const rows = this.#further?.rows;
    return rows === undefined || rows.length === 0
      ? this.#pk === pk && this.#key === key
      : rows[rows.length - 2] === pk && rows[rows.length - 3] === key;
  }

  /** What was there. */
  get lastRow(): unknown {
    const rows = this.#further?.rows;
    return rows === undefined || rows.length === 0
      ? this.#row
      : rows[rows.length - 1];
  }

  /** Notes a row, unless it was the last one noted. */
  addRow(key: string, pk: string, row: unknown): void {
    if (this.#key === undefined) {
      this.#key = key;
      this.#pk = pk;
      this.#row = row;
    } else if (!this.isLastRow(key, pk)) this.#more.rows.push(key, pk, row);
  }

  /** Notes a whole table. */
  addTable(key: string, revision: unknown): void {
    this.#more.tables.push(key, revision);
  }

  /** Notes a look-up by index. */
  addIndex(
    key: string,
    field: string,
    value: string,
    pk: string | undefined,
  ): void {
    this.#more.indexes.push(key, field, value, pk);
  }

  /** Notes everything that the other noted. */
  addAll(other: DirectReads): void {
    if (other.#key !== undefined) {
      this.addRow(other.#key, other.#pk, other.#row);
    }
    if (other.#further === undefined) return;
    const { rows, tables, indexes } = other.#further;
    const more = this.#more;
    // a loop, since the number of arguments is bounded
    for (const item of rows) more.rows.push(item);
    for (const item of tables) more.tables.push(item);
    for (const item of indexes) more.indexes.push(item);
  }

  /** Whether everything is as it was. */
  isHeldBy(reader: EntityReader): boolean {
    if (
      this.#key !== undefined &&
      reader.getEntity(this.#key, this.#pk) !== this.#row
    ) return false;
    return this.#further === undefined || areHeldBy(reader, this.#further);
  }

  /** Pairs of table and primary key. */
  get paths(): readonly string[] {
    const paths = this.#key === undefined ? [] : [this.#key, this.#pk];
    const rows = this.#further?.rows ?? [];
    for (let index = 0; index < rows.length; index += 3) {
      paths.push(rows[index] as string, rows[index + 1] as string);
    }
    return paths;
  }

  /** Tables that were read as a whole, or by an index. */
  get tables(): readonly string[] {
    if (this.#further === undefined) return [];
    const { tables, indexes } = this.#further;
    return [
      ...tables.filter((_, index) => index % 2 === 0),
      ...indexes.filter((_, index) => index % 4 === 0),
    ] as string[];
  }

  get #more(): FurtherReads {
    return this.#further ??= { rows: [], tables: [], indexes: [] };
  }
}

interface FurtherReads {
  /** Triples of table, primary key and what was there. */
  readonly rows: unknown[];
  /** Pairs of table and revision. */
  readonly tables: unknown[];
  /** Quadruples of table, field, value and the primary key found. */
  readonly indexes: unknown[];
}

function areHeldBy(
  reader: EntityReader,
  { rows, tables, indexes }: FurtherReads,
): boolean {
  for (let index = 0; index < rows.length; index += 3) {
    const row = reader.getEntity(
      rows[index] as string,
      rows[index + 1] as string,
    );
    if (row !== rows[index + 2]) return false;
  }
  for (let index = 0; index < tables.length; index += 2) {
    const table = reader.getEntities(tables[index] as string);
    if (table?.revision !== tables[index + 1]) return false;
  }
  for (let index = 0; index < indexes.length; index += 4) {
    const pk = reader.getIndex(
      indexes[index] as string,
      indexes[index + 1] as string,
      indexes[index + 2] as string,
    );
    if (pk !== indexes[index + 3]) return false;
  }
  return true;
}
