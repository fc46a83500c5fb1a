// deno-lint-ignore-file no-explicit-any -- schemas, stored values and arguments of every kind
import type { EntityReader } from "./contract.ts";
import type { DenormalizeNullable, Queryable } from "./inference.ts";
import type { INVALID } from "./invalid.ts";
import { isObject } from "./is_object.ts";
import type { Node } from "./nodes.ts";
import { PlainReader, type PlainStoreParts } from "./plain_store.ts";
import { PlainSpace } from "./plain_space.ts";
import { ReadPass } from "./reading.ts";
import { type DenormalizeResult, Dependencies } from "./read_result.ts";

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
    const { value, sources } = new ReadPass(this.#space, args)
      .read(schema, input);
    return new Dependencies(value, sources) as any;
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
    return new ReadPass(this.#space, args).query(schema);
  }
}

function isReader(
  entities: EntityReader | PlainEntities | PlainState,
): entities is EntityReader {
  return typeof (entities as Partial<EntityReader>).getEntity === "function";
}
