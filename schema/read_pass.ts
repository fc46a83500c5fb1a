// deno-lint-ignore-file no-explicit-any -- values of every schema pass through here
import type {
  EntityTableView,
  EntityValue,
  IDenormalizeDelegate,
} from "./contract.ts";
import { isDevelopment } from "./environment.ts";
import { INVALID } from "./invalid.ts";
import type { LensSelector, LensSet } from "./lens_set.ts";
import { DirectReads, NO_CHILDREN, ReadNode } from "./read_node.ts";
import type { ReadMemory } from "./read_memory.ts";
import { ReadResult, resultOf } from "./read_result.ts";
import { type SchemaCache, SchemaKind } from "./schema_cache.ts";
import { serializeArgs } from "./serialize_args.ts";
import type { StateView } from "./state_view.ts";
import type { TableSet } from "./table_set.ts";
import { OpenNodes } from "./open_nodes.ts";
import { adoptValue } from "./adopt_value.ts";
import { closeUnit } from "./read_unit.ts";

/**
 * One walk over a stored value that builds what a reader sees, reusing every
 * node that is current. Units are found on the way by Tarjan's algorithm
 * (Tarjan 1972): nodes stay open until the first visited of their unit is done.
 *
 * The members below `#tables` describe the node being built; `#build` saves
 * them and puts them back, so that nothing is allocated for a level of nesting.
 */
export class ReadPass implements IDenormalizeDelegate {
  readonly args: readonly any[];
  /** Own property, so that schemas may take it off the delegate. */
  readonly unvisit: (schema: any, input: any) => any;
  readonly #memory: ReadMemory;
  readonly #view: StateView;
  readonly #number: number;

  /** Closed nodes that the open ones contain, in order; each open node owns a section. */
  readonly #children: ReadNode[] = [];
  readonly #open: OpenNodes = new OpenNodes();
  /** How many entities enclose the position. */
  #depth = 0;
  /** Whether anything with a table encloses the position: lists and objects there belong to it. */
  #isInsideEntity = false;
  #warnedOfDepth = false;
  #lensValues: Map<LensSelector, string | undefined> | undefined;
  #lensKeys: Map<LensSet, unknown> | undefined;

  #tables: TableSet;
  #lenses: LensSet;
  #direct: DirectReads | undefined = undefined;
  /** Order number of the first visited node that the node being built can reach. */
  #low = Infinity;
  #isCut = false;
  /** Children that the last value of the row had, likely to be met again in this order. */
  #expected: readonly ReadNode[] = NO_CHILDREN;
  #expectedAt = 0;

  constructor(memory: ReadMemory, view: StateView, args: readonly any[]) {
    this.#memory = memory;
    this.#view = view;
    this.#number = ++memory.pass;
    this.args = args;
    this.#tables = memory.tableSets.none;
    this.#lenses = memory.noLenses;
    this.unvisit = (schema, input) => this.#visit(schema, input);
  }

  /** Reads a value from the top. */
  read(schema: any, input: any): ReadResult {
    const data = this.#visitStable(schema, input);
    if (this.#children.length === 1 && this.#direct === undefined) {
      const node = this.#children[0]!;
      if (node.value === data) return resultOf(node);
    }
    return new ReadResult(data, this.#children, this.#direct);
  }

  argsKey(selector: LensSelector): string | undefined {
    this.#lenses = this.#lenses.with(selector);
    return this.#lensValue(selector);
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const row = this.#view.reader.getEntity(key, pk);
    this.#dependOnRow(key, pk, row);
    return row;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.#view.reader.getEntities(key);
    this.#direct ??= new DirectReads();
    this.#direct.addTable(key, table?.revision);
    this.#dependOnTable(key);
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
    return this.#memory.derived(
      owner,
      value,
      this.argsKey(serializeArgs)!,
      () => process(value, ...this.args),
    );
  }

