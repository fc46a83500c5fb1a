// deno-lint-ignore-file no-explicit-any -- values of every schema pass through here
import type {
  EntityTableView,
  EntityValue,
  IDenormalizeDelegate,
} from "./contract.ts";
import { deserialize } from "./deserializer.ts";
import { isDevelopment } from "./environment.ts";
import { INVALID } from "./invalid.ts";
import type { LensSelector, LensSet } from "./lens_set.ts";
import { createExtra, DirectReads, ReadNode } from "./read_node.ts";
import { NO_CHILDREN } from "./read_node.ts";
import type { ReadMemory } from "./read_memory.ts";
import { ReadResult } from "./read_result.ts";
import { type SchemaCache, SchemaKind } from "./schema_cache.ts";
import { serializeArgs } from "./serialize_args.ts";
import type { StateView } from "./state_view.ts";
import type { TableSet } from "./table_set.ts";
import { readStandardSchema } from "./standard_schema.ts";
import { closeUnit } from "./read_unit.ts";

/**
 * One walk over a stored value that builds what a reader sees, reusing every
 * node that is current. Units are found on the way by Tarjan's algorithm
 * (Tarjan 1972): nodes stay open until the first visited of their unit is done.
 *
 * The members below `view` describe the node being built; `build` saves them
 * and puts them back, so that nothing is allocated for a level of nesting.
 */
export class ReadPass implements IDenormalizeDelegate {
  readonly args: readonly any[];
  readonly memory: ReadMemory;
  readonly view: StateView;
  /** Own properties, so that schemas may take them off the delegate. */
  readonly unvisit: (schema: any, input: any) => any;

  /** Closed nodes that the open ones contain, in order; each open node owns a section. */
  readonly #children: ReadNode[] = [];
  /** Nodes whose unit is not complete. */
  readonly #open: ReadNode[] = [];
  /** Open nodes that were given to something inside of them. */
  #handedOut: Set<ReadNode> | undefined;
  /** Rows of a cycle that are known to be invalid while it is built again. */
  #invalidRows: Map<object, number> | undefined;
  #visits = 0;
  #depth = 0;
  #warnedOfDepth = false;
  #lensValues: Map<LensSelector, unknown> | undefined;

  #tables: TableSet;
  #lenses: LensSet;
  #direct: DirectReads | undefined = undefined;
  /** The first visited node that the node being built can reach. */
  #low = 0;
  #isCut = false;
  /** Children that the last value of the row had, likely to be met again in this order. */
  #expected: readonly ReadNode[] = NO_CHILDREN;
  #expectedAt = 0;

  constructor(memory: ReadMemory, view: StateView, args: readonly any[]) {
    this.memory = memory;
    this.view = view;
    this.args = args;
    this.#tables = memory.tableSets.none;
    this.#lenses = memory.noLenses;
    this.unvisit = (schema, input) => this.#visit(schema, input);
  }

  /** Reads a value from the top. */
  read(schema: any, input: any): ReadResult {
    const cache = this.memory.cacheOf(schema);
    const data = typeof input === "object" && input !== null &&
        cache.kind !== SchemaKind.deserializer
      ? this.#visitRow(cache, input, undefined)
      : this.#visit(schema, input);
    if (this.#children.length === 1 && this.#direct === undefined) {
      const node = this.#children[0]!;
      if (node.value === data) return resultOf(node);
    }
    return new ReadResult(
      data,
      this.#children,
      this.#direct === undefined ? [] : [this.#direct],
    );
  }

  argsKey(selector: LensSelector): string | undefined {
    this.#lenses = this.#lenses.with(selector);
    return this.#lensValue(selector) as string | undefined;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const row = this.view.reader.getEntity(key, pk);
    this.#dependOnRow(key, pk, row);
    return row;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.view.reader.getEntities(key);
    this.#direct ??= new DirectReads();
    this.#direct.tables.push(key, table?.revision);
    this.#tables = this.#tables.union(this.memory.tableSets.of([key]));
    return table;
  }

