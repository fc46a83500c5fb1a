/**
 * What the arguments of a stored list say of a row that was written: whether
 * the list has it, and whether only the server knows that, or where.
 *
 * @module
 */
import {
  contradicts,
  isComparable,
  isOwnKey,
  membersOf,
  parametersIn,
  sentWith,
} from "./collection_key.ts";
import type { EntityMeta, EntityRow, RowChange } from "./contract.ts";
import { push } from "./merge_membership.ts";
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
  /** Primary keys of lists that values of rows do not lead to. */
  readonly loose: Set<string>;
  /** Whether arguments select rows by equality; nothing else decides then. */
  readonly isFiltering: boolean;
  createCollectionFilter(...args: unknown[]): (key: ListKey) => boolean;
  nonFilterArgumentKeys(name: string): boolean;
  /** Whether an argument chooses a part of a list. */
  windowArgumentKeys(name: string): boolean;
}

/** A stored list. */
export interface StoredList {
  readonly pk: string;
  readonly key: ListKey;
  /** What it has in common with others. */
  readonly shape: ListShape;
  /** What it is sorted by, as far as its arguments say. */
  readonly sortedBy: readonly string[];
  /** Fields that its rows were last compared by. */
  comparedBy?: readonly string[];
}

/** What a list is, in addition to its arguments. */
export interface ListState {
  /** Its arguments that do not select rows, and how many rows that are not loaded are in a number next to it. */
  readonly meta: EntityMeta;
  /** Whether it has the row, or had it. */
  isHolding(): boolean;
  /** Whether the row is among those that came last, and were added since. */
  isLoaded(): boolean;
  /** Whether the row is placed in it by a comparator. */
  isOrdered(): boolean;
  /** Whether the write took the row to an edge of the rows that are loaded, or over one, by that comparator. */
  isAtEdge(): boolean;
}

/** What a write of a row makes of a list. */
export interface ListVerdict {
  /** Whether each argument is what the row has: `undefined` where that is not known. */
  readonly after: boolean | undefined;
  /** Whether an argument was not what the row had before. */
  readonly wasNo: boolean;
  /** Whether it may lack the row for a value that said nothing, such as `null`. */
  readonly isTurned?: boolean;
  /** Whether only the server knows what the list is. */
  readonly isInDoubt: boolean;
  /** By how much a number next to it changes, unless the row is loaded; `NaN` if only the server knows. */
  readonly difference?: number | false;
}

/** Stands among the names of arguments for a filter of the application's own, which decides alone. */
const OWN = "";

/** It is another list, before and after. */
const ELSEWHERE: ListVerdict = { after: false, wasNo: true, isInDoubt: false };

