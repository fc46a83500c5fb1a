// deno-lint-ignore-file no-explicit-any -- responses and arguments are untyped here; Denormalize types them
import { ArraySchema } from "./array.ts";
import { filterByMembers, isNamed } from "./collection_filter.ts";
import { serializeKey } from "./collection_key.ts";
import type {
  CollectionOptions,
  CollectionSchema,
  DefaultArgs,
} from "./collection_types.ts";
import {
  warnOfOtherPath,
  warnOfSharedRow,
  warnOfSingleObject,
} from "./collection_warnings.ts";
import type {
  EntityMeta,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  Mergeable,
  RecurseQueryKey,
  SchemaSimple,
} from "./contract.ts";
import { isDevelopment } from "./environment.ts";
import { severalMembers, unsupportedCollection } from "./errors.ts";
import { orderedBy } from "./merge.ts";
import {
  laterMeta,
  mergeRowsWithStore,
  startedEarlier,
} from "./merge_hooks.ts";
import { mergeList } from "./merge_membership.ts";
import { Values } from "./values.ts";
import { isObject } from "./is_object.ts";

/**
 * A list or map as it is stored: under which key, how responses replace it, and
 * how it is found and read.
 *
 * @typeParam S the schema of the list or map
 * @typeParam Args arguments that a list is asked for by
 * @typeParam Parent what contains a nested list
 *
 * @example
 * ```ts
 * import { Collection, Entity } from "@tessera/client";
 * import { type StoredCollection } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Task extends Entity {
 *   id = "";
 *   static override key = "Task";
 * }
 * const tasks: StoredCollection = new Collection([Task]);
 * assertEquals(tasks.key, "[Task]");
 * ```
 */
export abstract class StoredCollection<
  S extends CollectionSchema = any,
  Args extends readonly any[] = DefaultArgs,
  Parent = any,
