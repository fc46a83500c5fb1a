import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "./contract.ts";

/** Tables as plain objects: rows by primary key, by table. */
export interface PlainEntities {
  readonly [key: string]: { readonly [pk: string]: unknown } | undefined;
}

/** Indexes as plain objects: primary keys by value, by field, by table. */
export interface PlainIndexes {
  readonly [key: string]: {
    readonly [field: string]: { readonly [value: string]: unknown };
  } | undefined;
}

/** Entities and indexes as plain objects. */
export interface PlainState {
  /** Rows by primary key, by table. */
  readonly entities: PlainEntities;
  /** Primary keys by value, by field, by table. */
  readonly indexes?: PlainIndexes | undefined;
}

/** Reads plain objects as if they were a store. */
export class PlainReader implements EntityReader {
  readonly #entities: PlainEntities;
  readonly #indexes: PlainIndexes;

  constructor(entities: PlainEntities, indexes: PlainIndexes = {}) {
    this.#entities = entities;
    this.#indexes = indexes;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    return ownMember(ownMember(this.#entities, key), pk) as
      | EntityValue
      | undefined;
  }

  getEntityMeta(): EntityMeta | undefined {
    return undefined;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = ownMember(this.#entities, key);
    return table === undefined ? undefined : new PlainTable(table as object);
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const pk = ownMember(
      ownMember(ownMember(this.#indexes, key), field),
      value,
    );
    return typeof pk === "string" ? pk : undefined;
  }
}

/** A table that is a plain object; its identity is its revision. */
class PlainTable implements EntityTableView {
  readonly revision: object;

  constructor(table: object) {
    this.revision = table;
  }

  keys(): Iterable<string> {
    return Object.keys(this.revision);
  }

  entries(): Iterable<[pk: string, value: EntityValue]> {
    return Object.entries(this.revision);
  }
}

function ownMember(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null &&
      Object.hasOwn(object, name)
    ? (object as Record<string, unknown>)[name]
    : undefined;
}
