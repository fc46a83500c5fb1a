// deno-lint-ignore-file no-explicit-any -- stored values are untyped until an entity class types them
import type {
  EntityMeta,
  IDenormalizeDelegate,
  INormalizeDelegate,
  IQueryDelegate,
  RecurseQueryKey,
  Schema,
} from "./contract.ts";

/**
 * The instance type of a class, abstract ones included, where `InstanceType` of
 * TypeScript takes only classes that can be constructed.
 *
 * @example
 * ```ts
 * import { type AbstractInstanceType, Entity } from "@tessera/client";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 * }
 *
 * export function greet(port: AbstractInstanceType<typeof Port>): string {
 *   return `Welcome to ${port.name}`;
 * }
 * ```
 */
export type AbstractInstanceType<T> = T extends { prototype: infer Instance }
  ? Instance
  : never;

/**
 * How a list that a response has in place of one {@linkcode Entity} is
 * reported: unset, an error is thrown; `"warn"` warns in the console;
 * `"silent"` says nothing.
 */
export type AutomaticValidation = "warn" | "silent";

/**
 * What instances of every entity class have, those of {@linkcode Entity} and
 * {@linkcode EntityMixin} alike.
 */
export interface IEntityInstance {
  /**
   * The primary key.
   *
   * @param parent what the entity was found in; only while a response is stored
   * @param key where in `parent` it was found; only while a response is stored
   * @param args arguments of the endpoint; only while a response is stored
   */
  pk(
    parent?: any,
    key?: string,
    args?: readonly any[],
  ): string | number | undefined;
}

/**
 * What every entity class has as a class, apart from its prototype. See
 * {@linkcode Entity} for how to override it.
 */
export interface EntityStatics {
  /** Name of the table. */
  readonly key: string;
  /** Schemas of fields. */
  readonly schema: Record<string, Schema>;
  /** Top-level fields by which queries find an entity. */
  readonly indexes?: readonly string[] | undefined;
  /** Nesting of entities at which reads stop to resolve fields. */
  readonly maxEntityDepth?: number | undefined;
  /** Whether a list in place of an entity is reported. */
  readonly automaticValidation?: AutomaticValidation | undefined;
  /** An instance with nothing but the defaults of the class. */
  readonly defaults: any;
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
  /**
   * Makes an instance from a plain object.
   *
   * @param props values of fields; the others have their defaults
   */
  fromJS<T extends EntityStatics & (abstract new (...args: any) => any)>(
    this: T,
    props?: Partial<AbstractInstanceType<T>>,
  ): AbstractInstanceType<T>;
  /**
   * Makes an instance of a row; `undefined` if the row is not valid.
   *
   * @param props the row
   */
  createIfValid<T extends { readonly prototype: any }>(
    this: T,
    props: any,
  ): AbstractInstanceType<T> | undefined;
  /**
   * Turns one value of a response into the row to store.
   *
   * @param input the value as the response has it; not to be changed
   * @param parent what it was found in
   * @param key where in `parent` it was found
   * @param args arguments of the endpoint
   * @returns the row; `undefined` invalidates the entity
   */
  process(
    input: any,
    parent: any,
    key: string | undefined,
    args: readonly any[],
  ): any;
  /**
   * Says what is wrong with a row; nothing if it is valid.
   *
   * @param processed the row
   * @returns what is wrong, for the message of an error
   */
  validate(processed: any): string | undefined;
  /**
   * Combines two versions of one row; `incoming` is the newer one.
   *
   * @param existing the older row
   * @param incoming the newer row
   * @returns the row to keep; neither of the two may be changed
   */
  merge(existing: any, incoming: any): any;
  /**
   * Whether an incoming row is taken at all.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row
   * @param incoming the incoming row
   * @returns `false` to leave the stored row as it is
   */
  shouldUpdate(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): boolean;
  /**
   * Whether the incoming row is older than the stored one.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row
   * @param incoming the incoming row
   * @returns `true` to merge the stored row over the incoming one
   */
  shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): boolean;
  /**
   * Combines a stored row with an incoming one.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row
   * @param incoming the incoming row
   * @returns the row to store
   */
  mergeWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): any;
  /**
   * Chooses the meta of the combined row.
   *
   * @param existingMeta times of the stored row
   * @param incomingMeta times of the incoming row
   * @param existing the stored row
   * @param incoming the incoming row
   * @returns the times to store
   */
  mergeMetaWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): EntityMeta;
  /** Stores one value of a response; gives the primary key. */
  normalize(
    input: any,
    parent: any,
    key: any,
    delegate: INormalizeDelegate,
    parentEntity?: any,
  ): any;
  /** Fills the fields of a new instance that have a schema. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any;
  /** Finds the stored entity that the arguments of a query describe. */
  queryKey(
    args: readonly any[],
    recurse: RecurseQueryKey,
    delegate: IQueryDelegate,
  ): any;
  /** Key and schemas of fields, each class once. */
  toJSON(): unknown;
  /** The key. */
  toString(): string;
}

/**
 * An entity class: of {@linkcode Entity}, {@linkcode EntityMixin}, or one of
 * that shape.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { type IEntityClass } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 *
 * function tableOf(entity: IEntityClass): string {
 *   return entity.key;
 * }
 * assertEquals(tableOf(Port), "Port");
 * ```
 */
export interface IEntityClass<TInstance = any> extends EntityStatics {
  /** What instances are like. */
  readonly prototype: TInstance;
}
