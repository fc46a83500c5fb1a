// deno-lint-ignore-file no-explicit-any -- values of every schema come through
// here
import { denormalizeArray } from "./array.ts";
import type {
  EntityTableView,
  EntityValue,
  IDenormalizeDelegate,
  IQueryDelegate,
  ListRegistry,
} from "./contract.ts";
import { deserialize } from "./deserializer.ts";
import { planOf } from "./entity_plan.ts";
import { type EntityClass, warnOfSharedKey } from "./entity_warnings.ts";
import { isDevelopment } from "./environment.ts";
import { endlessDefault } from "./errors.ts";
import { Guards } from "./guard_values.ts";
import { INVALID } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import { identityOf, Kind, kindOf } from "./kind.ts";
import {
  Cell,
  eachDependent,
  type Lenses,
  type LensSelector,
  mark,
  Node,
  NOTHING,
  type Owner,
  type SchemaFacts,
  type Source,
  Status,
} from "./nodes.ts";

export type { Lenses, LensSelector, SchemaFacts } from "./nodes.ts";
import { denormalizeObject, queryKeyOfObject } from "./object.ts";
import { setOwn } from "./own.ts";
import { logReport, type Reporter } from "./report.ts";
import { isSameValue } from "./same_value.ts";
import { serializeArgs } from "./serialize_args.ts";
import { validateOnRead } from "./standard_schema.ts";

/** A table as reading sees it. */
export interface ReadTable {
  /** Changes with any row of the table, and when it comes into existence. */
  readonly whole: Source;
  /** The table itself; `undefined` if it was never created. */
  readonly view: EntityTableView | undefined;
}

/** Where values are read: the newest state of a graph, an older one, or plain objects. */
export interface ReadSpace {
  /** What is remembered of schemas. */
  readonly memory: ReadMemory;
  /** Of an older state: the newest, whose nodes are shared where they show the same. */
  readonly newest?: ReadSpace | undefined;
  /** The cell of a primary key; made if there is none. */
  cellOf(key: string, pk: string): Cell;
  /** The cell of an index value; made if there is none. */
  indexCellOf(key: string, field: string, value: string): Cell;
  /** A table. */
  tableOf(key: string): ReadTable;
  /** What a cell holds. */
  valueOf(cell: Cell): unknown;
  /** Its times, and what is known of it as a list. */
  metaOf(cell: Cell): any;
  /** Lists that follow what is written. */
  readonly collections?: ListRegistry | undefined;
  /** The first node of an owner. */
  nodeOf(owner: Owner): Node | undefined;
  /** Adds a node to its owner. */
  addNode(owner: Owner, node: Node): void;
  /** Lets go of values that nobody reads, if there are many. */
  tidy?(): void;
  /** Notes what a node is made of. */
  setSources(node: Node, sources: readonly Source[]): void;
  /** Whether values that are replaced may come back soon. */
  retainsEarlier?(node: Node): boolean;
  /** Whether the value of an entity is there only for what cannot do without it. */
  hides?(node: Node, args: readonly any[]): boolean;
  /** Whether a node of the newest state has the value that this older one has. */
  shares?(node: Node): boolean;
}

/** Whether a list does not show a row that it has. */
export type RowFilter = (row: any, pk: string) => boolean;

const PASSTHROUGH = {
  schema: undefined,
  kind: Kind.passthrough,
} as SchemaFacts;

/** How many results of one schema are retained for one value, each for other arguments. */
const MOST_RESULTS = 2000;

/** What reads of one graph remember of schemas. */
export class ReadMemory {
  readonly #facts = new WeakMap<object, SchemaFacts>();
  /** The first class of each key; in development only. */
  readonly #classes = new Map<string, EntityClass>();
  /** The last one that was asked for. Without it W7, nothing changed, takes a quarter longer. */
  #last = PASSTHROUGH;

