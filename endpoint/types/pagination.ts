import type { RestArgs } from "./call_arguments.ts";
import type { TakesBody } from "./method.ts";
import type {
  IsAny,
  IsNone,
  MayBeUndefined,
  Member,
  RestGenerics,
} from "./rest_generics.ts";

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
