// deno-lint-ignore-file no-explicit-any -- values of every schema pass through here
import { denormalizeArray } from "./array.ts";
import type {
  EntityTableView,
  EntityValue,
  IDenormalizeDelegate,
  IQueryDelegate,
} from "./contract.ts";
import { deserialize } from "./deserializer.ts";
import { planOf } from "./entity_plan.ts";
import { type EntityClass, warnOfSharedKey } from "./entity_warnings.ts";
import { isDevelopment } from "./environment.ts";
import { endlessDefault } from "./errors.ts";
import { INVALID } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import { identityOf, Kind, kindOf } from "./kind.ts";
import {
  Cell,
  eachParent,
  MANY,
  mark,
  Node,
  NOTHING,
  type Owner,
  type Source,
  Status,
} from "./nodes.ts";
import { denormalizeObject, queryKeyOfObject } from "./object.ts";
import { setOwn } from "./own.ts";
import { logReport, type Reporter } from "./report.ts";
import { isSameValue } from "./same_value.ts";
import { serializeArgs } from "./serialize_args.ts";
import { validateOnRead } from "./standard_schema.ts";

/** Selects what of the arguments a value depends on. */
export type LensSelector = (args: readonly any[]) => string | undefined;

/** What a selector selected of the arguments. */
interface Lens {
  readonly selector: LensSelector;
  readonly value: string | undefined;
}

/** What a value depends on besides what it is made of. */
export type Lenses = readonly Lens[];

/** A table as reading sees it. */
export interface ReadTable {
  /** Changes with the primary keys of the table, and when it comes into existence. */
  readonly members: Source;
  /** Changes with any row of the table. */
  readonly rows: Source;
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
  /** The first node of an owner. */
  nodeOf(owner: Owner): Node | undefined;
  /** Keeps a node with its owner. */
  addNode(owner: Owner, node: Node): void;
  /** Lets go of values that nobody reads, if there are many. */
  tidy?(): void;
  /** Notes what a node is made of. */
  setChildren(node: Node, children: readonly Source[]): void;
  /** Whether values that are replaced may come back soon. */
  keepsEarlier?(node: Node): boolean;
  /** Whether a node of the newest state shows what is to be seen in this older one. */
  shares?(node: Node): boolean;
}

/** What reading needs to know of a schema. */
export interface SchemaFacts {
  readonly schema: any;
  readonly kind: number;
  /** The table of an entity. */
  readonly key: string;
  /** Schemas that have the same share their nodes. */
  readonly identity: object;
  /** The value is computed from tables even where nothing is stored. */
  readonly isLive: boolean;
}

const PASSTHROUGH: SchemaFacts = {
  schema: undefined,
  kind: Kind.passthrough,
  key: "",
  identity: {},
  isLive: false,
};

/** How many results of one schema are kept for one value, each for other arguments. */
const MOST_RESULTS = 2000;

/** What reads of one graph remember of schemas. */
export class ReadMemory {
  readonly #facts = new WeakMap<object, SchemaFacts>();
  /** The first class of each key; in development only. */
  readonly #classes = new Map<string, EntityClass>();
  readonly #results = new WeakMap<object, Results>();
  #lastSchema: unknown;
  #lastFacts = PASSTHROUGH;

