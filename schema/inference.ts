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
import type { EntityStatics } from "./entity_types.ts";
import type { StandardSchema } from "./standard_schema.ts";

/**
 * The types of the values that a schema instance describes: the argument of the
 * member `"~types"` that a schema class declares. It exists only in types,
 * never at run time.
 *
 * @example
 * ```ts
 * import { type Denormalize } from "@tessera/client";
 * import { type SchemaTypes } from "@tessera/client/schema";
 *
 * // stored as text, read as a date; `undefined` says that it cannot be queried
 * class Timestamp {
 *   declare readonly "~types": SchemaTypes<Date, Date | undefined, string>;
 *   normalize(input: string): string {
 *     return input;
 *   }
 *   denormalize(input: string): Date {
 *     return new Date(input);
 *   }
 * }
 *
 * export const schema = { sailed: new Timestamp() };
 * export const voyage: Denormalize<typeof schema> = { sailed: new Date(0) };
 * ```
 */
export interface SchemaTypes<
  Denormalized = any,
  Nullable = Denormalized | undefined,
  Normalized = any,
  Args extends readonly any[] | undefined = undefined,
> {
  /** The type for readers. */
  readonly denormalized: Denormalized;
  /** The type for readers that take what is there. */
  readonly nullable: Nullable;
  /** The stored type. */
  readonly normalized: Normalized;
  /** Arguments of a query; `undefined` for schemas that cannot be queried. */
  readonly args: Args;
}

/** A schema instance that says its types. See {@linkcode SchemaTypes}. */
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

/**
 * A schema instance by its types alone, which is asked first: it costs the
 * compiler the least, and lists are the most that is read.
 *
 * @internal
 */
interface Typed<Types extends SchemaTypes<any, any, any, any>> {
  readonly "~types": Types;
}

/**
 * A schema whose value can be found in the store by arguments: what `useQuery`,
 * `Controller.get` and {@linkcode Query} take.
 */
export type Queryable = QueryableSchema | QueryableObject;

/**
 * A class or instance with a `queryKey`. An {@linkcode Entity},
 * {@linkcode All}, {@linkcode Collection} or {@linkcode Query}, for instance.
 */
export interface QueryableSchema {
  /** Computes what would have been stored. */
  queryKey?(args: any, recurse: any, delegate: any): any;
  /** Denormalizes a stored value. */
  denormalize(input: any, delegate: any): any;
  /** In types only. */
  readonly "~types"?: { readonly args: readonly any[] };
}

/**
 * An object of queryable schemas and placeholders, such as a {@linkcode Query}
 * joins.
 */
export interface QueryableObject {
  /** A schema, an object of schemas, or a value that stands for itself. */
  readonly [member: string]:
    | QueryableSchema
    | { readonly [member: string]: any }
    | Placeholder;
}

/**
 * A value in the place of a schema, as `cursor: ""` in the example of
 * {@linkcode Denormalize}: what is stored there is read as it is.
 */
export type Placeholder = string | number | boolean | null | undefined;

/**
 * The type of a schema for readers, once the data is there.
 *
 * @example
 * ```ts
 * import { type Denormalize, Entity } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 * }
 *
 * const schema = { ports: [Port], cursor: "" };
 * const page: Denormalize<typeof schema> = { ports: [Port.fromJS()], cursor: "7" };
 * assertEquals(page.ports.length, 1);
 * ```
 */
export type Denormalize<S> = IsAny<S> extends true ? any
  : S extends Typed<infer Types> ? Types["denormalized"]
  : S extends EntityLike<infer Instance> ? Instance
  : S extends Validator<any, infer Output> ? Output
  : S extends CustomSchema<infer Value> ? Value
  : S extends Callable ? Deserialized<S>
  : S extends readonly (infer Item)[] ? Denormalize<ItemSchema<Item>>[]
  : S extends object ? { -readonly [M in keyof S]: Denormalize<S[M]> }
  : PlaceholderValue<S>;

/**
 * The type of a schema for readers that take what is there, since entities,
 * lists and members of objects may be missing. `useCache` and
 * `Controller.getResponse` give it.
 *
 * @example
 * ```ts
 * import { type DenormalizeNullable, Entity } from "@tessera/client";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 * }
 *
 * const schema = { ports: [Port], cursor: "" };
 *
 * export function firstName(
 *   page: DenormalizeNullable<typeof schema>,
 * ): string | undefined {
 *   return page.ports?.[0]?.name;
 * }
 * ```
 */
export type DenormalizeNullable<S> = IsAny<S> extends true ? any
  : S extends Typed<infer Types> ? Types["nullable"]
  : S extends EntityLike<infer Instance> ? Instance | undefined
  : S extends Validator<any, infer Output> ? Output | undefined
  : S extends CustomSchema<infer Value> ? Value | undefined
  : S extends Callable ? Deserialized<S>
  : S extends readonly (infer Item)[]
    ? Denormalize<ItemSchema<Item>>[] | undefined
  : S extends object ? { -readonly [M in keyof S]: DenormalizeNullable<S[M]> }
  : PlaceholderValue<S>;

