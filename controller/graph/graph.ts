import type {
  EntityTableView,
  EntityValue,
  KeyLineage,
} from "../../schema/contract.ts";
import {
  type Before,
  Cell,
  CellSpace,
  type CellTable,
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
import type { Version } from "./state.ts";

/** What a commit overwrote: cells, and what each of them held. W2: in lists, for an object for each cell costs a third of storing them again. */
export class Log {
  readonly cells: Cell[] = [];
  readonly #values: unknown[] = [];
  readonly #metas: unknown[] = [];
  readonly #ranks: number[] = [];

  /** Notes what a cell held. */
  add(cell: Cell, { value, meta, rank }: Before): void {
    this.cells.push(cell);
    this.#values.push(value);
    this.#metas.push(meta);
    this.#ranks.push(rank);
  }

  /** What the cell at a position held. */
  heldAt(index: number): Before {
    return {
      value: this.#values[index],
      meta: this.#metas[index],
      rank: this.#ranks[index]!,
    };
  }

  /** The same, to be kept as it is. */
  copy(): Log {
    const copy = new Log();
    for (let index = 0; index < this.cells.length; index++) {
      copy.add(this.cells[index]!, this.heldAt(index));
    }
    return copy;
  }
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

/** One table of the newest state: entities, responses, or the values of an index. */
export class GraphTable implements CellTable, EntityTableView {
  readonly cells: Map<string, Cell> = new Map();
  /** Stands for the primary keys; holds something once the table was created. */
  readonly members: Cell;
  /** Stands for the rows; holds an object that changes with any of them. */
  readonly rows: Cell;
  /** Whether the cells stand in the order of their ranks. */
  #isOrdered = true;
  #highestRank = 0;
  /** The cell that was made last. */
  #last: Cell | undefined;
  #lineage: { readonly keys: string[] } | undefined;
  #keyList: readonly string[] | undefined;

  constructor(readonly key: string, readonly kind: CellTable["kind"]) {
    const whole: { key: string; kind: "table"; rows?: Cell } = {
      key,
      kind: "table",
    };
    this.members = new Cell(whole, "");
    this.rows = whole.rows = new Cell(whole, "");
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
    return this.#keyList ??= [...this.keys()];
  }

  get lineage(): KeyLineage {
    return this.#lineage ??= { keys: [...this.keys()] };
  }

  *keys(): IterableIterator<string> {
    for (const [pk] of this.entries()) yield pk;
  }

  *entries(): IterableIterator<[pk: string, value: EntityValue]> {
    const { cells } = this;
    if (!this.#isOrdered) {
      this.#isOrdered = true;
      this.#last = undefined;
      const sorted = [...cells.values()].sort((a, b) => a.rank - b.rank);
      cells.clear();
      for (const cell of sorted) cells.set(cell.pk, cell);
    }
    for (const { pk, value } of cells.values()) {
      if (value !== undefined) yield [pk, value as EntityValue];
    }
  }

  /** A cell has another place among the others: mostly it gets a value. */
  move(cell: Cell): void {
    this.#keyList = undefined;
    if (cell.value === undefined) return;
    // others may stand behind one that was made before;
    // one that is put back has the rank that it had
    this.#isOrdered &&= cell === this.#last && cell.rank >= this.#highestRank;
    this.#highestRank = Math.max(this.#highestRank, cell.rank);
    if (this.#lineage === undefined) return;
    const { keys } = this.#lineage;
    keys.push(cell.pk);
    // keys that came and went
    if (keys.length > 2 * this.cells.size + 64) this.#lineage = undefined;
  }
}

const NEVER: Before = { value: undefined, meta: undefined, rank: 0 };

const NOBODY: readonly Reader[] = [];

/** What a cell holds, to be kept. */
export function heldBy({ value, meta, rank }: Cell): Before {
  return value === undefined && meta === undefined
    ? NEVER
    : { value, meta, rank };
}

/** Whether a cell has another place in its table than before, or comes, or goes. */
function isMoved(before: Before, { value, rank }: Before): boolean {
  return value === undefined
    ? before.value !== undefined
    : before.value === undefined || rank !== before.rank;
}

/** Adds what stands for the table of a cell, where another value or place of the cell makes a difference. */
export function addTable(
  sources: Set<Source>,
  cell: Cell,
  before: Before,
): void {
  const { kind, rows, members } = cell.table;
  if (kind !== "entity") return;
  if (cell.value !== before.value) sources.add(rows!);
  if (isMoved(before, cell)) sources.add(members!);
}

/**
 * Everything that is stored, as it is now. Only a commit changes it. States
 * are values all the same: an older one knows what was overwritten since.
 */
export class Graph extends CellSpace implements ReadSpace {
  readonly tables: Map<string, GraphTable> = new Map();
  readonly responses: GraphTable = new GraphTable("", "response");
  readonly indexes: Map<string, Map<string, GraphTable>> = new Map();
  readonly memory: ReadMemory = new ReadMemory();
  /** What the cells hold. */
  head!: Version;
  /** Changes whenever the cells hold something else, or something is made of them. */
  version = 0;
  /** Whether a commit is going on. */
  isOpen = false;
  /** What the store that this graph belongs to has come to: what nodes and readers show. */
  home: Version | undefined = undefined;
  /** Whether the store is on its way to another state. */
  isBusy = false;
  /** Lets the store apply layers that it took back, before anybody reads. */
  catchUp: (() => void) | undefined = undefined;
  /** The confirmed state, where layers are pending. */
  confirmed: (() => Version) | undefined = undefined;
  /** How many cells were dropped. */
  drops = 0;
  /** Versions that are kept for long, with what lets go of each when the store is reset. */
  readonly kept: Map<Version, () => void> = new Map();
  /** Cells that changed since nodes were told, with what they held. */
  untold: Cell[] = [];
  /** Readers that are to be told. */
  #told: Reader[] = [];
  #lastRank = 0;
  /** Nodes that keep an earlier value. */
  keeping: Node[] = [];

  /** Puts back what a log holds, and returns the log of that. */
  swap(log: Log): Log {
    const inverse = new Log();
    for (let index = 0; index < log.cells.length; index++) {
      const cell = this.live(log.cells[index]!);
      const { value, meta, rank } = log.heldAt(index);
      inverse.add(cell, cell);
      this.put(cell, value, meta, rank);
    }
    return inverse;
  }

  /** The cell that stands for a primary key now. */
  live(cell: Cell): Cell {
    return cell.isDropped ? (cell.table as GraphTable).cellOf(cell.pk) : cell;
  }

  /** Puts a value into a cell that holds another one. */
  put(cell: Cell, value: unknown, meta: unknown, rank?: number): void {
    this.version++;
    const { table, value: valueBefore, rank: rankBefore } = cell;
    // mostly an entity only gets other times
    if (
      valueBefore === value && rank === undefined && table.kind !== "response"
    ) {
      cell.meta = meta;
      return;
    }
    if (
      // the rows of a table are another version whenever one is written
      cell.told === undefined && cell !== table.rows &&
      (cell.node ?? cell.parents ?? table.rows?.parents ??
          table.members?.parents) !== undefined
    ) {
      cell.told = heldBy(cell);
      this.untold.push(cell);
    }
    cell.value = value;
    cell.meta = meta;
    cell.rank = rank ??
      (valueBefore === undefined && value !== undefined
        ? ++this.#lastRank
        : rankBefore);
    if (
      table instanceof GraphTable &&
      // also a cell that went, came back, and is put back to where it was before
      (valueBefore === undefined || value === undefined ||
        cell.rank !== rankBefore)
    ) table.move(cell);
  }

  /** Marks what was made of cells that changed. Whoever reads a cell that holds what it held is not told. */
  mark(): void {
    const { untold } = this;
    this.untold = [];
    const changed = new Set<Source>();
    for (const cell of untold) {
      const { table } = cell;
      const told = cell.told!;
      cell.told = undefined;
      if (
        cell.value !== told.value ||
        cell.meta !== told.meta && table.kind === "response"
      ) changed.add(cell);
      addTable(changed, cell, told);
    }
    for (const cell of changed) mark(cell, this.#told);
  }

  /** Readers of what changed, each once. */
  takeTold(): readonly Reader[] {
    if (this.untold.length > 0) this.mark();
    const told = this.#told;
    if (told.length === 0) return NOBODY;
    this.#told = [];
    return told;
  }

  /** Forgets the values that were kept while changes were pending. */
  settle(): void {
    for (const node of this.keeping) node.earlier = undefined;
    this.keeping = [];
  }

  /** A table; made if there is none. */
  tableFor(key: string): GraphTable {
    let table = this.tables.get(key);
    if (table === undefined) {
      this.tables.set(key, table = new GraphTable(key, "entity"));
    }
    return table;
  }

  /** Lets go of cells that nothing is stored in any more, unless somebody waits for them. */
  drop(cells: readonly Cell[]): void {
    for (const cell of cells) {
      const { table } = cell;
      if (!(table instanceof GraphTable) || cell.value !== undefined) continue;
      const nodes: Node[] = [];
      for (let node = cell.node; node; node = node.next) nodes.push(node);
      const isUsed = [cell, ...nodes].some(({ parents }) => parents);
      if (cell.meta !== undefined || isUsed) continue;
      for (const node of nodes) setChildren(node, NOTHING);
      cell.node = undefined;
      cell.isDropped = true;
      table.cells.delete(cell.pk);
      this.drops++;
    }
  }

  /** Lets go of cells that somebody looked at in vain; stops after each. */
  *dropEmpty(): Generator<undefined, void> {
    const indexes = [...this.indexes.values()]
      .flatMap((fields) => [...fields.values()]);
    for (const table of [this.responses, ...this.tables.values(), ...indexes]) {
      for (const cell of [...table.cells.values()]) {
        if (cell.value !== undefined) continue;
        this.drop([cell]);
        yield;
      }
    }
  }

  // what reading the newest state asks for

  cellOf(key: string, pk: string): Cell {
    return this.tableFor(key).cellOf(pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    let fields = this.indexes.get(key);
    if (fields === undefined) this.indexes.set(key, fields = new Map());
    let index = fields.get(field);
    if (index === undefined) {
      fields.set(field, index = new GraphTable(key, "table"));
    }
    return index.cellOf(value);
  }

  tableOf(key: string): ReadTable {
    const table = this.tableFor(key);
    const { members, rows } = table;
    return { members, rows, view: members.value ? table : undefined };
  }

  override setChildren(node: Node, children: readonly Source[]): void {
    this.version++;
    setChildren(node, children);
  }

  keepsEarlier(node: Node): boolean {
    const isPending = this.confirmed !== undefined;
    if (isPending) this.keeping.push(node);
    return isPending;
  }
}
