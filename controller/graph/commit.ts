import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "../../schema/contract.ts";
import { indexedValue, isSameValue, withPartsOf } from "../../schema/engine.ts";
import type { Before, Cell } from "../../schema/nodes.ts";
import type { OptimisticAction, Touched } from "../contract.ts";
import {
  Graph,
  type GraphTable,
  heldBy,
  hold,
  type Holder,
  type Log,
  Members,
} from "./graph.ts";
import {
  type EndpointRecord,
  entityIn,
  type EntityRecord,
  entryFor,
  pksIn,
  recordIn,
  type State,
  Version,
  versionOf,
} from "./state.ts";

/** Is asked before a {@linkcode Commit} reads or writes a cell. */
export interface CommitWatcher {
  /** What was visible before: equal values take their identity from there. */
  readonly shown: Version | undefined;
  /** A cell is going to be read. */
  reads(cell: Cell, commit: Commit): void;
  /** A cell is going to be written. */
  writes(cell: Cell, commit: Commit): void;
  /** A row of a table is going to be written. */
  changes(rows: Cell, commit: Commit): void;
  /** Whether a cell may be looked at again although nothing is stored in it. */
  knows(cell: Cell): boolean;
  /** Nothing comes of the commit. */
  discarded(): void;
}

/**
 * One change of a state. It writes to the cells of the graph, which hold the
 * state it started from at first, and the one it leads to in the end.
 */
export class Commit implements EntityWriter {
  /** The cells that were written, with what they held before. */
  readonly log: Log = { cells: [], before: [] };
  readonly #base: Version;
  readonly #graph: Graph;
  readonly #watcher: CommitWatcher | undefined;
  #next: Version | undefined;
  /** The newest primary keys of a table, which nobody has seen. */
  #members: Members | undefined;

  /**
   * @param base what to start from
   * @param watcher is asked before cells are read and written
   */
  constructor(base: State | Version, watcher?: CommitWatcher) {
    const version = base instanceof Version ? base : versionOf(base);
    this.#base = version;
    this.#graph = version.graph ?? new Graph();
    this.#watcher = watcher;
    if (version.next !== undefined) version.reroot();
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#row(key, pk)?.value as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#row(key, pk)?.meta;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.#graph.tableFor(key);
    this.#watcher?.reads(table.rows, this);
    return table.members.value === undefined ? undefined : table;
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const graph = this.#graph;
    // whoever looks a value up depends on the table
    this.#watcher?.reads(graph.tableFor(key).rows, this);
    const { value: holder } = graph.indexCellOf(key, field, value);
    return (holder as Holder | undefined)?.pk;
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    return entityIn(this.#row(key, pk));
  }

  /** Entry and meta of an endpoint key. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    return recordIn(this.#response(key));
  }

  createTable(key: string): void {
    const table = this.#graph.tableFor(key);
    if (table.members.value !== undefined) return;
    this.#changeMembers(table);
    this.#changeRows(table);
  }

  setEntity(
    key: string,
    pk: string,
    value: EntityValue,
    meta: EntityMeta | undefined,
  ): void {
    const watcher = this.#watcher;
    const table = this.#graph.tableFor(key);
    const cell = table.cellOf(String(pk));
    watcher?.writes(cell, this);
    const shown = watcher?.shown?.before(cell);
    if (shown) value = sameOr(shown.value, value) as EntityValue;
    if (cell.value !== value) this.#writeRow(table, cell, value, meta);
    else if (cell.meta !== meta) this.#write(cell, value, meta);
  }

  /** Removes an entity with its meta and its index entries; unknown ones are ignored. */
  removeEntity(key: string, pk: string): void {
    const cell = this.#row(key, pk);
    if (cell?.value === undefined) return;
    this.#writeRow(this.#graph.tableFor(key), cell, undefined, undefined);
  }

  setIndex(key: string, field: string, value: string, pk: string): void {
    const cell = this.#graph.indexCellOf(key, field, value);
    this.#watcher?.reads(cell, this);
    this.#watcher?.writes(cell, this);
    const holder = cell.value as Holder | undefined;
    if (holder?.pk === pk) return;
    const isHolder = (other: string) => this.#has(key, other, field, value);
    this.#write(cell, hold(pk, holder, isHolder), undefined);
    this.createTable(key);
    this.#changeRows(this.#graph.tableFor(key));
  }

  #has(key: string, pk: string, field: string, value: string): boolean {
    return indexedValue(this.getEntity(key, pk), field) === value;
  }

