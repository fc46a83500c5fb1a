/**
 * The same as `@tessera/client/react`: where hooks appear first whose signature
 * will change. There are none at present.
 *
 * @example
 * ```ts
 * import { useSuspense } from "@tessera/client/react";
 * import * as next from "@tessera/client/react/next";
 * import { assert } from "@std/assert";
 *
 * assert(next.useSuspense === useSuspense);
 * ```
 *
 * @module
 */
export * from "./mod.ts";
