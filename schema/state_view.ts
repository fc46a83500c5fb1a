import type { EntityReader } from "./contract.ts";
import type { OpenNodes } from "./open_nodes.ts";
import type { ReadHistory } from "./read_history.ts";
import type { DirectReads, ReadNode } from "./read_node.ts";
import type { RevisionView } from "./table_set.ts";

/** Values inside that are worth a look before they are walked. */
const FEW = 8;

/**
 * Decides which nodes are current in one state. A node is looked at once: as
 * long as no table it depends on moved, the answer is a comparison of stamps.
 */
export class StateView implements RevisionView {
  readonly reader: EntityReader;
  readonly epoch: number;
  readonly isMutable: boolean;
  /** Nodes being verified, from the outside in; a list instead of recursion, since nesting has no bound. */
  readonly #path: ReadNode[] = [];
  /** How much of each was looked at. */
  readonly #places: number[] = [];

  readonly #history: ReadHistory;
  /** What the read that is going on is building. */
  open: OpenNodes | undefined;

  constructor(
    reader: EntityReader,
    epoch: number,
    isMutable: boolean,
    history: ReadHistory,
  ) {
    this.reader = reader;
    this.epoch = epoch;
    this.isMutable = isMutable;
    this.#history = history;
  }

  /**
   * Whether everything the value was made from is what the state holds.
   *
   * @param isRowHeld the row was just looked up
   */
  isCurrent(node: ReadNode, isRowHeld = false): boolean {
    const stamp = node.tables.stampFor(this);
    if (node.stamp === stamp) return true;
    if (node.stamp === -stamp) return false;
    const isCurrent = this.#holdsOwn(node, isRowHeld) &&
      (isLeaf(node) || this.#knowsInner(node) || this.#holdsInner(node));
    node.stamp = isCurrent ? stamp : -stamp;
    return isCurrent;
  }

  /** Whether the read that is going on builds another node for the row of a node. */
  isBeingBuilt({ cache, row, pk }: ReadNode): boolean {
    return this.open?.find(cache, row, pk) !== undefined;
  }

  /** Whether rows, tables and indexes that were read are as they were. */
  holds({ rows, tables, indexes }: DirectReads): boolean {
    const { reader } = this;
    for (let index = 0; index < rows.length; index += 3) {
      const row = reader.getEntity(
        rows[index] as string,
        rows[index + 1] as string,
      );
      if (row !== rows[index + 2]) return false;
    }
    for (let index = 0; index < tables.length; index += 2) {
      const table = reader.getEntities(tables[index] as string);
      if (table?.revision !== tables[index + 1]) return false;
    }
    for (let index = 0; index < indexes.length; index += 4) {
      const pk = reader.getIndex(
        indexes[index] as string,
        indexes[index + 1] as string,
        indexes[index + 2] as string,
      );
      if (pk !== indexes[index + 3]) return false;
    }
    return true;
  }

  /** Whether the few values inside are already known to be current: the common case, without a walk. */
  #knowsInner(node: ReadNode): boolean {
    const { children } = node;
    if (children.length > FEW || isUnitMate(node)) return false;
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (
        child.stamp !== child.tables.stampFor(this) || child.isSuperseded
      ) return false;
    }
    return true;
  }

  /** Whether all that is inside is current, and stands for its rows. */
  #holdsInner(root: ReadNode): boolean {
    const path = this.#path;
    const places = this.#places;
    const base = path.length;
    path.push(root);
    places.push(0);
    while (path.length > base) {
      const top = path.length - 1;
      const node = path[top]!;
      const inner = innerOf(node, places[top]!);
      if (inner === undefined) {
        node.stamp = node.tables.stampFor(this);
        path.pop();
        places.pop();
        continue;
      }
      const stamp = inner.tables.stampFor(this);
      if (inner.stamp === stamp) {
        if (
          inner.isSuperseded && !isUnitMate(node) &&
          !this.#history.reinstate(inner, this)
        ) return this.#outdatePath(base);
        places[top]!++;
      } else if (inner.stamp === -stamp || !this.#holdsOwn(inner)) {
        inner.stamp = -stamp;
        return this.#outdatePath(base);
      } else if (isLeaf(inner) || this.#knowsInner(inner)) {
        inner.stamp = stamp;
      } else {
        path.push(inner);
        places.push(0);
      }
    }
    return true;
  }

  /** What contains something outdated is outdated. */
  #outdatePath(base: number): false {
    const path = this.#path;
    for (let index = base; index < path.length; index++) {
      const node = path[index]!;
      node.stamp = -node.tables.stampFor(this);
    }
    path.length = base;
    this.#places.length = base;
    return false;
  }

  #holdsOwn(node: ReadNode, isRowHeld = false): boolean {
    if (!isRowHeld && !this.#holdsRow(node)) return false;
    const { extra } = node;
    if (extra === undefined || extra.leader !== node) return true;
    const { members, direct } = extra;
    if (members !== undefined) {
      for (let index = 0; index < members.length; index++) {
        if (!this.#holdsRow(members[index]!)) return false;
      }
    }
    return direct === undefined || this.holds(direct);
  }

  #holdsRow(node: ReadNode): boolean {
    return node.pk === undefined ||
      this.reader.getEntity(node.cache.key, node.pk) === node.row;
  }
}

/** Whether nothing is inside that would have to be looked at. */
function isLeaf(node: ReadNode): boolean {
  return node.children.length === 0 &&
    (node.extra === undefined || node.extra.leader === node);
}

function innerOf(node: ReadNode, place: number): ReadNode | undefined {
  if (!isUnitMate(node)) return node.children[place];
  return place === 0 ? node.extra!.leader : undefined;
}

/** Whether a node leaves its dependencies to the leader of its unit. */
function isUnitMate({ extra }: ReadNode): boolean {
  return extra !== undefined && extra.leader.extra !== extra;
}
