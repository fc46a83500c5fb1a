import { isObject } from "./is_object.ts";

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
  const isFunction = typeof schema === "function";
  if (!isFunction && !isObject(schema)) {
    return schema;
  }
  const { key, name, schema: fields, toJSON } = schema as Showable;
  const isNamed = typeof key === "string";
  if (isFunction && !isNamed) return name || "function";
  if (shown.has(schema)) return isNamed ? key : "[circular]";
  shown.add(schema);
  const plain = isFunction
    ? { key, schema: fields }
    : typeof toJSON === "function"
    ? toJSON.call(schema)
    : schema;
  const result = plain === schema || typeof plain === "object"
    ? showMembers(plain as object | null, shown)
    : show(plain, shown);
  // placeholders and shorthands may be used in several places
  if (!isFunction && typeof toJSON !== "function") shown.delete(schema);
  return result;
}

function showMembers(plain: object | null, shown: Set<unknown>): unknown {
  if (plain === null) return null;
  if (Array.isArray(plain)) return plain.map((member) => show(member, shown));
  return Object.fromEntries(
    Object.entries(plain).map(([name, member]) => [name, show(member, shown)]),
  );
}
