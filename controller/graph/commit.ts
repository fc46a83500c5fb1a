import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "../../schema/contract.ts";
import { indexedValue, isSameValue, withPartsOf } from "../../schema/engine.ts";
import type { Before, Cell } from "../../schema/nodes.ts";
import type { OptimisticAction, ResponseMeta, Touched } from "../contract.ts";
import { Graph, hold, type Holder, Log } from "./graph.ts";
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
import type { ValuePart } from "./uses.ts";

/** What a {@linkcode Commit} looks at, and tells, while layers are pending. */
export interface CommitWatcher {
  /** What was visible before: equal values take their identity from there. */
  readonly shown?: Version | undefined;
  /** Told of each cell that is read. */
  reads?(cell: Cell): void;
}

/**
 * One change of a state. It writes to the cells of the graph, which hold the
 * state it started from at first, and the one it leads to in the end.
 */
export class Commit implements EntityWriter {
  /** The cells that were written, with what they held before. */
  readonly log: Log = new Log();
  readonly #base: Version;
  readonly #graph: Graph;
  readonly #watcher: CommitWatcher;
  #next: Version | undefined;

  /**
   * @param base what to start from
   * @param watcher what was visible, and who wants to know what is read
   */
  constructor(base: State | Version, watcher: CommitWatcher = {}) {
    const version = base instanceof Version ? base : versionOf(base);
    this.#base = version;
    this.#graph = version.graph ?? new Graph();
    this.#watcher = watcher;
    if (version.next !== undefined) version.reroot();
    watcher.shown?.absorb();
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#row(key, pk)?.value as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#row(key, pk)?.meta;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.#graph.tableFor(key);
    this.#watcher.reads?.(table.rows);
    return table.members.value === undefined ? undefined : table;
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const cell = this.#graph.indexCellOf(key, field, value);
    this.#watcher.reads?.(cell);
    return (cell.value as Holder | undefined)?.pk;
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
    const { members } = this.#graph.tableFor(key);
    this.#watcher.reads?.(members);
    if (members.value === undefined) this.#write(members, true, undefined);
  }

  slotOf(key: string, pk: string): Cell {
    const cell = this.#graph.cellOf(key, String(pk));
    this.#watcher.reads?.(cell);
    return cell;
  }

  /** Stores an entity with its meta. */
  setEntity(
    key: string,
    pk: string,
    value: EntityValue,
    meta: EntityMeta | undefined,
  ): void {
    this.put(this.#graph.cellOf(key, String(pk)), value, meta);
  }

  put(cell: Cell, value: EntityValue, meta: EntityMeta | undefined): void {
    const shown = this.#watcher.shown?.before(cell);
    if (shown) value = sameOr(shown.value, value) as EntityValue;
    if (cell.value !== value) this.#writeRow(cell, value, meta);
    else if (cell.meta !== meta) this.#write(cell, value, meta);
  }

  /** Removes an entity with its meta and its index entries; unknown ones are ignored. */
  removeEntity(key: string, pk: string): void {
    const cell = this.#row(key, pk);
    if (cell?.value === undefined) return;
    this.#writeRow(cell, undefined, undefined);
  }

  setIndex(key: string, field: string, value: string, pk: string): void {
    const cell = this.#graph.indexCellOf(key, field, value);
    this.#watcher.reads?.(cell);
    const holder = cell.value as Holder | undefined;
    if (holder?.pk === pk) return;
    const isHolder = (other: string) => this.#has(key, other, field, value);
    this.#write(cell, hold(pk, holder, isHolder), undefined);
    this.createTable(key);
  }

  #has(key: string, pk: string, field: string, value: string): boolean {
    return indexedValue(this.getEntity(key, pk), field) === value;
  }

