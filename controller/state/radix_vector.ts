/**
 * A 32-way radix trie indexed by slot number, with path copying and transient
 * ownership (Bagwell 2001; the "transients" of Clojure's vectors).
 *
 * A node is an array of 33: 32 children or values, then its owner. Whoever
 * holds the owner may write the node in place; everybody else copies it.
 *
 * @module
 */

/** A node of the trie. */
export type VectorNode = unknown[];

/** Identity of one commit, and how many nodes it created: the structural cost of its writes. */
export class Ownership {
  /** Nodes copied or created so far. */
  nodes = 0;
}

const bits = 5;
const mask = 31;
const ownerSlot = 32;

/** How many slots a trie of this height can hold. */
export function capacityOf(shift: number): number {
  return 1 << (shift + bits);
}

/** The value in a slot; `undefined` when the slot is empty. */
export function readSlot(
  root: VectorNode | undefined,
  shift: number,
  slot: number,
): unknown {
  let node = root;
  for (let level = shift; level > 0; level -= bits) {
    if (node === undefined) return undefined;
    node = node[(slot >>> level) & mask] as VectorNode | undefined;
  }
  return node === undefined ? undefined : node[slot & mask];
}

/** The leaf that holds a slot and its 31 neighbours. */
export function readLeaf(
  root: VectorNode | undefined,
  shift: number,
  slot: number,
): VectorNode | undefined {
  let node = root;
  for (let level = shift; level > 0 && node !== undefined; level -= bits) {
    node = node[(slot >>> level) & mask] as VectorNode | undefined;
  }
  return node;
}

/** The value of a slot in its leaf. */
export function readFromLeaf(leaf: VectorNode, slot: number): unknown {
  return leaf[slot & mask];
}

/** Puts a value into a slot of a leaf that the writer owns. */
export function writeToLeaf(
  leaf: VectorNode,
  slot: number,
  value: unknown,
): void {
  leaf[slot & mask] = value;
}

/**
 * Puts a value into a slot and returns the root, a new one unless the owner
 * already owned it. The slot must be within the capacity.
 */
export function writeSlot(
  root: VectorNode | undefined,
  shift: number,
  slot: number,
  value: unknown,
  owner: Ownership,
): VectorNode {
  const ownedRoot = own(root, owner);
  let node = ownedRoot;
  for (let level = shift; level > 0; level -= bits) {
    const position = (slot >>> level) & mask;
    const child = node[position] as VectorNode | undefined;
    const ownedChild = own(child, owner);
    if (ownedChild !== child) node[position] = ownedChild;
    node = ownedChild;
  }
  node[slot & mask] = value;
  return ownedRoot;
}

/** Adds a level on top. */
export function growRoot(
  root: VectorNode | undefined,
  owner: Ownership,
): VectorNode {
  const grown = own(undefined, owner);
  grown[0] = root;
  return grown;
}

/**
 * Visits all leaves that two tries do not share, at the cost of their number.
 *
 * @param visit gets both leaves and the slot they begin with; `false` ends it
 * @returns whether all were visited
 */
export function visitDifferingLeaves(
  before: VectorNode | undefined,
  beforeShift: number,
  after: VectorNode | undefined,
  afterShift: number,
  visit: (
    before: VectorNode | undefined,
    after: VectorNode | undefined,
    start: number,
  ) => boolean,
  start = 0,
): boolean {
  if (before === after) return true;
  const shift = Math.max(beforeShift, afterShift);
  if (shift === 0) return visit(before, after, start);
  for (let position = 0; position < ownerSlot; position++) {
    const isDone = visitDifferingLeaves(
      beforeShift === shift
        ? childOf(before, position)
        : position === 0
        ? before
        : undefined,
      beforeShift === shift || position > 0 ? shift - bits : beforeShift,
      afterShift === shift
        ? childOf(after, position)
        : position === 0
        ? after
        : undefined,
      afterShift === shift || position > 0 ? shift - bits : afterShift,
      visit,
      start + (position << shift),
    );
    if (!isDone) return false;
  }
  return true;
}

function childOf(
  node: VectorNode | undefined,
  position: number,
): VectorNode | undefined {
  return node?.[position] as VectorNode | undefined;
}

/** How much a shift grows when a level is added. */
export const levelBits: number = bits;

function own(node: VectorNode | undefined, owner: Ownership): VectorNode {
  if (node !== undefined && node[ownerSlot] === owner) return node;
  const copy = node === undefined ? new Array(ownerSlot + 1) : node.slice();
  copy[ownerSlot] = owner;
  owner.nodes++;
  return copy;
}
