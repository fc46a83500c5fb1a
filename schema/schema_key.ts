// deno-lint-ignore-file no-explicit-any -- schemas of every kind are named here
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

function nameOf(schema: any, ancestors: readonly unknown[]): string {
  const isFunction = typeof schema === "function";
  if (!isFunction && !isObject(schema)) {
    return schema === undefined ? "" : JSON.stringify(schema);
  }
  if (ancestors.includes(schema)) return "…";
  const inside = (member: unknown) => nameOf(member, [...ancestors, schema]);
  if (Array.isArray(schema)) return `[${schema.map(inside)}]`;
  // schemas with behaviour of their own, in contrast to shorthands and deserializers
  if (typeof schema.denormalize === "function") {
    if (typeof schema.key === "string") return schema.key;
    if (typeof schema.toJSON === "function") return inside(schema.toJSON());
    const { schema: wrapped, constructor } = schema;
    // the last resort: names of classes differ between a server and a minified client
    return `(${
      wrapped === undefined
        ? (isFunction ? schema : constructor)?.name
        : inside(wrapped)
    })`;
  }
  if (isFunction) return schema.name;
  const members = Object.entries(schema).map(([name, member]) =>
    `${name}:${inside(member)}`
  );
  return `{${members}}`;
}
