import type { OptimisticAction } from "../contract.ts";
import type { Controller } from "../controller.ts";
import { applyLayer } from "./apply_layer.ts";
import { Commit } from "./commit.ts";
import { compareStates, type Comparison } from "./compare_states.ts";
import { areRelated, type Footprint, FootprintUnion } from "./footprint.ts";
import { type Patch, patchOf, writePatch } from "./patch.ts";
import type { State } from "./state.ts";
import type { Transition } from "./transition.ts";
import { type Changes, TouchedSet } from "./touched.ts";

/**
 * The visible state of a base state: all its pending layers applied, oldest
 * first, each computed against the base and the earlier layers.
 *
 * @param controller Reads for the optimistic responses.
 * @param base A state with pending layers.
 */
export function applyLayers(controller: Controller, base: State): State {
  let state = base;
  for (const action of base.optimistic) {
    state = applyLayer(controller, state, action).state;
  }
  return state;
}

interface AppliedLayer {
  readonly action: OptimisticAction;
  readonly footprint: Footprint;
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
  #union = new FootprintUnion();

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
      return { state: this.#replay(visible, base, touched), touched };
    }
    const kept = keptLayers(applied, base.optimistic);
    return kept !== undefined && !this.#union.isConcernedBy(touched)
      ? this.#append(visible, base, touched, kept)
      : this.#rebuild(visible, base, touched);
  }

  /** Applies a change of the base to the visible state as it is, and new layers on top. */
  #append(
    visible: State,
    base: State,
    touched: Changes,
    kept: readonly AppliedLayer[],
  ): Comparison {
    const written = this.#union.writtenTables;
    const commit = new Commit(visible);
    for (const paths of [touched.entities, touched.metas]) {
      for (const key of paths.keys()) {
        if (!written.has(key)) commit.adoptTable(key, base);
      }
    }
    writePatch(commit, patchOf(base, touched, written));
    commit.setOptimistic(base.optimistic);
    let { state } = commit.seal();
    if (kept.length === base.optimistic.length) return { state, touched };
    const changes = new TouchedSet();
    changes.addAll(touched);
    const applied = [...kept];
    for (const action of base.optimistic.slice(kept.length)) {
      const layer = applyLayer(this.#controller, state, action, visible);
      changes.addAll(layer.touched);
      applied.push({
        action,
        footprint: layer.footprint,
        patch: patchOf(layer.state, layer.touched),
      });
      state = layer.state;
    }
    this.#remember(applied);
    return compareStates(visible, state, changes);
  }

  #rebuild(visible: State, base: State, touched: Changes): Comparison {
    const candidates = new TouchedSet();
    candidates.addAll(touched);
    for (const { footprint } of this.#applied) {
      candidates.addAll(footprint.writes);
    }
    const state = this.#replay(visible, base, touched);
    for (const { footprint } of this.#applied) {
      candidates.addAll(footprint.writes);
    }
    return compareStates(visible, state, candidates);
  }

  #remember(applied: readonly AppliedLayer[]): void {
    this.#applied = applied;
    this.#union = new FootprintUnion(
      applied.map(({ footprint }) => footprint),
    );
  }

  /** All layers over a base; those that a change does not concern are put back without being computed. */
  #replay(visible: State, base: State, touched: Changes): State {
    const known = new Map(this.#applied.map((layer) => [layer.action, layer]));
    const pending = new Set(base.optimistic);
    const disturbed = new TouchedSet();
    disturbed.addAll(touched);
    for (const { action, footprint } of this.#applied) {
      if (!pending.has(action)) disturbed.addAll(footprint.writes);
    }
    const applied: AppliedLayer[] = [];
    let state = base;
    for (const action of base.optimistic) {
      const layer = known.get(action);
      if (
        layer !== undefined && !touched.everything &&
        !areRelated(layer.footprint, { writes: disturbed })
      ) {
        const commit = new Commit(state);
        writePatch(commit, layer.patch);
        state = commit.seal().state;
        applied.push(layer);
        continue;
      }
      const twin = touched.everything ? undefined : visible;
      const result = applyLayer(this.#controller, state, action, twin);
      if (layer !== undefined) disturbed.addAll(layer.footprint.writes);
      disturbed.addAll(result.touched);
      applied.push({
        action,
        footprint: result.footprint,
        patch: patchOf(result.state, result.touched),
      });
      state = result.state;
    }
    this.#remember(applied);
    return state;
  }
}

/** The applied layers, when the pending ones are these and newer ones. */
function keptLayers(
  applied: readonly AppliedLayer[],
  pending: readonly OptimisticAction[],
): readonly AppliedLayer[] | undefined {
  return applied.length <= pending.length &&
      applied.every(({ action }, position) => action === pending[position])
    ? applied
    : undefined;
}
