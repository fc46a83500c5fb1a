// deno-lint-ignore-file no-explicit-any -- values of every schema pass through here
import { adoptValue, keepList } from "./adopt_value.ts";
import type {
  EntityTableView,
  EntityValue,
  IDenormalizeDelegate,
} from "./contract.ts";
import { isDevelopment } from "./environment.ts";
import { Gathering } from "./gathering.ts";
import { INVALID } from "./invalid.ts";
import type { LensSelector } from "./lens_set.ts";
import type { LensValues } from "./lens_values.ts";
import { passOutline } from "./list_outline.ts";
import { OpenNodes } from "./open_nodes.ts";
import type { ReadMemory } from "./read_memory.ts";
import { extraOf, NO_CHILDREN, ReadNode } from "./read_node.ts";
import { passPaths, ReadResult, resultOf } from "./read_result.ts";
import { closeUnit } from "./read_unit.ts";
import { type SchemaCache, SchemaKind } from "./schema_cache.ts";
import { serializeArgs } from "./serialize_args.ts";
import type { StateView } from "./state_view.ts";

/**
 * One walk over a stored value that builds what a reader sees, reusing every
 * node that is current. Units are found on the way by Tarjan's algorithm
 * (Tarjan 1972): nodes stay open until the first visited of their unit is done.
 */
export class ReadPass implements IDenormalizeDelegate {
  readonly args: readonly any[];
  /**
   * Own property, so that schemas may take it off the delegate. Assigned in the
   * constructor it would keep V8 from collecting the pass, and the state it
   * reads, with what dies young.
   */
  readonly unvisit = (schema: any, input: any): any =>
    this.#visit(schema, input);
  readonly #memory: ReadMemory;
  readonly #view: StateView;
  readonly #number: number;
  readonly #lenses: LensValues;
  /** Closed nodes that the open ones contain, in order; each open node owns a section. */
  readonly #children: ReadNode[] = [];
  readonly #open: OpenNodes = new OpenNodes();
  /** What the node being built depends on. */
  #gathering: Gathering;
  /** How many entities enclose the position. */
  #depth = 0;
  /** Whether anything with a table encloses the position: lists and objects there belong to it. */
  #isInsideEntity = false;
  #warnedOfDepth = false;

  constructor(
    memory: ReadMemory,
    view: StateView,
    args: readonly any[],
    lenses: LensValues,
  ) {
    this.#memory = memory;
    this.#view = view;
    this.#number = ++memory.pass;
    this.#lenses = lenses;
    this.#gathering = new Gathering(memory, undefined, undefined, 0);
    this.args = args;
  }

  /** Reads a value from the top. */
  read(schema: any, input: any): ReadResult {
    const view = this.#view;
    const outer = view.open;
    view.open = this.#open;
    let data: any;
    try {
      data = this.#visitStable(schema, input);
    } finally {
      view.open = outer;
    }
    const { direct } = this.#gathering;
    if (this.#children.length === 1 && direct === undefined) {
      const node = this.#children[0]!;
      if (node.value === data) return resultOf(node);
    }
    return new ReadResult(data, this.#children, direct);
  }

  unvisitItems(schema: any, items: readonly any[]): any[] {
    const cache = this.#memory.cacheOf(schema);
    const isEntity = cache.kind === SchemaKind.entity;
    const corrected = isEntity ? this.#correctItems(cache, items) : undefined;
    if (corrected !== undefined) return corrected;
    const result: any[] = [];
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      const value = isEntity && typeof item === "string"
        ? this.#visitPk(cache, item)
        : this.#visit(schema, item);
      if (value !== undefined && typeof value !== "symbol") result.push(value);
    }
    return result;
  }