  /** What reading needs to know of a schema. */
  factsOf(schema: any): SchemaFacts {
    if (schema === this.#lastSchema) return this.#lastFacts;
    if (!isObject(schema) && typeof schema !== "function") return PASSTHROUGH;
    let facts = this.#facts.get(schema);
    if (facts === undefined) {
      this.#facts.set(schema, facts = learn(schema));
      if (isDevelopment() && facts.kind === Kind.entity) {
        warnOfSharedKey(schema, this.#classes);
      }
    }
    this.#lastSchema = schema;
    return this.#lastFacts = facts;
  }

  /** What stands for a query with these arguments: its node has no other owner. */
  questionOf(schema: object, args: readonly any[]): SchemaFacts {
    const facts = this.factsOf(schema);
    return this.resultOf(
      facts,
      facts,
      serializeArgs(args),
      () => ({ ...facts, kind: Kind.query }),
    ) as SchemaFacts;
  }

  /** What a schema made of an object, computed if it was not. */
  resultOf(
    owner: object,
    value: object,
    argsKey: string,
    compute: () => unknown,
  ): unknown {
    let results = this.#results.get(owner);
    if (results === undefined) {
      this.#results.set(owner, results = new WeakMap());
    }
    let byArgs = results.get(value);
    if (byArgs === undefined) results.set(value, byArgs = new Map());
    if (byArgs.has(argsKey)) return byArgs.get(argsKey);
    const result = compute();
    if (byArgs.size === MOST_RESULTS) byArgs.clear();
    byArgs.set(argsKey, result);
    return result;
  }
}

/** What one schema made of objects: by object, then by arguments. */
type Results = WeakMap<object, Map<string, unknown>>;

/** How deep entities are built inside each other; what is deeper is built after them, so that the stack does not grow with the data. */
const DEPTH = 100;

/** What was read, and what it is made of. */
export interface Found {
  readonly value: any;
  /** What changes when the value does. */
  readonly sources: readonly Source[];
}

/** What is known of the node that is being built. */
class Frame {
  /** What is built; `undefined` around the outermost one. */
  node: Node | undefined = undefined;
  /** Where its children start among those of all open nodes. */
  start = 0;
  /** The value of before. */
  oldValue: unknown = undefined;
  /** What that was built from. */
  oldInput: unknown = undefined;
  /** Whether the children are the items of a list and nothing else. */
  isList = false;
  /** Whether the children are the very ones of before. */
  isSame = false;
  /** What of the arguments decides the value. */
  lenses: Lenses | undefined = undefined;
  /** The frame of what it contains. W3: one for all that it contains, one after the other. */
  inner: Frame | undefined = undefined;

  /** @param outer the frame of what contains it */
  constructor(readonly outer: Frame | undefined) {}
}

/**
 * One read: builds what is due, and takes the rest as it is.
 *
 * An entity is built inside of what contains it, so mostly a value is complete
 * when it is given away. Where entities contain each other, the one that is
 * being built hands out its instance before it is filled. If it turns out to
 * be invalid then, those who got it are built once more when the read is done.
 */
export class ReadPass implements IDenormalizeDelegate, IQueryDelegate {
  readonly args: readonly any[];
  readonly INVALID: typeof INVALID = INVALID;
  /** An own property, so that schemas may take it off the delegate. */
  readonly unvisit = (schema: any, input: any): any =>
    this.#visit(this.#memory.factsOf(schema), input);

  /** Takes what could not be read while the rest is there. */
  readonly report: Reporter;

  readonly #space: ReadSpace;
  readonly #memory: ReadMemory;
  /** Children of all nodes that are being built, one after the other. */
  readonly #children: Source[] = [];
  /** Entities that were given away and wait to be built. */
  readonly #putOff: Node[] = [];
  /** Entities that were given away before it was known that they are invalid. */
  readonly #refuted: Node[] = [];
  /** Entities that were given away before it was known which arguments decide their value. */
  readonly #lensed: Node[] = [];
  #frame: Frame = new Frame(undefined);
  #depth = 0;
  /** Whether an entity encloses the position: lists and objects there belong to it. */
  #isInsideEntity = false;
  /** Those that were asked for, which are few. W8: values that depend on one alone share it. */
  readonly #lenses: Lenses[] = [];

  constructor(
    space: ReadSpace,
    args: readonly any[],
    report: Reporter = logReport,
  ) {
    this.report = report;
    this.#space = space;
    this.#memory = space.memory;
    this.args = args;
  }

  /**
   * Reads a value from the top.
   *
   * @param schema describes it
   * @param input what is stored
   * @param owner keeps the node of the value: the cell of a response
   */
  read(schema: any, input: any, owner?: Owner): Found {
    const facts = this.#memory.factsOf(schema);
    return this.#complete(() => this.#visit(facts, input, owner));
  }

  /** Answers a query. The input of its node is the key by which the value was found. */
  query(schema: any): Node {
    const question = this.#memory.questionOf(schema, this.args);
    const node = this.#nodeOf(question, question);
    if (node.status === Status.clean) return node;
    this.#complete(() =>
      this.#build(node, node.input, () => {
        const key = this.#queryKey(schema, this.args);
        if (!isSameValue(node.input, key)) node.input = key;
        return key === undefined
          ? undefined
          : this.#visit(this.#memory.factsOf(schema), node.input);
      })
    );
    return node;
  }

  /** Computes the key of a query. */
  queryKey(schema: any): Found {
    return this.#complete(() => this.#queryKey(schema, this.args));
  }

  unvisitItems(schema: any, items: readonly any[]): any[] {
    const facts = this.#memory.factsOf(schema);
    const isEntity = facts.kind === Kind.entity;
    const frame = this.#frame;
    const children = this.#children;
    const isAlone = isEntity && children.length === frame.start;
    const corrected = isAlone ? this.#correctItems(facts, items) : undefined;
    if (corrected !== undefined) return corrected;
    const result: any[] = [];
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      const value = isEntity && typeof item === "string"
        ? this.#visitPk(facts, item)
        : this.#visit(facts, item);
      if (value !== undefined && typeof value !== "symbol") result.push(value);
    }
    frame.isList = isAlone && items.length > 0 && frame.node !== undefined &&
      children.length - frame.start === items.length &&
      result.length === items.length && frame.lenses === undefined &&
      areNodes(children, frame.start);
    return result;
  }

  argsKey(selector: LensSelector): string | undefined {
    const lenses = this.#lensOf(selector);
    addLenses(this.#frame, lenses);
    return lenses[0]!.value;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const cell = this.#space.cellOf(key, String(pk));
    const children = this.#children;
    // the fields of an entity are columns of one cell
    if (
      children.length === this.#frame.start ||
      children[children.length - 1] !== cell
    ) children.push(cell);
    return this.#space.valueOf(cell) as EntityValue | undefined;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.#space.tableOf(key);
    this.#children.push(table.members);
    return table.view && new WatchedTable(table, table.view, this.#children);
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const cell = this.#space.indexCellOf(key, field, value);
    this.#children.push(cell);
    // a chain of those that have the value, or the newest of them alone
    const held = this.#space.valueOf(cell) as { pk: string } | undefined;
    return isObject(held) ? held.pk : held;
  }

  derive(
    owner: object,
    schema: any,
    input: any,
    process: (value: any, ...args: any[]) => any,
  ): any {
    const isInsideEntity = this.#isInsideEntity;
    this.#isInsideEntity = false;
    let value: any;
    try {
      // what functions of the application are given is complete, as far as it can be
      value = this.#settle(() => this.unvisit(schema, input));
    } finally {
      this.#isInsideEntity = isInsideEntity;
    }
    if (value === undefined || value === null || typeof value === "symbol") {
      return value;
    }
    const argsKey = this.argsKey(serializeArgs)!;
    const compute = () => process(value, ...this.args);
    // a primitive is a part of what is asked of the query
    return Object(value) === value
      ? this.#memory.resultOf(owner, value, argsKey, compute)
      : this.#memory.resultOf(
        owner,
        owner,
        `${typeof value} ${value} ${argsKey}`,
        compute,
      );
  }

  /** Runs the outermost visit. */
  #complete(visit: () => any): Found {
    this.#space.tidy?.();
    try {
      const value = this.#settle(visit);
      for (const node of this.#lensed) {
        for (const receiver of receiversOf(node)) {
          // built once more, it may have none
          addLenses(receiver, node.lenses);
        }
      }
      return { value, sources: this.#children };
    } catch (error) {
      for (const node of this.#putOff) {
        node.value = undefined;
        abandon(node);
      }
      throw error;
    }
  }

  /** Visits, and again as long as something that was given away turns out to be invalid. */
  #settle(visit: () => any): any {
    const children = this.#children;
    const refuted = this.#refuted;
    const start = children.length;
    let { length } = refuted;
    for (;;) {
      const value = visit();
      this.#buildPutOff();
      if (refuted.length === length) return value;
      children.length = start;
      while (length < refuted.length) this.#rebuildAround(refuted[length++]!);
    }
  }

  #queryKey(schema: any, args: readonly any[]): any {
    if (typeof schema?.queryKey === "function") {
      return schema.queryKey(args, this.#recurse, this);
    }
    switch (this.#memory.factsOf(schema).kind) {
      case Kind.passthrough:
        return schema;
      case Kind.object:
        return queryKeyOfObject(schema, args, this.#recurse);
    }
    return undefined;
  }

  readonly #recurse = (schema: any, args: readonly any[]): any =>
    this.#queryKey(schema, args);

  #visit(facts: SchemaFacts, input: any, owner: Owner = input): any {
    const { kind } = facts;
    if (
      input === null || kind === Kind.passthrough || typeof input === "symbol"
    ) return input;
    if (input === undefined && !facts.isLive) return undefined;
    if (kind === Kind.entity) {
      if (typeof input === "string") return this.#visitPk(facts, input);
      if (typeof input === "number") return this.#visitPk(facts, String(input));
      return typeof input === "object"
        ? this.#visitNode(this.#nodeOf(input, facts), input)
        : undefined;
    }
    if (this.#isInsideEntity) return make(facts, input, this);
    // what is computed from tables alone has its schema in place of an input
    if (input === undefined || isObject(input)) {
      return this.#visitNode(this.#nodeOf(owner ?? facts.schema, facts), input);
    }
    return make(facts, input, this);
  }

  #visitPk(facts: SchemaFacts, pk: string): any {
    const cell = this.#space.cellOf(facts.key, pk);
    const row = this.#space.valueOf(cell);
    if (isObject(row)) return this.#visitNode(this.#nodeOf(cell, facts), row);
    this.#children.push(cell);
    return row;
  }

  /** The node of an owner for a schema; made if there is none. */
  #nodeOf(owner: Owner, facts: SchemaFacts): Node {
    const space = this.#space;
    const known = this.#find(space.nodeOf(owner), facts);
    // what a query found may have been built anew since
    if (known !== undefined && facts.kind !== Kind.query) return known;
    const shared = space.newest &&
      this.#find(space.newest.nodeOf(owner), facts);
    if (shared !== undefined && space.shares!(shared)) return shared;
    if (known !== undefined) return known;
    const cell = owner instanceof Cell ? owner : undefined;
    if (cell === undefined && facts.kind === Kind.entity) {
      this.#refuseEndlessDefault(facts, owner);
    }
    const node = new Node(cell, facts);
    space.addNode(owner, node);
    return node;
  }

  /**
   * No object contains an equal one. An entity that does has it from its class,
   * as a default, and that one has another.
   */
  #refuseEndlessDefault(
    { schema, identity }: SchemaFacts,
    input: object,
  ): void {
    for (
      let frame: Frame | undefined = this.#frame;
      frame?.node !== undefined;
      frame = frame.outer
    ) {
      const { node } = frame;
      if (node.facts.identity === identity && isSameValue(node.input, input)) {
        throw endlessDefault(schema);
      }
    }
  }

  /**
   * The node for a schema and these arguments. One that is current comes
   * before one that is due, and one that was made for these arguments before
   * one that was made for any: what is made of it is current, too.
   */
  #find(first: Node | undefined, { identity }: SchemaFacts): Node | undefined {
    let best: Node | undefined;
    for (let node = first; node !== undefined; node = node.next) {
      if (node.facts.identity !== identity) continue;
      if (node.status >= Status.open) return node;
      if (
        this.#applies(node) && (best === undefined ||
          node.status > best.status ||
          node.status === best.status && best.lenses === undefined)
      ) best = node;
    }
    return best;
  }

  #applies({ lenses }: Node): boolean {
    return lenses === undefined ||
      lenses.every(({ selector, value }) =>
        value === this.#lensOf(selector)[0]!.value
      );
  }

  #visitNode(node: Node, row: unknown): any {
    if (node.status === Status.due) {
      const { facts } = node;
      const instance = this.#depth >= DEPTH && facts.kind === Kind.entity
        ? facts.schema.createIfValid(row)
        : undefined;
      if (instance !== undefined) {
        node.status = Status.given;
        node.value = instance;
        node.input = row;
        this.#putOff.push(node);
      } else this.#build(node, row);
    } else if (node.status === Status.open) node.status = Status.given;
    this.#children.push(node);
    // what decides of one that is being built is known when it is done
    if (node.lenses !== undefined && node.status === Status.clean) {
      addLenses(this.#frame, node.lenses);
    }
    return node.value;
  }

  /** Fills a new instance of an entity. */
  #fill(node: Node, instance: any): any {
    if (instance === undefined) return INVALID;
    node.value = instance;
    this.#isInsideEntity = true;
    const value = node.facts.schema.denormalize(instance, this);
    return node.status === Status.given && typeof value !== "symbol"
      ? adoptValue(instance, value)
      : value;
  }

  /** Builds what was given away before it was complete. */
  #buildPutOff(): void {
    const depth = this.#depth;
    while (this.#putOff.length > 0) {
      const node = this.#putOff.pop()!;
      const { value, input } = node;
      this.#depth = 0;
      this.#build(node, input, () => this.#fill(node, value));
    }
    this.#depth = depth;
  }

  /**
   * Builds the value of a node.
   *
   * @param row what it is built from
   * @param build makes the value in another way than the schema
   */
  #build(node: Node, row: any, build?: () => any): void {
    const { facts, value: oldValue, input: oldInput } = node;
    const children = this.#children;
    const outer = this.#frame;
    const isInsideEntity = this.#isInsideEntity;
    const start = children.length;
    if (node.status < Status.open) node.status = Status.open;
    node.input = row;
    this.#depth++;
    try {
      const frame = this.#frame = outer.inner ??= new Frame(outer);
      frame.node = node;
      frame.start = start;
      frame.oldValue = oldValue;
      frame.oldInput = oldInput;
      frame.isList = frame.isSame = false;
      frame.lenses = undefined;
      const value = build !== undefined
        ? build()
        : facts.kind === Kind.entity
        ? this.#fill(node, facts.schema.createIfValid(row))
        : make(facts, row, this);
      const { isList, lenses } = frame;
      if (!frame.isSame) {
        const made = children.length === start
          ? NOTHING
          : children.slice(start);
        this.#space.setChildren(node, made);
      }
      node.changed = isList ? [] : undefined;
      node.lenses = lenses;
      const isGiven = node.status === Status.given;
      if (isGiven || oldValue === undefined) node.value = value;
      else this.#keep(node, value, oldValue, oldInput);
      node.status = Status.clean;
      if (isGiven) {
        if (lenses !== undefined) this.#lensed.push(node);
        if (typeof value === "symbol") this.#refuted.push(node);
      }
    } catch (error) {
      node.value = oldValue;
      node.input = oldInput;
      abandon(node);
      throw error;
    } finally {
      children.length = start;
      this.#depth--;
      this.#frame = outer;
      this.#isInsideEntity = isInsideEntity;
    }
  }

  /** Lets a node have a new value, or one of before if that shows the same. */
  #keep(node: Node, value: any, oldValue: any, oldInput: unknown): void {
    if (showsSame(node, oldValue, oldInput, value)) {
      node.value = oldValue;
      return;
    }
    const { earlier } = node;
    node.earlier = this.#space.keepsEarlier?.(node)
      ? { value: oldValue, input: oldInput }
      : undefined;
    node.value = earlier !== undefined &&
        showsSame(node, earlier.value, earlier.input, value)
      ? earlier.value
      : value;
  }

  /**
   * An entity turned out to be invalid although its instance was given away.
   * With fewer valid entities it cannot become valid again, nor can any that
   * is invalid already; those that are valid have to be looked at once more.
   */
  #rebuildAround(node: Node): void {
    const again = receiversOf(node, true);
    again.delete(node);
    for (const other of again) {
      other.status = Status.due;
      if (other.changed !== undefined) other.changed = MANY;
    }
    for (const other of again) {
      const { cell, facts, input, status } = other;
      // whoever asked a query asks it again
      if (status !== Status.due || facts.kind === Kind.query) continue;
      this.#build(
        other,
        cell === undefined ? input : this.#space.valueOf(cell),
      );
    }
  }

  /** The last value of a list with new items where they changed. */
  #correctItems(facts: SchemaFacts, items: readonly any[]): any[] | undefined {
    const frame = this.#frame;
    const { node: list, oldValue: last } = frame;
    if (
      list?.changed === undefined || !Array.isArray(last) ||
      list.children.length !== items.length ||
      (list.children[0] as Node).facts.identity !== facts.identity ||
      (list.children[0] as Node).cell!.table.key !== facts.key
    ) return undefined;
    const children = this.#children;
    const expected = list.children as readonly Node[];
    let result: any[] | undefined;
    // of the same row only those can differ that said so
    const places = list.input === frame.oldInput && list.changed !== MANY
      ? placesOf(items, list.changed)
      : undefined;
    const count = places?.length ?? expected.length;
    for (let turn = 0; turn < count; turn++) {
      const index = places === undefined ? turn : places[turn]!;
      const node = expected[index]!;
      if (node.cell!.pk !== items[index]) return undefined;
      if (
        node.status === Status.clean && node.value === last[index] &&
        node.lenses === undefined
      ) continue;
      const row = this.#space.valueOf(node.cell!);
      if (
        !isObject(row) ||
        this.#find(this.#space.nodeOf(node.cell!), facts) !== node
      ) return undefined;
      const value = this.#visitNode(node, row);
      children.length = frame.start;
      if (
        value === undefined || typeof value === "symbol" ||
        frame.lenses !== undefined
      ) return undefined;
      (result ??= last.slice())[index] = value;
    }
    frame.isList = frame.isSame = true;
    return result ?? last;
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

