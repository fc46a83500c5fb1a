import type { PathArgs } from "./path_args.ts";
import type {
  AsGenerics,
  BodyArgs,
  DeclaredOr,
  Empty,
  IsAny,
  IsNone,
  KnownMember,
  MayBeUndefined,
  Member,
  OneOrMany,
  OrForm,
  ParamsAndBody,
  PartialPayload,
  RestArgs,
  RestGenerics,
  TakesBody,
  UrlParams,
} from "./rest_generics.ts";

/**
 * Types of the endpoints that change a list, and of its pages.
 *
 * @module
 */

/** Operations on a list for which endpoints are derived. */
export type CollectionOperation =
  | "push"
  | "unshift"
  | "assign"
  | "remove"
  | "move";

/**
 * Generics of the endpoint that changes a list, from those of the endpoint that
 * reads it.
 *
 * @internal
 */
export type CollectionMember<
  O extends RestGenerics,
  Operation extends CollectionOperation,
> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : Operation extends "move" ? AsGenerics<MoveGenerics<O>>
  : AsGenerics<
    ListMemberGenerics<
      O,
      Operation,
      MemberSchema<Member<O, "schema">, Operation>
    >
  >;

/**
 * Each {@linkcode Collection} in a schema: itself, or those in a list, or in the members of an object.
 *
 * @internal
 */
export type CollectionsIn<S> = IsAny<S> extends true ? S
  : S extends CollectionLike ? S
  : S extends string | number | null | undefined ? never
  : S extends readonly (infer Item)[] ? CollectionsIn<Item>
  : S extends EntityClass ? never
  : S extends { readonly schema: infer Inner; normalize: unknown }
    ? CollectionsIn<Inner>
  : S extends object ? { [K in keyof S]: CollectionsIn<S[K]> }[keyof S]
  : never;

/** The schema of an operation on the list in a schema; `undefined` if there is none. */
export type MemberSchema<S, Operation extends CollectionOperation> =
  [CollectionsIn<S>] extends [never] ? undefined
    : CollectionsIn<S> extends { readonly [K in Operation]: infer Found }
      ? [Found] extends [never] ? undefined : Found
    : undefined;

/**
 * Whether the Collection of a schema is a list, which has no `assign`.
 *
 * @internal
 */
export type IsListOf<S> = IsAny<S> extends true ? false
  : [CollectionsIn<S>] extends [never] ? false
  : [CollectionsIn<S>] extends [{ readonly assign: never }] ? true
  : false;

type ListMemberGenerics<
  O extends RestGenerics,
  Operation extends CollectionOperation,
  S,
> = {
  path: O["path"];
  method: Operation extends "remove" ? "PATCH" : "POST";
  schema: S;
  searchParams: Member<O, "searchParams">;
  body: MemberBody<O, Operation, S>;
  callArgs: MemberArgs<O, MemberBody<O, Operation, S>>;
  process: Member<O, "process">;
};

type MoveGenerics<O extends RestGenerics> = {
  path: MovePath<O>;
  method: "PATCH";
  schema: MemberSchema<Member<O, "schema">, "move">;
  body: MemberBody<O, "move", MemberSchema<Member<O, "schema">, "move">>;
  process: Member<O, "process">;
};

type MovePath<O extends RestGenerics> = KnownMember<O, "movePath"> extends
  infer P extends string ? P : O["path"];

/** The option `process`; `undefined` if there is none. */
export type Processor<O> = KnownMember<O, "process"> extends // deno-lint-ignore no-explicit-any -- of any arguments
infer P extends (...args: any) => unknown ? P
  : undefined;

type MemberBody<O, Operation extends CollectionOperation, S> = Operation extends
  "push" | "unshift" ? OneOrMany<DeclaredOr<Member<O, "body">, S>>
  : Operation extends "assign" ? AssignBody<Member<O, "body">, S>
  : Operation extends "remove"
    ? OneOrMany<PartialPayload<DeclaredOr<Member<O, "body">, S>>>
  : OrForm<PartialPayload<DeclaredOr<Member<O, "body">, S>>>;

type AssignBody<Declared, S> = DeclaredOr<undefined, S> extends infer Entries
  ? IsAny<Declared> extends true ? Entries
  : IsNone<Declared> extends true ? Entries
  : Declared extends object ? Readonly<Record<string, Declared>>
  : Entries
  : never;

/** Without required parameters in the path, the payload alone will do. */
type MemberArgs<O extends RestGenerics, Body> = unknown extends UrlParams<O>
  ? BodyArgs<UrlParams<O>, Body>
  : Empty extends PathArgs<O["path"]>
    ? [body: Body] | [params: UrlParams<O>, body: Body]
  : ParamsAndBody<UrlParams<O>, Body>;

interface CollectionLike {
  readonly remove: unknown;
  readonly move: unknown;
  readonly addWith: unknown;
}

interface EntityClass {
  readonly prototype: unknown;
  // deno-lint-ignore no-explicit-any -- of any arguments
  pk(...args: any): unknown;
}

/**
 * Generics of the endpoint of a page that a field selects.
 *
 * @internal
 */
export type PageGenerics<O extends RestGenerics, Field extends string> =
  IsAny<O> extends true
    // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
    ? any
    : PagesInBody<O, Field> extends true ? Replaced<O, {
        body:
          & O["body"]
          & { [K in Field]: unknown }
          & Required<
            Pick<O["body"], Field & keyof O["body"]>
          >;
        searchParams: ListSearch<O>;
      }>
    : Replaced<O, { searchParams: ListSearch<O> & Cursor<Field> }>;

/**
 * Generics of the endpoint of a page whose arguments a function declares.
 *
 * @internal
 */
export type PageByFunctionGenerics<
  O extends RestGenerics,
  Args extends readonly unknown[],
> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : Replaced<O, { callArgs: Args }>;

/**
 * Arguments of the list, as the function that removes a cursor returns them.
 *
 * @internal
 */
export type ListArgs<O extends RestGenerics> = RestArgs<O> extends
  infer A extends readonly unknown[] ? Readonly<A>
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  : readonly any[];

/** Whether the cursor is a member of a payload that is always sent. */
type PagesInBody<O extends RestGenerics, Field extends string> =
  TakesBody<O> extends false ? false
    : IsAny<Member<O, "body">> extends true ? false
    : MayBeUndefined<Member<O, "body">> extends true ? false
    : Field extends keyof O["body"] ? true
    : false;

type Cursor<Field extends string> = {
  readonly [K in Field]: string | number | boolean;
};

type ListSearch<O extends RestGenerics> =
  & SearchOrNothing<Member<O, "searchParams">>
  & (IsNone<Member<O, "pageParams">> extends true ? unknown
    : Partial<NonNullable<Member<O, "pageParams">>>);

type SearchOrNothing<Search> = IsNone<Search> extends true ? unknown
  : MayBeUndefined<Search> extends true ? Partial<Exclude<Search, undefined>>
  : Search;

type Replaced<O, X> = {
  [
    K in keyof O | keyof X as K extends "callArgs" | "paginationField"
      ? keyof X & K
      : K
  ]: K extends keyof X ? X[K] : K extends keyof O ? O[K] : never;
} extends infer R extends RestGenerics ? R : never;
