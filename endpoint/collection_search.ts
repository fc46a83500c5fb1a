// deno-lint-ignore-file no-explicit-any -- any schema is searched
import { isObject, isPlainObject } from "../schema/engine.ts";
import { ArraySchema } from "../schema/mod.ts";

/**
 * Returns the Collection whose list an endpoint reads: the schema itself, or the
 * first one among the members of its objects and maps, or of what it derives
 * from, depth first. Lists and entities are not searched.
 *
 * @param schema any schema, which may contain itself
 */
export function findCollection(
  schema: any,
  searched: Set<unknown> = new Set(),
): any {
  if (isCollection(schema)) return schema;
  if (Array.isArray(schema) || schema instanceof ArraySchema) return undefined;
  if (!isObject(schema) || searched.has(schema)) return undefined;
  searched.add(schema);
  const { schema: wrapped } = schema;
  const members = isPlainObject(schema) ? Object.values(schema) : [wrapped];
  for (const member of members) {
    const collection = findCollection(member, searched);
    if (collection !== undefined) return collection;
  }
  return undefined;
}

/**
 * Returns a schema of the same shape in which all Collections are replaced.
 * Parts without any stay the same objects, others keep their class.
 *
 * @param schema any schema, which may contain itself; it is not changed
 * @param replace returns what takes the place of a Collection
 */
export function replaceCollections(
  schema: any,
  replace: (collection: any) => any,
  visited: readonly unknown[] = [],
): any {
  if (isCollection(schema)) return replace(schema);
  if (visited.includes(schema)) return schema;
  const around = [...visited, schema];
  if (Array.isArray(schema) || isPlainObject(schema)) {
    return replaceMembers(schema, replace, around);
  }
  if (!isObject(schema)) return schema;
  const { schema: definition } = schema;
  const replaced = replaceCollections(definition, replace, around);
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
  around: readonly unknown[],
): unknown {
  const replaced = Object.entries(members).map(([name, member]) =>
    [name, replaceCollections(member, replace, around), member] as const
  );
  if (replaced.every(([_, now, before]) => now === before)) return members;
  return Array.isArray(members)
    ? replaced.map(([_, now]) => now)
    : Object.fromEntries(replaced);
}
