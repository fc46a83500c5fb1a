// deno-lint-ignore-file no-explicit-any -- responses and rows are untyped until a subclass types them
import type {
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  Schema,
} from "./contract.ts";
import { deserialize, isOfDeserializer } from "./deserializer.ts";
import {
  isNullRow,
  pkOfArgs,
  type PlannedField,
  planOf,
  processedBy,
  requiredPk,
  usablePk,
} from "./entity_plan.ts";
import type {
  AbstractInstanceType,
  AutomaticValidation,
  IEntityClass,
  IEntityInstance,
  MergeHooks,
} from "./entity_types.ts";
import { isDevelopment } from "./environment.ts";
import { listForEntity, missingKey, missingPk, SchemaError } from "./errors.ts";
import { INVALID } from "./invalid.ts";
import { Kind } from "./kind.ts";
import { isObject, isPlainObject } from "./is_object.ts";
import { mergeHooks } from "./merge.ts";
import { declareDefaults, defineOwn } from "./own.ts";
import { validateOnRead, validateOnWrite } from "./standard_schema.ts";

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

  /**
   * `true` lets an endpoint of one entity show a row of which a list or a
   * message brought only some fields. By default such a row is requested, as
   * long as it lacks a field that has a default other than `undefined` and `null`.
   */
  static partial?: boolean | undefined;

  /** A list in place of one entity is an error (default), a warning, or not reported. In development only. */
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
    let instance = defaults.get(this);
    if (instance === undefined) {
      defaults.set(this, instance = new (this as any)());
    }
    return instance;
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
  static fromJS<T extends EntityConstructor>(
    this: T,
    props: Partial<AbstractInstanceType<T>> = {},
  ): AbstractInstanceType<T> {
    const instance = new (this as any)(props);
    try {
      if (!Object.hasOwn(props, "__proto__")) {
        return Object.assign(instance, props);
      }
    } catch {
      // the class has a getter of that name
    }
    for (const [name, value] of Object.entries(props)) {
      assign(instance, name, value);
    }
    return instance;
  }

  /**
   * Makes an instance of a row when the row is read.
   *
   * @param props the row
   * @returns `undefined` if `validate` reports; the entity is then treated as deleted
   */
  static createIfValid<T extends { readonly prototype: any }>(
    this: T,
    props: any,
  ): AbstractInstanceType<T> | undefined {
    const entity = this as unknown as IEntityClass;
    if (entity.validate(props)) return undefined;
    const instance = (entity as any).fromJS(props);
    for (const { name } of planOf(entity).live) {
      // not in the row, so not the default
      if (!Object.hasOwn(props, name)) instance[name] = undefined;
    }
    return instance;
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
      const error = listForEntity(this, input);
      if (this.automaticValidation !== "warn") throw error;
      console.warn(error.message);
    }
    return { ...input };
  }

  /**
   * Checks a value that is about to be stored, and a row that is about to be
   * read. A message refuses a response, and has a stored row treated as deleted.
   *
   * @param processed the processed value or the row
   * @returns what is wrong with it; nothing if it is valid
   */
  static validate(_processed: any): string | undefined {
    return undefined;
  }

  /** Combines two versions of one row; see {@linkcode MergeHooks}. */
  declare static merge: MergeHooks["merge"];
  /** Whether an incoming row is taken at all; see {@linkcode MergeHooks}. */
  declare static shouldUpdate: MergeHooks["shouldUpdate"];
  /** Whether the incoming row is older than the stored one; see {@linkcode MergeHooks}. */
  declare static shouldReorder: MergeHooks["shouldReorder"];
  /** Combines the stored row with an incoming one; see {@linkcode MergeHooks}. */
  declare static mergeWithStore: MergeHooks["mergeWithStore"];
  /** Chooses the times of the combined row; see {@linkcode MergeHooks}. */
  declare static mergeMetaWithStore: MergeHooks["mergeMetaWithStore"];

  /**
   * Stores one value of a response: process, pk, cycle check, validate, fields,
   * write.
   *
   * @returns the primary key, which is how the entity is referred to
   * @throws {SchemaError} if there is no usable primary key, or `validate` reports
   * @throws {SchemaValidationError} if a validator refuses a field
   */
  static normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    const entity = this as IEntityClass;
    const plan = planOf(entity);
    const { args } = delegate;
    const isPlain = plan.isPlain && isPlainObject(input);
    // a pk of the application's own may write to its argument
    const isShared = isPlain && plan.hasDefaultPk;
    const processed = isShared
      ? input
      : processedBy(entity, input, parent, key, args);
    if (processed === undefined) { // the entity is taken for deleted
      const by = "process() returned undefined: ";
      const pk = requiredPk(entity, input, parent, key, args, by);
      delegate.invalidate(entity, pk);
      return pk;
    }
    const found = plan.hasDefaultPk
      ? processed.id
      : entity.pk(processed, parent, key, args);
    const known = usablePk(found);
    const pk = known ?? delegate.temporaryPk(entity.key);
    if (
      // a composite one may be made of several
      (pk === undefined || typeof found === "string" && /null/.test(found)) &&
      parent !== input && isObject(input) && isNullRow(input) &&
      // a row of the list itself is reported
      (delegate.parentPk !== undefined || !Array.isArray(parent)) &&
      (pk === undefined || pkOfArgs(entity, [input]) === found)
    ) return null;
    if (pk === undefined) throw missingPk(entity, processed, found);
    const named = known === undefined
      ? withPk(entity, processed, pk, args)
      : processed;
    if (isPlain) {
      delegate.mergeEntity(entity, pk, named, isShared);
      return pk;
    }
    const entered = delegate.enter(entity.key, pk, input);
    if (entered === undefined) return pk;
    const problem = entity.validate(processed);
    if (problem) throw new SchemaError(problem, 400);
    // what an override returned may be the input, or a part of it
    const row = plan.copiesInput ? named : { ...named };
    for (const { name, schema, kind } of plan.fields) {
      if (
        kind === Kind.validator && Object.hasOwn(row, name) &&
        row[name] != null
      ) validateOnWrite(schema, row[name], `${entity.key}.${name}`);
    }
    delegate.visitAndMerge(entered, entity, row, plan.nested);
    return pk;
  }

  /**
   * Fills the fields of a new instance that have a schema.
   *
   * @param input the instance that `createIfValid` made of the row
   * @param delegate resolves nested values
   * @returns the instance, or `INVALID` if it lacks something it requires
   */
  static denormalize(input: any, delegate: IDenormalizeDelegate): any {
    if (!isObject(input)) return input;
    const { fields } = planOf(this as IEntityClass);
    if (fields.length === 0) return input;
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!;
      const { name, kind, schema } = field;
      let stored = input[name];
      if (stored === undefined && schema.isStoredApart) {
        // no response has named it, and others may have brought what it is
        const pk = delegate.parentPk ?? pkOfArgs(this as IEntityClass, [input]);
        stored = [String(pk), name, this.key];
      }
      if (stored === null || stored === undefined && schema.isLive !== true) {
        continue;
      }
      const value = readField(
        this as IEntityClass,
        field,
        input,
        stored,
        delegate,
      );
      const isInvalid = typeof value === "symbol" &&
        kind !== Kind.deserializer;
      const isRequired = kind === Kind.validator || this.defaults[name];
      if (isInvalid && isRequired) return INVALID;
      const entry = isInvalid || !isRequired && delegate.isLeftOut?.(value)
        ? undefined
        : value;
      try {
        input[name] = entry;
      } catch {
        assign(input, name, entry);
      }
    }
    return input;
  }

  /**
   * Finds the stored entity that the first argument of a query describes: by its
   * primary key, else by the first index that the argument has a member for.
   * Only entities with a row, or a tombstone, are found.
   *
   * @param args arguments of the query
   * @returns its primary key; `undefined` if there is none
   */
  static queryKey(
    args: readonly any[],
    _recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any {
    const { key, indexes } = this;
    const sought = args[0];
    if (sought === undefined || sought === null) return undefined;
    const isPk = typeof sought !== "object";
    const pk = isPk ? sought : pkOfArgs(this as IEntityClass, args);
    const known = usablePk(pk);
    if (
      known !== undefined && delegate.getEntity(key, known) !== undefined
    ) return pk;
    const field = isPk
      ? undefined
      : indexes?.find((name) => Object.hasOwn(sought, name));
    if (field === undefined) return undefined;
    const found = delegate.getIndex(key, field, String(sought[field]));
    return typeof found === "string" &&
        delegate.getEntity(key, found) !== undefined
      ? found
      : undefined;
  }

  /** The key, for `JSON.stringify`. */
  static toJSON(): unknown {
    return this.key;
  }

  /** The key. */
  static toString(): string {
    return this.key;
  }
}

