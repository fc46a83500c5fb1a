import type {
  EntityMeta,
  EntityReader,
  EntitySlot,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "./contract.ts";
import { INVALID } from "./invalid.ts";
import { indexedValue } from "./normalize_pass.ts";
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
  /**
   * Primary keys by table, field and value: a list, the newest first, where
   * several entities have the value; `INVALID` where none has it any more.
   */
  readonly indexes: Readonly<
    Record<
      string,
      Readonly<Record<string, PlainTable<string | readonly string[] | symbol>>>
    >
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
    return this.holders(key, field, value)[0];
  }

  /** Primary keys of the entities with an indexed value, the newest first. */
  protected holders(key: string, field: string, value: string): string[] {
    const held = getOwn(getOwn(getOwn(this.indexes, key), field), value);
    return typeof held === "string" ? [held] : Array.isArray(held) ? held : [];
  }
}

const EMPTY: Draft = Object.freeze({});

/** An entity in plain objects. */
interface PlainSlot extends EntitySlot {
  readonly key: string;
  value: unknown;
  meta: EntityMeta | undefined;
}

/** Writes to copies of plain objects, made where something changes; the objects given stay as they are. */
export class PlainStore extends PlainReader implements EntityWriter {
  /** Objects that this store made, so that it may change them. */
  readonly #own = new Set<object>();
  readonly #slots = new Map<string, PlainSlot>();

  /** What is stored now; parts in which nothing changed are the objects given. */
  get parts(): PlainStoreParts {
    return {
      entities: this.entities,
      entitiesMeta: this.entitiesMeta,
      indexes: this.indexes,
    } as PlainStoreParts;
  }

  createTable(key: string): void {
    if (getOwn(this.entities, key) === undefined) {
      this.entities = this.#writable(this.entities);
      setOwn(this.entities, key, this.#created());
    }
  }

  slotOf(key: string, pk: string): PlainSlot {
    const name = JSON.stringify([key, pk]);
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      const value = this.getEntity(key, pk);
      const meta = this.getEntityMeta(key, pk);
      this.#slots.set(
        name,
        slot = { key, pk, value, meta, visited: undefined },
      );
    }
    return slot;
  }

  put(slot: PlainSlot, value: EntityValue, meta: EntityMeta): void {
    const { key, pk } = slot;
    slot.value = value;
    slot.meta = meta;
    const existing = this.getEntity(key, pk);
    if (existing !== value) {
      for (const field of Object.keys(getOwn(this.indexes, key) ?? {})) {
        const before = indexedValue(existing, field);
        if (before === undefined || before === indexedValue(value, field)) {
          continue;
        }
        const holders = this.holders(key, field, before);
        if (!holders.includes(pk)) continue;
        this.#setHolders(key, field, before, holders.filter((at) => at !== pk));
      }
      this.entities = this.#writable(this.entities);
      setOwn(this.#member(this.entities, key), pk, value);
    }
    if (this.getEntityMeta(key, pk) !== meta) {
      this.entitiesMeta = this.#writable(this.entitiesMeta);
      setOwn(this.#member(this.entitiesMeta, key), pk, meta);
    }
  }

  setIndex(
    key: string,
    field: string,
    value: string,
    pk: string,
  ): void {
    const others = this.holders(key, field, value)
      .filter((at) => at !== pk);
    this.#setHolders(key, field, value, [pk, ...others]);
  }

  #setHolders(
    key: string,
    field: string,
    value: string,
    holders: readonly string[],
  ): void {
    this.indexes = this.#writable(this.indexes);
    const fields = this.#member(this.indexes, key);
    const held = holders.length > 1 ? holders : holders[0] ?? INVALID;
    setOwn(this.#member(fields, field), value, held);
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