  /** What reading needs to know of a schema. */
  factsOf(schema: any): SchemaFacts {
    if (schema === this.#last.schema) return this.#last;
    if (typeof schema !== "function" && !isObject(schema)) return PASSTHROUGH;
    let facts = this.#facts.get(schema);
    if (facts === undefined) {
      this.#facts.set(schema, facts = learn(schema));
      if (isDevelopment() && facts.kind === Kind.entity) {
        warnOfSharedKey(schema, this.#classes);
      }
    }
    return this.#last = facts;
  }

  /** What stands for a query with these arguments: its node has no other owner. */
  queryOf(schema: object, args: readonly any[]): SchemaFacts {
    const facts = this.factsOf(schema);
    return resultOf(
      facts,
      facts,
      serializeArgs(args),
      () => ({ ...facts, kind: Kind.query }),
    );
  }
}

/** How deep entities are built inside each other; what is deeper is built after them, so that the stack does not grow with the data. */
const DEPTH = 100;

/** What was read, and what it is made of. */
export interface Found {
  readonly value: any;
  /** What changes when the value does. */
  readonly sources: readonly Source[];
}

/**
 * One read: builds what is outdated, and takes the rest as it is.
 *
 * Entities, and what was asked for, have nodes. Lists and objects inside of
 * them are parts of them.
 *
 * An entity is built inside of what contains it, so mostly a value is complete
 * when it is handed out. Where entities contain each other, the one that is
 * being built hands out its instance before it is filled. If it turns out to
 * be invalid then, those who got it are built once more.
 */
export class Denormalizer implements IDenormalizeDelegate, IQueryDelegate {
  readonly INVALID: typeof INVALID = INVALID;
  /** An own property, so that schemas may take it off the delegate. */
  readonly unvisit: (schema: any, input: any) => any;

  readonly #space: ReadSpace;
  readonly #memory: ReadMemory;
  /** Sources of all nodes that are being built, one after the other. */
  readonly #sources: Source[] = [];
  /** What is being built. */
  #node: Pick<Node, "sources" | "lenses" | "cell"> = {
    sources: NOTHING,
    lenses: undefined,
    cell: undefined,
  };
  /** Where the sources of that start. */
  #start = 0;
  #depth = 0;
  /** The last list whose items are all that it was made of, each by a node. */
  #list: unknown;
  /** Which rows the list that is being built leaves out. */
  #filter: RowFilter | undefined;
  /** Entities that were handed out and wait to be built. */
  readonly #deferred: Node[] = [];
  /** Entities that were handed out before it was known whether they are valid, and which arguments decide their value. */
  readonly #handedOut: Node[] = [];
  /** Those that were asked for, which are few. An application's selector is called once for a read: one that serializes its arguments would double the time of W8, first read. */
  readonly #lenses: Lenses[] = [];
  /** In development: what becomes read-only when it is complete. */
  readonly #guards = isDevelopment() ? new Guards() : undefined;

  /**
   * @param space where to read
   * @param args arguments of the endpoint or query
   * @param report takes what could not be read while the rest is there
   */
  constructor(
    space: ReadSpace,
    readonly args: readonly any[],
    readonly report: Reporter = logReport,
  ) {
    this.#space = space;
    const memory = this.#memory = space.memory;
    // W8: V8 makes functions that a field has by themselves old, and retains all that they refer to
    const unvisit = (schema: any, input: any) =>
      this.#visit(memory.factsOf(schema), input);
    this.unvisit = unvisit;
  }

  /**
   * Reads a value from the top.
   *
   * @param schema describes it
   * @param input what is stored
   */
  read(schema: any, input: any): Found {
    return this.readBy(this.#memory.factsOf(schema), input);
  }

  /**
   * The same by what is known of the schema.
   *
   * @param owner has the node of the value, or is that: the cell of an entity
   * or of a response
   */
  readBy(facts: SchemaFacts, input: any, owner?: Owner): Found {
    this.#space.tidy?.();
    try {
      const value = this.#untilStable(facts, input, owner);
      for (const node of this.#handedOut) {
        if (node.lenses === undefined) continue;
        for (const other of receiversOf(node)) addLenses(other, node.lenses);
      }
      return { value, sources: this.#sources };
    } catch (error) {
      for (const node of this.#deferred) {
        node.value = undefined;
        abandon(node);
      }
      throw error;
    } finally {
      this.#guards?.apply();
    }
  }

  /** The node of a query. */
  query(facts: SchemaFacts): Node {
    const node = this.#nodeOf(facts, facts);
    if (node.status !== Status.clean) {
      this.readBy(facts, node.input, node);
    }
    return node;
  }

  get parentPk(): string | undefined {
    return this.#node.cell?.pk;
  }

  unvisitItems(schema: any, items: readonly any[]): any[] {
    const facts = this.#memory.factsOf(schema);
    const sources = this.#sources;
    const start = this.#start;
    const isFirst = sources.length === start;
    const { sources: before } = this.#node;
    const result: any[] = [];
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      // Mostly the same items are at the same places as before. Without this W2r, 1 % changed, takes a quarter longer.
      const known = before[sources.length - start] as Node | undefined;
      const isKnown = known?.facts === facts && known.cell?.pk === item &&
        known.status === Status.clean && known.lenses === undefined;
      if (isKnown) sources.push(known);
      const value = isKnown ? known.value : this.#visit(facts, item);
      if (
        value !== undefined && typeof value !== "symbol" &&
        !this.isLeftOut(value)
      ) result.push(value);
    }
    const count = sources.length - start;
    if (
      facts.kind === Kind.entity && isFirst && count === items.length &&
      count === result.length
    ) this.#list = result;
    return result;
  }

  isLeftOut(value: unknown): boolean {
    const filter = this.#filter;
    const space = this.#space;
    const child = filter || space.hides ? this.#sources.at(-1) : undefined;
    return child instanceof Node && child.cell !== undefined &&
      (child.value === value && space.hides?.(child, this.args) ||
        filter !== undefined && isObject(child.input) &&
          filter(child.input, child.cell.pk));
  }

  argsKey(selector: LensSelector): string | undefined {
    const lenses = this.#lensOf(selector);
    addLenses(this.#node, lenses);
    return lenses[0]!.value;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const sources = this.#sources;
    const { length } = sources;
    let cell = length > this.#start ? sources.at(-1) : undefined;
    // The fields of an entity are columns of one cell. Without this W8, first read, takes half as long again.
    if (
      !(cell instanceof Cell && cell.pk === pk && cell.table.key === key &&
        cell.table.kind === "entity")
    ) sources.push(cell = this.#space.cellOf(key, String(pk)));
    return this.#space.valueOf(cell) as EntityValue | undefined;
  }

  getEntities(key: string): EntityTableView | undefined {
    const { whole, view } = this.#space.tableOf(key);
    this.#sources.push(whole);
    return view;
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const cell = this.#space.indexCellOf(key, field, value);
    this.#sources.push(cell);
    // those that have the value, or the newest of them alone
    const held = this.#space.valueOf(cell);
    return Array.isArray(held) ? held.at(-1) : held as string | undefined;
  }

  derive(
    owner: object,
    schema: any,
    input: any,
    process: (value: any, ...args: any[]) => any,
  ): any {
    const facts = this.#memory.factsOf(schema);
    // arguments of functions of the application are complete, as far as it can
    // be
    const value = this.#untilStable(facts, input);
    this.#guards?.apply();
    if (value === undefined || value === null || typeof value === "symbol") {
      return value;
    }
    const argsKey = this.argsKey(serializeArgs)!;
    const results = this.#memory.factsOf(owner);
    // a primitive is a part of what is asked of the query
    const isPart = Object(value) !== value;
    return resultOf(
      results,
      isPart ? results : value,
      isPart ? `${typeof value} ${value} ${argsKey}` : argsKey,
      () => process(value, ...this.args),
    );
  }

  /**
   * Visits, and again as long as an entity that was handed out turns out to be
   * invalid. With fewer valid entities it cannot become valid again, nor can
   * any that is invalid already; those that are valid are looked at once more.
   */
  #untilStable(facts: SchemaFacts, input: any, owner?: Owner): any {
    const sources = this.#sources;
    const handedOut = this.#handedOut;
    const start = sources.length;
    let { length } = handedOut;
    for (;;) {
      const value = this.#visitApart(facts, input, owner);
      const depth = this.#depth;
      this.#depth = 0;
      for (let node = this.#deferred.pop(); node; node = this.#deferred.pop()) {
        this.#build(node, node.input, node.value);
      }
      this.#depth = depth;
      let isRefuted = false;
      while (length < handedOut.length) {
        const refuted = handedOut[length++]!;
        if (typeof refuted.value !== "symbol") continue;
        isRefuted = true;
        const again = receiversOf(refuted, true);
        for (const node of again) {
          node.status = Status.outdated;
          node.changed = undefined;
        }
        // nothing is outdated in what is current
        for (const node of again) {
          // whoever asked a query asks it again
          if (
            node.status === Status.outdated && node.facts.kind !== Kind.query
          ) this.#build(node, this.#rowOf(node));
        }
      }
      if (!isRefuted) return value;
      sources.length = start;
    }
  }

  #queryKey(schema: any, args: readonly any[]): any {
    const recurse = (schema: any, args: readonly any[]): any =>
      this.#queryKey(schema, args);
    if (typeof schema?.queryKey === "function") {
      return schema.queryKey(args, recurse, this);
    }
    switch (this.#memory.factsOf(schema).kind) {
      case Kind.passthrough:
        return schema;
      case Kind.object:
        return queryKeyOfObject(schema, args, recurse);
    }
    return undefined;
  }

  /** Reads what is a part of what is being built, unless it is an entity, whose cell may be known. */
  #visit(facts: SchemaFacts, input: any, known?: Cell): any {
    if (input === null || typeof input === "symbol") return input;
    if (facts.kind !== Kind.entity) {
      return input === undefined && facts.schema?.isLive !== true
        ? undefined
        : this.#make(facts, input);
    }
    if (typeof input === "object") {
      return this.#visitNode(this.#nodeOf(input, facts), input);
    }
    if (typeof input !== "string" && typeof input !== "number") {
      return undefined;
    }
    const cell = known ?? this.#space.cellOf(facts.key, String(input));
    const row = this.#space.valueOf(cell);
    if (isObject(row)) return this.#visitNode(this.#nodeOf(cell, facts), row);
    this.#sources.push(cell);
    return row;
  }

  /**
   * Reads a value that is remembered by itself.
   *
   * @param owner has its node, or is that; by default the input, and the schema
   * of what is computed from tables alone
   */
  #visitApart(facts: SchemaFacts, input: any, owner?: Owner): any {
    const { kind, schema } = facts;
    if (kind === Kind.entity) {
      return this.#visit(
        facts,
        input,
        typeof input === "string" ? owner as Cell | undefined : undefined,
      );
    }
    if (owner instanceof Node) return this.#visitNode(owner, input);
    return isObject(input) || input === undefined && schema?.isLive === true
      ? this.#visitNode(this.#nodeOf(owner ?? input ?? schema, facts), input)
      : this.#visit(facts, input);
  }

  /** The value of what is no entity. */
  #make({ kind, schema }: SchemaFacts, input: any): any {
    let value = input;
    switch (kind) {
      case Kind.array:
        value = denormalizeArray(schema, input, this);
        break;
      case Kind.object:
        value = denormalizeObject(schema, input, this);
        break;
      case Kind.custom:
        value = schema.denormalize(input, this);
        // cells of a Scalar are what is stored
        if (schema.isStoredApart) return value;
        break;
      case Kind.deserializer:
        return deserialize(schema, input);
      case Kind.validator:
        return validateOnRead(schema, input, "value");
    }
    this.#guards?.notePart(value, input);
    return value;
  }

  /** The value of a response to a query. */
  #runQuery(node: Node): any {
    const { schema } = node.facts;
    const key = this.#queryKey(schema, this.args);
    if (!isSameValue(node.input, key)) node.input = key;
    return key === undefined
      ? undefined
      : this.#visitApart(this.#memory.factsOf(schema), node.input);
  }

  /** The node of an owner for a schema; made if there is none. */
  #nodeOf(owner: Owner, facts: SchemaFacts): Node {
    const space = this.#space;
    const first = space.nodeOf(owner);
    const known = first && this.#find(first, facts);
    // what a query found may have been built anew since
    if (known !== undefined && facts.kind !== Kind.query) return known;
    const shared = space.newest &&
      this.#find(space.newest.nodeOf(owner), facts);
    if (shared !== undefined && space.shares!(shared)) return shared;
    if (known !== undefined) return known;
    const node = new Node(owner instanceof Cell ? owner : undefined, facts);
    space.addNode(owner, node);
    if (facts.schema?.isLive) {
      // rows that come and go may not be visible
      const { value, input } = facts.last ?? node;
      node.value ??= value;
      node.input ??= input;
      if (space.newest === undefined) facts.last = node;
    }
    return node;
  }

  /** The node for a schema and these arguments. One that is current comes before one that is outdated. */
  #find(first: Node | undefined, { identity }: SchemaFacts): Node | undefined {
    let outdated: Node | undefined;
    for (let node = first; node !== undefined; node = node.next) {
      if (node.facts.identity !== identity) continue;
      if (node.status >= Status.open) return node;
      if (node.lenses !== undefined && !this.#applies(node.lenses)) continue;
      if (node.status === Status.clean) return node;
      outdated ??= node;
    }
    return outdated;
  }

  #visitNode(node: Node, row: unknown): any {
    if (node.status === Status.open) node.status = Status.handedOut;
    else if (node.status === Status.outdated) {
      const { cell, facts } = node;
      // only what is stored can be nested without end
      const instance =
        this.#depth >= DEPTH && cell && facts.kind === Kind.entity
          ? facts.schema.createIfValid(row)
          : undefined;
      if (instance !== undefined) {
        node.status = Status.handedOut;
        node.value = instance;
        node.input = row;
        this.#deferred.push(node);
      } else if (
        node.changed === undefined || node.lenses !== undefined ||
        node.input !== row || !this.#correct(node)
      ) this.#build(node, row);
    }
    this.#sources.push(node);
    // what decides of one that is being built is known when it is done
    if (node.lenses !== undefined && node.status === Status.clean) {
      addLenses(this.#node, node.lenses);
    }
    return node.value;
  }

  /** What a node is built from now. */
  #rowOf({ cell, input }: Node): unknown {
    return cell === undefined ? input : this.#space.valueOf(cell);
  }

  /**
   * Builds the value of a node.
   *
   * @param row what it is built from
   * @param handedOut the instance of an entity that was handed out already
   */
  #build(node: Node, row: any, handedOut?: any): void {
    const { facts, value: oldValue, input: oldInput } = node;
    const sources = this.#sources;
    const outer = this.#node;
    const outerStart = this.#start;
    const outerFilter = this.#filter;
    const start = this.#start = sources.length;
    this.#node = node;
    this.#filter = node.cell && facts.schema.filterOf && this.#filterOf(node);
    this.#depth++;
    if (node.status === Status.outdated) node.status = Status.open;
    node.input = row;
    node.lenses = undefined;
    try {
      let value;
      if (facts.kind === Kind.entity) {
        const instance = handedOut ?? facts.schema.createIfValid(row);
        node.value = instance;
        value = instance === undefined
          ? INVALID
          : facts.schema.denormalize(instance, this);
        if (node.status === Status.handedOut && typeof value !== "symbol") {
          value = adoptValue(instance, value);
        }
        this.#guards?.note(value, row);
      } else {
        value = facts.kind === Kind.query
          ? this.#runQuery(node)
          : this.#make(facts, row);
      }
      this.#space.setSources(
        node,
        sources.length === start ? NOTHING : sources.slice(start),
      );
      node.changed = Array.isArray(value) && value === this.#list
        ? []
        : undefined;
      this.#list = undefined;
      const isHandedOut = node.status === Status.handedOut;
      node.status = Status.clean;
      node.value = value;
      if (isHandedOut) this.#handedOut.push(node);
      else if (oldValue !== undefined || node.earlier !== undefined) {
        this.#retain(node, oldValue, oldInput);
      }
    } catch (error) {
      node.value = handedOut === undefined ? oldValue : undefined;
      node.input = oldInput;
      abandon(node);
      throw this.#isEndless(error, facts)
        ? endlessDefault(facts.schema)
        : error;
    } finally {
      sources.length = start;
      this.#depth--;
      this.#node = outer;
      this.#start = outerStart;
      this.#filter = outerFilter;
    }
  }

  /** Whether a class builds its default from itself: no object contains an equal one. */
  #isEndless(error: unknown, { kind }: SchemaFacts): boolean {
    return isDevelopment() && error instanceof RangeError &&
      this.#depth > DEPTH && kind === Kind.entity;
  }

  /** Which rows a list leaves out; nothing for what is no list, or one that selects none. */
  #filterOf({ cell, facts: { schema, kind } }: Node): RowFilter | undefined {
    // entities are classes
    if (
      cell === undefined || kind !== Kind.entity ||
      typeof schema.filterOf !== "function"
    ) return undefined;
    const { collections } = this.#space;
    return schema.filterOf(cell.pk, this.#space.metaOf(cell), collections);
  }

  /** Gives a node the value of before, or the one before that, if it is equal to the new one. */
  #retain(node: Node, oldValue: any, oldInput: unknown): void {
    if (equalsEarlier(node, oldValue, oldInput)) {
      node.value = oldValue;
      return;
    }
    let { earlier } = node;
    const older = earlier instanceof Node ? earlier : earlier?.older;
    node.earlier = this.#space.retainsEarlier?.(node)
      ? { value: oldValue, input: oldInput, older }
      : undefined;
    for (; earlier !== undefined; earlier = earlier.older) {
      if (!equalsEarlier(node, earlier.value, earlier.input)) continue;
      node.value = earlier.value;
      return;
    }
  }

  /** Gives a list of which only items have changed the new ones; tells whether that is all there is to it. */
  #correct(node: Node): boolean {
    const { changed, sources, input, value: list } = node;
    const { length } = this.#sources;
    const filter = this.#filterOf(node);
    let result = list as unknown[];
    for (const child of new Set(changed!)) {
      if (!(child instanceof Node) || child.lenses !== undefined) return false;
      const row = this.#rowOf(child);
      const value = isObject(row) ? this.#visitNode(child, row) : undefined;
      this.#sources.length = length;
      if (
        value === undefined || typeof value === "symbol" ||
        child.lenses !== undefined ||
        filter !== undefined && filter(row, child.cell!.pk)
      ) return false;
      for (
        let place = sources.indexOf(child);
        place >= 0;
        place = sources.indexOf(child, place + 1)
      ) {
        if (result[place] === value) continue;
        if (result === list) result = result.slice();
        result[place] = value;
      }
    }
    // an item that contains the list may have corrected it
    if (node.status === Status.outdated) {
      node.status = Status.clean;
      node.changed = [];
      node.value = result;
      this.#guards?.notePart(result, list);
      this.#retain(node, list, input);
    }
    return true;
  }

  /** Whether these arguments say what a value depends on. */
  #applies(lenses: Lenses): boolean {
    return lenses.every(({ selector, value }) =>
      value === this.#lensOf(selector)[0]!.value
    );
  }

  #lensOf(selector: LensSelector): Lenses {
    for (const lenses of this.#lenses) {
      if (lenses[0]!.selector === selector) return lenses;
    }
    const lenses = [{ selector, value: selector(this.args) }];
    this.#lenses.push(lenses);
    return lenses;
  }
}

