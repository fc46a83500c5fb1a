// deno-lint-ignore-file no-explicit-any -- responses and arguments are untyped until Denormalize types them
/**
 * The seam between data descriptions and storage: what a schema is, what the
 * normalizing and reading engines hand to it, and what a store must offer.
 * Nothing in this file has behaviour.
 *
 * @module
 */

/**
 * When a record or a response was asked for, stored, and goes stale; all in
 * milliseconds of wall clock.
 *
 * @example
 * ```ts
 * import type { EntityMeta } from "@tessera/client/schema";
 * import { Entity } from "@tessera/client";
 *
 * // takes the version with the later time of the server, not of the request
 * export class Position extends Entity {
 *   id = "";
 *   reported = 0;
 *   static override shouldReorder(
 *     _existingMeta: EntityMeta,
 *     _incomingMeta: EntityMeta,
 *     existing: { reported: number },
 *     incoming: { reported: number },
 *   ): boolean {
 *     return incoming.reported < existing.reported;
 *   }
 * }
 * ```
 */
export interface EntityMeta {
  /**
   * Stamp of the request (or local write) that produced the record;
   * milliseconds.
   */
  readonly fetchedAt: number;
  /** Wall clock at which the response was stored; milliseconds. */
  readonly date: number;
  /**
   * Wall clock at which the record goes stale; milliseconds, `Infinity` for
   * never.
   */
  readonly expiresAt: number;
  /**
   * Stamp at which a change was confirmed; later than `fetchedAt` for responses
   * of a server; milliseconds.
   */
  readonly confirmedAt?: number;
  /** Arguments of a list that do not select its rows, because its newest response had others. */
  readonly ignores?: readonly string[];
  /** Whether a list came inside an entity last, which may have only some of its rows. */
  readonly isPreview?: boolean;
  /** The parts that a list came in, if it has pages. */
  readonly pages?: {
    /** Members that only the first one brought. */
    readonly first: any;
    /** Arguments of the calls that brought the others, in order. */
    readonly args: readonly (readonly unknown[])[];
    /** How many of them stand before the first one. */
    readonly before?: number;
    /** When the last one came. */
    readonly until?: number;
    /** Whether rows may be missing between them: they are of different times. */
    readonly isTorn?: boolean;
  };
  /**
   * There if a number next to a list may count its rows: how many more there
   * are by that than are loaded, with those that came since, and less those
   * that left.
   */
  readonly beyond?: number;
}

/**
 * A stored, normalized entity: nested entities are replaced by references. The
 * tables that {@linkcode normalize} fills hold such.
 */
export type EntityRow = Record<string, any>;

/**
 * The content of a table of {@linkcode EntityReader} under a primary key: a
 * row, or the tombstone of a deleted entity, which is the symbol `INVALID`.
 */
export type EntityValue = EntityRow | symbol;

/**
 * Read access to one table of entities, as {@linkcode EntityReader} gives it.
 */
export interface EntityTableView {
  /** Changes identity when a row of the table is added, changed, invalidated or removed, or while that is pending. */
  readonly revision: unknown;
  /** Primary keys in insertion order, tombstones included. */
  keys(): Iterable<string>;
  /** Rows and tombstones in insertion order. */
  entries(): Iterable<[pk: string, value: EntityValue]>;
  /** The result of `keys()`, the same list as long as no key is added or removed; `undefined` where there is none. */
  readonly keyList?: readonly string[] | undefined;
  /** Where the keys come from; `undefined` where they have to be listed. */
  readonly lineage?: KeyLineage | undefined;
}

/**
 * Keys that a table of an {@linkcode EntityReader} ever held, the same object
 * for all its versions. An index over keys looks at each key once, when it is
 * new; it may know keys that a version does not hold.
 */
export interface KeyLineage {
  /** Only grows, at the end. */
  readonly keys: readonly string[];
}

/**
 * Everything the schema engines need to read from a store.
 *
 * @example
 * ```ts
 * import { initialState } from "@tessera/client";
 * import { type EntityReader } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * function countRows(reader: EntityReader, table: string): number {
 *   return [...reader.getEntities(table)?.keys() ?? []].length;
 * }
 * assertEquals(countRows(initialState, "Port"), 0);
 * ```
 */