Object.assign(Entity, mergeHooks);
declareDefaults(
  Entity,
  Entity.prototype.pk,
  Entity.pk,
  Entity.process,
  Entity.validate,
);

const defaults = new WeakMap<object, any>();

/** Gives an instance a member. A getter of the class wins over a member of that name, and `__proto__` is data. */
function assign(instance: object, name: string, value: unknown): void {
  if (name === "__proto__") defineOwn(instance, name, value);
  else Reflect.set(instance, name, value);
}

/** A row in which its class finds a primary key that was made up; without a field that holds primary keys the row as it is. */
function withPk(
  entity: IEntityClass,
  row: any,
  pk: string,
  args: readonly any[],
): any {
  const { fields } = planOf(entity);
  for (const name of ["id", ...Object.keys(entity.defaults)]) {
    if (entity.pk(row, undefined, "", args) === pk) break;
    if (row[name] || fields.some((field) => field.name === name)) continue;
    const named = { ...row, [name]: pk };
    if (entity.pk(named, undefined, "", args) === pk) return named;
  }
  return row;
}

/** What a reader sees in a field; the default of the class if a deserializer throws. */
function readField(
  entity: IEntityClass,
  { name, schema, kind }: PlannedField,
  instance: any,
  stored: any,
  delegate: IDenormalizeDelegate,
): any {
  if (kind === Kind.validator) {
    return validateOnRead(schema, stored, `${entity.key}.${name}`);
  }
  try {
    return kind === Kind.deserializer
      ? deserialize(schema, stored)
      : delegate.unvisit(schema, stored);
  } catch (cause) {
    if (kind !== Kind.deserializer && !isOfDeserializer(cause)) throw cause;
    const pk = pkOfArgs(entity, [instance]);
    delegate.report?.({
      message: isDevelopment()
        ? `The field has its default, since its deserializer threw: ${cause} ` +
          "Correct the response, or let the deserializer take such values."
        : `The deserializer threw: ${cause}`,
      cause,
      place: `${entity.key} ${pk}.${name}`,
    });
    return entity.defaults[name];
  }
}

/**
 * A class that extends {@linkcode Entity}, with a constructor of any parameters:
 * `this` of its static methods.
 *
 * @internal
 */
export type EntityConstructor =
  & (abstract new (...args: any) => any)
  & Pick<typeof Entity, keyof typeof Entity>;
