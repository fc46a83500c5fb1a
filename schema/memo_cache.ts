// deno-lint-ignore-file no-explicit-any -- schemas, stored values and arguments of every kind
import type { EntityReader } from "./contract.ts";
import type { DenormalizeNullable, Queryable } from "./inference.ts";
import type { INVALID } from "./invalid.ts";
import { LensValues } from "./lens_values.ts";
import { PlainReader, type PlainStoreParts } from "./plain_reader.ts";
import { QueryMemory } from "./query_memory.ts";
import { ReadMemory } from "./read_memory.ts";
import type { ReadNode } from "./read_node.ts";
import { ReadPass } from "./read_pass.ts";
import { type DenormalizeResult, ReadResult, resultOf } from "./read_result.ts";
import { SchemaKind } from "./schema_cache.ts";
import type { StateView } from "./state_view.ts";

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
 * Values are shared by all readers, so they must not be changed. What is
 * remembered is held weakly, by the rows it was made from.
 *
 * @example
 * ```ts
 * import { Entity, MemoCache } from "@tessera/client";
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
  readonly #memory = new ReadMemory();
  readonly #queries = new QueryMemory();

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
    return this.#read(schema, input, this.#viewOf(entities), args) as any;
  }

  /**
   * Answers a query.
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
    const view = this.#viewOfState(state);
    if (isInactive(args)) return nothing as any;
    const entry = this.#queries.entryFor(schema, args, view);
    const inner = entry.key === undefined
      ? nothing
      : this.#read(schema, entry.key, view, args);
    return entry.resultOf(inner) as any;
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
    if (isInactive(args)) return undefined;
    return this.#queries.entryFor(schema, args, this.#viewOfState(state)).key;
  }

  #read(
    schema: any,
    input: any,
    view: StateView,
    args: readonly any[],
  ): ReadResult {
    const lenses = new LensValues(args);
    const known = schema
      ? this.#findKnown(schema, input, view, lenses)
      : undefined;
    if (known !== undefined) return resultOf(known);
    return new ReadPass(this.#memory, view, args, lenses).read(schema, input);
  }

  /** The common case, without a walk: something that was read before. */
  #findKnown(
    schema: any,
    input: any,
    view: StateView,
    lenses: LensValues,
  ): ReadNode | undefined {
    const cache = this.#memory.cacheOf(schema);
    const isPk = typeof input === "string" && cache.kind === SchemaKind.entity;
    const row = isPk ? view.reader.getEntity(cache.key, input) : input;
    if (typeof row !== "object" || row === null) return undefined;
    const pk = isPk ? input : undefined;
    for (let node = cache.first(row); node !== undefined; node = node.next) {
      if (node.pk !== pk || node.isSuperseded) continue;
      if (node.extra?.cut !== undefined || !lenses.allow(node.outcome)) {
        continue;
      }
      if (view.isCurrent(node, true)) return node;
    }
    return undefined;
  }

  /**
   * Lets go of the state that was read last, which is kept to be recognized.
   * For when much of it was removed: what was read stays known as long as its
   * rows are there.
   */
  forgetState(): void {
    this.#memory.forgetState();
  }

  #viewOf(entities: EntityReader | PlainEntities): StateView {
    return isReader(entities)
      ? this.#memory.viewOf(entities, "setEntity" in entities)
      : this.#memory.viewOf(new PlainReader({ entities }), true);
  }

  #viewOfState(state: EntityReader | PlainState): StateView {
    return isReader(state) ? this.#viewOf(state) : this.#memory.viewOf(
      new PlainReader(state),
      true,
    );
  }
}

const nothing = new ReadResult(undefined, []);

function isReader(
  entities: EntityReader | PlainEntities | PlainState,
): entities is EntityReader {
  return typeof (entities as Partial<EntityReader>).getEntity === "function";
}

/** `[null]` stands for a reader that is switched off. */
function isInactive(args: readonly any[]): boolean {
  return args.length === 1 && args[0] === null;
}
