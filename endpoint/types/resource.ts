import type {
  Collection,
  EntityInterface,
  Invalidate,
  Union,
} from "../../schema/mod.ts";
import type { ParamsArgs, UrlParams } from "./call_arguments.ts";
import type { CollectionMember, Processor } from "./lists.ts";
import type { PathArgs, ShortenPath } from "./path_args.ts";
import type { DeclaredOr, OrForm, PartialPayload } from "./payload.ts";
import type { ResourceExtension } from "./resource_extension.ts";
import type { KeyofRestEndpoint, RestEndpoint } from "./rest_endpoint.ts";
import type { Beyond, IsAny, Member, RestGenerics } from "./rest_generics.ts";
import type { AnyString, RestEndpointOptions } from "./rest_options.ts";

/** What the type of a {@linkcode Resource} is computed from. */
export interface ResourceGenerics {
  /** Path template of one item; its list has the path up to the last parameter. */
  readonly path: string;
  /** Description of one item. */
  // deno-lint-ignore no-explicit-any -- any schema
  readonly schema: any;
  /** Type of the query entries of the list. Default: any entries. */
  // deno-lint-ignore no-explicit-any -- any entries
  readonly searchParams?: any;
  /** Type of the payload. Default: fields of the schema. */
  // deno-lint-ignore no-explicit-any -- any payload
  readonly body?: any;
  /** Name of the argument that selects a page of the list. */
  readonly paginationField?: string | undefined;
  /** Class of all endpoints. */
  // deno-lint-ignore no-explicit-any -- a class of any options
  readonly Endpoint?: (new (options: any) => any) | undefined;
  /** Class of the schema of the list. */
  // deno-lint-ignore no-explicit-any -- a class of any options
  readonly Collection?: (new (...args: any) => any) | undefined;
  /** Turns the parsed response into the value of the call. */
  // deno-lint-ignore no-explicit-any -- any value and arguments
  readonly process?: ((value: any, ...args: any) => any) | undefined;
}

/**
 * Options of {@linkcode resource} that do not decide its types; what is not
 * listed here is passed to every endpoint.
 */
export interface ResourceOptions
  extends Omit<RestEndpointOptions, "method" | "sideEffect" | "movePath"> {
  /** Whether mutations show their expected result at once. Default: no. */
  readonly optimistic?: boolean | undefined;
  /** Arguments of the list that say how, and not what, is listed. Default: those that start with `order`. */
  readonly nonFilterArgumentKeys?:
    | ((key: string) => boolean)
    | RegExp
    | readonly string[]
    | undefined;
}

/**
 * Options of {@linkcode resource}, from which the types of the endpoints are
 * inferred.
 */
export type ResourceDefinition<O> =
  & O
  & ResourceOptions
  & {
    readonly path: AnyString;
    // deno-lint-ignore no-explicit-any -- any schema
    readonly schema: any;
  };

/**
 * Endpoints to read and change what one path addresses.
 *
 * @example
 * ```ts
 * import { Entity, type Resource, resource } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 *
 * const VesselResource: Resource<
 *   { path: "/vessels/:id"; schema: typeof Vessel }
 * > = resource({ path: "/vessels/:id", schema: Vessel });
 * ```
 */
export interface Resource<
  // deno-lint-ignore no-explicit-any -- nothing is known of the resource
  O extends ResourceGenerics = any,
> extends ResourceExtension {
  /** Reads one item. */
  readonly get: ResourceEndpoint<O, GetGenerics<O>>;
  /** Reads a list, and through its members changes it. */
  readonly getList: ResourceEndpoint<O, ListGenerics<O>>;
  /**
   * Creates an item and adds it at the end of the lists it belongs to.
   *
   * @deprecated use `getList.push`
   */
  readonly create: ResourceEndpoint<
    O,
    CollectionMember<ListGenerics<O>, "push">
  >;
  /** Replaces an item. */
  readonly update: ResourceEndpoint<O, UpdateGenerics<O>>;
  /** Changes some fields of an item. */
  readonly partialUpdate: ResourceEndpoint<O, PartialUpdateGenerics<O>>;
  /** Deletes an item. */
  readonly delete: ResourceEndpoint<O, DeleteGenerics<O>>;
}

