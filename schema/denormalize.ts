// deno-lint-ignore-file no-explicit-any -- stored values and arguments of every kind
import type { EntityReader } from "./contract.ts";
import type { DenormalizeNullable } from "./inference.ts";
import { MemoCache, type PlainEntities } from "./memo_cache.ts";

/**
 * Reads a stored result without remembering anything: references are replaced
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
