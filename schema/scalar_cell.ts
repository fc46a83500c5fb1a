import type { EntityInterface } from "./contract.ts";

/** Stands between the parts of a cell's key; primary keys may contain it, lenses must not. */
export const DELIMITER = "|";

/** What an entity stores for a field whose value depends on the lens. */
export type CellMarker = readonly [
  entityPk: string,
  field: string,
  entityKey: string,
];

/** The primary key of a cell. */
export function cellKey(entityKey: string, pk: string, lens: string): string {
  return entityKey + DELIMITER + pk + DELIMITER + lens;
}

/** The lens of a cell, from its primary key. */
export function lensOfCell(cell: string): string {
  return cell.slice(cell.lastIndexOf(DELIMITER) + 1);
}

/** Whether a stored value is a marker, not a value from before the field became a Scalar. */
export function isCellMarker(value: unknown): value is CellMarker {
  return Array.isArray(value) && value.length === 3 &&
    typeof value[0] === "string" && typeof value[1] === "string" &&
    typeof value[2] === "string";
}

/** Whether a stored value is the primary key of a cell of an entity. */
export function isCellKeyOf(
  entity: EntityInterface | undefined,
  value: unknown,
): value is string {
  if (entity === undefined || typeof value !== "string") return false;
  const start = entity.key + DELIMITER;
  return value.startsWith(start) &&
    value.lastIndexOf(DELIMITER) >= start.length;
}
