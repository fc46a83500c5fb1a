import type { EntityInterface } from "./contract.ts";

/** Stands between the parts of a cell's key. */
const DELIMITER = "|";

/**
 * What an entity stores for a field that is a {@linkcode Scalar}: which cells
 * hold its value, one for each lens.
 */
export type CellMarker = readonly [
  entityPk: string,
  field: string,
  entityKey: string,
];

/** The primary key of a cell; a different one for each entity and lens, whatever characters they hold. */
export function cellKey(entityKey: string, pk: string, lens: string): string {
  return cellKeyStart(entityKey) + pk + cellKeyEnd(lens);
}

/**
 * Gives primary keys of cells. The fields of an entity share a cell, so the
 * same key is asked for several times in a row.
 */
export class CellKeys {
  #entityKey: string | undefined;
  #start = "";
  #pk: string | undefined;
  #lens: string | undefined;
  #end = "";
  #key = "";

  /** The primary key of a cell. */
  of(entityKey: string, pk: string, lens: string): string {
    if (
      pk === this.#pk && lens === this.#lens && entityKey === this.#entityKey
    ) return this.#key;
    if (entityKey !== this.#entityKey) {
      this.#entityKey = entityKey;
      this.#start = cellKeyStart(entityKey);
    }
    if (lens !== this.#lens) {
      this.#lens = lens;
      this.#end = cellKeyEnd(lens);
    }
    this.#pk = pk;
    return this.#key = this.#start + pk + this.#end;
  }
}

/** How the primary keys of all cells of a lens end, and those of no other lens. */
export function cellKeyEnd(lens: string): string {
  return DELIMITER + withoutDelimiter(lens);
}

/** The same for the cell that has this primary key. */
export function endOfCellKey(cell: string): string {
  return cell.slice(cell.lastIndexOf(DELIMITER));
}

function cellKeyStart(entityKey: string): string {
  return withoutDelimiter(entityKey) + DELIMITER;
}

/** Only the primary key in the middle may contain the delimiter. */
function withoutDelimiter(part: string): string {
  return part.includes(DELIMITER) || part.includes("%")
    ? part.replaceAll("%", "%25").replaceAll(DELIMITER, "%7C")
    : part;
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
  const start = cellKeyStart(entity.key);
  return value.startsWith(start) &&
    value.lastIndexOf(DELIMITER) >= start.length;
}
