"use client";
/**
 * Names of Reactive Data Client that are called otherwise here, so that an
 * application moves by renaming imports. Aliases only: new code takes what each
 * of them names.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import type { NormalizedEntity, PK } from "@tessera/client/compat";
 *
 * class Ship extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Ship";
 * }
 *
 * export const stored: NormalizedEntity<typeof Ship> = { id: "7", name: "Ada" };
 * export const pk: PK = "7";
 * ```
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { useCallback, useEffect, useRef } from "react";
import type {
  CountRefTarget,
  Dispatch,
  FetchAction,
  SetResponseAction,
} from "../controller/mod.ts";
import type { ErrorFixture, SuccessFixture } from "../controller/mock/mod.ts";
import type {
  EndpointInstance,
  EndpointInterface,
  EndpointOptions,
  FetchFunction,
  KeyofEndpoint,
  MutateEndpoint,
  ResolveType,
  RestEndpointInstance,
  RestEndpointOptions,
  RestGenerics,
  RestType,
} from "../endpoint/mod.ts";
import type {
  Denormalize,
  DenormalizeNullable,
  Normalize,
  NormalizeNullable,
  Schema,
} from "../schema/mod.ts";
import type { PolymorphicInterface as Polymorphic } from "../schema/contract.ts";
import type { MockResolverProps, RenderedDataHook } from "./testing/mod.ts";

/**
 * Of any arguments, payload or result of an {@linkcode Endpoint}.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- what it is for
type Any = any;

/** The key of an entity: what `pk()` returns, as text. See {@linkcode Entity}. */
export type PK = string;

/** Stops TypeScript from inferring a type parameter from here. TypeScript has it as `NoInfer`; see {@linkcode Endpoint}. */
export type NI<T> = NoInfer<T>;

/** Instances of an Endpoint: {@linkcode Endpoint}. */
export type EndpointInstanceInterface<
  F extends FetchFunction = FetchFunction,
  S = Any,
  M extends boolean | undefined = boolean | undefined,
> = EndpointInstance<F, S, M>;

/** Options of `extend` of an Endpoint: {@linkcode EndpointOptions}, all of them optional. */
export type EndpointExtendOptions<
  F extends FetchFunction = FetchFunction,
  S = Any,
  M extends boolean | undefined = boolean | undefined,
> = Partial<EndpointOptions<F, S, M>> & { readonly fetch?: FetchFunction };

/** The function that an endpoint is. See {@linkcode Endpoint}. */
export type EndpointToFunction<E extends FetchFunction> = (
  ...args: Parameters<E>
) => Promise<ResolveType<E>>;

/** Names of the members of an Endpoint: {@linkcode KeyofEndpoint}. See {@linkcode Endpoint}. */
export type KeyofEndpointInstance = KeyofEndpoint;

/**
 * A stored entity: its fields, with primary keys in place of what
 * `static schema` names.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import type { NormalizedEntity } from "@tessera/client/compat";
 *
 * class Port extends Entity {
 *   id = "";
 *   static override key = "Port";
 * }
 * class Ship extends Entity {
 *   id = "";
 *   home?: Port;
 *   static override key = "Ship";
 *   static override schema = { home: Port };
 * }
 *
 * export const stored: NormalizedEntity<typeof Ship> = { id: "7", home: "rtm" };
 * ```
 */
export type NormalizedEntity<E> = E extends {
  readonly prototype: infer Fields;
  readonly schema: infer S;
} ?
    & {
      [K in Exclude<keyof DataOf<Fields>, keyof S>]: Fields[K & keyof Fields];
    }
    & { [K in Extract<keyof S, keyof Fields>]: Normalize<S[K]> }
  : never;

/**
 * Fields without methods. See {@linkcode NormalizedEntity}.
 *
 * @internal
 */
type DataOf<Fields> = {
  [
    K in keyof Fields as Fields[K] extends (...args: Any) => unknown ? never : K
  ]: Fields[K];
};

/** The stored form of an object of schemas. See {@linkcode NormalizedEntity}. */
export type NormalizeObject<S extends Record<string, Any>> = {
  [K in keyof S]: Normalize<S[K]>;
};

/** The stored form of an object of schemas whose members may be missing. See {@linkcode NormalizedEntity}. */
export type NormalizedNullableObject<S extends Record<string, Any>> = {
  [K in keyof S]: NormalizeNullable<S[K]>;
};

