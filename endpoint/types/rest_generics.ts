import type {
  Denormalize,
  EntityFields,
  StandardSchema,
} from "../../schema/mod.ts";
import type { PathArgs } from "./path_args.ts";

/**
 * How the body of a response is read: the option `content` of a
 * {@linkcode RestEndpoint}. A `"stream"` is handed over before the body has arrived.
 */
export type ContentType = "json" | "blob" | "text" | "arrayBuffer" | "stream";

/**
 * The options that decide the type of a {@linkcode RestEndpoint}, its call and
 * its result. {@linkcode Defaults} has it in a class of endpoints.
 */
export interface RestGenerics {
  /** Path template; its parameters become arguments. */
  readonly path: string;
  /** Description of the response. */
  // deno-lint-ignore no-explicit-any -- any schema
  readonly schema?: any;
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Type of the payload; `undefined` for none. */
  // deno-lint-ignore no-explicit-any -- any payload
  readonly body?: any;
  /** Type of the query entries; `undefined` for none. */
  // deno-lint-ignore no-explicit-any -- any entries
  readonly searchParams?: any;
  /** Whether a call changes something on the server. */
  readonly sideEffect?: boolean | undefined;
  /** How the body of the response is read. */
  readonly content?: ContentType | undefined;
  /** Name of the argument that selects a page. */
  readonly paginationField?: string | undefined;
  /** Path template by which `move` addresses an item. */
  readonly movePath?: string | undefined;
  /** Arguments of a call, where they do not follow from the other members. */
  // deno-lint-ignore no-explicit-any -- any arguments
  readonly callArgs?: readonly any[] | undefined;
  /** Query entries that only pages take. */
  // deno-lint-ignore no-explicit-any -- any entries
  readonly pageParams?: any;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
  /** Replaces the address of a request; where it takes a text or a number, calls do. */
  // deno-lint-ignore no-explicit-any -- any parameter
  readonly url?: ((...args: any) => string) | undefined;
  /** Turns the parsed response into the value of the call. */
  // deno-lint-ignore no-explicit-any -- any value and arguments
  readonly process?: ((value: any, ...args: any) => any) | undefined;
}

/**
 * Options with defaults filled in, for classes that provide them.
 *
 * @example
 * ```ts
 * import { type Defaults, RestEndpoint, type RestGenerics } from "@tessera/client";
 *
 * class PostEndpoint<O extends RestGenerics = any>
 *   extends RestEndpoint<Defaults<O, { method: "POST" }>> {
 *   // deno-lint-ignore no-explicit-any -- checked by the caller's type
 *   constructor(options: any) {
 *     super({ method: "POST", ...options });
 *   }
 * }
 * ```
 */
export type Defaults<O, D> = {
  [K in keyof O | keyof D]: K extends keyof O
    ? K extends keyof D ? Exclude<O[K], undefined> | UndefinedOr<O[K], D[K]>
    : O[K]
    : D[Extract<K, keyof D>];
};

/**
 * The default of an option that may be `undefined`.
 *
 * @internal
 */
type UndefinedOr<T, Default> = undefined extends T ? Default : never;

/** Members of an options type that decide the type of an endpoint. */
export type GenericKey = keyof RestGenerics;

/**
 * The part of an options type that decides the type of an endpoint.
 *
 * @internal
 */
export type GenericsOf<X> = GenericsIn<
  { readonly [K in keyof X & GenericKey]: X[K] }
>;

type GenericsIn<X> = X extends RestGenerics ? X : never;

/**
 * One nameless object type: for messages, for speed, and because TypeScript
 * compares types of one name by their parameters instead of their members.
 */
export type AsGenerics<X> = { [K in keyof X]: X[K] } extends
  infer R extends RestGenerics ? R : never;

/**
 * Whether a type is `any`.
 *
 * @internal
 */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * Whether nothing is known of a type; without strictNullChecks `unknown` would
 * be taken for any object whose members are all optional.
 *
 * @internal
 */
export type IsUnknown<T> = unknown extends T
  ? IsAny<T> extends true ? false : [keyof T] extends [never] ? true : false
  : false;

/**
 * Whether a member was set to `undefined`, which for types means that there
 * is none.
 *
 * @internal
 */
export type IsNone<T> = IsAny<T> extends true ? false
  : [T] extends [undefined] ? true
  : false;

/**
 * A member that may be missing from the generics.
 *
 * @internal
 */
export type Member<O, K extends PropertyKey> = K extends keyof O ? O[K]
  : undefined;

/**
 * A member that was set; without strictNullChecks `undefined` would be taken
 * for anything.
 *
 * @internal
 */
export type KnownMember<O, K extends PropertyKey> = K extends keyof O
  ? IsNone<O[K]> extends true ? NotKnown : O[K]
  : NotKnown;

/** Stands for a member that was left out. */
interface NotKnown {
  readonly notKnown: never;
}

