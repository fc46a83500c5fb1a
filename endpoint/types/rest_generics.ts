import type { StandardSchema } from "../../schema/mod.ts";

/**
 * How the body of a response is read: the option `content` of a
 * {@linkcode RestEndpoint}. A `"stream"` is handed over before the body has arrived.
 */
export type ContentType = "json" | "blob" | "text" | "arrayBuffer" | "stream";

/**
 * What the type of a {@linkcode RestEndpoint} is computed from: the options
 * that shape its call and its result. {@linkcode Defaults} shows it in a class
 * of endpoints.
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
 * The default of an option that may be given as `undefined`.
 *
 * @internal
 */
type UndefinedOr<Given, Default> = undefined extends Given ? Default : never;

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
 * pass for any object whose members are all optional.
 *
 * @internal
 */
export type IsUnknown<T> = unknown extends T
  ? IsAny<T> extends true ? false : [keyof T] extends [never] ? true : false
  : false;

/**
 * Whether a member was given as `undefined`, which for types means that there
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
 * A member that was given; without strictNullChecks `undefined` would pass for
 * anything.
 *
 * @internal
 */
export type KnownMember<O, K extends PropertyKey> = K extends keyof O
  ? IsNone<O[K]> extends true ? NotKnown : O[K]
  : NotKnown;

/** Stands for a member that was not given. */
interface NotKnown {
  readonly notKnown: never;
}

/**
 * Whether a value may be left out; without strictNullChecks nothing says so, and
 * one given as `undefined` has the type `any`.
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