> implements SchemaSimple, Mergeable {
  /** The schema of the list or map. */
  readonly schema: S extends readonly any[] ? ArraySchema<S[number]> : S;
  /** Name of the table: `[Member]` for lists, `{Member}` for maps. */
  readonly key: string;
  /** The option `key`, or the path of the endpoint that made the Collection by itself. */
  collectionKey: string | undefined;
  /**
   * Whether the key is the path of an endpoint.
   *
   * @internal
   */
  isOfPath: boolean = false;
  /** Schemas of changes, by name: each is one object as long as the Collection is. */
  readonly #changes: { [Name in ChangeName]?: unknown } = {};

  /**
   * Makes a schema of lists or maps.
   *
   * @param schema a list `[X]`, a `schema.Array`, `Values`, or a schema of that shape with `schemaKey()`
   * @param options what tells lists apart; each may be a method of a subclass instead
   * @throws {SchemaError} for other schemas
   */
  constructor(schema: S, options: CollectionOptions<Args, Parent> = {}) {
    const container: any = Array.isArray(schema) ? listOf(schema) : schema;
    this.schema = container;
    this.key = tableOf(container, schema);
    this.collectionKey = options.key;
    const { argsKey, nestKey, nonFilterArgumentKeys, createCollectionFilter } =
      options;
    if (argsKey !== undefined) this.argsKey = argsKey;
    if (nestKey !== undefined) this.nestKey = nestKey;
    if (nonFilterArgumentKeys !== undefined) {
      this.nonFilterArgumentKeys = isNamed(nonFilterArgumentKeys);
    } else if (createCollectionFilter !== undefined) {
      this.createCollectionFilter = createCollectionFilter;
    }
  }

  /**
   * The key object of the list that arguments ask for; by default a copy of the
   * first argument.
   *
   * @param args arguments of the endpoint
   */
  argsKey(...args: Args): Record<string, any> {
    return { ...args[0] };
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
   * Whether a member of the key need not match for a change to apply; by
   * default if its name begins with `order`.
   *
   * @param name of the member
   */
  nonFilterArgumentKeys(name: string): boolean {
    return name.startsWith("order");
  }

  /**
   * Makes the test that the key object of a list must pass for a change to
   * apply to it. By default every member must equal that of the parameters or
   * of the body, but for those that {@linkcode StoredCollection.nonFilterArgumentKeys} names.
   *
   * @param args arguments of the change
   */
  createCollectionFilter(
    ...args: any[]
  ): (key: Record<string, any>) => boolean {
    return filterByMembers(args, (name) => !this.nonFilterArgumentKeys(name));
  }

  /** Shares identity among all lists, or all maps, of the same members. */
  get cacheWith(): object {
    const { schema } = this as { schema: any };
    if (schema instanceof ArraySchema) return identityOf(schema, lists);
    return schema instanceof Values ? identityOf(schema, maps) : schema;
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
        : this.argsKey(...args as unknown as Args),
      this.collectionKey,
    );
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
    const pk = this.pk(input, parent, key, delegate.args, parentEntity);
    const members = schema.normalize(input, parent, key, delegate, this);
    if (isDevelopment()) {
      if (schema instanceof ArraySchema) warnOfSingleObject(this.key, input);
      if (parentEntity === undefined) {
        warnOfOtherPath(this, pk, delegate.getEntity(this.key, pk), members);
      } else if (this.nestKey === undefined) {
        warnOfSharedRow(this.key, pk, members, delegate, parentEntity);
      }
    }
    delegate.mergeEntity(this, pk, members);
    return pk;
  }

  /** What a reader sees of the stored references, or of a list that was not stored. */
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
   * Combines two versions of a list: the newer one replaces the other.
   *
   * @param existing the older version; must not be changed
   * @param incoming the newer version; must not be changed
   */
  merge(_existing: any, incoming: any): any {
    return incoming;
  }

  /** Whether an incoming list is taken at all; by default always. */
  shouldUpdate(
    _existingMeta: EntityMeta,
    _incomingMeta: EntityMeta,
    _existing: any,
    _incoming: any,
  ): boolean {
    return true;
  }

  /** Whether the incoming list is older than the stored one; by default if its request started earlier. */
  shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    _existing: any,
    _incoming: any,
  ): boolean {
    return startedEarlier(existingMeta, incomingMeta);
  }

  /**
   * Combines the stored list with an incoming one. Collections that override
   * none of the methods of merging also keep changes of members that the
   * incoming list is too old to know of.
   */
  mergeWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): any {
    return mergeRowsWithStore(
      this,
      existingMeta,
      incomingMeta,
      existing,
      incoming,
    );
  }

  /** Chooses the times of the combined list; by default those of the later request. */
  mergeMetaWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): EntityMeta {
    return laterMeta(this, existingMeta, incomingMeta, existing, incoming);
  }

  /** @ignore */
  get push(): unknown {
    return this.#change("push");
  }
  /** @ignore */
  set push(change: unknown) {
    this.#changes.push = change;
  }

  /** @ignore */
  get unshift(): unknown {
    return this.#change("unshift");
  }
  /** @ignore */
  set unshift(change: unknown) {
    this.#changes.unshift = change;
  }

  /** @ignore */
  get assign(): unknown {
    return this.#change("assign");
  }
  /** @ignore */
  set assign(change: unknown) {
    this.#changes.assign = change;
  }

  /** @ignore */
  get remove(): unknown {
    return this.#change("remove");
  }
  /** @ignore */
  set remove(change: unknown) {
    this.#changes.remove = change;
  }

  /** @ignore */
  get move(): unknown {
    return this.#change("move");
  }
  /** @ignore */
  set move(change: unknown) {
    this.#changes.move = change;
  }

  #change(name: ChangeName): unknown {
    return this.#changes[name] ??= this.createChange(name);
  }

  /** @ignore */
  protected abstract createChange(name: ChangeName): unknown;

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

orderedBy(StoredCollection.prototype, mergeList);

/**
 * A schema of changes that a Collection derives.
 *
 * @internal
 */
export type ChangeName = "push" | "unshift" | "assign" | "remove" | "move";

/** What stands for the lists, and the maps, of some members. */
const lists = new WeakMap<object, object>();
const maps = new WeakMap<object, object>();

function identityOf(
  container: { readonly schema: any },
  identities: WeakMap<object, object>,
): object {
  const { schema: members } = container;
  if (!isObject(members) && typeof members !== "function") return container;
  let identity = identities.get(members);
  if (identity === undefined) identities.set(members, identity = {});
  return identity;
}

function listOf(shorthand: readonly unknown[]): ArraySchema {
  if (shorthand.length > 1) throw severalMembers(shorthand.length);
  return new ArraySchema(shorthand[0]);
}

function tableOf(container: any, given: unknown): string {
  if (!isContainer(container)) throw unsupportedCollection(given);
  const members = container.schemaKey();
  if (members === "") throw unsupportedCollection(given);
  if (container instanceof ArraySchema) return `[${members}]`;
  return container instanceof Values ? `{${members}}` : `(${members})`;
}

/** Also custom schemas; but not those that stand for one value, or for none that is stored. */
function isContainer(schema: any): schema is { schemaKey(): string } {
  return typeof schema?.schemaKey === "function" &&
    typeof schema.normalize === "function" && schema.isContainer !== false;
}