/** Reads a query. The input of the node is the key by which its value was found. */
export function queryNode(
  space: ReadSpace,
  schema: any,
  args: readonly any[],
  report?: Reporter,
): Node {
  const query = space.memory.queryOf(schema, args);
  // in an older state, what a query found may have been built anew since
  return space.newest === undefined &&
      knownNode(space, query, query, () => args) ||
    new Denormalizer(space, args, report).query(query);
}

/**
 * What was read before, if it is current and for these arguments: the common
 * case, without a Denormalizer.
 *
 * @param space where to read
 * @param facts of a schema, or a query
 * @param owner the owner of the node
 * @param argsOf gives the arguments
 */
export function knownNode(
  space: ReadSpace,
  { identity }: SchemaFacts,
  owner: Owner,
  argsOf: () => readonly any[],
): Node | undefined {
  // the newest state has nodes in the cells themselves
  let node = space.newest === undefined && owner instanceof Cell
    ? owner.node
    : space.nodeOf(owner);
  for (; node !== undefined; node = node.next) {
    if (
      node.facts.identity === identity && node.status === Status.clean &&
      !node.lenses?.some(({ selector, value }) => selector(argsOf()) !== value)
    ) return node;
  }
  return undefined;
}

function learn(schema: any): SchemaFacts {
  const kind = kindOf(schema);
  return {
    schema,
    kind,
    key: kind === Kind.entity ? String(schema.key) : "",
    identity: kind === Kind.array
      ? identityOf(schema[0], "list") ?? schema
      : typeof schema.denormalize === "function"
      ? schema.cacheWith ?? schema
      : schema,
    results: new WeakMap(),
  };
}

