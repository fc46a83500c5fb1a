// deno-lint-ignore-file no-explicit-any -- `any` is what conditional types match everything with
import type { All } from "./all.ts";
import type {
  AsArgs,
  Denormalize,
  DenormalizeNullable,
  EntityFields,
  IsAny,
  Normalize,
  SchemaArgs,
  SchemaClass,
  SchemaTypes,
} from "./inference.ts";
import type { Invalidate } from "./invalidate.ts";
import type { Lazy, LazyQuery } from "./lazy.ts";
import type { ObjectSchema } from "./object.ts";
import type { PolymorphicSchema } from "./polymorphic.ts";
import type { Query } from "./query.ts";
import type { Union } from "./union.ts";

/** A schema instance whose types are known. */
export type Construct =
  | SchemaClass
  | PolymorphicSchema
  | Query<any, any>
  | LazyQuery<any>
  | Lazy<any>
  | ObjectSchema<any>;

/** The types of a schema instance of this package; `never` for everything else. */
export type ConstructTypes<S> = S extends Union<infer Definition>
  ? UnionTypes<Definition>
  : S extends All<infer Definition> ? AllTypes<Definition>
  : S extends Invalidate<infer Definition> ? InvalidateTypes<Definition>
  : S extends Query<infer Inner, infer Process> ? QueryTypes<Inner, Process>
  : S extends LazyQuery<infer Inner> ? LazyQueryTypes<Inner>
  : S extends Lazy<infer Inner> ? LazyTypes<Inner>
  : S extends ObjectSchema<infer Members> ? ObjectTypes<Members>
  : never;

type UnionTypes<Definition> = SchemaTypes<
  Chosen<Definition>,
  Chosen<Definition> | undefined,
  ReferenceOf<Definition>,
  [args: FieldsOfAny<Chosen<Definition>> | string | number]
>;

type AllTypes<Definition> = SchemaTypes<
  Chosen<Definition>[],
  Chosen<Definition>[] | undefined,
  undefined,
  [args?: any]
>;

type InvalidateTypes<Definition> = SchemaTypes<
  Chosen<Definition>,
  Chosen<Definition> | undefined,
  Definition extends Union<infer Mapping> ? ReferenceOf<Mapping>
    : Definition extends { createIfValid: any } ? string
    : ReferenceOf<Definition>
>;

type QueryTypes<Inner, Process> = SchemaTypes<
  Derived<Process>,
  Derived<Process> | undefined,
  Normalize<Inner>,
  QueryArgs<Inner, Process>
>;

type LazyTypes<Inner> = SchemaTypes<
  Normalize<Inner>,
  Normalize<Inner>,
  Normalize<Inner>
>;

type LazyQueryTypes<Inner> = SchemaTypes<
  Denormalize<Inner>,
  DenormalizeNullable<Inner>,
  Normalize<Inner>,
  Inner extends { readonly key: string; queryKey: any } ? SchemaArgs<Inner>
    : [reference: Normalize<Inner>]
>;

type ObjectTypes<Members> = SchemaTypes<
  Denormalize<Members>,
  DenormalizeNullable<Members>,
  Normalize<Members>,
  SchemaArgs<Members>
>;

/** What a member of a definition is read as: an entity, a Union, or a mapping. */
export type Chosen<Definition> = IsAny<Definition> extends true ? any
  : Definition extends Union<infer Mapping> ? Chosen<Mapping>
  : Definition extends
    { readonly prototype: infer Instance; createIfValid: any } ? Instance
  : Definition extends object ? Denormalize<Definition[keyof Definition]>
  : never;

/** How a member of a mapping is stored. */
interface ReferenceOf<Mapping> {
  id: string;
  schema: keyof Mapping & string;
}

type FieldsOfAny<Instance> = Instance extends unknown ? EntityFields<Instance>
  : never;

type Derived<Process> = Process extends (...args: any) => infer Value ? Value
  : any;

/** The further parameters of the function, which must also suit the schema; if it has none, those of the schema. */
type QueryArgs<Inner, Process> = Process extends
  (value: any, ...args: infer Own) => any
  ? Own extends [] ? SchemaArgs<Inner> : ArgsForBoth<Own, SchemaArgs<Inner>>
  : SchemaArgs<Inner>;

type ArgsForBoth<Own extends readonly any[], Inner> = AsArgs<
  {
    [Index in keyof Own]: Index extends keyof Inner
      ? IsAny<Inner[Index]> extends true ? Own[Index]
      : Own[Index] & Inner[Index]
      : Own[Index];
  }
>;
