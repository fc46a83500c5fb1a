import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "../../schema/contract.ts";
import type { OptimisticAction, ResponseMeta } from "../contract.ts";
import type { EntityRecord } from "./entity_table.ts";
import { parsePlainState } from "./parse_plain_state.ts";
import { plainPart, plainStateOf, type StateJSON } from "./plain_state.ts";
import { absent, type EndpointRecord, type StateParts } from "./state_parts.ts";
import { Table } from "./table.ts";

/** Makes a state of its stored form. */
export let createState!: (parts: StateParts) => State;

/** The stored form of a state, for whoever writes its successor. */
export let partsOf!: (state: State) => StateParts;

/**
 * Everything a store knows at one moment. It never changes; every action leads
 * to another state that shares with this one whatever it did not touch.
 *
 * @typeParam T Has no meaning; `State<unknown>` is how applications may write it.
 *
 * @example
 * ```ts
 * import { initialState, State } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * const state = State.from({ entities: { Vessel: { "7": { id: "7" } } } });
 * assertEquals(state.getEntity("Vessel", "7"), { id: "7" });
 * assertEquals(initialState.getEntity("Vessel", "7"), undefined);
 * ```
 */
export class State<T = unknown> implements EntityReader {
  /** Pending optimistic layers, oldest first. */
  readonly optimistic: readonly OptimisticAction[];
  /** Stamp of the last reset; 0 if there was none. */
  readonly lastReset: number;
  readonly #parts: StateParts;
  readonly #tables: StateParts["tables"];
  readonly #responses: StateParts["responses"];

  private constructor(parts: StateParts) {
    this.#parts = parts;
    this.#tables = parts.tables;
    this.#responses = parts.responses;
    this.optimistic = parts.optimistic;
    this.lastReset = parts.lastReset;
  }

  /**
   * Adopts the plain form of a state. Unknown members are ignored, missing
   * ones taken as empty; pending layers are never taken over.
   *
   * @param plain Plain objects, such as {@linkcode State.toJSON} gives.
   */
  static from(plain: State | Partial<StateJSON>): State {
    return plain instanceof State ? plain : createState(parsePlainState(plain));
  }

  /** The row or tombstone under a primary key; `undefined` when nothing is stored. */
  getEntity(key: string, pk: string): EntityValue | undefined {
    return this.#tables.get(key)?.records.get(pk)?.value;
  }

  /** The meta stored with an entity. */
  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.#tables.get(key)?.records.get(pk)?.meta;
  }

  /** An entity with its meta. */
  getRecord(key: string, pk: string): EntityRecord | undefined {
    return this.#tables.get(key)?.records.get(pk);
  }

  /** A table; `undefined` when it was never created. */
  getEntities(key: string): EntityTableView | undefined {
    return this.#tables.get(key);
  }

  /** Names of all tables. */
  tableKeys(): IterableIterator<string> {
    return this.#tables.keys();
  }

  /** Primary key of the entity whose indexed field has this value. */
  getIndex(key: string, field: string, value: string): string | undefined {
    return this.#parts.indexTables.get(key)?.get(field)?.get(value)?.pk;
  }

  /** The normalized result stored under an endpoint key, or the raw response where there is no schema. */
  getEndpoint(key: string): unknown {
    const value = this.#responses.get(key)?.value;
    return value === absent ? undefined : value;
  }

  /** Whether a result is stored under an endpoint key; the result may be `undefined`. */
  hasEndpoint(key: string): boolean {
    const record = this.#responses.get(key);
    return record !== undefined && record.value !== absent;
  }

  /** Age, error and validity of what is stored under an endpoint key. */
  getMeta(key: string): ResponseMeta | undefined {
    return this.#responses.get(key)?.meta;
  }

  /** Entry and meta of an endpoint key. */
  getEndpointRecord(key: string): EndpointRecord | undefined {
    return this.#responses.get(key);
  }

  /** All endpoint keys that have an entry or a meta. */
  endpointKeys(): IterableIterator<string> {
    return this.#responses.keys();
  }

  /** All rows as plain objects, by table and primary key; made when asked for. */
  get entities(): StateJSON["entities"] {
    return plainPart(this, "entities");
  }

  /** All entries as a plain object, by endpoint key; made when asked for. */
  get endpoints(): StateJSON["endpoints"] {
    return plainPart(this, "endpoints");
  }

  /** All indexes as plain objects, by table, field and value; made when asked for. */
  get indexes(): StateJSON["indexes"] {
    return plainPart(this, "indexes");
  }

  /** All response metas as a plain object, by endpoint key; made when asked for. */
  get meta(): StateJSON["meta"] {
    return plainPart(this, "meta");
  }

  /** All entity metas as plain objects, by table and primary key; made when asked for. */
  get entitiesMeta(): StateJSON["entitiesMeta"] {
    return plainPart(this, "entitiesMeta");
  }

  /** The whole state as plain objects, without pending layers. */
  toJSON(): StateJSON {
    return plainStateOf(this);
  }

  // Not a static block, which React Native's compiler does not know.
  static readonly #access: void = giveAccess(
    (parts) => new State(parts),
    (state) => state.#parts,
  );
}

function giveAccess(create: typeof createState, open: typeof partsOf): void {
  createState = create;
  partsOf = open;
}

/**
 * The state of a store that knows nothing.
 *
 * @example
 * ```ts
 * import { Controller, Entity, initialState } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 * }
 * const controller = new Controller();
 * assertEquals(controller.get(Port, { id: "rtm" }, initialState), undefined);
 * ```
 */
export const initialState: State = createState({
  tables: new Table(),
  responses: new Table(),
  indexTables: new Table(),
  optimistic: [],
  lastReset: 0,
  revisions: { entities: {}, entitiesMeta: {}, endpoints: {}, meta: {} },
});