/** What a schema made of an object, computed if it was not. */
function resultOf<Result>(
  { results }: SchemaFacts,
  value: object,
  argsKey: string,
  compute: () => Result,
): Result {
  let byArgs = results.get(value);
  if (byArgs === undefined) results.set(value, byArgs = new Map());
  if (byArgs.has(argsKey)) return byArgs.get(argsKey) as Result;
  const result = compute();
  if (byArgs.size === MOST_RESULTS) byArgs.clear();
  byArgs.set(argsKey, result);
  return result;
}

/** Whether an older value of a node equals its new one, so that the older one may stay. */
function equalsEarlier(
  { input, facts, value }: Node,
  oldValue: any,
  oldInput: unknown,
): boolean {
  if (Object.is(oldValue, value)) return true;
  if (
    !isObject(oldValue) || !isObject(value) ||
    // it is the value of what the query found, or of nothing
    facts.kind === Kind.query
  ) return false;
  if (facts.kind === Kind.entity && typeof facts.schema === "function") {
    // rows that come back when a layer is taken back are equal, not the same
    return isSameValue(oldInput, input) &&
      planOf(facts.schema).nested.every((field) =>
        // what the row does not have is the default of the class
        !Object.hasOwn(input as object, field.name) &&
          !field.schema.isLive && !field.schema.isStoredApart ||
        isSameValue(oldValue[field.name], value[field.name])
      );
  }
  return isSameValue(oldValue, value);
}

