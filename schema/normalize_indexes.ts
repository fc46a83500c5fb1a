import type { EntityRow, EntityValue, EntityWriter } from "./contract.ts";
import { isDevelopment } from "./environment.ts";
import { isInvalid } from "./invalid.ts";
import { getOwn } from "./own.ts";

/**
 * Points the indexed values of a row that was written at its primary key, and
 * lets go of the values it had before. Deleted entities keep their entries.
 *
 * @param fields the indexed ones
 * @param existing what was stored before
 * @param value what is stored now
 * @param warned fields that were reported missing; added to
 */
export function writeIndexes(
  writer: EntityWriter,
  key: string,
  pk: string,
  fields: readonly string[],
  existing: EntityValue | undefined,
  value: EntityValue,
  warned: Set<string>,
): void {
  if (isInvalid(value)) return;
  for (const field of fields) {
    if (!Object.hasOwn(value, field) && isDevelopment()) {
      warnOfMissing(key, field, value, warned);
    }
    const before = indexedValue(existing, field);
    const after = indexedValue(value, field);
    if (
      before !== undefined && before !== after &&
      // two entities may have swapped their values
      writer.getIndex(key, field, before) === pk
    ) writer.setIndex(key, field, before, undefined);
    if (after !== undefined && writer.getIndex(key, field, after) !== pk) {
      writer.setIndex(key, field, after, pk);
    }
  }
}

/** The text under which a field's value is found; `undefined` when a row has no value there. */
export function indexedValue(row: unknown, field: string): string | undefined {
  const value = getOwn(row, field);
  return value === undefined || value === null ? undefined : String(value);
}

function warnOfMissing(
  key: string,
  field: string,
  row: EntityRow,
  warned: Set<string>,
): void {
  const place = `${key}.${field}`;
  if (warned.has(place)) return;
  warned.add(place);
  console.warn(
    `The index ${place} cannot be kept: a row of ${key} has no own field ` +
      `"${field}". Remove it from static indexes, or add the field in process(). ` +
      `Fields: ${Object.keys(row).join(", ")}`,
  );
}
