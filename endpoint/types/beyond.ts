import type { IsAny } from "./rest_generics.ts";

/**
 * The members of a type beyond known ones, and beyond those that others
 * replace.
 *
 * @internal
 */
export type Beyond<T, Known, Replaced = never> = IsAny<T> extends true ? unknown
  // most have none: this is found out without looking at each name
  : keyof T extends Known ? unknown
  : { [K in Exclude<keyof T, Known | Replaced>]: T[K] };