  #visit(schema: any, input: any): any {
    if (
      input === null || !schema || typeof input === "symbol" ||
      (input === undefined && schema.isLive !== true)
    ) return input;
    const cache = this.#memory.cacheOf(schema);
    if (cache.kind === SchemaKind.entity) {
      return this.#visitEntity(cache, input);
    }
    return this.#isInsideEntity || cache.kind === SchemaKind.passthrough
      ? cache.build(input, this)
      : this.#visitLasting(cache, input);
  }

  /** Like a visit, but what is not an entity gets a value that lasts wherever it is. */
  #visitStable(schema: any, input: any): any {
    const isInsideEntity = this.#isInsideEntity;
    this.#isInsideEntity = false;
    try {
      return this.#visit(schema, input);
    } finally {
      this.#isInsideEntity = isInsideEntity;
    }
  }

  #visitLasting(cache: SchemaCache, input: any): any {
    if (typeof input === "object") {
      return this.#visitRow(cache, input, undefined);
    }
    if (input === undefined) {
      // computed from the tables alone, so the schema stands for the row
      return this.#visitRow(cache, cache.schema, undefined);
    }
    if (
      cache.kind === SchemaKind.custom || cache.kind === SchemaKind.array ||
      cache.kind === SchemaKind.object
    ) return cache.build(input, this);
    return this.#memory.derived(
      cache.schema,
      input,
      "",
      () => cache.build(input, this),
    );
  }

  #visitEntity(cache: SchemaCache, input: any): any {
    if (typeof input === "object") {
      return this.#visitRow(cache, input, undefined);
    }
    if (typeof input !== "string") {
      if (typeof input !== "number") return undefined;
      input = String(input);
    }
    if (this.#expectedAt < this.#expected.length) {
      const node = this.#takeExpected(cache, input);
      if (
        node !== undefined && node.extra === undefined &&
        !node.isSuperseded && this.#view.isCurrent(node)
      ) return this.#depend(node);
    }
    const row = this.#view.reader.getEntity(cache.key, input);
    if (typeof row === "object" && row !== null) {
      return this.#visitRow(cache, row, input);
    }
    this.#dependOnRow(cache.key, input, row);
    return row;
  }

  /** The next expected child if it is this entity; one added or removed before it is overlooked. */
  #takeExpected(cache: SchemaCache, pk: string): ReadNode | undefined {
    const at = this.#expectedAt;
    for (let index = at; index <= at + 1; index++) {
      const node = this.#expected[index];
      if (node !== undefined && node.pk === pk && node.cache.isSameAs(cache)) {
        this.#expectedAt = index + 1;
        return node;
      }
    }
    return undefined;
  }

  #visitRow(cache: SchemaCache, row: object, pk: string | undefined): any {
    let outdated: ReadNode | undefined;
    let earlier: ReadNode | undefined;
    for (let node = cache.first(row); node !== undefined; node = node.next) {
      if (node.pk !== pk || !this.#applies(node)) continue;
      if (!this.#view.isCurrent(node, true)) outdated = node;
      else if (node.isSuperseded) earlier = node;
      else return this.#depend(node);
    }
    const open = this.#open.find(cache, row, pk);
    if (open !== undefined) {
      this.#low = Math.min(this.#low, open.stamp);
      return this.#open.handOut(open);
    }
    earlier ??= this.#findEarlier(cache, row, pk);
    if (
      earlier !== undefined &&
      this.#memory.history.reinstate(earlier, this.#view)
    ) return this.#depend(earlier);
    return this.#build(cache, row, pk, outdated);
  }

  /** Whether a node shows what this pass would see, were it current. */
  #applies({ extra }: ReadNode): boolean {
    if (extra === undefined) return true;
    if (extra.minimumDepth > this.#depth && extra.builtBy !== this.#number) {
      return false;
    }
    return extra.lenses === undefined ||
      Object.is(this.#lensKey(extra.lenses), extra.lensKey);
  }

  /** An earlier node of the row that is current again and that somebody still holds. */
  #findEarlier(
    cache: SchemaCache,
    row: object,
    pk: string | undefined,
  ): ReadNode | undefined {
    return this.#memory.history.findRetired(
      cache,
      row,
      (node) =>
        node.pk === pk && this.#applies(node) &&
        this.#view.isCurrent(node, true),
    );
  }

  #build(
    cache: SchemaCache,
    row: object,
    pk: string | undefined,
    outdated: ReadNode | undefined,
  ): any {
    const node = new ReadNode(cache, pk, row, this.#tables);
    const order = this.#open.add(node, this.#depth);
    const firstChild = this.#children.length;
    const isEntity = cache.kind === SchemaKind.entity;

    const depth = this.#depth;
    const isInsideEntity = this.#isInsideEntity;
    const tables = this.#tables;
    const lenses = this.#lenses;
    const direct = this.#direct;
    const low = this.#low;
    const isCut = this.#isCut;
    const expected = this.#expected;
    const expectedAt = this.#expectedAt;

    this.#begin(node, outdated);
    if (isEntity) this.#isInsideEntity = true;
    let isDone = false;
    try {
      node.value = isEntity
        ? this.#buildEntity(node, outdated, firstChild)
        : this.#keepList(outdated, cache.build(inputOf(cache, row), this));
      if (this.#low >= order) {
        this.#close(node, firstChild, outdated);
        isDone = true;
      }
    } catch (error) {
      this.#open.truncate(node);
      this.#children.length = firstChild;
      isDone = true;
      throw error;
    } finally {
      this.#depth = depth;
      this.#isInsideEntity = isInsideEntity;
      this.#expected = expected;
      this.#expectedAt = expectedAt;
      this.#low = isDone ? low : Math.min(low, this.#low);
      if (isDone) {
        this.#tables = tables;
        this.#lenses = lenses;
        this.#direct = direct;
        this.#isCut = isCut;
      } else {
        // the unit is not complete: what it depends on is left to its first node
        this.#tables = tables.union(this.#tables);
        this.#lenses = lenses.union(this.#lenses);
        if (direct !== undefined) {
          if (this.#direct !== undefined) direct.addAll(this.#direct);
          this.#direct = direct;
        }
        this.#isCut ||= isCut;
      }
    }
    return isDone ? this.#depend(node) : node.value;
  }

  /** Starts to collect what a node depends on. */
  #begin(node: ReadNode, outdated: ReadNode | undefined): void {
    const { cache, pk } = node;
    this.#tables = pk === undefined
      ? this.#memory.tableSets.none
      : cache.tables;
    this.#lenses = this.#memory.noLenses;
    this.#direct = undefined;
    this.#low = node.stamp;
    this.#isCut = false;
    this.#expected = (outdated ?? cache.latestList)?.children ?? NO_CHILDREN;
    this.#expectedAt = 0;
  }

  #buildEntity(
    node: ReadNode,
    outdated: ReadNode | undefined,
    firstChild: number,
  ): any {
    const { cache, row } = node;
    const { schema, depthLimit } = cache;
    const created = schema.createIfValid(row);
    if (created === undefined) return INVALID;
    if (this.#depth >= depthLimit) {
      this.#warnOfDepth(cache);
      this.#isCut = true;
      return created;
    }
    const isRefuted = this.#open.isRefuted(node);
    node.value = isRefuted ? INVALID : created;
    if (depthLimit !== Infinity) this.#depth++;
    const value = schema.denormalize(created, this);
    if (isRefuted) return INVALID;
    if (!this.#open.wasHandedOut(node)) return this.#keepList(outdated, value);
    if (typeof value !== "symbol") return adoptValue(created, value);
    // built again, for what was built around it to see that it is invalid
    this.#open.refute(node);
    if (depthLimit !== Infinity) this.#depth--;
    this.#children.length = firstChild;
    this.#begin(node, outdated);
    return this.#buildEntity(node, outdated, firstChild);
  }

  /** The last list of a row, if the new one has the same items. */
  #keepList(outdated: ReadNode | undefined, value: unknown): unknown {
    const last = outdated?.value;
    if (!Array.isArray(value) || !Array.isArray(last)) return value;
    if (value.length !== last.length) return value;
    for (let index = 0; index < value.length; index++) {
      if (!Object.is(value[index], last[index])) return value;
    }
    return last;
  }

  #close(
    node: ReadNode,
    firstChild: number,
    outdated: ReadNode | undefined,
  ): void {
    const lenses = this.#lenses === this.#memory.noLenses
      ? undefined
      : this.#lenses;
    const { history } = this.#memory;
    const { members, depths } = this.#open.take(node);
    closeUnit(members, depths, {
      children: this.#children.splice(firstChild),
      tables: this.#tables,
      direct: this.#direct,
      lenses,
      lensKey: lenses && this.#lensKey(lenses),
      stamp: this.#tables.stampFor(this.#view),
      cutBy: this.#isCut ? this.#number : undefined,
    });
    history.replace(node, outdated);
    if (Array.isArray(node.row)) node.cache.latestList = node;
    for (let index = 1; index < members.length; index++) {
      const member = members[index]!;
      history.replace(member, this.#outdatedOf(member));
    }
  }

  /** The node that a new one of its row supersedes. */
  #outdatedOf(member: ReadNode): ReadNode | undefined {
    const { cache, row, pk } = member;
    for (let node = cache.first(row); node !== undefined; node = node.next) {
      if (
        node.pk === pk && this.#applies(node) && !this.#view.isCurrent(node)
      ) return node;
    }
    return undefined;
  }

  #depend(node: ReadNode): any {
    this.#children.push(node);
    this.#tables = this.#tables.union(node.tables);
    const { extra } = node;
    if (extra !== undefined) {
      if (extra.lenses !== undefined) {
        this.#lenses = this.#lenses.union(extra.lenses);
      }
      if (extra.minimumDepth > 0) this.#isCut = true;
    }
    return node.value;
  }

  #dependOnRow(key: string, pk: string, row: unknown): void {
    this.#direct ??= new DirectReads();
    this.#direct.addRow(key, pk, row);
    this.#dependOnTable(key);
  }

  #dependOnTable(key: string): void {
    this.#tables = this.#tables.union(this.#memory.tableSets.single(key));
  }

  #lensValue(selector: LensSelector): string | undefined {
    const values = this.#lensValues ??= new Map();
    let value = values.get(selector);
    if (value === undefined && !values.has(selector)) {
      values.set(selector, value = selector(this.args));
    }
    return value;
  }

  #lensKey(lenses: LensSet): unknown {
    const keys = this.#lensKeys ??= new Map();
    let key = keys.get(lenses);
    if (key === undefined && !keys.has(lenses)) {
      key = lenses.keyFor((selector) => this.#lensValue(selector));
      keys.set(lenses, key);
    }
    return key;
  }

  #warnOfDepth({ schema, key, depthLimit }: SchemaCache): void {
    if (this.#warnedOfDepth || !isDevelopment()) return;
    this.#warnedOfDepth = true;
    console.error(
      `Entities are nested more than ${depthLimit} deep: ${key} was built without ` +
        `resolving its fields. Use Lazy for relations that are not shown ` +
        `together, or set static maxEntityDepth on ${schema.name || key}.`,
    );
  }
}

/** The stored value that a row stands for. */
function inputOf(cache: SchemaCache, row: object): unknown {
  return row === cache.schema ? undefined : row;
}