/** The value that an object of schemas reads. See {@linkcode NormalizedEntity}. */
export type DenormalizeObject<S extends Record<string, Any>> = {
  [K in keyof S]: Denormalize<S[K]>;
};

/** The value that an object of schemas reads, whose members may be missing. See {@linkcode NormalizedEntity}. */
export type DenormalizeNullableObject<S extends Record<string, Any>> = {
  [K in keyof S]: DenormalizeNullable<S[K]>;
};

/**
 * A schema that a {@linkcode Collection} may have in place of a list
 * `[Member]`: Values, and schemas of lists and maps. Classes of Collections
 * constrain a type parameter by it.
 *
 * @example
 * ```ts
 * import { Collection } from "@tessera/client";
 * import type { PolymorphicInterface } from "@tessera/client/compat";
 *
 * export class Sorted<
 *   S extends readonly object[] | PolymorphicInterface,
 * > extends Collection<S> {
 *   override nonFilterArgumentKeys(key: string) {
 *     return key === "sortedBy";
 *   }
 * }
 * ```
 */
export type PolymorphicInterface = Polymorphic;

/** A class whose instances `fromJS` makes, as Entity is. See {@linkcode Entity}. */
export interface RecordClass<T = Any> {
  /** Makes instances. */
  new (...args: Any): T;
  /** Makes an instance of plain fields. */
  fromJS(fields: Any): Any;
}

/** Changes what is stored by a schema, from the response to another one. See {@linkcode RestEndpoint}. */
export type UpdateFunction<
  Source extends Schema | undefined,
  Target extends Schema,
> = (
  source: Source extends Schema ? Normalize<Source> : undefined,
  target: Target extends Schema ? Normalize<Target> | undefined : Any,
) => Normalize<Target>;

/** The option `update` of an endpoint: which responses it changes, and how. See {@linkcode RestEndpoint}. */
export type EndpointUpdateFunction<
  Source extends EndpointInterface,
  Updaters extends Record<string, Any> = Record<string, Any>,
> = (
  source: Normalize<Source["schema"]>,
  ...args: Parameters<Source>
) => { [K in keyof Updaters]: (response: Updaters[K]) => Updaters[K] };

/** The `meta` of a {@linkcode FetchAction}. See {@linkcode Middleware}. */
export type FetchMeta = FetchAction["meta"];

/** The `meta` of a {@linkcode FetchAction}. See {@linkcode Middleware}. */
export type FetchingMeta = FetchAction["meta"];

/** Members of all responses; see {@linkcode SetResponseAction}. See {@linkcode Middleware}. */
export type SetResponseActionBase<
  E extends EndpointInterface = EndpointInterface,
> = Omit<SetResponseAction<E>, "error" | "response">;

/** A response that succeeded; see {@linkcode SetResponseAction}. See {@linkcode Middleware}. */
export type SetResponseActionSuccess<
  E extends EndpointInterface = EndpointInterface,
> =
  & SetResponseActionBase<E>
  & { readonly response: ResolveType<E>; readonly error?: false };

/** A request that failed; see {@linkcode SetResponseAction}. See {@linkcode Middleware}. */
export type SetResponseActionError<
  E extends EndpointInterface = EndpointInterface,
> =
  & SetResponseActionBase<E>
  & { readonly response: Error; readonly error: true };

/** Takes actions: {@linkcode Dispatch}. See {@linkcode Middleware}. */
export type DataClientDispatch = Dispatch;

/** Takes any action, also of other libraries. See {@linkcode Middleware}. */
export type GenericDispatch = (action: Any) => Promise<void>;

/** Counts references to what is stored: the method of GCPolicy. See {@linkcode GCPolicy}. */
export type CreateCountRef = (target: CountRefTarget) => () => () => void;

/** Options of `extend` of a RestEndpoint. See {@linkcode RestEndpoint}. */
export type RestEndpointExtendOptions<
  O extends PartialRestGenerics = Any,
  E extends { readonly path: string } = Any,
  F extends FetchFunction = FetchFunction,
> = RestEndpointOptions<Parameters<F>> & Partial<O> & {
  readonly path?: E["path"] | string;
};

/** The result of `extend` of a RestEndpoint for options. See {@linkcode RestEndpoint}. */
export type RestExtendedEndpoint<
  O extends PartialRestGenerics,
  E extends RestEndpointInstance<Any>,
> = E extends RestEndpointInstance<infer Of extends RestGenerics>
  ? RestEndpointInstance<Omit<Of, keyof O> & O & { path: PathIn<O, Of> }>
  : never;

