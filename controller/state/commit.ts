import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "../../schema/contract.ts";
import { indexedValue, isSameValue } from "../../schema/engine.ts";
import type { OptimisticAction } from "../contract.ts";
import type { EntityRecord, EntityTable } from "./entity_table.ts";
import type { Footprint } from "./footprint.ts";
import { IndexDraft } from "./index_draft.ts";
import { Ownership } from "./radix_vector.ts";
import { createState, partsOf, type State } from "./state.ts";
import type { EndpointRecord, Revisions, StateParts } from "./state_parts.ts";
import { type OpenTable, TablesDraft } from "./tables_draft.ts";
import { TableDraft } from "./table_draft.ts";
import { type Changes, TouchedSet } from "./touched.ts";

/** A new state and what it changed. */
export interface Sealed {
  /** The identical state object when nothing changed. */
  readonly state: State;
  readonly touched: Changes;
}

/** What a commit may be given to work with. */
export interface CommitOptions {
  /**
   * A state that may already hold what will be written, such as the visible
   * state with the optimistic version of a response: equal values take their
   * identity from there, so that a confirmation changes nothing visible.
   */
  readonly twin?: State | undefined;
  /** Notes what the commit reads. */
  readonly reads?: Footprint | undefined;
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
  readonly #parts: StateParts;
  readonly #twin: State | undefined;
  readonly #reads: Footprint | undefined;
  readonly #touched = new TouchedSet();
  readonly #tables: TablesDraft;
  #responses: TableDraft<EndpointRecord> | undefined;
  #indexes: IndexDraft | undefined;
  #optimistic: readonly OptimisticAction[];
  #lastReset: number;
  #isValueChanged = false;
  #isEntryChanged = false;
  #isMetaChanged = false;

  /**
   * @param base The state to start from.
   * @param options See {@linkcode CommitOptions}.
   */
  constructor(base: State, options: CommitOptions = {}) {
    this.base = base;
    this.#parts = partsOf(base);
    this.#tables = new TablesDraft(this.#parts.tables, this.ownership);
    this.#twin = options.twin === base ? undefined : options.twin;
    this.#reads = options.reads;
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
    this.#reads?.table(key);
    return this.#tables.opened(key)?.view ?? this.base.getEntities(key);
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    this.#reads?.table(key);
    return this.#indexes === undefined
      ? this.base.getIndex(key, field, value)
      : this.#indexes.get(key, field, value);
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    this.#reads?.entity(key, pk);
    // what is read is written next as a rule, and then looked up already
    return this.#tables.existing(key)?.draft.get(pk);
  }

