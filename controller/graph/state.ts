// deno-lint-ignore-file no-explicit-any -- rows of every schema
import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "../../schema/contract.ts";
import { undeleted } from "../../schema/engine.ts";
import {
  type Before,
  Cell,
  type CellTable,
  eachDependent,
  link,
  Node,
  NOTHING,
  type Owner,
  Reader,
  type Source,
  Status,
} from "../../schema/nodes.ts";
import {
  Denormalizer,
  type ReadMemory,
  type ReadSpace,
  type ReadTable,
} from "../../schema/reading.ts";
import type {
  EndpointRecord,
  OptimisticAction,
  ResponseMeta,
} from "../contract.ts";
import {
  graphFrom,
  plainParts,
  type RowsOf,
  type StateJSON,
} from "../state/plain_state.ts";
import {
  absent,
  addTable,
  Graph,
  type GraphTable,
  Log,
  wholeNumber,
} from "./graph.ts";

/** The record of a {@linkcode State} under a primary key. */
export interface EntityRecord {
  /** The row, or the tombstone of a deleted entity. */
  readonly value: EntityValue;
  /** When it was asked for and stored; absent only for records of a foreign state that came without. */
  readonly meta: EntityMeta | undefined;
}

/** What a cell holds or held, as a record. */
export function recordIn(held: Before | undefined): EndpointRecord | undefined {
  return held?.rank ? { value: held.value, meta: held.meta } : undefined;
}

/** From how many cells on a log is large. */
const largeLog = 1000;

/**
 * What a graph held at one time, as the engine has it. The newest version is
 * in the cells; an older one has the log of what was overwritten since.
 *
 *     older --log--> old --log--> newest (in the cells)
 *
 * Only versions that somebody may ask for stay in this chain.
 */
export class Version {
  /** The version that this one differs from by its log; `undefined` for the newest. */
  declare next: Version | undefined;
  /** What was overwritten on the way to that. */
  declare log: Log | undefined;
  /** The same by table and primary key, as far as it was looked at. */
  declare private changes: Map<CellTable, Map<string, Before>> | undefined;
  declare private changeCount: number;
  declare private space: PastSpace | undefined;
  declare private hiddenSpace: PastSpace | undefined;
  declare private known: State | undefined;
  /** Whether somebody may ask for it when it is not the newest any more. */
  declare isPinned: boolean;
  declare readonly graph: Graph | undefined;
  declare optimistic: readonly OptimisticAction[];
  declare lastReset: number;

  /**
   * @param graph where it is held; `undefined` for the state that knows nothing
   * @param optimistic pending layers, oldest first
   * @param lastReset stamp of the last reset
   */
  constructor(
    graph: Graph | undefined,
    optimistic: readonly OptimisticAction[],
    lastReset: number,
  ) {
    this.graph = graph;
    this.optimistic = optimistic;
    this.lastReset = lastReset;
    this.next = this.log = this.changes = undefined;
    this.space = this.hiddenSpace = this.known = undefined;
    this.changeCount = 0;
    this.isPinned = false;
  }

  /** What applications see of it, and may hold for as long as they like. */
  get state(): State {
    this.isPinned = true;
    return this.known ??= makeState(this);
  }

  /** What a cell held, or holds. */
  at(cell: Cell): Before {
    return this.next && this.before(cell) || cell;
  }

