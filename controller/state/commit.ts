import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "../../schema/contract.ts";
import type {
  OptimisticAction,
  ResponseMeta,
  Touched,
} from "../contract.ts";
import { EntityTable } from "./entity_table.ts";
import { IndexDraft } from "./index_draft.ts";
import { Ownership } from "./radix_vector.ts";
import { isSameMeta, isSameValue } from "./same_value.ts";
import {
  absent,
  type EndpointRecord,
  type EntityRecord,
  State,
} from "./state.ts";
import type { TableDraft } from "./table.ts";
import { TouchedSet } from "./touched.ts";

/** A new state and what it changed. */
export interface Sealed {
  /** The identical state object when nothing changed. */
  readonly state: State;
  readonly touched: Touched;
}

/**
 * Writes the successor of a state. The state it starts from never changes;
 * what is written becomes visible with {@linkcode Commit.seal}, or never with
 * {@linkcode Commit.discard}.
 */
export class Commit implements EntityWriter {
  /** The state the commit started from. */
  readonly base: State;
  /** Counts the nodes this commit creates: its structural cost. */
  readonly ownership: Ownership = new Ownership();
  readonly #twin: State | undefined;
  readonly #touched = new TouchedSet();
  readonly #tables = new Map<string, OpenTable>();
  #lastKey: string | undefined;
  #lastTable: OpenTable | undefined;
  #endpoints: TableDraft<EndpointRecord> | undefined;
  #indexes: IndexDraft | undefined;
  #optimistic: readonly OptimisticAction[];
  #lastReset: number;

  /**
   * @param base The state to start from.
   * @param twin A state that may already hold what will be written, such as the
   * visible state with the optimistic version of a response: equal values take
   * their identity from there, so that a confirmation changes nothing visible.
   */
  constructor(base: State, twin?: State) {
    this.base = base;
    this.#twin = twin === base ? undefined : twin;
    this.#optimistic = base.optimistic;
    this.#lastReset = base.lastReset;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.getRecord(key, pk)?.value;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.getRecord(key, pk)?.meta;
  }

  getEntities(key: string): EntityTableView | undefined {
    return this.#tables.get(key)?.view ?? this.base.getEntities(key);
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    return this.#indexes === undefined
      ? this.base.getIndex(key, field, value)
      : this.#indexes.get(key, field, value);
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    const open = this.#openedTable(key);
    return open === undefined
      ? this.base.getRecord(key, pk)
      : open.draft.get(pk);
  }

  /** The response under an endpoint key and its meta. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    return this.#endpoints === undefined
      ? this.base.getEndpointRecord(key)
      : this.#endpoints.get(key);
  }

  createTable(key: string): void {
    this.#openTable(key);
  }

  setEntity(
    key: string,
    pk: string,
    value: EntityValue,
    meta: EntityMeta | undefined,
  ): void {
    const { draft, view } = this.#openTable(key);
    const existing = draft.get(pk);
    if (existing === undefined) {
      draft.set(pk, { value: this.#canonical(key, pk, value), meta });
    } else if (existing.value === value) {
      if (isSameMeta(existing.meta, meta)) return;
      draft.set(pk, { value, meta });
      this.#touched.meta(key, pk);
      return;
    } else {
      this.#indexes?.dropStale(key, pk, existing.value, value);
      this.#dropStaleIndexes(key, pk, existing.value, value);
      draft.set(pk, { value: this.#canonical(key, pk, value), meta });
    }
    view.markChanged();
    this.#touched.entity(key, pk);
  }

  /** Removes an entity with its meta and its index entries; unknown ones are ignored. */
  removeEntity(key: string, pk: string): void {
    const existing = this.getRecord(key, pk);
    if (existing === undefined) return;
    const { draft, view } = this.#openTable(key);
    this.#dropStaleIndexes(key, pk, existing.value, undefined);
    draft.delete(pk);
    view.markChanged();
    this.#touched.entity(key, pk);
  }