  /** Stores entry and meta of an endpoint key. */
  setEndpoint(key: string, { value, meta }: EndpointRecord): void {
    const cell = this.#response(key);
    this.#watcher?.writes(cell, this);
    const shown = this.#watcher?.shown?.before(cell);
    const entry = sameOr(shown?.value, entryFor(value));
    const times = sameOr(shown?.meta, meta) as EntityMeta | undefined;
    if (cell.value !== entry || cell.meta !== times) {
      this.#write(cell, entry, times);
    }
  }

  /** Removes entry and meta of an endpoint key. */
  removeEndpoint(key: string): void {
    const cell = this.#response(key);
    if (recordIn(cell) !== undefined) this.#write(cell, undefined, undefined);
  }

  /** The object to store for a result: made of what is stored where that says the same. */
  canonicalResult(key: string, result: unknown): unknown {
    return withPartsOf(this.getEndpointRecord(key)?.value, result);
  }

  /** Lets cells hold again what they held at another time. */
  restore(
    cells: readonly Cell[],
    held: readonly (Omit<Before, "rank"> & Partial<Before>)[],
  ): void {
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      const { value, meta, rank } = held[index]!;
      const isOther = cell.value !== value;
      this.#write(cell, value, meta, rank);
      const table = isOther && this.#graph.tables.get(cell.table.key);
      // it concerns nobody who read what was there before
      if (table && !table.rows.isLogged) this.#write(table.rows, {}, undefined);
    }
  }

  /** Replaces the list of pending layers. */
  setOptimistic(layers: readonly OptimisticAction[]): void {
    if (layers !== this.#base.optimistic) this.#begin().optimistic = layers;
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
    const next = this.#next;
    if (next === undefined) return this.#base;
    const graph = this.#graph;
    const { cells } = this.log;
    for (let index = 0; index < cells.length; index++) {
      cells[index]!.isLogged = false;
    }
    graph.isOpen = false;
    this.#next = undefined;
    for (const version of graph.kept) version.absorb();
    if (isRemoval) {
      graph.drop(cells.filter((cell) => !this.#watcher?.knows(cell)));
    }
    return next;
  }

  /** Ends writing without effect. */
  discard(): void {
    if (this.#next !== undefined) {
      this.seal();
      this.#graph.swap(this.log);
      if (this.#base.graph !== undefined) this.#base.lead();
    }
    this.#watcher?.discarded();
  }

  /** From the first write on the cells hold the next version. */
  #begin(): Version {
    if (this.#next === undefined) {
      const graph = this.#graph;
      const base = this.#base;
      // somebody may have read another state since
      if (base.next !== undefined) base.reroot();
      const next = this.#next = new Version(
        graph,
        base.optimistic,
        base.lastReset,
      );
      graph.isOpen = true;
      graph.head = next;
      if (base.graph !== undefined) base.precede(next, this.log);
    }
    return this.#next;
  }

  #write(
    cell: Cell,
    value: unknown,
    meta: EntityMeta | undefined,
    rank?: number,
  ): void {
    if (this.#next === undefined) this.#begin();
    const held = heldBy(cell);
    if (!cell.isLogged) {
      cell.isLogged = true;
      this.log.cells.push(cell);
      this.log.before.push(held);
    }
    this.#graph.put(cell, held, value, meta, rank);
  }

  /** The cell of an entity, if there is one that anybody knows. */
  #row(key: string, pk: string): Cell | undefined {
    const watcher = this.#watcher;
    if (watcher === undefined) {
      return this.#graph.tables.get(key)?.cells.get(String(pk));
    }
    const cell = this.#graph.cellOf(key, String(pk));
    watcher.reads(cell, this);
    return cell;
  }

  #response(key: string): Cell {
    const cell = this.#graph.responses.cellOf(String(key));
    this.#watcher?.reads(cell, this);
    return cell;
  }

  #writeRow(
    table: GraphTable,
    cell: Cell,
    value: EntityValue | undefined,
    meta: EntityMeta | undefined,
  ): void {
    const before = cell.value as EntityValue | undefined;
    if (before !== undefined && this.#graph.indexes.has(table.key)) {
      this.#dropIndexes(cell, before, value);
    }
    if (before === undefined || value === undefined) this.#changeMembers(table);
    this.#write(cell, value, meta);
    this.#changeRows(table);
  }

  /** The primary keys of a table are others from now on. */
  #changeMembers({ members }: GraphTable): void {
    this.#watcher?.writes(members, this);
    if (this.#members !== undefined && members.value === this.#members) {
      this.#members.keys = undefined;
    } else this.#write(members, this.#members = new Members(), undefined);
  }

  #changeRows({ rows }: GraphTable): void {
    this.#watcher?.changes(rows, this);
    if (!rows.isLogged) this.#write(rows, {}, undefined);
  }

  /** Index values that a row loses lead to the next entity that has them. */
  #dropIndexes(
    { table: { key }, pk }: Cell,
    before: EntityValue,
    after: EntityValue | undefined,
  ): void {
    for (const [field, { cells }] of this.#graph.indexes.get(key)!) {
      const value = indexedValue(before, field);
      if (value === undefined || value === indexedValue(after, field)) continue;
      const cell = cells.get(value);
      if (cell === undefined) continue;
      this.#watcher?.reads(cell, this);
      this.#watcher?.writes(cell, this);
      let holder = cell.value as Holder | undefined;
      // those behind the first are found out when they come to the front
      if (holder?.pk !== pk) continue;
      while (
        holder !== undefined &&
        (holder.pk === pk || !this.#has(key, holder.pk, field, value))
      ) holder = holder.next;
      this.#write(cell, holder, undefined);
    }
  }
}