  /** What a cell held before it was overwritten; `undefined` if it was not. */
  before(cell: Pick<Cell, "table" | "pk">): Before | undefined {
    const next = this.absorb();
    return next &&
      (this.#changed().get(cell.table)?.get(cell.pk) ?? next.before(cell));
  }

  /** What is or was held of an entity. */
  entityAt(key: string, pk: string): Before | undefined {
    return this.find(this.graph?.tables.get(key), pk);
  }

  /** Age, error and validity of what is or was held under an endpoint key. */
  getMeta(key: string): ResponseMeta | undefined {
    return this.find(this.graph?.responses, key)?.meta;
  }

  /** What is or was held under a primary key. */
  find(table: GraphTable | undefined, key: string): Before | undefined {
    const pk = String(key);
    return table &&
      (this.next && this.before({ table, pk }) ||
        table.cells.get(wholeNumber.test(pk) ? +pk : pk));
  }

  /** What a table held by primary key, in the order in which it got it. */
  heldIn(table: GraphTable): [pk: string, held: Before][] {
    return [...this.#heldIn(table)].filter(([, { rank }]) => rank > 0)
      .sort(([, a], [, b]) => a.rank - b.rank);
  }

  #heldIn(table: GraphTable): Map<string, Before> {
    const next = this.absorb();
    if (next === undefined) {
      return new Map([...table.cells.values()].map((cell) => [cell.pk, cell]));
    }
    const held = next.#heldIn(table);
    for (const [pk, was] of this.#changed().get(table) ?? []) held.set(pk, was);
    return held;
  }

  /** The keys under which a table held something. */
  keysIn(table: GraphTable): readonly string[] {
    return this.next === undefined
      ? table.keyList
      : this.heldIn(table).map(([pk]) => pk);
  }

  /** A table as it was; `undefined` if it had not been created. */
  tableIn(table: GraphTable): EntityTableView | undefined {
    const revision = this.at(table.whole).value;
    if (revision === undefined) return undefined;
    if (this.next === undefined) return table;
    return {
      revision,
      keys: () => this.keysIn(table),
      entries: () =>
        this.heldIn(table).map(([pk, { value }]) => [pk, value as any]),
    };
  }

  /**
   * The next version is complete. If nobody can ask for this one, it leads
   * nowhere any more: garbage that leads to what follows would retain all of
   * that until the next large collection.
   */
  retire(): void {
    const graph = this.graph!;
    const last = this.isPinned ? undefined : graph.last?.deref();
    const isNext = last?.next === this;
    // a large log is not copied
    if (this.isPinned || isNext && this.log!.cells.length > largeLog) {
      // some hosts for servers have no weak references
      graph.last = typeof WeakRef === "function"
        ? new WeakRef(this)
        : { deref: () => this };
      return;
    }
    if (isNext) last!.#absorbNext();
    this.next = this.log = this.changes = undefined;
  }

  /** Is the newest, or is it again. */
  lead(): void {
    this.next =
      this.log =
      this.changes =
      this.space =
        undefined;
    this.changeCount = 0;
  }

  /** Lets another version that holds the same lead to the newest one in place of this one. */
  precede(same: Version): void {
    same.next = this.absorb();
    same.log = this.log;
    same.changes = this.changes;
    same.changeCount = this.changeCount;
    this.lead();
    this.next = same;
    this.log = new Log();
  }

  /** Takes over the log of the next version, and leads to the one after that. */
  #absorbNext(): void {
    const { log, next } = this.next!;
    const changes = this.#changed();
    // W4: a generator for each commit would cost a fifth of it
    log!.cells.forEach((cell, index) => {
      if (!changes.get(cell.table)?.has(cell.pk)) {
        this.log!.add(cell, log!.heldAt(index));
      }
    });
    this.next = next;
  }

  /**
   * Takes over the logs on the way to the newest version, so that the way is one
   * step long. While a commit is going on, its log is left alone.
   *
   * @returns The version that this one leads to then.
   */
  absorb(): Version | undefined {
    const { isOpen, head } = this.graph ?? {};
    while (this.next?.next && !(isOpen && this.next.next === head)) {
      this.#absorbNext();
      // it is not the only one that leads there
      this.next.isPinned = true;
    }
    return this.next;
  }

  /** Everything that was overwritten since. */
  get logUntilNow(): Log {
    this.absorb();
    return this.log ?? new Log();
  }

  /** Makes the cells hold this version. */
  reroot(): void {
    const newer = this.absorb();
    if (newer === undefined) return;
    const graph = this.graph!;
    newer.log = graph.swap(this.log!);
    newer.next = this;
    this.isPinned = true;
    this.lead();
    graph.head = this;
  }

  /** Where its values are read. */
  spaceToRead(): ReadSpace {
    const { graph } = this;
    if (graph === undefined) return new Graph();
    if (!graph.isBusy && !graph.isOpen) {
      graph.catchUp?.();
      // somebody may have tried what follows from a state, which nobody else sees
      if (graph.home?.next !== undefined) graph.home.reroot();
      if (graph.changedCells.length > 0) graph.mark();
      if (this.next === undefined) return graph;
    }
    return this.space ??= new PastSpace(graph, this);
  }

  /** Where rows are read whose deletion is pending; nothing where none is. */
  spaceOfHidden(): ReadSpace | undefined {
    const { graph } = this;
    return graph?.confirmed === undefined || graph.isBusy
      ? undefined
      : this.hiddenSpace ??= new HiddenSpace(graph, this);
  }

  /** Every cell that holds something else now. */
  outdatedCells(): Set<Source> {
    const graph = this.graph!;
    const cells = new Set<Source>();
    // what nodes do not know of yet
    for (const cell of graph.changedCells) {
      addTable(cells.add(cell), cell, cell.before!);
    }
    for (const [logged, was] of this.logUntilNow) {
      const cell = graph.live(logged);
      addTable(cells.add(cell), cell, was);
    }
    return cells;
  }

  #changed(): Map<CellTable, Map<string, Before>> {
    const log = this.log!;
    const all = this.changes ??= new Map();
    for (; this.changeCount < log.cells.length; this.changeCount++) {
      const { table, pk } = log.cells[this.changeCount]!;
      let changes = all.get(table);
      if (changes === undefined) all.set(table, changes = new Map());
      changes.set(pk, log.heldAt(this.changeCount));
    }
    return all;
  }
}

