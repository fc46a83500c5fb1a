// deno-lint-ignore-file no-explicit-any -- responses and arguments are untyped here; Denormalize types them
import { ArraySchema } from "./array.ts";
import { type ChangeName, CollectionChange } from "./collection_change.ts";
import {
  addConfirmed,
  confirmedFor,
  doubtConfirmed,
  follow,
  indexOf,
  joining,
  noteMembers,
  placeMembers,
  referredBy,
  register,
  selecting,
  visibleCount,
} from "./collection_follow.ts";
import {
  contradicts,
  filterByMembers,
  isNamed,
  keyObjectOf,
  membersOf,
  parametersIn,
  serializeKey,
} from "./collection_key.ts";
import type {
  AssignTypes,
  ChangeTypes,
  CollectionFilter,
  CollectionOptions,
  CollectionSchema,
  DefaultArgs,
  IsList,
  IsMap,
  MemberOf,
} from "./collection_types.ts";
import type { Comparator } from "./list_order.ts";
import type { ListIndex } from "./list_index.ts";
import {
  warnOfOtherPath,
  warnOfSharedRow,
  warnOfSingleObject,
  warnOfUnusedFilter,
} from "./collection_warnings.ts";
import type {
  EntityMeta,
  EntityReader,
  EntityRow,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  KeyLineage,
  ListRegistry,
  Mergeable,
  RecurseQueryKey,
  RowChange,
  SchemaSimple,
} from "./contract.ts";
import type { MergeHooks } from "./entity_types.ts";
import { isDevelopment } from "./environment.ts";
import { severalMembers, unsupportedCollection } from "./errors.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  SchemaTypes,
} from "./inference.ts";
import { isObject } from "./is_object.ts";
import { identityOf } from "./kind.ts";
import { mergedBy, mergeHooks } from "./merge.ts";
import {
  addedSince,
  addingPage,
  append,
  assign,
  isContestedSince,
  isNumberSince,
  itemsOf,
  listFacts,
  type ListPages,
  type MemberMerge,
  mergeList,
  metaBefore,
  push,
  setBeyond,
  unshift,
  without,
} from "./merge_membership.ts";
import { countOf } from "./same_value.ts";
import { Values } from "./values.ts";

/**
 * Returns the arguments of a list, from those of one of its pages: the
 * argument of `pageWith` of a {@linkcode Collection}.
 */
export type RemoveCursor = (...args: any[]) => readonly any[];

/**
 * A list or map that is stored once, however many responses contain it, and
 * that responses can add to, remove from and move between.
 *
 * @example
 * ```ts
 * import { Collection, createClient, Entity, RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Berth extends Entity {
 *   id = "";
 *   portId = "";
 *   static override key = "Berth";
 * }
 * const berths = new Collection([Berth], {
 *   argsKey: ({ portId }: { portId: string }) => ({ portId }),
 *   nestKey: (port: { id: string }) => ({ portId: port.id }),
 * });
 * const getBerths = new RestEndpoint({
 *   path: "/ports/:portId/berths",
 *   schema: berths,
 * });
 *
 * // as if a server had responded to GET and POST
 * await using client = createClient();
 * const port = { portId: "rtm" };
 * await client.setResponse(getBerths, port, [{ id: "b1", ...port }]);
 * await client.setResponse(getBerths.push, port, {}, { id: "b2", ...port });
 * const { data } = client.read(getBerths, port);
 * assertEquals(data?.map(({ id }) => id), ["b1", "b2"]);
 * ```
 *
 * @typeParam S the schema of the list or map
 * @typeParam Args arguments that a list is asked for by
 * @typeParam Parent what contains a nested list
 */
export class Collection<
  S extends CollectionSchema = any,
  Args extends readonly any[] = DefaultArgs,
  Parent = any,