export interface EntityReader {
  /** The row or tombstone under a primary key; `undefined` when nothing is stored. */
  getEntity(key: string, pk: string): EntityValue | undefined;
  /** The meta stored with a row; `undefined` when there is none. */
  getEntityMeta(key: string, pk: string): EntityMeta | undefined;
  /** A table; `undefined` when it was never created. */
  getEntities(key: string): EntityTableView | undefined;
  /** Primary key of the entity whose indexed field has this value. */
  getIndex(key: string, field: string, value: string): string | undefined;
}

/** The place in which an {@linkcode EntityReader} that is written to stores one entity, or will store it. */
export interface EntitySlot {
  /** The stored value; `undefined` if there is none. */
  readonly value: unknown;
  /** Its times. */
  readonly meta: EntityMeta | undefined;
  /** Its primary key. */
  readonly pk: string;
  /** The object of a response that has been visited for it this time. */
  visited: object | undefined;
}

/**
 * The target of normalizing one response: an {@linkcode EntityReader} that
 * takes rows. Its owner discards it when that throws.
 */
export interface EntityWriter extends EntityReader {
  /** The place of an entity, stored or not. It is the same for one primary key as long as normalizing goes on. Custom schemas without types may give a number. */
  slotOf(key: string, pk: string): EntitySlot;
  /** Makes the table exist, empty if it is new. */
  createTable(key: string): void;
  /**
   * Stores a row or tombstone together with its meta. The same row retains its
   * identity and only moves the meta. Indexed values that the row has no more
   * do not lead to it any longer.
   */
  put(slot: EntitySlot, value: EntityValue, meta: EntityMeta): void;
  /**
   * Lists that follow what is written.
   *
   * @internal
   */
  readonly collections?: ListRegistry | undefined;
  /**
   * Writes that were confirmed lately, in that order.
   *
   * @internal
   */
  readonly confirmed?: readonly ConfirmedWrite[];
  /**
   * When the oldest change began that has no response yet.
   *
   * @internal
   */
  readonly pendingSince?: number;
  /**
   * Adds to these.
   *
   * @internal
   */
  confirm?(write: ConfirmedWrite): void;
  /**
   * Takes a change of lists for other tabs, which may have lists that are not
   * stored here.
   *
   * @internal
   */
  changed?(change: ListChange): void;
  /**
   * Takes a row or list of which only the server knows what it is: what is
   * requested from a stamp on, by default from now on, tells.
   *
   * @internal
   */
  doubt?(slot: EntitySlot, since?: number): void;
  /**
   * Whether only the server knows what a stored row or list is, until a response
   * comes that is requested since.
   *
   * @internal
   */
  isDoubted?(slot: EntitySlot): boolean;
  /**
   * Takes what a pending write has made of a row: `edit` if that is all, and
   * would be the same above another version of the row.
   *
   * @internal
   */
  edited?(slot: EntitySlot, edit: object | undefined): void;
  /** Lets an index value lead to a primary key, before those that it leads to already. */
  setIndex(
    key: string,
    field: string,
    value: string,
    pk: string,
  ): void;
}

/**
 * A field of an entity and what it is normalized by, for
 * {@linkcode INormalizeDelegate.visitAndMerge}.
 */
export interface NormalizedField {
  /** The field. */
  readonly name: string;
  /** Its schema. */
  readonly schema: any;
}

/**
 * Something of a response that was left out, or that could not be read, while
 * the rest is there. A delegate takes it as `report`; the `onReport` of a client
 * hears of it.
 *
 * @example
 * ```ts
 * import type { DataReport } from "@tessera/client";
 *
 * // sends it to the log of the application
 * export function toLog(report: DataReport): string {
 *   const { key, place, message } = report;
 *   return `${[key, place].filter(Boolean).join(" at ")}: ${message}`;
 * }
 * ```
 */
export interface DataReport {
  /** The message. In development it also says what to do. */
  readonly message: string;
  /** The thrown value, if there is one. */
  readonly cause?: unknown;
  /** The place in the response, such as `data[3].home`, or of which stored field. */
  readonly place?: string | undefined;
  /** Key of the response; added by the controller where it is known. */
  readonly key?: string | undefined;
}