/** The last of the versions that hold the same as one. */
export function lastOfSame(version: Version): Version {
  const { isOpen, head } = version.graph ?? {};
  let last = version;
  while (
    last.next && last.log!.cells.length === 0 &&
    !(isOpen && last.next === head)
  ) last = last.next;
  if (last !== version) version.next = last;
  return last;
}

let makeState!: (version: Version) => State;

/** What the engine has of a state. */
export let versionOf!: (state: State) => Version;

/**
 * Everything a store knows at one time. It never changes; every action leads
 * to another state that shares with this one whatever it did not touch.
 *
 * @typeParam T Has no meaning; `State<unknown>` is how applications may write it.
 *
 * @example
 * ```ts
 * import { initialState, State } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const state = State.from({ entities: { Vessel: { "7": { id: "7" } } } });
 * assertEquals(state.getEntity("Vessel", "7"), { id: "7" });
 * assertEquals(initialState.getEntity("Vessel", "7"), undefined);
 * ```
 */
export class State<T = unknown> implements EntityReader {
  /** Pending optimistic layers, oldest first. */
  readonly optimistic: readonly OptimisticAction[];
  /** Stamp of the last reset; 0 if there was none. */
  readonly lastReset: number;
  readonly #version: Version;

  private constructor(version: Version) {
    this.#version = version;
    this.optimistic = version.optimistic;
    this.lastReset = version.lastReset;
  }

  /**
   * Adopts the plain form of a state. Unknown members are ignored, missing
   * ones taken as empty; pending layers are never taken over.
   *
   * @param plain Plain objects, such as {@linkcode State.toJSON} gives.
   * @throws {TypeError} If a state itself was spread, which loses its tables.
   */
  static from(plain: State | Partial<StateJSON>): State {
    return plain instanceof State ? plain : stateFrom(plain);
  }

