/**
 * Returns JSON text that does not depend on the order in which properties were added.
 *
 * @param value any value; what JSON leaves out is left out here
 * @throws {TypeError} for what JSON cannot hold: cycles and `bigint`
 */
export function stableJson(value: unknown): string | undefined {
  return Array.isArray(value) && value.every(isOrdered)
    ? JSON.stringify(value)
    : JSON.stringify(value, sortProperties);
}

/** Whether a value is, as most arguments are, a text, number or the like, or a flat object of such in order. */
function isOrdered(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return isPrimitive(value);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let last = "";
  for (const name in value) {
    if (
      name < last || !isPrimitive((value as Record<string, unknown>)[name])
    ) return false;
    last = name;
  }
  return true;
}

/** Whether a value has no `toJSON` of its own, and no properties. */
function isPrimitive(value: unknown): boolean {
  switch (typeof value) {
    case "object":
      return value === null;
    case "function":
    case "bigint":
      return false;
  }
  return true;
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