/**
 * The path of options, else that of what they extend. See
 * {@linkcode RestEndpoint}.
 *
 * @internal
 */
type PathIn<O, Of extends RestGenerics> = O extends
  { path: infer P extends string } ? P
  : Of["path"];

/** The type parameters of a RestEndpoint, all of them optional. See {@linkcode RestEndpoint}. */
export type PartialRestGenerics = Partial<RestGenerics>;

/** Takes a member from lists: `getList.remove`. See {@linkcode resource}. */
export type RemoveEndpoint<O extends RestGenerics = Any> = MutateEndpoint<O>;

/** Moves a member between lists: `getList.move`. See {@linkcode resource}. */
export type MoveEndpoint<O extends RestGenerics = Any> = MutateEndpoint<O>;

/** The `sideEffect` of a method. See {@linkcode RestEndpoint}. */
export type MethodToSide<M> = M extends string
  ? Uppercase<M> extends "GET" | "HEAD" | "OPTIONS" ? undefined : true
  : undefined;

/** A REST endpoint that sends a body; see {@linkcode RestType}. */
export type RestTypeWithBody<
  Params = Any,
  S = Any,
  M extends boolean | undefined = boolean | undefined,
  Body = Any,
  R = Any,
> = RestType<Params, Body, S, M, R>;

/** A REST endpoint that sends no body; see {@linkcode RestType}. */
export type RestTypeNoBody<
  Params = Any,
  S = Any,
  M extends boolean | undefined = boolean | undefined,
  R = Any,
> = RestType<Params, undefined, S, M, R>;

/** The call of an endpoint that sends a body. See {@linkcode RestEndpoint}. */
export type ParamFetchWithBody<Params, Body = object, R = Any> =
  [Params] extends [undefined] ? (body: Body) => Promise<R>
    : undefined extends Params ? (body: Body) => Promise<R>
    : (params: Params, body: Body) => Promise<R>;

/** The call of an endpoint that sends no body. See {@linkcode RestEndpoint}. */
export type ParamFetchNoBody<Params, R = Any> = (
  ...args: ParamToArgs<Params>
) => Promise<R>;

/** Arguments of a call, of its parameters. See {@linkcode RestEndpoint}. */
export type ParamToArgs<Params> = [Params] extends [undefined] ? []
  : undefined extends Params ? [params?: Params]
  : [params: Params];

/** The response to one call, of tests and stories: a success or a failure. See {@linkcode SuccessFixture}. */
export type FixtureEndpoint<E extends EndpointInterface = EndpointInterface> =
  | SuccessFixture<E>
  | ErrorFixture<E>;

/** {@linkcode SuccessFixture} */
export type SuccessFixtureEndpoint<
  E extends EndpointInterface = EndpointInterface,
> = SuccessFixture<E>;

/** {@linkcode ErrorFixture} */
export type ErrorFixtureEndpoint<
  E extends EndpointInterface = EndpointInterface,
> = ErrorFixture<E>;

/** The result of `renderDataHook`: {@linkcode RenderedDataHook}. See {@linkcode MockResolver}. */
export type RenderDataHookResult<Result, Props> = RenderedDataHook<
  Props,
  Result
>;

/** Properties of MockResolver: {@linkcode MockResolverProps}. See {@linkcode MockResolver}. */
export type MockProps = MockResolverProps;

/**
 * Makes the promise of a reducer's dispatch, which resolves when React renders
 * a state that came after the action. It does not resolve before the state
 * changes.
 *
 * @param dispatch The second member of what `useReducer` returned.
 * @param state The first.
 * @returns The same function, as long as `dispatch` is the same.
 *
 * @example
 * ```ts
 * import { usePromisifiedDispatch } from "@tessera/client/compat";
 * import { useReducer } from "react";
 *
 * function useCount() {
 *   const [count, dispatch] = useReducer((n: number, by: number) => n + by, 0);
 *   return [count, usePromisifiedDispatch(dispatch, count)] as const;
 * }
 * ```
 */
export function usePromisifiedDispatch<A>(
  dispatch: (action: A) => void,
  state: unknown,
): (action: A) => Promise<void> {
  const callers = useRef<(() => void)[]>([]);
  useEffect(() => {
    for (const resolve of callers.current.splice(0)) resolve();
  }, [state]);
  return useCallback((action) =>
    new Promise<void>((resolve) => {
      callers.current.push(resolve);
      dispatch(action);
    }), [dispatch]);
}