/**
 * Handed to `normalize` of every schema. Its reads include the writes of this
 * response.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { type INormalizeDelegate } from "@tessera/client/schema";
 * import { normalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * // a list of which only the first items stay
 * class FirstOf {
 *   constructor(readonly schema: unknown, readonly count: number) {}
 *   normalize(
 *     input: unknown[],
 *     parent: unknown,
 *     key: string,
 *     delegate: INormalizeDelegate,
 *   ): unknown[] {
 *     return input.slice(0, this.count)
 *       .map((item) => delegate.visit(this.schema, item, parent, key));
 *   }
 *   denormalize(input: unknown[]): unknown[] {
 *     return input;
 *   }
 * }
 *
 * class Port extends Entity {
 *   id = "";
 * }
 * const ports = [{ id: "rtm" }, { id: "ham" }];
 * assertEquals(normalize(new FirstOf(Port, 1), ports).result, ["rtm"]);
 * ```
 */
export interface INormalizeDelegate
  extends Pick<EntityReader, "getEntity" | "getEntityMeta" | "getEntities"> {
  /** Arguments of the endpoint call. */
  readonly args: readonly any[];
  /** Times of this response. */
  readonly meta: EntityMeta;
  /** Normalizes a nested value. */
  visit(schema: any, value: any, parent: any, key: any): any;
  /**
   * Visits the items of a list by a function. An item whose visit is refused, by
   * an error with `status` 400, is left out and reported, and the others stay;
   * if none is accepted, the first error is thrown.
   *
   * @param items the items
   * @param visit normalizes an item, which it gets with its index
   * @param isStrict whether any error is thrown
   * @returns what the function gave, without items that were left out
   */
  visitItems(
    items: readonly any[],
    visit: (item: any, index: number) => any,
    isStrict?: boolean,
  ): any[];
  /**
   * Merges a row into the store by the rules of the schema.
   *
   * @param isShared whether the row belongs to the response, so that it is
   * copied unless the store has the same already
   */
  mergeEntity(
    schema: Mergeable,
    pk: string,
    incoming: EntityRow,
    isShared?: boolean,
  ): void;
  /** Overwrites a row; of the schema only the name of the table and of indexed fields are used. */
  setEntity(
    schema: Pick<Mergeable, "key" | "indexes">,
    pk: string,
    row: EntityRow,
    meta?: EntityMeta,
  ): void;
  /**
   * Adds, removes or moves members of a list or map that is stored or was
   * written by this response; without one, or with a tombstone, nothing
   * happens. Such a change is never out of date, and a list whose request began
   * before the change was confirmed does not undo it.
   *
   * @param change gives the changed list or map; applied again to such lists, so where the change is made already it must change nothing
   * @param span when the change began and was confirmed, if not by what is stored now
   */
  changeMembers(
    schema: Mergeable,
    pk: string,
    change: (existing: any) => any,
    span?: { readonly began: number; readonly until: number },
  ): void;
  /**
   * The place of a stored list.
   *
   * @internal
   */
  slotOf(key: string, pk: string): EntitySlot;
  /**
   * Stores the members of a list in another order, or with another meta.
   *
   * @internal
   */
  setMembers(slot: EntitySlot, members: object, meta?: EntityMeta): void;
  /** Stores a tombstone. */
  invalidate(schema: { readonly key: string }, pk: string): void;
  /** Whether this very input object was already visited for this entity in this response. */
  checkLoop(key: string, pk: string, input: object): boolean;
  /** Begins an entity that {@linkcode INormalizeDelegate.visitAndMerge} ends; `undefined` where `checkLoop` says yes. */
  enter(key: string, pk: string, input: object): EntitySlot | undefined;
  /** Makes the table exist, empty if it is new. */
  createTable(key: string): void;
  /** Primary key under which the nearest enclosing entity is stored. */
  readonly parentPk: string | undefined;
  /** The row of that entity, as far as its fields have been visited. */
  readonly parentRow?: EntityRow | undefined;
  /**
   * Visits a member of a creating schema: an entity without a usable primary
   * key gets a temporary one instead of being refused.
   */
  visitCreating(visit: () => any): any;
  /**
   * Replaces the own fields of `row` that have a schema by what they normalize
   * to, in their order, then merges the row into the store. The fields see
   * `row` as their parent, and its primary key as
   * {@linkcode INormalizeDelegate.parentPk}. Where entities are nested very
   * deep this is deferred to the end.
   */
  visitAndMerge(
    entered: EntitySlot,
    schema: Mergeable,
    row: EntityRow,
    fields: readonly NormalizedField[],
  ): void;
  /** A temporary primary key if an entity is being created at this position. */
  temporaryPk(key: string): string | undefined;
  /**
   * Lists that follow what is written.
   *
   * @internal
   */
  readonly collections?: ListRegistry | undefined;
  /**
   * Writes that were confirmed after a time, and since what is stored now was
   * requested, in that order.
   *
   * @internal
   */
  confirmedAfter?(time: number): readonly ConfirmedWrite[];
  /**
   * Changes of lists that were confirmed after the request began, and those that
   * may stand over these or over what is pending; in that order.
   *
   * @internal
   */
  readonly confirmedChanges?: readonly ConfirmedWrite[];
  /**
   * Remembers a change of lists for those that come later.
   *
   * @internal
   */
  confirmMembers?(
    key: string,
    change: Required<Pick<ConfirmedWrite, "members" | "listsOf">>,
    scope?: ListScope,
  ): void;
  /**
   * Lets numbers next to stored lists follow a row that is taken out, and takes
   * those lists that may be short of it.
   *
   * @param row as the call knows it; `undefined` if nothing is known
   * @internal
   */
  takeOut?(
    list: ListSchema,
    key: string,
    pk: string,
    row: EntityRow | undefined,
  ): void;
  /**
   * Takes a stored list of which only the server knows what it is.
   *
   * @internal
   */
  doubt?(key: string, pk: string, since?: number): void;
  /**
   * Whether only the server knows what a stored list is.
   *
   * @internal
   */
  isDoubted?(key: string, pk: string): boolean;
  /**
   * Takes a stored list, if a number next to it may count a write of members,
   * or not.
   *
   * @internal
   */
  doubtNumber?(
    slot: EntitySlot,
    members: readonly unknown[],
    span: Span,
  ): void;
  /**
   * Takes a stored list that lacks a row by what was observed of that. The
   * response itself may bring the list.
   *
   * @internal
   */
  lacks?(key: string, pk: string): void;
  /**
   * Whether another change of a row is pending than the one that is going on.
   *
   * @internal
   */
  isBeingChanged?(key: string, pk: string): boolean;
  /**
   * The row when the write began that is going on.
   *
   * @internal
   */
  rowBefore?(key: string, pk: string): unknown;
  /**
   * Whether the response says what somebody has changed.
   *
   * @internal
   */
  readonly isChange?: boolean;
  /**
   * Whether the change has no response yet: what it is about may have gone.
   *
   * @internal
   */
  readonly isPending?: boolean;
  /**
   * Whether the value that is visited tells of a row that was sent as a change
   * of what there is, not as a new one.
   *
   * @internal
   */
  readonly isUpdate?: boolean;
  /**
   * How many members the lists of the response have.
   *
   * @internal
   */
  counted?: number | undefined;
  /**
   * A list that takes rows in by itself.
   *
   * @internal
   */
  unfollowed?: ListSchema | undefined;
  /**
   * Whether the row that is visited is taken out of lists, so that a write which
   * sends nothing of it changes nothing of it.
   *
   * @internal
   */
  isTakenOut?: boolean;
  /**
   * The table of the entity that becomes the one that is stored now.
   *
   * @internal
   */
  former?: EntityInterface | undefined;
  /**
   * Says that something was left out while the rest is stored. The place is
   * found by itself if `cause` is the error that a visit threw.
   */
  report?(report: DataReport): void;
}

