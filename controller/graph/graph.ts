import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  KeyLineage,
} from "../../schema/contract.ts";
import {
  type Before,
  Cell,
  type CellTable,
  hasParents,
  mark,
  type Node,
  NOTHING,
  type Reader,
  setChildren,
  type Source,
} from "../../schema/nodes.ts";
import {
  ReadMemory,
  type ReadSpace,
  type ReadTable,
} from "../../schema/reading.ts";
import type { State } from "./state.ts";

/** What a commit overwrote: cells, and what each of them held. */
export interface Log {
  readonly cells: Cell[];
  readonly before: Before[];
}

/** One version of the primary keys of a table. */
export class Members {
  /** The keys in insertion order; listed when somebody asks. */
  keys: readonly string[] | undefined = undefined;
}

/**
 * The entities with one value of an indexed field, the newest first. One that
 * has another value by now stays in the chain until it comes to the front.
 */
export interface Holder {
  readonly pk: string;
  readonly next: Holder | undefined;
  /** How many there are. */
  readonly count: number;
  /** From how many on the chain is made anew, without those that have another value. */
  readonly limit: number;
}

/** Puts an entity before those that have an indexed value already. */
export function hold(
  pk: string,
  next: Holder | undefined,
  isHolder: (pk: string) => boolean,
): Holder {
  if (next === undefined) return { pk, next, count: 1, limit: 16 };
  const { count, limit } = next;
  if (count < limit) return { pk, next, count: count + 1, limit };
  const pks = pksOf(next, (other) => other !== pk && isHolder(other));
  let chain: Holder | undefined;
  for (const other of [...pks.reverse(), pk]) {
    chain = {
      pk: other,
      next: chain,
      count: (chain?.count ?? 0) + 1,
      limit: 16 + 2 * pks.length,
    };
  }
  return chain!;
}

/** Primary keys of a chain that pass a test, each once. */
export function pksOf(
  first: Holder | undefined,
  test: (pk: string) => boolean,
): string[] {
  const pks = new Set<string>();
  for (let holder = first; holder; holder = holder.next) pks.add(holder.pk);
  return [...pks].filter(test);
}

const NEVER: Before = { value: undefined, meta: undefined, rank: 0 };

/** One table of the newest state: entities, responses, or the values of an index. */
export class GraphTable implements CellTable, EntityTableView {
  readonly cells = new Map<string, Cell>();
  /** Holds a {@linkcode Members}; nothing if the table was never created. */
  readonly members: Cell;
  /** Holds an object that changes with any row. */
  readonly rows: Cell;
  /** Whether the cells stand in the order of their ranks. */
  #isOrdered = true;
  /** The cell that was made last. */
  #last: Cell | undefined;
  #lineage: { readonly keys: string[] } | undefined;

  constructor(readonly key: string, readonly kind: CellTable["kind"]) {
    const whole: CellTable = { key, kind: "table" };
    this.members = new Cell(whole, "");
    this.rows = new Cell(whole, "");
  }

