import type { IsExact } from "@std/testing/types";

/** Compiles only if two types are the same to the compiler. */
export function exact<T, U>(
  ..._same: IsExact<T, U> extends true ? [] : ["the types differ"]
): void {}
