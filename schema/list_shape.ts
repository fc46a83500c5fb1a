/**
 * Which lists the server is to be asked for when a row was written: those of
 * which nobody here knows whether they have the row, or where.
 *
 * @module
 */
import {
  isComparable,
  isOwnKey,
  parametersIn,
  sentWith,
} from "./collection_key.ts";
import type { EntityRow, RowChange } from "./contract.ts";
import { getOwn } from "./own.ts";

/** The key object of a stored list, in texts. */
type ListKey = Record<string, unknown>;

/** What is to be known of a Collection to find its lists. */
export interface SearchedCollection {
  /** The Collection whose lists these are. */
  readonly owner: { readonly collectionKey: string | undefined };
  /** The path of its endpoint, whose parameters rows need not have. */
  readonly path?: string | undefined;
  nestKey?: unknown;
  nonFilterArgumentKeys(name: string): boolean;
  /** Whether an argument chooses a part of a list. */
  windowArgumentKeys(name: string): boolean;
}

/** A stored list with its key object. */
export type StoredList = readonly [pk: string, key: ListKey];

/** What a list is, in addition to its arguments, for the question whether a write leaves it in doubt. */
export interface ListState {
  /** Arguments that do not select its rows. */
  readonly ignores: readonly string[] | undefined;
  /** Whether it has the row, or had it. */
  isHolding(): boolean;
  /** Whether the row is placed in it by a comparator. */
  isOrdered(): boolean;
}

/** Stored lists whose arguments have the same names. */
export class ListShape {
  /** Names of arguments that may select rows by a field. */
  readonly filters: readonly string[];
  /** Names of arguments that sort. */
  readonly #sorts: readonly string[];
  /** Names among the filters that a row need not have. */
  readonly #parameters: ReadonlySet<string>;
  /** Whether an argument chooses a part of each list. */
  readonly #isWindow: boolean;
  /** Whether an argument chooses fields, or rows that come along. */
  readonly #isPart: boolean;
  /** Fields that some list is sorted by. */
  readonly #sortedBy = new Set<string>();
  /** The lists, by the values of the filters. */
  readonly #lists = new Map<string, StoredList[]>();

  /**
   * @param names of all arguments
   * @param matching those that have to match
   * @param collection says what they are
   */
  constructor(
    names: readonly string[],
    matching: readonly string[],
    collection: SearchedCollection,
  ) {
    const inPath = parametersIn(collection.path);
    const isParent = (name: string) =>
      Boolean(collection.nestKey) || inPath.has(name);
    const isSort = (name: string) =>
      !matching.includes(name) || !isParent(name) &&
        /^_?(?:sort|order)(?:ing|_?(?:by|dir|direction))?\b/i.test(name);
    const isWindow = (name: string) => collection.windowArgumentKeys(name);
    const isPart = (name: string) => /^(?:include|fields)$/.test(name);
    this.#sorts = names.filter(isSort);
    this.#isWindow = names.some(isWindow);
    this.#isPart = names.some(isPart);
    this.filters = names.filter((name) =>
      !isSort(name) && !isWindow(name) && !isPart(name)
    );
    this.#parameters = collection.nestKey ? new Set(this.filters) : inPath;
  }

  add(pk: string, key: ListKey): void {
    for (const field of this.#fieldsOf(key)) this.#sortedBy.add(field);
    const values = JSON.stringify(this.filters.map((name) => key[name]));
    const known = this.#lists.get(values);
    if (known) known.push([pk, key]);
    else this.#lists.set(values, [[pk, key]]);
  }

  /** Whether a write may leave any of these lists in doubt. */
  isOpenTo(write: RowChange): boolean {
    const { before, after, isDeleted } = write;
    const lacks = (name: string) =>
      !this.#parameters.has(name) && !Object.hasOwn(after, name);
    if (isDeleted || before.length === 0) {
      return this.#isWindow || this.filters.some(lacks) || !isDeleted &&
          (this.#isPart || this.#sortedBy.size > 0 ||
            this.filters.some((name) => !isComparable(getOwn(after, name))));
    }
    return this.filters.some((name) => write.isChanged(name) || lacks(name)) ||
      [...this.#sortedBy].some((name) =>
        write.isChanged(name) || !Object.hasOwn(after, name)
      );
  }

  /** The lists that a row may be in, by fields that decide. */
  listsFor(row: EntityRow): StoredList[] {
    const values = this.filters.map((name) => getOwn(row, name));
    return values.every(isComparable)
      ? this.#lists.get(JSON.stringify(values.map(String))) ?? []
      : [...this.#lists.values()].flat();
  }

  /** Whether only the server knows what a list is after a write of a row. */
  isInDoubt(
    write: RowChange,
    key: ListKey,
    list: ListState,
  ): boolean {
    const { before, after, isDeleted, pk } = write;
    let params: Record<string, unknown> | undefined;
    const verdictOn = (name: string, row: EntityRow) => {
      let value = getOwn(row, name);
      const isParameter = this.#parameters.has(name);
      if (value === undefined && (isParameter || before.length === 0)) {
        if (isParameter && list.isHolding()) return true;
        params ??= sentWith(write.args);
        value = getOwn(params, name);
        if (isParameter && value === undefined) return false;
      }
      return list.ignores?.includes(name) || !isComparable(value) ||
          typeof key[name] !== "string"
        ? undefined
        : String(value) === key[name] || isOwnKey(row, name, pk);
    };
    let isNew = before.length === 0;
    let hasLeft = false;
    /** What rows lack may select them by anything, or choose a part. */
    let isOpen = false;
    let isUnknown = this.#isWindow || this.#isPart;
    let isAltered = false;
    for (const name of this.filters) {
      const is = verdictOn(name, after);
      const was = before.map((row) => verdictOn(name, row));
      if (is === false) {
        if (isDeleted || was.every((verdict) => verdict === false)) {
          return false;
        }
        hasLeft = true;
        isAltered ||= was.includes(undefined);
      } else if (was.includes(false)) isNew = true;
      if (is !== undefined) continue;
      isUnknown = true;
      if (!Object.hasOwn(after, name)) isOpen = true;
      else isAltered ||= !isDeleted && write.isChanged(name);
    }
    if (isDeleted || hasLeft) return this.#isWindow || isOpen || isAltered;
    if (isAltered || isOpen && write.isChanged() || isNew && isUnknown) {
      return true;
    }
    const fields = this.#fieldsOf(key);
    if (fields.length === 0) return false;
    const known = fields.filter((name) => Object.hasOwn(after, name));
    const isMoved = isNew ||
      (known.length > 0
        ? known.some((name) => write.isChanged(name))
        : write.isChanged());
    return isMoved && !list.isOrdered();
  }

  /** What a list is sorted by, as far as its arguments say. */
  #fieldsOf(key: ListKey): string[] {
    return this.#sorts.flatMap((name) => String(key[name]).match(/\w+/g) ?? [])
      .filter((word) => !/^(?:asc|desc)/i.test(word));
  }
}