  /** Stores entry and meta of an endpoint key. The entry is made of what is stored where that says the same. */
  setEndpoint(key: string, { value, meta }: EndpointRecord): void {
    const cell = this.#response(key);
    const shown = this.#watcher.shown?.before(cell);
    const entry = sameOr(
      shown?.value,
      withPartsOf(cell.value, entryFor(value)),
    );
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

  /** Writes again what an earlier commit wrote. */
  redo(log: Log, after: readonly Before[]): void {
    for (let index = 0; index < log.cells.length; index++) {
      const cell = this.#graph.live(log.cells[index]!);
      const { value, meta } = after[index]!;
      if (cell.table.kind === "entity") this.createTable(cell.table.key);
      // a table that is another one than then is another one afterwards, too
      const isMoved = cell === cell.table.rows &&
        cell.value !== log.heldAt(index).value;
      this.#write(cell, isMoved ? {} : value, meta);
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
   * @param isKept whether what was written stays
   * @returns the version it leads to; the one it started from when nothing changed
   */
  seal(isRemoval = false, isKept = true): Version {
    const base = this.#base;
    const next = this.#next;
    if (next === undefined) return base;
    const graph = this.#graph;
    const { cells } = this.log;
    for (let index = 0; index < cells.length; index++) {
      cells[index]!.isLogged = false;
    }
    graph.isOpen = false;
    this.#next = undefined;
    if (!isKept) return base;
    if (base.graph !== undefined) base.retire();
    for (const version of graph.kept.keys()) version.absorb();
    if (isRemoval) graph.drop(cells);
    return next;
  }

  /** Ends writing without effect. */
  discard(): void {
    if (this.#next !== undefined) {
      this.seal(false, false);
      this.#graph.swap(this.log);
      if (this.#base.graph !== undefined) this.#base.lead();
    }
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
  ): void {
    if (this.#next === undefined) this.#begin();
    if (!cell.isLogged) {
      cell.isLogged = true;
      this.log.add(cell, cell);
    }
    this.#graph.put(cell, value, meta);
  }

  /** The cell of an entity; of one that is not there only if somebody has to know of it. */
  #row(key: string, pk: string): Cell | undefined {
    const { reads } = this.#watcher;
    if (reads === undefined) {
      return this.#graph.tables.get(key)?.cells.get(String(pk));
    }
    const cell = this.#graph.cellOf(key, String(pk));
    reads(cell);
    return cell;
  }

  #response(key: string): Cell {
    const cell = this.#graph.responses.cellOf(String(key));
    this.#watcher.reads?.(cell);
    return cell;
  }

  #writeRow(
    cell: Cell,
    value: EntityValue | undefined,
    meta: EntityMeta | undefined,
  ): void {
    const before = cell.value as EntityValue | undefined;
    const { key, rows, members } = cell.table;
    if (before !== undefined && this.#graph.indexes.has(key)) {
      this.#dropIndexes(cell, before, value);
    }
    if (members!.value === undefined) this.#write(members!, true, undefined);
    this.#write(cell, value, meta);
    if (!rows!.isLogged) this.#write(rows!, {}, undefined);
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
      this.#watcher.reads?.(cell);
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
  return new Changes(log, after, before);
}

/**
 * Entities that may be different, one after the other; nothing is compared, and
 * no list of them is made.
 *
 * @param touched What a change is said to have touched.
 */
export function* writtenIn(touched: Touched): Generator<ValuePart> {
  if (touched instanceof Changes) {
    for (const { table: { key: table, kind }, pk: key } of touched.log.cells) {
      if (kind === "entity") yield { table, key };
    }
    return;
  }
  for (const [table, pks] of touched.entities) {
    for (const key of pks) yield { table, key };
  }
}

// W4, W5: of a class, since each literal with getters has a shape of its own
class Changes implements Touched {
  readonly everything = false;
  readonly log: Log;
  readonly #after: Version;
  readonly #before: Version | undefined;
  #entities: Map<string, Set<string>> | undefined;
  #endpoints: Set<string> | undefined;

  constructor(log: Log, after: Version, before: Version | undefined) {
    this.log = log;
    this.#after = after;
    this.#before = before;
  }

  get entities(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#entities !== undefined) return this.#entities;
    const entities = this.#entities = new Map<string, Set<string>>();
    for (const [index, cell] of this.log.cells.entries()) {
      const { table: { key, kind, rows }, pk } = cell;
      const was = this.#heldBefore(cell, index).value;
      const { value } = this.#after.at(cell);
      if (kind === "response" || was === value) continue;
      // entities say what is different in a table
      if (cell === rows) continue;
      const { pk: holder } = (value ?? was) as Partial<Holder>;
      let pks = entities.get(key);
      if (pks === undefined) entities.set(key, pks = new Set());
      if (kind === "entity") pks.add(pk);
      // an index value leads elsewhere
      else if (holder !== undefined) pks.add(holder);
    }
    return entities;
  }

  get endpoints(): ReadonlySet<string> {
    if (this.#endpoints !== undefined) return this.#endpoints;
    const endpoints = this.#endpoints = new Set<string>();
    const { cells } = this.log;
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      if (cell.table.kind !== "response") continue;
      const { value, meta } = this.#after.at(cell);
      const was = this.#heldBefore(cell, index);
      if (was.value !== value || was.meta !== meta) endpoints.add(cell.pk);
    }
    return endpoints;
  }

  getMeta(key: string): ResponseMeta | undefined {
    const after = this.#after;
    return after.find(after.graph!.responses, key)?.meta as ResponseMeta;
  }

  #heldBefore(cell: Cell, index: number): Before {
    return this.#before?.at(cell) ?? this.log.heldAt(index);
  }
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
