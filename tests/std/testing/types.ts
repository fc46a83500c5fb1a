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

/** Whether two types are the same to the compiler, down to `readonly` and `any`; an intersection of plain objects is the object it amounts to. */
export type IsExact<T, U> = Same<Merged<T>, Merged<U>>;

/** Whether a type is `any`. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** Whether a type is `never`. */
export type IsNever<T> = [T] extends [never] ? true : false;

/** Whether a type is `unknown`. */
export type IsUnknown<T> = IsAny<T> extends true ? false
  : unknown extends T ? true
  : false;

/**
 * The compiler takes one condition for another only if both ask for the same
 * type. Not by an alias, whose parameter it would compare by its variance.
 */
type Same<T, U> = (<Given>() => Given extends T ? "it is" : "it is not") extends
  (<Given>() => Given extends U ? "it is" : "it is not") ? true : false;

/** One object in place of an intersection, at every depth. */
type Merged<T> = IsAny<T> extends true ? T
  : T extends Record<PropertyKey, unknown> ? { [K in keyof T]: Merged<T[K]> }
  : T;