/**
 * Whether a value may be left out; without strictNullChecks nothing says so, and
 * one that is `undefined` has the type `any`.
 *
 * @internal
 */
export type MayBeUndefined<T> = IsAny<T> extends true ? true
  : undefined extends string ? false
  : undefined extends T ? true
  : false;

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

/**
 * Arguments of a call: parameters, then the payload where one is taken.
 *
 * @internal
 */
export type RestArgs<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : KnownMember<O, "callArgs"> extends infer A extends readonly unknown[] ? A
  : TakesBody<O> extends true
    ? BodyArgs<UrlParams<O>, "body" extends keyof O ? O["body"] : AnyBody>
  : ParamsArgs<UrlParams<O>>;

/**
 * Arguments of `url()`: the parameters.
 *
 * @internal
 */
export type UrlArgs<O extends RestGenerics> = IsAny<O> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the endpoint
  ? any
  : ParamsArgs<UrlParams<O>>;

/** What addresses a request: the object that fills path and query, `unknown` when the call takes none. */
export type UrlParams<O extends RestGenerics> = KnownMember<O, "url"> extends
  (first: infer First, ...rest: never) => string
  ? IsAny<First> extends true ? PathParams<O>
  : [First] extends [string | number] ? First
  : PathParams<O>
  : PathParams<O>;

type PathParams<O extends RestGenerics> = PathArgsAndSearch<
  O["path"],
  Member<O, "searchParams">
>;

/**
 * The object that fills a path template and the query.
 *
 * @example
 * ```ts
 * import type { PathArgsAndSearch } from "@tessera/client";
 *
 * const args: PathArgsAndSearch<"/vessels/:id", { deck?: number }> = { id: 7 };
 * ```
 */
export type PathArgsAndSearch<Path extends string, Search = undefined> =
  IsAny<Search> extends true
    // without strictNullChecks a member that is `undefined` has the type `any`
    ? LooseNull extends true ? PathArgs<Path> : PathArgs<Path> & AnyEntries
    : IsNone<Search> extends true ? PathArgs<Path>
    : MayBeUndefined<Search> extends true
      ? PathArgs<Path> & Partial<Exclude<Search, undefined>>
    : PathArgs<Path> & Search;

/** Arguments of a call without payload. */
export type ParamsArgs<Params> = IsAny<Params> extends true ? [params?: Params]
  : IsUnknown<Params> extends true ? []
  : Empty extends Params ? [params?: Params | undefined]
  : [params: Params];

/** Arguments of a call with payload; parameters that are all optional may be left out altogether. */
export type BodyArgs<Params, Body> = IsAny<Params> extends true
  ? [] | [body: Body] | [params: Params, body: Body]
  : IsUnknown<Params> extends true ? OnlyBody<Body>
  : Empty extends Params ? OnlyBody<Body> | ParamsAndBody<Params, Body>
  : ParamsAndBody<Params, Body>;

type OnlyBody<Body> = MayBeUndefined<Body> extends true ? [] | [body: Body]
  : [body: Body];

/** Arguments of a call with payload whose parameters are required. */
export type ParamsAndBody<Params, Body> = MayBeUndefined<Body> extends true
  ? [params: Params] | [params: Params, body: Body]
  : [params: Params, body: Body];

// deno-lint-ignore no-explicit-any -- no type was declared
type AnyBody = any;

/**
 * Query entries of any names.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- no type was declared
type AnyEntries = { [name: string]: any };

/**
 * Whether `strictNullChecks` is off.
 *
 * @internal
 */
type LooseNull = undefined extends string ? true : false;

/** An object without members, which is enough where all members are optional. */
export type Empty = Record<never, never>;

/**
 * HTTP method of an endpoint: that of the options, else what side effect and
 * body ask for.
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
 * Whether an endpoint changes something: what the options say, else what the
 * method says.
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

/** Payload that creates or changes what a schema describes: some of its fields. */
export type PayloadOf<S> = S extends null | undefined
  // deno-lint-ignore no-explicit-any -- nothing is described
  ? any
  : FieldsOf<Denormalize<S>>;

/** A payload as an object or as a form. */
export type OrForm<Body> = IsAny<Body> extends true ? Body : Body | AnyForm;

/** One payload, several of them, or a form. */
export type OneOrMany<Body> = IsAny<Body> extends true ? Body
  : Body | Several<Body> | AnyForm;

/**
 * A form that a call of a {@linkcode RestEndpoint} takes in the place of the
 * declared payload. It has a name for the declarations of modules that export
 * such an endpoint, and one member of a form, so that editors do not offer the
 * others among the fields of a payload.
 */
export interface AnyForm extends Pick<FormData, "getAll">, Undeclared {}

/**
 * Several payloads, which a call of a {@linkcode RestEndpoint} that adds to a
 * list takes in the place of one. It has a name for the declarations of modules
 * that export such an endpoint. TypeScript sees at once that it is a list.
 */
export type Several<Body> = readonly Body[] & Undeclared;