  /** The cell of a primary key; made if there is none. */
  cellOf(pk: string): Cell {
    let cell = this.cells.get(pk);
    if (cell === undefined) {
      this.cells.set(pk, cell = this.#last = new Cell(this, pk));
    }
    return cell;
  }

  get revision(): unknown {
    return this.rows.value;
  }

  get keyList(): readonly string[] {
    return listed(this.members.value as Members, () => [...this.keys()]);
  }

  get lineage(): KeyLineage {
    return this.#lineage ??= { keys: [...this.keys()] };
  }

  *keys(): IterableIterator<string> {
    for (const cell of this.inOrder()) {
      if (cell.value !== undefined) yield cell.pk;
    }
  }

  *entries(): IterableIterator<[pk: string, value: EntityValue]> {
    for (const { pk, value } of this.inOrder()) {
      if (value !== undefined) yield [pk, value as EntityValue];
    }
  }

  /** The cells in the order in which they got their values. */
  inOrder(): Iterable<Cell> {
    const { cells } = this;
    if (!this.#isOrdered) {
      this.#isOrdered = true;
      this.#last = undefined;
      const sorted = [...cells.values()].sort((a, b) => a.rank - b.rank);
      cells.clear();
      for (const cell of sorted) cells.set(cell.pk, cell);
    }
    return cells.values();
  }

  /** A cell gets a value. */
  append(cell: Cell): void {
    // one that was made before, for somebody who looked for it, does not stand last
    this.#isOrdered &&= cell === this.#last;
    if (this.#lineage === undefined) return;
    const { keys } = this.#lineage;
    keys.push(cell.pk);
    // keys that came and went
    if (keys.length > 2 * this.cells.size + 64) this.#lineage = undefined;
  }

  /** Lets go of a cell that holds nothing. */
  drop(cell: Cell): void {
    cell.isDropped = true;
    this.cells.delete(cell.pk);
  }
}

function heldBy({ value, meta, rank }: Cell): Before {
  return value === undefined && meta === undefined
    ? NEVER
    : { value, meta, rank };
}

/** The keys of a version of a table, listed once. */
export function listed(
  members: Members,
  list: () => readonly string[],
): readonly string[] {
  return members.keys ??= list();
}

/**
 * Everything that is stored, as it is now. Only a commit changes it. States
 * are values all the same: an older one knows what was overwritten since.
 */
export class Graph implements ReadSpace {
  readonly tables = new Map<string, GraphTable>();
  readonly responses = new GraphTable("", "response");
  readonly indexes = new Map<string, Map<string, GraphTable>>();
  readonly memory = new ReadMemory(1000);
  /** The state that the cells hold. */
  head!: State;
  /** Changes whenever the cells hold something else, or something is made of them. */
  version = 0;
  /** Whether a commit is going on. */
  isOpen = false;
  /** The visible state of the store that this graph belongs to: what nodes and readers show. */
  home: State | undefined = undefined;
  /** Whether the store is on its way to another one. */
  isBusy = false;
  /** How many cells were dropped. */
  drops = 0;
  /** Whether values of before may come back, because changes are pending. */
  isPending = false;
  /** States that are kept for long. */
  readonly kept = new Set<State>();
  /** Cells that changed since nodes were told, with what they held. */
  untold: Cell[] = [];
  /** Readers that are to be told. */
  #told: Reader[] = [];
  #lastRank = 0;
  /** Nodes that keep an earlier value. */
  #keeping: Node[] = [];

  /** Puts a value into a cell, and notes what it held for the log. */
  write(
    log: Log,
    cell: Cell,
    value: unknown,
    meta: EntityMeta | undefined,
  ): void {
    if (!cell.isLogged) {
      cell.isLogged = true;
      log.cells.push(cell);
      log.before.push(heldBy(cell));
    }
    this.version++;
    const rank = cell.value === undefined ? ++this.#lastRank : cell.rank;
    this.#put(cell, value, meta, rank);
  }

  /** Ends a commit: what cells held before it is in its log alone. */
  seal({ cells }: Log): void {
    for (let index = 0; index < cells.length; index++) {
      cells[index]!.isLogged = false;
    }
  }

  /** Puts back what a log holds, and returns the log of that. */
  swap({ cells, before }: Log): Log {
    const inverse: Log = { cells: [], before: [] };
    for (let index = 0; index < cells.length; index++) {
      const cell = this.live(cells[index]!);
      const { value, meta, rank } = before[index]!;
      inverse.cells.push(cell);
      inverse.before.push(heldBy(cell));
      this.#put(cell, value, meta, rank);
    }
    this.version++;
    return inverse;
  }

  /** Puts back a value that a log holds already. */
  restore(cell: Cell, value: unknown): void {
    this.#put(cell, value, cell.meta, cell.rank);
  }

  /** The cell that stands for a primary key now. */
  live(cell: Cell): Cell {
    return cell.isDropped ? (cell.table as GraphTable).cellOf(cell.pk) : cell;
  }

  #put(
    cell: Cell,
    value: unknown,
    meta: EntityMeta | undefined,
    rank: number,
  ): void {
    if (
      cell.told === undefined && (cell.node ?? cell.parents) !== undefined
    ) {
      cell.told = heldBy(cell);
      this.untold.push(cell);
    }
    const isNew = cell.value === undefined && value !== undefined;
    cell.value = value;
    cell.meta = meta;
    cell.rank = rank;
    if (isNew && cell.table instanceof GraphTable) cell.table.append(cell);
  }

  /** Marks what was made of cells that changed. Whoever reads a cell that holds what it held is not told. */
  mark(): void {
    const untold = this.untold;
    if (untold.length === 0) return;
    this.untold = [];
    for (const cell of untold) {
      // it may have been dropped
      if (cell.told === undefined) continue;
      const { value, meta } = cell.told;
      cell.told = undefined;
      if (
        cell.value !== value ||
        cell.meta !== meta && cell.table.kind === "response"
      ) mark(cell, this.#told);
    }
  }

  /** Readers of what changed, each once. */
  takeTold(): Reader[] {
    this.mark();
    const told = this.#told;
    this.#told = [];
    return told;
  }

  /** Forgets the values that were kept while changes were pending. */
  settle(): void {
    this.isPending = false;
    for (const node of this.#keeping) node.earlier = undefined;
    this.#keeping = [];
  }

  /** A table; made if there is none. */
  tableFor(key: string): GraphTable {
    let table = this.tables.get(key);
    if (table === undefined) {
      this.tables.set(key, table = new GraphTable(key, "entity"));
    }
    return table;
  }

  /** An index; made if there is none. */
  indexFor(key: string, field: string): GraphTable {
    let fields = this.indexes.get(key);
    if (fields === undefined) this.indexes.set(key, fields = new Map());
    let index = fields.get(field);
    if (index === undefined) {
      fields.set(field, index = new GraphTable(key, "table"));
    }
    return index;
  }

  /** Lets go of cells that nothing is stored in any more, unless somebody waits for them. */
  drop(cells: readonly Cell[]): void {
    for (const cell of cells) {
      if (cell.value !== undefined || cell.meta !== undefined) continue;
      if (hasParents(cell)) continue;
      let isRead = false;
      for (let node = cell.node; node !== undefined; node = node.next) {
        isRead ||= hasParents(node);
      }
      if (isRead) continue;
      for (let node = cell.node; node !== undefined; node = node.next) {
        setChildren(node, NOTHING);
      }
      cell.node = cell.told = undefined;
      (cell.table as GraphTable).drop(cell);
      this.drops++;
    }
  }

  // what reading the newest state asks for

  cellOf(key: string, pk: string): Cell {
    return this.tableFor(key).cellOf(pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    return this.indexFor(key, field).cellOf(value);
  }

  tableOf(key: string): ReadTable {
    const table = this.tableFor(key);
    const { members, rows } = table;
    return { members, rows, view: members.value ? table : undefined };
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
    this.version++;
    setChildren(node, children);
  }

  keepsEarlier(node: Node): boolean {
    if (this.isPending) this.#keeping.push(node);
    return this.isPending;
  }
}
