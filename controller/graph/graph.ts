import type {
  ConfirmedWrite,
  EntityTableView,
  EntityValue,
  KeyLineage,
  ListRegistry,
} from "../../schema/contract.ts";
import {
  type Before,
  Cell,
  CellSpace,
  type CellTable,
  eachDependent,
  mark,
  type Node,
  NOTHING,
  Reader,
  setSources,
  type Source,
  Status,
} from "../../schema/nodes.ts";
import {
  ReadMemory,
  type ReadSpace,
  type ReadTable,
} from "../../schema/reading.ts";
import type { GCAction } from "../contract.ts";
import type { Version } from "./state.ts";

/** Marks that a key has a meta but no entry; `undefined` is a possible entry. */
export const absent: unique symbol = Symbol("absent");

/** So many entities are known by one indexed value: a change must not cost more the more have it. */
export const mostFound = 100;

/** What a commit overwrote: cells, and what each of them held. W2: in a list, for an object for each cell costs a third of storing them again. */
export class Log {
  readonly cells: Cell[] = [];
  /** Value, meta and rank of each. */
  readonly held: unknown[] = [];

  /** Notes what a cell held. */
  add(cell: Cell, { value, meta, rank }: Before): void {
    this.cells.push(cell);
    this.held.push(value, meta, rank);
  }

  /** What the cell at a position held. */
  heldAt(index: number): Before {
    const { held } = this;
    const at = 3 * index;
    return {
      value: held[at],
      meta: held[at + 1],
      rank: held[at + 2] as number,
    };
  }

  /** The cells with what they held. */
  *[Symbol.iterator](): Generator<[Cell, Before]> {
    for (const [index, cell] of this.cells.entries()) {
      yield [cell, this.heldAt(index)];
    }
  }
}

/** W4: as keys of a large map, whole numbers are found up to fifty times faster than their texts. */
export const wholeNumber: RegExp = /^(?:0|[1-9]\d{0,8})$/;

/** One table of the newest state: entities, responses, or the values of an index. */
export class GraphTable implements CellTable, EntityTableView {
  /** By primary key; numbers stand for their texts. */
  readonly cells: Map<string | number, Cell> = new Map();
  /** Stands for the table as a whole; holds an object that changes with any row once the table was created. */
  readonly whole: Cell;
  /** Of a table of entities: primary keys by the value of a field. */
  readonly indexes: Map<string, GraphTable> = new Map();
  /** The cell that was asked for last. */
  #last: Cell;
  #keyList: readonly string[] | undefined;
  #lineage: { readonly keys: string[] } | undefined;
  /** Whether it is searched by its keys alone, as tables of lists are. */
  isIndex = false;

  constructor(readonly key: string, readonly kind: CellTable["kind"]) {
    const table: CellTable & { whole?: Cell } = { key, kind: "table" };
    this.whole = this.#last = table.whole = new Cell(table, "");
  }

  /** The cell of a primary key; made if there is none. */
  cellOf(pk: string): Cell {
    const last = this.#last;
    const { next } = last;
    if (next?.pk === pk && !next.isDropped) return this.#last = next;
    // W6c: a list is looked up again and again
    if (last.pk === pk && last.table === this && !last.isDropped) return last;
    const key = wholeNumber.test(pk) ? +pk : pk;
    let cell = this.cells.get(key);
    if (cell === undefined) this.cells.set(key, cell = new Cell(this, pk));
    if (cell !== last) {
      // a chain of those that are dropped would never end
      last.next = last.isDropped ? undefined : cell;
      this.#last = cell;
    }
    return cell;
  }

  get revision(): unknown {
    return this.whole.value;
  }

  get keyList(): readonly string[] {
    return this.#keyList ??= [...this.cells.values()]
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => a.rank - b.rank)
      .map(({ pk }) => pk);
  }

  get lineage(): KeyLineage {
    this.isIndex = true;
    return this.#lineage ??= { keys: [...this.keyList] };
  }

  keys(): Iterable<string> {
    return this.keyList;
  }

  *entries(): IterableIterator<[pk: string, value: EntityValue]> {
    for (const pk of this.keyList) {
      yield [pk, this.cellOf(pk).value as EntityValue];
    }
  }

  /** A cell has got a value, or lost it, or has another place among the others. */
  move({ pk, rank }: Cell): void {
    this.#keyList = undefined;
    if (this.#lineage === undefined || rank === 0) return;
    const { keys } = this.#lineage;
    keys.push(pk);
    // keys that came and went
    if (keys.length > 2 * this.cells.size + 64) this.#lineage = undefined;
  }
}

