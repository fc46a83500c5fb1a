import type {
  ConfirmedWrite,
  EntityMeta,
  EntityRow,
  EntityTableView,
  EntityValue,
  EntityWriter,
  ListChange,
  ListRegistry,
} from "../../schema/contract.ts";
import {
  EditedRow,
  indexedValue,
  isSameValue,
  listStampOf,
  type RowEdit,
  withPartsOf,
} from "../../schema/engine.ts";
import type { Before, Cell } from "../../schema/nodes.ts";
import type {
  EndpointRecord,
  OptimisticAction,
  ResponseMeta,
  Touched,
} from "../contract.ts";
import { Graph, type GraphTable, Log, mostFound } from "./graph.ts";
import { initialState, type State, Version, versionOf } from "./state.ts";

/** What a {@linkcode Commit} looks at, and tells, while layers are pending. */
export interface CommitWatcher {
  /** What was visible before: equal values take their identity from there. */
  readonly visible?: Version | undefined;
  /** Called with each cell that is read; `isSlot` where only to write to it. */
  reads?(cell: Cell, isSlot?: boolean): void;
  /** Called with what a pending write has made of a row: `edit` if that is all, and would be the same above another version of the row. */
  edited?(cell: Cell, edit: RowEdit | undefined): void;
  /** Rows with pending edits, as they were visible last: equal values take their identity from there. */
  readonly rows?: ReadonlyMap<Cell, unknown> | undefined;
  /** Called when somebody asks which writes were confirmed lately, or what is in doubt by them. */
  readsConfirmed?(): void;
}

/** What a pending write says of a row that is stored in a cell. */
export interface CellEdit {
  readonly cell: Cell;
  readonly edit: RowEdit;
}

/**
 * One change of a state. It writes to the cells of the graph, which hold the
 * state it started from at first, and the one it leads to in the end.
 */
export class Commit implements EntityWriter {
  /** The cells that were written, with what they held before. */
  declare readonly log: Log;
  declare readonly collections: ListRegistry;
  declare private readonly base: Version;
  declare private readonly graph: Graph;
  declare private readonly watcher: CommitWatcher;
  declare private readonly begun: ReadonlyMap<number, unknown> | undefined;
  /** Rows and lists of which only the server knows what they are, with the stamp since when; without one since now. */
  declare doubts: Map<Cell, number | undefined> | undefined;
  /** Changes of lists, also of those that are not stored here. */
  declare changes: ListChange[] | undefined;
  declare private next: Version | undefined;
  /** Writes that it confirms. */
  declare private writes: ConfirmedWrite[] | undefined;
  /** Rows that pending writes have edited, and that are not stored yet. */
  declare private rows: Map<Cell, EditedRow> | undefined;

  /**
   * @param base what to start from; by default nothing is known
   * @param watcher what was visible, and who wants to know what is read
   * @param begun the mutations without a response, by when they began
   */
  constructor(
    base: Version = versionOf(initialState),
    watcher: CommitWatcher = {},
    begun?: ReadonlyMap<number, unknown>,
  ) {
    const graph = this.graph = base.graph ?? new Graph();
    this.log = new Log();
    this.base = base;
    this.collections = graph.collections;
    this.watcher = watcher;
    this.begun = begun;
    this.next =
      this.doubts =
      this.changes =
      this.writes =
      this.rows =
        undefined;
    if (base.next !== undefined) base.reroot();
    watcher.visible?.absorb();
  }

  get confirmed(): readonly ConfirmedWrite[] {
    this.watcher.readsConfirmed?.();
    return this.graph.confirmedWrites;
  }

  get pendingSince(): number {
    return Math.min(...this.begun?.keys() ?? []);
  }

  doubt(cell: Cell, since?: number): void {
    const doubts = this.doubts ??= new Map();
    // the latest counts
    const known = doubts.has(cell) ? doubts.get(cell) ?? Infinity : -1;
    if ((since ?? Infinity) > known) doubts.set(cell, since);
  }

  isDoubted(cell: Cell): boolean {
    // what is confirmed may have brought a doubt
    this.watcher.readsConfirmed?.();
    return this.doubts?.has(cell) ||
      this.graph.doubts.get(cell)! > listStampOf(cell.meta);
  }

  edited(cell: Cell, edit: RowEdit | undefined): void {
    this.watcher.edited?.(cell, edit);
  }

