import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import type { EntityTable } from "./entity_table.ts";
import type { Indexes } from "./index_draft.ts";
import type { Table } from "./table.ts";

/** Marks that a key has a meta but no entry; `undefined` is a possible entry. */
export const absent: unique symbol = Symbol("absent");

/**
 * What a {@linkcode State} holds under an endpoint key: one object, so that one
 * write serves entry and meta.
 */
export interface EndpointRecord {
  /** The normalized result, the raw response where there is no schema, or a symbol that says that there is none. */
  readonly value: unknown;
  /** Age, error and validity; absent for entries that an `update` made. */
  readonly meta: ResponseMeta | undefined;
}

/** Identities that change exactly when the part of the state they stand for changes. */
export interface Revisions {
  readonly entities: object;
  readonly entitiesMeta: object;
  readonly endpoints: object;
  readonly meta: object;
}

/** What a state is made of. */
export interface StateParts {
  readonly tables: Table<EntityTable>;
  readonly responses: Table<EndpointRecord>;
  readonly indexTables: Indexes;
  readonly optimistic: readonly OptimisticAction[];
  readonly lastReset: number;
  readonly revisions: Revisions;
}
