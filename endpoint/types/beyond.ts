import type { IsAny } from "./rest_generics.ts";

/** The members of a type beyond known ones. */
export type Beyond<T, Known> = IsAny<T> extends true ? unknown
  : [Exclude<keyof T, Known>] extends [never] ? unknown
  : { [K in Exclude<keyof T, Known>]: T[K] };