  /** Entry and meta of an endpoint key. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    this.#reads?.endpoint(key);
    return this.#openResponses().get(key);
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
    this.#reads?.entity(key, pk);
    const { draft, view } = this.#openTable(key);
    const existing = draft.get(pk);
    if (existing === undefined) {
      this.#touched.growth(key);
    } else if (existing.value === value) {
      if (existing.meta === meta) return;
      draft.set(pk, { value, meta });
      this.#touched.meta(key, pk);
      return;
    } else {
      this.#dropIndexes(key, pk, existing.value, value);
    }
    draft.set(pk, { value: this.#canonical(key, pk, value), meta });
    this.#noteValue(key, pk, view);
  }

  /**
   * Takes a table with its indexes as another state has it.
   *
   * @param key Name of the table.
   * @param source The other state.
   * @param hasNewValues Whether more than metas is different there.
   */
  adoptTable(key: string, source: State, hasNewValues: boolean): void {
    const table = partsOf(source).tables.get(key);
    const existing = this.#parts.tables.get(key);
    if (table === undefined || table === existing) return;
    const isSame = existing !== undefined && !hasNewValues;
    this.#tables.adopt(
      key,
      isSame ? existing.withRecords(table.records) : table,
    );
    this.#isValueChanged ||= !isSame;
    const fields = partsOf(source).indexTables.get(key);
    if (fields !== this.#parts.indexTables.get(key)) {
      this.#openIndexes().adopt(key, fields!);
    }
  }

  /** Removes an entity with its meta and its index entries; unknown ones are ignored. */
  removeEntity(key: string, pk: string): void {
    const existing = this.getRecord(key, pk);
    if (existing === undefined) return;
    const { draft, view } = this.#openTable(key);
    this.#dropIndexes(key, pk, existing.value, undefined);
    draft.delete(pk);
    this.#noteValue(key, pk, view);
  }

  setIndex(
    key: string,
    field: string,
    value: string,
    pk: string | undefined,
  ): void {
    const indexes = this.#openIndexes();
    const previous = indexes.get(key, field, value);
    if (!indexes.set(key, field, value, pk)) return;
    // whoever looked this value up depends on the table
    this.#noteValue(key, (pk ?? previous)!, this.#openTable(key).view);
  }

  /** Stores entry and meta of an endpoint key. */
  setEndpoint(key: string, incoming: EndpointRecord): void {
    const existing = this.getEndpointRecord(key);
    const twin = this.#twin?.getEndpointRecord(key);
    const record = twin !== undefined && twin.value === incoming.value &&
        isSameValue(twin.meta, incoming.meta)
      ? twin
      : incoming;
    const isSameEntry = existing?.value === record.value &&
      existing !== undefined;
    if (isSameEntry && existing.meta === record.meta) return;
    this.#isEntryChanged ||= !isSameEntry;
    this.#isMetaChanged ||= existing?.meta !== record.meta;
    this.#openResponses().set(key, record);
    this.#touched.endpoint(key);
  }

  /** Removes entry and meta of an endpoint key. */
  removeEndpoint(key: string): void {
    if (!this.#openResponses().delete(key)) return;
    this.#isEntryChanged = this.#isMetaChanged = true;
    this.#touched.endpoint(key);
  }

  /**
   * The object to store for a normalized result: the stored one, or that of
   * the twin, where it says the same.
   */
  canonicalResult(key: string, result: unknown): unknown {
    const stored = this.getEndpointRecord(key)?.value;
    if (isSameValue(stored, result)) return stored;
    const twin = this.#twin?.getEndpointRecord(key)?.value;
    return isSameValue(twin, result) ? twin : result;
  }

  /** Replaces the list of pending layers. */
  setOptimistic(layers: readonly OptimisticAction[]): void {
    this.#optimistic = layers;
  }

  /** Ends writing. */
  seal(): Sealed {
    const { base } = this;
    const parts = this.#parts;
    const tables = this.#tables.seal();
    const responses = this.#responses?.seal() ?? parts.responses;
    const indexTables = this.#indexes?.seal() ?? parts.indexTables;
    const isUnchanged = tables === parts.tables &&
      responses === parts.responses && indexTables === parts.indexTables &&
      this.#optimistic === base.optimistic;
    const state = isUnchanged ? base : createState({
      tables,
      responses,
      indexTables,
      optimistic: this.#optimistic,
      lastReset: this.#lastReset,
      revisions: this.#revisions(tables),
    });
    return { state, touched: this.#touched };
  }

  /** Ends writing without effect. */
  discard(): void {
    this.#tables.discard();
    this.#responses?.discard();
    this.#indexes?.discard();
  }

  #openTable(key: string): OpenTable {
    const opened = this.#tables.opened(key);
    if (opened !== undefined) return opened;
    const open = this.#tables.open(key);
    if (open.isNew) {
      this.#touched.table(key);
      this.#isValueChanged = true;
    }
    return open;
  }

  #openResponses(): TableDraft<EndpointRecord> {
    return this.#responses ??= new TableDraft(
      this.#parts.responses,
      this.ownership,
    );
  }

  #openIndexes(): IndexDraft {
    return this.#indexes ??= new IndexDraft(
      this.#parts.indexTables,
      this.ownership,
    );
  }

  #noteValue(key: string, pk: string, view: EntityTable): void {
    view.markChanged();
    this.#isValueChanged = true;
    this.#touched.entity(key, pk);
  }

  /** Index values that a row loses lead nowhere, unless they already lead to another entity. */
  #dropIndexes(
    key: string,
    pk: string,
    before: EntityValue,
    after: EntityValue | undefined,
  ): void {
    const fields = this.#indexes === undefined
      ? this.#parts.indexTables.get(key)
      : this.#indexes.of(key);
    if (fields === undefined) return;
    for (const [field, entries] of fields) {
      const value = indexedValue(before, field);
      if (
        value !== undefined && value !== indexedValue(after, field) &&
        entries.get(value)?.pk === pk
      ) this.#openIndexes().set(key, field, value, undefined);
    }
  }

  #canonical(key: string, pk: string, value: EntityValue): EntityValue {
    const twin = this.#twin?.getEntity(key, pk);
    return twin !== undefined && isSameValue(twin, value) ? twin : value;
  }

  #revisions(tables: StateParts["tables"]): Revisions {
    const { revisions } = this.#parts;
    const { ownership } = this;
    return {
      entities: this.#isValueChanged ? ownership : revisions.entities,
      entitiesMeta: tables === this.#parts.tables
        ? revisions.entitiesMeta
        : ownership,
      endpoints: this.#isEntryChanged ? ownership : revisions.endpoints,
      meta: this.#isMetaChanged ? ownership : revisions.meta,
    };
  }
}
