import { longListOf, type ReadNode } from "./read_node.ts";
import type { TableSet } from "./table_set.ts";

/**
 * What tells which items of a list a change concerns without looking at all
 * of them: the items are rows of one table.
 */
export interface ListOutline {
  /** The table of the items. */
  readonly key: string;
  /** Tables of what is inside of the items; a change there may concern any item. */
  readonly inside: TableSet;
}

/** Shorter lists are looked through. */
const LONG = 64;

/** The outline of a long list, made once; `null` for lists that have none. */
export function outlineOf(list: ReadNode, none: TableSet): ListOutline | null {
  const { children, row, value } = list;
  const { length } = children;
  if (length < LONG || !Array.isArray(row) || !Array.isArray(value)) {
    return null;
  }
  const long = longListOf(list);
  if (long.outline !== undefined) return long.outline;
  long.outline = null;
  if (row.length !== length || value.length !== length) return null;
  if (!isPlain(list)) return null;
  const { key } = children[0]!.cache;
  let inside = none;
  for (let index = 0; index < length; index++) {
    const item = children[index]!;
    if (
      item.pk !== row[index] || item.value !== value[index] ||
      item.cache.key !== key || !isPlain(item)
    ) return null;
    inside = withInside(inside, item);
  }
  return long.outline = { key, inside };
}

/**
 * Hands an outline on to the list that takes the place of another one and
 * differs in some items.
 */
export function passOutline(
  { key, inside }: ListOutline,
  list: ReadNode,
  places: readonly number[],
): void {
  for (const place of places) {
    const item = list.children[place]!;
    if (!isPlain(item)) return;
    inside = withInside(inside, item);
  }
  longListOf(list).outline = { key, inside };
}

/** The places of items that changed. */
export function placesOf(
  items: readonly string[],
  changed: ReadonlySet<string>,
): number[] {
  const places: number[] = [];
  if (changed.size > FEW) {
    for (let index = 0; index < items.length; index++) {
      if (changed.has(items[index]!)) places.push(index);
    }
    return places;
  }
  for (const pk of changed) {
    let place = items.indexOf(pk);
    while (place >= 0) {
      places.push(place);
      place = items.indexOf(pk, place + 1);
    }
  }
  return places;
}

/** So many are searched for one by one. */
const FEW = 4;

/** Whether a value depends on its row and what is inside of it, and nothing else. */
export function isPlain(node: ReadNode): boolean {
  const { direct, outcome, extra } = node;
  return direct === undefined && outcome === undefined &&
    extra?.unit === undefined && extra?.cut === undefined;
}

function withInside(inside: TableSet, { children }: ReadNode): TableSet {
  for (let index = 0; index < children.length; index++) {
    inside = inside.union(children[index]!.tables);
  }
  return inside;
}