/** What was read of a cell before, if it is current and the same for all arguments: the common case, without a pass. */
export function knownNode(
  space: ReadSpace,
  schema: unknown,
  cell: Cell,
): Node | undefined {
  const { kind, key, identity } = space.memory.factsOf(schema);
  // the newest state keeps values and nodes in the cells themselves
  const isNewest = space.newest === undefined;
  let owner = cell;
  if (kind === Kind.entity) {
    const pk = isNewest ? cell.value : space.valueOf(cell);
    if (typeof pk !== "string") return undefined;
    owner = space.cellOf(key, pk);
  }
  let node = isNewest ? owner.node : space.nodeOf(owner);
  for (; node !== undefined; node = node.next) {
    if (
      node.facts.identity === identity && node.status === Status.clean &&
      node.lenses === undefined
    ) return node;
  }
  return undefined;
}

/** A table that notes what is looked at. */
class WatchedTable implements EntityTableView {
  readonly #table: ReadTable;
  readonly #view: EntityTableView;
  readonly #children: Source[];

  constructor(table: ReadTable, view: EntityTableView, children: Source[]) {
    this.#table = table;
    this.#view = view;
    this.#children = children;
  }

  get revision(): unknown {
    this.#children.push(this.#table.rows);
    return this.#view.revision;
  }