/**
 * The stored type of a schema, in which entities are primary keys.
 *
 * @example
 * ```ts
 * import { Entity, type Normalize } from "@tessera/client";
 *
 * class Port extends Entity {
 *   id = "";
 * }
 *
 * const schema = { ports: [Port], cursor: "" };
 * export const stored: Normalize<typeof schema> = {
 *   ports: ["rtm", "ham"],
 *   cursor: "7",
 * };
 * ```
 */
export type Normalize<S> = IsAny<S> extends true ? any
  : S extends Typed<infer Types> ? Types["normalized"]
  : S extends EntityLike<any> ? string
  : S extends Validator<infer Input, any> ? Input
  : S extends CustomSchema<any> ? NormalizedBy<S>
  : S extends Callable ? any
  : S extends readonly (infer Item)[] ? Normalize<ItemSchema<Item>>[]
  : S extends object ? { -readonly [M in keyof S]: Normalize<S[M]> }
  : PlaceholderValue<S>;

/**
 * {@linkcode Normalize} for responses that may lack parts: entities, lists and
 * members of objects may be `undefined`.
 */
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

/**
 * Arguments of a query by a schema; `never` for schemas that cannot be queried.
 *
 * @example
 * ```ts
 * import { Entity, type SchemaArgs } from "@tessera/client";
 *
 * class Port extends Entity {
 *   id = "";
 *   country = "";
 * }
 *
 * // an entity is found by its primary key, or by fields
 * export const byPk: SchemaArgs<typeof Port> = ["rtm"];
 * export const byField: SchemaArgs<typeof Port> = [{ country: "NL" }];
 * ```
 */
export type SchemaArgs<S> = S extends SchemaSimple | Callable | readonly any[]
  ? ClassArgs<S>
  : S extends object ? ObjectArgs<S>
  : never;

/** {@linkcode SchemaArgs} of an object of schemas: those of any member. */
export type ObjectArgs<S extends object> = AsArgs<
  { [M in keyof S]: MemberArgs<S[M]> }[keyof S]
>;

/**
 * {@linkcode SchemaArgs} of a member of an object. Objects within objects are
 * not looked into: TypeScript would not find an end.
 *
 * @internal
 */
type MemberArgs<S> = S extends SchemaSimple | Callable | readonly any[]
  ? ClassArgs<S>
  : S extends object ? readonly any[]
  : never;

/**
 * {@linkcode SchemaArgs} of anything but an object of schemas.
 *
 * @internal
 */
type ClassArgs<S> = IsAny<S> extends true ? any
  : S extends EntityLike<infer Instance>
    ? [args: EntityFields<Instance> & LensOf<S> | string | number]
  : S extends SchemaClass<infer Types> ? AsArgs<Types["args"]>
  : S extends { queryKey(args: infer Args, ...rest: any): any } ? AsArgs<Args>
  : never;

/**
 * Further arguments of an entity that has fields that depend on a lens: whatever
 * its Scalars read the lens from.
 *
 * @internal
 */
type LensOf<S> = S extends { readonly schema: infer Schemas }
  ? string extends keyof Schemas ? unknown
  : [Extract<Schemas[keyof Schemas], LensField>] extends [never] ? unknown
  : { readonly [argument: string]: any }
  : unknown;

/**
 * A {@linkcode Scalar}.
 *
 * @internal
 */
interface LensField {
  readonly lensSelector: unknown;
}

/**
 * Fields of an entity as arguments: all optional, numbers also as text and the
 * other way round, since URLs know text only. The example of
 * {@linkcode SchemaArgs} has an example.
 */
export type EntityFields<Instance> = {
  readonly [
    Field in keyof Instance as Instance[Field] extends (...args: any) => any
      ? never
      : Field
  ]?: FieldArgument<Instance[Field]>;
};

/**
 * A field as an argument, numbers and text in either form; of texts or numbers
 * that are listed, these alone.
 *
 * @internal
 */
type FieldArgument<Value> = Value extends number
  ? number extends Value ? Value | string : Value | `${Value}`
  : Value extends string ? string extends Value ? Value | number : Value
  : Value;

/**
 * Values that can be stored by a schema: what a response may have, and what
 * `Controller.set` and `setResponse` take. Fields of an entity may be missing; an
 * entity inside may be its primary key; fields with a schema of their own, such
 * as dates, may be whatever that takes. A class with its own `process` and schemas
 * other than entities, lists and Collections take anything.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { type RawValue } from "@tessera/client/schema";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   launched = new Date(0);
 *   static override schema = { launched: (iso: string) => new Date(iso) };
 * }
 * export const raw: RawValue<typeof Ship> = { id: 7, launched: "1892-10-26" };
 * // @ts-expect-error there is no such field
 * export const misspelt: RawValue<typeof Ship> = { nam: "Fram" };
 * ```
 */
