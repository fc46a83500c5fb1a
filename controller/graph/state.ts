// deno-lint-ignore-file no-explicit-any -- rows of every schema
import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "../../schema/contract.ts";
import {
  type Before,
  Cell,
  eachParent,
  link,
  type Node,
  Reader,
  type Source,
  Status,
} from "../../schema/nodes.ts";
import {
  ReadMemory,
  type ReadSpace,
  type ReadTable,
} from "../../schema/reading.ts";
import { indexedValue, isSameValue } from "../../schema/engine.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import { parsePlainState } from "../state/parse_plain_state.ts";
import {
  emptyObject,
  plainPart,
  plainStateOf,
  type StateJSON,
} from "../state/plain_state.ts";
import {
  Graph,
  type GraphTable,
  type Holder,
  listed,
  type Log,
  type Members,
  pksOf,
} from "./graph.ts";

/** Marks that a key has a meta but no entry; `undefined` is a possible entry. */
export const absent: unique symbol = Symbol("absent");

/** Stands in a cell for the entry `undefined`. */
const empty: unique symbol = Symbol("undefined");

/** What a {@linkcode State} holds under an endpoint key. */
export interface EndpointRecord {
  /** The normalized result, the raw response where there is no schema, or a symbol that says that there is none. */
  readonly value: unknown;
  /** Age, error and validity; absent for entries that an `update` made. */
  readonly meta: ResponseMeta | undefined;
}

/** What a {@linkcode State} holds under a primary key. */
export interface EntityRecord {
  /** The row, or the tombstone of a deleted entity. */
  readonly value: EntityValue;
  /** When it was asked for and stored; absent only for records of a foreign state that came without. */
  readonly meta: EntityMeta | undefined;
}

/** Identities that change exactly when the part of the state they stand for changes. */
export interface Revisions {
  readonly entities: object;
  readonly entitiesMeta: object;
  readonly endpoints: object;
  readonly meta: object;
  readonly indexes: object;
}

/** What a state knows beside what its graph holds. */
export interface StateFacts {
  readonly optimistic: readonly OptimisticAction[];
  readonly lastReset: number;
  readonly revisions: Revisions;
}

/** What the engine may do with states that applications may not. */
export interface StateAccess {
  /** The newest state of a graph. */
  create(graph: Graph | undefined, facts: StateFacts): State;
  /** The graph that holds a state, after its cells were made to hold it. */
  open(state: State): Graph;
  /** Tells a state what it knows, when its commit ends. */
  complete(state: State, facts: StateFacts): void;
  /** Ends being the newest: what the successor overwrites is in the log. */
  succeed(state: State, next: State, log: Log): void;
  /** Takes back that a state has a successor. */
  restore(state: State): void;
  /** Where values of a state are read. */
  spaceOf(state: State): ReadSpace;
  /** What a state knows beside cells. */
  factsOf(state: State): StateFacts;
  /** Lets a table of the newest state have the versions of an earlier one, which shows the same. */
  keepVersions(earlier: State, newest: State, key: string): void;
  /** All indexes as plain objects. */
  indexesOf(state: State): StateJSON["indexes"];
  /** The graph of a state; `undefined` for the one without anything. */
  graphOf(state: State): Graph | undefined;
  /**
   * What the confirmed state becomes by a change that led from one visible
   * state to another; `undefined` if pending layers changed the same.
   */
  beneath(base: State, earlier: State, visible: State): State | undefined;
  /** Takes over what was overwritten on the way to the newest state, so that the states between can go. */
  absorb(state: State): void;
  /** The cell of an endpoint key. */
  responseCell(state: State, key: string): Cell | undefined;
}

/** Set by the class, which alone can look inside. */
export let access!: StateAccess;