  derive(
    owner: object,
    schema: any,
    input: any,
    process: (value: any, ...args: any[]) => any,
  ): any {
    const value = this.#visitStable(schema, input);
    if (value === undefined || value === null || typeof value === "symbol") {
      return value;
    }
    const argsKey = this.argsKey(serializeArgs);
    return this.memory.derived(
      owner,
      value,
      argsKey!,
      () => process(value, ...this.args),
    );
  }

  #visit(schema: any, input: any): any {
    if (
      input === null || !schema || typeof input === "symbol" ||
      (input === undefined && schema.isLive !== true)
    ) return input;
    const cache = this.memory.cacheOf(schema);
    switch (cache.kind) {
      case SchemaKind.entity:
        return this.#visitEntity(cache, input);
      case SchemaKind.deserializer:
        return typeof schema === "function"
          ? deserialize(schema, input)
          : readStandardSchema(schema, input);
      case SchemaKind.passthrough:
        return input;
    }
    if (this.#depth === 0 && isContainer(input)) {
      return this.#visitRow(cache, input, undefined);
    }
    return cache.build(input, this);
  }

  /** Like a visit, but a list or object gets a value of its own that lasts. */
  #visitStable(schema: any, input: any): any {
    if (!isContainer(input)) return this.#visit(schema, input);
    return this.#visitRow(this.memory.cacheOf(schema), input, undefined);
  }

  #visitEntity(cache: SchemaCache, input: any): any {
    if (typeof input === "object") {
      return this.#visitRow(cache, input, undefined);
    }
    if (typeof input !== "string") {
      if (typeof input !== "number") return undefined;
      input = String(input);
    }
    const expected = this.#expected;
    if (this.#expectedAt < expected.length) {
      const node = this.#takeExpected(cache, input);
      if (
        node !== undefined && node.extra === undefined &&
        this.view.isCurrent(node)
      ) return this.#depend(node);
    }
    const row = this.view.reader.getEntity(cache.key, input);
    if (typeof row === "object" && row !== null) {
      return this.#visitRow(cache, row, input);
    }
    this.#dependOnRow(cache.key, input, row);
    return row;
  }

  /** The next expected child if it is this entity; one added or removed before it is overlooked. */
  #takeExpected(cache: SchemaCache, pk: string): ReadNode | undefined {
    const at = this.#expectedAt;
    let node = this.#expected[at]!;
    if (node.pk === pk && node.cache === cache) {
      this.#expectedAt = at + 1;
      return node;
    }
    node = this.#expected[at + 1]!;
    if (node !== undefined && node.pk === pk && node.cache === cache) {
      this.#expectedAt = at + 2;
      return node;
    }
    return undefined;
  }

  #visitRow(cache: SchemaCache, row: object, pk: string | undefined): any {
    let outdated: ReadNode | undefined;
    for (let node = cache.first(row); node !== undefined; node = node.next) {
      if (node.pk !== pk || !this.#applies(node)) continue;
      if (this.view.isCurrent(node)) return this.#depend(node);
      outdated = node;
    }
    const open = this.#findOpen(cache, row, pk);
    if (open !== undefined) return this.#closeCycle(open);
    if (this.#invalidRows?.has(row)) {
      this.#low = Math.min(this.#low, this.#invalidRows.get(row)!);
      return INVALID;
    }
    if (outdated?.extra?.retired !== undefined) {
      const node = this.#revive(outdated);
      if (node !== undefined) return this.#depend(node);
    }
    if (this.#depth >= cache.depthLimit) return this.#cut(cache, row, pk);
    return this.#build(cache, row, pk, outdated);
  }

  /** Whether a node shows what this pass would see, were it current. */
  #applies({ extra }: ReadNode): boolean {
    if (extra === undefined) return true;
    if (
      extra.minimumDepth > this.#depth && extra.builtBy !== this.memory.pass
    ) {
      return false;
    }
    return extra.lenses === undefined ||
      Object.is(this.#lensKey(extra.lenses), extra.lensKey);
  }
}