export type RawValue<S> = IsAny<S> extends true ? any
  : S extends EntityLike<infer Instance> ? RawRow<S, Instance>
  : S extends readonly (infer Item)[] ? readonly RawMember<Item>[]
  // a Collection of a list
  : S extends
    { readonly addWith: unknown; readonly schema: { "~items": infer Item } }
    ? readonly RawMember<Item>[]
  : S extends Callable | { denormalize(...args: any): any } ? any
  : S extends { readonly "~standard": unknown } ? any
  : S extends object ?
      & { readonly [M in keyof S]?: RawMember<S[M]> | undefined }
      // responses have more than their schema describes
      & { readonly [other: string]: any }
  : any;

/**
 * A {@linkcode RawValue} inside another one.
 *
 * @internal
 */
type RawMember<S> = S extends EntityLike<any>
  ? string | number | null | RawValue<S>
  : RawValue<S>;

/**
 * A row of an Entity class, unless its `process` makes the row of something else.
 *
 * @internal
 */
type RawRow<S, Instance> = S extends
  { readonly process: infer Process; readonly schema: infer Schemas }
  ? (<T>() => T extends Process ? 1 : 2) extends
    (<T>() => T extends EntityStatics["process"] ? 1 : 2)
    ? RawFields<Instance, string extends keyof Schemas ? unknown : Schemas>
  : object
  : object;

/**
 * Fields of an entity, as they can be written.
 *
 * @internal
 */
type RawFields<Instance, Schemas> = {
  readonly [
    Field in keyof Instance as Instance[Field] extends (...args: any) => any
      ? never
      : Field
  ]?:
    | (Field extends keyof Schemas ? RawMember<Schemas[Field]>
      : RawField<Instance[Field], Field>)
    | undefined;
};

/**
 * A field without a schema of its own.
 *
 * @internal
 */
type RawField<Value, Name> = Value extends string
  ? string extends Value ? Name extends IdName ? string | number : string
  : Value
  // a decimal may be a text
  : Value extends number ? number extends Value ? number | string : Value
  : Value;

/**
 * Names of fields that hold primary keys, which are numbers or texts.
 *
 * @internal
 */
type IdName = "id" | `${string}${"Id" | "ID" | "_id"}`;

/**
 * Arguments, where they are; `never` elsewhere.
 *
 * @internal
 */
export type AsArgs<T> = T extends readonly any[] ? T : never;

/**
 * Whether a type is `any`, which every conditional type would take for
 * everything.
 *
 * @internal
 */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * An Entity class, or a schema of that shape.
 *
 * @internal
 */
interface EntityLike<Instance> {
  readonly key: string;
  readonly prototype: Instance;
  createIfValid(props: any): any;
  denormalize(input: any, delegate: any): any;
}

/**
 * A validator of the shared interface, version 1, by what inference needs of
 * it.
 *
 * @internal
 */
interface Validator<Input, Output> {
  readonly "~standard": {
    readonly types?:
      | { readonly input: Input; readonly output: Output }
      | undefined;
    readonly validate: StandardSchema["~standard"]["validate"];
  };
}

/**
 * A schema without declared types: its methods tell.
 *
 * @internal
 */
interface CustomSchema<Value> {
  normalize(...args: any): any;
  denormalize(...args: any): Value;
}

/**
 * What the `normalize` of a schema without declared types gives.
 *
 * @internal
 */
type NormalizedBy<S> = S extends { normalize(...args: any): infer Value }
  ? Value
  : any;

/**
 * A function or a class.
 *
 * @internal
 */
type Callable =
  | ((...args: any) => any)
  | (abstract new (...args: any) => any);

/**
 * What a deserializer gives. Constructors first, since some can be called too.
 *
 * @internal
 */
type Deserialized<S> = S extends NumberConstructor ? number
  : S extends StringConstructor ? string
  : S extends BooleanConstructor ? boolean
  : S extends BigIntConstructor ? bigint
  : S extends abstract new (...args: any) => infer Value ? Value
  : S extends (...args: any) => infer Value ? Value
  : never;

/**
 * The schema of the items of a list shorthand; `[]` takes anything.
 *
 * @internal
 */
type ItemSchema<Item> = [Item] extends [never] ? any : Item;

/**
 * What a placeholder stands for: `""`, `0` and `false` for any value of their
 * type, others for themselves.
 *
 * @internal
 */
type PlaceholderValue<S> = S extends "" ? string
  : S extends 0 ? number
  : S extends boolean ? boolean
  : S extends null | undefined ? any
  : S;
