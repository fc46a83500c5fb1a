import { isSameOutcome } from "./lens_values.ts";
import { extraOf, type ReadNode } from "./read_node.ts";
import { unitOf } from "./read_unit.ts";
import type { RevisionView } from "./table_set.ts";

/** Earlier nodes of a row that can come back. */
const RETIRED_PER_ROW = 8;

/** What tells whether a node is current in a state. */
interface CurrencyCheck extends RevisionView {
  isCurrent(node: ReadNode): boolean;
  /** Whether another node is being built for the row of a node. */
  isBeingBuilt(node: ReadNode): boolean;
}

/**
 * Which nodes stand for a row, and which did so before. In one state a row has
 * one value for each outcome of its selectors, so a value is shown only if the
 * nodes inside of it still stand for their rows.
 */
export class ReadHistory {
  /** Keeps a retired node for as long as its value is held. */
  readonly #nodeOfValue = new WeakMap<object, ReadNode>();

  /**
   * Puts a node in place of an outdated one. That one can come back when its
   * state does, as long as somebody holds it, a parent of it or its value.
   */
  replace(
    node: ReadNode,
    outdated: ReadNode | undefined,
    view: RevisionView,
  ): void {
    node.cache.put(node, outdated);
    if (outdated === undefined) return;
    outdated.tables.lookAround(view);
    for (const member of unitOf(outdated)) {
      if (member.isSuperseded) break;
      member.isSuperseded = true;
    }
    if (typeof outdated.value === "object" && outdated.value !== null) {
      this.#nodeOfValue.set(outdated.value, outdated);
    }
    const retired = [new WeakRef(outdated)];
    for (const reference of outdated.extra?.retired ?? []) {
      const earlier = reference.deref();
      if (
        earlier !== undefined && earlier !== node &&
        retired.length < RETIRED_PER_ROW
      ) retired.push(reference);
    }
    extraOf(outdated).retired = undefined;
    extraOf(node).retired = retired;
  }

  /** An earlier node of the row of some nodes that still exists and suits. */
  findRetired(
    first: ReadNode,
    suits: (node: ReadNode) => boolean,
  ): ReadNode | undefined {
    for (
      let node: ReadNode | undefined = first;
      node !== undefined;
      node = node.next
    ) {
      const retired = node.extra?.retired;
      if (retired === undefined) continue;
      for (const reference of retired) {
        const earlier = reference.deref();
        if (earlier !== undefined && suits(earlier)) return earlier;
      }
    }
    return undefined;
  }

  /**
   * Lets a current node stand for its row again, with all of its unit.
   *
   * @returns whether it does; not if meanwhile another node does
   */
  reinstate(node: ReadNode, check: CurrencyCheck): boolean {
    if (!node.isSuperseded) return true;
    const members = unitOf(node);
    for (const member of members) {
      if (check.isBeingBuilt(member)) return false;
      for (const rival of rivalsOf(member)) {
        if (check.isCurrent(rival)) return false;
      }
    }
    for (const member of members) {
      member.isSuperseded = false;
      if (!isInPlace(member)) this.replace(member, rivalsOf(member)[0], check);
    }
    return true;
  }
}

function isInPlace(sought: ReadNode): boolean {
  for (
    let node = sought.cache.first(sought.row);
    node !== undefined;
    node = node.next
  ) {
    if (node === sought) return true;
  }
  return false;
}

/** Other nodes that stand for the row under the same selectors, in this state or another. */
function rivalsOf(member: ReadNode): readonly ReadNode[] {
  const { cache, row, pk, outcome, extra } = member;
  const rivals: ReadNode[] = [];
  for (let node = cache.first(row); node !== undefined; node = node.next) {
    if (
      node !== member && node.pk === pk && !node.isSuperseded &&
      isSameOutcome(node.outcome, outcome) &&
      node.extra?.cut?.depth === extra?.cut?.depth
    ) rivals.push(node);
  }
  return rivals;
}
