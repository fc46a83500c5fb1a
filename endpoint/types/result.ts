import type { StandardSchema } from "../../schema/mod.ts";
import type {
  ContentType,
  IsAny,
  KnownMember,
  Member,
  RestGenerics,
} from "./rest_generics.ts";

/**
 * What a direct call resolves with: what `validator` makes of it, else what
 * `process` returns, else what `content` reads, else `any`.
 *
 * @internal
 */
export type RestResult<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : KnownMember<O, "validator"> extends
    StandardSchema<infer _Input, infer Output> ? Output
  // deno-lint-ignore no-explicit-any -- of any arguments
  : KnownMember<O, "process"> extends (...args: any) => infer R ? Awaited<R>
  : ContentValue<KnownMember<O, "content">>;

/** What the body of a response is read as. */
export type ContentValue<C> = C extends "blob" ? Blob
  : C extends "arrayBuffer" ? ArrayBuffer
  : C extends "text" ? string
  : C extends "stream" ? NonNullable<Response["body"]>
  // deno-lint-ignore no-explicit-any -- JSON
  : any;

/**
 * The schema of an endpoint.
 *
 * @internal
 */
export type SchemaOf<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : Member<O, "schema">;

/** Content that no schema can describe. */
export type OpaqueContent = Exclude<ContentType, "json">;

/**
 * Refuses a schema beside content that it cannot describe.
 *
 * @internal
 */
export type SchemaForContent<O> = KnownMember<O, "content"> extends
  OpaqueContent
  ? Member<O, "schema"> extends string | null | undefined ? unknown
  : {
    /** Binary and text content cannot be normalized: give `schema: undefined`. */
    readonly schema: undefined;
  }
  : unknown;

/**
 * As {@linkcode SchemaForContent}, for options that a subclass passes on without
 * knowing them.
 *
 * @internal
 */
export type JsonOrNoSchema =
  | { readonly content?: "json" | undefined }
  | { readonly schema?: string | null | undefined };
