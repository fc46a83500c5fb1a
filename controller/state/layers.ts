import type { Before, Cell } from "../../schema/nodes.ts";
import type { GCAction, OptimisticAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { Commit, type CommitWatcher } from "../graph/commit.ts";
import { type Graph, heldBy, type Log } from "../graph/graph.ts";
import { type State, Version, versionOf } from "../graph/state.ts";
import {
  applyLayer,
  type Transition,
  type TransitionOptions,
} from "./reduce.ts";

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
  return new Layers(controller).apply(versionOf(base)).state;
}

/** A pending optimistic change: what it read, and what it wrote. */
class Layer implements CommitWatcher {
  /** Cells that it read, with what it found there. */
  readonly found = new Map<Cell, Before>();
  /** Cells that it wrote, with what they held before; nothing before it was computed. */
  log: Log | undefined;
  /** What it left in these cells. */
  after: readonly Before[] = [];

  constructor(readonly action: OptimisticAction) {}

  reads(cell: Cell): void {
    // what it wrote itself it knows
    if (!cell.isLogged && !this.found.has(cell)) {
      this.found.set(cell, heldBy(cell));
    }
  }

  /** Whether all that it read, or wrote to, is as it was when it was computed. */
  isCurrent(graph: Graph): boolean {
    const { found, log } = this;
    const holds = (cell: Cell, was: Before) => {
      const { value, meta } = graph.live(cell);
      return value === was.value && meta === was.meta;
    };
    return log !== undefined &&
      [...found].every(([cell, was]) => holds(cell, was)) &&
      log.cells.every((cell, index) =>
        cell === cell.table.rows || holds(cell, log.before[index]!)
      );
  }

  /** Applies it, computed anew only if something that it depends on has changed. */
  applyTo(
    version: Version,
    controller: Controller,
    shown: Version | undefined,
  ): Commit {
    const graph = version.graph!;
    version.isHeld = true;
    if (this.isCurrent(graph)) {
      const commit = new Commit(version);
      commit.redo(this.log!, this.after);
      return commit;
    }
    this.found.clear();
    const commit = applyLayer(
      controller,
      version,
      this.action,
      { shown, reads: (cell) => this.reads(cell) },
      ({ dependencies: { entities, tables, endpoints } }) => {
        for (const { key, pk } of entities) this.reads(graph.cellOf(key, pk));
        for (const key of tables) this.reads(graph.tableFor(key).rows);
        for (const key of endpoints) {
          this.reads(graph.responses.cellOf(String(key)));
        }
      },
    );
    const { cells, before } = commit.log;
    this.log = { cells: [...cells], before: [...before] };
    this.after = cells.map(heldBy);
    return commit;
  }
}

/**
 * Applies the pending layers of a confirmed version, which leads to the
 * visible one. To go on from the confirmed one takes all of them back. They
 * are applied again when somebody asks for what is visible, however many
 * changes there were by then.
 */
export class Layers {
  readonly #controller: Controller;
  #layers = new Map<OptimisticAction, Layer>();
  /** What they read, and what they wrote. */
  readonly #found = new Set<Cell>();
  readonly #written = new Set<Cell>();

  /** @param controller reads for the optimistic responses */
  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /**
   * The visible version of a confirmed one.
   *
   * @param base lists its pending layers
   * @param shown what was visible before: rows that are equal take their identity from there
   */
  apply(base: Version, shown?: Version): Version {
    const last = this.#layers;
    this.#layers = new Map();
    this.#found.clear();
    this.#written.clear();
    let version = base;
    for (const action of base.optimistic) {
      const layer = last.get(action) ?? new Layer(action);
      last.delete(action);
      version = this.#put(layer, version, shown).seal();
    }
    for (const { log } of last.values()) {
      for (const cell of log?.cells ?? []) {
        // readers had the value of before: they are told if the deletion is confirmed
        if (typeof cell.told?.value === "symbol") {
          cell.told = { ...cell.told, value: log };
        }
      }
    }
    return version;
  }

  #put(layer: Layer, version: Version, shown: Version | undefined): Commit {
    const commit = layer.applyTo(version, this.#controller, shown);
    this.#layers.set(layer.action, layer);
    for (const cell of layer.found.keys()) this.#found.add(cell);
    for (const cell of layer.log!.cells) this.#written.add(cell);
    return commit;
  }

  /**
   * Puts one more layer on top of all others.
   *
   * @param visible what is visible, with all layers
   * @param base what is confirmed
   * @param optimistic the layers with that one, which is the last
   * @returns what is visible and what is confirmed then
   */
  add(
    visible: Version,
    base: Version,
    optimistic: readonly OptimisticAction[],
  ): { readonly done: Transition; readonly base: Version } {
    if (visible.next !== undefined) visible.reroot();
    const layer = new Layer(optimistic.at(-1)!);
    const commit = this.#put(layer, visible, visible);
    commit.setOptimistic(optimistic);
    const version = commit.seal();
    const { cells, before } = base.logUntilNow;
    return {
      done: { version, log: commit.log },
      base: beneath(version, optimistic, base.lastReset, {
        cells: [...cells],
        before: [...before],
      }),
    };
  }

  /**
   * Makes a change beneath all layers, if none of them has to do with it.
   *
   * @param visible what is visible, with all layers
   * @param base what is confirmed
   * @param change makes the change to the visible version
   * @returns what is visible and what is confirmed then; nothing if layers have to do with it
   */
  pass(
    visible: Version,
    base: Version,
    change: (options: TransitionOptions) => Transition,
  ): { readonly done: Transition; readonly base: Version } | undefined {
    // somebody may have read another state since
    if (visible.next !== undefined) visible.reroot();
    const { cells, before } = base.logUntilNow;
    const count = cells.length;
    let isConcerned = false;
    const done = change({
      base,
      reads: (cell) => isConcerned ||= this.#written.has(cell),
    });
    const { version, log } = done;
    isConcerned ||= version.optimistic !== base.optimistic ||
      log !== undefined && log.cells.some((cell, index) => {
          const { kind, rows } = cell.table;
          return this.#found.has(cell) ||
            cell !== rows && this.#written.has(cell) ||
            // what layers add to a table comes last
            kind === "entity" && log.before[index]!.value === undefined &&
              this.#written.has(rows!);
        });
    if (isConcerned) {
      visible.reroot();
      return undefined;
    }
    if (version === visible) return { done, base };
    const changed = new Set(log!.cells);
    const confirmed = beneath(version, base.optimistic, base.lastReset, {
      cells: cells.slice(0, count),
      // tables that have changed have not been like this before
      before: before.slice(0, count).map((held, index) =>
        changed.has(cells[index]!) ? { ...held, value: {} } : held
      ),
    });
    return { done, base: confirmed };
  }

  /** A removal of unused data without what layers read or wrote: they may be computed from it again. */
  spare(removal: GCAction, graph: Graph): GCAction {
    const isUsed = (cell: Cell) =>
      this.#found.has(cell) || this.#written.has(cell);
    return {
      ...removal,
      entities: removal.entities.filter(({ key, pk }) =>
        !isUsed(graph.cellOf(key, pk))
      ),
      endpoints: removal.endpoints.filter((key) =>
        !isUsed(graph.responses.cellOf(key))
      ),
    };
  }
}

/** What is confirmed, where something else is visible: an older version of that. */
function beneath(
  visible: Version,
  optimistic: readonly OptimisticAction[],
  lastReset: number,
  log: Log,
): Version {
  const confirmed = new Version(visible.graph, optimistic, lastReset);
  confirmed.isHeld = true;
  confirmed.precede(visible, log);
  confirmed.retire();
  return confirmed;
}
