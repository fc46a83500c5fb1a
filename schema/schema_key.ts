import { isObject } from "./is_object.ts";

/**
 * Names a schema for use in the key of a table: entities by their key, other
 * schemas by their structure. Circular structures end in `…`.
 *
 * @param schema any schema
 */
export function schemaKeyOf(schema: unknown): string {
  return nameOf(schema, []);
}

/** The members by which schemas tell their name. */
interface Named {
  readonly key?: unknown;
  schemaKey?(): string;
  toJSON?(): unknown;
  readonly schema?: unknown;
  readonly name?: unknown;
}

function nameOf(schema: unknown, ancestors: readonly unknown[]): string {
  if (
    !isObject(schema) &&
    typeof schema !== "function"
  ) return schema === undefined ? "" : JSON.stringify(schema);
  if (ancestors.includes(schema)) return "…";
  const inside = [...ancestors, schema];
  if (Array.isArray(schema)) {
    return `[${schema.map((member) => nameOf(member, inside)).join(",")}]`;
  }
  const { key, schemaKey, toJSON, name } = schema as Named;
  if (isConstruct(schema)) {
    if (typeof key === "string") return key;
    if (typeof toJSON === "function") {
      return nameOf(toJSON.call(schema), inside);
    }
    if (typeof schemaKey === "function") return `(${schemaKey.call(schema)})`;
    // only here: the getter of an entity may name classes that are not there yet
    const { schema: wrapped } = schema as Named;
    if (wrapped !== undefined) return `(${nameOf(wrapped, inside)})`;
    // the last resort: names of classes differ between a server and a minified client
    return `(${
      typeof schema === "function" ? name : schema.constructor?.name
    })`;
  }
  if (typeof schema === "function") return String(name);
  return `{${
    Object.entries(schema).map(([member, value]) =>
      `${member}:${nameOf(value, inside)}`
    ).join(",")
  }}`;
}

/** Schemas with behaviour of their own, in contrast to shorthands and deserializers. */
function isConstruct(schema: object): boolean {
  return typeof (schema as { denormalize?: unknown }).denormalize ===
    "function";
}
