/** `currentViewers` to `current_viewers`, in all keys at every depth. */
export function toSnakeCase(value: unknown): unknown {
  return mapKeys(
    value,
    (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** `current_viewers` to `currentViewers`, in all keys at every depth. */
export function toCamelCase(value: unknown): unknown {
  return mapKeys(
    value,
    (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
  );
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map((
      [key, member],
    ) => [rename(key), mapKeys(member, rename)]),
  );
}
