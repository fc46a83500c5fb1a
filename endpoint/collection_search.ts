// deno-lint-ignore-file no-explicit-any -- any schema is searched
import { isObject, isPlainObject } from "../schema/engine.ts";
import { ObjectSchema, Values } from "../schema/mod.ts";

/**
 * Returns the Collection whose list an endpoint reads: the schema itself, or the
 * first one among the members of its objects and maps, depth first.
 */
export function findCollection(schema: any): any {
  if (isCollection(schema)) return schema;
  if (schema instanceof Values && schema.isSingleSchema) {
    return findCollection(schema.schema);
  }
  const definition = schema instanceof ObjectSchema ||
      schema instanceof Values
    ? schema.schema
    : schema;
  if (!isPlainObject(definition)) return undefined;
  for (const member of Object.values(definition)) {
    const collection = findCollection(member);
    if (collection !== undefined) return collection;
  }
  return undefined;
}

/**
 * Returns a schema of the same shape in which all Collections are replaced.
 * Parts without any stay the same objects, others keep their class.
 *
 * @param schema any schema; it is not changed
 * @param replace returns what takes the place of a Collection
 */
export function replaceCollections(
  schema: any,
  replace: (collection: any) => any,
): any {
  if (isCollection(schema)) return replace(schema);
  if (Array.isArray(schema) || isPlainObject(schema)) {
    return replaceMembers(schema, replace);
  }
  if (!isObject(schema)) return schema;
  const { schema: definition } = schema;
  const replaced = replaceCollections(definition, replace);
  if (replaced === definition) return schema;
  // the class may compute its definition; this one is final
  return Object.create(Object.getPrototypeOf(schema), {
    ...Object.getOwnPropertyDescriptors(schema),
    schema: { value: replaced, enumerable: true, configurable: true },
  });
}

function isCollection(schema: any): boolean {
  return isObject(schema) &&
    typeof schema.addWith === "function";
}

function replaceMembers(
  members: any[] | Record<string, any>,
  replace: (collection: any) => any,
): unknown {
  const replaced = Object.entries(members).map(([name, member]) =>
    [name, replaceCollections(member, replace), member] as const
  );
  if (replaced.every(([_, now, before]) => now === before)) return members;
  return Array.isArray(members)
    ? replaced.map(([_, now]) => now)
    : Object.fromEntries(replaced);
}