/** The contents of a cell, to be retained. */
export function heldBy({ value, meta, rank }: Cell): Before {
  return { value, meta, rank };
}

/** Adds what stands for the table of a cell, where another value or place of the cell makes a difference. */
export function addTable(
  sources: Set<Source>,
  { table: { kind, whole }, value, rank }: Cell,
  before: Before,
): void {
  if (kind === "entity" && (value !== before.value || rank !== before.rank)) {
    sources.add(whole!);
  }
}

/** What of a removal may go. */
export function chosenOf(
  graph: Graph,
  removal: GCAction,
  mayGo: (cell: Cell) => boolean,
): GCAction {
  return {
    ...removal,
    entities: removal.entities.filter(({ key, pk }) =>
      mayGo(graph.cellOf(key, pk))
    ),
    endpoints: removal.endpoints.filter((key) =>
      mayGo(graph.responses.cellOf(key))
    ),
  };
}

/**
 * Everything that is stored, as it is now. Only a commit changes it. States
 * are values all the same: an older one knows what was overwritten since.
 */
export class Graph extends CellSpace implements ReadSpace {
  readonly tables: Map<string, GraphTable> = new Map();
  readonly responses: GraphTable = new GraphTable("", "response");
  readonly memory: ReadMemory = new ReadMemory();
  /** What the cells hold. */
  head!: Version;
  /** Whether a commit is going on. */
  isOpen = false;
  /** What the store that this graph belongs to has come to: what nodes and readers show. */
  home: Version | undefined;
  /** Whether the store is on its way to another state. */
  isBusy = false;
  /** Lets the store apply layers that it took back, before anybody reads. */
  catchUp: (() => void) | undefined;
  /** The confirmed state, where layers are pending. */
  confirmed: (() => Version) | undefined;
  /** The newest of the older versions that somebody may ask for. */
  last: { deref(): Version | undefined } | undefined;
  /** Versions that are pinned for long, with what lets go of each when the store is reset. */
  readonly pinned: Map<Version, () => void> = new Map();
  /** Cells that changed since nodes were marked, with what they held. */
  changedCells: Cell[] = [];
  /** Readers to notify. */
  #changed: Reader[] = [];
  #lastRank = 0;
  readonly collections: ListRegistry = Object.assign(new Map(), {
    revision: 0,
  });
  /** Writes that were confirmed lately, in that order: lists that were requested before do not know of them. */
  confirmedWrites: ConfirmedWrite[] = [];
  /** Rows and lists of which only the server knows what they are, with the stamp since when. */
  readonly doubts: Map<Cell, number> = new Map();
  /** Nodes that retain an earlier value. */
  retaining: Node[] = [];

  /** Puts back what a log holds, and returns the log of that. */
  swap(log: Log): Log {
    const inverse = new Log();
    for (const [logged, { value, meta, rank }] of log) {
      const cell = this.live(logged);
      inverse.add(cell, cell);
      this.put(cell, value, meta, rank);
    }
    return inverse;
  }

  /** The cell that stands for a primary key now. */
  live(cell: Cell): Cell {
    return cell.isDropped ? (cell.table as GraphTable).cellOf(cell.pk) : cell;
  }

