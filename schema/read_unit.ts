import { createExtra, type DirectReads, type ReadNode } from "./read_node.ts";
import type { LensSet } from "./lens_set.ts";
import type { TableSet } from "./table_set.ts";

/** What the nodes of a unit have in common. */
export interface UnitParts {
  readonly children: readonly ReadNode[];
  readonly tables: TableSet;
  readonly direct: DirectReads | undefined;
  /** Selectors that decided the values; `undefined` for none. */
  readonly lenses: LensSet | undefined;
  readonly lensKey: unknown;
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
  parts: UnitParts,
): void {
  const leader = members[0]!;
  leader.children = parts.children;
  for (let index = 0; index < members.length; index++) {
    const node = members[index]!;
    node.tables = parts.tables;
    node.stamp = parts.stamp;
    const extra = node.extra ??= createExtra(leader);
    extra.leader = leader;
    extra.lenses = parts.lenses;
    extra.lensKey = parts.lensKey;
    if (parts.cutBy !== undefined) {
      extra.minimumDepth = depths[index]!;
      extra.builtBy = parts.cutBy;
    }
  }
  const extra = leader.extra!;
  extra.direct = parts.direct;
  extra.members = members;
}