  /** The row or tombstone under a primary key; `undefined` when nothing is stored. */
  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.getRecord(key, pk)?.value;
  }

  /** The meta stored with an entity. */
  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.getRecord(key, pk)?.meta;
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    return recordIn(this.#version.entityAt(key, pk)) as
      | EntityRecord
      | undefined;
  }

  /** A table; `undefined` when it was never created. */
  getEntities(key: string): EntityTableView | undefined {
    const table = this.#version.graph?.tables.get(key);
    return table && this.#version.tableIn(table);
  }

  /** Names of all tables. */
  *tableKeys(): IterableIterator<string> {
    const version = this.#version;
    for (const [key, { whole }] of version.graph?.tables ?? []) {
      if (version.at(whole).value !== undefined) yield key;
    }
  }

  /** Primary key of the entity whose indexed field has this value. */
  getIndex(key: string, field: string, value: string): string | undefined {
    const version = this.#version;
    const index = version.graph?.tables.get(key)?.indexes.get(field);
    return (version.find(index, value)?.value as string[] | undefined)?.at(-1);
  }

  /** Fields of a table by whose values entities are found. */
  indexedFields(key: string): Iterable<string> {
    return this.#version.graph?.tables.get(key)?.indexes.keys() ?? [];
  }

  /** The normalized result stored under an endpoint key, or the raw response where there is no schema. */
  getEndpoint(key: string): unknown {
    const value = this.getEndpointRecord(key)?.value;
    return value === absent ? undefined : value;
  }

  /** Whether a result is stored under an endpoint key; the result may be `undefined`. */
  hasEndpoint(key: string): boolean {
    const record = this.getEndpointRecord(key);
    return record !== undefined && record.value !== absent;
  }

  /** Age, error and validity of what is stored under an endpoint key. */
  getMeta(key: string): ResponseMeta | undefined {
    return this.#version.getMeta(key);
  }

  /** Entry and meta of an endpoint key. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    const version = this.#version;
    return recordIn(version.find(version.graph?.responses, key));
  }

  /** All endpoint keys that have an entry or a meta. */
  *endpointKeys(): IterableIterator<string> {
    const version = this.#version;
    const responses = version.graph?.responses;
    if (responses !== undefined) yield* version.keysIn(responses);
  }

  /** All rows as plain objects, by table and primary key; made when asked for. */
  get entities(): StateJSON["entities"] {
    return plainParts(this.#version).entities;
  }

  /** All entries as a plain object, by endpoint key; made when asked for. */
  get endpoints(): StateJSON["endpoints"] {
    return plainParts(this.#version).endpoints;
  }

  /** All indexes as plain objects, by table, field and value; made when asked for. */
  get indexes(): StateJSON["indexes"] {
    return plainParts(this.#version).indexes;
  }

  /** All response metas as a plain object, by endpoint key; made when asked for. */
  get meta(): StateJSON["meta"] {
    return plainParts(this.#version).meta;
  }

  /** All entity metas as plain objects, by table and primary key; made when asked for. */
  get entitiesMeta(): StateJSON["entitiesMeta"] {
    return plainParts(this.#version).entitiesMeta;
  }

  /** The whole state as plain objects, without pending layers. */
  toJSON(): StateJSON {
    const { lastReset } = this;
    return { ...plainParts(this.#version), optimistic: [], lastReset };
  }

  // Not a static block, which React Native's compiler does not know.
  static readonly #access: readonly unknown[] = [
    makeState = (version) => new State(version),
    versionOf = (state) => state.#version,
  ];
}

/** Adopts the plain form of a state, with the rows of its tables in an order of their own. */
export function stateFrom(plain: Partial<StateJSON>, rowsOf?: RowsOf): State {
  const { graph, lastReset } = graphFrom(plain, rowsOf);
  return (graph.head = new Version(graph, [], lastReset)).state;
}

/** Reads a state that is not the newest: nodes of the newest are shared where they show the same. */
class PastSpace implements ReadSpace {
  readonly memory: ReadMemory;
  readonly newest: Graph;
  protected readonly version: Version;
  readonly #nodes = new Map<Owner, Node>();
  readonly #own = new Set<Node>();
  #outdated = new Set<Source>();
  #outdatedAt = -1;

  constructor(graph: Graph, version: Version) {
    this.newest = graph;
    this.version = version;
    this.memory = graph.memory;
  }

  cellOf(key: string, pk: string): Cell {
    return this.newest.cellOf(key, pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    return this.newest.indexCellOf(key, field, value);
  }

  tableOf(key: string): ReadTable {
    const table = this.newest.tableFor(key);
    return { whole: table.whole, view: this.version.tableIn(table) };
  }

  valueOf(cell: Cell): unknown {
    return this.version.at(cell).value;
  }

  metaOf(cell: Cell): any {
    return this.version.at(cell).meta;
  }

  nodeOf(owner: Owner): Node | undefined {
    this.#update();
    return this.#nodes.get(owner);
  }

  addNode(owner: Owner, node: Node): void {
    node.next = this.#nodes.get(owner);
    this.#nodes.set(owner, node);
    this.#own.add(node);
    const row = owner instanceof Cell ? this.valueOf(owner) : owner;
    // what was read of the same row, for instance before it was deleted, may
    // stay
    const other = this.nodeLike(node, owner);
    const known = other?.input === row ? other : other?.earlier;
    if (other?.lenses || known === undefined || known.input !== row) return;
    node.value = known.value;
    node.input = row;
  }

  /** The node of the newest state that has the same owner by the same schema; one that depends on arguments only if there is no other. */
  protected nodeLike({ facts }: Node, owner: Owner): Node | undefined {
    let found: Node | undefined;
    for (let node = this.newest.nodeOf(owner); node; node = node.next) {
      if (node.facts.identity !== facts.identity) continue;
      if (!node.lenses) return node;
      found ??= node;
    }
    return found;
  }

  setSources(node: Node, sources: readonly Source[]): void {
    node.sources = sources;
    this.#own.add(node);
    // what others share must not know of values that never change
    for (const child of sources) {
      if (this.#own.has(child as Node)) link(child, node);
    }
  }

  shares(node: Node): boolean {
    return node.status === Status.clean && !this.#update().has(node);
  }

  /** What is made of cells that hold something else now. */
  #update(): ReadonlySet<Source> {
    const { version } = this.newest;
    if (this.#outdatedAt === version) return this.#outdated;
    this.#outdatedAt = version;
    const outdated = this.#outdated = this.version.outdatedCells();
    for (const source of outdated) {
      if (source instanceof Cell) {
        for (let own = source.node; own; own = own.next) outdated.add(own);
      }
      eachDependent(source, (dependent) => {
        if (!(dependent instanceof Reader)) outdated.add(dependent);
      });
    }
    // what was shared is something else: no row is two objects in one value
    const stale = new Set<Node>();
    for (const own of this.#own) {
      const isShowing = (child: Source) =>
        child instanceof Node && outdated.has(child);
      if (own.sources.some(isShowing)) stale.add(own);
    }
    for (const own of stale) {
      if (own.status !== Status.clean) continue;
      own.status = Status.outdated;
      own.changed = undefined;
      // a list would take from there what is at the same place
      own.sources = NOTHING;
      eachDependent(own, (dependent) => stale.add(dependent as Node));
    }
    return outdated;
  }
}

/** Reads a state with the rows whose deletion is pending. */
class HiddenSpace extends PastSpace {
  override valueOf(cell: Cell): unknown {
    return undeleted(super.valueOf(cell), super.metaOf(cell));
  }

  /** Of a row that is deleted, what is known without that; nothing is of one that is not created either. */
  override metaOf(cell: Cell): any {
    const { value, meta } = this.version.at(cell);
    const { meta: known = meta } = typeof value === "symbol"
      ? this.newest.confirmed!().at(cell)
      : {};
    return known;
  }

  hides({ cell, facts }: Node, args: readonly any[]): boolean {
    const space = this.version.spaceToRead();
    const { value } = new Denormalizer(space, args).read(
      facts.schema,
      cell!.pk,
    );
    return value === undefined || typeof value === "symbol";
  }

  override addNode(owner: Owner, node: Node): void {
    super.addNode(owner, node);
    const { newest } = this;
    let other = this.nodeLike(node, owner);
    if (other?.lenses) return;
    if (other === undefined) {
      newest.addNode(owner, other = new Node(node.cell, node.facts));
    }
    // one of them may show what this one is going to, and this what comes back
    const { value, input, earlier: older } = other;
    node.earlier = { value, input, older };
    other.earlier = node;
    newest.retaining.push(other);
  }

  override shares(node: Node): boolean {
    return super.shares(node) && typeof node.value !== "symbol";
  }
}

/**
 * The state of a store that knows nothing.
 *
 * @example
 * ```ts
 * import { Controller, Entity, initialState } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 * }
 * const controller = new Controller();
 * assertEquals(controller.get(Port, { id: "rtm" }, initialState), undefined);
 * ```
 */
export const initialState: State = new Version(undefined, [], 0).state;
