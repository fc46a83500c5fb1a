// deno-lint-ignore-file no-explicit-any -- schemas, stored values and arguments of every kind
import type { EntityReader, EntityTableView } from "./contract.ts";
import type { DenormalizeNullable, Queryable } from "./inference.ts";
import type { INVALID } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import {
  Cell,
  CellSpace,
  type CellTable,
  mark,
  type Node,
  type Parts,
  partsUnder,
  type Source,
} from "./nodes.ts";
import { PlainReader, type PlainStoreParts } from "./plain_store.ts";
import {
  Denormalizer,
  ReadMemory,
  type ReadSpace,
  type ReadTable,
} from "./reading.ts";
import { isSameValue } from "./same_value.ts";

/**
 * Entities as plain objects, as {@linkcode MemoCache} reads them: rows and
 * tombstones by table and primary key.
 */
export type PlainEntities = PlainStoreParts["entities"];

/**
 * Entities and indexes as plain objects, for queries of a
 * {@linkcode MemoCache}.
 */
export type PlainState = Partial<PlainStoreParts>;

/**
 * Reads stored values as instances and remembers them: what did not change is
 * the same object again, through whatever list, parent or query it is read.
 *
 * Values are shared by all readers, so they must not be changed. Remembered
 * values are held weakly, by the rows they were made from.
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { MemoCache } from "@tessera/client/schema";
 * import { assert, assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 *
 * const memo = new MemoCache();
 * const entities = { Port: { "7": { id: "7", name: "Aden" } } };
 * const first = memo.denormalize(Port, "7", entities);
 * const second = memo.denormalize([Port], ["7"], entities);
 * assertEquals(first.paths, [{ key: "Port", pk: "7" }]);
 * assert(Array.isArray(second.data) && second.data[0] === first.data);
 * ```
 */
export class MemoCache {
  readonly #space = new PlainSpace();

  /**
   * Reads a stored result.
   *
   * @param schema describes the result
   * @param input the result as normalize gave it; or a response that was not normalized
   * @param entities where the rows are: a store, or plain objects by table and primary key
   * @param args arguments of the endpoint
   * @returns the value, `INVALID` if something it needs was deleted, and what it depends on
   */
  denormalize<S = any>(
    schema: S,
    input: unknown,
    entities: EntityReader | PlainEntities,
    args: readonly any[] = [],
  ): DenormalizeResult<DenormalizeNullable<S> | typeof INVALID> {
    this.#space.follow(
      isReader(entities) ? entities : new PlainReader({ entities }),
    );
    const { value, sources } = new Denormalizer(this.#space, args)
      .read(schema, input);
    return new Dependencies(value, sources) as any;
  }

  /**
   * Reads a query.
   *
   * @param schema a queryable schema
   * @param args arguments of the query
   * @param state where rows and indexes are
   * @returns the value, `undefined` if nothing is found, and what it depends on
   */
  query<S extends Queryable>(
    schema: S,
    args: readonly any[],
    state: EntityReader | PlainState,
  ): DenormalizeResult<DenormalizeNullable<S> | typeof INVALID> {
    const node = this.#query(schema, args, state);
    return new Dependencies(node?.value, node ? [node] : []) as any;
  }

  /**
   * Computes what an endpoint of this schema would have stored.
   *
   * @param schema any schema
   * @param args arguments of the endpoint
   * @param state where rows and indexes are
   * @returns the result; `undefined` where something is not found
   */
  buildQueryKey(
    schema: any,
    args: readonly any[],
    state: EntityReader | PlainState,
  ): any {
    return isObject(schema) || typeof schema === "function"
      ? this.#query(schema, args, state)?.input
      : schema;
  }

  #query(
    schema: any,
    args: readonly any[],
    state: EntityReader | PlainState,
  ): Node | undefined {
    // `[null]` stands for a reader that is switched off
    if (args.length === 1 && args[0] === null) return undefined;
    this.#space.follow(isReader(state) ? state : new PlainReader(state));
    const query = this.#space.memory.queryOf(schema, args);
    return new Denormalizer(this.#space, args).query(query);
  }
}

function isReader(
  entities: EntityReader | PlainEntities | PlainState,
): entities is EntityReader {
  return typeof (entities as Partial<EntityReader>).getEntity === "function";
}

/** Cells of a table, or of one of its indexes. */
class PlainTable implements CellTable {
  readonly cells = new Map<string, Cell>();
  readonly kind: "entity" | "table";
  readonly whole: Cell;
  keys: readonly string[] | undefined;

  constructor(readonly key: string, readonly field: string | undefined) {
    this.kind = field === undefined ? "entity" : "table";
    this.whole = new Cell({ key, kind: "table" }, "");
  }

  /** What a cell holds: a row, or of an index a primary key. */
  read(reader: EntityReader, pk: string): unknown {
    return this.field === undefined
      ? reader.getEntity(this.key, pk)
      : reader.getIndex(this.key, this.field, pk);
  }

