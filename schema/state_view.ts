import type { EntityReader } from "./contract.ts";
import { outlineOf, placesOf } from "./list_outline.ts";
import type { OpenNodes } from "./open_nodes.ts";
import type { ReadHistory } from "./read_history.ts";
import { longListOf, type ReadNode } from "./read_node.ts";
import { isLed } from "./read_unit.ts";
import { TableMap } from "./table_map.ts";
import type { RevisionView, TableSet } from "./table_set.ts";

/** Values inside that are worth a look before they are walked. */
const FEW = 8;

/** Changes of a table that are looked for; further ones make it pay to look at rows. */
const MANY_CHANGES = 2000;

/**
 * Decides which nodes are current in one state. A node is looked at once: as
 * long as no table it depends on moved, the answer is a comparison of stamps.
 */
export class StateView implements RevisionView {
  readonly reader: EntityReader;
  readonly epoch: number;
  readonly isMutable: boolean;
  /** Nodes being verified, from the outside in; a list instead of recursion, since nesting has no bound. */
  readonly #path: ReadNode[] = [];
  /** How much of each was looked at. */
  readonly #places: number[] = [];

  readonly #history: ReadHistory;
  /** What was looked at before. */
  readonly #previous: EntityReader | undefined;
  /** What changed since then, as far as it was asked for. */
  readonly #changes = new TableMap<ReadonlySet<string> | null>();
  readonly #noTables: TableSet;
  #outdatedList: ReadNode | undefined;
  #outdatedPlaces: readonly number[] | undefined;
  /** What the read that is going on is building. */
  open: OpenNodes | undefined;

  constructor(
    reader: EntityReader,
    epoch: number,
    isMutable: boolean,
    history: ReadHistory,
    previous: EntityReader | undefined,
    noTables: TableSet,
  ) {
    this.reader = reader;
    this.epoch = epoch;
    this.isMutable = isMutable;
    this.#history = history;
    this.#previous = previous;
    this.#noTables = noTables;
  }

  hadBefore(key: string, revision: unknown): boolean {
    return this.#previous !== undefined &&
      this.#previous.getEntities(key)?.revision === revision;
  }

  /**
   * Whether everything the value was made from is what the state holds.
   *
   * @param isRowHeld the row was just looked up
   */
  isCurrent(node: ReadNode, isRowHeld = false): boolean {
    const stamp = node.tables.stampFor(this);
    if (node.stamp === stamp) return true;
    if (node.stamp === -stamp) return false;
    const isCurrent = this.#holdsOwn(node, isRowHeld) &&
      this.#holdsInside(node);
    node.stamp = isCurrent ? stamp : -stamp;
    return isCurrent;
  }

  /** The places of a list whose items were just found outdated; `undefined` if they are not known. */
  takeOutdatedPlaces(list: ReadNode): readonly number[] | undefined {
    if (list !== this.#outdatedList) return undefined;
    // the list is not kept longer than it is needed
    this.#outdatedList = undefined;
    return this.#outdatedPlaces;
  }

  /** Whether the read that is going on builds another node for the row of a node. */
  isBeingBuilt({ cache, row, pk }: ReadNode): boolean {
    return this.open?.find(cache, row, pk) !== undefined;
  }

  #holdsInside(node: ReadNode): boolean {
    if (isLeaf(node) || this.#knowsInner(node)) return true;
    const suspect = node.extra?.list?.suspect;
    if (suspect !== undefined && !this.#holdsRow(suspect)) return false;
    const places = this.#findOutdatedPlaces(node);
    if (places === undefined) return this.#holdsInner(node);
    if (places.length === 0) return true;
    this.#outdatedList = node;
    this.#outdatedPlaces = places;
    suspectInside(node, node.children[places[0]!]!);
    return false;
  }

  /** The places of outdated items, if changes since the state before tell them. */
  #findOutdatedPlaces(list: ReadNode): readonly number[] | undefined {
    const { tables, stamp, row, children, cache } = list;
    if (stamp !== tables.followed || children.length <= FEW) return undefined;
    const itemKey = children[0]!.cache.key;
    let changed: ReadonlySet<string> | undefined;
    for (const key of tables.keys) {
      const changes = this.#changesIn(key);
      if (changes === null) return undefined;
      if (changes.size === 0) continue;
      if (key === itemKey) changed = changes;
      // most likely inside the items, so an outline, if there is none yet, would be made in vain
      else if (key !== cache.key && !list.extra?.list?.outline) {
        return undefined;
      }
    }
    const outline = outlineOf(list, this.#noTables);
    if (
      outline === null ||
      tables.keys.some((key) =>
        outline.inside.keys.includes(key) && this.#changesIn(key)!.size > 0
      )
    ) return undefined;
    return changed === undefined
      ? []
      : placesOf(row as readonly string[], changed);
  }

  /** Whether the few values inside are already known to be current: the common case, without a walk. */
  #knowsInner(node: ReadNode): boolean {
    const { children } = node;
    if (children.length > FEW || isLed(node)) return false;
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      if (
        child.stamp !== child.tables.stampFor(this) || child.isSuperseded
      ) return false;
    }
    return true;
  }

