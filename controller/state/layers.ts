import type { GCAction, OptimisticAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { applyLayer } from "./apply_layer.ts";
import { Commit } from "../graph/commit.ts";
import { compareStates, type Comparison } from "./compare_states.ts";
import { Footprint } from "./footprint.ts";
import { type Patch, patchOf, writePatch } from "./patch.ts";
import { access, type State } from "../graph/state.ts";
import type { Transition } from "./transition.ts";
import { type Changes, TouchedSet } from "./touched.ts";

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
  let state = base;
  for (const action of base.optimistic) {
    state = applyLayer(controller, state, action).state;
  }
  return state;
}

/**
 * A removal of unused data without what the pending layers of a state are made
 * of; for whoever keeps no {@linkcode Layers}.
 */
export function spareLayers(
  controller: Controller,
  base: State,
  removal: GCAction,
): GCAction {
  let state = base;
  let spared = removal;
  for (const action of base.optimistic) {
    const layer = applyLayer(controller, state, action);
    state = layer.state;
    spared = layer.footprint.spare(spared);
  }
  return spared;
}

interface AppliedLayer {
  readonly action: OptimisticAction;
  readonly footprint: Footprint;
  readonly touched: Changes;
  readonly patch: Patch;
}

/**
 * Keeps a visible state up to date with its base, for what a change costs:
 * a change that no layer has to do with is applied to both; otherwise the
 * layers it concerns are computed again and the others put back as they were.
 */
export class Layers {
  readonly #controller: Controller;
  #applied: readonly AppliedLayer[] = [];
  #union: Footprint | undefined;

  /** @param controller Reads for the optimistic responses. */
  constructor(controller: Controller) {
    this.#controller = controller;
  }

  /**
   * The visible state after a transition of the base.
   *
   * @param visible The visible state before.
   * @param transition What happened to the base.
   */
  follow(visible: State, { state: base, touched }: Transition): Comparison {
    const applied = this.#applied;
    if (applied.length === 0 && base.optimistic.length === 0) {
      return { state: base, touched };
    }
    if (touched.everything) {
      return { state: this.#begin(base), touched };
    }
    return this.#rebuild(visible, base, touched);
  }

  /**
   * Whether a change has nothing to do with pending layers, so that it is the
   * same beneath them and above.
   *
   * @param touched What it changes.
   * @param reads What it looked at.
   */
  areApart(touched: Changes, reads: Footprint): boolean {
    return !this.#footprints.isConcernedBy(touched) &&
      this.#applied.every(({ touched }) => !reads.isConcernedBy(touched));
  }

  /** A removal of unused data without what pending layers are made of. */
  spare(removal: GCAction): GCAction {
    return this.#footprints.spare(removal);
  }

  /** Computes the layers that a change concerns over the new base, and puts back the others. */
  #rebuild(visible: State, base: State, touched: Changes): Comparison {
    const disturbed = new TouchedSet();
    disturbed.addAll(touched);
    const pending = new Set(base.optimistic);
    for (const { action, touched } of this.#applied) {
      if (!pending.has(action)) disturbed.addAll(touched);
    }
    const known = new Map(this.#applied.map((layer) => [layer.action, layer]));
    const applied: AppliedLayer[] = [];
    let state = base;
    let restored: Commit | undefined;
    for (const action of base.optimistic) {
      let layer = known.get(action);
      if (layer && !layer.footprint.isConcernedBy(disturbed)) {
        restored ??= new Commit(state);
        writePatch(restored, layer.patch);
        applied.push(layer);
        continue;
      }
      if (layer) disturbed.addAll(layer.touched);
      state = restored?.seal().state ?? state;
      restored = undefined;
      [state, layer] = this.#apply(state, action, visible);
      disturbed.addAll(layer.touched);
      applied.push(layer);
    }
    state = restored?.seal().state ?? state;
    this.#remember(applied);
    const comparison = compareStates(visible, state, disturbed);
    const { writtenTables } = this.#footprints;
    for (
      const key of new Set([...writtenTables, ...disturbed.entities.keys()])
    ) {
      if (!comparison.touched.entities.has(key)) {
        access.keepVersions(visible, state, key);
      }
    }
    return comparison;
  }

  /** Computes all layers over a state that has nothing to do with the one before. */
  #begin(base: State): State {
    const applied: AppliedLayer[] = [];
    let state = base;
    for (const action of base.optimistic) {
      const [next, layer] = this.#apply(state, action);
      applied.push(layer);
      state = next;
    }
    this.#remember(applied);
    return state;
  }

  #apply(
    state: State,
    action: OptimisticAction,
    twin?: State,
  ): [State, AppliedLayer] {
    const { state: next, touched, footprint } = applyLayer(
      this.#controller,
      state,
      action,
      twin,
    );
    const patch = patchOf(next, touched);
    return [next, { action, footprint, touched, patch }];
  }

  #remember(applied: readonly AppliedLayer[]): void {
    this.#applied = applied;
    this.#union = undefined;
  }

  /** Made when it is needed: many layers may come and go without a commit between them. */
  get #footprints(): Footprint {
    if (this.#union === undefined) {
      this.#union = new Footprint();
      for (const { footprint } of this.#applied) this.#union.addAll(footprint);
    }
    return this.#union;
  }
}