  /**
   * Puts a value into a cell that holds another one.
   *
   * @param rank its place among the others; 0 if nothing is stored there any more
   */
  put(
    cell: Cell,
    value: unknown,
    meta: unknown,
    rank: number = value === undefined && cell.table.kind !== "response"
      ? 0
      : cell.rank || ++this.#lastRank,
  ): void {
    this.version++;
    const { table } = cell;
    // mostly an entity only gets other times, which few ask for
    if (
      cell.value === value && cell.rank === rank &&
      table.kind !== "response" && cell.dependents === undefined
    ) {
      cell.meta = meta;
      return;
    }
    if (
      cell.before === undefined &&
      (cell.node ?? cell.dependents ?? table.whole?.dependents) !== undefined &&
      // a table that exists has changed if one of its rows has
      (cell !== table.whole || cell.rank === 0 || rank === 0)
    ) {
      // as heldBy does, without a call for each cell
      cell.before = { value: cell.value, meta: cell.meta, rank: cell.rank };
      this.changedCells.push(cell);
    }
    cell.value = value;
    cell.meta = meta;
    if (cell.rank === rank) return;
    cell.rank = rank;
    if (table instanceof GraphTable) table.move(cell);
  }

  /** Marks what was made of cells that changed. Whoever reads a cell that holds what it held is not notified. */
  mark(): void {
    const { changedCells } = this;
    this.changedCells = [];
    const changed = new Set<Source>();
    for (const cell of changedCells) {
      const { table } = cell;
      const before = cell.before!;
      cell.before = undefined;
      if (
        cell.value !== before.value ||
        cell.meta !== before.meta &&
          // of a row whose deletion is pending readers may show another value
          (table.kind === "response" || typeof cell.value === "symbol")
      ) changed.add(cell);
      else if (cell.meta?.expiresAt !== before.meta?.expiresAt) {
        // values are not made of times; who displays how old they are reads
        // them
        eachDependent(cell, (dependent) => {
          if (
            !(dependent instanceof Reader && dependent.readsTimes) ||
            dependent.status !== Status.clean
          ) return;
          dependent.status = Status.outdated;
          this.#changed.push(dependent);
        });
      }
      addTable(changed, cell, before);
    }
    for (const cell of changed) mark(cell, this.#changed);
  }

  /** Readers of what changed, each once. */
  takeChanged(): readonly Reader[] {
    if (this.changedCells.length > 0) this.mark();
    const changed = this.#changed;
    this.#changed = [];
    return changed;
  }

  /** Forgets the values that were retained while changes were pending. */
  forgetEarlier(): void {
    for (const node of this.retaining) node.earlier = undefined;
    this.retaining = [];
  }

  /** A table; made if there is none. */
  tableFor(key: string): GraphTable {
    let table = this.tables.get(key);
    if (table === undefined) {
      this.tables.set(key, table = new GraphTable(key, "entity"));
    }
    return table;
  }

  /** All tables: of responses, of entities, and of their indexes. */
  *all(): Generator<GraphTable> {
    yield this.responses;
    for (const table of this.tables.values()) {
      yield table;
      yield* table.indexes.values();
    }
  }

  /** Lets go of cells that nothing is stored in any more, unless somebody waits for them, or a pending change may. */
  drop(cells: Iterable<Cell>): void {
    if (this.confirmed !== undefined) return;
    for (const cell of cells) {
      const { pk, table } = cell;
      if (!(table instanceof GraphTable) || cell.rank > 0) continue;
      const nodes: Node[] = [];
      for (let node = cell.node; node; node = node.next) nodes.push(node);
      if ([cell, ...nodes].some(({ dependents }) => dependents)) continue;
      for (const node of nodes) setSources(node, NOTHING);
      cell.node = undefined;
      cell.next = undefined;
      cell.isDropped = true;
      table.cells.delete(wholeNumber.test(pk) ? +pk : pk);
    }
  }

  // what reading the newest state asks for

  cellOf(key: string, pk: string): Cell {
    return (this.tables.get(key) || this.tableFor(key)).cellOf(pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    return this.indexFor(key, field).cellOf(value);
  }

  /** The values of an indexed field; made if there are none. */
  indexFor(key: string, field: string): GraphTable {
    const { indexes } = this.tableFor(key);
    let index = indexes.get(field);
    if (index === undefined) {
      indexes.set(field, index = new GraphTable(key, "table"));
    }
    return index;
  }

  tableOf(key: string): ReadTable {
    const table = this.tableFor(key);
    const { whole } = table;
    return { whole, view: whole.value ? table : undefined };
  }

  retainsEarlier(node: Node): boolean {
    const isPending = this.confirmed !== undefined;
    if (isPending) this.retaining.push(node);
    return isPending;
  }
}