  /** Whether all that is inside is current, and stands for its rows. */
  #holdsInner(root: ReadNode): boolean {
    const path = this.#path;
    const places = this.#places;
    const base = path.length;
    path.push(root);
    places.push(0);
    while (path.length > base) {
      const top = path.length - 1;
      const node = path[top]!;
      const inner = innerOf(node);
      let place = places[top]!;
      let tables: TableSet | undefined;
      let stamp = 0;
      while (place < inner.length) {
        const next = inner[place]!;
        if (next.tables !== tables) {
          tables = next.tables;
          stamp = tables.stampFor(this);
        }
        if (next.stamp !== stamp) {
          if (next.stamp === -stamp || !this.#holdsOwn(next)) {
            next.stamp = -stamp;
            suspectInside(root, next);
            return this.#outdatePath(base);
          }
          if (!isLeaf(next) && !this.#knowsInner(next)) break;
          next.stamp = stamp;
        }
        if (
          next.isSuperseded && !isLed(node) &&
          !this.#history.reinstate(next, this)
        ) return this.#outdatePath(base);
        place++;
      }
      places[top] = place;
      if (place < inner.length) {
        path.push(inner[place]!);
        places.push(0);
      } else {
        node.stamp = node.tables.stampFor(this);
        path.pop();
        places.pop();
      }
    }
    return true;
  }

  /** What contains something outdated is outdated. */
  #outdatePath(base: number): false {
    const path = this.#path;
    for (let index = base; index < path.length; index++) {
      const node = path[index]!;
      node.stamp = -node.tables.stampFor(this);
    }
    path.length = base;
    this.#places.length = base;
    return false;
  }

  #holdsOwn(node: ReadNode, isRowHeld = false): boolean {
    if (!isRowHeld && !this.#holdsRow(node)) return false;
    if (isLed(node)) return true;
    const { direct, extra } = node;
    const unit = extra?.unit;
    if (unit !== undefined) {
      for (let index = 0; index < unit.length; index++) {
        if (!this.#holdsRow(unit[index]!)) return false;
      }
    }
    return direct === undefined || direct.isHeldBy(this.reader);
  }

  #holdsRow(node: ReadNode): boolean {
    const { pk, stamp, tables, cache, row } = node;
    if (pk === undefined) return true;
    if (stamp === tables.followed) {
      const changes = this.#changesIn(cache.key);
      if (changes !== null) return !changes.has(pk);
    }
    return this.reader.getEntity(cache.key, pk) === row;
  }

  /** Whether the state is known, without a look-up, to hold the row of an entity. */
  knowsRow({ pk, stamp, tables, cache }: ReadNode): boolean {
    if (stamp === tables.stampFor(this)) return true;
    return stamp === tables.followed &&
      this.#changesIn(cache.key)?.has(pk!) === false;
  }

  /** Primary keys that had another row in the state looked at before; `null` if that cannot be told, or is not worth it. */
  #changesIn(key: string): ReadonlySet<string> | null {
    const known = this.#changes.get(key);
    if (known !== undefined) return known;
    const before = this.#previous?.getEntities(key);
    const changes = before && this.reader.getEntities(key)
      ?.changesSince?.(before, MANY_CHANGES);
    return this.#changes.add(key, changes ?? null);
  }
}

function suspectInside(node: ReadNode, suspect: ReadNode): void {
  if (node.children.length <= FEW) return;
  longListOf(node).suspect = suspect;
}

/** Whether nothing is inside that would have to be looked at. */
function isLeaf(node: ReadNode): boolean {
  return node.children.length === 0 && !isLed(node);
}

function innerOf(node: ReadNode): readonly ReadNode[] {
  return isLed(node) ? [node.extra!.unit![0]!] : node.children;
}
