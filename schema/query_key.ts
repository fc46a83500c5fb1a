// deno-lint-ignore-file no-explicit-any -- schemas and keys of every kind
import type {
  EntityReader,
  EntityTableView,
  EntityValue,
  IQueryDelegate,
  RecurseQueryKey,
} from "./contract.ts";
import { INVALID } from "./invalid.ts";
import { queryKeyOfObject } from "./object.ts";
import { DirectReads } from "./direct_reads.ts";
import { kindOf, SchemaKind } from "./schema_cache.ts";
import { isObject } from "./is_object.ts";

/**
 * Computes what normalize would have stored for a schema as far as arguments
 * and store tell: placeholders are themselves, and what cannot be found by
 * arguments is `undefined`.
 *
 * @param schema any schema
 * @param args arguments of the query
 * @param recurse answers for nested schemas
 * @param delegate reads the store
 */
export function queryKey(
  schema: any,
  args: readonly any[],
  recurse: RecurseQueryKey,
  delegate: IQueryDelegate,
): any {
  if (typeof schema?.queryKey === "function") {
    return schema.queryKey(args, recurse, delegate);
  }
  switch (kindOf(schema)) {
    case SchemaKind.passthrough:
      return schema;
    case SchemaKind.object:
      return queryKeyOfObject(schema, args, recurse);
    default:
      return undefined;
  }
}

/**
 * Whether everything was found: `undefined` is incomplete, and so is an object
 * with an incomplete member. Lists, `null`, texts and symbols are complete.
 *
 * @param key what the `queryKey` of a schema gave
 *
 * @example
 * ```ts
 * import { validateQueryKey } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(validateQueryKey({ vessel: "7", port: undefined }), false);
 * ```
 */
export function validateQueryKey(key: unknown): boolean {
  if (key === undefined) return false;
  if (!isObject(key) || Array.isArray(key)) {
    return true;
  }
  return Object.values(key).every(validateQueryKey);
}

/** Reads a store on behalf of `queryKey`, and notes what was read. */
export class QueryReads implements IQueryDelegate {
  readonly INVALID: typeof INVALID = INVALID;
  readonly reads: DirectReads = new DirectReads();
  readonly #reader: EntityReader;

  constructor(reader: EntityReader) {
    this.#reader = reader;
  }

  getEntity(key: string, pk: string): EntityValue | undefined {
    // an argument, which is often a number
    const text = String(pk);
    const row = this.#reader.getEntity(key, text);
    this.reads.addRow(key, text, row);
    return row;
  }

  getEntities(key: string): EntityTableView | undefined {
    const table = this.#reader.getEntities(key);
    this.reads.addTable(key, table?.revision);
    return table;
  }

  getIndex(key: string, field: string, value: string): string | undefined {
    const pk = this.#reader.getIndex(key, field, value);
    this.reads.addIndex(key, field, value, pk);
    return pk;
  }
}
