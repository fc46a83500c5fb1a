/**
 * Checks of types at compile time.
 *
 * @module
 */

/** Compiles only if the type argument is the literal that is passed. */
export function assertType<T extends boolean>(_expectTrue: T): void {}

/** Compiles only if the type argument is `true`. */
export type AssertTrue<_T extends true> = never;

/** Compiles only if the type argument is `false`. */
export type AssertFalse<_T extends false> = never;

/** Whether a union has a member assignable to `U`. */
export type Has<T, U> = IsAny<T> extends true ? true
  : IsAny<U> extends true ? false
  : [Extract<T, U>] extends [never] ? false
  : true;

/** Whether a union has no member assignable to `U`. */
export type NotHas<T, U> = Has<T, U> extends true ? false : true;

/** Whether a type can be null or undefined. */
export type IsNullable<T> = [Extract<T, null | undefined>] extends [never]
  ? false
  : true;

/** Whether two types accept the same values, `any` being equal to itself only, at every depth. */
export type IsExact<T, U> = Mutual<Branded<T>, Branded<U>> extends true
  ? Mutual<Deep<T>, Deep<U>>
  : false;

/** Whether a type is `any`. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether a type is `never`. */
export type IsNever<T> = [T] extends [never] ? true : false;

/** Whether a type is `unknown`. */
export type IsUnknown<T> = IsAny<T> extends true ? false
  : unknown extends T ? true
  : false;

/** Stands for `any`, which would otherwise equal everything. */
interface AnyBrand {
  readonly "any of a type under test": unique symbol;
}

/** Each is assignable to the other; in tuples, so that unions are not distributed. */
type Mutual<T, U> = [T] extends [U] ? [U] extends [T] ? true : false : false;

type Branded<T> = IsAny<T> extends true ? AnyBrand : T;

/** The type with the brand for every `any` within; recursive types end where they repeat. */
type Deep<T, Seen = never> = {
  [K in keyof T]-?: IsAny<T[K]> extends true ? AnyBrand
    : T[K] extends Seen ? T[K]
    : Deep<T[K], Seen | T>;
};
