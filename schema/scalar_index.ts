import type { EntityRow, IQueryDelegate } from "./contract.ts";
import { indexOf, type KeyIndex, type KeyIndexes } from "./key_index.ts";
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
  for (
    const pk of indexOf(view, indexes, () => new LensIndex()).cellsOf(lens)
  ) {
    const cell = delegate.getEntity(table, pk);
    if (typeof cell === "object") cells.push(cell);
  }
  return cells.length === 0 ? undefined : cells;
}

/** Primary keys of cells by their lens. */
class LensIndex implements KeyIndex {
  readonly #cells = new Map<string, Set<string>>();

  add(pk: string): void {
    const end = endOfCellKey(pk);
    const cells = this.#cells.get(end);
    if (cells === undefined) this.#cells.set(end, new Set([pk]));
    else cells.add(pk);
  }

  cellsOf(lens: string): Iterable<string> {
    return this.#cells.get(cellKeyEnd(lens)) ?? [];
  }
}

const indexes: KeyIndexes<LensIndex> = new WeakMap();
