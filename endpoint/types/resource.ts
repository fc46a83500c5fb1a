import type {
  Collection,
  Comparator,
  Denormalize,
  EntityInterface,
  Invalidate,
  Schema,
  Union,
} from "../../schema/mod.ts";
import type { CollectionMember, Processor } from "./lists.ts";
import type { PathArgs, ShortenPath } from "./path_args.ts";
import type {
  AnyString,
  CallOptions,
  Extended,
  ExtendOptions,
  GenericsIn,
  KeyofRestEndpoint,
  Override,
  RestEndpoint,
  RestEndpointOptions,
  Unset,
} from "./rest_endpoint.ts";
import type {
  Beyond,
  DeclaredOr,
  EndpointSchema,
  IsAny,
  Member,
  NoSchema,
  OrForm,
  ParamsArgs,
  PartialPayload,
  PathArgsAndSearch,
  RestGenerics,
} from "./rest_generics.ts";

/** The options that decide the type of a {@linkcode Resource}. */
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
  /** Arguments of the list that say how, and not what, is listed. Default: `order`, `ordering`, `orderBy`, `orderDir` and `orderDirection`. */
  readonly nonFilterArgumentKeys?:
    | ((key: string) => boolean)
    | RegExp
    | readonly string[]
    | undefined;
  /** Arguments of the list that choose a part of it, in addition to `page`, `limit`, `offset` and `cursor`. */
  readonly windowArgumentKeys?:
    | ((key: string) => boolean)
    | RegExp
    | readonly string[]
    | undefined;
  /** Where a row is put that joins a list without an order. Default: at its end. */
  readonly addAt?: "start" | "end" | undefined;
  /** Whether lists follow writes of their rows. Default: yes; `false` is for a search index that lags behind. */
  readonly follow?: boolean | undefined;
  /** Class of all endpoints. Default: {@linkcode RestEndpoint}. */
  // deno-lint-ignore no-explicit-any -- a class of any options
  readonly Endpoint?: (new (options: any) => any) | undefined;
  /** Class of the schema of the list. Default: {@linkcode Collection}. */
  // deno-lint-ignore no-explicit-any -- a class of any options
  readonly Collection?: (new (...args: any) => any) | undefined;
}

/**
 * Options of {@linkcode resource} as they are asked for before types are inferred,
 * so that a wrong one is marked itself: those that decide the types, and those
 * that are a text, a number or yes and no.
 */
export type ResourceShape =
  & Omit<ResourceGenerics, "schema">
  & ResourceSettings
  & { readonly schema: Schema };

/**
 * Options that are a text, a number or yes and no.
 *
 * @internal
 */
type ResourceSettings = {
  readonly [
    K in keyof ResourceOptions as NonNullable<ResourceOptions[K]> extends
      string | number | boolean ? K : never
  ]?: ResourceOptions[K];
};

/**
 * Options of {@linkcode resource}, from which the types of the endpoints are
 * inferred.
 *
 * @typeParam Path inferred from the options, so that a template literal retains
 * its parameters
 */
export type ResourceDefinition<
  O,
  Path extends string = AnyString,
  S = unknown,
> =
  & O
  & ResourceOptions
  & {
    readonly path: Path;
    readonly schema: S;
    /**
     * The comparator that the rows of a list are sorted by, from its arguments
     * as texts; `undefined` where only the server knows the order.
     */
    readonly order?:
      | ((
        // deno-lint-ignore no-explicit-any -- any arguments
        args: Record<string, any>,
      ) => Comparator<Denormalize<S>> | undefined)
      | undefined;
  }
  & OfItem<Member<O, "schema">>;

/**
 * Refuses what is no schema of one item; see `SchemaInOptions` for what a
 * generic function leaves open.
 *
 * @internal
 */
type OfItem<S> = [...FittingItem<S>] extends []
  ? { readonly schema: SchemaOfOneItem }
  : unknown;

/** Stands in messages for what `schema` has to be. */
interface SchemaOfOneItem {
  readonly "such as an Entity class": never;
}

