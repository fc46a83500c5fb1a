import type { ReadNode } from "./read_node.ts";
import type { SchemaCache } from "./schema_cache.ts";

/**
 * Nodes whose unit is not complete, in order of visit: those being built and,
 * between them, those that reach one of these. Their `stamp` is their order.
 */
export class OpenNodes {
  readonly #nodes: ReadNode[] = [];
  readonly #depths: number[] = [];
  /** By row; nodes of one row are chained by `next`. */
  readonly #byRow = new Map<object, ReadNode>();
  /** Nodes that were given to something inside of them. */
  #handedOut: Set<ReadNode> | undefined;
  /** Entities that are invalid, by row. */
  #refuted: Map<object, readonly ReadNode[]> | undefined;
  #visits = 0;

  /** Adds a node and returns its order. */
  add(node: ReadNode, depth: number): number {
    this.#nodes.push(node);
    this.#depths.push(depth);
    node.next = this.#byRow.get(node.row);
    this.#byRow.set(node.row, node);
    return node.stamp = ++this.#visits;
  }

  /** The open node of a row. */
  find(
    cache: SchemaCache,
    row: object,
    pk: string | undefined,
  ): ReadNode | undefined {
    let node = this.#byRow.get(row);
    while (node !== undefined) {
      if (node.pk === pk && node.cache.isSameAs(cache)) return node;
      node = node.next;
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
   */
  refute(node: ReadNode): void {
    while (this.#nodes[this.#nodes.length - 1] !== node) this.#pop();
    const { row } = node;
    this.#refuted ??= new Map();
    this.#refuted.set(row, [...this.#refuted.get(row) ?? [], node]);
  }

  /** Whether an entity is known to be invalid. */
  isRefuted({ cache, row, pk }: ReadNode): boolean {
    return this.#refuted?.get(row)?.some((node) =>
      node.pk === pk && node.cache.isSameAs(cache)
    ) === true;
  }

  /** Drops a node and what was opened after it. */
  truncate(node: ReadNode): void {
    while (this.#pop() !== node);
  }

  /** Takes out the unit of a node: itself and what was opened after it. */
  take(
    node: ReadNode,
  ): { members: readonly ReadNode[]; depths: readonly number[] } {
    const last = this.#nodes.length - 1;
    if (this.#nodes[last] === node) {
      const depth = this.#depths[last]!;
      this.#pop();
      return { members: [node], depths: [depth] };
    }
    const first = this.#nodes.lastIndexOf(node);
    const members = this.#nodes.slice(first);
    const depths = this.#depths.slice(first);
    this.truncate(node);
    return { members, depths };
  }

  #pop(): ReadNode {
    const node = this.#nodes.pop()!;
    this.#depths.pop();
    // nodes leave in the reverse order of arrival, so it is the first of its row
    if (node.next === undefined) this.#byRow.delete(node.row);
    else this.#byRow.set(node.row, node.next);
    node.next = undefined;
    return node;
  }
}
