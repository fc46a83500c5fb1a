/**
 * What the types of an endpoint say about its results.
 *
 * @module
 */
import type { EndpointInterface } from "../endpoint/contract.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  SchemaArgs,
} from "../schema/mod.ts";

/** What an endpoint function resolves with. */
// deno-lint-ignore no-explicit-any -- any endpoint function
export type ResolveType<E extends (...args: any) => any> = ReturnType<
  E
> extends PromiseLike<infer R> ? R : ReturnType<E>;

/** What a fetch of an endpoint resolves with: instances where it has a schema, else what the function resolves with. */
export type FetchValue<E extends EndpointInterface> = E["schema"] extends
  undefined | null ? ResolveType<E> : Denormalize<E["schema"]>;

/** What the store holds for an endpoint, as far as it holds it. */
export type StoredValue<E extends StoredEndpoint> = E["schema"] extends
  undefined | null
  ? E extends (...args: never) => unknown ? ResolveType<E> | undefined
  : unknown
  : DenormalizeNullable<E["schema"]>;

/** Arguments that say where a value belongs: those of a query, except that an entity is named by its fields. */
export type SetArgs<S> = S extends abstract new (...args: never) => unknown
  ? SchemaArgs<S> extends readonly [infer First, ...infer Rest]
    ? [args: Exclude<First, string | number>, ...Rest]
  : SchemaArgs<S>
  : SchemaArgs<S>;

/** The members of an endpoint that reading needs. */
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

/** An endpoint that only reads. */
export type ReadEndpoint = EndpointInterface & {
  readonly sideEffect?: false | undefined;
};