  changed(change: ListChange): void {
    (this.changes ??= []).push(change);
  }

  confirm(write: ConfirmedWrite): void {
    (this.writes ??= []).push(write);
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.read(key, pk).value as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.read(key, pk).meta;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.graph.tableFor(key);
    this.watcher.reads?.(table.whole);
    return table.whole.value === undefined ? undefined : table;
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const cell = this.graph.indexCellOf(key, field, value);
    this.watcher.reads?.(cell);
    return (cell.value as string[] | undefined)?.at(-1);
  }

  /** The cell of an endpoint key. */
  responseOf(key: string): Cell {
    const cell = this.graph.responses.cellOf(String(key));
    this.watcher.reads?.(cell);
    return cell;
  }

  createTable(key: string): void {
    const { whole } = this.graph.tableFor(key);
    this.watcher.reads?.(whole);
    if (whole.value === undefined) this.#write(whole, {}, undefined);
  }

  slotOf(key: string, pk: string): Cell {
    const graph = this.graph;
    const table = graph.tables.get(key) ?? graph.tableFor(key);
    const cell = table.cellOf(String(pk));
    this.watcher.reads?.(cell, true);
    return cell;
  }

  /** The cell of an entity that is looked at. */
  private read(key: string, pk: string): Cell {
    const cell = this.slotOf(key, pk);
    this.watcher.reads?.(cell);
    return cell;
  }

  put(
    cell: Cell,
    value: EntityValue | undefined,
    meta: EntityMeta | undefined,
  ): void {
    const visible = this.watcher.visible?.before(cell);
    if (visible) value = rowOr(visible, value, meta);
    if (cell.value !== value && this.log.cells[cell.place] === cell) {
      // what is written twice may say in the end what was there
      value = rowOr(this.log.heldAt(cell.place), value, meta);
    }
    if (cell.value !== value) {
      const { whole, indexes } = cell.table as GraphTable;
      for (const [field, index] of indexes) {
        this.#unindex(cell, field, index, value);
      }
      if (this.log.cells[whole.place] !== whole) {
        this.#write(whole, {}, undefined);
      }
    } else if (cell.meta === meta) return;
    this.#write(cell, value, meta);
  }

  /** Removes an entity with its meta and its index entries; unknown ones are ignored. */
  removeEntity(key: string, pk: string): void {
    this.put(this.slotOf(key, pk), undefined, undefined);
  }

  setIndex(key: string, field: string, value: string, pk: string): void {
    const cell = this.graph.indexCellOf(key, field, value);
    this.watcher.reads?.(cell);
    const pks = (cell.value ?? []) as readonly string[];
    if (pks.at(-1) === pk) return;
    this.#write(cell, [...pks, pk].slice(-mostFound), undefined);
  }

  /**
   * Stores entry and meta of an endpoint key. The entry is made of what is
   * stored where that says the same.
   *
   * @param key the key
   * @param record entry and meta
   * @param cell that of the key, for whoever has it
   */
  setEndpoint(
    key: string,
    { value, meta }: EndpointRecord,
    cell: Cell = this.responseOf(key),
  ): void {
    const visible = this.watcher.visible?.before(cell);
    if (cell.value !== undefined) value = withPartsOf(cell.value, value);
    if (visible) {
      value = sameOr(visible.value, value);
      meta = sameOr(visible.meta, meta) as ResponseMeta | undefined;
    }
    // an entry may be undefined
    if (cell.rank === 0 || cell.value !== value || cell.meta !== meta) {
      this.#write(cell, value, meta);
    }
  }

  /** Removes entry and meta of an endpoint key. */
  removeEndpoint(key: string): void {
    const cell = this.responseOf(key);
    if (cell.rank > 0) this.#write(cell, undefined, undefined, 0);
  }

  /**
   * Writes again what an earlier commit left in cells.
   *
   * @param tables What tables were before it; one that is another now becomes another one.
   * @param edits What it did with rows that may be others now.
   */
  redo(
    written: ReadonlyMap<Cell, Before>,
    tables: ReadonlyMap<Cell, unknown>,
    edits: readonly CellEdit[],
  ): void {
    for (const { cell, edit } of edits) this.editing(cell)!.add(edit);
    written.forEach(({ value, meta }, cell) => {
      const isOther = cell === cell.table.whole &&
        tables.get(cell) !== cell.value;
      this.#write(cell, isOther ? {} : value, meta);
    });
  }