/** What is known, where it says the same. */
function sameOr(known: unknown, value: unknown): unknown {
  return known !== undefined && isSameValue(known, value) ? known : value;
}

/**
 * What is different; looked for when somebody asks.
 *
 * @param log cells that may be different, with what they held before
 * @param after what they are compared with
 * @param before what is compared in place of what the log holds
 */
export function changesIn(
  log: Log,
  after: Version,
  before?: Version,
): Touched {
  let entities: Map<string, Set<string>> | undefined;
  let endpoints: Set<string> | undefined;
  return {
    everything: false,
    get entities() {
      if (entities !== undefined) return entities;
      entities = new Map();
      for (const [index, cell] of log.cells.entries()) {
        const { table: { key, kind }, pk } = cell;
        const was = (before?.at(cell) ?? log.before[index]!).value;
        const { value } = after.at(cell);
        if (kind === "response" || was === value) continue;
        const { pk: holder } = (value ?? was) as Partial<Holder>;
        // versions of a table say nothing, unless it comes into existence
        if (kind === "table" && holder === undefined && was !== undefined) {
          continue;
        }
        let pks = entities.get(key);
        if (pks === undefined) entities.set(key, pks = new Set());
        if (kind === "entity") pks.add(pk);
        // an index value leads elsewhere
        else if (holder !== undefined) pks.add(holder);
      }
      return entities;
    },
    get endpoints() {
      if (endpoints !== undefined) return endpoints;
      endpoints = new Set();
      const { cells } = log;
      for (let index = 0; index < cells.length; index++) {
        const cell = cells[index]!;
        if (cell.table.kind !== "response") continue;
        const { value, meta } = after.at(cell);
        const was = before?.at(cell) ?? log.before[index]!;
        if (was.value !== value || was.meta !== meta) endpoints.add(cell.pk);
      }
      return endpoints;
    },
  };
}

/**
 * A state of a graph of its own that holds the same, without pending layers.
 * Whoever goes on from it costs those nothing who keep the given one.
 */
export function copyOf(state: State): Version {
  const from = versionOf(state);
  const graph = new Graph();
  const commit = new Commit(
    graph.head = new Version(graph, [], state.lastReset),
  );
  for (const [key, table] of from.graph?.tables ?? []) {
    if (from.tableIn(table) === undefined) continue;
    commit.createTable(key);
    for (const [{ pk }, { value, meta }] of from.heldIn(table)) {
      commit.setEntity(key, pk, value as EntityValue, meta);
    }
  }
  for (const key of state.endpointKeys()) {
    commit.setEndpoint(key, state.getEndpointRecord(key)!);
  }
  for (const [key, fields] of from.graph?.indexes ?? []) {
    for (const [field, index] of fields) {
      for (const [{ pk: value }, held] of from.heldIn(index)) {
        for (const pk of pksIn(state, held, key, field, value).reverse()) {
          commit.setIndex(key, field, value, pk);
        }
      }
    }
  }
  return commit.seal();
}
