import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "../../schema/contract.ts";
import { indexedValue, isSameValue } from "../../schema/engine.ts";
import type { Cell } from "../../schema/nodes.ts";
import type { OptimisticAction } from "../contract.ts";
import type { Footprint } from "../state/footprint.ts";
import { type Changes, TouchedSet } from "../state/touched.ts";
import {
  Graph,
  GraphTable,
  hold,
  type Holder,
  type Log,
  Members,
} from "./graph.ts";
import {
  access,
  type EndpointRecord,
  type EntityRecord,
  entryFor,
  initialState,
  recordIn,
  type State,
  type StateFacts,
} from "./state.ts";

/** What a {@linkcode Commit} leads to. */
export interface Sealed {
  /** The identical state object when nothing changed. */
  readonly state: State;
  readonly touched: Changes;
}

/** How a {@linkcode Commit} is made. */
export interface CommitOptions {
  /**
   * A state that may already hold what will be written, such as the visible
   * state with the optimistic version of a response: equal values take their
   * identity from there, so that a confirmation changes nothing visible.
   */
  readonly twin?: State | undefined;
  /** Notes what the commit reads. */
  readonly reads?: Footprint | undefined;
}

/**
 * One change of a state. It writes to the cells of the graph, which hold the
 * state it started from at first, and the one it leads to in the end.
 */
export class Commit implements EntityWriter {
  /** The state the commit started from. */
  readonly base: State;
  readonly #graph: Graph;
  /** Whether nothing was stored before. */
  readonly #isNew: boolean;
  readonly #twin: State | undefined;
  readonly #reads: Footprint | undefined;
  readonly #touched = new TouchedSet();
  readonly #log: Log = { cells: [], before: [] };
  readonly #changedRows = new Set<GraphTable>();
  readonly #changedMembers = new Set<GraphTable>();
  #next: State | undefined;
  #optimistic: readonly OptimisticAction[];
  #lastReset: number | undefined;
  #isValueChanged = false;
  #isTableMetaChanged = false;
  #isEntryChanged = false;
  #isMetaChanged = false;
  #isIndexChanged = false;

  /**
   * @param base The state to start from.
   * @param options See {@linkcode CommitOptions}.
   */
  constructor(base: State, options: CommitOptions = {}) {
    this.base = base;
    this.#twin = options.twin === base ? undefined : options.twin;
    this.#reads = options.reads;
    this.#optimistic = base.optimistic;
    const graph = access.graphOf(base);
    this.#isNew = graph === undefined;
    this.#graph = graph ?? new Graph();
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#cell(key, pk)?.value as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#cell(key, pk)?.meta;
  }

  getEntities(key: string): EntityTableView | undefined {
    this.#reads?.table(key);
    const table = this.#cells.tables.get(key);
    return table?.members.value === undefined ? undefined : table;
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    this.#reads?.table(key);
    const cell = this.#cells.indexes.get(key)?.get(field)?.cells.get(value);
    return (cell?.value as Holder | undefined)?.pk;
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    const cell = this.#cell(key, pk);
    return cell?.value === undefined
      ? undefined
      : { value: cell.value as EntityValue, meta: cell.meta };
  }

  /** Entry and meta of an endpoint key. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    this.#reads?.endpoint(key);
    const cell = this.#cells.responses.cells.get(String(key));
    return cell && recordIn(cell);
  }

  createTable(key: string): void {
    const table = this.#cells.tableFor(key);
    if (table.members.value !== undefined) return;
    this.#touched.table(key);
    this.#isValueChanged = true;
    this.#changeMembers(table);
    this.#changeRows(table);
  }

  setEntity(
    key: string,
    pk: string,
    value: EntityValue,
    meta: EntityMeta | undefined,
  ): void {
    this.#reads?.entity(key, pk);
    this.createTable(key);
    const table = this.#cells.tableFor(key);
    const cell = table.cellOf(String(pk));
    const existing = cell.value as EntityValue | undefined;
    if (existing === undefined) {
      this.#touched.growth(key);
    } else if (existing === value) {
      if (cell.meta === meta) return;
      this.#isTableMetaChanged = true;
      this.#write(cell, value, meta);
      this.#touched.meta(key, pk);
      return;
    } else {
      this.#dropIndexes(key, pk, existing, value);
    }
    this.#isTableMetaChanged = true;
    this.#write(cell, this.#canonical(key, pk, value), meta);
    if (existing === undefined) this.#changeMembers(table);
    this.#noteValue(table, pk);
  }

  /** Removes an entity with its meta and its index entries; unknown ones are ignored. */
  removeEntity(key: string, pk: string): void {
    const cell = this.#cell(key, pk);
    if (cell === undefined || cell.value === undefined) return;
    const table = this.#cells.tableFor(key);
    this.#dropIndexes(key, pk, cell.value as EntityValue, undefined);
    this.#isTableMetaChanged = true;
    this.#write(cell, undefined, undefined);
    this.#changeMembers(table);
    this.#noteValue(table, pk);
  }