  /** The row in a cell, so that pending writes are added to it; nothing if there is none. */
  editing(cell: Cell): EditedRow | undefined {
    const rows = this.rows ??= new Map();
    let row = rows.get(cell);
    if (row === undefined && typeof cell.value === "object") {
      row = new EditedRow(cell.value as EntityRow, cell.meta);
      rows.set(cell, row);
    }
    return row;
  }

  /** Stores a row that was edited. */
  putEdited(cell: Cell): void {
    const row = this.rows?.get(cell);
    if (row === undefined) return;
    this.rows!.delete(cell);
    const { value, meta } = row.merged;
    const last = this.watcher.rows?.get(cell);
    const next = sameOr(last, value) as EntityRow;
    this.put(cell, next, meta);
    // a table that was written again has another row
    if (last && next !== last) {
      this.#write(cell.table.whole!, {}, undefined);
    }
  }

  /** Replaces the list of pending layers. */
  setOptimistic(layers: readonly OptimisticAction[]): void {
    if (layers !== this.base.optimistic) this.#begin().optimistic = layers;
  }

  /** Sets the stamp of the last reset. */
  setLastReset(stamp: number): void {
    this.#begin().lastReset = stamp;
  }

  /**
   * Ends writing.
   *
   * @param isRemoval lets go of the cells of what was removed
   * @returns the version it leads to; the one it started from when nothing changed
   */
  seal(isRemoval = false): Version {
    for (const cell of this.rows?.keys() ?? []) this.putEdited(cell);
    const base = this.base;
    const next = this.next;
    const graph = this.graph;
    // also those that changed nothing, because a later one stands
    if (this.writes) {
      const writes = graph.confirmedWrites;
      writes.push(...this.writes);
      if (writes.length > 2 * MAX_WRITES) writes.splice(0, MAX_WRITES);
    }
    if (next === undefined) return base;
    graph.isOpen = false;
    this.next = undefined;
    if (base.graph !== undefined) base.retire();
    for (const version of graph.pinned.keys()) version.absorb();
    if (isRemoval) graph.drop(this.log.cells);
    return next;
  }

  /** Ends writing without effect. */
  discard(): void {
    if (this.next === undefined) return;
    const graph = this.graph;
    graph.isOpen = false;
    this.next = undefined;
    graph.swap(this.log);
    this.base.lead();
    graph.head = this.base;
  }

  /** From the first write on the cells hold the next version. */
  #begin(): Version {
    if (this.next === undefined) {
      const graph = this.graph;
      const base = this.base;
      // somebody may have read another state since
      if (base.next !== undefined) base.reroot();
      const next = this.next = new Version(
        graph,
        base.optimistic,
        base.lastReset,
      );
      graph.isOpen = true;
      graph.head = next;
      if (base.graph !== undefined) {
        base.next = next;
        base.log = this.log;
      }
    }
    return this.next;
  }

  #write(cell: Cell, value: unknown, meta: unknown, rank?: number): void {
    if (this.next === undefined) this.#begin();
    const { cells } = this.log;
    if (cells[cell.place] !== cell) {
      cell.place = cells.length;
      // as `add` does, without a call for each cell
      cells.push(cell);
      this.log.held.push(cell.value, cell.meta, cell.rank);
    }
    this.graph.put(cell, value, meta, rank);
  }

  /** By an indexed value that a row is about to lose it is not found any more. */
  #unindex(
    { value: row, pk }: Cell,
    field: string,
    index: GraphTable,
    value: EntityValue | undefined,
  ): void {
    const known = indexedValue(row, field);
    if (known === undefined || known === indexedValue(value, field)) return;
    const entry = index.cellOf(known);
    this.watcher.reads?.(entry);
    const pks = (entry.value ?? []) as readonly string[];
    const left = pks.filter((other) => other !== pk);
    if (left.length < pks.length) {
      this.#write(entry, left.length > 0 ? left : undefined, undefined);
    }
  }
}

/** So many confirmed writes are remembered for lists that are on their way. */
const MAX_WRITES = 1000;