  /** The last value of the list that is being built with new items where they changed, if that is known. */
  #correctItems(
    cache: SchemaCache,
    items: readonly any[],
  ): any[] | undefined {
    const { like: last, firstChild, direct } = this.#gathering;
    const children = this.#children;
    if (
      last?.row !== items || children.length > firstChild ||
      direct !== undefined || last.children[0]?.cache.isSameAs(cache) !== true
    ) return undefined;
    const places = this.#view.takeOutdatedPlaces(last);
    if (places === undefined) return undefined;
    const result = (last.value as any[]).slice();
    for (const child of last.children) children.push(child);
    this.#gathering.tables = this.#gathering.tables.union(last.tables);
    const { length } = children;
    for (const place of places) {
      const value = this.#visitPk(cache, items[place]);
      if (
        children.length !== length + 1 || value === undefined ||
        typeof value === "symbol"
      ) {
        // there are fewer items now, or they are in cycles
        children.length = firstChild;
        return undefined;
      }
      result[place] = value;
      children[firstChild + place] = children.pop()!;
    }
    this.#gathering.corrected = places;
    return result;
  }

  argsKey(selector: LensSelector): string | undefined {
    this.#gathering.lenses = this.#gathering.lenses.with(selector);
    return this.#lenses.valueOf(selector);
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const { direct } = this.#gathering;
    if (direct?.isLastRow(key, pk)) {
      return direct.lastRow as EntityValue | undefined;
    }
    const text = String(pk);
    const row = this.#view.reader.getEntity(key, text);
    this.#gathering.addRow(key, text, row);
    return row;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.#view.reader.getEntities(key);
    this.#gathering.addTable(key, table?.revision);
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
    if (input === null || !schema || typeof input === "symbol") return input;
    const cache = this.#memory.cacheOf(schema);
    if (input === undefined && !cache.isLive) return undefined;
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
    return cache.isConversion
      ? this.#memory.derived(
        cache.schema,
        input,
        "",
        () => cache.build(input, this),
      )
      : cache.build(input, this);
  }

  #visitEntity(cache: SchemaCache, input: any): any {
    if (typeof input === "object") {
      return this.#visitRow(cache, input, undefined);
    }
    if (typeof input !== "string") {
      if (typeof input !== "number") return undefined;
      input = String(input);
    }
    return this.#visitPk(cache, input);
  }

  #visitPk(cache: SchemaCache, pk: string): any {
    const expected = this.#gathering.takeExpected(cache, pk);
    if (expected !== undefined) {
      if (this.#isSeen(expected)) return this.#depend(expected);
      if (this.#view.knowsRow(expected)) {
        return this.#visitRow(cache, expected.row, pk);
      }
    }
    const row = this.#view.reader.getEntity(cache.key, pk);
    if (typeof row === "object" && row !== null) {
      return this.#visitRow(cache, row, pk);
    }
    this.#gathering.addRow(cache.key, pk, row);
    return row;
  }

  #visitRow(cache: SchemaCache, row: object, pk: string | undefined): any {
    let outdated: ReadNode | undefined;
    let earlier: ReadNode | undefined;
    const first = cache.first(row);
    for (let node = first; node !== undefined; node = node.next) {
      if (node.pk !== pk || !this.#applies(node)) continue;
      if (!this.#view.isCurrent(node, true)) outdated = node;
      else if (node.isSuperseded) earlier = node;
      else return this.#depend(node);
    }
    const open = this.#open.find(cache, row, pk);
    if (open !== undefined) {
      this.#gathering.low = Math.min(this.#gathering.low, open.stamp);
      return this.#open.handOut(open);
    }
    earlier ??= this.#findEarlier(first, pk);
    if (
      earlier !== undefined &&
      this.#memory.history.reinstate(earlier, this.#view)
    ) return this.#depend(earlier);
    return this.#build(new ReadNode(cache, pk, row), outdated);
  }

  /** Whether a node is what this pass sees, wherever it starts. */
  #isSeen(node: ReadNode): boolean {
    const { extra, outcome } = node;
    return (extra === undefined ||
      !extra.isSuperseded && extra.cut === undefined) &&
      this.#lenses.allow(outcome) && this.#view.isCurrent(node);
  }

  /** Whether a node shows what this pass would see, were it current. */
  #applies({ extra, outcome }: ReadNode): boolean {
    if (!this.#lenses.allow(outcome)) return false;
    const cut = extra?.cut;
    return cut === undefined || cut.depth <= this.#depth ||
      cut.pass === this.#number;
  }

  /** An earlier node of the row that is current again and that somebody still holds. */
  #findEarlier(
    first: ReadNode | undefined,
    pk: string | undefined,
  ): ReadNode | undefined {
    return first && this.#memory.history.findRetired(
      first,
      (node) =>
        node.pk === pk && this.#applies(node) &&
        this.#view.isCurrent(node, true),
    );
  }

  /** Builds the value of a new node, and completes its unit if it is the first of it. */
  #build(node: ReadNode, outdated: ReadNode | undefined): any {
    const outer = this.#gathering;
    const depth = this.#depth;
    const isInsideEntity = this.#isInsideEntity;
    this.#open.add(node, depth);
    const like = outdated ?? node.cache.latestList;
    const firstChild = this.#children.length;
    this.#gathering = new Gathering(this.#memory, node, like, firstChild);
    try {
      const value = this.#buildValue(node);
      node.value = this.#open.wasHandedOut(node)
        ? value
        : keepList(outdated?.value, value);
    } catch (error) {
      this.#open.truncate(node);
      this.#children.length = this.#gathering.firstChild;
      this.#gathering = outer;
      throw error;
    } finally {
      this.#depth = depth;
      this.#isInsideEntity = isInsideEntity;
    }
    const inner = this.#gathering;
    this.#gathering = outer;
    if (inner.low < node.stamp) {
      outer.absorb(inner);
      return node.value;
    }
    this.#close(node, inner, outdated);
    return this.#depend(node);
  }

  #buildValue(node: ReadNode): any {
    const { cache, row } = node;
    if (cache.kind !== SchemaKind.entity) {
      return cache.build(row === cache.schema ? undefined : row, this);
    }
    const { schema, depthLimit } = cache;
    const created = schema.createIfValid(row);
    if (created === undefined) return INVALID;
    if (this.#depth >= depthLimit) {
      this.#warnOfDepth(cache);
      this.#gathering.isCut = true;
      return created;
    }
    if (depthLimit !== Infinity) this.#depth++;
    this.#isInsideEntity = true;
    const refuter = this.#open.refuterOf(node);
    if (refuter !== undefined) {
      this.#gathering.low = Math.min(this.#gathering.low, refuter.stamp);
      return this.#buildInvalid(node, created);
    }
    node.value = created;
    const value = schema.denormalize(created, this);
    if (!this.#open.wasHandedOut(node)) return value;
    if (typeof value !== "symbol") return adoptValue(created, value);
    // what was found so far made it invalid, so it goes on depending on that
    for (const { cache, pk, row } of this.#open.refute(node)) {
      if (pk !== undefined) this.#gathering.addRow(cache.key, pk, row);
    }
    return this.#buildInvalid(node, schema.createIfValid(row));
  }

  /** Builds an entity that is known to be invalid, for what is inside of it to see that. */
  #buildInvalid(node: ReadNode, created: unknown): symbol {
    node.value = INVALID;
    node.cache.schema.denormalize(created, this);
    return INVALID;
  }

  #close(
    node: ReadNode,
    { tables, lenses, direct, isCut, firstChild, corrected }: Gathering,
    outdated: ReadNode | undefined,
  ): void {
    const { history, noLenses } = this.#memory;
    const children = this.#takeChildren(firstChild);
    const outcome = lenses === noLenses
      ? undefined
      : this.#lenses.outcomeOf(lenses);
    if (this.#open.takeSingle(node)) {
      node.children = children;
      node.tables = tables;
      node.stamp = tables.stampFor(this.#view);
      node.direct = direct;
      node.outcome = outcome;
      if (isCut && this.#depth > 0) {
        extraOf(node).cut = { depth: this.#depth, pass: this.#number };
      }
      this.#replace(node, outdated, corrected);
      return;
    }
    const { members, depths } = this.#open.take(node);
    closeUnit(members, depths, {
      children,
      tables,
      direct,
      outcome,
      stamp: tables.stampFor(this.#view),
      cutBy: isCut ? this.#number : undefined,
    });
    this.#replace(node, outdated, corrected);
    for (let index = 1; index < members.length; index++) {
      const member = members[index]!;
      history.replace(member, this.#outdatedOf(member), this.#view);
    }
  }

  /** What the node being closed contains. */
  #takeChildren(first: number): readonly ReadNode[] {
    const children = this.#children;
    switch (children.length - first) {
      case 0:
        return NO_CHILDREN;
      case 1:
        return children.pop()!.alone;
    }
    return children.splice(first);
  }

  /** Lets a node stand for its row. */
  #replace(
    node: ReadNode,
    outdated: ReadNode | undefined,
    corrected: readonly number[] | undefined,
  ): void {
    this.#memory.history.replace(node, outdated, this.#view);
    if (corrected !== undefined) {
      passOutline(outdated!.extra!.list!.outline!, node, corrected);
      passPaths(outdated!, node, corrected);
    }
    if (Array.isArray(node.row)) node.cache.latestList = node;
  }

  /** The node that a new one of its row supersedes. */
  #outdatedOf({ cache, row, pk }: ReadNode): ReadNode | undefined {
    for (let node = cache.first(row); node !== undefined; node = node.next) {
      if (
        node.pk === pk && this.#applies(node) && !this.#view.isCurrent(node)
      ) return node;
    }
    return undefined;
  }

  #depend(node: ReadNode): any {
    this.#children.push(node);
    this.#gathering.addNode(node);
    return node.value;
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