/**
 * Everything a store knows at one moment. It never changes; every action leads
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
  readonly #graph: Graph | undefined;
  #revisions: Revisions;
  /** The state that this one is told apart from by its log; `undefined` for the newest. */
  #next: State | undefined;
  /** What was overwritten on the way to that. */
  #log: Log | undefined;
  /** The same by cell, as far as it was looked at. */
  #changes: Map<Cell, Before> | undefined;
  #changeCount = 0;
  #drops = 0;
  #space: PastSpace | undefined;

  private constructor(graph: Graph | undefined, facts: StateFacts) {
    this.#graph = graph;
    this.optimistic = facts.optimistic;
    this.lastReset = facts.lastReset;
    this.#revisions = facts.revisions;
  }

  /**
   * Adopts the plain form of a state. Unknown members are ignored, missing
   * ones taken as empty; pending layers are never taken over.
   *
   * @param plain Plain objects, such as {@linkcode State.toJSON} gives.
   * @throws {TypeError} If a state itself was spread, which loses its tables.
   */
  static from(plain: State | Partial<StateJSON>): State {
    if (plain instanceof State) return plain;
    const has = (name: string) => Object.hasOwn(plain, name);
    if (has("optimistic") && has("lastReset") && !has("entities")) {
      throw new TypeError(
        "A state was spread, which loses its tables. Spread its plain form instead: { ...state.toJSON(), endpoints }.",
      );
    }
    return parsePlainState(plain);
  }

  /** The row or tombstone under a primary key; `undefined` when nothing is stored. */
  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#find(this.#graph?.tables.get(key), pk)?.value as
      | EntityValue
      | undefined;
  }

  /** The meta stored with an entity. */
  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#find(this.#graph?.tables.get(key), pk)?.meta;
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    const found = this.#find(this.#graph?.tables.get(key), pk);
    return found?.value === undefined ? undefined : {
      value: found.value as EntityValue,
      meta: found.meta,
    };
  }

  /** A table; `undefined` when it was never created. */
  getEntities(key: string): EntityTableView | undefined {
    const table = this.#graph?.tables.get(key);
    if (table === undefined) return undefined;
    if (this.#next === undefined) {
      return table.members.value === undefined ? undefined : table;
    }
    const members = this.#at(table.members).value as Members | undefined;
    if (members === undefined) return undefined;
    const entries = () => this.#entries(table);
    return {
      revision: this.#at(table.rows).value,
      get keyList() {
        return listed(members, () => Array.from(entries(), ([pk]) => pk));
      },
      keys() {
        return this.keyList!;
      },
      entries,
    };
  }

  /** Names of all tables. */
  *tableKeys(): IterableIterator<string> {
    for (const [key, { members }] of this.#graph?.tables ?? []) {
      if (this.#at(members).value !== undefined) yield key;
    }
  }

  /** Primary key of the entity whose indexed field has this value. */
  getIndex(key: string, field: string, value: string): string | undefined {
    const index = this.#graph?.indexes.get(key)?.get(field);
    return (this.#find(index, value)?.value as Holder | undefined)?.pk;
  }

  /** The normalized result stored under an endpoint key, or the raw response where there is no schema. */
  getEndpoint(key: string): unknown {
    const value = this.getEndpointRecord(key)?.value;
    return value === absent ? undefined : value;
  }

  /** Whether a result is stored under an endpoint key; the result may be `undefined`. */
  hasEndpoint(key: string): boolean {
    const value = this.#find(this.#graph?.responses, key)?.value;
    return value !== undefined && value !== absent;
  }

  /** Age, error and validity of what is stored under an endpoint key. */
  getMeta(key: string): ResponseMeta | undefined {
    return this.#find(this.#graph?.responses, key)?.meta;
  }

  /** Entry and meta of an endpoint key. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    const found = this.#find(this.#graph?.responses, key);
    return found && recordIn(found);
  }

  /** All endpoint keys that have an entry or a meta. */
  *endpointKeys(): IterableIterator<string> {
    if (this.#graph === undefined) return;
    for (const [key] of this.#entries(this.#graph.responses)) yield key;
  }

  /** All rows as plain objects, by table and primary key; made when asked for. */
  get entities(): StateJSON["entities"] {
    return plainPart(this, "entities");
  }

  /** All entries as a plain object, by endpoint key; made when asked for. */
  get endpoints(): StateJSON["endpoints"] {
    return plainPart(this, "endpoints");
  }

  /** All indexes as plain objects, by table, field and value; made when asked for. */
  get indexes(): StateJSON["indexes"] {
    return plainPart(this, "indexes");
  }

  /** All response metas as a plain object, by endpoint key; made when asked for. */
  get meta(): StateJSON["meta"] {
    return plainPart(this, "meta");
  }

  /** All entity metas as plain objects, by table and primary key; made when asked for. */
  get entitiesMeta(): StateJSON["entitiesMeta"] {
    return plainPart(this, "entitiesMeta");
  }

  /** The whole state as plain objects, without pending layers. */
  toJSON(): StateJSON {
    return plainStateOf(this);
  }

  #plainIndexes(): StateJSON["indexes"] {
    const plain = emptyObject<any>();
    for (const [key, fields] of this.#graph?.indexes ?? []) {
      for (const [field, index] of fields) {
        for (const [value, holder] of this.#entries(index)) {
          const pks = pksOf(
            holder,
            (pk) => indexedValue(this.getEntity(key, pk), field) === value,
          );
          plain[key] ??= emptyObject();
          plain[key][field] ??= emptyObject();
          plain[key][field][value] = pks.length > 1 ? pks : holder.pk;
        }
      }
    }
    return plain;
  }

  /** What a cell held, or holds. */
  #at(cell: Cell): Before | Cell {
    return this.#next === undefined ? cell : this.#before(cell) ?? cell;
  }

  #find(table: GraphTable | undefined, pk: string): Before | Cell | undefined {
    if (table === undefined) return undefined;
    const cell = table.cells.get(String(pk));
    if (this.#next === undefined) return cell;
    if (cell !== undefined) return this.#at(cell);
    // it may have been dropped since: then another cell stands for it
    return this.#graph!.drops === 0
      ? undefined
      : this.#before(table.cellOf(String(pk)));
  }

  /** Rows and what else cells of a table hold, in insertion order. */
  *#entries(
    table: GraphTable,
  ): IterableIterator<[pk: string, value: any]> {
    if (this.#next === undefined) {
      yield* table.entries();
      return;
    }
    this.#before(table.members);
    for (const [cell, { value }] of heldIn(table, (cell) => this.#at(cell))) {
      yield [cell.pk, value];
    }
  }

  /** This state and those that came after it, without the newest. */
  *#past(): IterableIterator<State> {
    // deno-lint-ignore no-this-alias -- the first of a list
    let state: State = this;
    for (; state.#next !== undefined; state = state.#next) yield state;
  }

  /** What a cell held before it was overwritten; `undefined` if it was not. */
  #before(cell: Cell): Before | undefined {
    if (!this.#graph!.isOpen) this.#absorb();
    for (const state of this.#past()) {
      const found = state.#changed().get(cell);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #changed(): Map<Cell, Before> {
    const graph = this.#graph!;
    if (this.#changes === undefined || this.#drops !== graph.drops) {
      this.#changes = new Map();
      this.#changeCount = 0;
      this.#drops = graph.drops;
    }
    const { cells, before } = this.#log!;
    for (; this.#changeCount < cells.length; this.#changeCount++) {
      const cell = graph.live(cells[this.#changeCount]!);
      if (this.#changes.has(cell)) continue;
      this.#changes.set(cell, before[this.#changeCount]!);
    }
    return this.#changes;
  }

  /** Takes over the logs on the way to the newest state, so that the way is one step long. */
  #absorb(): void {
    const next = this.#next!;
    if (next.#next === undefined) return;
    const changes = this.#changed();
    const { cells, before } = this.#log!;
    let last: State = next;
    for (; last.#next !== undefined; last = last.#next) {
      for (const [cell, was] of last.#changed()) {
        if (changes.has(cell)) continue;
        changes.set(cell, was);
        cells.push(cell);
        before.push(was);
      }
    }
    this.#changeCount = cells.length;
    this.#next = last;
  }

  /** Makes the cells hold this state. */
  #reroot(): Graph {
    const graph = this.#graph!;
    const states = [...this.#past()];
    for (let state = states.pop(); state; state = states.pop()) {
      const newer = graph.head;
      const log = graph.swap(state.#log!);
      newer.#become(state, log);
      state.#next =
        state.#log =
        state.#changes =
        state.#space =
          undefined;
      graph.head = state;
    }
    return graph;
  }

  #spaceToRead(): ReadSpace {
    const graph = this.#graph;
    if (graph === undefined) return new Graph();
    const isSettled = !graph.isBusy && !graph.isOpen;
    if (isSettled) {
      // somebody may have tried what follows from a state, which nobody else sees
      const { home } = graph;
      if (home !== undefined && home.#next !== undefined) home.#reroot();
      graph.mark();
      if (this.#next === undefined) return graph;
    }
    return this.#space ??= new PastSpace(
      graph,
      (cell) => this.#at(cell),
      () => this.#allChanges(),
    );
  }

  /** Every cell that holds something else now. */
  #allChanges(): Iterable<Cell> {
    const graph = this.#graph!;
    // what nodes do not know of yet
    const cells = new Set<Cell>(graph.untold);
    if (this.#next !== undefined) this.#before(graph.responses.members);
    for (const state of this.#past()) {
      for (const cell of state.#changed().keys()) cells.add(cell);
    }
    return cells;
  }

  #become(next: State, log: Log): void {
    this.#next = next;
    this.#log = log;
    this.#changes = undefined;
  }

  // Not a static block, which React Native's compiler does not know.
  static readonly #access: void = giveAccess({
    create: (graph, facts) => new State(graph, facts),
    complete: (state, facts) => {
      const { optimistic, lastReset } = facts;
      Object.assign(state, { optimistic, lastReset });
      state.#revisions = facts.revisions;
    },
    open: (state) => state.#reroot(),
    succeed: (state, next, log) => state.#become(next, log),
    restore: (state) => {
      state.#next = state.#log = state.#changes = undefined;
    },
    spaceOf: (state) => state.#spaceToRead(),
    factsOf: (state) => ({
      optimistic: state.optimistic,
      lastReset: state.lastReset,
      revisions: state.#revisions,
    }),
    keepVersions: (earlier, newest, key) => {
      const table = newest.#graph?.tables.get(key);
      if (table === undefined) return;
      const rows = earlier.#at(table.rows).value;
      if (rows !== undefined) newest.#graph!.restore(table.rows, rows);
      const members = earlier.#at(table.members).value as Members | undefined;
      // the order of keys can be seen, too
      if (
        members?.keys !== undefined && isSameValue(members.keys, table.keyList)
      ) newest.#graph!.restore(table.members, members);
    },
    indexesOf: (state) => state.#plainIndexes(),
    graphOf: (state) => state.#graph,
    beneath: (base, earlier, visible) => {
      const changed = new Set(earlier.#log!.cells);
      const seen = new Set<Cell>();
      const log: Log = { cells: [], before: [] };
      for (const state of base.#past()) {
        if (state === earlier) break;
        const { cells, before } = state.#log!;
        for (let index = 0; index < cells.length; index++) {
          const cell = cells[index]!;
          if (seen.has(cell)) continue;
          seen.add(cell);
          let was = before[index]!;
          if (changed.has(cell)) {
            // a table has another version then, in both
            const table = base.#graph!.tables.get(cell.table.key);
            if (cell !== table?.rows) return undefined;
            was = { ...was, value: {} };
          }
          log.cells.push(cell);
          log.before.push(was);
        }
      }
      const { optimistic, lastReset } = visible;
      const state = new State(base.#graph, {
        optimistic,
        lastReset,
        revisions: {
          entities: {},
          entitiesMeta: {},
          endpoints: {},
          meta: {},
          indexes: {},
        },
      });
      state.#become(visible, log);
      return state;
    },
    absorb: (state) => {
      if (state.#next !== undefined) state.#absorb();
    },
    responseCell: (state, key) =>
      state.#graph?.responses.cells.get(String(key)),
  });
}

function giveAccess(given: StateAccess): void {
  access = given;
}

/** Cells of a table with what they held, in the order in which they got it. */
function heldIn(
  { cells }: GraphTable,
  at: (cell: Cell) => Before,
): (readonly [Cell, Before])[] {
  const held: (readonly [Cell, Before])[] = [];
  for (const cell of cells.values()) {
    const before = at(cell);
    if (before.value !== undefined) held.push([cell, before]);
  }
  return held.sort(([, a], [, b]) => a.rank - b.rank);
}

/** What a cell of the responses holds, as a record. */
export function recordIn(
  { value, meta }: Pick<Cell, "value" | "meta">,
): EndpointRecord | undefined {
  return value === undefined && meta === undefined
    ? undefined
    : { value: value === empty ? undefined : value, meta: meta as any };
}

/** What stands for an entry in a cell. */
export function entryFor(value: unknown): unknown {
  return value === undefined ? empty : value;
}

/** Reads a state that is not the newest: nodes of the newest are shared where they show the same. */
class PastSpace implements ReadSpace {
  readonly memory: ReadMemory;
  readonly #graph: Graph;
  readonly #at: (cell: Cell) => Before;
  readonly #changed: () => Iterable<Cell>;
  readonly #nodes = new Map<Cell, Node>();
  readonly #own = new Set<Source>();
  /** What is made of cells that hold something else now. */
  #outdated: Set<Source> | undefined;
  #version = -1;

  constructor(
    graph: Graph,
    at: (cell: Cell) => Before,
    changed: () => Iterable<Cell>,
  ) {
    this.#graph = graph;
    this.#at = at;
    this.#changed = changed;
    this.memory = new ReadMemory(1000, graph.memory);
  }

  cellOf(key: string, pk: string): Cell {
    return this.#graph.cellOf(key, pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    return this.#graph.indexCellOf(key, field, value);
  }

  tableOf(key: string): ReadTable {
    const table = this.#graph.tableFor(key);
    const { members, rows } = table;
    const version = this.#at(members).value as Members | undefined;
    const list = () =>
      listed(version!, () => {
        const held = heldIn(table, (cell) => this.#at(cell));
        return held.map(([{ pk }]) => pk);
      });
    const entries = () =>
      list().map((pk): [string, EntityValue] => [
        pk,
        this.#at(table.cellOf(pk)).value as EntityValue,
      ]);
    const view: EntityTableView | undefined = version && {
      revision: this.#at(rows).value,
      get keyList() {
        return list();
      },
      keys: list,
      entries,
    };
    return { members, rows, view };
  }

  valueOf(cell: Cell): unknown {
    return this.#at(cell).value;
  }

  nodeOf(cell: Cell): Node | undefined {
    return this.#nodes.get(cell);
  }

  addNode(cell: Cell, node: Node): void {
    node.next = this.#nodes.get(cell);
    this.#nodes.set(cell, node);
    this.#own.add(node);
  }

  setChildren(node: Node, children: readonly Source[]): void {
    node.children = children;
    this.#own.add(node);
    // what others share must not know of values that never change
    for (const child of children) if (this.#own.has(child)) link(child, node);
  }

  shares(node: Node): boolean {
    return node.status === Status.clean && !this.#isOutdated(node);
  }

  #isOutdated(node: Node): boolean {
    const graph = this.#graph;
    if (this.#version !== graph.version) {
      this.#version = graph.version;
      this.#outdated = new Set(this.#changed());
      for (const source of this.#outdated) {
        if (source instanceof Cell) {
          for (let own = source.node; own; own = own.next) {
            this.#outdated.add(own);
          }
        }
        eachParent(source, (parent) => {
          if (!(parent instanceof Reader)) this.#outdated!.add(parent);
        });
      }
    }
    return this.#outdated!.has(node);
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
export const initialState: State = access.create(undefined, {
  optimistic: [],
  lastReset: 0,
  revisions: {
    entities: {},
    entitiesMeta: {},
    endpoints: {},
    meta: {},
    indexes: {},
  },
});
