// deno-lint-ignore-file no-explicit-any -- responses and rows are untyped until a subclass types them
import type {
  EntityMeta,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  Schema,
} from "./contract.ts";
import { declareDefaults } from "./entity_defaults.ts";
import { denormalizeEntity } from "./entity_denormalize.ts";
import {
  createIfValid,
  createInstance,
  defaultsOf,
} from "./entity_instance.ts";
import { normalizeEntity } from "./entity_normalize.ts";
import { queryKeyOfEntity } from "./entity_query_key.ts";
import type {
  AbstractInstanceType,
  AutomaticValidation,
  IEntityClass,
  IEntityInstance,
} from "./entity_types.ts";
import { listForEntity, listForEntityText, missingKey } from "./errors.ts";
import { isDevelopment } from "./environment.ts";
import {
  laterMeta,
  mergeFields,
  mergeRows,
  mergeRowsWithStore,
  orderedBy,
  startedEarlier,
} from "./merge.ts";
import { defineOwn } from "./own.ts";
import { schemaToJSON } from "./schema_json.ts";

/**
 * A kind of record that is stored once, under its primary key, however many
 * responses contain it.
 *
 * The fields of a subclass are the defaults; `static schema` says which of
 * them are entities, lists or deserialized values.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   home = Port.fromJS();
 *   launched = new Date(0);
 *   static override key = "Ship";
 *   static override schema = { home: Port, launched: Date };
 * }
 *
 * const ship = Ship.fromJS({ id: "7", name: "Ada" });
 * assertEquals(ship.pk(), "7");
 * assertEquals(ship.home.name, "");
 * ```
 */
export abstract class Entity implements IEntityInstance {
  /** Schemas of fields: nested entities and lists, functions or constructors for other values. */
  static schema: Record<string, Schema> = Object.freeze({});

  /** Top-level fields, other than the primary key, by which queries find an entity. */
  static indexes?: readonly string[] | undefined;

  /** Accepted for applications that set it, and ignored: entities nest to any depth. */
  static maxEntityDepth?: number | undefined;

  /** A list given in place of one entity is an error (default), a warning, or not reported. In development only. */
  static automaticValidation?: AutomaticValidation | undefined;

  /**
   * Name of the table, unique among the kinds of entities; default the name of
   * the class. Name it, since bundlers change class names.
   *
   * @throws {SchemaError} if the class has no name either (in development)
   */
  static get key(): string {
    if (this.name === "" && isDevelopment()) throw missingKey();
    return this.name;
  }

  static set key(key: string) {
    defineOwn(this, "key", key);
  }

  /** An instance with nothing but the defaults of the class; shared, so read-only. */
  static get defaults(): any {
    return defaultsOf(this);
  }

  /**
   * The primary key; by default the field `id`.
   *
   * While a response is stored `this` is the plain processed value: getters
   * and defaults of the class are not there.
   *
   * @param parent what the entity was found in; only while a response is stored
   * @param key where in `parent` it was found; only while a response is stored
   * @param args arguments of the endpoint; only while a response is stored
   */
  pk(
    _parent?: any,
    _key?: string,
    _args?: readonly any[],
  ): string | number | undefined {
    return (this as { id?: string | number }).id;
  }

  /**
   * The primary key of a plain value, by the method `pk` of the class.
   *
   * @param value a processed value or a row
   * @param parent what the value was found in
   * @param key where in `parent` it was found
   * @param args arguments of the endpoint
   */
  static pk(
    value: any,
    parent?: any,
    key?: string,
    args?: readonly any[],
  ): string | number | undefined {
    return this.prototype.pk.call(value, parent, key, args);
  }

  /**
   * Makes an instance.
   *
   * @param props members to assign over the defaults; `undefined` is assigned too
   */
  static fromJS<T extends { readonly prototype: any }>(
    this: T,
    props: Partial<AbstractInstanceType<T>> = {},
  ): AbstractInstanceType<T> {
    return createInstance(this, props);
  }

