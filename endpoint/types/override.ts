import type { MethodOf } from "./method.ts";
import type {
  AsGenerics,
  GenericKey,
  IsAny,
  RestGenerics,
} from "./rest_generics.ts";

/**
 * The generics of an endpoint that was extended: `X` over `O`, and what follows
 * from that.
 *
 * @internal
 */
export type Override<O extends RestGenerics, X> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : [keyof X & GenericKey] extends [never] ? O
  : AsGenerics<
    & { [K in keyof O as InheritedKey<X, K>]: O[K] }
    & { [K in GivenKey<X>]: X[K] }
    & PageParams<O, X>
    & FixedMethod<O, X>
  >;

/** Members of the parent that stay. */
type InheritedKey<X, K> = K extends GivenKey<X> ? never
  : K extends "searchParams" ? "path" extends keyof X ? never : K
  : K extends "callArgs" ? CallMember & keyof X extends never ? K : never
  : K extends "sideEffect" ? GivesMethod<X> extends true ? never : K
  : K;

type CallMember = "path" | "searchParams" | "body" | "method";

/** Members that were given. A method given as `undefined` was not. */
type GivenKey<X> = GivesMethod<X> extends true ? keyof X & GenericKey
  : Exclude<keyof X & GenericKey, "method">;

type GivesMethod<X> = "method" extends keyof X
  ? [X["method"]] extends [undefined] ? false : true
  : false;

/** A new path ends the query entries of the call, but pages still take them. */
type PageParams<O, X> = "path" extends keyof X
  ? "searchParams" extends keyof X ? unknown
  : "searchParams" extends keyof O ? { pageParams: O["searchParams"] }
  : unknown
  : unknown;

/** A new body does not change a method that was inferred. */
type FixedMethod<O extends RestGenerics, X> = "body" extends keyof X
  ? "method" extends GivenKey<X> | keyof O ? unknown
  : { method: MethodOf<O> }
  : unknown;
