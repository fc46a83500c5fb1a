import type { StandardSchema } from "../../schema/mod.ts";
import type {
  EndpointExtraOptions,
  EndpointHooks,
  Optional,
} from "../contract.ts";
import type { Beyond, IsAny, Member } from "./rest_generics.ts";
import type { CustomMembers } from "./rest_endpoint.ts";

/**
 * Does the work of an endpoint: takes its arguments, and may name members of
 * the endpoint that it needs as `this`.
 *
 * @example
 * ```ts
 * import { Endpoint, type FetchFunction } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * // reports how long calls take, in milliseconds
 * function timed<F extends FetchFunction>(work: F): F {
 *   return async function (this: unknown, ...args: Parameters<F>) {
 *     const start = performance.now();
 *     try {
 *       return await work.apply(this, args);
 *     } finally {
 *       performance.measure(work.name, { start });
 *     }
 *   } as F;
 * }
 *
 * const getTide = new Endpoint(
 *   timed((port: string) => Promise.resolve(port.length)),
 *   { name: "getTide" },
 * );
 * assertEquals(await getTide("rtm"), 3);
 * ```
 */
// deno-lint-ignore no-explicit-any -- of any signature
export type FetchFunction = (this: any, ...args: any) => Promise<any>;

/**
 * An asynchronous function with a description of its result.
 *
 * @typeParam F the function
 * @typeParam S schema of what it resolves with
 * @typeParam M `true` if a call changes something
 *
 * @example
 * ```ts
 * import { Endpoint, type EndpointInstance } from "@tessera/client";
 *
 * const getTide: EndpointInstance<(port: string) => Promise<number>> =
 *   new Endpoint((port: string) => Promise.resolve(port.length), {
 *     name: "getTide",
 *   });
 *
 * export const getTideOften = getTide.extend({ pollFrequency: 60_000 });
 * ```
 */
export interface Endpoint<
  F extends FetchFunction = FetchFunction,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointExtraOptions, EndpointHooks<Parameters<F>> {
  /** Runs the function. */
  (...args: Parameters<F>): ReturnType<F>;
  /** What keys start with. Default: the name of the function. */
  name: string;
  /** Description of what the function resolves with. */
  readonly schema: S;
  /** `true` for mutations. */
  readonly sideEffect: M;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
  /**
   * Does the work of a call.
   *
   * @param args arguments of the call
   * @throws {TypeError} without a function, in a subclass that does not override this
   */
  // deno-lint-ignore no-explicit-any -- for subclasses of any signature
  fetch(...args: any): any;
  /**
   * Returns an endpoint whose first arguments are already given; it has the keys of the complete call.
   *
   * @param receiver `this` of the function; by default the endpoint
   * @param bound the first arguments
   */
  // deno-lint-ignore no-explicit-any -- inferred from the arguments
  bind<Bound extends any[], Rest extends any[]>(
    // deno-lint-ignore no-explicit-any -- of any result
    this: (...args: [...Bound, ...Rest]) => any,
    receiver: unknown,
    ...bound: Bound
  ): Endpoint<(...args: Rest) => ReturnType<F>, S, M>;
  /** Returns an endpoint of the same class with some members replaced. */
  extend: ExtendEndpoint<F, S, M, this>;
}

/**
 * Names of the members that every {@linkcode Endpoint} has; all others came
 * with its options.
 */
export type KeyofEndpoint = keyof Endpoint;

/** Derives endpoints: the member `extend` of {@linkcode EndpointInstance}. */
export interface ExtendEndpoint<
  F extends FetchFunction,
  S,
  M extends boolean | undefined,
  Parent,
> {
  /**
   * Returns an endpoint of the same class in which some members differ.
   *
   * @param options members that differ
   */
  <X extends object, G extends FetchFunction = F>(
    options:
      & X
      & EndpointOptions<G>
      & { readonly fetch?: G }
      & Partial<Beyond<Parent, KeyofEndpoint>>
      & ThisType<Parent & CustomMembers>,
  ):
    & Endpoint<
      G,
      "schema" extends keyof X ? X["schema"] : S,
      SideEffectIn<X, M>
    >
    & Beyond<Parent, KeyofEndpoint, keyof X>
    & Beyond<X, KeyofEndpoint>;
}

/**
 * Options of an endpoint.
 *
 * @example
 * ```ts
 * import { Endpoint, type EndpointOptions } from "@tessera/client";
 *
 * const options: EndpointOptions = { pollFrequency: 5000 };
 * const getTide = new Endpoint((port: string) => Promise.resolve(port.length), {
 *   ...options,
 *   name: "getTide",
 * });
 * ```
 */
export interface EndpointOptions<
  F extends FetchFunction = FetchFunction,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends
  Optional<EndpointExtraOptions>,
  Optional<EndpointHooks<Parameters<F>>> {
  /** What keys start with. Default: the name of the function. */
  readonly name?: string | undefined;
  /** Description of what the function resolves with. */
  readonly schema?: S;
  /** Whether a call changes something. Default: no. */
  readonly sideEffect?: M;
  /** Checks and converts what a call resolves with. */
  readonly validator?: StandardSchema | undefined;
}

/** What {@linkcode Endpoint} is as a class. */
export interface EndpointConstructor {
  /**
   * Makes an endpoint of a function.
   *
   * @param fetchFunction does the work; the endpoint is its `this`
   * @param options members of the endpoint, including those that the function finds on `this`
   */
  new <F extends FetchFunction, X extends object, Schema, SideEffect>(
    fetchFunction: F,
    options:
      & X
      & EndpointOptions<F>
      & NeededMembers<F>
      & ThisType<Endpoint<F> & CustomMembers>,
  ):
    & Endpoint<F, Member<X, "schema">, SideEffectIn<X, false>>
    & Beyond<X, KeyofEndpoint>;
  /**
   * Makes an endpoint of a function that needs nothing else.
   *
   * @param fetchFunction does the work; the endpoint is its `this`
   */
  new <F extends FetchFunction, X, Schema, SideEffect>(
    fetchFunction: F & FreeOfMembers,
  ): Endpoint<F, undefined, false>;
  /** What subclasses inherit. */
  new <
    F extends FetchFunction = FetchFunction,
    // deno-lint-ignore no-explicit-any -- any schema
    S = any,
    M extends boolean | undefined = boolean | undefined,
  >(
    fetchFunction?: F & FreeOfMembers,
    options?: EndpointOptions<F, S, M> & CustomMembers,
  ): Endpoint<F, S, M>;
  /** What endpoints inherit; subclasses add to it. */
  // deno-lint-ignore no-explicit-any -- a subclass has more
  readonly prototype: any;
}

/**
 * Whether an endpoint with these options changes something.
 *
 * @internal
 */
type SideEffectIn<X, Inherited extends boolean | undefined> =
  "sideEffect" extends keyof X
    ? X["sideEffect"] extends infer M extends boolean | undefined ? M
    : Inherited
    : Inherited;

/**
 * What a function expects of `this` beyond what every endpoint has.
 *
 * @internal
 */
type NeededMembers<F extends FetchFunction> = IsAny<
  ThisParameterType<F>
> extends true ? unknown
  : Omit<ThisParameterType<F>, KeyofEndpoint>;

/**
 * Refuses functions that need options. One of any signature passes, so that a
 * subclass can pass on what it is given.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- of any signature
type FreeOfMembers = (this: Endpoint, ...args: any) => any;
