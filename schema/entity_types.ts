// deno-lint-ignore-file no-explicit-any -- stored values are untyped until an entity class types them
import type {
  EntityInterface,
  MergeHooks,
  Schema,
  SchemaSimple,
} from "./contract.ts";

export type { MergedVersions, MergeHooks } from "./contract.ts";

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
 * Members of instances of every entity class, those of {@linkcode Entity} and
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
 * Static members of every entity class, apart from its prototype. See
 * {@linkcode Entity} for how to override it.
 */
export interface EntityStatics
  extends
    MergeHooks,
    Pick<EntityInterface, "key" | "indexes" | "maxEntityDepth" | "pk">,
    Required<Pick<SchemaSimple, "normalize" | "denormalize" | "queryKey">> {
  /** Schemas of fields. */
  readonly schema: Record<string, Schema>;
  /** Whether a row that lacks fields may stand in place of a response. */
  readonly partial?: boolean | undefined;
  /** Whether a list in place of an entity is reported. */
  readonly automaticValidation?: AutomaticValidation | undefined;
  /** An instance with nothing but the defaults of the class. */
  readonly defaults: any;
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
  /** The key, for `JSON.stringify`. */
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
  /** The prototype of all instances. */
  readonly prototype: TInstance;
}

/** The part of an entity class that a plan is made from. */
export interface PlannedEntity {
  readonly key: string;
  /** An instance with the defaults of the class. */
  readonly defaults?: object;
  readonly schema?: Record<string, any> | undefined;
  readonly process?: object | undefined;
  readonly validate?: object | undefined;
  readonly pk?: object;
  readonly prototype?: { readonly pk?: unknown };
}
