import { DirectReads } from "./direct_reads.ts";
import type { LensSet } from "./lens_set.ts";
import { NO_CHILDREN, type ReadNode } from "./read_node.ts";
import type { ReadMemory } from "./read_memory.ts";
import type { SchemaCache } from "./schema_cache.ts";
import type { TableSet } from "./table_set.ts";

/** What a value depends on, as far as it was built. */
export class Gathering {
  tables: TableSet;
  lenses: LensSet;
  direct: DirectReads | undefined = undefined;
  /** Order number of the first visited node that the value can reach. */
  low: number;
  /** Whether the depth limit cut it. */
  isCut = false;
  /** Where the children of the value start among those of all open nodes. */
  readonly firstChild: number;
  /** What the value will be like: the last one of the row, or the list read last. */
  readonly like: ReadNode | undefined;
  /** Places of a list at which it differs from the last one, if it was made of that. */
  corrected: readonly number[] | undefined = undefined;
  readonly #memory: ReadMemory;
  /** Children that the last value of the row had, likely to be met again in this order. */
  #expected: readonly ReadNode[];
  #expectedAt = 0;

  /**
   * @param node what is being built; `undefined` at the top
   * @param like what the value will be like
   */
  constructor(
    memory: ReadMemory,
    node: ReadNode | undefined,
    like: ReadNode | undefined,
    firstChild: number,
  ) {
    this.#memory = memory;
    this.tables = node?.pk === undefined
      ? memory.tableSets.none
      : node.cache.tables;
    this.lenses = memory.noLenses;
    this.low = node === undefined ? Infinity : node.stamp;
    this.like = like;
    this.#expected = like === undefined ? NO_CHILDREN : like.children;
    this.firstChild = firstChild;
  }

  /** The next expected child if it is of this entity, in whatever state; one added or removed before it is overlooked. */
  takeExpected(cache: SchemaCache, pk: string): ReadNode | undefined {
    const expected = this.#expected;
    const at = this.#expectedAt;
    if (at >= expected.length) return undefined;
    for (let index = at; index <= at + 1; index++) {
      const node = expected[index];
      if (node !== undefined && node.pk === pk && node.cache.isSameAs(cache)) {
        this.#expectedAt = index + 1;
        return node;
      }
    }
    return undefined;
  }

  /** Notes a value inside. */
  addNode({ tables, outcome, extra }: ReadNode): void {
    this.tables = this.tables.union(tables);
    if (outcome !== undefined) this.lenses = this.lenses.union(outcome.lenses);
    if (extra !== undefined && extra.cut !== undefined) this.isCut = true;
  }

  /** Notes a row that has no node. */
  addRow(key: string, pk: string, row: unknown): void {
    this.direct ??= new DirectReads();
    this.direct.addRow(key, pk, row);
    this.tables = this.tables.union(this.#memory.tableSets.single(key));
  }

  /** Notes a whole table. */
  addTable(key: string, revision: unknown): void {
    this.direct ??= new DirectReads();
    this.direct.addTable(key, revision);
    this.tables = this.tables.union(this.#memory.tableSets.single(key));
  }

  /** Takes over from a node of the same unit: what the unit depends on is left to its first node. */
  absorb(inner: Gathering): void {
    this.tables = this.tables.union(inner.tables);
    this.lenses = this.lenses.union(inner.lenses);
    this.low = Math.min(this.low, inner.low);
    this.isCut ||= inner.isCut;
    if (this.direct === undefined) this.direct = inner.direct;
    else if (inner.direct !== undefined) this.direct.addAll(inner.direct);
  }
}
