import type { EntityTableView, KeyLineage } from "./contract.ts";

/** A structure over the primary keys of a table. It is told of each of them, and of some again. */
export interface KeyIndex {
  /** Takes in a key. */
  add(pk: string): void;
}

/** Indexes by the lineage of their table, each with the number of keys that it was told of. */
export type KeyIndexes<Index extends KeyIndex> = WeakMap<
  KeyLineage,
  { readonly index: Index; count: number }
>;

/**
 * The index over the keys of a table. Versions of a table share their lineage
 * and so their index, which may thus know keys that a version does not hold.
 * Without lineage the index is made anew.
 *
 * @param table whose keys are looked at, each once
 * @param indexes where the index is kept
 * @param create makes an index without keys
 */
export function indexOf<Index extends KeyIndex>(
  table: EntityTableView,
  indexes: KeyIndexes<Index>,
  create: () => Index,
): Index {
  const { lineage } = table;
  const known = lineage && indexes.get(lineage) ||
    { index: create(), count: 0 };
  const { index } = known;
  if (lineage === undefined) {
    for (const pk of table.keys()) index.add(pk);
    return index;
  }
  indexes.set(lineage, known);
  for (const { keys } = lineage; known.count < keys.length; known.count++) {
    index.add(keys[known.count]!);
  }
  return index;
}
