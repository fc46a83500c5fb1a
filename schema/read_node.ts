import type { DirectReads } from "./direct_reads.ts";
import type { LensOutcome } from "./lens_values.ts";
import type { ListOutline } from "./list_outline.ts";
import type { ReadResult } from "./read_result.ts";
import type { SchemaCache } from "./schema_cache.ts";
import type { TableSet } from "./table_set.ts";

/**
 * A denormalized value and what it was made from: its own row, the nodes of
 * the values inside it, and rarely more. It is current in a state if all of
 * these are what the state holds.
 *
 * Nodes that reach each other (a strongly connected component) are built and
 * become outdated as one unit: one of them is the leader and carries the
 * dependencies of all. A value without cycles is a unit of its own.
 */
export class ReadNode {
  readonly cache: SchemaCache;
  /** Primary key of the row; `undefined` when the row is not from a table but was given. */
  readonly pk: string | undefined;
  /** What the value was built from. */
  readonly row: object;
  value: unknown = undefined;
  /** Values inside, outside of the unit, in order of use; what may repeat. */
  children: readonly ReadNode[] = NO_CHILDREN;
  /** All tables that the value depends on, directly or not. */
  tables: TableSet;
  /**
   * While open, the place in the order of visits. Afterwards the stamp of
   * `tables` at which the node was last known to be current, or minus the
   * stamp at which it was known not to be.
   */
  stamp = 0;
  /** Further nodes of this row: under other lens values, or on the way to a shallower start. */
  next: ReadNode | undefined = undefined;
  /** What selectors that decided the value, here or below, said. */
  outcome: LensOutcome | undefined = undefined;
  direct: DirectReads | undefined = undefined;
  extra: ReadExtra | undefined = undefined;
  result: ReadResult | undefined = undefined;
  #alone: readonly ReadNode[] | undefined = undefined;

  constructor(cache: SchemaCache, pk: string | undefined, row: object) {
    this.cache = cache;
    this.pk = pk;
    this.row = row;
    this.tables = cache.tables;
  }

  /** Another node stands for the row now; what contains this one is outdated. */
  get isSuperseded(): boolean {
    return this.extra !== undefined && this.extra.isSuperseded;
  }

  set isSuperseded(isSuperseded: boolean) {
    extraOf(this).isSuperseded = isSuperseded;
  }

  /** The children of every node that contains this one and nothing else. */
  get alone(): readonly ReadNode[] {
    return this.#alone ??= [this];
  }
}

/** What most nodes do without. */
export interface ReadExtra {
  isSuperseded: boolean;
  /** All nodes of a unit of several, in each of them; the first leads. */
  unit: readonly ReadNode[] | undefined;
  /** Set if the depth limit cut the value. */
  cut: Cut | undefined;
  /** Earlier values of the row, as long as somebody holds them. */
  retired: readonly WeakRef<ReadNode>[] | undefined;
  /** What a long list remembers. */
  list: LongList | undefined;
}

/** Where a value that the depth limit cut can be used. */
export interface Cut {
  /** It serves reads that are at least this deep. */
  readonly depth: number;
  /** The pass that built it, which reuses it at any depth. */
  readonly pass: number;
}

/** What tells early that a list is outdated, and where. */
export interface LongList {
  /** What was last found outdated inside: in most other states it is, too. */
  suspect: ReadNode | undefined;
  /** Made when the list is asked for again; `null` if there is none. */
  outline: ListOutline | null | undefined;
}

/** Shared by all nodes without children. */
export const NO_CHILDREN: readonly ReadNode[] = Object.freeze([]);

/** What there is to note of a node besides its value. */
export function extraOf(node: ReadNode): ReadExtra {
  return node.extra ??= {
    isSuperseded: false,
    unit: undefined,
    cut: undefined,
    retired: undefined,
    list: undefined,
  };
}

/** What there is to note of a long list. */
export function longListOf(node: ReadNode): LongList {
  return extraOf(node).list ??= { suspect: undefined, outline: undefined };
}
