import type {
  Extended,
  ExtendOptions,
  GenericsIn,
  Given,
  NotGiven,
  Override,
} from "./extend.ts";
import type { IsAny } from "./rest_generics.ts";
import type { RestEndpointOptions } from "./rest_options.ts";

/** What makes a {@linkcode Resource} of another one. */
export interface ResourceExtension {
  /** Returns a resource with members added, or with members that differ. */
  readonly extend: ExtendResource<this>;
}

/**
 * Derives resources: the member `extend` of a {@linkcode Resource}.
 *
 * @example
 * ```ts
 * import { Entity, resource } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 *
 * const VesselResource = resource({ path: "/vessels/:id", schema: Vessel })
 *   .extend("moor", { path: "/vessels/:id/moor", method: "POST", body: undefined })
 *   .extend({ getList: { dataExpiryLength: 60_000 } });
 * assertEquals(VesselResource.moor.key({ id: 7 }), "POST /vessels/7/moor");
 * ```
 */
export interface ExtendResource<R> {
  /**
   * Changes the member of that name, or adds one derived from `get`.
   *
   * @param name name of the member
   * @param options members in which its endpoint differs
   */
  <
    Name extends string,
    X extends object,
    Path extends string | NotGiven = NotGiven,
    Method extends string | undefined | NotGiven = NotGiven,
    Body = NotGiven,
    Search = NotGiven,
  >(
    name: Name,
    options:
      & X
      & ExtendOptions<
        Override<GenericsAt<R, Name>, Given<Path, Method, Body, Search>>,
        Path,
        Method,
        Body,
        Search
      >,
  ): CustomResource<R, Name, X>;
  /**
   * Adds or replaces members by those that a function returns.
   *
   * @param build gets the resource
   */
  <T extends ResourceEndpointExtensions | void>(
    build: (base: R) => T,
  ): ExtendedResource<R, T extends void ? unknown : T>;
  /**
   * Changes several members.
   *
   * @param options for each member, in what its endpoint differs
   * @throws {Error} when there is no such member
   */
  <T extends object>(
    options:
      & { readonly [K in keyof T]: T[K] }
      & { readonly [K in Exclude<keyof T, keyof R>]: never }
      & { readonly [K in Exclude<keyof R, "extend">]?: MemberOptions },
  ): ExtendedResource<
    R,
    { [K in keyof T & keyof R]: Extended<GenericsAt<R, K>, T[K], R[K]> }
  >;
}

/**
 * Endpoints to add to a resource, or to put in the place of its own: what a
 * function given to {@linkcode ExtendResource} returns.
 */
export interface ResourceEndpointExtensions {
  /** An endpoint by the name of its member. */
  // deno-lint-ignore no-explicit-any -- endpoints of any kind
  readonly [name: string]: any;
}

/**
 * A resource with one member changed or added by options, as
 * {@linkcode ExtendResource} gives it.
 */
export type CustomResource<R, Name extends string, X> = ExtendedResource<
  R,
  { [K in Name]: Extended<GenericsAt<R, Name>, X, MemberOf<R, Name>> }
>;

/**
 * A resource with members of `T` added or put in the place of its own, as
 * {@linkcode ExtendResource} gives it.
 */
export type ExtendedResource<R, T> =
  & { readonly [K in Exclude<keyof R, keyof T | "extend" | Follower<T>>]: R[K] }
  & { readonly [K in Exclude<keyof T, "extend">]: T[K] }
  & Following<R, T>
  & ResourceExtension;

/**
 * `create` is the `push` of the list, unless it was replaced itself.
 *
 * @internal
 */
type Following<R, T> = "create" extends Exclude<keyof R, keyof T>
  ? T extends { readonly getList: { readonly push: infer Push } }
    ? { readonly create: Push }
  : unknown
  : unknown;

/**
 * The name of the member that follows from `getList`, where that is given.
 *
 * @internal
 */
type Follower<T> = T extends { readonly getList: { readonly push: unknown } }
  ? "create"
  : never;

/**
 * Options of one member; `path` and others with literal types.
 *
 * @internal
 */
type MemberOptions = RestEndpointOptions & {
  readonly path?: string | undefined;
};

/**
 * The member that options are laid over: that of the name, else `get`.
 *
 * @internal
 */
type MemberOf<R, Name extends PropertyKey> = Name extends keyof R ? R[Name]
  : "get" extends keyof R ? R["get"]
  : never;

/**
 * Generics of the endpoint that options are laid over.
 *
 * @internal
 */
export type GenericsAt<R, Name extends PropertyKey> = IsAny<R> extends true
  // deno-lint-ignore no-explicit-any -- nothing is known of the resource
  ? any
  : GenericsIn<MemberOf<R, Name>>;