/**
 * Handed to `denormalize` of every schema; one object per read. The value
 * depends on each row, and on each table as a whole, that it reads.
 *
 * @example
 * ```ts
 * import { denormalize } from "@tessera/client/schema";
 * import type { IDenormalizeDelegate } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * // prices stored in euro, read in the currency that the arguments name
 * class Price {
 *   normalize(input: number): number {
 *     return input;
 *   }
 *   denormalize(input: number, delegate: IDenormalizeDelegate): string {
 *     return `${input} ${delegate.argsKey(currencyOf) ?? "EUR"}`;
 *   }
 * }
 * // one function for all reads, so that they share what is remembered
 * const currencyOf = (args: readonly { currency?: string }[]) => args[0]?.currency;
 *
 * assertEquals(denormalize(new Price(), 5, {}, [{ currency: "NOK" }]), "5 NOK");
 * ```
 */
export interface IDenormalizeDelegate
  extends Pick<EntityReader, "getEntity" | "getEntities"> {
  /** Arguments of the read. Output that depends on them must be declared with {@linkcode IDenormalizeDelegate.argsKey}. */
  readonly args: readonly any[];
  /** Primary key of the entity that is being denormalized, where that is stored. */
  readonly parentPk?: string | undefined;
  /** Denormalizes a nested value. */
  unvisit(schema: any, input: any): any;
  /** Denormalizes the items of a list by one schema; without those that are missing, were deleted, or are left out. */
  unvisitItems?(schema: any, items: readonly any[]): any[];
  /** Whether the value that was denormalized last is left out where it can be, because the list's arguments do not select it, or its deletion is pending. */
  isLeftOut?(value: unknown): boolean;
  /** Returns `fn(args)` and makes it a dimension of the cache; `fn` must be a stable function. */
  argsKey(fn: (args: readonly any[]) => string | undefined): string | undefined;
  /**
   * Denormalizes `input` by `schema` and derives a value from it. `process` is
   * called again only when the denormalized value has another identity or the
   * arguments serialize differently; it is never called for `undefined`,
   * `null` or an invalid value, which are returned as they are.
   *
   * @param owner the deriving schema, whose results these are
   */
  derive(
    owner: object,
    schema: any,
    input: any,
    process: (value: any, ...args: any[]) => any,
  ): any;
  /** Says that something could not be read while the rest is there. */
  report?(report: DataReport): void;
}

