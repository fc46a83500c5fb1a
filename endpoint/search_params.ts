/**
 * Serializes query entries as a form would, sorted by key.
 *
 * Sorting keeps addresses, and with them cache keys, independent of the order
 * in which properties were written.
 *
 * @param entries values by name; `undefined` is left out, other values are converted with `String`
 * @returns text without the leading `?`
 */
export function searchToString(
  entries: Readonly<Record<string, unknown>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(entries)) {
    if (value !== undefined) search.append(name, String(value));
  }
  search.sort();
  return search.toString();
}
