/**
 * What the types of an endpoint say about its results.
 *
 * @module
 */
import type { EndpointInterface, ResolveType } from "../endpoint/contract.ts";
import type { Denormalize, SchemaArgs } from "../schema/mod.ts";

export type {
  ResolveType,
  StoredArgs,
  StoredEndpoint,
  StoredValue,
} from "../endpoint/contract.ts";

/**
 * What a fetch of an endpoint resolves with: instances where it has a schema,
 * else what the function resolves with.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 * import { type FetchValue } from "@tessera/client/controller";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * const getVessels = new RestEndpoint({ path: "/vessels", schema: [Vessel] });
 *
 * export function names(vessels: FetchValue<typeof getVessels>): string[] {
 *   return vessels.map((vessel) => vessel.name);
 * }
 * ```
 */
export type FetchValue<E extends EndpointInterface> = E["schema"] extends
  undefined | null ? ResolveType<E> : Denormalize<E["schema"]>;

/**
 * Arguments that say where a value belongs: those of a query. An entity is named
 * by its fields, or by its primary key.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { type SetArgs } from "@tessera/client/controller";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 * }
 * export const where: SetArgs<typeof Vessel>[] = [[{ id: "7" }], ["7"]];
 * ```
 */
export type SetArgs<S> = SchemaArgs<S>;

/**
 * An endpoint that only reads, as hooks and `fetchIfStale` require it.
 *
 * @example
 * ```ts
 * import { type Controller, RestEndpoint } from "@tessera/client";
 * import { type ReadEndpoint } from "@tessera/client/controller";
 *
 * export function prefetch(controller: Controller, endpoint: ReadEndpoint) {
 *   return controller.fetchIfStale(endpoint, { id: "7" });
 * }
 *
 * const getVessel = new RestEndpoint({ path: "/vessels/:id" });
 * const deleteVessel = getVessel.extend({ method: "DELETE" });
 * const accepted: ReadEndpoint = getVessel;
 * // @ts-expect-error a mutation is not fetched because somebody looks at it
 * const refused: ReadEndpoint = deleteVessel;
 * ```
 *
 * @typeParam F type of the endpoint as a function
 * @typeParam S type of its schema
 */
export type ReadEndpoint<
  // deno-lint-ignore no-explicit-any -- any function
  F extends (...args: any) => Promise<any> = (...args: any) => Promise<any>,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
> = EndpointInterface<F, S> & { readonly sideEffect?: false | undefined };
