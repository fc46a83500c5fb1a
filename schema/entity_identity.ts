// deno-lint-ignore-file no-explicit-any -- responses are untyped here
import { usablePk } from "./entity_pk.ts";
import type { EntityInterface } from "./contract.ts";
import type { IEntityClass } from "./entity_types.ts";
import { missingPk, unusableProcess } from "./errors.ts";
import { isObject } from "./is_object.ts";

/**
 * The primary key under which a value would be stored, without storing it.
 *
 * @param entity the class of the value
 * @param input the value as it came
 * @param parent what it was found in
 * @param key where in `parent` it was found
 * @param args arguments of the endpoint
 * @param by who asks, for messages; ends with a separator
 * @throws {SchemaError} if there is no usable primary key
 */
export function pkOfInput(
  entity: EntityInterface,
  input: any,
  parent: any,
  key: any,
  args: readonly any[],
  by: string,
): string {
  const found = findPk(entity, input, parent, key, args);
  const pk = usablePk(found.pk);
  if (pk !== undefined) return pk;
  throw missingPk(entity, found.processed, found.pk, by);
}

/** Like {@linkcode pkOfInput}, but `undefined` if there is no usable primary key. */
export function usablePkOfInput(
  entity: EntityInterface,
  input: any,
  parent: any,
  key: any,
  args: readonly any[],
): string | undefined {
  return usablePk(findPk(entity, input, parent, key, args).pk);
}

function findPk(
  entity: EntityInterface,
  input: any,
  parent: any,
  key: any,
  args: readonly any[],
): { readonly pk: unknown; readonly processed: any } {
  const { process } = entity as Partial<IEntityClass>;
  const processed = typeof process === "function"
    ? process.call(entity, input, parent, key, args)
    : input;
  if (
    processed !== undefined &&
    !isObject(processed)
  ) throw unusableProcess(entity, processed, input);
  // what process takes for deleted is identified by what came
  const identified = processed ?? input;
  return {
    pk: entity.pk(identified, parent, key, args),
    processed: identified,
  };
}
