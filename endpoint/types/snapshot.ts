import type {
  DenormalizeNullable,
  Queryable,
  SchemaArgs,
} from "../../schema/mod.ts";
import type {
  EndpointInterface,
  StoredArgs,
  StoredValue,
} from "../contract.ts";

/**
 * The store as an optimistic response sees it: confirmed data plus everything
 * that is pending since before. The first argument of `getOptimisticResponse`.
 *
 * @example
 * ```ts
 * import { Entity, RestEndpoint } from "@tessera/client";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   visits = 0;
 *   static override key = "Vessel";
 * }
 *
 * export const countVisit = new RestEndpoint({
 *   path: "/vessels/:id/visits",
 *   method: "POST",
 *   body: undefined,
 *   schema: Vessel,
 *   getOptimisticResponse(snap, { id }) {
 *     const vessel = snap.get(Vessel, { id });
 *     if (vessel === undefined) throw snap.abort;
 *     return { id, visits: vessel.visits + 1 };
 *   },
 * });
 * ```
 */
export interface SnapshotInterface {
  /** Time at which the fetch began, in milliseconds. */
  readonly fetchedAt: number;
  /** Thrown to make no optimistic change this time. */
  readonly abort: Error;
  /**
   * Reads an entity, a list or a query.
   *
   * @param schema any queryable schema
   * @param args arguments of the schema
   */
  get<S extends Queryable>(
    schema: S,
    ...args: SchemaArgs<S>
  ): DenormalizeNullable<S> | undefined;
  /**
   * Reads the result of an endpoint.
   *
   * @param endpoint what was fetched
   * @param args with what
   */
  getResponse<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): SnapshotResponse<E>;
  /**
   * Reads the age of the result of an endpoint, and its stored form.
   *
   * @param endpoint what was fetched
   * @param args with what
   */
  getResponseMeta<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): SnapshotResponse<E>;
  /**
   * Reads the error of the last fetch of an endpoint.
   *
   * @param endpoint what was fetched
   * @param args with what
   */
  getError<E extends EndpointInterface>(
    endpoint: E,
    ...args: ArgsOrNull<E>
  ): Error | undefined;
}

/** Which stored response is meant; `null` for none. */
type ArgsOrNull<E extends EndpointInterface> =
  | readonly [null]
  | readonly [...StoredArgs<E>];

/**
 * A stored response.
 *
 * @internal
 */
type SnapshotResponse<E extends EndpointInterface> = {
  data: StoredValue<E>;
  expiryStatus: number;
  expiresAt: number;
};
