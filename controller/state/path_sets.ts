/** Entities: primary keys by table. */
export type PathSets = ReadonlyMap<string, ReadonlySet<string>>;

/** Adds an entity. */
export function addPath(
  sets: Map<string, Set<string>>,
  key: string,
  pk: string,
): void {
  const pks = sets.get(key);
  if (pks === undefined) sets.set(key, new Set([pk]));
  else pks.add(pk);
}

/** Whether both contain some entity. */
export function pathsOverlap(left: PathSets, right: PathSets): boolean {
  for (const [key, pks] of left) {
    const others = right.get(key);
    if (others !== undefined && overlap(pks, others)) return true;
  }
  return false;
}

/** Whether both contain some name, at the cost of the smaller one. */
export function overlap(
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
): boolean {
  const [few, many] = left.size <= right.size ? [left, right] : [right, left];
  for (const item of few) if (many.has(item)) return true;
  return false;
}