  get keyList(): readonly string[] | undefined {
    return this.#view.keyList;
  }

  get lineage(): EntityTableView["lineage"] {
    return this.#view.lineage;
  }

  keys(): Iterable<string> {
    return this.#view.keys();
  }

  entries(): Iterable<[pk: string, value: EntityValue]> {
    this.#children.push(this.#table.rows);
    return this.#view.entries();
  }
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
    isLive: kind === Kind.custom && schema.isLive === true,
  };
}

/** The value of what is no entity. */
function make({ kind, schema }: SchemaFacts, input: any, pass: ReadPass): any {
  switch (kind) {
    case Kind.array:
      return denormalizeArray(schema, input, pass);
    case Kind.object:
      return denormalizeObject(schema, input, pass);
    case Kind.custom:
      return schema.denormalize(input, pass);
    case Kind.deserializer:
      return deserialize(schema, input);
    case Kind.validator:
      return validateOnRead(schema, input, "value");
  }
  return input;
}

/** Whether a value shows what another one of the node shows, so that the other one may stay. */
function showsSame(
  { input, facts }: Node,
  oldValue: any,
  oldInput: unknown,
  value: any,
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
        !Object.hasOwn(input as object, field.name) && !field.schema.isLive ||
        isSameValue(oldValue[field.name], value[field.name])
      );
  }
  return isSameValue(oldValue, value);
}

