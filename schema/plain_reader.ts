import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "./contract.ts";
import { getOwn } from "./own.ts";

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

/** An object whose members are replaced one by one. */
export type Draft = Record<string, unknown>;

/** Reads plain objects; what they inherit is no data. */
export class PlainReader implements EntityReader {
  protected entities: Draft;
  protected entitiesMeta: Draft;
  protected indexes: Draft;

  constructor(source: Partial<PlainStoreParts>) {
    this.entities = (source.entities ?? EMPTY) as Draft;
    this.entitiesMeta = (source.entitiesMeta ?? EMPTY) as Draft;
    this.indexes = (source.indexes ?? EMPTY) as Draft;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return getOwn(getOwn(this.entities, key), pk) as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return getOwn(getOwn(this.entitiesMeta, key), pk) as
      | EntityMeta
      | undefined;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = getOwn(this.entities, key) as PlainTable<EntityValue>;
    return table === undefined ? undefined : {
      revision: table,
      keys: () => Object.keys(table),
      entries: () => Object.entries(table),
    };
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const pk = getOwn(getOwn(getOwn(this.indexes, key), field), value);
    return typeof pk === "string" ? pk : undefined;
  }
}

const EMPTY: Draft = Object.freeze({});
