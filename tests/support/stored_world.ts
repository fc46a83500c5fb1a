// deno-lint-ignore-file no-explicit-any -- tests read values of every schema
import type {
  EntityMeta,
  EntityReader,
  EntityTableView,
  EntityValue,
} from "../../schema/contract.ts";
import { type DenormalizeResult, MemoCache } from "../../schema/memo_cache.ts";
import { normalize } from "../../schema/normalize.ts";
import type { PlainStoreParts } from "../../schema/plain_store.ts";

/** A store of plain objects and one memory of reads: the schema layer without a controller. */
export class StoredWorld {
  readonly memo: MemoCache = new MemoCache();
  parts: PlainStoreParts = { entities: {}, entitiesMeta: {}, indexes: {} };
  #time = 0;
  #reader: CountingReader | undefined;

  /** An immutable view of what is stored now, the same as long as nothing is stored. */
  get reader(): CountingReader {
    if (this.#reader?.parts !== this.parts) {
      this.#reader = new CountingReader(this.parts);
    }
    return this.#reader;
  }

  /** Stores a response and returns what is left of it; each one is newer than the last unless `at` says otherwise. */
  put(schema: any, input: any, args: readonly any[] = [], at?: number): any {
    this.#time = at ?? this.#time + 1;
    const { result, ...parts } = normalize(schema, input, args, this.parts, {
      fetchedAt: this.#time,
      date: this.#time,
      expiresAt: this.#time + 60_000,
    });
    this.parts = parts;
    return result;
  }

  /** Puts a row, a tombstone, or with `undefined` nothing, in place of what is stored. */
  replace(key: string, pk: string, value: unknown): void {
    const { [pk]: _old, ...table } = this.parts.entities[key] ?? {};
    this.parts = {
      ...this.parts,
      entities: {
        ...this.parts.entities,
        [key]: value === undefined
          ? table
          : { ...table, [pk]: value as EntityValue },
      },
    };
  }

  /** Changes fields of a row. */
  change(key: string, pk: string, fields: Record<string, unknown>): void {
    this.replace(key, pk, {
      ...this.parts.entities[key]![pk] as object,
      ...fields,
    });
  }

  /** What a reader sees. */
  read(schema: any, input: any, args: readonly any[] = []): any {
    return this.memo.denormalize(schema, input, this.reader, args).data;
  }

  /** What a reader sees, and what that depends on. */
  result(
    schema: any,
    input: any,
    args: readonly any[] = [],
  ): DenormalizeResult<any> {
    return this.memo.denormalize(schema, input, this.reader, args);
  }

  /** What a query sees. */
  query(schema: any, ...args: any[]): any {
    return this.memo.query(schema, args, this.reader).data;
  }
}

/** Reads plain objects that do not change, and counts the rows that are looked up. */
export class CountingReader implements EntityReader {
  readonly parts: PlainStoreParts;
  /** Look-ups of rows. */
  rows = 0;
  /** Tables listed as a whole. */
  listings = 0;

  constructor(parts: PlainStoreParts) {
    this.parts = parts;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    this.rows++;
    return this.parts.entities[key]?.[pk];
  }

  getEntityMeta(key: string, pk: string): EntityMeta | undefined {
    return this.parts.entitiesMeta[key]?.[pk];
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.parts.entities[key];
    return table && {
      revision: table,
      keys: () => {
        this.listings++;
        return Object.keys(table);
      },
      entries: () => {
        this.listings++;
        return Object.entries(table);
      },
    };
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const held = this.parts.indexes[key]?.[field]?.[value];
    return typeof held === "object" ? held[0] : held as string | undefined;
  }
}