/**
 * Handed to `queryKey` of every queryable schema. Every access is a dependency
 * of the result.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import {
 *   type IDenormalizeDelegate,
 *   type INormalizeDelegate,
 *   type IQueryDelegate,
 *   MemoCache,
 *   type RecurseQueryKey,
 * } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 *
 * // the entity that was stored first
 * class First {
 *   constructor(readonly entity: typeof Port) {}
 *   normalize(
 *     input: unknown,
 *     parent: unknown,
 *     key: string,
 *     delegate: INormalizeDelegate,
 *   ): unknown {
 *     return delegate.visit(this.entity, input, parent, key);
 *   }
 *   denormalize(input: unknown, delegate: IDenormalizeDelegate): unknown {
 *     return delegate.unvisit(this.entity, input);
 *   }
 *   queryKey(
 *     _args: readonly unknown[],
 *     _recurse: RecurseQueryKey,
 *     delegate: IQueryDelegate,
 *   ): string | undefined {
 *     const [pk] = delegate.getEntities(this.entity.key)?.keys() ?? [];
 *     return pk;
 *   }
 * }
 *
 * const entities = { Port: { rtm: { id: "rtm" }, ham: { id: "ham" } } };
 * const { data } = new MemoCache().query(new First(Port), [], { entities });
 * assertEquals(data instanceof Port && data.id, "rtm");
 * ```
 */
export interface IQueryDelegate extends Omit<EntityReader, "getEntityMeta"> {
  /** The tombstone marker. */
  readonly INVALID: symbol;
}

/**
 * Computes what normalize would have stored for nested schemas of a query, as
 * `recurse(this.schema, args)`; `undefined` if nothing is found. The example of
 * {@linkcode IQueryDelegate} has the method that gets it.
 */
export type RecurseQueryKey = (
  schema: any,
  args: readonly any[],
) => any;

/**
 * Two versions of one row, and the times of the requests that brought them:
 * the arguments of {@linkcode MergeHooks}.
 */
export type MergedVersions = [
  existingMeta: EntityMeta,
  incomingMeta: EntityMeta,
  existing: any,
  incoming: any,
];

