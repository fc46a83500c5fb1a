/**
 * Where a row belongs in a list that is sorted by a comparator.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- rows of every class
import type { EntityRow } from "./contract.ts";
import { deserialize } from "./deserializer.ts";
import { isDevelopment } from "./environment.ts";
import { isObject } from "./is_object.ts";
import { defineOwn } from "./own.ts";

/**
 * Tells which of two rows of a list comes first, as the argument of
 * `Array.prototype.sort` does: the option `order` of a Collection gives one.
 *
 * @example
 * ```ts
 * import { Collection, Entity } from "@tessera/client";
 * import { type Comparator } from "@tessera/client/schema";
 *
 * class Task extends Entity {
 *   id = "";
 *   title = "";
 * }
 *
 * const byTitle: Comparator<Task> = (left, right) =>
 *   left.title.localeCompare(right.title);
 * export const tasks = new Collection([Task], { order: () => byTitle });
 * ```
 */
export type Comparator<Row = any> = (left: Row, right: Row) => number;

/** A member of a list: its class, and its stored row if there is one. */
export interface SortedMember {
  /** The class of the row. */
  readonly entity: any;
  /** The row as it is stored. */
  readonly row: unknown;
}

/** Names of the fields that a comparator looks at in a row; `undefined` if the row lacks one. */
export function comparedFields(
  compare: Comparator,
  { entity, row }: SortedMember,
): string[] | undefined {
  if (!isObject(row)) return undefined;
  const names: string[] = [];
  const watched = new Proxy(entity.prototype ?? {}, {
    get(methods, name, receiver) {
      if (
        typeof name !== "string" || !Object.hasOwn(row, name) && name in methods
      ) {
        return Reflect.get(methods, name, receiver);
      }
      if (!names.includes(name)) names.push(name);
      return valueIn(entity, row, name);
    },
  });
  const isKnown = compared(compare, watched, watched) !== undefined &&
    names.every((name) => row[name] !== undefined);
  return isKnown ? names : undefined;
}

/**
 * The place of a row among the other members of a list; `undefined` if that
 * cannot be known. It stays where it is if its neighbours allow that.
 *
 * @param compare tells which row comes first
 * @param names of the fields that it looks at in the row
 * @param member the row
 * @param count how many other members there are
 * @param otherAt gives one of them
 * @param known where it is among them
 */
export function placeOf(
  compare: Comparator,
  names: readonly string[],
  member: SortedMember,
  count: number,
  otherAt: (index: number) => SortedMember,
  known: number,
): number | undefined {
  const self = viewOf(member, names);
  /** How the member that was found last stands to the row. */
  let order: number | undefined;
  /** The next member of which that is known. */
  const nextKnown = (index: number, step: number, end: number) => {
    for (; index !== end; index += step) {
      const other = viewOf(otherAt(index), names);
      order = other && compared(compare, other, self);
      if (order !== undefined) break;
    }
    return index;
  };
  if (
    (nextKnown(known - 1, -1, -1) < 0 || order! <= 0) &&
    (nextKnown(known, 1, count) === count || order! >= 0)
  ) return known;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = low + high >> 1;
    const index = nextKnown(middle, 1, high);
    if (index === high || order! > 0) high = middle;
    else low = index + 1;
  }
  return low;
}

/**
 * Tells where rows belong by a comparator, as seen from other rows that are sorted
 * by it: -1 before them, 1 after them, 0 among them; `NaN` if that is not certain,
 * and `undefined` if there are no others.
 *
 * @param rowOf gives one of the others
 */
export function sidesOf<Other>(
  compare: Comparator,
  names: readonly string[],
  others: readonly Other[],
  rowOf: (other: Other) => SortedMember,
): (member: SortedMember) => number | undefined {
  let first: EntityRow | undefined;
  let last: EntityRow | undefined;
  others.find((other) => first = viewOf(rowOf(other), names));
  others.findLast((other) => last = viewOf(rowOf(other), names));
  return (member) => {
    if (first === undefined) return undefined;
    const self = viewOf(member, names);
    const [low, high] = [first, last].map((end) =>
      self && compared(compare, end, self) || NaN
    ) as [number, number];
    return low > 0 ? -1 : high < 0 ? 1 : low < 0 && high > 0 ? 0 : NaN;
  };
}

/** A row as a comparator sees it; `undefined` if it lacks a field. */
function viewOf(
  { entity, row }: SortedMember,
  names: readonly string[],
): EntityRow | undefined {
  if (!isObject(row)) return undefined;
  const view = Object.create(entity.prototype ?? null);
  for (const name of names) {
    if (row[name] === undefined) return undefined;
    const value = valueIn(entity, row, name);
    // W6c: rarely a getter of the class has that name
    if (name in view) defineOwn(view, name, value);
    else view[name] = value;
  }
  return view;
}

/** What a reader sees of a field. */
function valueIn(entity: any, row: EntityRow, name: string): unknown {
  const value = row[name];
  const schema = entity.schema?.[name];
  return typeof schema === "function" && schema.pk === undefined &&
      value !== undefined && value !== null
    ? deserialize(schema, value)
    : value;
}

/** What a comparator says; `undefined` if it cannot tell. */
function compared(
  compare: Comparator,
  left: unknown,
  right: unknown,
): number | undefined {
  try {
    const order = compare(left, right);
    return order >= 0 || order < 0 ? order : undefined;
  } catch (error) {
    // it may look into what a row lacks, or refers to
    if (isDevelopment()) console.debug("A comparator of a list threw.", error);
    return undefined;
  }
}