  /**
   * Makes an instance of a row when the row is read.
   *
   * @param props the row
   * @returns `undefined` if `validate` reports; the entity then counts as deleted
   */
  static createIfValid<T extends { readonly prototype: any }>(
    this: T,
    props: any,
  ): AbstractInstanceType<T> | undefined {
    return createIfValid(this as unknown as IEntityClass, props);
  }

  /**
   * Turns one value of a response into the row to store, before anything else
   * is done with it. By default a shallow copy; overrides may add, rename or
   * remove fields, but must not change `input`.
   *
   * @param input the value
   * @param parent what it was found in
   * @param key where in `parent` it was found
   * @param args arguments of the endpoint
   * @returns the row, or `undefined` to store that the entity was deleted
   * @throws {SchemaError} if `input` is a list (in development)
   */
  static process(
    input: any,
    _parent: any,
    _key: string | undefined,
    _args: readonly any[],
  ): any {
    if (
      Array.isArray(input) && this.automaticValidation !== "silent" &&
      isDevelopment()
    ) {
      if (this.automaticValidation !== "warn") {
        throw listForEntity(this, input);
      }
      console.warn(listForEntityText(this, input));
    }
    return { ...input };
  }

  /**
   * Checks a value that is about to be stored, and a row that is about to be
   * read. A message refuses a response, and makes a stored row count as deleted.
   *
   * @param processed the processed value or the row
   * @returns what is wrong with it; nothing if it is valid
   */
  static validate(_processed: any): string | undefined {
    return undefined;
  }

  /**
   * Combines two versions of one row. By default the fields of the newer one win.
   *
   * @param existing the older version; must not be changed
   * @param incoming the newer version; must not be changed
   */
  static merge(existing: any, incoming: any): any {
    return mergeRows(existing, incoming);
  }

  /**
   * Whether an incoming row is taken at all; by default always.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row; must not be changed
   * @param incoming the incoming row
   */
  static shouldUpdate(
    _existingMeta: EntityMeta,
    _incomingMeta: EntityMeta,
    _existing: any,
    _incoming: any,
  ): boolean {
    return true;
  }

  /**
   * Whether the incoming row is older than the stored one; by default if its
   * request started earlier. Overrides may compare fields, such as a version.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row; must not be changed
   * @param incoming the incoming row
   */
  static shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    _existing: any,
    _incoming: any,
  ): boolean {
    return startedEarlier(existingMeta, incomingMeta);
  }

  /**
   * Combines the stored row with an incoming one.
   *
   * Classes that override none of `merge`, `shouldUpdate`, `shouldReorder`,
   * `mergeWithStore` and `mergeMetaWithStore` are ordered field by field
   * instead: a field keeps the value of the newest request that set it.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row; must not be changed
   * @param incoming the incoming row
   */
  static mergeWithStore(
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

  /**
   * Chooses the times of the combined row; by default those of the later request.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row
   * @param incoming the incoming row
   */
  static mergeMetaWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): EntityMeta {
    return laterMeta(this, existingMeta, incomingMeta, existing, incoming);
  }

  /** Stores one value of a response; gives the primary key. */
  static normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    return normalizeEntity(
      this as IEntityClass,
      input,
      parent,
      key,
      delegate,
    );
  }

  /**
   * Fills the fields of a new instance that have a schema.
   *
   * @param input the instance that `createIfValid` made of the row
   * @param delegate resolves nested values
   * @returns the instance, or `INVALID` if it lacks something it requires
   */
  static denormalize(input: any, delegate: IDenormalizeDelegate): any {
    return denormalizeEntity(this as IEntityClass, input, delegate);
  }

  /**
   * Finds the stored entity that the arguments of a query describe.
   *
   * @param args arguments of the query
   * @returns its primary key; `undefined` if there is none
   */
  static queryKey(
    args: readonly any[],
    _recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any {
    return queryKeyOfEntity(this as IEntityClass, args, delegate);
  }

  /** Key and schemas of fields, each class once. */
  static toJSON(): unknown {
    return schemaToJSON(this);
  }

  /** The key. */
  static toString(): string {
    return this.key;
  }
}

declareDefaults(
  Entity,
  Entity.prototype.pk,
  Entity.pk,
  Entity.process,
  Entity.validate,
);
orderedBy(Entity, mergeFields);
