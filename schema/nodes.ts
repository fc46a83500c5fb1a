// deno-lint-ignore-file no-explicit-any -- times of entities and of responses differ
/**
 * The graph of stored things and of the values made of them.
 *
 * A {@linkcode Cell} holds one stored thing: an entity, a list, a response. A
 * {@linkcode Node} holds one value that was read from a cell by a schema. It
 * knows its sources, which it was made of, and its dependents, which were made
 * of it. A {@linkcode Reader} is a dependent without a value, which the store notifies.
 *
 * A clean node is its value: reading it again is one pointer. When a cell
 * changes, everything made of it is marked as outdated, upwards, and stays so until
 * it is read again. Marking stops where it has been.
 *
 * @module
 */

/** What values are made of. */
export type Source = Cell | Node;

/** What has nodes: a cell, an object that is not stored by itself, or what stands for a query. */
export type Owner = Cell | object;

/**
 * Whoever is made of a source. Most sources have one dependent. Several are a list
 * as long as they only come, and a set once one of them is looked for. With
 * sets alone W3, first read, takes a seventh longer.
 */
type Dependents = Dependent | Dependent[] | Set<Dependent> | undefined;

/** What depends on sources. */
export type Dependent = Node | Reader;

/** Where a cell is stored. */
export interface CellTable {
  /** Name of the table of entities. */
  readonly key: string;
  /** What is known by its cells: rows, responses, or something of the table as a whole. */
  readonly kind: "entity" | "response" | "table";
  /** Stands for the table as a whole. */
  readonly whole?: Cell | undefined;
}

/** One stored thing. */
export class Cell {
  /** Row, tombstone, normalized response, or pks of an index value; `undefined` if nothing is stored. */
  declare value: unknown;
  /** Times of the value. */
  declare meta: any;
  /** Tells in which order cells of a table got a value. */
  declare rank: number;
  /** The first of the nodes that were read from this cell. */
  declare node: Node | undefined;
  /** Nodes and readers that looked at the value itself. */
  declare dependents: Dependents;
  /** Where it is in the log of the last commit that wrote it. */
  declare place: number;
  /** What it held when its nodes were marked last; nothing if they know. */
  declare before: Before | undefined;
  /** Whether another cell may stand for its primary key. */
  declare isDropped: boolean;
  /** Which cell was asked for after it: mostly it is again. Without this W2, 1 % changed, takes a third longer, and W8, first read, two fifths. */
  declare next: Cell | undefined;
  /** What of a response was visited for it, while that is normalized. */
  declare visited: object | undefined;
  declare readonly table: CellTable;
  declare readonly pk: string;

  constructor(table: CellTable, pk: string) {
    this.table = table;
    this.pk = pk;
    this.value =
      this.meta =
      this.node =
      this.dependents =
        undefined;
    this.before = this.next = this.visited = undefined;
    this.rank = this.place = 0;
    this.isDropped = false;
  }
}

/** What a cell held at an earlier time. */
export type Before = Pick<Cell, "value" | "meta" | "rank">;

/** Where a node stands: how far its value can be trusted. */
export const Status = {
  /** Something it was made of changed, or it was never built. */
  outdated: 0,
  /** The value is current. */
  clean: 1,
  /** The value is being built. */
  open: 2,
  /** The same, and it was handed out already. */
  handedOut: 3,
} as const;

/** A value that a node may show again, and what it was built from. */
export interface Earlier {
  readonly value: unknown;
  readonly input: unknown;
  /** One that readers get as long as a deletion is pending. */
  readonly older?: Earlier | undefined;
}

/** One value that was read. */
export class Node {
  declare status: number;
  declare value: unknown;
  /** What the value was built from: a row, or an object of a response. */
  declare input: unknown;
  declare sources: readonly Source[];
  declare dependents: Dependents;
  /** What the arguments have to say for this value to apply: selectors, each followed by its value. */
  declare lenses: Lenses | undefined;
  /** The next node of the same cell or input, by another schema or other arguments. */
  declare next: Node | undefined;
  /** The value before the pending layers, or another one that may come back. */
  declare earlier: Earlier | undefined;
  /**
   * Of a list each of whose sources is the item at its place, and nothing
   * else: those that changed since it was built, while they are few.
   */
  declare changed: Source[] | undefined;
  declare readonly cell: Cell | undefined;
  declare readonly facts: SchemaFacts;