/** What was made of a node in the same read: before, nothing that contains it was current. */
function receiversOf(node: Node, isValid?: boolean): Set<Node> {
  const receivers = new Set<Node>();
  const add = (parent: unknown) => {
    if (
      parent instanceof Node && parent.status === Status.clean &&
      !(isValid && typeof parent.value === "symbol")
    ) receivers.add(parent);
  };
  eachDependent(node, add);
  for (const receiver of receivers) eachDependent(receiver, add);
  return receivers;
}

/** Takes back that the value of a node is known, and of all that was made of it. */
function abandon(node: Node): void {
  node.status = Status.outdated;
  mark(node, []);
}

function addLenses(
  target: Pick<Node, "lenses">,
  lenses: Lenses | undefined,
): void {
  const known = target.lenses ??= lenses;
  const added = known === lenses
    ? undefined
    : lenses?.filter((lens) =>
      !known!.some(({ selector }) => selector === lens.selector)
    );
  if (added?.length) target.lenses = [...known!, ...added];
}

/**
 * Makes a value that was already handed out show what it turned out to be, so
 * that cycles through lists and maps close.
 *
 * @param handedOut the value that was handed out
 * @param final what it should have been
 * @returns `handedOut`, or `final` if `handedOut` cannot be made to show it
 */
function adoptValue(handedOut: any, final: any): unknown {
  if (
    handedOut === final || Object(handedOut) !== handedOut ||
    Object(final) !== final ||
    Object.getPrototypeOf(handedOut) !== Object.getPrototypeOf(final)
  ) return final;
  if (Array.isArray(handedOut)) handedOut.length = final.length as number;
  for (const name of Object.keys(handedOut)) {
    if (!Object.hasOwn(final, name)) delete handedOut[name];
  }
  for (const name of Object.keys(final)) setOwn(handedOut, name, final[name]);
  return handedOut;
}