/** A node and what was made of it in the same read: before, nothing that contains it was current. */
function receiversOf(node: Node, isValid = false): Set<Node> {
  const receivers = new Set([node]);
  for (const receiver of receivers) {
    eachParent(receiver, (parent) => {
      if (
        parent instanceof Node && parent.status === Status.clean &&
        !(isValid && typeof parent.value === "symbol")
      ) receivers.add(parent);
    });
  }
  return receivers;
}

/** Takes back that the value of a node is known, and of all that was made of it. */
function abandon(node: Node): void {
  node.status = Status.due;
  mark(node, []);
}

/** Where in a list items are, each as often as it is there. */
function placesOf(items: readonly any[], changed: readonly Source[]): number[] {
  const places: number[] = [];
  for (const source of new Set(changed)) {
    const pk = source instanceof Node ? source.cell?.pk : undefined;
    for (
      let place = items.indexOf(pk);
      place >= 0;
      place = items.indexOf(pk, place + 1)
    ) places.push(place);
  }
  return places;
}

function areNodes(children: readonly Source[], start: number): boolean {
  for (let index = start; index < children.length; index++) {
    const child = children[index];
    if (!(child instanceof Node) || child.cell === undefined) return false;
  }
  return true;
}

interface WithLenses {
  lenses: Lenses | undefined;
}

function addLenses(target: WithLenses, lenses: Lenses | undefined): void {
  const known = target.lenses ??= lenses;
  const added = known === lenses
    ? undefined
    : lenses?.filter((lens) =>
      !known!.some(({ selector }) => selector === lens.selector)
    );
  if (added?.length) target.lenses = [...known!, ...added];
}

/**
 * Makes a value that was already given away show what it turned out to be, so
 * that cycles through lists and maps close.
 *
 * @param given what was given away
 * @param final what it should have been
 * @returns `given`, or `final` if `given` cannot be made to show it
 */
function adoptValue(given: any, final: any): unknown {
  if (
    given === final || Object(given) !== given || Object(final) !== final ||
    Object.getPrototypeOf(given) !== Object.getPrototypeOf(final)
  ) return final;
  if (Array.isArray(given)) given.length = final.length as number;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(final, name)) delete given[name];
  }
  for (const name of Object.keys(final)) setOwn(given, name, final[name]);
  return given;
}
