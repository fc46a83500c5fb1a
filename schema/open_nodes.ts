import type { ReadNode } from "./read_node.ts";
import type { SchemaCache } from "./schema_cache.ts";

/** So many open nodes are looked through for the one of a row. */
const FEW = 16;

/**
 * Nodes whose unit is not complete, in order of visit: those being built and,
 * between them, those that reach one of these. Their `stamp` is their order.
 */
export class OpenNodes {
  readonly #nodes: ReadNode[] = [];
  readonly #depths: number[] = [];
  /** The nodes of each row, while there are many. */
  #byRow: Map<object, ReadNode[]> | undefined;
  /** Nodes that were given to something inside of them. */
  #handedOut: Set<ReadNode> | undefined;
  /** Entities that are invalid, by row, while the refuter is open. */
  #refuted: Map<object, readonly ReadNode[]> | undefined;
  /** The first open node that is refuted: it depends on whatever refuted those inside of it. */
  #refuter: ReadNode | undefined;
  #visits = 0;

  /** Adds a node and returns its order. */
  add(node: ReadNode, depth: number): number {
    this.#nodes.push(node);
    this.#depths.push(depth);
    if (this.#byRow !== undefined) addTo(this.#byRow, node);
    else if (this.#nodes.length > FEW) {
      this.#byRow = new Map();
      for (const each of this.#nodes) addTo(this.#byRow, each);
    }
    return node.stamp = ++this.#visits;
  }

  /** The open node of a row. */
  find(
    cache: SchemaCache,
    row: object,
    pk: string | undefined,
  ): ReadNode | undefined {
    const nodes = this.#byRow === undefined
      ? this.#nodes
      : this.#byRow.get(row) ?? [];
    for (let index = nodes.length - 1; index >= 0; index--) {
      const node = nodes[index]!;
      if (node.row === row && node.pk === pk && node.cache.isSameAs(cache)) {
        return node;
      }
    }
    return undefined;
  }

  /** The value of an open node, which closes a cycle. */
  handOut(node: ReadNode): unknown {
    (this.#handedOut ??= new Set()).add(node);
    return node.value;
  }

  /** Whether something inside got the value of a node before it was final. */
  wasHandedOut(node: ReadNode): boolean {
    return this.#handedOut?.has(node) === true;
  }

  /**
   * Notes that an entity is invalid although its instance was given away, and
   * drops what was opened after it, which may hold that instance. With fewer
   * valid entities it cannot become valid again, so in this pass it stays so.
   *
   * @returns what was dropped
   */
  refute(node: ReadNode): readonly ReadNode[] {
    const dropped: ReadNode[] = [];
    const refuted = this.#refuted ?? new Map<object, readonly ReadNode[]>();
    while (this.#nodes[this.#nodes.length - 1] !== node) {
      dropped.push(this.#pop());
    }
    const { row } = node;
    this.#refuted = refuted.set(row, [...refuted.get(row) ?? [], node]);
    this.#refuter ??= node;
    return dropped;
  }

  /** If an entity is known to be invalid, the open node that depends on what makes it so. */
  refuterOf({ cache, row, pk }: ReadNode): ReadNode | undefined {
    const isRefuted = this.#refuted?.get(row)?.some((node) =>
      node.pk === pk && node.cache.isSameAs(cache)
    );
    return isRefuted ? this.#refuter : undefined;
  }

  /** Drops a node and what was opened after it. */
  truncate(node: ReadNode): void {
    while (this.#pop() !== node);
  }

  /** Takes out a node if nothing open was opened after it: its unit is itself. */
  takeSingle(node: ReadNode): boolean {
    const isSingle = this.#nodes[this.#nodes.length - 1] === node;
    if (isSingle) this.#pop();
    return isSingle;
  }

  /** Takes out the unit of a node: itself and what was opened after it. */
  take(
    node: ReadNode,
  ): { members: readonly ReadNode[]; depths: readonly number[] } {
    const first = this.#nodes.lastIndexOf(node);
    const members = this.#nodes.slice(first);
    const depths = this.#depths.slice(first);
    this.truncate(node);
    return { members, depths };
  }

  #pop(): ReadNode {
    const node = this.#nodes.pop()!;
    this.#depths.pop();
    if (node === this.#refuter) this.#refuter = this.#refuted = undefined;
    if (this.#byRow !== undefined) {
      const nodes = this.#byRow.get(node.row)!;
      // nodes leave in the reverse order of arrival
      nodes.pop();
      if (nodes.length === 0) this.#byRow.delete(node.row);
      if (this.#nodes.length === 0) this.#byRow = undefined;
    }
    return node;
  }
}

function addTo(byRow: Map<object, ReadNode[]>, node: ReadNode): void {
  const nodes = byRow.get(node.row);
  if (nodes === undefined) byRow.set(node.row, [node]);
  else nodes.push(node);
}
