/**
 * The same as `@tessera/client`: where features appear first that will become
 * the default later. There are none at present. Import it to try them while
 * everything else stays as it is.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import * as next from "@tessera/client/next";
 * import { assert } from "@std/assert";
 *
 * assert(next.Entity === Entity);
 * ```
 *
 * @module
 */
export * from "./mod.ts";
