import type { EntityReader, EntityTableView } from "./contract.ts";
import {
  Cell,
  type CellTable,
  mark,
  type Node,
  setChildren,
  type Source,
} from "./nodes.ts";
import { isSameValue } from "./same_value.ts";
import { ReadMemory, type ReadSpace, type ReadTable } from "./reading.ts";

/** What is remembered of one table. */
class PlainTable implements CellTable {
  readonly cells = new Map<string, Cell>();
  readonly members: Cell;
  readonly rows: Cell;

  constructor(
    readonly key: string,
    readonly kind: "entity" | "table",
    /** What a cell holds: a row, or of an index a primary key. */
    readonly read: (reader: EntityReader, pk: string) => unknown,
  ) {
    const whole = { key, kind: "table" } as const;
    this.members = new Cell(whole, "");
    this.rows = new Cell(whole, "");
  }
}

/**
 * Reads whatever can look up rows, such as plain objects. Cells take their
 * rows from there when they are visited, and are compared at each call.
 */
export class PlainSpace implements ReadSpace {
  readonly memory: ReadMemory = new ReadMemory(100);
  readonly #tables = new Map<string, PlainTable>();
  readonly #indexes = new Map<string, PlainTable>();
  #reader!: EntityReader;

  /** From now on reads are of this. */
  follow(reader: EntityReader): void {
    this.#reader = reader;
    for (const tables of [this.#tables, this.#indexes]) {
      for (const table of tables.values()) {
        for (const cell of table.cells.values()) {
          const value = table.read(reader, cell.pk);
          if (value === cell.value) continue;
          cell.value = value;
          mark(cell, []);
        }
      }
    }
    for (const table of this.#tables.values()) this.#followTable(table);
  }

  #followTable({ key, members, rows }: PlainTable): void {
    if (rows.parents === undefined && members.parents === undefined) return;
    // a table may have been changed in place
    mark(rows, []);
    const view = this.#reader.getEntities(key);
    if (this.#list(members, view)) mark(members, []);
  }

  /** Keeps the keys of a table; tells whether they are others. */
  #list(members: Cell, view: EntityTableView | undefined): boolean {
    const keys = view && [...view.keys()];
    if (isSameValue(keys, members.value)) return false;
    members.value = keys;
    return true;
  }

  cellOf(key: string, pk: string): Cell {
    return this.#cellIn(this.#table(key), pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    const name = JSON.stringify([key, field]);
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = new PlainTable(
        key,
        "table",
        (reader, value) => reader.getIndex(key, field, value),
      );
      this.#indexes.set(name, index);
    }
    return this.#cellIn(index, value);
  }

  tableOf(key: string): ReadTable {
    const { members, rows } = this.#table(key);
    const view = this.#reader.getEntities(key);
    if (rows.parents === undefined && members.parents === undefined) {
      this.#list(members, view);
    }
    return { members, rows, view: view && this.#listed(view, members) };
  }

  /** A table with the list of its keys, which is the same one as long as it says the same. */
  #listed(view: EntityTableView, { value }: Cell): EntityTableView {
    return {
      revision: view.revision,
      keyList: value as string[],
      keys: () => view.keys(),
      entries: () => view.entries(),
    };
  }

  valueOf(cell: Cell): unknown {
    return cell.value;
  }

  nodeOf(cell: Cell): Node | undefined {
    return cell.node;
  }

  addNode(cell: Cell, node: Node): void {
    node.next = cell.node;
    cell.node = node;
  }

  setChildren(node: Node, children: readonly Source[]): void {
    setChildren(node, children);
  }

  keepsEarlier(): boolean {
    return true;
  }

  #table(key: string): PlainTable {
    let table = this.#tables.get(key);
    if (table === undefined) {
      table = new PlainTable(
        key,
        "entity",
        (reader, pk) => reader.getEntity(key, pk),
      );
      this.#tables.set(key, table);
    }
    return table;
  }

  #cellIn(table: PlainTable, pk: string): Cell {
    let cell = table.cells.get(pk);
    if (cell === undefined) {
      table.cells.set(pk, cell = new Cell(table, pk));
      cell.value = table.read(this.#reader, pk);
    }
    return cell;
  }
}
