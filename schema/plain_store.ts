import type {
  EntityMeta,
  EntityReader,
  EntitySlot,
  EntityTableView,
  EntityValue,
  EntityWriter,
} from "./contract.ts";
import { INVALID } from "./invalid.ts";
import { indexedValue } from "./normalizer.ts";
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

type Draft = Record<string, unknown>;

/** Reads plain objects; what they inherit is no data. */
export class PlainReader implements EntityReader {
  /** What is stored now; of a store that wrote, parts in which nothing changed are the objects of before. */
  readonly parts: PlainStoreParts;

  constructor(source: Partial<PlainStoreParts>) {
    const { entities = {}, entitiesMeta = {}, indexes = {} } = source;
    this.parts = { entities, entitiesMeta, indexes };
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    const row = getOwn(getOwn(this.parts.entities, key), pk);
    return row as EntityValue | undefined;
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    const meta = getOwn(getOwn(this.parts.entitiesMeta, key), pk);
    return meta as EntityMeta | undefined;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = getOwn(this.parts.entities, key) as PlainTable<EntityValue>;
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
    const held = getOwn(getOwn(getOwn(this.parts.indexes, key), field), value);
    return typeof held === "string" ? [held] : Array.isArray(held) ? held : [];
  }
}

/** An entity in plain objects. */
interface PlainSlot extends EntitySlot {
  readonly key: string;
  value: unknown;
  meta: EntityMeta | undefined;
}

/** Writes to copies of plain objects, made where something changes; the objects of the caller stay as they are. */
export class PlainStore extends PlainReader implements EntityWriter {
  /** Objects that this store made, so that it may change them. */
  readonly #own = new Set<object>();
  readonly #slots = new Map<string, PlainSlot>();

  createTable(key: string): void {
    if (this.getEntities(key) === undefined) this.#writable("entities", key);
  }

  slotOf(key: string, pk: string): PlainSlot {
    const name = JSON.stringify([key, String(pk)]);
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      const value = this.getEntity(key, pk);
      const meta = this.getEntityMeta(key, pk);
      slot = { key, pk: String(pk), value, meta, visited: undefined };
      this.#slots.set(name, slot);
    }
    return slot;
  }

  put(slot: PlainSlot, value: EntityValue, meta: EntityMeta): void {
    const { key, pk } = slot;
    slot.value = value;
    slot.meta = meta;
    const existing = this.getEntity(key, pk);
    if (existing !== value) {
      for (const field of Object.keys(getOwn(this.parts.indexes, key) ?? {})) {
        const before = indexedValue(existing, field);
        if (before === undefined || before === indexedValue(value, field)) {
          continue;
        }
        const holders = this.holders(key, field, before);
        if (!holders.includes(pk)) continue;
        this.#setHolders(key, field, before, holders.filter((at) => at !== pk));
      }
      setOwn(this.#writable("entities", key), pk, value);
    }
    if (this.getEntityMeta(key, pk) !== meta) {
      setOwn(this.#writable("entitiesMeta", key), pk, meta);
    }
  }

  setIndex(key: string, field: string, value: string, pk: string): void {
    const others = this.holders(key, field, value).filter((at) => at !== pk);
    this.#setHolders(key, field, value, [pk, ...others]);
  }

  #setHolders(
    key: string,
    field: string,
    value: string,
    holders: readonly string[],
  ): void {
    const held = holders.length > 1 ? holders : holders[0] ?? INVALID;
    setOwn(this.#writable("indexes", key, field), value, held);
  }

  /** What is at a path of the parts, to be changed: copied, or made, by the first who asks. */
  #writable(...path: [keyof PlainStoreParts, ...string[]]): Draft {
    let object = this.parts as unknown as Draft;
    for (const name of path) {
      const known = getOwn(object, name) as Draft | undefined;
      const own = known !== undefined && this.#own.has(known)
        ? known
        : { ...known };
      if (own !== known) {
        this.#own.add(own);
        setOwn(object, name, own);
      }
      object = own;
    }
    return object;
  }
}
