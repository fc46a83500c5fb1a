import { DirectReads } from "./direct_reads.ts";
import { isPlain } from "./list_outline.ts";
import type { ReadNode } from "./read_node.ts";
import { isLed } from "./read_unit.ts";

/**
 * Where an entity is stored, as {@linkcode MemoCache} tells what a value
 * depends on.
 */
export interface EntityPath {
  /** The table. */
  readonly key: string;
  /** The primary key. */
  readonly pk: string;
}

/**
 * What {@linkcode MemoCache} gives: a value, and what it depends on. The
 * dependencies are computed when first asked for.
 */
export interface DenormalizeResult<T = unknown> {
  /** The value; `INVALID` if something it needs was deleted. */
  readonly data: T;
  /** Every row the value depends on, missing ones included. */
  readonly paths: EntityPath[];
  /** Keys of the tables that the value depends on as a whole, or by an index. */
  readonly tables: string[];
}

/** Collects what a value depends on when asked for it, once. */
export class ReadResult implements DenormalizeResult {
  readonly data: unknown;
  readonly #nodes: readonly ReadNode[];
  readonly #direct: DirectReads | undefined;
  #paths: EntityPath[] | undefined;
  #tables: string[] | undefined;

  constructor(
    data: unknown,
    nodes: readonly ReadNode[],
    direct?: DirectReads,
  ) {
    this.data = data;
    this.#nodes = nodes;
    this.#direct = direct;
  }

  get paths(): EntityPath[] {
    if (this.#paths === undefined) this.#collect();
    return this.#paths!;
  }

  get tables(): string[] {
    if (this.#tables === undefined) this.#collect();
    return this.#tables!;
  }

  /** This value with the dependencies of how it was found added. */
  with(direct: DirectReads): ReadResult {
    const all = new DirectReads();
    all.addAll(direct);
    if (this.#direct !== undefined) all.addAll(this.#direct);
    return new ReadResult(this.data, this.#nodes, all);
  }

  /** The result of a node that depends on the same as this one's; `undefined` if that was not asked for yet. */
  renewedFor(node: ReadNode): ReadResult | undefined {
    if (this.#paths === undefined) return undefined;
    const renewed = new ReadResult(node.value, [node]);
    renewed.#paths = this.#paths;
    renewed.#tables = this.#tables;
    return renewed;
  }

  #collect(): void {
    const found = new Dependencies();
    if (this.#direct !== undefined) found.addDirect(this.#direct);
    for (const node of this.#nodes) found.addNode(node);
    this.#paths = found.paths;
    this.#tables = [...found.tables];
  }
}

/** The result that is a node's value, made once. */
export function resultOf(node: ReadNode): ReadResult {
  return node.result ??= new ReadResult(node.value, [node]);
}

/**
 * Lets a list that differs from the last one at a few places have what that
 * one depends on, the very same arrays, if the items at these places depend on
 * the same as those before them. Readers then have nothing to register anew.
 */
export function passPaths(
  last: ReadNode,
  list: ReadNode,
  places: readonly number[],
): void {
  const { result } = last;
  if (result === undefined) return;
  for (const place of places) {
    if (!hasPathsOf(list.children[place]!, last.children[place]!)) return;
  }
  list.result = result.renewedFor(list);
}

/** Whether two plain values are made of the same rows in the same order. */
function hasPathsOf(node: ReadNode, other: ReadNode): boolean {
  if (node === other) return true;
  const { children } = node;
  return node.pk === other.pk && node.cache.key === other.cache.key &&
    isPlain(node) && isPlain(other) &&
    children.length === other.children.length &&
    children.every((child, index) => hasPathsOf(child, other.children[index]!));
}

class Dependencies {
  readonly paths: EntityPath[] = [];
  readonly tables = new Set<string>();
  readonly #seen = new Set<ReadNode>();
  readonly #pks = new Map<string, Set<string>>();

  addNode(root: ReadNode): void {
    // a list of its own instead of recursion: nesting has no bound
    const pending = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (this.#seen.has(node)) continue;
      this.#seen.add(node);
      if (node.pk !== undefined) this.#addPath(node.cache.key, node.pk);
      const { direct, extra } = node;
      if (direct !== undefined) this.addDirect(direct);
      for (let index = node.children.length - 1; index >= 0; index--) {
        pending.push(node.children[index]!);
      }
      const unit = extra?.unit;
      if (unit === undefined) continue;
      if (isLed(node)) pending.push(unit[0]!);
      else pending.push(...unit);
    }
  }

  addDirect({ paths, tables }: DirectReads): void {
    for (let index = 0; index < paths.length; index += 2) {
      this.#addPath(paths[index]!, paths[index + 1]!);
    }
    for (const table of tables) this.tables.add(table);
  }

  #addPath(key: string, pk: string): void {
    let pks = this.#pks.get(key);
    if (pks === undefined) this.#pks.set(key, pks = new Set());
    if (pks.has(pk)) return;
    pks.add(pk);
    this.paths.push({ key, pk });
  }
}