/**
 * How the stored version of a row and an incoming one become one. Neither may
 * be changed. Classes that override none of these hooks are ordered field by
 * field instead. A field has the value of the newest request that set it.
 *
 * @example
 * ```ts
 * import { createClient, Entity } from "@tessera/client";
 * import { type MergedVersions } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Tide extends Entity {
 *   id = "";
 *   version = 0;
 *   static override key = "Tide";
 *   static override shouldUpdate(...[, , stored, incoming]: MergedVersions) {
 *     return incoming.version > stored.version;
 *   }
 * }
 *
 * await using client = createClient();
 * await client.set(Tide, { id: "7" }, { id: "7", version: 2 });
 * await client.set(Tide, { id: "7" }, { id: "7", version: 1 });
 * assertEquals(client.get(Tide, { id: "7" })?.version, 2);
 * ```
 */
export interface MergeHooks {
  /**
   * Combines two versions of one row. By default the fields of the newer one win.
   *
   * @param existing the older row
   * @param incoming the newer row
   * @returns the row to store
   */
  merge(existing: any, incoming: any): any;
  /** Whether an incoming row is taken at all; by default always. */
  shouldUpdate(...versions: MergedVersions): boolean;
  /**
   * Whether the incoming row is older than the stored one; by default if its
   * request started earlier. Overrides may compare fields, such as a version.
   */
  shouldReorder(...versions: MergedVersions): boolean;
  /** Combines a stored row with an incoming one; by default as the three hooks above say. */
  mergeWithStore(...versions: MergedVersions): any;
  /** Chooses the times of the combined row; by default those of the later request. */
  mergeMetaWithStore(...versions: MergedVersions): EntityMeta;
}

/**
 * How two versions of one entity are combined: the part of an
 * {@linkcode Entity} class that storing needs.
 */
export interface Mergeable
  extends
    Omit<MergeHooks, "shouldUpdate">,
    Partial<Pick<MergeHooks, "shouldUpdate">> {
  /** The table. */
  readonly key: string;
  /** Top-level fields by which rows can be found. */
  readonly indexes?: readonly string[] | undefined;
}

/**
 * Lists by the table of the entities in them, as far as they were stored or
 * read: writes of rows are followed by these. A {@linkcode Collection} adds its own.
 *
 * @internal
 */
export interface ListRegistry extends Map<string, Set<ListSchema>> {
  /** Grows with it. */
  revision: number;
  /** Called when a Collection is added. */
  onAdd?: () => void;
}

/**
 * A schema of stored lists that select their rows by arguments, as {@linkcode Collection} does.
 *
 * @internal
 */
export interface ListSchema {
  /** Makes the test for rows that a stored list does not contain; `undefined` where it contains all. */
  filterOf(
    pk: string,
    meta: EntityMeta | undefined,
    registry: ListRegistry | undefined,
  ): ((row: EntityRow, pk: string) => boolean) | undefined;
  /**
   * Lets the stored lists have a row that was written, unless they list it, and
   * has those requested that are in doubt, or that lack what was observed.
   *
   * @returns whether a list may go by a field that was written
   */
  followRow(
    delegate: INormalizeDelegate,
    write: RowChange,
    isListed?: boolean,
  ): boolean;
  /** Gives a list that another tab has received the rows that were written since. */
  addConfirmed(
    delegate: INormalizeDelegate,
    pk: string,
    since: number,
    from?: number,
  ): void;
  /** Puts members of a stored list where its order has them. */
  place(
    delegate: INormalizeDelegate,
    pk: string,
    members: readonly unknown[],
  ): void;
  /** Primary keys of the stored lists that an action applies to; `null` for all. */
  listsOf(
    delegate: INormalizeDelegate,
    args: readonly unknown[] | null,
  ): string[];
  /** Primary keys of the stored lists that any of these rows may be in, if these fields decide. */
  listsWith(
    delegate: INormalizeDelegate,
    rows: readonly EntityRow[],
    names: ReadonlySet<string | symbol>,
  ): string[];
  /** The table. */
  readonly key: string;
  /** A text that tells its lists from those of others in the table. */
  readonly collectionKey: string | undefined;
}

/**
 * The time in which a request, or a local change, was under way. Lists of a
 * {@linkcode Collection} are ordered by it.
 *
 * @internal
 */
export interface Span {
  /** When it began. */
  readonly began: number;
  /** When it was confirmed; `Infinity` while it is pending. */
  readonly until: number;
  /** The tab that sent it; nothing if it is this one. */
  readonly from?: number | undefined;
  /** Until when that tab knew what was confirmed here. */
  readonly knownUntil?: number | undefined;
}