/** Any {@linkcode Resource}, for code that works with all. */
// deno-lint-ignore no-explicit-any -- nothing is known of the resource
export interface ResourceInterface extends Resource<any> {}

/**
 * An endpoint of a {@linkcode Resource}, with the further members of the class
 * it was made with.
 */
export type ResourceEndpoint<O, G extends RestGenerics> =
  & RestEndpoint<G>
  & Beyond<InstanceOf<Member<O, "Endpoint">>, KeyofRestEndpoint>;

/**
 * The schema of the list of a resource.
 *
 * @internal
 */
export type ListSchema<O extends ResourceGenerics> =
  & Collection<[O["schema"]], ParamsArgs<ListParams<O>>>
  // deno-lint-ignore no-explicit-any -- of any list
  & Beyond<InstanceOf<Member<O, "Collection">>, keyof Collection<any, any>>;

/**
 * Generics of `get`.
 *
 * @internal
 */
type GetGenerics<O extends ResourceGenerics> = AnyOr<O, {
  path: O["path"];
  schema: O["schema"];
  method: "GET";
  process: Processor<O, undefined>;
}>;

/**
 * Generics of `getList`.
 *
 * @internal
 */
type ListGenerics<O extends ResourceGenerics> = AnyOr<O, {
  path: ListPath<O["path"]>;
  schema: ListSchema<O>;
  method: "GET";
  searchParams: ListSearch<O>;
  body: Member<O, "body">;
  paginationField: Member<O, "paginationField">;
  movePath: O["path"];
  process: Processor<O, undefined>;
}>;

/**
 * Generics of `update`.
 *
 * @internal
 */
type UpdateGenerics<O extends ResourceGenerics> = AnyOr<O, {
  path: O["path"];
  schema: O["schema"];
  method: "PUT";
  body: OrForm<DeclaredOr<Member<O, "body">, O["schema"]>>;
  process: Processor<O, undefined>;
}>;

/**
 * Generics of `partialUpdate`.
 *
 * @internal
 */
type PartialUpdateGenerics<O extends ResourceGenerics> = AnyOr<O, {
  path: O["path"];
  schema: O["schema"];
  method: "PATCH";
  body: OrForm<PartialPayload<DeclaredOr<Member<O, "body">, O["schema"]>>>;
  process: Processor<O, undefined>;
}>;

/**
 * Generics of `delete`.
 *
 * @internal
 */
type DeleteGenerics<O extends ResourceGenerics> = AnyOr<O, {
  path: O["path"];
  schema: DeletedSchema<O["schema"]>;
  method: "DELETE";
  process: undefined;
}>;

/** Only what has a primary key can be invalidated. */
type DeletedSchema<S> = IsAny<S> extends true ? S
  : S extends EntityInterface | Union ? Invalidate<S>
  : S;

// deno-lint-ignore no-explicit-any -- nothing is known of the resource
type AnyOr<O, G extends RestGenerics> = IsAny<O> extends true ? any : G;

type ListParams<O extends ResourceGenerics> = UrlParams<{
  path: ShortenPath<O["path"]>;
  searchParams: ListSearch<O>;
}>;

/** The shortened path without the slash that the run time drops; at the root, the prefix decides. */
type ListPath<Path extends string> = ShortenPath<Path> extends
  infer Short extends string
  ? Short extends "/" ? "/" | "" : Short extends `${infer Rest}/` ? Rest : Short
  : never;

/** Query entries of the list: what was declared, else any. */
type ListSearch<O extends ResourceGenerics> = "searchParams" extends keyof O
  ? O["searchParams"]
  : AnySearch<PathArgs<ShortenPath<O["path"]>>>;

type AnySearch<Params> = {
  readonly [name: string]: Entry | ListsIn<Params> | undefined;
} | undefined;

type Entry = string | number | boolean;

/** Wildcards in the path are lists. */
type ListsIn<Params> = Extract<
  Params[keyof Params],
  readonly (string | number)[]
>;

/**
 * What a class that options name makes; `unknown` without one.
 *
 * @internal
 */
type InstanceOf<Class> = Class extends new (...args: infer _) => infer Instance
  ? Instance
  : unknown;
