// deno-lint-ignore-file no-explicit-any -- times of entities and of responses differ
/**
 * The graph of stored things and of the values made of them.
 *
 * A {@linkcode Cell} holds one stored thing: an entity, a list, a response. A
 * {@linkcode Node} holds one value that was read from a cell by a schema. It
 * knows its children, which it was made of, and its parents, which were made
 * of it. A {@linkcode Reader} is a parent without a value, which is told.
 *
 * A clean node is its value: reading it again is one pointer. When a cell
 * changes, everything made of it is marked as due, upwards, and stays so until
 * it is read again. Marking stops where it has been.
 *
 * @module
 */
import type { Lenses, SchemaFacts } from "./reading.ts";

/** What values are made of. */
export type Source = Cell | Node;

/** What has nodes: a cell, an object that is not stored by itself, or what stands for a query. */
export type Owner = Cell | object;

/**
 * Whoever is made of a source. Most sources have one parent. Several are a list
 * as long as they only come (W3), and a set once one of them is looked for.
 */
type Parents = Parent | Parent[] | Set<Parent> | undefined;

/** What is told that a source of it changed. */
export type Parent = Node | Reader;

/** Where a cell is kept. */
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
  value: unknown;
  /** Times of the value. */
  meta: any;
  /** Tells in which order cells of a table got a value. */
  rank = 0;
  /** The first of the nodes that were read from this cell. */
  node: Node | undefined;
  /** Nodes and readers that looked at the value itself. */
  parents: Parents;
  /** Where it is in the log of the last commit that wrote it. */
  place = 0;
  /** What it held when its nodes were told last; nothing if they know. */
  told: Before | undefined;
  /** Whether another cell may stand for its primary key. */
  isDropped = false;
  /** Which cell was asked for after it (W2: mostly it is again). */
  next: Cell | undefined;
  /** What of a response was visited for it, while that is normalized. */
  visited: object | undefined;

  constructor(readonly table: CellTable, readonly pk: string) {}
}

/** What a cell held at an earlier time. */
export type Before = Pick<Cell, "value" | "meta" | "rank">;

/** Where a node stands: how far its value can be trusted. */
export const Status = {
  /** Something it was made of changed, or it was never built. */
  due: 0,
  /** The value is current. */
  clean: 1,
  /** The value is being built. */
  open: 2,
  /** The same, and it was given away already. */
  given: 3,
} as const;

/** A value that a node may show again, and what it was built from. */
export interface Earlier {
  readonly value: unknown;
  readonly input: unknown;
  /** One that readers are shown as long as a deletion is pending. */
  readonly kept?: Earlier | undefined;
}

/** One value that was read. */
export class Node {
  status: number = Status.due;
  value: unknown;
  /** What the value was built from: a row, or an object of a response. */
  input: unknown;
  children: readonly Source[] = NOTHING;
  parents: Parents;
  /** What the arguments have to say for this value to apply: selectors, each followed by its value. */
  lenses: Lenses | undefined;
  /** The next node of the same cell or input, by another schema or other arguments. */
  next: Node | undefined;
  /** The value before the pending layers, or another one that may come back. */
  earlier: Earlier | undefined;
  /**
   * Of a list each of whose children is the item at its place, and nothing
   * else: those that changed since it was built, while they are few.
   */
  changed: Source[] | undefined;

  /**
   * @param cell what the value is read from; `undefined` for an object that is not stored by itself
   * @param facts the schema it is read by, or one that shares nodes with that
   */
  constructor(readonly cell: Cell | undefined, readonly facts: SchemaFacts) {}
}

/** Whoever wants to be told, once, when something it has read changed. */
export class Reader {
  status: number = Status.clean;
  children: readonly Source[] = NOTHING;
  /** Whether it is told, too, when a cell among its children is only newer. */
  readsTimes = false;