> implements SchemaSimple, Mergeable {
  /** In types only. */
  declare readonly "~types": SchemaTypes<
    Denormalize<S>,
    DenormalizeNullable<S>,
    string,
    Args
  >;
  /** The schema of the list or map. */
  readonly schema: S extends readonly any[] ? ArraySchema<S[number]> : S;
  /** Name of the table: `[Member]` for lists, `{Member}` for maps. */
  readonly key: string;
  /** The option `key`, or the path of the endpoint that made the Collection by itself. */
  collectionKey: string | undefined;
  /** Whether any member that cannot be stored refuses the response. */
  readonly strict: boolean;
  /** Whether its lists follow writes of their rows. */
  readonly follow: boolean;
  /** Where rows are put that join a list without an order. */
  readonly addAt: "start" | "end";
  /**
   * The path of its endpoint: rows need not have the parameters in it.
   *
   * @internal
   */
  declare path?: string | undefined;
  /**
   * Whether the key is the path of an endpoint.
   *
   * @internal
   */
  isOfPath: boolean = false;
  /**
   * Options that make it a part of a list.
   *
   * @internal
   */
  declare readonly pageOptions?: {
    readonly removeCursor: RemoveCursor;
    readonly merge: MemberMerge | undefined;
  };
  /**
   * The place to find its lists, by the table's lineage.
   *
   * @internal
   */
  readonly lists: WeakMap<KeyLineage, ListIndex> = new WeakMap();
  /**
   * Primary keys of lists that came with rows which contradict an argument, or
   * that have a list in its place: values of rows do not lead to these.
   *
   * @internal
   */
  readonly loose: Set<string> = new Set();
  /**
   * Schemas of changes, by name. Each stays one object as long as the
   * Collection does.
   *
   * @internal
   */
  readonly changes: { [Name in ChangeName]?: CollectionChange | undefined } =
    {};

  /**
   * Makes a schema of lists or maps.
   *
   * @param schema a list `[X]`, a `schema.Array`, `Values`, or a schema of that shape with `schemaKey()`
   * @param options what tells lists apart; each may be a method of a subclass instead
   * @throws {SchemaError} for other schemas
   */
  constructor(
    schema: S,
    options: CollectionOptions<Args, Parent, MemberOf<S>> = {},
  ) {
    const container: any = Array.isArray(schema) ? listOf(schema) : schema;
    this.schema = container;
    this.key = tableOf(container, schema);
    this.collectionKey = options.key;
    this.strict = options.strict ?? false;
    this.follow = options.follow ?? true;
    this.addAt = options.addAt ?? "end";
    const {
      order,
      argsKey,
      nestKey,
      nonFilterArgumentKeys,
      windowArgumentKeys,
      createCollectionFilter,
    } = options;
    if (argsKey) this.argsKey = argsKey;
    if (nestKey) this.nestKey = nestKey;
    if (order) this.order = order;
    if (windowArgumentKeys) {
      const isWindow = isNamed(windowArgumentKeys);
      this.windowArgumentKeys = (name) =>
        isWindow(name) ||
        Collection.prototype.windowArgumentKeys.call(this, name);
    }
    if (nonFilterArgumentKeys) {
      this.nonFilterArgumentKeys = isNamed(nonFilterArgumentKeys);
      if (isDevelopment() && createCollectionFilter) {
        warnOfUnusedFilter(this.key);
      }
    } else if (createCollectionFilter) {
      this.createCollectionFilter = createCollectionFilter;
    }
  }

  /**
   * The key object of the list that arguments ask for; by default a copy of the
   * first argument, or `{ 0: argument }` for one without members.
   *
   * @param args arguments of the endpoint
   */
  argsKey(...args: Args): Record<string, any> {
    return { ...membersOf(args[0]) };
  }

  /**
   * The key object of a list inside an entity. Without it, `argsKey` decides
   * there too.
   *
   * @param parent what contains the list
   * @param key where in `parent` it is
   */
  nestKey?(parent: Parent, key: string): Record<string, any>;

  /**
   * The comparator that the rows of a list are sorted by, from its key object;
   * `undefined` if the order is not known.
   *
   * @param key of the list, with texts in place of numbers
   */
  order?(key: Record<string, any>): Comparator<MemberOf<S>> | undefined;

  /**
   * Whether a member of the key need not match for a change to apply; by
   * default `order`, `ordering`, `orderBy`, `orderDir` and `orderDirection`,
   * unless a `nestKey` or the path says it, because it is then the id of a
   * parent.
   *
   * @param name of the member
   */
  nonFilterArgumentKeys(name: string): boolean {
    // not orderId, which is an order that somebody placed
    return /^order(?:ing|_?(?:by|dir|direction))?\b/i.test(name) &&
      !this.nestKey && !parametersIn(this.path).has(name);
  }

  /**
   * Whether a member of the key chooses a part of a list; by default `page`,
   * `limit`, `offset` and `cursor`.
   *
   * @param name of the member
   */
  windowArgumentKeys(name: string): boolean {
    return /^(?:page|limit|offset|cursor)$/.test(name);
  }

  /**
   * Makes the test that the key object of a list must satisfy for a change to
   * apply to it. By default every member must equal that of the parameters or
   * of the body, but for those that {@linkcode Collection.nonFilterArgumentKeys} names.
   *
   * @param args arguments of the change
   */
  createCollectionFilter(
    ...args: any[]
  ): (key: Record<string, any>) => boolean {
    return filterByMembers(args, (name) => this.nonFilterArgumentKeys(name));
  }

  /** Shares identity among all lists, or all maps, of the same members. */
  get cacheWith(): object {
    const { schema } = this as { schema: any };
    const container = schema instanceof ArraySchema
      ? "list"
      : schema instanceof Values && "map";
    return container && identityOf(schema.schema, container) || schema;
  }

  /**
   * The primary key of a list.
   *
   * @param value the list
   * @param parent what contains it
   * @param key where in `parent` it is
   * @param args arguments of the endpoint
   * @param parentEntity the schema of the entity around it
   */
  pk(
    _value: any,
    parent: any,
    key: any,
    args: readonly any[] = [],
    parentEntity?: any,
  ): string {
    return serializeKey(
      parentEntity !== undefined && this.nestKey !== undefined
        ? this.nestKey(parent, key)
        : this.argsKey(
          ...(this.pageOptions?.removeCursor(...args) ?? args) as Args,
        ),
      this.owner.collectionKey,
    );
  }

  /**
   * The Collection whose lists these are: lists inside entities are those of the
   * only path that lists the same members.
   *
   * @internal
   */
  get owner(): Collection {
    // a page is one of the lists that it was made for
    if (this.pageOptions) return Object.getPrototypeOf(this).owner;
    const self = this as any as Collection;
    if (this.collectionKey !== undefined || !this.nestKey || this.path) {
      return self;
    }
    const [owner, other] = pathsOf.get(this.cacheWith)?.values() ?? [];
    return other === undefined && owner || self;
  }

  /** Stores the members and the list of references to them; gives its primary key. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): string {
    const { schema } = this as { schema: any };
    const { pageOptions: page, owner } = this;
    const pk = this.pk(input, parent, key, delegate.args, parentEntity);
    const { parts = [input], pages } = joinedPages.get(input) ?? {};
    const normalized = parts.map((part) =>
      schema.normalize(part, parent, key, delegate, this)
    );
    const members = normalized.reduce(append);
    if (page) {
      joinPage(this as any, pk, members, page.merge, delegate, parent, input);
      return pk;
    }
    register(owner, delegate.collections);
    const ignores = ignoredBy(owner, input, pk);
    const isPreview = parentEntity !== undefined &&
      isShort(this as any, pk, members, delegate);
    const hasFacts = pages !== undefined || ignores !== undefined || isPreview;
    if (hasFacts) {
      listFacts.set(members, {
        pages: pages && { ...pages, first: normalized[pages.before ?? 0] },
        ignores,
        isPreview,
      });
    }
    const isNew = !isObject(delegate.getEntity(this.key, pk));
    if (isNew && (hasFacts || isChanged(owner, delegate))) {
      beginList(this as any, pk, members, delegate);
    }
    if (isDevelopment()) {
      warnOf(this as any, pk, input, members, delegate, parentEntity);
    }
    const newer = newerNumber(owner, pk, delegate);
    delegate.mergeEntity(this, pk, members);
    noteMembers(owner, pk, delegate);
    doubtTorn(this as any, pk, delegate);
    if (ignores !== undefined) owner.loose.add(pk);
    // pages that two tabs have loaded may overlap
    owner.place(delegate, pk, normalized.slice(1).flatMap(itemsOf));
    const writes = confirmedFor(owner, pk, delegate);
    const written = addConfirmed(owner, pk, delegate, writes);
    if (parentEntity === undefined) {
      const others = unlisted(this, pk, members, written, delegate);
      const count = countMembers(this as any, pk, members, others, delegate);
      const more = noteRest(owner, pk, parent, input, count, delegate, newer);
      delegate.counted = (delegate.counted ?? 0) + count + more;
      // the number may count what was added meanwhile, and is on another page
      if (more > 0 && others.length > 0) delegate.doubt?.(this.key, pk);
    }
    // the number is that of the last page, and may be newer than the others
    doubtConfirmed(owner, pk, delegate, writes, pages && []);
    noteMembers(owner, pk, delegate);
    return pk;
  }

  /**
   * Whether its arguments select rows by equality.
   *
   * @internal
   */
  get isFiltering(): boolean {
    return this.follow && this.isByFields;
  }

  /**
   * Whether no filter of the application's own says which rows a list has.
   *
   * @internal
   */
  get isByFields(): boolean {
    return this.createCollectionFilter ===
      Collection.prototype.createCollectionFilter;
  }

  /**
   * Makes the test for rows that a stored list does not show, because one of
   * its arguments is not what they have.
   *
   * @internal
   */
  filterOf(
    pk: string,
    meta: EntityMeta | undefined,
    registry: ListRegistry | undefined,
  ): ((row: EntityRow, pk: string) => boolean) | undefined {
    const { owner } = this;
    register(owner, registry);
    if (meta === undefined || !owner.isFiltering) return undefined;
    if (meta.ignores) owner.loose.add(pk);
    const key = keyObjectOf(pk);
    const names = selecting(owner, key)
      .filter((name) => !meta.ignores?.includes(name));
    return names.length > 0
      ? (row, pk) => names.some((name) => contradicts(key, name, row, pk))
      : undefined;
  }

  /**
   * Puts a row that was written into the stored lists that select it: those
   * that did not before, and as long as nothing newer comes those that have it.
   *
   * @internal
   */
  followRow(
    delegate: INormalizeDelegate,
    write: RowChange,
    isListed: boolean = false,
    merge: MemberMerge = joining(this as any),
  ): boolean {
    // what is observed says nothing to a filter of the application's own
    const isFollowing = write.isObserved ? this.isFiltering : this.follow;
    const index = isFollowing ? indexOf(this as any, delegate) : undefined;
    return index !== undefined &&
      follow(this as any, delegate, index, write, merge, isListed);
  }

  /**
   * Gives a list that another tab has received the rows that were written since.
   *
   * @internal
   */
  addConfirmed(
    delegate: INormalizeDelegate,
    pk: string,
    since: number,
    from?: number,
  ): void {
    const list = this as any as Collection;
    const writes = confirmedFor(list, pk, delegate, since, from);
    addConfirmed(list, pk, delegate, writes);
    doubtConfirmed(list, pk, delegate, writes);
    noteMembers(list, pk, delegate);
  }

  /**
   * Puts members of a stored list where its order has them.
   *
   * @internal
   */
  place(
    delegate: INormalizeDelegate,
    pk: string,
    members: readonly unknown[],
  ): void {
    const list = this as any as Collection;
    const stored = this.order && indexOf(list, delegate)?.all.get(pk);
    if (!stored) return;
    const slot = delegate.slotOf(this.key, pk);
    placeMembers({ list, delegate, stored, slot }, members);
  }

  /**
   * Primary keys of the stored lists that any of these rows may be in, if these
   * fields decide; none decides whether a row exists.
   *
   * @internal
   */
  listsWith(
    delegate: INormalizeDelegate,
    rows: readonly EntityRow[],
    names: ReadonlySet<string | symbol>,
  ): string[] {
    const index = indexOf(this as any, delegate);
    const isDeciding = (name: string) => names.size === 0 || names.has(name);
    if (!index || ![...index.names, ""].some(isDeciding)) return [];
    const params = membersOf(delegate.args[0]);
    const all = rows.map((row) => ({ ...params, ...row }));
    if (!this.isFiltering) {
      return all.flatMap((row, at) => this.listsOf(delegate, [row, rows[at]]));
    }
    return [...index.all.values()].flatMap((list) =>
      ["", ...list.shape.filters].some(isDeciding) &&
        all.some((row) => !list.shape.hides(list, row, ""))
        ? list.pk
        : []
    );
  }

  /** Reads the stored references, or a list that was not stored. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    const { schema } = this as { schema: any };
    return schema.denormalize(input, delegate);
  }

  /** The stored references, for the reading engine to own. */
  createIfValid(row: any): any {
    return Array.isArray(row) ? [...row] : { ...row };
  }

  /** The primary key of the list that arguments ask for, if it is stored. */
  queryKey(
    args: readonly any[],
    _recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any {
    const pk = this.pk(undefined, undefined, "", args);
    const stored = delegate.getEntity(this.key, pk);
    if (isDevelopment()) warnOfOtherPath(this, pk, stored);
    return stored === undefined ? undefined : pk;
  }

  /**
   * Makes a change that adds members in a way of its own.
   *
   * @param merge takes the stored and the added references, gives the new list or map; must not
   * change them, and must change nothing when repeated
   * @param createCollectionFilter decides, from the arguments, which lists the change applies to
   */
  addWith(
    merge: MemberMerge,
    createCollectionFilter?: CollectionFilter,
  ): CollectionChange<ChangeTypes<S, Args>> {
    return new CollectionChange(this, "add", merge, createCollectionFilter);
  }

  /**
   * Makes a change that moves members, inserting them in a way of its own.
   *
   * @param merge takes the stored and the moved references, gives the new list or map; must not
   * change them, and must change nothing when repeated
   */
  moveWith(merge: MemberMerge): CollectionChange<ChangeTypes<S, Args>> {
    return new CollectionChange(this, "move", merge);
  }

  /**
   * Makes the schema of a part of the list: what it holds is added at the end,
   * and what a reader sees is the whole list. Endpoints of pages have it in
   * place of the Collection.
   *
   * @param removeCursor returns the arguments of the list, from those of a page
   * @param merge adds it elsewhere, if it is a page before those that are there
   */
  pageWith(removeCursor: RemoveCursor, merge?: MemberMerge): this {
    return Object.assign(Object.create(this), {
      pageOptions: { removeCursor, merge },
    });
  }

  /**
   * The pages of a stored list.
   *
   * @param args of the list
   * @internal
   */
  pagesOf(store: EntityReader, args: readonly any[]): ListPages | undefined {
    if (this.pageOptions) return undefined;
    const pk = this.pk(undefined, undefined, "", args);
    return store.getEntityMeta(this.key, pk)?.pages;
  }

  /**
   * The last row of a stored list.
   *
   * @param args of the list
   * @internal
   */
  lastRow(
    store: EntityReader,
    args: readonly any[],
  ): { readonly pk: string; readonly row: EntityRow } | undefined {
    const members = store
      .getEntity(this.key, this.pk(undefined, undefined, "", args));
    const last = Array.isArray(members) ? members.at(-1) : undefined;
    const { entity, pk } = referredBy(this.schema, last);
    const row = entity && store.getEntity(entity.key, pk);
    return isObject(row) ? { pk, row } : undefined;
  }

  /**
   * Makes a response for this Collection of those of its pages, which replaces
   * the stored list as a whole.
   *
   * @param parts all pages, in their order
   * @param pages of the calls that brought them
   * @internal
   */
  joinPages(parts: readonly any[], pages: Omit<ListPages, "first">): any {
    const whole = parts.every(Array.isArray)
      ? parts.flat()
      : Object.fromEntries(parts.flatMap(Object.entries));
    joinedPages.set(whole, { parts, pages });
    return whole;
  }

  /**
   * Primary keys of the stored lists that a change applies to. Where the
   * default filter decides they are looked up; another one has to see each key.
   *
   * @param args of the change; `null` for all lists
   * @param filter decides in place of the Collection
   * @internal
   */
  listsOf(
    delegate: INormalizeDelegate,
    args: readonly any[] | null,
    filter: CollectionFilter = this.createCollectionFilter,
  ): string[] {
    const { key } = this;
    register(this as any, delegate.collections);
    const lists = indexOf(this as any, delegate);
    if (lists === undefined) return [];
    const pks = args === null
      ? [...lists.all.keys()]
      : filter === Collection.prototype.createCollectionFilter
      ? lists.matching(args)
      : lists.passing(filter.apply(this, [...args]));
    return pks.filter((pk) => typeof delegate.getEntity(key, pk) === "object");
  }

  /**
   * The Collection that an endpoint of another path has in place of this one:
   * the same with lists of its own, unless it has a key. How a subclass is
   * constructed is known only where a resource did it.
   *
   * @internal
   */
  forPath(path: string): this {
    const { schema, collectionKey, isOfPath, key: _, ...options } = this;
    const isPlain = collectionKey === undefined &&
      this.constructor === Collection;
    // a page is a part of the list that it was made for
    if (this.pageOptions || !isOfPath && !isPlain) return this;
    const Class = this.constructor as any;
    return new Class(schema, options).ofPath(path);
  }

  /**
   * Gives the lists of a new Collection the path of its endpoint as their key,
   * unless they have one.
   *
   * @internal
   */
  ofPath(path: string): this {
    if (this.collectionKey === undefined) {
      this.collectionKey = path;
      this.isOfPath = true;
      const known = pathsOf.get(this.cacheWith) ?? new Map();
      pathsOf.set(this.cacheWith, known.set(path, this));
    }
    return this;
  }

  /** Key and schema of the members. */
  toJSON(): unknown {
    const { schema: members } = this.schema as { schema?: unknown };
    return { key: this.key, schema: members };
  }

  /** Key and schema of the members, as text. */
  toString(): string {
    return JSON.stringify(this);
  }
}

/**
 * The changes of a {@linkcode Collection}. A subclass may declare them as
 * fields, or assign them in its constructor, made by `addWith` and `moveWith`.
 *
 * The hooks of merging take whole lists: by default the newer one replaces the
 * other. Collections that override none of them also retain changes of members
 * that an incoming list is too old to know of.
 */
// not in the class, where TypeScript would let no field of a subclass override them
export interface Collection<
  S extends CollectionSchema = any,
  Args extends readonly any[] = DefaultArgs,
  Parent = any,
> extends MergeHooks {
  /** Adds a created member, or several, at the end of all lists that the arguments match. */
  get push(): IsList<S> extends true ? CollectionChange<ChangeTypes<S, Args>>
    : never;
  /** @ignore */
  set push(change: CollectionChange);

  /** Adds a created member, or several, at the start of all lists that the arguments match. */
  get unshift(): IsList<S> extends true ? CollectionChange<ChangeTypes<S, Args>>
    : never;
  /** @ignore */
  set unshift(change: CollectionChange);

  /** Adds entries to all maps that the arguments match; they replace those of the same name. */
  get assign(): IsMap<S> extends true ? CollectionChange<AssignTypes<S, Args>>
    : never;
  /** @ignore */
  set assign(change: CollectionChange);

  /** Takes a member, or several, out of all lists or maps that the arguments match. */
  get remove(): CollectionChange<ChangeTypes<S, Args>>;
  /** @ignore */
  set remove(change: CollectionChange);

  /** Takes a changed member out of lists or maps that it no longer belongs to, and adds it to those that it does. */
  get move(): CollectionChange<ChangeTypes<S, Args>>;
  /** @ignore */
  set move(change: CollectionChange);
}

for (const name of ["push", "unshift", "assign", "remove", "move"] as const) {
  Object.defineProperty(Collection.prototype, name, {
    configurable: true,
    get(this: Collection): CollectionChange | undefined {
      return this.changes[name] ??= changeOf(this, name);
    },
    set(this: Collection, change: CollectionChange) {
      this.changes[name] = change;
    },
  });
}

/** Lists have no `assign`, maps neither `push` nor `unshift`. */
function changeOf(
  collection: Collection,
  name: ChangeName,
): CollectionChange | undefined {
  if (name === "remove" || name === "move") {
    return new CollectionChange(collection, name);
  }
  const Container = name === "assign" ? Values : ArraySchema;
  return collection.schema instanceof Container
    ? collection.addWith(
      name === "push" && collection.addAt === "start"
        ? unshift
        : { push, unshift, assign }[name],
    )
    : undefined;
}

const replace: MergeHooks["merge"] = (_existing, incoming) => incoming;
Object.assign(Collection.prototype, mergeHooks, { merge: replace });
mergedBy(replace, mergeList);

/** Collections that list the same members, by their path. */
const pathsOf = new WeakMap<object, Map<string, Collection>>();

/** Responses of pages, by what was made of them. */
const joinedPages = new WeakMap<
  object,
  {
    readonly parts: readonly any[];
    readonly pages: Omit<ListPages, "first">;
  }
>();

function listOf(shorthand: readonly unknown[]): ArraySchema {
  if (shorthand.length > 1) throw severalMembers(shorthand.length);
  return new ArraySchema(shorthand[0]);
}

function tableOf(container: any, input: unknown): string {
  const members = isContainer(container) && container.schemaKey();
  if (!members) throw unsupportedCollection(input);
  if (container instanceof ArraySchema) return `[${members}]`;
  return container instanceof Values ? `{${members}}` : `(${members})`;
}

/** Also custom schemas; but not those that stand for one value, or for none that is stored. */
function isContainer(schema: any): schema is { schemaKey(): string } {
  return typeof schema?.schemaKey === "function" &&
    typeof schema.normalize === "function" &&
    (schema["~role"] ?? "container") === "container";
}

/** Warns of a list that is none, or that others share by mistake. */
function warnOf(
  list: Collection,
  pk: string,
  input: unknown,
  members: any,
  delegate: INormalizeDelegate,
  parentEntity: any,
): void {
  const { key, schema, nestKey } = list;
  if (schema instanceof ArraySchema) warnOfSingleObject(key, input);
  if (parentEntity === undefined) {
    warnOfOtherPath(list, pk, delegate.getEntity(key, pk), members);
  } else if (nestKey === undefined) {
    warnOfSharedRow(key, pk, members, delegate, parentEntity);
  }
}

/** Whether lists of a Collection were changed lately. */
function isChanged(
  owner: Collection,
  { confirmedChanges = [], collections }: INormalizeDelegate,
): boolean {
  return confirmedChanges.some(({ key }) => collections?.get(key)?.has(owner));
}

/**
 * Stores an empty list, which remembers what it was changed by lately: whenever
 * the list itself comes, it is newer.
 */
function beginList(
  list: Collection,
  pk: string,
  members: object,
  delegate: INormalizeDelegate,
): void {
  const never = { fetchedAt: 0, date: 0, expiresAt: 0 };
  const none: any = Array.isArray(members) ? [] : {};
  delegate.setEntity(list, pk, none, never);
  const { owner } = list;
  const { confirmedChanges = [], collections, meta } = delegate;
  const changes = confirmedChanges.filter((change) =>
    collections?.get(change.key)?.has(owner) &&
    change.listsOf!(delegate, pk).includes(pk)
  );
  if (changes.length === 0) return;
  const known = metaBefore(none, never, changes);
  delegate.setEntity(list, pk, none, known);
  const since = meta.fetchedAt || meta.date;
  // what another tab had heard of when it changed lists that it lacks it does not say
  const isHeard = changes.some(({ from, until }) => from && until > since);
  if (isHeard || isContestedSince(known, since)) {
    delegate.doubt?.(list.key, pk);
  }
}

/** Adds a page to a stored list. */
function joinPage(
  list: Collection,
  pk: string,
  members: object,
  merge: MemberMerge | undefined,
  delegate: INormalizeDelegate,
  parent: any,
  input: unknown,
): void {
  if (!isObject(delegate.getEntity(list.key, pk))) {
    beginList(list, pk, members, delegate);
  }
  const newer = newerNumber(list, pk, delegate);
  delegate.changeMembers(list, pk, addingPage(delegate.args, members, merge));
  // a row that was created may stand where the page belongs
  list.owner.place(delegate, pk, itemsOf(members));
  doubtTorn(list, pk, delegate);
  const rows = itemsOf(members);
  const count = rows.length + visibleCount(list, pk, delegate, rows);
  delegate.counted = count +
    noteRest(list, pk, parent, input, count, delegate, newer);
  const writes = confirmedFor(list.owner, pk, delegate);
  doubtConfirmed(list.owner, pk, delegate, writes, rows);
  noteMembers(list.owner, pk, delegate);
}

/** Whether an entity may have only some of the rows that its list has: nobody has requested that, or it had others. */
function isShort(
  list: Collection,
  pk: string,
  members: unknown,
  delegate: INormalizeDelegate,
): boolean {
  const { key, owner } = list;
  const known = delegate.getEntity(key, pk);
  return owner !== list && (!isObject(known) ||
    delegate.getEntityMeta(key, pk)?.isPreview === true ||
    without(itemsOf(known), itemsOf(members)).length > 0);
}

/**
 * Members that were added to a list after a response was requested that lacks
 * them.
 *
 * @param written those that it has by writes of their rows
 */
function unlisted(
  list: Mergeable,
  pk: string,
  members: object,
  written: readonly unknown[],
  delegate: INormalizeDelegate,
): readonly any[] {
  const meta = delegate.getEntityMeta(list.key, pk)!;
  const added = [...addedSince(meta, delegate.meta.fetchedAt), ...written];
  // W2: mostly nothing was
  return added.length > 0 ? without(added, itemsOf(members)) : added;
}

/** How many members a number counts that came with a list: also those of pages that stay, without some others. */
function countMembers(
  list: Collection,
  pk: string,
  members: object,
  others: readonly unknown[],
  delegate: INormalizeDelegate,
): number {
  const own = Array.isArray(members) ? members.length : countOf(members);
  if (!delegate.getEntityMeta(list.key, pk)?.pages) return own;
  return own +
    visibleCount(list, pk, delegate, [...itemsOf(members), ...others]);
}

/** How many rows a stored list has by a number that was requested after what comes in. */
function newerNumber(
  list: Collection,
  pk: string,
  delegate: INormalizeDelegate,
): number | undefined {
  const slot = delegate.slotOf(list.key, pk);
  return isNumberSince(slot, delegate.meta.fetchedAt)
    ? visibleCount(list, pk, delegate) + slot.meta!.beyond!
    : undefined;
}

/**
 * Notes how many more rows there are by a number in what a list came in, or in
 * an object there.
 *
 * @param newer how many rows there are in all, if that is known better
 * @returns what the number says, or one of another response
 */
function noteRest(
  list: Collection,
  pk: string,
  parent: any,
  input: unknown,
  count: number,
  delegate: INormalizeDelegate,
  newer: number | undefined,
): number {
  const slot = delegate.slotOf(list.key, pk);
  let most = -Infinity;
  const note = (value: unknown) => {
    if (typeof value === "number" && value > most) most = value;
  };
  for (const value of parent === input ? [] : Object.values(parent ?? {})) {
    note(value);
    if (isObject(value) && value !== input && !Array.isArray(value)) {
      Object.values(value).forEach(note);
    }
  }
  const { beyond = 0 } = slot.meta ?? {};
  const said = most > -Infinity ? Math.max(0, most - count) : beyond;
  if (newer === undefined) {
    if (most > -Infinity) setBeyond(slot, delegate, said);
  } else {
    const rest = newer - visibleCount(list, pk, delegate);
    setBeyond(slot, delegate, Math.max(0, rest));
  }
  return said;
}

/** Has a list requested again whose pages do not follow from each other. */
function doubtTorn(
  { key }: Collection,
  pk: string,
  delegate: INormalizeDelegate,
): void {
  if (delegate.getEntityMeta(key, pk)?.pages?.isTorn) delegate.doubt?.(key, pk);
}

/** Arguments that do not select: rows that came by them are others. */
function ignoredBy(
  list: Pick<Collection, "nonFilterArgumentKeys">,
  input: any,
  pk: string,
): readonly string[] | undefined {
  const key = keyObjectOf(pk);
  const names = selecting(list, key);
  // W1: mostly nothing selects
  if (names.length === 0) return undefined;
  const rows = itemsOf(input).filter(isObject);
  const ignored = names.filter((name) =>
    rows.some((row) => contradicts(key, name, row))
  );
  return ignored.length > 0 ? ignored : undefined;
}
