// deno-lint-ignore-file no-explicit-any -- arguments are untyped
import type { IQueryDelegate } from "./contract.ts";
import { usablePk } from "./entity_pk.ts";
import type { IEntityClass } from "./entity_types.ts";

/**
 * Finds the entity that the first argument of a query describes: by its
 * primary key, else by the first index that the argument has a member for.
 * Only entities with a row, or a tombstone, are found.
 *
 * @returns the primary key as given
 */
export function queryKeyOfEntity(
  entity: IEntityClass,
  args: readonly any[],
  delegate: IQueryDelegate,
): string | number | undefined {
  const sought = args[0];
  if (sought === undefined || sought === null) return undefined;
  const pk = isPk(sought) ? sought : pkOfArgs(entity, args);
  const known = usablePk(pk);
  if (
    known !== undefined && delegate.getEntity(entity.key, known) !== undefined
  ) return pk;
  return isPk(sought) ? undefined : findByIndex(entity, sought, delegate);
}

function isPk(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** A `pk()` that needs the parent may throw here. */
function pkOfArgs(
  entity: IEntityClass,
  args: readonly any[],
): string | number | undefined {
  try {
    return entity.pk(args[0], undefined, "", args);
  } catch {
    return undefined;
  }
}

function findByIndex(
  entity: IEntityClass,
  sought: any,
  delegate: IQueryDelegate,
): string | undefined {
  const field = entity.indexes?.find((name) => Object.hasOwn(sought, name));
  if (field === undefined) return undefined;
  const value = String(sought[field]);
  const pk = delegate.getIndex(entity.key, field, value);
  if (typeof pk !== "string") return undefined;
  const row = delegate.getEntity(entity.key, pk);
  if (row === undefined) return undefined;
  // an entity deleted under one value and revived under another
  const isOutdated = typeof row === "object" && Object.hasOwn(row, field) &&
    String(row[field]) !== value;
  return isOutdated ? undefined : pk;
}
