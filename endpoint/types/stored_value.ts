import type { DenormalizeNullable } from "../../schema/mod.ts";

/**
 * What the store holds for an endpoint, as far as it holds it.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint, type StoredValue } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * const getVessels = new RestEndpoint({ path: "/vessels", schema: [Vessel] });
 *
 * export function count(vessels: StoredValue<typeof getVessels>): number {
 *   return vessels?.length ?? 0;
 * }
 * ```
 */
export type StoredValue<E extends StoredEndpoint> = E["schema"] extends
  undefined | null
  ? E extends (...args: never) => unknown ? ResolveType<E> | undefined
  : unknown
  : DenormalizeNullable<E["schema"]>;

/**
 * The members of an endpoint that reading needs; see {@linkcode StoredValue}.
 */
export interface StoredEndpoint {
  /** The only identity of a request. */
  // deno-lint-ignore no-explicit-any -- any arguments
  key(...args: any): string;
  /** How the stored result is read. */
  // deno-lint-ignore no-explicit-any -- any schema
  readonly schema?: any;
  /** Treat stale data as absent. */
  readonly invalidIfStale?: boolean | undefined;
}

/**
 * What an endpoint function resolves with.
 *
 * @example
 * ```ts
 * import { Endpoint, type ResolveType } from "@tessera/client";
 *
 * const getTide = new Endpoint(
 *   (port: string) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * export const tide: ResolveType<typeof getTide> = { port: "aden", height: 2 };
 * ```
 */
// deno-lint-ignore no-explicit-any -- any endpoint function
export type ResolveType<E extends (...args: any) => any> = ReturnType<
  E
> extends PromiseLike<infer R> ? R : ReturnType<E>;