/**
 * A write of a row that was confirmed, for a {@linkcode Collection} whose lists were requested before.
 *
 * @internal
 */
export interface ConfirmedWrite extends Span {
  /** The table. */
  readonly key: string;
  /** The primary key. */
  readonly pk: string;
  /** Whether the row exists by this write. */
  readonly isCreated?: boolean;
  /** Whether the write says that the row exists. */
  readonly isThere?: boolean;
  /** The Collection in one of whose lists it was created, by its name; `""` if in none, nothing if it may be in any. */
  readonly list?: string | undefined;
  /** The versions that the row may have, if only the server knows which; `null` for any. */
  readonly possible?: readonly EntityRow[] | null;
  /** The change itself, unless only the server knows it. */
  readonly change?: RowChange | undefined;
  /** Of a change of lists what it makes of one that comes later. */
  readonly members?:
    & ((existing: any) => any)
    & { readonly members?: readonly any[]; readonly added?: any };
  /** The lists that this concerns, among them one that comes later. */
  listsOf?(delegate: INormalizeDelegate, later?: string): readonly string[];
}

/**
 * The lists of a {@linkcode Collection} that a change of members concerns, in
 * each tab.
 *
 * @internal
 */
export interface ListScope {
  /** The Collection, by its name. */
  readonly list: string;
  /** Arguments of the call, which select them. */
  readonly args: readonly unknown[];
  /** The lists that are stored here, where a function of the application's own selects, which cannot be sent. */
  readonly stored?: readonly string[] | undefined;
  /** Of a member that moves, the row when the call began and just before its response. */
  readonly moved?: readonly EntityRow[] | undefined;
}

/**
 * A change of the members of lists of a {@linkcode Collection}.
 *
 * @internal
 */
export interface ListChange extends ListScope {
  /** The table of the members. */
  readonly key: string;
  /** When it began. */
  readonly began: number;
  /** Whether only the server knows if it stands. */
  readonly isLost: boolean;
  /** The change itself. */
  readonly members: NonNullable<ConfirmedWrite["members"]>;
}

/**
 * A write of a row, for a {@linkcode Collection} whose lists follow it.
 *
 * @internal
 */
export interface RowChange {
  /** The table. */
  readonly key: string;
  /** The primary key. */
  readonly pk: string;
  /** The tab that sent it; nothing if it is this one. */
  readonly from?: number | undefined;
  /** The name under which a map has it, if that is not the primary key. */
  readonly name?: string;
  /** The row when the write began, and when it was confirmed; nothing if there was none. */
  readonly before: readonly EntityRow[];
  /** Whether nothing was known of the row when the write began that created it, or is known of it before. */
  readonly isNew: boolean;
  /** Whether the write is no creation, and names a row of which nothing was known. */
  readonly isFound?: boolean;
  /** The row now; of one that was deleted what it was. */
  readonly after: EntityRow;
  /** Arguments of what wrote it. */
  readonly args: readonly any[];
  /** When it began; nothing if the change of a list counts its rows itself. */
  readonly began?: number;
  /** The table that it was in before, as another kind of entity. */
  readonly former?: string | undefined;
  /** When it was confirmed. */
  readonly until: number;
  /** Whether lists are requested that it leaves in doubt. */
  readonly asking?: boolean;
  /** Whether a server was only asked, and nobody wrote it. */
  readonly isObserved?: boolean;
  /** Whether the row was deleted. */
  readonly isDeleted: boolean;
  /** Whether the row exists by this write. */
  readonly isCreated: boolean;
  /** Whether the write says that the row exists. */
  readonly isThere: boolean;
  /** The Collection in one of whose lists it was created: see {@linkcode ConfirmedWrite}. */
  readonly list?: string | undefined;
  /** Whether the write sent or changed a field. */
  isWritten(name: string): boolean;
  /** Whether the write changed a field that was known, or that it sent; without a name any. */
  isChanged(name?: string): boolean;
}

/**
 * The least a schema class must offer. The examples of
 * {@linkcode INormalizeDelegate} and {@linkcode IQueryDelegate} are such classes.
 *
 * @typeParam T what a reader sees
 * @typeParam Args arguments that the value is asked for by
 */
