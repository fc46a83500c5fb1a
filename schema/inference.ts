// deno-lint-ignore-file no-explicit-any -- `any` is what conditional types match everything with
/**
 * What TypeScript knows of the values that a schema describes.
 *
 * A schema class says its types in a member `"~types"` that exists in types
 * only: `declare readonly "~types": SchemaTypes<...>`. Entity classes,
 * shorthands, functions, constructors and validators are understood as they are.
 *
 * @module
 */
import type { SchemaSimple } from "./contract.ts";
import type { StandardSchema } from "./standard_schema.ts";

/** The types of the values that a schema instance describes; only in types, never at run time. */
export interface SchemaTypes<
  Denormalized = any,
  Nullable = Denormalized | undefined,
  Normalized = any,
  Args extends readonly any[] | undefined = undefined,
> {
  /** What a reader sees. */
  readonly denormalized: Denormalized;
  /** What a reader sees that takes what is there. */
  readonly nullable: Nullable;
  /** What is stored. */
  readonly normalized: Normalized;
  /** Arguments of a query; `undefined` for schemas that cannot be queried. */
  readonly args: Args;
}

/** A schema instance that says its types. */
export interface SchemaClass<
  Types extends SchemaTypes<any, any, any, any> = SchemaTypes<
    any,
    any,
    any,
    any
  >,
> extends SchemaSimple {
  /** In types only. */
  readonly "~types": Types;
}

/** A schema whose value can be found in the store by arguments. */
export type Queryable = QueryableSchema | QueryableObject;

/** A class or instance with a `queryKey`. */
export interface QueryableSchema {
  /** Computes what would have been stored. */
  queryKey?(args: any, recurse: any, delegate: any): any;
  /** Denormalizes a stored value. */
  denormalize(input: any, delegate: any): any;
  /** In types only. */
  readonly "~types"?: { readonly args: readonly any[] };
}

/** An object of queryable schemas and placeholders. */
export interface QueryableObject {
  /** A schema, an object of schemas, or a value that stands for itself. */
  readonly [member: string]:
    | QueryableSchema
    | { readonly [member: string]: any }
    | Placeholder;
}

/** A value in the place of a schema: what is stored there is read as it is. */
export type Placeholder = string | number | boolean | null | undefined;

/**
 * What readers see of a schema once the data is there.
 *
 * @example
 * ```ts
 * import { type Denormalize, Entity } from "@tessera/client";
 *
 * class Port extends Entity {
 *   id = "";
 * }
 *
 * const schema = { ports: [Port], cursor: "" };
 * const page: Denormalize<typeof schema> = { ports: [Port.fromJS()], cursor: "7" };
 * console.log(page.ports.length);
 * ```
 */
export type Denormalize<S> = IsAny<S> extends true ? any
  : S extends EntityLike<infer Instance> ? Instance
  : S extends SchemaClass<infer Types> ? Types["denormalized"]
  : S extends Validator<any, infer Output> ? Output
  : S extends CustomSchema<infer Value> ? Value
  : S extends Callable ? Deserialized<S>
  : S extends readonly (infer Item)[] ? Denormalize<ItemSchema<Item>>[]
  : S extends object ? { -readonly [M in keyof S]: Denormalize<S[M]> }
  : PlaceholderValue<S>;

/**
 * What readers see of a schema that take what is there: entities, lists and
 * members of objects may be missing.
 */
export type DenormalizeNullable<S> = IsAny<S> extends true ? any
  : S extends EntityLike<infer Instance> ? Instance | undefined
  : S extends SchemaClass<infer Types> ? Types["nullable"]
  : S extends Validator<any, infer Output> ? Output | undefined
  : S extends CustomSchema<infer Value> ? Value | undefined
  : S extends Callable ? Deserialized<S>
  : S extends readonly (infer Item)[]
    ? Denormalize<ItemSchema<Item>>[] | undefined
  : S extends object ? { -readonly [M in keyof S]: DenormalizeNullable<S[M]> }
  : PlaceholderValue<S>;

