import { type Cell, cellsUnder } from "../../schema/nodes.ts";
import type { Controller } from "../controller.ts";
import type { Graph } from "../graph/graph.ts";
import { mayChange, type Transition } from "./reduce.ts";

/** So many rows and lists may be in doubt without a reader. */
const MAX_DOUBTS = 1000;

/** Notes since when only the server knows a row or list, the latest time there is; forgets the oldest ones where there are many. */
function note(doubts: Map<Cell, number>, cell: Cell, since: number): void {
  const known = doubts.get(cell) ?? 0;
  doubts.delete(cell);
  doubts.set(cell, Math.max(since, known));
  if (doubts.size > MAX_DOUBTS) {
    const [oldest] = doubts.keys();
    doubts.delete(oldest!);
  }
}

/**
 * Rows and lists of which only the server knows what they are. Their readers
 * request them once, when nobody is changing them any more.
 */
export class Doubts {
  readonly #controller: Controller;
  readonly #isDeferred: () => boolean;
  #graph!: Graph;
  /** Those that pending mutations may change once more, with the stamp since when. */
  readonly #deferred = new Map<Cell, number>();
  /** Those that readers are about to request. */
  readonly #asked = new Set<Cell>();

  /**
   * @param controller has the pending mutations, and the readers
   * @param isDeferred whether readers have still to be notified of a change
   */
  constructor(controller: Controller, isDeferred: () => boolean) {
    this.#controller = controller;
    this.#isDeferred = isDeferred;
    controller.begun.onEnd = this.#choose;
  }

  /** Forgets those of another graph. */
  begin(graph: Graph): void {
    this.#graph = graph;
    this.#deferred.clear();
  }

  /** Whether readers are about to request something. */
  get hasAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** Takes those that a commit left. */
  add(doubts: NonNullable<Transition["doubts"]>): void {
    const now = this.#controller.stamps.next();
    for (const [cell, since = now] of doubts) {
      note(this.#deferred, cell, since);
      if (since === now) note(this.#graph.doubts, cell, since);
    }
    this.#choose();
  }

  /** Has readers request what they show once they were notified of it, others when they read it. */
  readonly #choose = (): void => {
    for (const [cell, since] of this.#deferred) {
      if (this.#isBeingChanged(cell)) continue;
      this.#deferred.delete(cell);
      note(this.#graph.doubts, cell, since);
      this.#asked.add(cell);
    }
    // until then the caller of a mutation may leave what it has changed
    if (!this.#isDeferred()) this.ask();
  };

  /** Has readers request those that are chosen, a microtask later. */
  ask(): void {
    if (this.#asked.size > 0) queueMicrotask(this.#expire);
  }

  readonly #expire = (): void => {
    const { doubts } = this.#graph;
    const cells = new Set(this.#asked);
    this.#asked.clear();
    if (cells.size === 0) return;
    this.#controller.expireReaders(({ sources, meta }) =>
      [...cellsUnder(sources)].some((cell) =>
        cells.has(cell) && doubts.get(cell)! > (meta?.fetchedAt ?? 0)
      )
    );
  };

  /** Whether a mutation is pending that may change a row, or rows of a list, once more. */
  #isBeingChanged({ table: { key } }: Cell): boolean {
    const { collections } = this.#graph;
    for (const { action } of this.#controller.begun.values()) {
      if (mayChange(action.endpoint.schema, key, collections)) return true;
    }
    return false;
  }
}
