import type { EntityRow, IQueryDelegate } from "./contract.ts";
import { type KeyIndex, KeyIndexes } from "./key_index.ts";
import { cellKeyEnd, endOfCellKey } from "./scalar_cell.ts";

/**
 * The cells of one lens, of all entities; `undefined` if there is none.
 *
 * @param table of the cells
 * @param lens as text
 * @param delegate reads the table
 */
export function cellsOfLens(
  table: string,
  lens: string,
  delegate: IQueryDelegate,
): readonly EntityRow[] | undefined {
  const view = delegate.getEntities(table);
  if (view === undefined) return undefined;
  const cells: EntityRow[] = [];
  for (const pk of indexes.of(view).cellsOf(lens)) {
    const cell = delegate.getEntity(table, pk);
    if (typeof cell === "object") cells.push(cell);
  }
  return cells.length === 0 ? undefined : cells;
}

/** Primary keys of cells by their lens. */
class LensIndex implements KeyIndex {
  readonly #cells = new Map<string, string[]>();

  add(pk: string): void {
    const end = endOfCellKey(pk);
    const cells = this.#cells.get(end);
    if (cells === undefined) this.#cells.set(end, [pk]);
    else cells.push(pk);
  }

  cellsOf(lens: string): readonly string[] {
    return this.#cells.get(cellKeyEnd(lens)) ?? [];
  }
}

const indexes: KeyIndexes<LensIndex> = new KeyIndexes(() => new LensIndex());
