import type { EntityMeta, EntityValue, EntityWriter } from "./contract.ts";
import { INVALID } from "./invalid.ts";
import { getOwn, setOwn } from "./own.ts";
import {
  type Draft,
  PlainReader,
  type PlainStoreParts,
} from "./plain_reader.ts";

/** Writes to copies of plain objects, made where something changes; the objects given stay as they are. */
export class PlainStore extends PlainReader implements EntityWriter {
  /** Objects that this store made, so that it may change them. */
  readonly #own = new Set<object>();

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

  setEntity(
    key: string,
    pk: string,
    value: EntityValue,
    meta: EntityMeta,
  ): void {
    if (this.getEntity(key, pk) !== value) {
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
    pk: string | undefined,
  ): void {
    this.indexes = this.#writable(this.indexes);
    const fields = this.#member(this.indexes, key);
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