/** A known row, where it says the same; not a list with a number of other rows, which readers take for another one. */
function rowOr(
  { value: known, meta: times }: Pick<Before, "value" | "meta">,
  value: EntityValue | undefined,
  meta: EntityMeta | undefined,
): EntityValue | undefined {
  return (times as EntityMeta | undefined)?.beyond === meta?.beyond
    ? sameOr(known, value) as EntityValue | undefined
    : value;
}

/** What is known, where it says the same. */
function sameOr(known: unknown, value: unknown): unknown {
  return known !== undefined && isSameValue(known, value) ? known : value;
}

/** A stored thing that a value is made of. */
export interface ValuePart {
  /** Table of an entity; `undefined` for a response. */
  readonly table: string | undefined;
  /** Primary key, or key of the response. */
  readonly key: string;
}

/**
 * Entities that may be different, one after the other; nothing is compared, and
 * no list of them is made.
 *
 * @param touched What a change is said to have touched.
 */
export function* writtenIn(touched: Touched): Generator<ValuePart> {
  if (!(touched instanceof Changes)) return;
  for (const { table: { key: table, kind }, pk: key } of touched.log.cells) {
    if (kind === "entity") yield { table, key };
  }
}

/**
 * The entities that pending optimistic changes have written.
 *
 * @param visible the state with them
 * @param base the confirmed state, which it was made of
 */
export function writtenBeneath(visible: State, base: State): ValuePart[] {
  versionOf(visible).reroot();
  return versionOf(base).logUntilNow.cells
    .filter(({ table }) => table.kind === "entity")
    .map(({ table, pk: key }) => ({ table: table.key, key }));
}

/** W4: mostly no response is different. */
const noKeys: ReadonlySet<string> = new Set();

/** What is different; looked for when somebody asks. W4, W5: of a class, since each literal with getters has a shape of its own. */
export class Changes implements Touched {
  declare readonly log: Log;
  declare readonly everything: boolean;
  declare private readonly after: Version;
  declare private written: Map<string, Set<string>> | undefined;
  declare private responses: ReadonlySet<string> | undefined;

  /**
   * @param log cells that may be different, with what they held before
   * @param after what they are compared with
   */
  constructor(log: Log, after: Version) {
    this.log = log;
    this.after = after;
    this.everything = false;
    this.written = this.responses = undefined;
  }

  get entities(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.written !== undefined) return this.written;
    const entities = this.written = new Map<string, Set<string>>();
    for (const [cell, { value: was }] of this.log) {
      const { table: { key, kind }, pk } = cell;
      const { value } = this.after.at(cell);
      if (kind === "response" || value === was) continue;
      let pks = entities.get(key);
      if (pks === undefined) entities.set(key, pks = new Set());
      const held = value ?? was;
      if (kind === "entity") pks.add(pk);
      // an index value leads elsewhere
      else if (Array.isArray(held)) pks.add(held.at(-1));
    }
    return entities;
  }

  get endpoints(): ReadonlySet<string> {
    if (this.responses !== undefined) return this.responses;
    const { cells, held } = this.log;
    let endpoints: Set<string> | undefined;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      if (cell.table.kind !== "response") continue;
      const { value, meta } = this.after.at(cell);
      if (held[3 * index] !== value || held[3 * index + 1] !== meta) {
        (endpoints ??= new Set()).add(cell.pk);
      }
    }
    return this.responses = endpoints ?? noKeys;
  }

  getMeta(key: string): ResponseMeta | undefined {
    return this.after.getMeta(key);
  }
}

/**
 * A state of a graph of its own that holds the same, without pending layers.
 * Whoever goes on from it costs those nothing who retain this one.
 */
export function copyOf(state: State): Version {
  const from = versionOf(state);
  const graph = new Graph();
  const copy = (table: GraphTable, to: GraphTable) => {
    for (const [pk, { value, meta }] of from.heldIn(table)) {
      graph.put(to.cellOf(pk), value, meta);
    }
    graph.put(to.whole, from.at(table.whole).value, undefined);
    for (const [field, index] of table.indexes) {
      copy(index, graph.indexFor(table.key, field));
    }
  };
  if (from.graph) copy(from.graph.responses, graph.responses);
  for (const table of from.graph?.tables.values() ?? []) {
    copy(table, graph.tableFor(table.key));
  }
  return graph.head = new Version(graph, [], state.lastReset);
}