  /** Lists the keys of the table, the same list as long as it says the same; says whether something is different. */
  list(view: EntityTableView | undefined): boolean {
    const keys = view && [...view.keys()];
    if (!isSameValue(keys, this.keys)) this.keys = keys;
    // a table may have been changed in place
    const entries = view && [...view.entries()].flat();
    if (isSameValue(entries, this.whole.value)) return false;
    this.whole.value = entries;
    return true;
  }
}

/**
 * Reads whatever can look up rows, such as plain objects. Cells take their
 * rows from there when they are visited, and are compared at each call.
 */
class PlainSpace extends CellSpace implements ReadSpace {
  readonly memory: ReadMemory = new ReadMemory();
  protected override readonly limit: number = 100;
  readonly #tables = new Map<string, PlainTable>();
  #reader!: EntityReader;

  /** From now on reads are of this. */
  follow(reader: EntityReader): void {
    this.#reader = reader;
    for (const table of this.#tables.values()) {
      for (const cell of table.cells.values()) {
        const value = table.read(reader, cell.pk);
        if (value === cell.value) continue;
        cell.value = value;
        mark(cell, []);
      }
      if (table.whole.dependents === undefined) continue;
      const view = reader.getEntities(table.key);
      if (table.list(view)) mark(table.whole, []);
    }
  }

  cellOf(key: string, pk: string): Cell {
    return this.#cellIn(this.#table(key, key), pk);
  }

  indexCellOf(key: string, field: string, value: string): Cell {
    const name = JSON.stringify([key, field]);
    return this.#cellIn(this.#table(name, key, field), value);
  }

  tableOf(key: string): ReadTable {
    const table = this.#table(key, key);
    const view = this.#reader.getEntities(key);
    if (table.whole.dependents === undefined) table.list(view);
    return {
      whole: table.whole,
      view: view && {
        revision: view.revision,
        keyList: table.keys,
        keys: () => view.keys(),
        entries: () => view.entries(),
      },
    };
  }

  override metaOf({ table, pk }: Cell): unknown {
    return this.#reader.getEntityMeta(table.key, pk);
  }

  retainsEarlier(): boolean {
    return true;
  }

  #table(name: string, key: string, field?: string): PlainTable {
    let table = this.#tables.get(name);
    if (table === undefined) {
      this.#tables.set(name, table = new PlainTable(key, field));
    }
    return table;
  }

  #cellIn(table: PlainTable, pk: string): Cell {
    let cell = table.cells.get(pk);
    if (cell === undefined) {
      table.cells.set(pk, cell = new Cell(table, pk));
      cell.value = table.read(this.#reader, pk);
    }
    return cell;
  }
}

/**
 * The place of a stored entity, by which {@linkcode MemoCache} tells what a
 * value depends on.
 */
export interface EntityPath {
  /** The table. */
  readonly key: string;
  /** The primary key. */
  readonly pk: string;
}

/**
 * The result of {@linkcode MemoCache}: a value, and its dependencies. The
 * dependencies are computed when first asked for.
 */
export interface DenormalizeResult<T = unknown> {
  /** The value; `INVALID` if something it needs was deleted. */
  readonly data: T;
  /** Every row the value depends on, missing ones included. */
  readonly paths: EntityPath[];
  /** Keys of the tables that the value depends on as a whole, or by an index. */
  readonly tables: string[];
}

/** Collects what a value depends on when asked for it, once. */
class Dependencies implements DenormalizeResult {
  #parts: Parts | undefined;

  /**
   * @param data the value
   * @param sources what it is made of
   */
  constructor(readonly data: unknown, readonly sources: readonly Source[]) {}

  get paths(): EntityPath[] {
    return this.#collect().paths;
  }

  get tables(): string[] {
    return this.#collect().tables;
  }

  #collect(): Parts {
    return this.#parts ??= partsUnder(this.sources);
  }
}

/**
 * Reads a stored result without remembering anything, and replaces references
 * by instances of their entities.
 *
 * @param schema describes the result
 * @param input the result as normalize gave it; or a response that was not normalized
 * @param entities where the rows are: a store, or plain objects by table and primary key
 * @param args arguments of the endpoint
 * @returns the value, or `INVALID` if something it needs was deleted
 *
 * @example
 * ```ts
 * import { Entity } from "@tessera/client";
 * import { denormalize } from "@tessera/client/schema";
 * import { assertEquals } from "@std/assert";
 *
 * class Port extends Entity {
 *   id = "";
 *   name = "";
 *   static override key = "Port";
 * }
 *
 * const ports = denormalize([Port], ["7"], {
 *   Port: { "7": { id: "7", name: "Aden" } },
 * });
 * assertEquals(Array.isArray(ports) && ports[0]?.name, "Aden");
 * ```
 */
export function denormalize<S>(
  schema: S,
  input: unknown,
  entities: EntityReader | PlainEntities,
  args: readonly any[] = [],
): DenormalizeNullable<S> | symbol {
  return new MemoCache().denormalize(schema, input, entities, args).data;
}
