import type { LensSet } from "./lens_set.ts";
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
    (this.extra ??= createExtra(this)).isSuperseded = isSuperseded;
  }

  /** Further nodes of this row: under other lens values, or on the way to a shallower start. */
  get next(): ReadNode | undefined {
    return this.extra?.next;
  }

  set next(next: ReadNode | undefined) {
    if (next !== this.next) (this.extra ??= createExtra(this)).next = next;
  }

  /** The children of every node that contains this one and nothing else. */
  get alone(): readonly ReadNode[] {
    return this.#alone ??= [this];
  }
}

/** What most nodes do without. */
export interface ReadExtra {
  isSuperseded: boolean;
  next: ReadNode | undefined;
  /** The node that carries the dependencies; the node itself if it leads. */
  leader: ReadNode;
  /** All nodes of the unit, in the leader of several. */
  members: readonly ReadNode[] | undefined;
  direct: DirectReads | undefined;
  /** Selectors that decided the value, here or below; `undefined` for none. */
  lenses: LensSet | undefined;
  /** What the selectors said. */
  lensKey: unknown;
  /** Set if the depth limit cut the value: it serves reads that are at least this deep. */
  minimumDepth: number;
  /** The pass that built a cut value, which reuses it at any depth. */
  builtBy: number;
  /** Earlier values of the row, as long as somebody holds them. */
  retired: readonly WeakRef<ReadNode>[] | undefined;
  /** What was last found outdated inside: in most other states it is, too. */
  suspect: ReadNode | undefined;
  /** Made when a long list is asked for again; `null` if there is none. */
  outline: ListOutline | null | undefined;
}

/** What was read of a state besides the rows of nodes: missing and invalid rows, cells, whole tables, indexes. */
export class DirectReads {
  #rows: unknown[] | undefined;
  #tables: unknown[] | undefined;
  #indexes: unknown[] | undefined;

  /** Triples of table, primary key and what was there. */
  get rows(): readonly unknown[] {
    return this.#rows ?? NOTHING;
  }

  /** Pairs of table and revision. */
  get tables(): readonly unknown[] {
    return this.#tables ?? NOTHING;
  }

  /** Quadruples of table, field, value and the primary key found. */
  get indexes(): readonly unknown[] {
    return this.#indexes ?? NOTHING;
  }

  /** Whether a row was the last one noted. */
  isLastRow(key: string, pk: string): boolean {
    const rows = this.#rows;
    return rows !== undefined && rows[rows.length - 2] === pk &&
      rows[rows.length - 3] === key;
  }

  /** What was there. */
  get lastRow(): unknown {
    return this.#rows?.[this.#rows.length - 1];
  }

  /** Notes a row, unless it was the last one noted. */
  addRow(key: string, pk: string, row: unknown): void {
    if (this.#rows === undefined) this.#rows = [key, pk, row];
    else if (!this.isLastRow(key, pk)) this.#rows.push(key, pk, row);
  }

  /** Notes a whole table. */
  addTable(key: string, revision: unknown): void {
    (this.#tables ??= []).push(key, revision);
  }

  /** Notes a look-up by index. */
  addIndex(
    key: string,
    field: string,
    value: string,
    pk: string | undefined,
  ): void {
    (this.#indexes ??= []).push(key, field, value, pk);
  }

  /** Notes everything that the other noted. */
  addAll(other: DirectReads): void {
    this.#rows = join(this.#rows, other.#rows);
    this.#tables = join(this.#tables, other.#tables);
    this.#indexes = join(this.#indexes, other.#indexes);
  }
}

const NOTHING: readonly unknown[] = [];

/** Puts the items of a second list, if there is one, behind those of a first. */
function join(
  items: unknown[] | undefined,
  others: readonly unknown[] | undefined,
): unknown[] | undefined {
  if (others === undefined) return items;
  if (items === undefined) return others.slice();
  for (const item of others) items.push(item);
  return items;
}

/** Shared by all nodes without children. */
export const NO_CHILDREN: readonly ReadNode[] = Object.freeze([]);

/** The lonely node's share of {@linkcode ReadExtra}. */
export function createExtra(leader: ReadNode): ReadExtra {
  return {
    isSuperseded: false,
    next: undefined,
    leader,
    members: undefined,
    direct: undefined,
    lenses: undefined,
    lensKey: undefined,
    minimumDepth: 0,
    builtBy: 0,
    retired: undefined,
    suspect: undefined,
    outline: undefined,
  };
}
