import type { Before, Cell } from "../../schema/nodes.ts";
import type { GCAction, OptimisticAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { Commit, type CommitWatcher } from "../graph/commit.ts";
import {
  type Graph,
  type GraphTable,
  heldBy,
  type Log,
} from "../graph/graph.ts";
import { type State, Version, versionOf } from "../graph/state.ts";
import { applyLayer } from "./reduce.ts";

/**
 * The visible state of a base state: all its pending layers applied, oldest
 * first, each computed against the base and the earlier layers.
 *
 * @param controller Reads for the optimistic responses.
 * @param base A state with pending layers.
 * @returns The base itself where nothing is pending.
 *
 * @example
 * ```ts
 * import { Controller, initialState } from "@tessera/client";
 * import { applyLayers } from "@tessera/client/controller";
 * import { assertEquals } from "@std/assert";
 *
 * // as a Redux selector of the library's slice shows it
 * assertEquals(applyLayers(new Controller(), initialState), initialState);
 * ```
 */
export function applyLayers(controller: Controller, base: State): State {
  return new Layers(controller, versionOf(base)).apply().state;
}

/** A pending optimistic change. */
class Layer implements CommitWatcher {
  /** Place among all layers; those that ended have none. */
  position = Infinity;
  /** Rows that are equal take their identity from there. */
  shown: Version | undefined = undefined;
  /** Cells that it read, with what it found there. */
  readonly found = new Map<Cell, Before>();
  /** Cells that it wrote, with what they held before. */
  log: Log = { cells: [], before: [] };
  /** What it left in these cells. */
  after: readonly Pick<Before, "value" | "meta">[] = [];
  /** All that it wrote, also the versions of tables. */
  written: readonly Cell[] = [];

  #isComputed = false;

  constructor(readonly action: OptimisticAction) {}

  /** Keeps what it wrote. Versions of tables are made anew whenever it is applied. */
  keep({ cells, before }: Log, isVersion: (cell: Cell) => boolean): void {
    this.#isComputed = true;
    this.written = [...cells];
    this.log = {
      cells: cells.filter((cell) => !isVersion(cell)),
      before: before.filter((_, index) => !isVersion(cells[index]!)),
    };
    this.after = this.log.cells.map(({ value, meta }) => ({ value, meta }));
  }

  /** Whether all that it read, or wrote to, is as it was when it was computed. */
  get isCurrent(): boolean {
    const { found, log: { cells, before } } = this;
    return this.#isComputed &&
      [...found].every(([cell, was]) => holds(cell, was)) &&
      cells.every((cell, index) => holds(cell, before[index]!));
  }

  reads(cell: Cell): void {
    // what it wrote itself it knows
    if (!cell.isLogged && !this.found.has(cell)) {
      this.found.set(cell, heldBy(cell));
    }
  }

  writes(): void {}
  changes(): void {}
  discarded(): void {}
  knows(): boolean {
    return false;
  }
}

function holds(cell: Cell, { value, meta }: Before): boolean {
  return cell.value === value && cell.meta === meta;
}

/**
 * The layers of a store. Each is a log on the cells, and the set of cells that
 * it read. A confirmed change of other cells goes beneath them. Before one
 * reads what a layer wrote, or writes what a layer wrote or read, that layer
 * and those above it are taken back. They are applied again when somebody asks
 * for the visible state, however many have ended by then.
 */
export class Layers implements CommitWatcher {
  /** The newest version; some layers may have been taken back from it. */
  head: Version;
  /** The last visible state, if layers were taken back from it. */
  shown: Version | undefined = undefined;
  readonly #controller: Controller;
  readonly #layers: Layer[] = [];
  /** How many layers are applied: the first ones. */
  #applied = 0;
  /** What to go back to if nothing comes of a commit. */
  #before: Pick<Layers, "shown"> & { readonly applied: number } = {
    shown: undefined,
    applied: 0,
  };
  /** The first layer that wrote to a cell. */
  readonly #writers = new Map<Cell, Layer>();
  /** The first layer that read a cell. */
  readonly #readers = new Map<Cell, Layer>();

  /**
   * @param controller reads for the optimistic responses
   * @param head a confirmed version, which lists its pending layers
   */
  constructor(controller: Controller, head: Version) {
    this.#controller = controller;
    this.head = head;
    this.follow(head);
  }

  /** Whether nothing is pending. */
  get isEmpty(): boolean {
    return this.#layers.length === 0;
  }

  /** The confirmed state. */
  get base(): Version {
    const { head } = this;
    if (this.#applied === 0) return head;
    const { graph, optimistic, lastReset } = head;
    const base = new Version(graph, optimistic, lastReset);
    const held = new Map<Cell, Before>();
    for (const { log } of this.#layers.slice(0, this.#applied)) {
      log.cells.forEach((cell, index) => {
        if (!held.has(cell)) held.set(cell, log.before[index]!);
        const rows = graph!.tables.get(cell.table.key)?.rows;
        if (rows) held.set(rows, { ...rows, value: {} });
      });
    }
    base.precede(head, { cells: [...held.keys()], before: [...held.values()] });
    return base;
  }

  /** A removal of unused data without what layers read or wrote: they may be computed from it again. */
  spare(removal: GCAction): GCAction {
    const graph = this.head.graph!;
    return {
      ...removal,
      entities: removal.entities.filter(({ key, pk }) =>
        !this.knows(graph.cellOf(key, pk))
      ),
      endpoints: removal.endpoints.filter((key) =>
        !this.knows(graph.responses.cellOf(key))
      ),
    };
  }

  knows(cell: Cell): boolean {
    return this.#writers.has(cell) || this.#readers.has(cell);
  }

  reads(cell: Cell, commit: Commit): void {
    this.#meet(this.#writers.get(cell), commit);
  }

  writes(cell: Cell, commit: Commit): void {
    this.#meet(this.#writers.get(cell), commit);
    this.#meet(this.#readers.get(cell), commit);
  }

  changes(rows: Cell, commit: Commit): void {
    this.#meet(this.#readers.get(rows), commit);
  }

  discarded(): void {
    this.#applied = this.#before.applied;
    this.shown = this.#before.shown;
  }

  /** Goes on from a version, which may have other layers. */
  follow(head: Version): void {
    this.head = head;
    const layers = this.#layers;
    const { optimistic } = head;
    for (let position = 0; position < optimistic.length; position++) {
      const action = optimistic[position]!;
      while (position < layers.length && layers[position]!.action !== action) {
        this.#remove(position);
      }
      (layers[position] ??= new Layer(action)).position = position;
    }
    while (layers.length > optimistic.length) this.#remove(layers.length - 1);
    this.#remember();
  }

  /** The visible version. */
  apply(): Version {
    const layers = this.#layers;
    for (; this.#applied < layers.length; this.#applied++) {
      this.#apply(layers[this.#applied]!);
    }
    if (this.shown !== undefined) {
      this.#keepVersions(this.shown);
      this.shown = undefined;
    }
    this.#remember();
    return this.head;
  }

  #remember(): void {
    this.#before = { shown: this.shown, applied: this.#applied };
  }

  #meet(layer: Layer | undefined, commit: Commit): void {
    if (layer !== undefined) this.#takeBack(layer.position, commit);
  }

  /** Takes back a layer and all above it. */
  #takeBack(position: number, commit: Commit): void {
    if (position >= this.#applied) return;
    this.shown ??= this.head;
    while (this.#applied > position) {
      const { cells, before } = this.#layers[--this.#applied]!.log;
      commit.restore(cells, before);
    }
  }

  /** A layer has ended. */
  #remove(position: number): void {
    if (position < this.#applied) {
      const commit = new Commit(this.head);
      this.#takeBack(position, commit);
      this.head = commit.seal();
    }
    const layer = this.#layers.splice(position, 1)[0]!;
    this.#forget(layer);
    for (const cell of layer.log.cells) {
      // readers had the value of before: they are told if the deletion is confirmed
      if (typeof cell.told?.value === "symbol") {
        cell.told = { ...cell.told, value: layer };
      }
    }
  }

  /** Lets cells know no more what a layer read and wrote. */
  #forget(layer: Layer): void {
    const known = [
      [this.#readers, layer.found.keys()],
      [this.#writers, layer.written],
    ] as const;
    for (const [first, cells] of known) {
      for (const cell of cells) {
        if (first.get(cell) === layer) first.delete(cell);
      }
    }
    layer.position = Infinity;
  }

  #note(first: Map<Cell, Layer>, cells: Iterable<Cell>, layer: Layer): void {
    for (const cell of cells) {
      const known = first.get(cell);
      // one that was taken back is no longer the first
      if (known === undefined || known.position > layer.position) {
        first.set(cell, layer);
      }
    }
  }

  #apply(layer: Layer): void {
    let commit: Commit;
    if (layer.isCurrent) {
      const { cells } = layer.log;
      // others may have got in before it
      layer.log = { cells, before: cells.map(heldBy) };
      commit = new Commit(this.head);
      commit.restore(cells, layer.after);
    } else commit = this.#compute(layer);
    this.head = commit.seal();
    this.#note(this.#readers, layer.found.keys(), layer);
    this.#note(this.#writers, layer.written, layer);
  }

  #compute(layer: Layer): Commit {
    const { graph } = this.head;
    const { action, position } = layer;
    this.#forget(layer);
    layer.position = position;
    layer.found.clear();
    layer.shown = this.shown;
    const commit = applyLayer(
      this.#controller,
      this.head,
      action,
      layer,
      ({ dependencies: { entities, tables, endpoints } }) => {
        for (const { key, pk } of entities) layer.reads(graph!.cellOf(key, pk));
        for (const key of tables) layer.reads(graph!.tableFor(key).rows);
        for (const key of endpoints) {
          layer.reads(graph!.responses.cellOf(String(key)));
        }
      },
    );
    layer.keep(commit.log, (cell) => isRows(graph!, cell));
    return commit;
  }

  /** Tables that show what they showed when they were visible last have the versions they had. */
  #keepVersions(shown: Version): void {
    const graph = shown.graph!;
    shown.absorb();
    const changed = new Set<Cell>();
    const moved = new Map<GraphTable, [Cell, Before][]>();
    const whole: [Cell, Before][] = [];
    shown.log?.cells.forEach((cell, index) => {
      const was = shown.log!.before[index]!;
      const table = graph.tables.get(cell.table.key);
      if (table === undefined || cell.table.kind === "response") return;
      const { members, rows } = table;
      const isOther = cell.value !== was.value;
      if (cell === rows) whole.push([cell, was]);
      else if (cell === members) {
        whole.unshift([cell, was]);
        if (was.value === undefined || cell.value === undefined) {
          changed.add(members).add(rows);
        }
      } else if (isOther) {
        changed.add(rows);
        if (was.value === undefined || cell.value === undefined) {
          changed.add(members);
        }
      }
      if (cell.table !== table || was.rank === cell.rank) return;
      if (was.value === undefined || cell.value === undefined) return;
      const cells = moved.get(table) ?? [];
      moved.set(table, cells);
      cells.push([cell, was]);
    });
    for (const [{ members }, cells] of moved) {
      // the order of keys can be seen, too
      cells.sort(([, a], [, b]) => a.rank - b.rank);
      const isInOrder = cells.every(([cell], index) =>
        index === 0 || cells[index - 1]![0].rank < cell.rank
      );
      if (!isInOrder) changed.add(members);
    }
    const kept = whole.filter(([cell]) => !changed.has(cell));
    const commit = new Commit(this.head);
    commit.restore(
      kept.map(([cell]) => cell),
      kept.map(([, was]) => was),
    );
    this.head = commit.seal();
  }
}

/** Whether a cell holds the version of the rows of a table. */
function isRows({ tables }: Graph, cell: Cell): boolean {
  return tables.get(cell.table.key)?.rows === cell;
}