export interface SchemaSimple<T = any, Args extends readonly any[] = any[]> {
  /**
   * Takes a value of a response apart.
   *
   * @param input the value
   * @param parent what it was found in
   * @param key where in `parent` it was found
   * @param delegate visits nested values, reads and writes the store
   * @param parentEntity the nearest schema around it that has a table
   * @returns what stays in place of the value
   */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any;
  /**
   * Puts together what a reader sees.
   *
   * @param input what `normalize` returned
   * @param delegate resolves nested values
   */
  denormalize(input: any, delegate: IDenormalizeDelegate): T;
  /**
   * The value is computed from the tables even where nothing is stored: the
   * reading engine calls `denormalize` for `undefined` too. Containers visit
   * such members although they are absent.
   */
  readonly isLive?: boolean;
  /** `normalize` is called for primitives and `null` too. */
  readonly acceptsPrimitives?: boolean;
  /**
   * The value is stored outside of what contains it. A field of an entity that
   * normalizes to `undefined` is left out of the row, which retains the
   * reference that it has.
   */
  readonly isStoredApart?: boolean;
  /**
   * Computes what `normalize` would have returned, from arguments and store.
   *
   * @param args arguments of the query
   * @param recurse makes the keys of nested schemas
   * @param delegate reads the store
   * @returns `undefined` if nothing is found
   */
  queryKey?(
    args: Args,
    recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any;
}

/**
 * A schema with a table: an {@linkcode Entity} class, a Collection, or a custom
 * class of that shape.
 */
export interface EntityInterface<T = any> extends SchemaSimple {
  /** The table. */
  readonly key: string;
  /** The prototype of all instances. */
  readonly prototype: T;
  /** Top-level fields by which rows can be found. */
  readonly indexes?: readonly string[] | undefined;
  /** Nesting of entities at which reads stop to resolve fields. */
  readonly maxEntityDepth?: number | undefined;
  /** Instances are shared with other schemas that name the same object here. */
  readonly cacheWith?: object | undefined;
  /** Schemas of fields. */
  readonly schema?: Record<string, Schema>;
  /**
   * The primary key of a plain value.
   *
   * @param value the plain value
   * @param parent what it was found in; only while a response is stored
   * @param key where in `parent` it was found; only while a response is stored
   * @param args arguments of the endpoint; only while a response is stored
   */
  pk(
    value: any,
    parent?: any,
    key?: string,
    args?: readonly any[],
  ): string | number | undefined;
  /** Makes an instance of a row; `undefined` if the row is not valid. */
  createIfValid(props: any): any;
}

/**
 * A schema that chooses among several by an attribute of the value, as
 * {@linkcode Union} does.
 */
export interface PolymorphicInterface extends SchemaSimple {
  /** The single schema, or the mapping. */
  readonly schema: any;
  /** Names the members. */
  schemaKey(): string;
  /** Adds to the mapping, or replaces the single schema. */
  define(definition: any): void;
}

/**
 * Turns a stored value into what the reader sees: a function or a constructor,
 * in the place of a schema.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { type Serializable } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * const knots: Serializable<number> = (metresPerSecond: number) =>
 *   metresPerSecond * 1.944;
 *
 * class Ship extends Entity {
 *   id = "";
 *   speed = 0;
 *   built = new Date(0);
 *   static override schema = { speed: knots, built: Date };
 * }
 * const ship = Ship.fromJS({ id: "7", built: new Date("1992-07-14") });
 * assertEquals(ship.built.getUTCFullYear(), 1992);
 * ```
 */
export type Serializable<T = any> =
  | ((value: any) => T)
  | { new (value: any): T; prototype: T };

/**
 * Anything that describes data: classes, instances, shorthands, deserializers,
 * placeholders.
 *
 * @example
 * ```ts
 * import { Collection, Entity, type Schema } from "@tessera/client";
 *
 * class Port extends Entity {
 *   id = "";
 * }
 *
 * export const schemas: Record<string, Schema> = {
 *   entity: Port,
 *   list: [Port],
 *   object: { home: Port, cursor: "" },
 *   collection: new Collection([Port]),
 *   deserializer: Date,
 * };
 * ```
 */
export type Schema =
  | null
  | undefined
  | string
  | number
  | readonly any[]
  | { readonly [member: string]: any }
  | SchemaSimple
  | Serializable;
