/** Counts one more, or several; returns how many there are now. */
export function increment<Name>(
  counts: Map<Name, number>,
  name: Name,
  by = 1,
): number {
  const count = (counts.get(name) ?? 0) + by;
  counts.set(name, count);
  return count;
}

/** Counts one less; returns whether it was the last. */
export function decrement<Name>(
  counts: Map<Name, number>,
  name: Name,
): boolean {
  const count = counts.get(name);
  if (count === undefined) return false;
  if (count > 1) {
    counts.set(name, count - 1);
    return false;
  }
  return counts.delete(name);
}