/** Stored lists whose arguments have the same names. */
export class ListShape {
  /** Names of arguments that may select rows by a field. */
  readonly filters: readonly string[];
  /** Fields that rows of these lists were compared by. */
  #comparedBy: readonly string[] = [];
  /** How many lists there are whose rows were not compared. */
  #uncompared = 0;
  /** Names of arguments that sort. */
  readonly #sorts: readonly string[];
  /** Names of arguments that are not said to select nothing. */
  readonly #matching: readonly string[];
  /** Whether one of these sorts, so that rows join only where their place is known. */
  readonly #isSorted: boolean;
  /** Names among the filters that a row need not have. */
  readonly #parameters: ReadonlySet<string>;
  /** Whether an argument chooses a part of each list. */
  readonly #isWindow: boolean;
  /** Whether an argument chooses fields, or rows that come along. */
  readonly #isPart: boolean;
  /** Fields that some list is sorted by. */
  #sortedBy: readonly string[] = [];
  /** What makes tests of the application's own; nothing if arguments decide. */
  readonly #own: SearchedCollection | undefined;
  /** The tests for each row of a write, which are made once. */
  #tests: {
    readonly write: unknown;
    readonly byRow: Map<EntityRow, (key: ListKey) => boolean>;
  } | undefined;
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
    if (!collection.isFiltering) {
      this.#own = collection;
      names = matching = [];
    }
    const inPath = parametersIn(collection.path);
    const isParent = (name: string) =>
      Boolean(collection.nestKey) || inPath.has(name);
    const isSort = (name: string) =>
      !matching.includes(name) || !isParent(name) &&
        /^_?(?:sort|order)(?:ing|_?(?:by|dir|direction))?\b/i.test(name);
    const isWindow = (name: string) => collection.windowArgumentKeys(name);
    const isPart = (name: string) => /^(?:include|fields)$/.test(name);
    this.#matching = matching;
    this.#sorts = names.filter(isSort);
    this.#isSorted = matching.some(isSort);
    this.#isWindow = names.some(isWindow);
    this.#isPart = names.some(isPart);
    this.filters = this.#own
      ? [OWN]
      : names.filter((name) =>
        !isSort(name) && !isWindow(name) && !isPart(name)
      );
    this.#parameters = collection.nestKey ? new Set(this.filters) : inPath;
  }

  add(pk: string, key: ListKey): StoredList {
    const sortedBy = this.#sorts
      .flatMap((name) => String(key[name]).match(/\w+/g) ?? [])
      .filter((word) => !/^(?:asc|desc)/i.test(word));
    this.#sortedBy = push(this.#sortedBy, sortedBy);
    const list: StoredList = { pk, key, shape: this, sortedBy };
    const values = this.filters.map((name) => key[name]).join();
    const known = this.#lists.get(values);
    if (known) known.push(list);
    else this.#lists.set(values, [list]);
    this.#uncompared++;
    return list;
  }

  /** Whether an argument is several values, which no value of a row equals. */
  isLoose(key: ListKey): boolean {
    return !this.#own &&
      this.filters.some((name) => typeof key[name] !== "string");
  }

  /** Notes by which fields rows of a list are compared. */
  sort(list: StoredList, fields: readonly string[]): void {
    this.#uncompared--;
    this.#comparedBy = push(this.#comparedBy, fields);
    list.comparedBy = fields;
  }

  /** Whether a list has no row with a field that is not what an argument says. */
  hides(
    { key }: StoredList,
    row: EntityRow,
    pk: string,
    ignores?: readonly string[],
  ): boolean {
    // W6c: asked of each member that a row is sorted among
    for (const name of this.#matching) {
      if (!ignores?.includes(name) && contradicts(key, name, row, pk)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether each argument is what a row has.
   *
   * @param write what it was written by, if that is known
   * @param isHolding whether the list has the row, or had it
   */
  selects(
    { key }: StoredList,
    row: EntityRow,
    isOrdered: boolean,
    write: RowChange | undefined,
    isHolding: () => boolean,
  ): boolean {
    const isArgument = (name: string) => {
      if (!this.#parameters.has(name) || getOwn(row, name) !== undefined) {
        return String(row[name]) === key[name];
      }
      return write === undefined || isHolding() ||
        String(getOwn(sentWith(write.args), name)) === key[name];
    };
    return !this.#isWindow && !this.#isPart &&
      (!this.#isSorted || isOrdered) &&
      (this.#own
        ? this.#isChosen(this.#own, key, row, write ?? {})
        : this.filters.every(isArgument));
  }

  /** Whether a filter of the application's own selects a row. */
  #isChosen(
    own: SearchedCollection,
    key: ListKey,
    row: EntityRow,
    write: Partial<RowChange>,
  ): boolean {
    if (this.#tests?.write !== write) {
      this.#tests = { write, byRow: new Map() };
    }
    const { byRow } = this.#tests;
    let test = byRow.get(row);
    if (test === undefined) {
      const params = membersOf(write.args?.[0]);
      test = own.createCollectionFilter({ ...params, ...row }, row);
      byRow.set(row, test);
    }
    return test(key);
  }

  /** Whether a write sent or changed a field that may select rows. */
  isSelectedBy(write: Pick<RowChange, "isWritten">): boolean {
    return this.#own !== undefined ||
      this.filters.some((name) => write.isWritten(name));
  }

  /** Whether a row may have another place in any of these lists after a write. */
  isSortedBy(write: RowChange): boolean {
    return this.#uncompared > 0 ||
      this.#comparedBy.some((name) => write.isWritten(name));
  }

  /** Whether a write that is no deletion may leave any of these lists in doubt. */
  isOpenTo(write: RowChange): boolean {
    const { before, after, isNew } = write;
    if (write.isFound && this.filters.length > 0) return true;
    if (this.#own) return before.length > 0;
    const lacks = (name: string) =>
      !this.#parameters.has(name) && !Object.hasOwn(after, name);
    if (isNew) {
      return this.#isWindow || this.filters.some(lacks) || this.#isPart ||
        this.#sortedBy.length > 0 ||
        this.filters.some((name) => !isComparable(getOwn(after, name)));
    }
    return this.filters.some((name) => write.isChanged(name) || lacks(name)) ||
      this.#sortedBy.some((name) =>
        write.isChanged(name) || !Object.hasOwn(after, name)
      );
  }

  /**
   * The lists that a row may be in after a write, or was in before, by fields
   * that decide, or by parameters where it has none.
   *
   * @param isAny whether it may be in each list where neither says it
   */
  listsFor(write: RowChange, isAny: boolean): readonly StoredList[] {
    const { before, after, isNew, args } = write;
    // it may have been in any
    if (write.isFound && this.filters.length > 0) return this.#all();
    let params: Record<string, unknown> | undefined;
    let found: readonly StoredList[] = [];
    rows: for (const row of [after, ...before]) {
      let values: string | undefined;
      for (const name of this.filters) {
        const isKnown = Object.hasOwn(row, name);
        // W6c: rarely needed
        if (!isKnown) {
          params ??= isNew ? sentWith(args) : membersOf(args[0]);
        }
        const value = isKnown ? row[name] : getOwn(params, name);
        if (isComparable(value)) {
          const text = String(value);
          values = values === undefined ? text : `${values},${text}`;
        } else if (isAny || this.#own) return this.#all();
        else continue rows;
      }
      // more lists than these are no harm, since each has its verdict
      const lists = this.#lists.get(values ?? "");
      if (lists && !found.includes(lists[0]!)) {
        found = found.length > 0 ? [...found, ...lists] : lists;
      }
    }
    return found;
  }

  #all(): readonly StoredList[] {
    return [...this.#lists.values()].flat();
  }

  /** What a write of a row makes of one of the lists. */
  verdictOn(
    write: RowChange,
    { key, sortedBy }: StoredList,
    list: ListState,
  ): ListVerdict {
    const { before, after, isDeleted } = write;
    let wasNo = false;
    let isNo = false;
    /** What rows lack may select them by anything, or choose a part. */
    let isOpen = false;
    const isPart = this.#isWindow || this.#isPart;
    let isUnknown = isPart;
    let isAltered = false;
    let isTurned = false;
    let isYes = true;
    /** Whether it was in the list, and whether not, whatever is known of it. */
    let wasIn = before.length > 0;
    let wasOut = (write.isCreated || write.isThere) && !wasIn;
    for (const name of this.filters) {
      const is = this.#saysOf(name, after, write, key, list);
      let isOut = true;
      let wasUnknown = false;
      for (const row of before) {
        const was = this.#saysOf(name, row, write, key, list);
        if (was !== true) wasIn = false;
        if (was !== false) isOut = false;
        else if (is !== false) wasNo = true;
        if (was === undefined) wasUnknown = true;
      }
      if (is !== true) isYes = false;
      else if (wasUnknown && write.isChanged(name)) isTurned = true;
      if (is === false) {
        if (isDeleted || isOut && !this.#has(write, list)) return ELSEWHERE;
        isNo = true;
        isAltered ||= wasUnknown;
      } else if (isOut && before.length > 0) wasOut = true;
      if (is !== undefined) continue;
      isUnknown = true;
      if (!Object.hasOwn(after, name)) isOpen = true;
      else isAltered ||= !isDeleted && write.isChanged(name);
    }
    isTurned &&= !isNo && !isDeleted && !list.isHolding();
    const isNew = wasNo || write.isNew;
    // of a row of which nothing is known every argument is unknown
    const isInDoubt = isDeleted || isNo
      ? this.#isWindow || isOpen && before.length > 0 || isAltered ||
        // a number follows what is known
        (isUnknown || before.length === 0) && list.meta.beyond! > 0 &&
          !list.isLoaded()
      : isAltered || isTurned || isOpen && write.isChanged() ||
        isNew && isUnknown ||
        this.#isPlaceUnknown(write, sortedBy, isNew, list);
    const difference = isDeleted || isNo
      ? wasIn ? -1 : before.length > 1 && NaN
      : isYes && wasOut && 1;
    isYes &&= !isPart && (!this.#isSorted || list.isOrdered());
    const is = isNo ? false : isYes || undefined;
    return { after: is, wasNo, isTurned, isInDoubt, difference };
  }

  /** Whether a list may have a row of which nothing was known when it was written: it was requested before that, or did not come whole. By a read that brought what is written a row leaves no filter of the application's own. */
  #has({ before, isFound }: RowChange, list: ListState): boolean {
    return this.#own !== undefined && list.isLoaded() ||
      before.length === 0 &&
        (list.isHolding() || isFound === true && list.meta.beyond! > 0);
  }

  /** Whether only the server knows where a row is in a list, or whether it is in its part. */
  #isPlaceUnknown(
    write: RowChange,
    sortedBy: readonly string[],
    isNew: boolean,
    list: ListState,
  ): boolean {
    return sortedBy.length > 0 && (isNew || isMoved(sortedBy, write)) &&
        !list.isOrdered() ||
      // nobody knew of the row
      write.isFound && this.filters.length > 0 && !list.isLoaded() ||
      this.#isWindow && write.asking === true && list.isAtEdge();
  }

  /** Whether an argument of a list is what a row has; neither where that is not known. */
  #saysOf(
    name: string,
    row: EntityRow,
    write: RowChange,
    key: ListKey,
    list: ListState,
  ): boolean | null | undefined {
    const { before, isNew, args, pk } = write;
    if (this.#own) {
      // what another list has created joins nothing
      return before.length > 0 || write.isCreated || write.isFound
        ? this.#isChosen(this.#own, key, row, write)
        : null;
    }
    let value = getOwn(row, name);
    const isParameter = this.#parameters.has(name);
    if (value === undefined && (isParameter || isNew)) {
      if (isParameter && list.isHolding()) return true;
      value = getOwn(sentWith(args), name);
      if (isParameter && value === undefined) return false;
    }
    return list.meta.ignores?.includes(name) || !isComparable(value) ||
        typeof key[name] !== "string"
      ? undefined
      : String(value) === key[name] || isOwnKey(row, name, pk) && null;
  }
}

/** Whether a write may change the place of a row by fields that an argument names; by any, if it has none of these. */
function isMoved(sortedBy: readonly string[], write: RowChange): boolean {
  const known = sortedBy.filter((name) => Object.hasOwn(write.after, name));
  return known.length > 0
    ? known.some((name) => write.isChanged(name))
    : write.isChanged();
}