  setIndex(
    key: string,
    field: string,
    value: string,
    pk: string,
  ): void {
    const cell = this.#cells.indexFor(key, field).cellOf(value);
    const holder = cell.value as Holder | undefined;
    if (holder?.pk === pk) return;
    this.#isIndexChanged = true;
    const isHolder = (other: string) => this.#has(key, other, field, value);
    this.#write(cell, hold(pk, holder, isHolder), undefined);
    // whoever looked this value up depends on the table
    this.createTable(key);
    this.#noteValue(this.#cells.tableFor(key), pk);
  }

  #has(key: string, pk: string, field: string, value: string): boolean {
    return indexedValue(this.getEntity(key, pk), field) === value;
  }

  /** Stores entry and meta of an endpoint key. */
  setEndpoint(key: string, incoming: EndpointRecord): void {
    const existing = this.getEndpointRecord(key);
    const twin = this.#twin?.getEndpointRecord(key);
    const { value, meta } = twin !== undefined &&
        twin.value === incoming.value && isSameValue(twin.meta, incoming.meta)
      ? twin
      : incoming;
    const isSameEntry = existing?.value === value && existing !== undefined;
    if (isSameEntry && existing.meta === meta) return;
    this.#isEntryChanged ||= !isSameEntry;
    this.#isMetaChanged ||= existing?.meta !== meta;
    const cell = this.#cells.responses.cellOf(String(key));
    this.#write(cell, entryFor(value), meta as EntityMeta | undefined);
    this.#touched.endpoint(key);
  }

  /** Removes entry and meta of an endpoint key. */
  removeEndpoint(key: string): void {
    const cell = this.#cells.responses.cells.get(String(key));
    if (cell === undefined || recordIn(cell) === undefined) return;
    this.#write(cell, undefined, undefined);
    this.#isEntryChanged = this.#isMetaChanged = true;
    this.#touched.endpoint(key);
  }

  /**
   * The object to store for a normalized result: the stored one, or that of
   * the twin, where it says the same.
   */
  canonicalResult(key: string, result: unknown): unknown {
    const stored = this.getEndpointRecord(key)?.value;
    if (isSameValue(stored, result)) return stored;
    const twin = this.#twin?.getEndpointRecord(key)?.value;
    return isSameValue(twin, result) ? twin : result;
  }

  /** Replaces the list of pending layers. */
  setOptimistic(layers: readonly OptimisticAction[]): void {
    this.#optimistic = layers;
  }

  /** Sets the stamp of the last reset. */
  setLastReset(stamp: number): void {
    this.#lastReset = stamp;
  }

  /** Ends writing. */
  seal(): Sealed {
    const { base } = this;
    const isUnchanged = this.#log.cells.length === 0 &&
      this.#optimistic === base.optimistic && this.#lastReset === undefined;
    if (isUnchanged) return { state: base, touched: this.#touched };
    const graph = this.#cells;
    this.#begin();
    access.complete(this.#next!, this.#facts());
    graph.seal(this.#log);
    graph.isOpen = false;
    for (const state of graph.kept) access.absorb(state);
    return { state: this.#next!, touched: this.#touched };
  }

  /** Ends writing, and lets go of the cells of what was removed. */
  sealRemoval(): Sealed {
    const sealed = this.seal();
    const { cells } = this.#log;
    this.#graph.drop(
      cells.filter(({ table }) => table instanceof GraphTable),
    );
    return sealed;
  }

  /** Ends writing without effect. */
  discard(): void {
    const graph = this.#cells;
    graph.seal(this.#log);
    graph.swap(this.#log);
    graph.isOpen = false;
    if (this.#next === undefined || this.#isNew) return;
    graph.head = this.base;
    access.restore(this.base);
  }

  /** The graph, holding the state that is changed: somebody may have read another one since. */
  get #cells(): Graph {
    const graph = this.#graph;
    const { base } = this;
    if (this.#next === undefined && graph.head !== base && !this.#isNew) {
      access.open(base);
    }
    return graph;
  }

  /** From the first write on the cells hold the next state. */
  #begin(): void {
    if (this.#next !== undefined) return;
    const graph = this.#cells;
    const { base } = this;
    const next = this.#next = access.create(graph, access.factsOf(base));
    graph.isOpen = true;
    graph.head = next;
    if (!this.#isNew) access.succeed(base, next, this.#log);
  }

  #write(cell: Cell, value: unknown, meta: EntityMeta | undefined): void {
    this.#begin();
    this.#cells.write(this.#log, cell, value, meta);
  }

  #cell(key: string, pk: string): Cell | undefined {
    this.#reads?.entity(key, pk);
    return this.#cells.tables.get(key)?.cells.get(String(pk));
  }

  #changeMembers(table: GraphTable): void {
    if (this.#changedMembers.has(table)) {
      (table.members.value as Members).keys = undefined;
      return;
    }
    this.#changedMembers.add(table);
    this.#write(table.members, new Members(), undefined);
  }

  #changeRows(table: GraphTable): void {
    if (this.#changedRows.has(table)) return;
    this.#changedRows.add(table);
    this.#write(table.rows, {}, undefined);
  }

  #noteValue(table: GraphTable, pk: string): void {
    this.#changeRows(table);
    this.#isValueChanged = true;
    this.#touched.entity(table.key, pk);
  }

  /** Index values that a row loses lead to the next entity that has them. */
  #dropIndexes(
    key: string,
    pk: string,
    before: EntityValue,
    after: EntityValue | undefined,
  ): void {
    for (const [field, { cells }] of this.#cells.indexes.get(key) ?? []) {
      const value = indexedValue(before, field);
      if (value === undefined || value === indexedValue(after, field)) continue;
      const cell = cells.get(value);
      let holder = cell?.value as Holder | undefined;
      // those behind the first are found out when they come to the front
      if (holder?.pk !== pk) continue;
      while (
        holder !== undefined &&
        (holder.pk === pk || !this.#has(key, holder.pk, field, value))
      ) holder = holder.next;
      this.#isIndexChanged = true;
      this.#write(cell!, holder, undefined);
    }
  }

  #canonical(key: string, pk: string, value: EntityValue): EntityValue {
    const twin = this.#twin?.getEntity(key, pk);
    return twin !== undefined && isSameValue(twin, value) ? twin : value;
  }

  #facts(): StateFacts {
    const { lastReset, revisions } = access.factsOf(this.base);
    const since = (isChanged: boolean, revision: object) =>
      isChanged ? {} : revision;
    return {
      optimistic: this.#optimistic,
      lastReset: this.#lastReset ?? lastReset,
      revisions: {
        entities: since(this.#isValueChanged, revisions.entities),
        entitiesMeta: since(this.#isTableMetaChanged, revisions.entitiesMeta),
        endpoints: since(this.#isEntryChanged, revisions.endpoints),
        meta: since(this.#isMetaChanged, revisions.meta),
        indexes: since(this.#isIndexChanged, revisions.indexes),
      },
    };
  }
}

/**
 * A state of a graph of its own that holds the same, without pending layers.
 * Whoever goes on from it costs those nothing who keep the given one.
 */
export function copyOf(state: State): State {
  const graph = new Graph();
  graph.head = access.create(graph, access.factsOf(initialState));
  const commit = new Commit(graph.head);
  for (const key of state.tableKeys()) {
    commit.createTable(key);
    for (const [pk, row] of state.getEntities(key)!.entries()) {
      commit.setEntity(key, pk, row, state.getEntityMeta(key, pk));
    }
  }
  for (const key of state.endpointKeys()) {
    commit.setEndpoint(key, state.getEndpointRecord(key)!);
  }
  for (const [key, fields] of Object.entries(access.indexesOf(state))) {
    for (const [field, pks] of Object.entries(fields)) {
      for (const [value, held] of Object.entries(pks)) {
        for (const pk of [held].flat().reverse()) {
          commit.setIndex(key, field, value, pk);
        }
      }
    }
  }
  if (state.lastReset !== 0) commit.setLastReset(state.lastReset);
  return commit.seal().state;
}
