import type {
  IsAny,
  IsNone,
  KnownMember,
  Member,
  RestGenerics,
} from "./rest_generics.ts";

/**
 * HTTP method of an endpoint: what was given, else what side effect and body
 * ask for.
 *
 * @internal
 */
export type MethodOf<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : KnownMember<O, "method"> extends infer M extends string ? M
  : string extends Member<O, "method"> ? string
  : KnownMember<O, "sideEffect"> extends true ? "POST"
  : DeclaresBody<O> extends true ? "POST"
  : "GET";

/**
 * Whether an endpoint changes something: what was given, else what the method
 * says.
 *
 * @internal
 */
export type SideEffectOf<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : "sideEffect" extends keyof O ? O["sideEffect"]
  : string extends MethodOf<O> ? boolean | undefined
  : Uppercase<MethodOf<O>> extends "GET" | "HEAD" | "OPTIONS" ? undefined
  : true;

/** Whether there is a `body` option that is not `undefined`. */
export type DeclaresBody<O extends RestGenerics> = "body" extends keyof O
  ? IsNone<O["body"]> extends true ? false : true
  : false;

/** Whether the last argument of a call is a payload. */
export type TakesBody<O extends RestGenerics> = Uppercase<
  MethodOf<O>
> extends "GET" | "HEAD" ? false
  : "body" extends keyof O ? DeclaresBody<O>
  : Uppercase<MethodOf<O>> extends "DELETE" ? false
  : true;