  /**
   * From now on it is told again, of what it has read or of something else. A
   * value that is due tells nobody of further changes, so what that was made
   * of is watched in its place.
   */
  watch(sources: readonly Source[]): void {
    this.status = Status.clean;
    let children = sources;
    for (const source of sources) {
      if (source instanceof Node && source.status !== Status.clean) {
        children = [...cellsUnder(sources)];
        break;
      }
    }
    setChildren(this, children);
  }
}

/**
 * What reading asks of a space whose values and nodes are in the cells
 * themselves. Nodes that no cell keeps are of objects, and held by those.
 */
export class CellSpace {
  readonly #ofObjects = new WeakMap<object, Node>();
  #loose: Node[] = [];
  #tidied = 0;
  /** How many values may be remembered that nobody reads and no cell keeps. */
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

  /** Nodes that nobody reads would go on being told of changes. */
  tidy(): void {
    const { length } = this.#loose;
    if (length <= this.#tidied + this.limit) return;
    this.#loose = this.#loose.filter((node, index) => {
      if (node.parents !== undefined || index >= length - this.limit) {
        return true;
      }
      node.status = Status.due;
      // what it was made of is still known, to whoever begins to watch it
      for (const child of node.children) unlink(child, node);
      node.changed = undefined;
      node.earlier = undefined;
      return false;
    });
    this.#tidied = this.#loose.length;
  }

  setChildren(node: Node, children: readonly Source[]): void {
    setChildren(node, children);
  }
}

/** The children of what has none. */
export const NOTHING: readonly Source[] = [];

/** Gives a parent new children; the old ones forget it. */
export function setChildren(
  parent: Parent,
  children: readonly Source[],
): void {
  const old = parent.children;
  parent.children = children;
  if (
    old === children ||
    old.length > 0 && isSame(old, children) && isLinked(old[0]!, parent)
  ) return;
  for (const child of old) unlink(child, parent);
  for (const child of children) link(child, parent);
}

/** Marks as due what was made of a source; readers on the way are added to those to be told. */
export function mark(start: Source, told: Reader[]): void {
  const pending: Node[] = [];
  let source: Source | undefined = start;
  const markParent = (parent: Parent) => {
    if (parent instanceof Node && parent.changed?.push(source!)! > FEW) {
      parent.changed = undefined;
    }
    if (parent.status !== Status.clean) return;
    parent.status = Status.due;
    if (parent instanceof Reader) told.push(parent);
    else pending.push(parent);
  };
  if (start instanceof Cell) {
    for (let { node } = start; node; node = node.next) {
      // W2r: of a response that says the same, only the times are others
      if (node.input !== start.value) markParent(node);
    }
  }
  for (; source; source = pending.pop()) {
    const { parents } = source;
    if (parents instanceof Set || Array.isArray(parents)) {
      parents.forEach(markParent);
    } else if (parents) markParent(parents);
  }
}

/** Calls a function for each parent of a source. */
export function eachParent(
  { parents }: Source,
  call: (parent: Parent) => void,
): void {
  if (parents instanceof Set || Array.isArray(parents)) parents.forEach(call);
  else if (parents !== undefined) call(parents);
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
      for (const child of source.children) seen.add(child);
    }
  }
  return cells;
}

/** What a value is made of, as applications are told. */
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

/** Lets a source know a parent. */
export function link(child: Source, parent: Parent): void {
  const { parents } = child;
  if (parents === parent) return;
  if (parents === undefined) child.parents = parent;
  else if (parents instanceof Set) parents.add(parent);
  else if (Array.isArray(parents)) {
    // what is twice in one parent
    if (parents.at(-1) !== parent) parents.push(parent);
  } else child.parents = [parents, parent];
}

/** Whether a source has a parent. Of several it knows each from now on. */
function isLinked(child: Source, parent: Parent): boolean {
  if (Array.isArray(child.parents)) child.parents = new Set(child.parents);
  const { parents } = child;
  return parents === parent || parents instanceof Set && parents.has(parent);
}

function unlink(child: Source, parent: Parent): void {
  if (!isLinked(child, parent)) return;
  const { parents } = child;
  if (parents instanceof Set && parents.size > 1) parents.delete(parent);
  else child.parents = undefined;
}