  /**
   * @param cell what the value is read from; `undefined` for an object that is not stored by itself
   * @param facts the schema it is read by, or one that shares nodes with that
   */
  constructor(cell: Cell | undefined, facts: SchemaFacts) {
    this.cell = cell;
    this.facts = facts;
    this.status = Status.outdated;
    this.sources = NOTHING;
    this.value =
      this.input =
      this.dependents =
      this.lenses =
        undefined;
    this.next = this.earlier = this.changed = undefined;
  }
}

/** Whoever the store notifies, once, when something it has read changed. */
export class Reader {
  status: number = Status.clean;
  sources: readonly Source[] = NOTHING;
  /** Whether it is notified, too, when a cell among its sources is only newer. */
  readsTimes = false;

  /**
   * From now on it is notified again, of what it has read or of something else. A
   * value that is outdated notifies nobody of further changes, so what that was made
   * of is watched in its place.
   */
  watch(sources: readonly Source[]): void {
    this.status = Status.clean;
    let watched = sources;
    for (const source of sources) {
      if (source instanceof Node && source.status !== Status.clean) {
        watched = [...cellsUnder(sources)];
        break;
      }
    }
    setSources(this, watched);
  }
}

/**
 * What reading asks of a space whose values and nodes are in the cells
 * themselves. Nodes that no cell has are of objects, and held by those.
 */
export class CellSpace {
  readonly #ofObjects = new WeakMap<object, Node>();
  #loose: Node[] = [];
  #tidied = 0;
  /** Changes whenever the cells hold something else, or something is made of them. */
  version = 0;
  /** How many values may be remembered that nobody reads and no cell has. */
  protected readonly limit: number = 1000;

  valueOf(cell: Cell): unknown {
    return cell.value;
  }

  metaOf(cell: Cell): any {
    return cell.meta;
  }

  nodeOf(owner: Owner): Node | undefined {
    return owner instanceof Cell ? owner.node : this.#ofObjects.get(owner);
  }

  addNode(owner: Owner, node: Node): void {
    if (owner instanceof Cell) {
      node.next = owner.node;
      owner.node = node;
    } else {
      node.next = this.#ofObjects.get(owner);
      this.#ofObjects.set(owner, node);
      this.#loose.push(node);
    }
  }

  /** Nodes that nobody reads would go on being marked. */
  tidy(): void {
    const { length } = this.#loose;
    if (length <= this.#tidied + this.limit) return;
    this.#loose = this.#loose.filter((node, index) => {
      if (node.dependents !== undefined || index >= length - this.limit) {
        return true;
      }
      node.status = Status.outdated;
      // what it was made of is still known, to whoever begins to watch it
      for (const source of node.sources) unlink(source, node);
      node.changed = undefined;
      node.earlier = undefined;
      return false;
    });
    this.#tidied = this.#loose.length;
  }

  setSources(node: Node, sources: readonly Source[]): void {
    this.version++;
    setSources(node, sources);
  }
}

/** The sources of what has none. */
export const NOTHING: readonly Source[] = [];

/** Gives a dependent new sources; the old ones forget it. */
export function setSources(
  dependent: Dependent,
  sources: readonly Source[],
): void {
  const old = dependent.sources;
  dependent.sources = sources;
  if (
    old === sources ||
    old.length > 0 && isSame(old, sources) && isLinked(old[0]!, dependent)
  ) return;
  for (const source of old) unlink(source, dependent);
  for (const source of sources) link(source, dependent);
}

