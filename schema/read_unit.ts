import type { DirectReads } from "./direct_reads.ts";
import type { LensOutcome } from "./lens_values.ts";
import { extraOf, type ReadNode } from "./read_node.ts";
import type { TableSet } from "./table_set.ts";

/** What the nodes of a unit have in common. */
export interface UnitParts {
  readonly children: readonly ReadNode[];
  readonly tables: TableSet;
  readonly direct: DirectReads | undefined;
  /** What selectors that decided the values said; `undefined` for none. */
  readonly outcome: LensOutcome | undefined;
  /** Stamp of `tables` in the state that was read. */
  readonly stamp: number;
  /** The pass, if the depth limit cut a value of the unit. */
  readonly cutBy: number | undefined;
}

/**
 * Completes nodes that reach each other: the first becomes the leader, which
 * carries the dependencies of all.
 *
 * @param depths how deep each node was built
 */
export function closeUnit(
  members: readonly ReadNode[],
  depths: readonly number[],
  { children, tables, direct, outcome, stamp, cutBy }: UnitParts,
): void {
  const leader = members[0]!;
  leader.children = children;
  for (let index = 0; index < members.length; index++) {
    const node = members[index]!;
    node.tables = tables;
    node.stamp = stamp;
    const extra = extraOf(node);
    extra.unit = members;
    node.outcome = outcome;
    const depth = depths[index]!;
    if (cutBy !== undefined && depth > 0) extra.cut = { depth, pass: cutBy };
  }
  leader.direct = direct;
}

/** All nodes that reach a node and are reached by it. */
export function unitOf(node: ReadNode): readonly ReadNode[] {
  return node.extra?.unit ?? [node];
}

/** Whether a node leaves its dependencies to the leader of its unit. */
export function isLed(node: ReadNode): boolean {
  const unit = node.extra?.unit;
  return unit !== undefined && unit[0] !== node;
}