type FittingItem<S> = S extends NoSchema | readonly unknown[] ? [] : [true];

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
  readonly update: ResourceEndpoint<
    O,
    ChangeGenerics<O, "PUT", ItemPayload<O>>
  >;
  /** Changes some fields of an item. */
  readonly partialUpdate: ResourceEndpoint<
    O,
    ChangeGenerics<O, "PATCH", PartialPayload<ItemPayload<O>>>
  >;
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
  process: Processor<O>;
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
  process: Processor<O>;
}>;

/**
 * Generics of what changes an item.
 *
 * @internal
 */
type ChangeGenerics<O extends ResourceGenerics, Method extends string, Body> =
  AnyOr<O, {
    path: O["path"];
    schema: O["schema"];
    method: Method;
    body: OrForm<Body>;
    process: Processor<O>;
  }>;

/**
 * The payload of an item: what was declared, else fields of the schema.
 *
 * @internal
 */
type ItemPayload<O extends ResourceGenerics> = DeclaredOr<
  Member<O, "body">,
  O["schema"]
>;

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

/**
 * `Required` makes TypeScript compare resources by their members, so that one
 * with further options is a resource without them, too.
 */
type AnyOr<O, G extends RestGenerics> = Required<O> extends never ? never
  // deno-lint-ignore no-explicit-any -- nothing is known of the resource
  : IsAny<O> extends true ? any
  : G;

/** In the words of `UrlParams`, so that TypeScript works it out once for list and schema. */
type ListParams<O extends ResourceGenerics> = PathArgsAndSearch<
  ListPath<O["path"]>,
  ListSearch<O>
>;

/** The shortened path, which ends in a slash where the path does. */
type ListPath<Path extends string> = ShortenPath<Path> extends
  infer List extends string ? List extends "" ? ""
  : `${List extends `${infer Rest}/` ? Rest : List}${Path extends `${string}/`
    ? "/"
    : ""}`
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

/** The signatures of `extend`, which makes a {@linkcode Resource} of another one. */
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
    Path extends string | Unset = Unset,
    Method extends string | undefined | Unset = Unset,
    Body = Unset,
    Search = Unset,
    Self = R,
  >(
    this: Self,
    name: Name,
    options:
      & X
      & ExtendOptions<
        Override<
          GenericsAt<Receiver<Self, R>, Name>,
          CallOptions<Path, Method, Body, Search>
        >,
        Path,
        Method,
        Body,
        Search
      >
      & { readonly schema?: EndpointSchema },
  ): CustomResource<Receiver<Self, R>, Name, X>;
  /**
   * Adds or replaces members by those that a function returns.
   *
   * @param build gets the resource
   */
  <T extends ResourceEndpointExtensions | void, Self = R>(
    this: Self,
    build: (base: Receiver<Self, R>) => T,
  ): ExtendedResource<Receiver<Self, R>, T extends void ? unknown : T>;
  /**
   * Changes several members.
   *
   * @param options for each member, in what its endpoint differs
   * @throws {Error} when there is no such member
   */
  <T extends object, Self = R>(
    this: Self,
    options:
      & { readonly [K in keyof T]: T[K] }
      & {
        readonly [K in Exclude<keyof T, keyof R>]: K extends keyof Self
          ? unknown
          : never;
      }
      & { readonly [K in Exclude<keyof R, "extend">]?: MemberOptions },
  ): ExtendedResource<
    Receiver<Self, R>,
    {
      [K in keyof T & keyof Receiver<Self, R>]: Extended<
        GenericsAt<Receiver<Self, R>, K>,
        T[K],
        Receiver<Self, R>[K]
      >;
    }
  >;
}

/**
 * The resource whose `extend` is called: an object into which one was spread has
 * members of its own; taken by itself, `extend` is that of its resource.
 *
 * @internal
 */
type Receiver<Self, R> = Self extends object ? Self : R;

/**
 * Endpoints to add to a resource, or to put in the place of its own: what a
 * function for {@linkcode ExtendResource} returns.
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
 * The name of the member that follows from `getList`, where there is one.
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