/**
 * Marks another form of the payload.
 *
 * @internal
 */
export interface Undeclared {
  /** In types only. */
  readonly "~undeclared"?: true;
}

/**
 * Arguments as they were declared, without the other forms of the payload that a
 * call takes as well.
 *
 * @internal
 */
export type DeclaredArgs<Args> = IsAny<Args> extends true ? Args
  : { [K in keyof Args]: Declared<Args[K]> };

type Declared<T> = IsAny<T> extends true ? T
  : T extends Undeclared ? "~undeclared" extends keyof T ? never : T
  : T;

/**
 * Arguments as `getOptimisticResponse` and `update` get them: as they were
 * declared, with the fields of a form in its place.
 *
 * @internal
 */
export type PlainArgs<Args> = IsAny<Args> extends true ? Args
  : { [K in keyof Args]: Plain<Declared<Args[K]>> };

type Plain<T> = IsAny<T> extends true ? T : T extends FormData ? FormFields : T;

/** The fields of a form, of which the last of a name is there. */
export interface FormFields {
  /** The value of one field. */
  readonly [field: string]: FormDataEntryValue;
}

/**
 * A payload that may leave out fields.
 *
 * @internal
 */
export type PartialPayload<Body> = IsAny<Body> extends true ? Body
  : Partial<Body>;

/** The declared payload, else the one that the schema asks for. */
export type DeclaredOr<Declared, S> = IsAny<Declared> extends true
  ? PayloadOf<S>
  : IsNone<Declared> extends true ? PayloadOf<S>
  : Declared;

type FieldsOf<T> = IsAny<T> extends true ? T
  : T extends readonly (infer Item)[] ? readonly FieldsOf<Item>[]
  : T extends EntityLike ? EntityFields<T>
  : T extends object ? { readonly [K in keyof T]?: FieldsOf<T[K]> }
  : T;

interface EntityLike {
  // deno-lint-ignore no-explicit-any -- of any arguments
  pk(...args: any): string | number | undefined;
}

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

/**
 * Schemas of one item, as {@linkcode resource} takes them: neither a list, nor a
 * text, nor an instance in the place of its class.
 */
export type ItemSchema =
  // a class or a function
  | { readonly prototype: unknown }
  // an instance of a schema class, such as a Union
  // deno-lint-ignore no-explicit-any -- of any values
  | { denormalize(...args: any): any }
  // an object of schemas
  | { readonly [member: string]: unknown } & NoValue
  // a validator
  | { toString(): string } & NoValue
  | null
  | undefined;

/**
 * What texts, lists, numbers and entities have, and schemas have not.
 *
 * @internal
 */
interface NoValue {
  readonly pk?: undefined;
  readonly concat?: undefined;
  readonly toFixed?: undefined;
}

/**
 * Schemas of a {@linkcode RestEndpoint}: neither a text nor an instance in the
 * place of its class.
 */
export type EndpointSchema = ItemSchema | readonly unknown[] | "";

/** Content that no schema can describe. */
export type OpaqueContent = Exclude<ContentType, "json">;

interface OnlyUndefined {
  /** Binary and text content cannot be normalized: give `schema: undefined`. */
  readonly schema: undefined;
}

/**
 * Refuses what is no schema, and a schema with content that it cannot
 * describe, in options that are laid over those of an endpoint. A generic function
 * leaves open what they are, and is refused nothing: for the compiler a spread of
 * what it does not know is a list of any length, which is not the empty one.
 *
 * @typeParam O generics of the endpoint
 * @typeParam X the options
 *
 * @internal
 */
export type SchemaInOptions<O, X> =
  // most have neither
  [keyof X & ("schema" | "content")] extends [never] ? unknown
    : [...FittingSchema<O, X>] extends []
      ? Member<X, "schema"> extends NoSchema
        ? { readonly schema?: EndpointSchema }
      : OnlyUndefined
    : unknown;

/** Empty where a schema is none, or comes with content that it cannot describe. */
type FittingSchema<O, X> = KnownMember<X, "schema"> extends NoSchema
  ? Member<X, "schema"> extends "" ? [true] : []
  : KnownMember<"content" extends keyof X ? X : O, "content"> extends
    OpaqueContent
    ? Member<"schema" extends keyof X ? X : O, "schema"> extends
      string | null | undefined ? [true]
    : []
  : [true];

/**
 * What may stand in the place of a schema by mistake: a text, or an instance
 * instead of its class.
 *
 * @internal
 */
export type NoSchema = string | number | {
  // deno-lint-ignore no-explicit-any -- of any arguments
  pk(...args: any): unknown;
  readonly prototype?: undefined;
  readonly denormalize?: undefined;
};

/**
 * Options of a class that extends {@linkcode RestEndpoint}: no schema with
 * content that cannot be normalized. It has a name for the declarations of
 * modules that export such a class.
 */
export type JsonOrNoSchema =
  | { readonly content?: "json" | undefined }
  | { readonly schema?: string | null | undefined };
