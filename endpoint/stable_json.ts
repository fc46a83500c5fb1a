/**
 * Returns JSON text that does not depend on the order in which properties were added.
 *
 * @param value any value; what JSON leaves out is left out here
 * @throws {TypeError} for what JSON cannot hold: cycles and `bigint`
 */
export function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, sortProperties);
}

function sortProperties(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  const keys = Object.keys(value);
  let sorted = true;
  for (let index = 1; index < keys.length && sorted; index++) {
    sorted = keys[index - 1]! < keys[index]!;
  }
  if (sorted) return value;
  // fromEntries defines properties, so a member named __proto__ stays data
  return Object.fromEntries(
    keys.sort().map((key) => [key, (value as Record<string, unknown>)[key]]),
  );
}
