import type {
  EntityMeta,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "./contract.ts";
import { INVALID } from "./invalid.ts";
import { getOwn, setOwn } from "./own.ts";

/**
 * The entity part of a store as plain objects: what {@linkcode normalize} takes
 * and gives, and fixtures and server payloads hold.
 */
export interface PlainStoreParts {
  /** Rows and tombstones by table and primary key. */
  readonly entities: Readonly<Record<string, PlainTable<EntityValue>>>;
  /** Times of the rows, likewise. */
  readonly entitiesMeta: Readonly<Record<string, PlainTable<EntityMeta>>>;
  /** Primary keys by table, field and value; `INVALID` where an entity has another value now. */
  readonly indexes: Readonly<
    Record<string, Readonly<Record<string, PlainTable<string | symbol>>>>
  >;
}

/** A table of {@linkcode normalize} as a plain object, by primary key. */
export type PlainTable<V> = Readonly<Record<string, V>>;

type Draft = Record<string, unknown>;

/** Writes to copies of plain objects, made where something changes; the objects given stay as they are. */
export class PlainStore implements EntityWriter {
  #entities: Draft;
  #entitiesMeta: Draft;
  #indexes: Draft;
  /** Objects that this store made, so that it may change them. */
  readonly #own = new Set<object>();

  constructor(source: Partial<PlainStoreParts>) {
    this.#entities = (source.entities ?? EMPTY) as Draft;
    this.#entitiesMeta = (source.entitiesMeta ?? EMPTY) as Draft;
    this.#indexes = (source.indexes ?? EMPTY) as Draft;
  }

  /** What is stored now; parts in which nothing changed are the objects given. */
  get parts(): PlainStoreParts {
    return {
      entities: this.#entities,
      entitiesMeta: this.#entitiesMeta,
      indexes: this.#indexes,
    } as PlainStoreParts;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return getOwn(getOwn(this.#entities, key), pk) as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return getOwn(getOwn(this.#entitiesMeta, key), pk) as
      | EntityMeta
      | undefined;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = getOwn(this.#entities, key) as PlainTable<EntityValue>;
    return table === undefined ? undefined : {
      revision: table,
      keys: () => Object.keys(table),
      entries: () => Object.entries(table),
    };
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const pk = getOwn(getOwn(getOwn(this.#indexes, key), field), value);
    return typeof pk === "string" ? pk : undefined;
  }

  createTable(key: string): void {
    if (getOwn(this.#entities, key) === undefined) {
      this.#entities = this.#writable(this.#entities);
      setOwn(this.#entities, key, this.#created());
    }
  }

  setEntity(
    key: string,
    pk: string,
    value: EntityValue,
    meta: EntityMeta,
  ): void {
    if (this.getEntity(key, pk) !== value) {
      this.#entities = this.#writable(this.#entities);
      setOwn(this.#member(this.#entities, key), pk, value);
    }
    if (this.getEntityMeta(key, pk) !== meta) {
      this.#entitiesMeta = this.#writable(this.#entitiesMeta);
      setOwn(this.#member(this.#entitiesMeta, key), pk, meta);
    }
  }

  setIndex(
    key: string,
    field: string,
    value: string,
    pk: string | undefined,
  ): void {
    this.#indexes = this.#writable(this.#indexes);
    const fields = this.#member(this.#indexes, key);
    setOwn(this.#member(fields, field), value, pk ?? INVALID);
  }

  /** A member that may be changed; copied or made if need be. */
  #member(draft: Draft, name: string): Draft {
    const known = getOwn(draft, name) as Draft | undefined;
    const own = known === undefined ? this.#created() : this.#writable(known);
    if (own !== known) setOwn(draft, name, own);
    return own;
  }

  #writable(object: Draft): Draft {
    if (this.#own.has(object)) return object;
    const copy = { ...object };
    this.#own.add(copy);
    return copy;
  }

  #created(): Draft {
    const object = {};
    this.#own.add(object);
    return object;
  }
}

const EMPTY: Draft = Object.freeze({});
