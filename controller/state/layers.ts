import {
  addAgain,
  isObject,
  isSameMeta,
  isSameValue,
} from "../../schema/engine.ts";
import { type Before, type Cell, cellsUnder } from "../../schema/nodes.ts";
import type {
  ActionTypes,
  FetchAction,
  GCAction,
  OptimisticAction,
} from "../contract.ts";
import type { Controller } from "../controller.ts";
import { type CellEdit, Commit } from "../graph/commit.ts";
import { chosenOf, type Graph, heldBy, Log } from "../graph/graph.ts";
import { type State, Version, versionOf } from "../graph/state.ts";
import type { Reading } from "../read.ts";
import {
  layersAfter,
  type Transition,
  transition,
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
 * // as a Redux selector of the library's slice has it
 * assertEquals(applyLayers(new Controller(), initialState), initialState);
 * ```
 */
export function applyLayers(controller: Controller, base: State): State {
  return new Layers(controller).apply(versionOf(base)).state;
}

/** A pending optimistic change: what it read, and what it wrote. */
class Layer {
  /** Cells that it read, or wrote, with what it found there. */
  readonly found = new Map<Cell, Before>();
  /** Cells that it wrote, with what it left there; nothing before it was computed. */
  written: Map<Cell, Before> | undefined;
  /** Rows that it edited, apart from those: what it would do with others in their place. */
  readonly edits: CellEdit[] = [];
  /** What the tables that it wrote were before. */
  readonly tables = new Map<Cell, unknown>();
  /** When it was applied last. */
  turn = 0;
  /** How many kinds of lists could follow it. */
  #lists = 0;
  /** The newest write that was confirmed when it asked; itself if it did not. */
  #confirmed: unknown = this;

  constructor(readonly action: OptimisticAction) {}

  /** Whether it would write the same again: each cell that it read holds the same as then, or is a list to which it can add the same. */
  isCurrent(graph: Graph, commit: Commit): boolean {
    const confirmed = this.#confirmed;
    if (
      this.written === undefined ||
      // another kind of list was read or stored since
      this.#lists !== graph.collections.revision ||
      confirmed !== this && confirmed !== graph.confirmedWrites.at(-1)
    ) return false;
    for (const { cell, edit } of this.edits) {
      if (!commit.editing(cell)?.isRepeated(edit)) return false;
    }
    for (const [cell, was] of this.found) {
      commit.putEdited(cell);
      if (!says(graph, cell, was) && !this.#addAgain(graph, cell)) return false;
    }
    return true;
  }

  /** Adds what it creates, and only that, to another version of a list of its Collection. */
  #addAgain({ collections }: Graph, cell: Cell): boolean {
    const { endpoint: { schema }, meta } = this.action;
    const left = this.written!.get(cell);
    const key = schema?.kind === "add" && schema.collection.key;
    // whoever sorts the list compares the others
    const isSorted = (list: { readonly key?: string; order?: unknown }) =>
      list.key === key && list.order !== undefined;
    const isCreation = left?.meta && cell.meta && isObject(cell.value) &&
      cell.table.key === key &&
      ![...collections.values()].some((lists) => [...lists].some(isSorted)) &&
      [...this.found].every(([{ table }, { value }]) =>
        table.kind !== "entity" || table.key === key || value === undefined
      );
    const again = isCreation && addAgain(cell, left.meta, meta);
    if (!again) return false;
    this.found.set(cell, heldBy(cell));
    this.written!.set(cell, { ...left, ...again });
    return true;
  }

  /** Computes it on top of a version. */
  compute(
    version: Version,
    controller: Controller,
    visible: Version | undefined,
    optimistic?: readonly OptimisticAction[],
  ): Transition {
    const graph = version.graph!;
    const { found } = this;
    version.isPinned = true;
    this.#lists = graph.collections.revision;
    this.#confirmed = this;
    found.clear();
    const edits = new Map<Cell, CellEdit["edit"] | undefined>();
    const read = new Set<Cell>();
    const reads = (cell: Cell, isSlot?: boolean) => {
      if (!isSlot) read.add(cell);
      if (found.has(cell)) return;
      const value = keysIn(graph, cell);
      if (value !== undefined) {
        found.set(cell, { ...heldBy(cell), value });
        return;
      }
      // what it wrote itself it knows, not what it wrote over
      const { log } = version;
      const isOwn = log?.cells[cell.place] === cell;
      found.set(cell, isOwn ? log.heldAt(cell.place) : heldBy(cell));
    };
    // W10: V8 makes functions that a literal has by themselves old, and retains all that they refer to
    const edited = (cell: Cell, edit: CellEdit["edit"] | undefined) =>
      void edits.set(cell, edits.has(cell) ? undefined : edit);
    const readsConfirmed = () =>
      void (this.#confirmed = graph.confirmedWrites.at(-1));
    const noteReads: TransitionOptions["noteReads"] = ({ reads: readings }) => {
      for (const { sources, endpoints } of readings as Reading[]) {
        for (const cell of cellsUnder(sources)) reads(cell);
        for (const key of endpoints) reads(graph.responses.cellOf(key));
      }
    };
    const done = transition(controller, version, this.action, {
      visible,
      optimistic,
      reads,
      edited,
      readsConfirmed,
      noteReads,
    });
    const log = done.log!;
    this.written = new Map(log.cells.map((cell) => [cell, heldBy(cell)]));
    this.tables.clear();
    for (const [cell, { value }] of log) {
      if (cell === cell.table.whole) this.tables.set(cell, value);
    }
    this.#noteEdits(edits, read);
    return done;
  }

  /** Notes the rows that it edited without having read them. */
  #noteEdits(
    edits: ReadonlyMap<Cell, CellEdit["edit"] | undefined>,
    read: ReadonlySet<Cell>,
  ): void {
    this.edits.length = 0;
    for (const [cell, edit] of edits) {
      if (!edit || read.has(cell)) continue;
      this.edits.push({ cell, edit });
      this.found.delete(cell);
      this.written!.delete(cell);
    }
  }
}

/** Whether a cell says what it held at another time. */
function says(graph: Graph, cell: Cell, { value, meta }: Before): boolean {
  // a table is marked by an object without members
  return ((keysIn(graph, cell) ?? cell.value) === value ||
    cell !== cell.table.whole && isSameValue(cell.value, value)) &&
    isSameMeta(cell.meta, meta);
}

/** What stands for the keys of a table that is searched by these alone; nothing for other cells. */
function keysIn(graph: Graph, cell: Cell): string | undefined {
  const { key, whole } = cell.table;
  const table = cell === whole ? graph.tables.get(key) : undefined;
  return table?.isIndex
    ? `${table.keyList.length} ${table.keyList.at(-1)}`
    : undefined;
}

/** What an action makes of what is confirmed and of what is visible. */
export interface Change {
  /** What it led to. */
  readonly done: Transition;
  /** What is confirmed then: another version where layers are beneath what is visible. */
  readonly base: Version;
}

/**
 * Applies the pending layers of a confirmed version, which leads to the
 * visible one. To go on from the confirmed one takes all of them back. They
 * are applied again when somebody asks for what is visible, however many
 * changes there were by then.
 */
export class Layers {
  readonly #controller: Controller;
  readonly #layers = new Map<OptimisticAction, Layer>();
  /** How many kinds of lists could follow all of them. */
  #lists = 0;
  /** How often they were applied. */
  #turn = 0;
  /** Rows that they have edited, as they were visible last. */
  #rows = new Map<Cell, unknown>();
  /** What they read, and what they wrote; found out when somebody asks. */
  #cells:
    | { readonly found: Set<Cell>; readonly written: Set<Cell> }
    | undefined;

  /** @param controller reads for the optimistic responses */
  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /**
   * The visible version of a confirmed one.
   *
   * @param base lists its pending layers
   * @param visible what was visible before: rows that are equal take their identity from there
   */
  apply(base: Version, visible?: Version): Version {
    const layers = this.#layers;
    const turn = ++this.#turn;
    this.#cells = undefined;
    this.#lists = base.graph?.collections.revision ?? 0;
    let version = base;
    // somebody may have read another state since
    base.reroot();
    base.isPinned = true;
    // one commit for all that write what they wrote before
    const rows = this.#rows;
    const redone = () => new Commit(version, { rows });
    let again = redone();
    for (const action of base.optimistic) {
      let layer = layers.get(action);
      if (!layer) layers.set(action, layer = new Layer(action));
      layer.turn = turn;
      if (layer.isCurrent(base.graph!, again)) {
        again.redo(layer.written!, layer.tables, layer.edits);
      } else {
        version = again.seal();
        ({ version } = layer.compute(version, this.#controller, visible));
        again = redone();
      }
    }
    version = again.seal();
    this.#rows = new Map();
    layers.forEach((layer, action) => {
      if (layer.turn < turn) layers.delete(action);
      else this.#noteRows(layer);
    });
    return version;
  }

  #noteRows({ edits }: Layer): void {
    for (const { cell } of edits) this.#rows.set(cell, cell.value);
  }

  /** Whether there are layers that lists would follow if they were computed again. */
  misses({ collections }: Graph): boolean {
    return this.#layers.size > 0 && this.#lists !== collections.revision;
  }

  /** What layers read, and what they wrote. */
  #concerns(): { readonly found: Set<Cell>; readonly written: Set<Cell> } {
    const cellsOf = (part: "found" | "written") =>
      new Set(
        [...this.#layers.values()].flatMap((layer) => [
          ...layer[part]!.keys(),
          ...layer.edits.map(({ cell }) => cell),
        ]),
      );
    return this.#cells ??= {
      found: cellsOf("found"),
      written: cellsOf("written"),
    };
  }

  /**
   * What an action makes of what is confirmed and of what is visible. Where
   * the layers have to be applied again, both are the same until then.
   *
   * @param base what is confirmed
   * @param visible what is visible, with all layers
   * @param action what to do
   */
  change(base: Version, visible: Version, action: ActionTypes): Change {
    const graph = base.graph!;
    if (action.type === "rdc/gc") action = this.spare(action, graph);
    if (base !== visible && graph.catchUp === undefined) {
      // somebody may have read another state since
      visible.reroot();
      const change = action.type === "rdc/fetch" &&
          this.#add(base, visible, action) ||
        this.#changeBeneath(base, visible, action);
      if (change) return change;
    }
    const done = transition(
      this.#controller,
      base,
      action,
      base === visible ? undefined : { visible },
    );
    return { done, base: done.version };
  }

  /** Puts one more layer on top of all others. */
  #add(
    base: Version,
    visible: Version,
    action: FetchAction,
  ): Change | undefined {
    const controller = this.#controller;
    const optimistic = layersAfter(base.optimistic, action, controller);
    const last = optimistic.at(-1);
    // what is attempted anew may stand elsewhere
    if (
      optimistic.length === base.optimistic.length ||
      last?.meta.fetchedAt !== action.meta.fetchedAt
    ) return undefined;
    const layer = new Layer(last);
    this.#layers.set(last, layer);
    this.#cells = undefined;
    const { version } = layer.compute(visible, controller, visible, optimistic);
    this.#noteRows(layer);
    const confirmed = new Version(base.graph, optimistic, base.lastReset);
    confirmed.isPinned = version.isPinned = true;
    base.precede(confirmed);
    // nothing is confirmed
    return { done: { version, log: new Log() }, base: confirmed };
  }

  /** Makes a change beneath all layers, if none of them has to do with it. */
  #changeBeneath(
    base: Version,
    visible: Version,
    action: ActionTypes,
  ): Change | undefined {
    const { endpoint } = action as Partial<FetchAction>;
    // what ends a layer concerns it; what merges is called once
    if (endpoint?.getOptimisticResponse || action.type === "rdc/merge") {
      return undefined;
    }
    const { found, written } = this.#concerns();
    const until = base.logUntilNow;
    const count = until.cells.length;
    const { collections, confirmedWrites } = base.graph!;
    const { revision } = collections;
    const lastWrite = confirmedWrites.at(-1);
    let isConcerned = false;
    const reads = (cell: Cell) => void (isConcerned ||= written.has(cell));
    const done = transition(this.#controller, visible, action, { base, reads });
    const { version, log } = done;
    isConcerned ||= version.optimistic !== base.optimistic ||
      collections.revision !== revision ||
      [...log ?? []].some(([cell, { value }]) =>
        found.has(cell) ||
        // what layers add to a table comes last
        cell.table.kind === "entity" && value === undefined &&
          written.has(cell.table.whole!)
      );
    if (isConcerned) {
      // what it confirmed is confirmed again, if it is
      while (confirmedWrites.at(-1) !== lastWrite) confirmedWrites.pop();
      visible.reroot();
      return undefined;
    }
    if (version === visible) return { done, base };
    const changed = new Set(log!.cells);
    return { done, base: beneath(version, until, count, changed) };
  }

  /** A removal of unused data without what layers read or wrote: they may be computed from it again. */
  spare(removal: GCAction, graph: Graph): GCAction {
    const { found } = this.#concerns();
    return chosenOf(graph, removal, (cell) => !found.has(cell));
  }
}

/**
 * What is confirmed, where something else is visible: an older version of that.
 *
 * @param visible the visible version, which lists the layers
 * @param until what was overwritten on the way to what is visible
 * @param count so many cells of it
 * @param changed cells that were overwritten beneath
 */
function beneath(
  visible: Version,
  until: Log,
  count: number,
  changed: ReadonlySet<Cell>,
): Version {
  const { graph, optimistic, lastReset } = visible;
  const confirmed = new Version(graph, optimistic, lastReset);
  const log = confirmed.log = new Log();
  for (const [cell, held] of [...until].slice(0, count)) {
    // tables that have changed have not been like this before
    log.add(cell, changed.has(cell) ? { ...held, value: {} } : held);
  }
  confirmed.isPinned = visible.isPinned = true;
  confirmed.next = visible;
  return confirmed;
}