/** What is stored for a schema: entities are primary keys. */
export type Normalize<S> = IsAny<S> extends true ? any
  : S extends EntityLike<any> ? string
  : S extends SchemaClass<infer Types> ? Types["normalized"]
  : S extends Validator<infer Input, any> ? Input
  : S extends CustomSchema<any> ? NormalizedBy<S>
  : S extends Callable ? any
  : S extends readonly (infer Item)[] ? Normalize<ItemSchema<Item>>[]
  : S extends object ? { -readonly [M in keyof S]: Normalize<S[M]> }
  : PlaceholderValue<S>;

/** What is stored for a schema, as far as the response had it. */
export type NormalizeNullable<S> = IsAny<S> extends true ? any
  : S extends EntityLike<any> ? string | undefined
  : S extends SchemaClass<infer Types> ? Types["normalized"] | undefined
  : S extends Validator<infer Input, any> ? Input | undefined
  : S extends CustomSchema<any> ? NormalizedBy<S> | undefined
  : S extends Callable ? any
  : S extends readonly (infer Item)[]
    ? Normalize<ItemSchema<Item>>[] | undefined
  : S extends object ? { -readonly [M in keyof S]: NormalizeNullable<S[M]> }
  : PlaceholderValue<S>;

/** Arguments of a query by a schema; `never` for schemas that cannot be queried. */
export type SchemaArgs<S> = S extends SchemaSimple | Callable | readonly any[]
  ? ClassArgs<S>
  : S extends object ? ObjectArgs<S>
  : never;

/** Arguments of a query by an object of schemas: those of any member. */
export type ObjectArgs<S extends object> = AsArgs<
  { [M in keyof S]: MemberArgs<S[M]> }[keyof S]
>;

/** Objects within objects are not looked into: TypeScript would not find an end. */
type MemberArgs<S> = S extends SchemaSimple | Callable | readonly any[]
  ? ClassArgs<S>
  : S extends object ? readonly any[]
  : never;

type ClassArgs<S> = IsAny<S> extends true ? any
  : S extends EntityLike<infer Instance>
    ? [args: EntityFields<Instance> | string | number]
  : S extends SchemaClass<infer Types> ? AsArgs<Types["args"]>
  : S extends { queryKey(args: infer Args, ...rest: any): any } ? AsArgs<Args>
  : never;

/** Fields of an entity as arguments: all optional, numbers also as text and the other way round. */
export type EntityFields<Instance> = {
  readonly [
    Field in keyof Instance as Instance[Field] extends (...args: any) => any
      ? never
      : Field
  ]?: FieldArgument<Instance[Field]>;
};

type FieldArgument<Value> = Value extends number ? Value | string
  : Value extends string ? Value | number
  : Value;

/** Arguments, where they are. */
export type AsArgs<T> = T extends readonly any[] ? T : never;

/** Whether a type is `any`, which every conditional type would take for everything. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** An Entity class, or a schema of that shape. */
interface EntityLike<Instance> {
  readonly key: string;
  readonly prototype: Instance;
  createIfValid(props: any): any;
  denormalize(input: any, delegate: any): any;
}

interface Validator<Input, Output> {
  readonly "~standard": {
    readonly types?:
      | { readonly input: Input; readonly output: Output }
      | undefined;
    readonly validate: StandardSchema["~standard"]["validate"];
  };
}

/** A schema without declared types: its methods tell. */
interface CustomSchema<Value> {
  normalize(...args: any): any;
  denormalize(...args: any): Value;
}

type NormalizedBy<S> = S extends { normalize(...args: any): infer Value }
  ? Value
  : any;

type Callable =
  | ((...args: any) => any)
  | (abstract new (...args: any) => any);

/** Constructors first, since some can be called too. */
type Deserialized<S> = S extends NumberConstructor ? number
  : S extends StringConstructor ? string
  : S extends BooleanConstructor ? boolean
  : S extends BigIntConstructor ? bigint
  : S extends abstract new (...args: any) => infer Value ? Value
  : S extends (...args: any) => infer Value ? Value
  : never;

/** `[]` takes anything. */
type ItemSchema<Item> = [Item] extends [never] ? any : Item;

/** `""`, `0` and `false` stand for any value of their type. */
type PlaceholderValue<S> = S extends "" ? string
  : S extends 0 ? number
  : S extends boolean ? boolean
  : S extends null | undefined ? any
  : S;
