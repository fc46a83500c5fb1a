// deno-lint-ignore-file no-explicit-any -- stored values are untyped until an entity class types them
import type { EntityInterface, EntityMeta } from "./contract.ts";

/** The instance type of a class, abstract ones included. */
export type AbstractInstanceType<T> = T extends { prototype: infer Instance }
  ? Instance
  : never;

/** When an array given in place of an entity is reported: as an error, as a warning, or not at all. */
export type AutomaticValidation = "warn" | "silent";

/** What instances of every entity class have. */
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

/** The static side of an entity class. */
export interface IEntityClass<TInstance = any>
  extends EntityInterface<TInstance> {
  readonly automaticValidation?: AutomaticValidation | undefined;
  /** An instance with nothing but the defaults of the class. */
  readonly defaults: any;
  /** Makes an instance from a plain object. */
  fromJS(props?: any): any;
  /** Turns one value of a response into the row to store. */
  process(
    input: any,
    parent: any,
    key: string | undefined,
    args: readonly any[],
  ): any;
  /** Says what is wrong with a row; nothing if it is valid. */
  validate(processed: any): string | undefined;
  /** Combines two versions of one row; `incoming` is the newer one. */
  merge(existing: any, incoming: any): any;
  /** Whether an incoming row is taken at all. */
  shouldUpdate(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): boolean;
  /** Whether the incoming row is older than the stored one. */
  shouldReorder(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): boolean;
  /** Combines a stored row with an incoming one. */
  mergeWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): any;
  /** Chooses the meta of the combined row. */
  mergeMetaWithStore(
    existingMeta: EntityMeta,
    incomingMeta: EntityMeta,
    existing: any,
    incoming: any,
  ): EntityMeta;
}
