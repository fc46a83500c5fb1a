/**
 * Whether one name was probably meant by another: both are long enough, and
 * differ in one place by no more than two letters, or in nothing but case.
 */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const differing = Math.max(a.length, b.length) - start - end;
  return differing === 0 || differing <= 2 && shorter > 4;
}
