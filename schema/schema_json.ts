/** The members by which schemas show themselves. */
interface Showable {
  readonly key?: unknown;
  readonly schema?: unknown;
  readonly name?: unknown;
  readonly prototype?: unknown;
  toJSON?(): unknown;
}

/**
 * Shows a schema as plain data. Each entity class is shown in full once, and
 * by its key where it is met again; so circular schemas end.
 *
 * @param schema any schema
 */
export function schemaToJSON(schema: unknown): unknown {
  return show(schema, new Set());
}

function show(schema: unknown, shown: Set<unknown>): unknown {
  if (typeof schema === "function") return showFunction(schema, shown);
  if (typeof schema !== "object" || schema === null) return schema;
  if (shown.has(schema)) return nameOf(schema);
  shown.add(schema);
  const { toJSON } = schema as Showable;
  const plain = typeof toJSON === "function" ? toJSON.call(schema) : schema;
  const result = plain === schema || typeof plain === "object"
    ? showMembers(plain as object | null, shown)
    : show(plain, shown);
  // placeholders and shorthands may be used in several places
  if (typeof toJSON !== "function") shown.delete(schema);
  return result;
}

// deno-lint-ignore ban-types -- any function
function showFunction(schema: Function, shown: Set<unknown>): unknown {
  const { key, schema: fields, name } = schema as Showable;
  if (typeof key !== "string") return name || "function";
  if (shown.has(schema)) return key;
  shown.add(schema);
  return { key, schema: show(fields, shown) };
}

function showMembers(plain: object | null, shown: Set<unknown>): unknown {
  if (plain === null) return null;
  if (Array.isArray(plain)) return plain.map((member) => show(member, shown));
  return Object.fromEntries(
    Object.entries(plain).map(([name, member]) => [name, show(member, shown)]),
  );
}

function nameOf(schema: object): string {
  const { key } = schema as Showable;
  return typeof key === "string" ? key : "[circular]";
}