/** Marks as outdated what was made of a source; readers on the way are added to those to notify. */
export function mark(start: Source, changed: Reader[]): void {
  const pending: Node[] = [];
  let source: Source | undefined = start;
  const markDependent = (dependent: Dependent) => {
    if (dependent instanceof Node && dependent.changed?.push(source!)! > FEW) {
      dependent.changed = undefined;
    }
    if (dependent.status !== Status.clean) return;
    dependent.status = Status.outdated;
    if (dependent instanceof Reader) changed.push(dependent);
    else pending.push(dependent);
  };
  if (start instanceof Cell) {
    for (let { node } = start; node; node = node.next) {
      // of a response that says the same, only the times are others: W2r takes a quarter longer if that outdates its value
      if (node.input !== start.value) markDependent(node);
    }
  }
  for (; source; source = pending.pop()) {
    const { dependents } = source;
    if (dependents instanceof Set || Array.isArray(dependents)) {
      dependents.forEach(markDependent);
    } else if (dependents) markDependent(dependents);
  }
}

/** Calls a function for each dependent of a source. */
export function eachDependent(
  { dependents }: Source,
  call: (dependent: Dependent) => void,
): void {
  if (dependents instanceof Set || Array.isArray(dependents)) {
    dependents.forEach(call);
  } else if (dependents !== undefined) call(dependents);
}

/** So many changed items of a list are looked up one by one. */
const FEW = 8;

/** All cells that sources are made of, each once. */
export function cellsUnder(sources: readonly Source[]): Set<Cell> {
  const cells = new Set<Cell>();
  const seen = new Set(sources);
  // grows while it is walked, in place of recursion: nesting has no bound
  for (const source of seen) {
    const cell = source instanceof Cell ? source : source.cell;
    if (cell !== undefined) cells.add(cell);
    if (source instanceof Node) {
      for (const part of source.sources) seen.add(part);
    }
  }
  return cells;
}

/** What a value is made of, as applications see it. */
export interface Parts {
  /** Every row, missing ones included. */
  readonly paths: { readonly key: string; readonly pk: string }[];
  /** Keys of the tables that it depends on as a whole, or by an index. */
  readonly tables: string[];
}

/** The entities and tables that sources are made of. */
export function partsUnder(sources: readonly Source[]): Parts {
  const paths = [];
  const tables = new Set<string>();
  for (const { table: { key, kind }, pk } of cellsUnder(sources)) {
    if (kind === "entity") paths.push({ key, pk });
    else if (kind === "table") tables.add(key);
  }
  return { paths, tables: [...tables] };
}

function isSame(left: readonly Source[], right: readonly Source[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (left[index] !== right[index]) return false;
  }
  return true;
}

/** Lets a source know a dependent. */
export function link(source: Source, dependent: Dependent): void {
  const { dependents } = source;
  if (dependents === dependent) return;
  if (dependents === undefined) source.dependents = dependent;
  else if (dependents instanceof Set) dependents.add(dependent);
  else if (Array.isArray(dependents)) {
    // what is twice in one dependent
    if (dependents.at(-1) !== dependent) dependents.push(dependent);
  } else source.dependents = [dependents, dependent];
}

/** Whether a source has a dependent. Of several it knows each from now on. */
function isLinked(source: Source, dependent: Dependent): boolean {
  if (Array.isArray(source.dependents)) {
    source.dependents = new Set(source.dependents);
  }
  const { dependents } = source;
  return dependents === dependent ||
    dependents instanceof Set && dependents.has(dependent);
}

function unlink(source: Source, dependent: Dependent): void {
  if (!isLinked(source, dependent)) return;
  const { dependents } = source;
  if (dependents instanceof Set && dependents.size > 1) {
    dependents.delete(dependent);
  } else source.dependents = undefined;
}

/** Selects what of the arguments a value depends on. */
export type LensSelector = (args: readonly any[]) => string | undefined;

/** What a selector selected of the arguments. */
interface Lens {
  readonly selector: LensSelector;
  readonly value: string | undefined;
}

/** What a value depends on besides what it is made of. */
export type Lenses = readonly Lens[];

/** What reading needs to know of a schema. */
export interface SchemaFacts {
  readonly schema: any;
  readonly kind: number;
  /** The table of an entity. */
  readonly key: string;
  /** Schemas that have the same share their nodes. */
  readonly identity: object;
  /** Of what is computed from tables: the newest node. */
  last?: Node;
  /** What the schema made of objects: by object, then by arguments. */
  readonly results: WeakMap<object, Map<string, unknown>>;
}
